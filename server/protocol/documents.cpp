#include "server/protocol/documents.hpp"

#include <array>
#include <map>
#include <vector>

#include "server/protocol/json.hpp"

namespace qipu::protocol {
namespace {

constexpr std::string_view json = "application/json", pgn = "application/x-chess-pgn", html = "text/html", text = "text/plain";
constexpr std::string_view selection = "boards notation";

constexpr auto all_routes = std::to_array<RouteText>({
    {"get", "/healthz", "the process answers", text, ""},
    {"get", "/readyz", "the service takes requests and writes", text, ""},
    {"get", "/version", "version, rules and schema", json, ""},
    {"get", "/metrics", "figures for Prometheus", text, ""},
    {"get", "/openapi.json", "this document", json, ""},
    {"get", "/asyncapi.json", "the WebSocket's messages", json, ""},
    {"get", "/live", "the live page", html, ""},
    {"get", "/desk", "the arbiters' desk", html, ""},
    {"get", "/r", "a player's recorder", html, ""},
    {"get", "/kiosk", "the desk's tablet for players without a phone", html, ""},
    {"get", "/hall", "the hall screen", html, ""},
    {"get", "/embed/{what}", "a round or game for another site's frame", html, ""},
    {"get", "/overlay/{board}", "a board on transparent ground for video", html, "bg"},
    {"get", "/api/v1/tournaments", "the tournaments", json, ""},
    {"get", "/api/v1/tournaments/{t}", "sections, rounds and their states", json, ""},
    {"get", "/api/v1/tournaments/{t}/games.pgn", "all games", pgn, selection},
    {"get", "/api/v1/tournaments/{t}/sections/{s}", "a section", json, ""},
    {"get", "/api/v1/tournaments/{t}/sections/{s}/standings", "the standings", json, ""},
    {"get", "/api/v1/tournaments/{t}/sections/{s}/games.pgn", "all games of a section", pgn, selection},
    {"get", "/api/v1/tournaments/{t}/sections/{s}/rounds/{n}", "a round and its boards", json, "boards"},
    {"get", "/api/v1/tournaments/{t}/sections/{s}/rounds/{n}/games.pgn", "all games of a round", pgn, "boards notation stream"},
    {"get", "/api/v1/tournaments/{t}/sections/{s}/rounds/{n}/stream", "moves as they come: SSE, or NDJSON by Accept",
     "text/event-stream application/x-ndjson", "boards since format"},
    {"get", "/api/v1/tournaments/{t}/stream", "what happens to every game, as it comes: SSE, or NDJSON by Accept",
     "text/event-stream application/x-ndjson", "since format"},
    {"get", "/api/v1/tournaments/{t}/games/{id}/stream", "a game's moves as they come: SSE, or NDJSON by Accept",
     "text/event-stream application/x-ndjson", "since format"},
    {"get", "/api/v1/tournaments/{t}/games/{id}", "a game", json, ""},
    {"get", "/api/v1/tournaments/{t}/games/{id}.json", "a game", json, ""},
    {"get", "/api/v1/tournaments/{t}/games/{id}.pgn", "a game as PGN", pgn, "notation stream"},
    {"get", "/api/v1/tournaments/{t}/games/{id}.xqf", "a game as XQF", "application/octet-stream", ""},
    {"get", "/api/v1/tournaments/{t}/games/{id}.dhtmlxq.txt", "a game as DhtmlXQ text", text, ""},
    {"get", "/api/v1/games/{id}", "a game", json, ""},
    {"get", "/api/v1/games/{id}.pgn", "a game as PGN", pgn, "notation"},
    {"get", "/api/v1/games/{id}.xqf", "a game as XQF", "application/octet-stream", ""},
    {"get", "/api/v1/games/{id}.dhtmlxq.txt", "a game as DhtmlXQ text", text, ""},
    {"get", "/lcc/{t}/tournament.json", "the shape of live chess boards", json, ""},
    {"get", "/lcc/{t}/round-{n}/index.json", "the pairings of a round, in the shape of live chess boards", json, ""},
    {"get", "/lcc/{t}/round-{n}/game-{b}.json", "a board, in the shape of live chess boards", json, "poll"},
    {"post", "/api/v1/push", "PGN text; an answer for each game (broadcaster key)", json, ""},
    {"post", "/api/v1/desk/login", "signs in at the desk", json, ""},
    {"post", "/api/v1/pass", "another device, by the code on the pass", json, ""},
});

constexpr std::array<std::string_view, 9> pushes = {"game.moves", "game.correction", "game.result", "game.proposal", "round.boards",
                                                    "duty.changed", "gate.changed", "notice", "snapshot"};

void parameters(JsonText& out, const RouteText& route) {
  out.key("parameters").array();
  for (std::size_t at = 0; (at = route.path.find('{', at)) != std::string_view::npos;) {
    const std::size_t end = route.path.find('}', at);
    out.object().member("name", route.path.substr(at + 1, end - at - 1)).member("in", "path").member("required", true);
    out.key("schema").object().member("type", "string").end().end();
    at = end;
  }
  std::string_view rest = route.query;
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    out.object().member("name", name).member("in", "query").member("required", false);
    out.key("schema").object().member("type", "string");
    if (name == "notation") out.key("enum").array().text("chinese").text("wxf").text("iccs").end();
    out.end().end();
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  out.end();
}

void one_route(JsonText& out, const RouteText& route) {
  out.key(route.method).object().member("summary", route.sentence);
  parameters(out, route);
  out.key("responses").object().key("200").object().member("description", route.sentence).key("content").object();
  std::string_view rest = route.content_types;
  while (!rest.empty()) {
    const std::string_view type = rest.substr(0, rest.find(' '));
    out.key(type).object().end();
    rest.remove_prefix(std::min(rest.size(), type.size() + 1));
  }
  out.end().end();
  out.key("default").object().member("description", "a problem").key("content").object().key("application/problem+json").object();
  out.key("schema").object().member("$ref", "#/components/schemas/Problem").end().end().end().end().end();
  out.end();
}

}  // namespace

std::span<const RouteText> routes() { return all_routes; }

std::string openapi(std::string_view version) {
  JsonText out;
  out.object().member("openapi", "3.1.0").key("info").object().member("title", "Qipu").member("version", version);
  out.member("description", "Game records for over-the-board Xiangqi. Public reads obey the delay; they carry a strong ETag and Last-Modified.").end();
  out.key("paths").object();
  for (const RouteText& route : all_routes) {
    out.key(route.path).object();
    one_route(out, route);
    out.end();
  }
  out.end();
  out.key("components").object().key("schemas").object().key("Problem").object().member("type", "object").key("properties").object();
  for (const std::string_view name : {"type", "title", "detail", "code"}) out.key(name).object().member("type", "string").end();
  out.key("status").object().member("type", "integer").end().end();
  out.key("required").array().text("type").text("title").text("status").text("code").end();
  return out.end().end().end().end().take();
}

std::string asyncapi(std::string_view version, std::span<const MessageText> received) {
  JsonText out;
  out.object().member("asyncapi", "3.0.0").key("info").object().member("title", "Qipu").member("version", version).end();
  out.member("defaultContentType", "application/json");
  out.key("channels").object().key("ws").object().member("address", "/ws");
  out.member("description", "Sub-protocol qipu.v1. The first message is hello; answers carry the id of what they answer.");
  out.key("messages").object();
  for (const auto& message : received) out.key(message.type).object().member("$ref", "#/components/messages/" + std::string(message.type)).end();
  for (const auto push : pushes) out.key(push).object().member("$ref", "#/components/messages/" + std::string(push)).end();
  out.end().end().end();
  out.key("operations").object();
  out.key("receive").object().member("action", "receive").key("channel").object().member("$ref", "#/channels/ws").end().end();
  out.key("send").object().member("action", "send").key("channel").object().member("$ref", "#/channels/ws").end().end();
  out.end();
  out.key("components").object().key("messages").object();
  for (const auto& message : received) {
    out.key(message.type).object().member("summary", message.sentence).key("payload").object().member("type", "object").key("properties").object();
    out.key("v").object().member("const", 1).end().key("type").object().member("const", message.type).end();
    out.key("id").object().member("type", "string").end().key("data").object().member("type", "object").key("properties").object();
    std::vector<std::string_view> required;
    for (std::string_view rest = message.fields; !rest.empty();) {
      std::string_view field = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), field.size() + 1));
      if (field.ends_with('?')) field.remove_suffix(1);
      else required.push_back(field);
      out.key(field).object().end();
    }
    out.end().key("required").array();
    for (const auto field : required) out.text(field);
    out.end().end().end().key("required").array().text("v").text("type").text("id").end().end().end();
  }
  for (const auto push : pushes) out.key(push).object().member("summary", "a push").key("payload").object().member("type", "object").end().end();
  return out.end().end().end().take();
}

}  // namespace qipu::protocol
