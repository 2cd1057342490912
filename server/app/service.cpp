#include "server/app/service.hpp"

#include "server/app/command_json.hpp"
#include "server/app/digest.hpp"
#include "server/app/pages.hpp"
#include "server/app/public_answer.hpp"
#include "server/app/publication.hpp"
#include "server/app/reads.hpp"
#include "server/app/streams.hpp"
#include "server/config/log.hpp"
#include "server/net/frame.hpp"
#include "server/outlets/routes.hpp"
#include "server/protocol/documents.hpp"
#include "server/protocol/envelope.hpp"

namespace qipu::app {
namespace {

using protocol::JsonText;

Problem not_found(std::string_view path) {
  return {"http.not_found",
          {"没有这个地址", "there is nothing at this address"},
          {{"path", std::string(path)}},
          "",
          {}};
}

Problem simple(std::string code, std::string zh, std::string en) {
  return {std::move(code), {std::move(zh), std::move(en)}, {}, "", {}};
}

bool is_get(const net::HttpRequest& request) { return request.method == "GET" || request.method == "HEAD"; }

}  // namespace

Service::Service(config::Config config)
    : config_(std::move(config)),
      request_rate_(config_.requests_per_second, config_.requests_per_second * 4),
      sign_in_rate_(0.5, 10) {
  std::vector<protocol::MessageText> messages;
  for (const MessageRule& rule : message_rules()) messages.push_back({rule.type, rule.fields, rule.sentence});
  openapi_ = net::bytes(protocol::openapi(QIPU_VERSION));
  asyncapi_ = net::bytes(protocol::asyncapi(QIPU_VERSION, messages));
}

Service::~Service() = default;

std::expected<void, Problem> Service::open(bool demo, const std::string& preset) {
  auto ledger = Ledger::open(config_.data);
  if (!ledger) return std::unexpected(ledger.error());
  ledger_ = std::move(*ledger);
  credentials_ = std::make_unique<Credentials>(*ledger_, config_.data, config_.session_hours);
  topics_ = std::make_unique<Topics>([this](net::Peer& peer, const std::string& topic) {
    const std::string data = topic_json(*ledger_, session_of(peer).who, topic, config_.hide_minors);
    const auto seq = ledger_->read(Audience::inside, [](const recorder::State& state) { return state.seq; });
    return data.empty() ? std::string() : protocol::push("snapshot", topic, seq, data);
  });
  ledger_->watch(
      [this](Audience audience, const recorder::State& state, std::span<const recorder::StoredFact> facts) {
        topics_->publish(
            audience, pushes_of(audience, state, facts, config_.hide_minors,
                                [&](const std::string& topic) { return topics_->watched(audience, topic); }));
      });
  game_watch_ = std::make_unique<GameWatch>(*ledger_, config_.data + "/endgame");
  ledger_->start();
  game_watch_->start();
  local_desk_ = std::make_unique<LocalDesk>(*ledger_);
  if (const auto listening = local_desk_->start(config_.data); !listening)
    log::error("local.unusable", {{"what", listening.error().message.en}});
  if (auto made = make_first_account(); !made) return made;
  const bool created = ledger_->read(Audience::inside, [](const recorder::State& state) { return state.created(); });
  if (!created && !preset.empty()) {
    recorder::Context context;
    context.by.role = recorder::Role::system;
    recorder::TournamentNew command;
    command.id = command.preset = preset;
    const Outcome outcome = ledger_->perform(command, context);
    if (!outcome.answer) return std::unexpected(outcome.answer.error());
  } else if (demo) {
    if (!created)
      if (auto filled = demo::fill(*ledger_); !filled) return filled;
    return open_demonstration();
  }
  return {};
}

// Passes are told once and kept as hashes, so the demonstration gets new ones at every start.
std::expected<void, Problem> Service::open_demonstration() {
  recorder::Context context;
  context.by.role = recorder::Role::system;
  const auto issue = [&](std::string entrant, std::string game, std::string kind) -> std::expected<std::string, Problem> {
    FreshPass pass = Credentials::make_pass(std::move(entrant), std::move(game), std::move(kind));
    const Outcome outcome = ledger_->perform(pass.command, context);
    if (!outcome.answer) return std::unexpected(outcome.answer.error());
    return pass.token;
  };
  if (const std::string entrant = demo::recording_entrant(*ledger_); !entrant.empty()) {
    auto token = issue(entrant, "", "");
    if (!token) return std::unexpected(token.error());
    demo_token_ = *token;
  }
  demo_boards_ = demo::live_boards(*ledger_);
  for (const auto& board : demo_boards_) {
    auto token = issue("", board.game, "scribe");
    if (!token) return std::unexpected(token.error());
    demo_tokens_.push_back(*token);
  }
  return {};
}

// The desk's first account is made at the first start; its password is told once.
std::expected<void, Problem> Service::make_first_account() {
  const bool any =
      ledger_->read(Audience::inside, [](const recorder::State& state) { return !state.desk_users.empty(); });
  if (any) return {};
  links_.user = "chief";
  links_.password = random_password();
  recorder::Context context;
  context.by.role = recorder::Role::system;
  const Outcome outcome = ledger_->perform(
      recorder::DeskUserEntry{links_.user, "chief", hash_password(links_.password)}, context);
  if (!outcome.answer) return std::unexpected(outcome.answer.error());
  return {};
}

void Service::start(net::Server& server) {
  server_ = &server;
  topics_->start(server,
                 ledger_->read(Audience::inside, [](const recorder::State& state) { return state.seq; }));
  std::string root = config_.public_url;
  if (root.empty())
    root = (config_.server.certificate.empty() ? "http://" : "https://") + config_.server.address + ":" +
           std::to_string(server.port());
  links_.phone = root + "/r" + (demo_token_.empty() ? "" : "#" + demo_token_);
  links_.desk = root + "/desk";
  links_.live = root + "/live";
  ready_ = true;
  if (!demo_boards_.empty()) scribes_ = std::make_unique<demo::Scribes>(server.port(), demo_boards_, demo_tokens_);
}

void Service::stop_writing() {
  ready_ = false;
  scribes_.reset();
  if (local_desk_) local_desk_->stop();
  if (game_watch_) game_watch_->stop();
  if (ledger_) ledger_->stop();
}

void Service::close() {}

std::size_t Service::body_limit(const net::HttpRequest& head) const {
  return head.method == "POST" && head.path == "/api/v1/push" ? 1024 * 1024 : 64 * 1024;
}

void Service::request(net::HttpRequest request, unsigned, net::Responder respond) {
  const auto language = protocol::language_of(request.header("Accept-Language"));
  const double factor =
      net::contains(config_.server.halls, request.address) ? config_.server.limits.hall_factor : 1;
  if (!request_rate_.take(request.address, std::chrono::steady_clock::now(), factor)) {
    auto refusal = protocol::problem_response(
        simple("rate.requests", "请求过多，请稍后再试", "too many requests; try again later"), language);
    refusal.headers.emplace_back("Retry-After", "2");
    return respond(std::move(refusal));
  }
  std::string decoded;
  if (!net::percent_decode(request.path, decoded) || decoded.find('\0') != std::string::npos ||
      decoded.find("..") != std::string::npos || decoded.find('\\') != std::string::npos)
    return respond(protocol::problem_response(not_found(request.path), language));
  request.path = std::move(decoded);
  if (request.method == "POST") return answer_post(std::move(request), std::move(respond));
  if (request.method == "OPTIONS" && request.path.starts_with("/api/v1/")) return respond(preflight());
  if (!is_get(request)) {
    auto refusal = protocol::problem_response(
        simple("http.method", "不支持这个方法", "this method is not supported here"), language);
    refusal.headers.emplace_back("Allow", "GET, HEAD, POST, OPTIONS");
    return respond(std::move(refusal));
  }
  auto response = answer_get(request, language);
  response.omit_body = request.method == "HEAD" || response.status == 304;
  respond(std::move(response));
}

net::HttpResponse Service::answer_get(const net::HttpRequest& request, protocol::Language language) {
  const std::string& path = request.path;
  if (path == "/healthz") return plain_answer(200, "text/plain; charset=utf-8", "ok\n");
  if (path == "/readyz")
    return ready_ ? plain_answer(200, "text/plain; charset=utf-8", "ready\n")
                  : plain_answer(503, "text/plain; charset=utf-8", "not ready\n");
  if (path == "/metrics") return plain_answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics());
  if (path == "/version") {
    JsonText out;
    out.object()
        .member("name", "qipu")
        .member("version", QIPU_VERSION)
        .member("protocol", "qipu.v1")
        .member("rules_version", rules_version)
        .end();
    return plain_answer(200, "application/json; charset=utf-8", out.take());
  }
  if (path == "/openapi.json")
    return cached_answer(request, "application/json; charset=utf-8", openapi_, 0, Caching::revalidate);
  if (path == "/asyncapi.json")
    return cached_answer(request, "application/json; charset=utf-8", asyncapi_, 0, Caching::revalidate);
  if (ledger_ && path.starts_with("/api/v1/"))
    if (auto stream = stream_answer(request, *ledger_, *topics_, config_.hide_minors, language)) return std::move(*stream);
  if (ledger_ && (path.starts_with("/api/v1/") || path.starts_with("/lcc/"))) {
    auto answer = ledger_->read(Audience::open, [&](const recorder::State& state) { return outlets::answer(request, state, config_.hide_minors, language); });
    if (answer) return std::move(*answer);
  }
  if (const Page* page = find_page(path)) return page_answer(request, path, *page);
  return protocol::problem_response(not_found(path), language);
}

std::string Service::metrics() const {
  std::string out;
  const auto line = [&](std::string_view name, std::string_view type, std::string_view help,
                        std::int64_t value) {
    out += "# HELP qipu_" + std::string(name) + " " + std::string(help) + "\n# TYPE qipu_" +
           std::string(name) + " " + std::string(type) + "\nqipu_" + std::string(name) + " " +
           std::to_string(value) + "\n";
  };
  const auto count = [](const std::atomic<std::uint64_t>& value) {
    return static_cast<std::int64_t>(value.load());
  };
  if (const net::Server* server = server_) {
    const net::ServerStats& s = server->stats();
    line("connections", "gauge", "open connections", s.connections);
    line("ws_connections", "gauge", "open WebSockets", s.websockets);
    line("streams", "gauge", "open streams", s.streams);
    line("accepted_total", "counter", "connections taken", count(s.accepted));
    line("refused_total", "counter", "connections refused by a bound", count(s.refused));
    line("http_requests_total", "counter", "HTTP requests", count(s.http_requests));
    line("http_not_modified_total", "counter", "requests answered 304", count(s.http_not_modified));
    line("ws_messages_in_total", "counter", "WebSocket messages received", count(s.messages_in));
    line("frames_out_total", "counter", "frames queued for readers", count(s.frames_out));
    line("slow_readers_cut_total", "counter", "connections ended since they did not read",
         count(s.slow_readers_cut));
    line("protocol_errors_total", "counter", "malformed requests and frames", count(s.protocol_errors));
    line("accept_errors_total", "counter", "failed accepts", count(s.accept_errors));
    line("tls_errors_total", "counter", "failed TLS handshakes", count(s.tls_errors));
    line("connection_faults_total", "counter", "exceptions that reached a connection's root",
         count(s.coroutine_faults));
  }
  if (ledger_) {
    line("commits_total", "counter", "transactions of the journal",
         static_cast<std::int64_t>(ledger_->commits()));
    line("facts_total", "counter", "facts written since the start",
         static_cast<std::int64_t>(ledger_->facts()));
    line("read_only", "gauge", "1 while the journal cannot be written", ledger_->read_only() ? 1 : 0);
  }
  line("ready", "gauge", "1 when requests are served", ready_ ? 1 : 0);
  return out;
}

std::optional<net::HttpResponse> Service::refuse_upgrade(const net::HttpRequest& head) {
  if (head.method != "GET")
    return protocol::problem_response(simple("http.method", "升级须用 GET", "an upgrade needs GET"),
                                      protocol::Language::both);
  if (head.header("Sec-WebSocket-Version") != "13") {
    auto refusal = protocol::problem_response(
        simple("http.websocket_version", "只支持 WebSocket 13", "only WebSocket version 13 is spoken"),
        protocol::Language::both, 426);
    refusal.headers.emplace_back("Sec-WebSocket-Version", "13");
    refusal.headers.emplace_back("Upgrade", "websocket");
    return refusal;
  }
  if (head.has_header("Origin") && !origin_allowed(head))
    return protocol::problem_response(
        simple("access.origin", "此来源的网页不可连接", "pages of this origin may not connect"),
        protocol::Language::both);
  return std::nullopt;
}

// The own origin is the Host that the page was asked from; others stand in the configuration, compared
// exactly.
bool Service::origin_allowed(const net::HttpRequest& head) const {
  const std::string_view origin = head.header("Origin"), host = head.header("Host");
  if (!host.empty() && origin == (head.secure ? "https://" : "http://") + std::string(host)) return true;
  if (!config_.public_url.empty() && origin == config_.public_url) return true;
  for (const auto& allowed : config_.origins)
    if (origin == allowed) return true;
  return false;
}

void Service::opened(const std::shared_ptr<net::Peer>& peer, const net::HttpRequest&) {
  peer->session = std::make_shared<Session>();
}

void Service::closed(const std::shared_ptr<net::Peer>& peer) { topics_->leave(*peer); }

std::size_t Service::message_limit(net::Peer& peer, std::string_view beginning) {
  const Role role = session_of(peer).who.role;
  const MessageRule* submit = find_message("record.submit");
  const bool large = beginning.find("\"record.submit\"") != std::string_view::npos ||
                     beginning.find("\"round.import\"") != std::string_view::npos ||
                     beginning.find("\"entrants.import\"") != std::string_view::npos;
  return large && submit->allows(role) ? config_.server.limits.message_most : config_.server.limits.message;
}

void Service::message(const std::shared_ptr<net::Peer>& peer, std::string_view payload, bool binary) {
  Session& session = session_of(*peer);
  const auto reply = [&](const std::string& text) {
    if (!peer->send(net::text_frame(text))) peer->close(1013, "too slow");
  };
  if (!session.bucket.take(config_.messages_per_second, config_.message_burst,
                           std::chrono::steady_clock::now())) {
    constexpr unsigned most_strikes = 200;
    if (++session.strikes > most_strikes) return peer->close(4429, "too many messages");
    const auto envelope = protocol::read_envelope(payload);
    return reply(protocol::error_answer(
        envelope ? envelope->id : envelope.error().id,
        simple("rate.messages", "消息过多，请放慢", "too many messages; slow down"), session.language));
  }
  if (binary)
    return reply(protocol::error_answer({}, simple("message.binary", "消息须为文本", "messages must be text"),
                                        session.language));
  auto envelope = protocol::read_envelope(payload);
  if (!envelope)
    return reply(protocol::error_answer(envelope.error().id, envelope.error().problem, session.language));
  const MessageRule* rule = find_message(envelope->type);
  if (!rule)
    return reply(protocol::error_answer(
        envelope->id,
        Problem{
            "unknown_type", {"不认识的消息类型", "unknown message type"}, {{"type", envelope->type}}, "", {}},
        session.language));
  if (!session.greeted && envelope->type != "hello")
    return reply(protocol::error_answer(
        envelope->id, simple("message.hello_first", "请先发送 hello", "hello must come first"),
        session.language));
  if (!rule->allows(session.who.role))
    return reply(protocol::error_answer(
        envelope->id,
        Problem{"access.role",
                {"无权进行此操作", "this role may not do that"},
                {{"type", envelope->type}, {"role", std::string(name(session.who.role))}},
                "",
                {}},
        session.language));
  dispatch(peer, session, *envelope, *rule);
}

}  // namespace qipu::app
