#include "server/app/streams.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "formats/write.hpp"
#include "server/app/publication.hpp"
#include "server/config/instant.hpp"
#include "server/outlets/public_record.hpp"
#include "server/outlets/selection.hpp"
#include "server/view/event_json.hpp"

namespace qipu::app {
namespace {

using outlets::query_value;
using recorder::State;

// A peer may have no more topics than this; a stream of more boards must be of the whole round.
constexpr std::size_t most_boards = 60;

/// What a stream is about.
struct Subject {
  std::optional<recorder::RoundId> round;
  std::optional<recorder::GameId> game;
  bool pgn = false;  ///< neither round nor game: the tournament
};

std::vector<std::string_view> segments(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    if (path.front() == '/') path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    parts.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return parts;
}

// Whether the path is a stream's; its subject is looked up in the public's state.
bool is_stream(const net::HttpRequest& request, const std::vector<std::string_view>& parts) {
  if (parts.size() < 4 || parts[0] != "api" || parts[1] != "v1") return false;
  if (parts.back() == "stream") return true;
  return parts.back().ends_with(".pgn") && query_value(request.query, "stream") == "1";
}

std::optional<Subject> subject_of(const State& state, std::vector<std::string_view> parts) {
  Subject subject;
  std::string_view last = parts.back();
  if (last.ends_with(".pgn")) {
    subject.pgn = true;
    last.remove_suffix(4);
    if (last == "games") parts.pop_back();
    else parts.back() = last;
  } else {
    parts.pop_back();
  }
  const bool ours = parts.size() >= 4 && parts[2] == "tournaments" && state.created() && parts[3] == state.id;
  if ((parts.size() == 4 && parts[2] == "games") || (ours && parts.size() > 4 && parts[parts.size() - 2] == "games")) {
    subject.game = state.parse_game(parts.back());
    if (!subject.game || !state.find(*subject.game)) return std::nullopt;
    return subject;
  }
  if (ours && parts.size() == 4 && !subject.pgn) return subject;
  // …/sections/{s}/rounds/{n}
  if (!ours || parts.size() != 8 || parts[4] != "sections" || parts[6] != "rounds") return std::nullopt;
  const auto section = view::find_section(state, parts[5]);
  if (!section) return std::nullopt;
  subject.round = tournament::parse_round(parts[7], *section);
  if (!subject.round || state.section(*section).games_of(*subject.round).empty()) return std::nullopt;
  return subject;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value) : std::nullopt;
}

std::optional<std::vector<TopicPush>> missed_of(const Topics& topics, const std::vector<std::string>& names, std::uint64_t since, std::uint64_t present) {
  std::vector<TopicPush> all;
  for (const std::string& name : names) {
    auto pushes = topics.missed(Audience::open, name, since, present);
    if (!pushes) return std::nullopt;
    std::ranges::move(*pushes, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &TopicPush::seq);
  return all;
}

struct Beginning {
  std::optional<Subject> subject;
  std::vector<std::string> topics;
  std::string snapshot;
  std::uint64_t seq = 0;
};

std::string pgn_of(const State& state, const std::vector<recorder::GameId>& games, notation::Notation notation, const view::Viewer& viewer) {
  formats::PgnOptions options = outlets::pgn_options();
  options.notation = notation;
  std::string text;
  for (const auto& game : games) text += formats::write_pgn(outlets::public_record(state, *state.find(game), viewer), options).bytes + "\n";
  return text;
}

// The topics of a subject, and how it stands now.
void begin(Beginning& b, const State& state, const outlets::Selection& selection, const view::Viewer& viewer) {
  const Subject& subject = *b.subject;
  if (!subject.round && !subject.game) {
    b.topics = {"stream/tournament/" + state.id};
    b.snapshot = view::overview_json(state, viewer);
    return;
  }
  std::vector<recorder::GameId> games;
  if (subject.game) {
    games.push_back(*subject.game);
  } else {
    for (const auto* game : state.section(subject.round->section).games_of(*subject.round))
      if (selection.contains(game->id.board)) games.push_back(game->id);
  }
  const bool whole = subject.round && !selection.boards;
  const auto topic = [&](const std::string& name) {
    return subject.pgn ? pgn_topic(name, selection.notation) : (whole ? "stream/" : "game/") + name;
  };
  if (whole) {
    b.topics = {topic(state.text(*subject.round))};
  } else {
    for (const auto& game : games) b.topics.push_back(topic(state.text(game)));
  }
  b.snapshot = subject.pgn    ? pgn_of(state, games, selection.notation, viewer)
               : subject.game ? view::game_json(state, *subject.game, viewer)
               : whole        ? view::round_json(state, *subject.round, viewer)
                              : view::boards_json(state, *subject.round, games, viewer);
}

}  // namespace

std::optional<net::HttpResponse> stream_answer(const net::HttpRequest& request, Ledger& ledger, Topics& topics, bool hide_minors,
                                               protocol::Language language) {
  const auto parts = segments(request.path);
  if (!is_stream(request, parts)) return std::nullopt;
  const auto selection = outlets::selection_of(request);
  if (!selection) return protocol::problem_response(selection.error(), language);
  const auto look = [&ledger, path = request.path, choice = *selection, hide_minors] {
    return ledger.read(Audience::open, [&](const State& state) {
      Beginning b;
      b.subject = subject_of(state, segments(path));
      if (!b.subject) return b;
      view::Viewer viewer;
      viewer.now = {now()};
      viewer.hide_minors = hide_minors;
      b.seq = state.seq;
      begin(b, state, choice, viewer);
      return b;
    });
  };
  const auto beginning = look();
  if (!beginning.subject)
    return protocol::problem_response({"http.not_found", {"没有这个地址", "there is nothing at this address"}, {{"path", request.path}}, "", {}}, language);
  if (beginning.topics.size() > most_boards)
    return protocol::problem_response({"query.boards",
                                       {"推流最多选 60 台；整轮请不写 boards", "at most 60 boards of a stream may be chosen; for the whole round leave boards out"},
                                       {},
                                       "",
                                       std::nullopt},
                                      language);
  const Framing framing = beginning.subject->pgn                                                        ? Framing::bare
                          : request.header("Accept").find("ndjson") != std::string_view::npos       ? Framing::ndjson
                          : query_value(request.query, "format") == "ndjson"                        ? Framing::ndjson
                                                                                                     : Framing::sse;
  net::HttpResponse response;
  response.headers = {{"Content-Type", framing == Framing::sse      ? "text/event-stream; charset=utf-8"
                                       : framing == Framing::ndjson ? "application/x-ndjson; charset=utf-8"
                                                                    : "application/x-chess-pgn; charset=utf-8"},
                      {"Cache-Control", "no-store"},
                      {"Access-Control-Allow-Origin", "*"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"X-Accel-Buffering", "no"}};
  if (request.method == "HEAD") {
    response.omit_body = true;
    return response;
  }
  auto since = number(request.header("Last-Event-ID"));
  if (!since) since = number(query_value(request.query, "since"));
  if (framing == Framing::bare) since.reset();
  response.body = net::bytes(framing == Framing::sse ? net::chunk("retry: 3000\n\n") : std::string());
  // Who watches first and looks then misses nothing in between.
  response.stream = [&ledger, &topics, framing, look, since, names = beginning.topics](const std::shared_ptr<net::Peer>& peer) {
    for (const std::string& topic : names) topics.subscribe(peer, Audience::open, topic, framing, since.value_or(0));
    const auto present = ledger.read(Audience::open, [](const State& state) { return state.seq; });
    if (const auto pushes = since ? missed_of(topics, names, *since, present) : std::nullopt) {
      std::string all;
      for (const TopicPush& push : *pushes) {
        all += framed(framing, push);
        topics.sent(*peer, Audience::open, push.topic, push.seq);
      }
      if (!all.empty()) peer->send(net::bytes(std::move(all)));
      return;
    }
    const Beginning now_there = look();
    for (const std::string& topic : names) topics.sent(*peer, Audience::open, topic, now_there.seq);
    peer->send(net::bytes(framed(framing, {"", "snapshot", now_there.snapshot, now_there.seq})));
  };
  return response;
}

}  // namespace qipu::app
