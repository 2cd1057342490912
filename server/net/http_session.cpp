// HTTP/1.1 on one connection: heads and bodies within bounds and times, one request after the other.
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <thread>

#include "server/net/shard.hpp"

namespace qipu::net {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
constexpr auto no_throw = asio::as_tuple(asio::use_awaitable);

// A connection that carries an answer without end. What the client sends is read only to notice its leaving.
class StreamSession final : public Connection {
 public:
  using Connection::Connection;
  ~StreamSession() override { --shard_.common.stats.streams; }

  static asio::awaitable<void> watch(std::shared_ptr<StreamSession> self) {
    ++self->shard_.common.stats.streams;
    std::array<char, 256> unread;
    for (;;) {
      auto [error, count] = co_await self->transport_->async_read_some(asio::buffer(unread), no_throw);
      if (error) break;
    }
    self->shard_.common.handler->closed(self);
    self->abort();
  }

 private:
  std::string farewell(std::uint16_t, std::string_view) override {
    finishing_ = true;
    return "0\r\n\r\n";
  }
};

// The answer to the request under way. It usually comes within the call; else the session sleeps until it is posted.
struct Pending {
  Pending(Shard& shard) : shard(shard), wake(shard.context, asio::steady_timer::time_point::max()) {}
  Shard& shard;
  asio::steady_timer wake;
  std::optional<HttpResponse> response;
  std::thread::id thread = std::this_thread::get_id();
  bool in_call = true;
};

class HttpSession final : public Timed, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot)
      : shard_(shard), limits_(shard.common.options.limits), transport_(std::move(transport)), slot_(std::move(slot)) {
    shard_.timed.insert(this);
    expires(limits_.head_time);
  }
  ~HttpSession() override { shard_.timed.erase(this); }

  void tick(Clock::time_point now) override {
    if (now < deadline_ || !transport_) return;
    boost::system::error_code ignored;
    transport_->socket.close(ignored);
  }
  void drain(std::uint16_t, std::string_view) override {
    last_ = true;
    if (between_requests_) tick(Clock::time_point::max());
  }

  static asio::awaitable<void> run(std::shared_ptr<HttpSession> self) {
    // g++ 12 takes a wrong turn when co_await stands inside a condition, here and below.
    for (bool more = true; more && !self->last_;) more = co_await self->serve_one();
    if (self->transport_) co_await self->part();
  }

 private:
  void expires(std::chrono::seconds time) { deadline_ = Clock::now() + time; }
  asio::awaitable<bool> serve_one();
  asio::awaitable<HttpResponse> ask(HttpRequest request);
  asio::awaitable<bool> write(const HttpResponse& response, bool keep_alive, bool http_1_0);
  asio::awaitable<void> refuse(int status, std::string_view code);
  asio::awaitable<void> part();
  HttpRequest head_of(const http::request<http::string_body>& message) const;

  Shard& shard_;
  const Limits& limits_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<AddressSlot> slot_;
  beast::flat_buffer buffer_;
  Clock::time_point deadline_;
  bool between_requests_ = true;
  bool last_ = false;
};

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

HttpRequest HttpSession::head_of(const http::request<http::string_body>& message) const {
  HttpRequest request;
  request.method = view(message.method_string());
  request.target = view(message.target());
  const std::size_t question = request.target.find('?');
  request.path = request.target.substr(0, question);
  if (question != std::string::npos) request.query = request.target.substr(question + 1);
  for (const auto& field : message) request.headers.emplace_back(view(field.name_string()), view(field.value()));
  request.address = slot_->address();
  request.secure = transport_->tls != nullptr;
  request.http_1_0 = message.version() < 11;
  if (contains(shard_.common.options.trusted_proxies, request.address)) {
    // The last name in the list is the one that the trusted proxy itself saw.
    std::string_view forwarded = request.header("X-Forwarded-For");
    if (const auto comma = forwarded.rfind(','); comma != std::string_view::npos) forwarded.remove_prefix(comma + 1);
    while (!forwarded.empty() && forwarded.front() == ' ') forwarded.remove_prefix(1);
    if (Network::parse(forwarded)) request.address = forwarded;
    if (request.header("X-Forwarded-Proto") == "https") request.secure = true;
  }
  return request;
}

// 400 and its kin for what was not understood; the connection ends with it, since its bytes cannot be trusted.
asio::awaitable<void> HttpSession::refuse(int status, std::string_view code) {
  HttpResponse response;
  response.status = status;
  response.headers = {{"Content-Type", "application/problem+json; charset=utf-8"}, {"Cache-Control", "no-store"},
                      {"X-Content-Type-Options", "nosniff"}};
  response.body = bytes("{\"type\":\"about:blank\",\"title\":\"" + std::string(reason_phrase(status)) +
                        "\",\"status\":" + std::to_string(status) + ",\"code\":\"" + std::string(code) + "\"}");
  ++shard_.common.stats.protocol_errors;
  co_await write(response, false, false);
}

// The end without a reset: what the client still sends is read for a moment, so that it gets our last answer.
asio::awaitable<void> HttpSession::part() {
  boost::system::error_code ignored;
  if (!transport_->tls) transport_->socket.shutdown(tcp::socket::shutdown_send, ignored);
  expires(std::chrono::seconds(1));
  std::array<char, 4096> unread;
  for (int reads = 0; reads < 64; ++reads) {
    auto [error, count] = co_await transport_->socket.async_read_some(asio::buffer(unread), no_throw);
    if (error) break;
  }
}

asio::awaitable<bool> HttpSession::write(const HttpResponse& response, bool keep_alive, bool http_1_0) {
  const std::string head = encode_head(response, keep_alive, http_1_0);
  std::array<asio::const_buffer, 2> pieces = {asio::buffer(head), asio::const_buffer()};
  if (response.body && !response.omit_body) pieces[1] = asio::buffer(*response.body);
  expires(limits_.write_time);
  auto [error, count] = co_await asio::async_write(*transport_, pieces, no_throw);
  co_return !error;
}

asio::awaitable<HttpResponse> HttpSession::ask(HttpRequest request) {
  auto pending = std::make_shared<Pending>(shard_);
  expires(std::chrono::seconds(60));
  shard_.common.handler->request(std::move(request), shard_.index, [pending](HttpResponse response) {
    if (std::this_thread::get_id() == pending->thread && pending->in_call) {
      pending->response = std::move(response);
      return;
    }
    asio::post(pending->shard.context, [pending, response = std::move(response)]() mutable {
      pending->response = std::move(response);
      pending->wake.cancel();
    });
  });
  pending->in_call = false;
  while (!pending->response) co_await pending->wake.async_wait(no_throw);
  co_return std::move(*pending->response);
}

asio::awaitable<bool> HttpSession::serve_one() {
  http::request_parser<http::string_body> parser;
  parser.header_limit(static_cast<std::uint32_t>(limits_.header));
  parser.body_limit(std::uint64_t{64} * 1024 * 1024);
  between_requests_ = buffer_.size() == 0;
  if (between_requests_) {
    // The head's own time begins with its first byte.
    auto [error, count] = co_await transport_->async_read_some(buffer_.prepare(4096), no_throw);
    if (error) co_return false;
    buffer_.commit(count);
  }
  between_requests_ = false;
  expires(limits_.head_time);
  auto [head_error, head_size] = co_await http::async_read_header(*transport_, buffer_, parser, no_throw);
  if (head_error == http::error::end_of_stream || head_error == asio::error::operation_aborted ||
      head_error == asio::error::connection_reset || head_error == asio::error::bad_descriptor || head_error == asio::error::eof)
    co_return false;
  if (head_error) {
    if (head_error == http::error::header_limit || head_error == http::error::buffer_overflow) co_await refuse(431, "http.header_too_large");
    else if (head_error == http::error::body_limit) co_await refuse(413, "http.body_too_large");
    else co_await refuse(400, "http.malformed");
    co_return false;
  }
  auto& message = parser.get();
  HttpRequest request = head_of(message);
  const bool chunked = request.has_header("Transfer-Encoding");
  if (chunked && (request.has_header("Content-Length") || request.http_1_0)) {
    co_await refuse(400, "http.ambiguous_length");
    co_return false;
  }
  if (request.target.size() > limits_.target) {
    co_await refuse(414, "http.target_too_long");
    co_return false;
  }
  if (!request.http_1_0 && !request.has_header("Host")) {
    co_await refuse(400, "http.no_host");
    co_return false;
  }
  const std::size_t body_limit = shard_.common.handler->body_limit(request);
  const auto length = parser.content_length();
  if (length && *length > body_limit) {
    co_await refuse(413, "http.body_too_large");
    co_return false;
  }
  parser.body_limit(body_limit);
  const std::string& path = shard_.common.options.websocket_path;
  if (request.has_header("Upgrade") && (path.empty() || request.path == path)) {
    auto refusal = shard_.common.handler->refuse_upgrade(request);
    if (refusal) {
      co_await write(*refusal, false, request.http_1_0);
      co_return false;
    }
    const auto rest = buffer_.data();
    std::string already_read(static_cast<const char*>(rest.data()), rest.size());
    serve_websocket(shard_, std::move(transport_), std::move(slot_), std::move(request), std::move(already_read));
    co_return false;
  }
  if (beast::iequals(message[http::field::expect], "100-continue")) {
    auto [error, count] = co_await asio::async_write(*transport_, asio::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n")), no_throw);
    if (error) co_return false;
  }
  expires(limits_.body_time);
  if (!parser.is_done()) {
    auto [error, count] = co_await http::async_read(*transport_, buffer_, parser, no_throw);
    if (error) {
      if (error == http::error::body_limit) co_await refuse(413, "http.body_too_large");
      else if (error != asio::error::eof && error != http::error::partial_message && transport_->socket.is_open()) co_await refuse(400, "http.malformed");
      co_return false;
    }
  }
  request.body = std::move(message.body());
  ++shard_.common.stats.http_requests;
  const bool http_1_0 = request.http_1_0;
  const std::string address = request.address;
  bool keep_alive = message.keep_alive() && !last_;
  HttpResponse response = co_await ask(std::move(request));
  if (response.status == 304) ++shard_.common.stats.http_not_modified;
  keep_alive = keep_alive && !response.close && !last_;
  if (response.stream && http_1_0) {
    co_await refuse(400, "http.stream_needs_1_1");
    co_return false;
  }
  const bool written = co_await write(response, keep_alive || response.stream, http_1_0);
  if (!written) co_return false;
  if (response.stream && last_) {
    // The service ends while this begins: what was sent is made whole.
    co_await asio::async_write(*transport_, asio::buffer(std::string_view("0\r\n\r\n")), no_throw);
    co_return false;
  }
  if (response.stream) {
    auto stream = std::make_shared<StreamSession>(shard_, std::move(transport_), std::move(slot_));
    stream->address = address;
    asio::co_spawn(shard_.context, StreamSession::watch(stream), [&shard = shard_](std::exception_ptr fault) { report_escaped(shard, fault); });
    response.stream(stream);
    co_return false;
  }
  if (buffer_.size() == 0 && buffer_.capacity() > 16 * 1024) buffer_ = beast::flat_buffer();
  expires(limits_.idle_time);
  co_return keep_alive;
}

}  // namespace

void serve_http(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot) {
  auto session = std::make_shared<HttpSession>(shard, std::move(transport), std::move(slot));
  asio::co_spawn(shard.context, HttpSession::run(std::move(session)), [&shard](std::exception_ptr fault) { report_escaped(shard, fault); });
}

}  // namespace qipu::net
