// The service's configuration: a TOML file whose every key is known here, and QIPU_<SECTION>_<KEY> from the environment,
// which overrides it. A wrong file is refused with file, line and reason.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "server/config/log.hpp"
#include "server/net/server.hpp"

namespace qipu::config {

/// A PGN address that is polled, and the round whose boards it feeds.
struct Poll {
  std::string url, section, round;
  int period_seconds = 5;
};

struct Config {
  std::string data = "qipu-data";
  std::string listen = "127.0.0.1:8080";
  std::string conformance_echo;            ///< ADDR:PORT on loopback; empty: off
  std::string public_url;                  ///< how others reach the service; empty: http://LISTEN
  std::vector<std::string> origins;        ///< further origins whose pages may open the WebSocket; the own one always may
  int delay_seconds = 0;                   ///< the least delay of public views, for every game
  bool hide_minors = true;                 ///< names of the children's section are not shown to the public
  int session_hours = 24;                  ///< a desk sign-in lasts so long
  double messages_per_second = 30;         ///< of one connection
  double message_burst = 120;
  double requests_per_second = 50;         ///< of one address; hall networks get `limits.hall_factor` times that
  std::vector<Poll> polls;
  log::Form log_form = log::Form::people;
  log::Level log_level = log::Level::info;
  net::ServerOptions server;               ///< address and port are set from `listen`

  Config();
};

using Environment = std::function<std::optional<std::string>(const std::string&)>;

/// Reads a file's text on top of the defaults. `name` is shown in messages.
std::expected<Config, std::vector<Problem>> read(std::string_view toml, std::string_view name);
/// Applies QIPU_… variables; `get` looks one up.
std::vector<Problem> apply_environment(Config& config, const Environment& get);
/// What does not fit together: an address that is none, a key without its certificate, …
std::vector<Problem> check(const Config& config);
/// A file with every key, its default and a sentence.
std::string commented_example();
/// "127.0.0.1:8080", "[::1]:8080".
std::optional<std::pair<std::string, std::uint16_t>> parse_endpoint(std::string_view text);

}  // namespace qipu::config
