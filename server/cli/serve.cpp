#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "server/app/echo.hpp"
#include "server/app/service.hpp"
#include "server/app/supervisor.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/config/config.hpp"
#include "server/config/log.hpp"
#include "server/net/server.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string config, data, listen, echo, language, preset;
  bool demo = false, json = false;
};

void complain(const Problem& problem, bool zh) { print_error(problem, false, zh); }

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

std::optional<config::Config> load(const Options& options, bool zh) {
  config::Config config;
  if (!options.config.empty()) {
    std::ifstream in(options.config);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) {
      complain({"config.unreadable", {"读不了配置文件 " + options.config, "cannot read " + options.config}, {}, "", {}}, zh);
      return std::nullopt;
    }
    auto read = config::read(text.str(), options.config);
    if (!read) {
      for (const Problem& problem : read.error()) complain(problem, zh);
      return std::nullopt;
    }
    config = std::move(*read);
  }
  auto problems = config::apply_environment(config, environment);
  if (!options.data.empty()) config.data = options.data;
  if (!options.listen.empty()) config.listen = options.listen;
  if (!options.echo.empty()) config.conformance_echo = options.echo;
  for (Problem& problem : config::check(config)) problems.push_back(std::move(problem));
  for (const Problem& problem : problems) complain(problem, zh);
  if (!problems.empty()) return std::nullopt;
  const auto endpoint = config::parse_endpoint(config.listen);
  config.server.address = endpoint->first;
  config.server.port = endpoint->second;
  config.server.inherited_socket = app::inherited_socket();
  return config;
}

// As many descriptors as the system allows: each connection is one.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

sigset_t handled_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, number);
  return set;
}

void greet(const Options& options, const config::Config& config, const app::Service::Links& links, std::uint16_t port) {
  const std::string listen = config.server.address + ":" + std::to_string(port);
  if (options.json) {
    protocol::JsonText out;
    out.object().member("listen", listen).key("links").object().member("phone", links.phone).member("desk", links.desk).member("live", links.live).end();
    out.key("desk").object().member("user", links.user).member("password", links.password).end().end();
    std::printf("%s\n", out.view().c_str());
  } else {
    std::printf("Qipu 棋谱  http%s://%s\n\n  选手手机 phone  %s\n  裁判席   desk   %s\n  直播     live   %s\n", config.server.certificate.empty() ? "" : "s",
                listen.c_str(), links.phone.c_str(), links.desk.c_str(), links.live.c_str());
    if (!links.password.empty()) std::printf("\n  裁判登录 sign-in  %s  %s（只显示一次 / shown once）\n", links.user.c_str(), links.password.c_str());
  }
  std::fflush(stdout);
}

// Waits for the signal that ends the service; certificates are read again on SIGHUP.
void wait_for_end(net::Server& server, const sigset_t& signals) {
  const auto watchdog = app::watchdog_period();
  for (;;) {
    const auto period = watchdog.value_or(std::chrono::milliseconds(10'000));
    const timespec time{static_cast<time_t>(period.count() / 1000), static_cast<long>(period.count() % 1000) * 1'000'000};
    const int number = sigtimedwait(&signals, nullptr, &time);
    if (number == SIGTERM || number == SIGINT) return;
    if (number == SIGHUP) {
      if (const auto reloaded = server.reload_certificate(); !reloaded) log::error("tls.reload", {{"what", reloaded.error().message.en}});
      else log::info("tls.reloaded", {});
    }
    if (watchdog) app::notify_supervisor("WATCHDOG=1");
  }
}

int run(const Options& options) {
  const bool zh = speak_chinese(options.language);
  auto config = load(options, zh);
  if (!config) return wrong_usage;
  log::set_up(config->log_form, config->log_level);
  raise_descriptor_limit();
  signal(SIGPIPE, SIG_IGN);
  const sigset_t signals = handled_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  app::Service service(*config);
  if (const auto opened = service.open(options.demo, options.preset); !opened) {
    complain(opened.error(), zh);
    return opened.error().code.starts_with("store.") ? internal_fault : no_input;
  }
  app::Echo echo;
  std::unique_ptr<net::Server> echo_server;
  if (!config->conformance_echo.empty()) {
    const auto endpoint = config::parse_endpoint(config->conformance_echo);
    auto started = net::Server::start(app::Echo::options(endpoint->first, endpoint->second), echo);
    if (!started) return complain(started.error(), zh), no_input;
    echo_server = std::move(*started);
  }
  auto server = net::Server::start(config->server, service);
  if (!server) return complain(server.error(), zh), no_input;
  service.start(**server);
  greet(options, *config, service.links(), (*server)->port());
  app::notify_supervisor("READY=1");
  log::info("service.started", {{"listen", config->server.address + ":" + std::to_string((*server)->port())}, {"version", QIPU_VERSION}});

  wait_for_end(**server, signals);
  app::notify_supervisor("STOPPING=1");
  log::info("service.stopping", {});
  service.stop_writing();
  (*server)->drain(std::chrono::seconds(8), 1012, "{\"retry_after_ms\":2000,\"jitter_ms\":3000}");
  echo_server.reset();
  server->reset();
  service.close();
  log::info("service.stopped", {});
  return fine;
}

}  // namespace

void add_serve(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("serve", "Run the service: pages, WebSocket, public pulls");
  command->add_option("--config", options->config, "Configuration file (TOML)");
  command->add_option("--data", options->data, "Folder of the journal");
  command->add_option("--listen", options->listen, "Address and port (127.0.0.1:8080)");
  command->add_flag("--demo", options->demo, "On an empty folder: a demonstration tournament with real games");
  command->add_option("--preset", options->preset, "On an empty folder: a tournament by this preset, e.g. shizhu-2019");
  command->add_option("--conformance-echo", options->echo, "Also an echo for protocol test suites, on loopback: ADDR:PORT");
  command->add_flag("--json", options->json, "The first line as one JSON object");
  command->add_option("--lang", options->language, "zh or en");
  command->footer("Example: qipu serve --demo --data /tmp/demo --listen 127.0.0.1:9000");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
