#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "formats/read.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/record_files.hpp"
#include "server/client/web_socket_client.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string to, file, section, round, token, lang;
  int board = 0, game = 1, match_game = 0;
  double speed = 1;
};

struct Address {
  std::string host, path = "/ws", token;
  std::uint16_t port = 80;
};

// ws://host[:port][/path][#token]
std::optional<Address> address_of(std::string url) {
  constexpr std::string_view scheme = "ws://";
  if (!url.starts_with(scheme)) return std::nullopt;
  url.erase(0, scheme.size());
  Address address;
  if (const auto hash = url.find('#'); hash != std::string::npos) {
    address.token = url.substr(hash + 1);
    url.erase(hash);
  }
  if (const auto slash = url.find('/'); slash != std::string::npos) {
    if (slash + 1 < url.size()) address.path = url.substr(slash);
    url.erase(slash);
  }
  if (const auto colon = url.rfind(':'); colon != std::string::npos && url.find(']') == std::string::npos) {
    const int port = std::atoi(url.c_str() + colon + 1);
    if (port <= 0 || port > 65535) return std::nullopt;
    address.port = static_cast<std::uint16_t>(port);
    url.erase(colon);
  }
  address.host = url;
  return address.host.empty() ? std::nullopt : std::optional(address);
}

int refuse(const Options& options, std::string code, std::string zh, std::string en, int exit_code) {
  print_error({std::move(code), {std::move(zh), std::move(en)}, {}, "", std::nullopt}, false,
              speak_chinese(options.lang));
  return exit_code;
}

std::string message_of(const rapidjson::Document& answer) {
  return answer.HasMember("error") ? client::text_of(answer["error"]) : client::text_of(answer);
}

int run(const Options& options) {
  const auto address = address_of(options.to);
  if (!address)
    return refuse(options, "usage.to", "--to 要写 ws://主机:端口/ws", "--to must be ws://HOST:PORT/ws",
                  wrong_usage);
  const auto bytes = file_bytes(options.file);
  if (!bytes)
    return refuse(options, "file.unreadable", "读不到文件 " + options.file, "cannot read " + options.file,
                  no_input);
  formats::ReadOptions reading;
  reading.name = options.file;
  const auto record =
      formats::read_game(formats::bytes_of(*bytes), reading, static_cast<std::uint32_t>(options.game));
  if (!record) {
    print_error(record.error(), false, speak_chinese(options.lang));
    return no_input;
  }
  const auto moves = record->record.main_line();
  std::string token = options.token.empty() ? address->token : options.token;
  if (const char* from_environment = std::getenv("QIPU_TOKEN"); token.empty() && from_environment)
    token = from_environment;
  auto line = client::WebSocketClient::connect(address->host, address->port, address->path);
  if (!line)
    return refuse(options, "replay.unreachable", "连不上 " + options.to, "cannot reach " + options.to,
                  no_input);
  auto answer = line->call("hello", "{\"token\":" + client::quoted(token) + ",\"device\":\"replay\"}");
  if (!answer || (*answer)["type"] != "ok")
    return refuse(
        options, "access.token", "凭证无效：用 --token、地址的 # 后或 QIPU_TOKEN 给出录入员的凭证",
        "the token is not valid: give a scribe's by --token, after # in the address, or in QIPU_TOKEN",
        findings);
  const std::string game = options.section + "-" + options.round + "-" + std::to_string(options.board) +
                           (options.match_game > 0 ? "-g" + std::to_string(options.match_game) : "");
  std::fprintf(stderr, "%s: %zu plies\n", game.c_str(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (options.speed > 0 && i > 0)
      std::this_thread::sleep_for(std::chrono::duration<double>(1 / options.speed));
    answer = line->call("record.append", "{\"game\":" + client::quoted(game) +
                                             ",\"from_ply\":" + std::to_string(i) + ",\"moves\":[" +
                                             client::quoted(iccs(moves[i])) + "]}");
    if (!answer)
      return refuse(options, "replay.cut", "第 " + std::to_string(i + 1) + " 着时断线",
                    "the line was cut at ply " + std::to_string(i + 1), findings);
    if ((*answer)["type"] != "ok" || (*answer)["data"].HasMember("illegal")) {
      std::fprintf(stderr, "qipu: %s\n", message_of(*answer).c_str());
      return findings;
    }
  }
  std::printf("{\"game\":%s,\"plies\":%zu}\n", client::quoted(game).c_str(), moves.size());
  return fine;
}

}  // namespace

void add_replay(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("replay", "Play a record into a running service as a scribe would");
  command->add_option("--to", options->to, "ws://HOST:PORT/ws, the scribe's token after #")->required();
  command->add_option("--file", options->file, "A record in any format; - is standard input")->required();
  command->add_option("--section", options->section, "Section, e.g. open")->required();
  command->add_option("--round", options->round, "Round, e.g. 8 or k1")->required();
  command->add_option("--board", options->board, "Board")->required()->check(CLI::Range(1, 10000));
  command->add_option("--match-game", options->match_game, "Game of a knockout match")
      ->check(CLI::Range(1, 3));
  command->add_option("--game", options->game, "Which game of the file")->check(CLI::Range(1, 100000));
  command->add_option("--speed", options->speed, "Moves a second; 0: as fast as they are acknowledged")
      ->check(CLI::Range(0.0, 10000.0));
  command->add_option("--token", options->token, "The scribe's token");
  command->add_option("--lang", options->lang, "zh or en")->check(CLI::IsMember({"zh", "en"}));
  command->footer(
      "Example: qipu replay --to ws://127.0.0.1:8080/ws#TOKEN --file game.pgn --section open --round 8 "
      "--board 12 --speed 2");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
