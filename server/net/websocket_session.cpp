// A WebSocket (RFC 6455) on one connection: Beast shakes hands, reads frames and answers control frames; everything that is
// written goes through the connection's one queue, where frames for many readers are shared and were encoded once.
#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <cstring>

#include "formats/encoding.hpp"
#include "server/net/frame.hpp"
#include "server/net/shard.hpp"

namespace qipu::net {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
constexpr auto no_throw = asio::as_tuple(asio::use_awaitable);

class WebSocketSession;

template <class Buffers>
int first_byte(const Buffers& buffers) {
  unsigned char byte = 0;
  return asio::buffer_copy(asio::buffer(&byte, 1), buffers) == 1 ? byte : -1;
}

// What the peer is told when it broke the protocol.
std::uint16_t code_of(const boost::system::error_code& fault) {
  if (fault == websocket::error::bad_frame_payload || fault == websocket::error::bad_close_payload) return 1007;
  if (fault == websocket::error::message_too_big || fault == websocket::error::buffer_overflow) return 1009;
  return 1002;
}

bool is_protocol_fault(const boost::system::error_code& fault) {
  const boost::system::error_code closed = websocket::error::closed;
  return fault && fault != closed && fault.category() == closed.category();
}

bool is_key(std::string_view key) {
  // Base64 of sixteen bytes.
  return key.size() == 24 && key.ends_with("==") && std::ranges::all_of(key.substr(0, 22), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
  });
}

// What Beast takes for the socket. It reads from the socket; what it writes (handshake, pong, close) joins the queue.
class Gate {
 public:
  using executor_type = asio::any_io_executor;
  explicit Gate(WebSocketSession& session) : session_(session) {}
  executor_type get_executor();
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token);
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token);

 private:
  WebSocketSession& session_;
};

// The session ends its socket itself, when the queue has been sent.
template <class Handler>
void async_teardown(beast::role_type, Gate& gate, Handler&& handler) {
  asio::post(gate.get_executor(), beast::bind_front_handler(std::forward<Handler>(handler), boost::system::error_code{}));
}
void beast_close_socket(Gate&) {}

class WebSocketSession final : public Connection {
 public:
  WebSocketSession(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot, std::string already_read)
      : Connection(shard, std::move(transport), std::move(slot)),
        gate_(*this),
        stream_(gate_),
        already_read_(std::move(already_read)),
        heard_(Clock::now()) {
    ++shard_.common.stats.websockets;
  }
  ~WebSocketSession() override { --shard_.common.stats.websockets; }

  static asio::awaitable<void> run(std::shared_ptr<WebSocketSession> self, HttpRequest head) {
    const bool agreed = co_await self->shake_hands(head);
    if (agreed) {
      Handler& handler = *self->shard_.common.handler;
      handler.opened(self, head);
      head = {};
      if (self->shard_.draining) self->close(self->shard_.drain_code, self->shard_.drain_reason);
      for (bool more = true; more;) more = co_await self->read_one();
      handler.closed(self);
      self->session.reset();
    }
    co_await self->part();
  }

 private:
  friend class Gate;
  std::string farewell(std::uint16_t code, std::string_view reason) override { return encode_close(code, reason); }
  void every_second(Clock::time_point now) override;
  asio::awaitable<bool> shake_hands(const HttpRequest& head);
  asio::awaitable<bool> read_one();
  asio::awaitable<void> part();
  bool within_limits(std::size_t reads);

  Gate gate_;
  websocket::stream<Gate&, false> stream_;
  beast::flat_buffer buffer_;
  std::string already_read_;
  Clock::time_point heard_;
  Clock::time_point pinged_{};
  unsigned control_frames_ = 0;  // in this second
  bool peer_closed_ = false;
};

Gate::executor_type Gate::get_executor() { return session_.transport_->get_executor(); }

template <class Buffers, class Token>
auto Gate::async_read_some(const Buffers& buffers, Token&& token) {
  return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
      [this](auto handler, const Buffers& into) {
        if (session_.already_read_.empty()) return void(session_.transport_->async_read_some(into, std::move(handler)));
        const std::size_t count = asio::buffer_copy(into, asio::buffer(session_.already_read_));
        session_.already_read_.erase(0, count);
        if (session_.already_read_.empty()) session_.already_read_.shrink_to_fit();
        asio::post(get_executor(), beast::bind_front_handler(std::move(handler), boost::system::error_code{}, count));
      },
      token, buffers);
}

template <class Buffers, class Token>
auto Gate::async_write_some(const Buffers& buffers, Token&& token) {
  return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
      [this](auto handler, const Buffers& from) {
        const std::size_t count = asio::buffer_size(from);
        // After our own close frame nothing may follow. A close that Beast writes by itself, for a fault, does not say which
        // fault it was: read_one() says it.
        const bool own_close = count > 0 && first_byte(from) == 0x88 && !session_.peer_closed_;
        if (!session_.closing_ && !own_close) {
          std::string copy(count, '\0');
          asio::buffer_copy(asio::buffer(copy), from);
          session_.enqueue(bytes(std::move(copy)));
        }
        asio::post(get_executor(), beast::bind_front_handler(std::move(handler), boost::system::error_code{}, count));
      },
      token, buffers);
}

asio::awaitable<bool> WebSocketSession::shake_hands(const HttpRequest& head) {
  if (head.method != "GET" || head.http_1_0 || !is_key(head.header("Sec-WebSocket-Key"))) {
    enqueue(bytes("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
    co_return false;
  }
  http::request<http::empty_body> request;
  request.method(http::verb::get);
  request.target(head.target);
  request.version(11);
  for (const auto& [name, value] : head.headers) request.insert(name, value);
  const std::string& protocol = shard_.common.options.subprotocol;
  bool offered = false;
  if (!protocol.empty())
    for (const auto& name : http::token_list(request[http::field::sec_websocket_protocol])) offered |= name == protocol;
  stream_.set_option(websocket::stream_base::decorator([&](websocket::response_type& response) {
    response.set(http::field::server, "qipu");
    if (offered) response.set(http::field::sec_websocket_protocol, protocol);
  }));
  websocket::stream_base::timeout none{};
  none.handshake_timeout = none.idle_timeout = websocket::stream_base::none();
  none.keep_alive_pings = false;
  stream_.set_option(none);
  stream_.read_message_max(shard_.common.options.limits.message_most);
  stream_.control_callback([this](websocket::frame_type type, beast::string_view) {
    heard_ = Clock::now();
    if (type == websocket::frame_type::close) {
      // Codes that nobody may send; Beast lets those above the private ones pass.
      constexpr std::uint16_t last_private = 4999;
      if (stream_.reason().code > last_private) return close(1002, "close code");
      peer_closed_ = true;
    }
    if (shard_.common.options.limits.pings_per_second != 0 && ++control_frames_ > shard_.common.options.limits.pings_per_second)
      close(1008, "too many control frames");
  });
  auto [error] = co_await stream_.async_accept(request, no_throw);
  co_return !error;
}

bool WebSocketSession::within_limits(std::size_t reads) {
  const Limits& limits = shard_.common.options.limits;
  if (limits.message_reads != 0 && reads > limits.message_reads) {
    close(1008, "too many fragments");
    return false;
  }
  if (buffer_.size() <= limits.message) return true;
  const auto data = buffer_.data();
  const std::string_view beginning(static_cast<const char*>(data.data()), std::min<std::size_t>(data.size(), 512));
  if (buffer_.size() <= shard_.common.handler->message_limit(*this, beginning)) return true;
  close(1009, "message too large");
  return false;
}

// Reads one message and hands it over. False: the connection is at its end.
asio::awaitable<bool> WebSocketSession::read_one() {
  std::size_t reads = 0;
  do {
    auto [error, count] = co_await stream_.async_read_some(buffer_, 0, no_throw);
    if (error || over_) {
      if (error && error != websocket::error::closed && error != asio::error::eof && error.category() != boost::system::system_category())
        ++shard_.common.stats.protocol_errors;
      if (is_protocol_fault(error)) close(code_of(error), "protocol");
      co_return false;
    }
    heard_ = Clock::now();
    if (closing_) {
      buffer_.consume(buffer_.size());
      continue;
    }
    if (!within_limits(++reads)) buffer_.consume(buffer_.size());
  } while (!stream_.is_message_done());
  // Beast leaves a character that the last, empty fragment cuts off.
  if (!closing_ && !stream_.got_binary() && !formats::is_utf8({static_cast<const char*>(buffer_.data().data()), buffer_.size()})) close(1007, "not UTF-8");
  if (!closing_) {
    ++shard_.common.stats.messages_in;
    const auto data = buffer_.data();
    shard_.common.handler->message(shared_from_this(), {static_cast<const char*>(data.data()), data.size()}, stream_.got_binary());
  }
  // An idle connection keeps no message buffer.
  buffer_ = beast::flat_buffer();
  co_return true;
}

// Sends what is queued, then waits a moment for the peer to leave, so that our close frame is not lost to a reset.
asio::awaitable<void> WebSocketSession::part() {
  finish();
  std::array<char, 1024> unread;
  while (!over_) {
    auto [error, count] = co_await transport_->async_read_some(asio::buffer(unread), no_throw);
    if (error) break;
  }
  abort();
}

void WebSocketSession::every_second(Clock::time_point now) {
  const Limits& limits = shard_.common.options.limits;
  control_frames_ = 0;
  if (closing_) return;
  if (now - heard_ > limits.reap_after) return abort();
  if (now - heard_ > limits.ping_after && now - pinged_ > limits.ping_after) {
    static const Bytes ping = bytes(encode_frame(Opcode::ping, {}));
    pinged_ = now;
    enqueue(ping);
  }
}

}  // namespace

void serve_websocket(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot, HttpRequest head,
                     std::string already_read) {
  auto session = std::make_shared<WebSocketSession>(shard, std::move(transport), std::move(slot), std::move(already_read));
  session->address = head.address;
  asio::co_spawn(shard.context, WebSocketSession::run(std::move(session), std::move(head)),
                 [&shard](std::exception_ptr fault) { report_escaped(shard, fault); });
}

}  // namespace qipu::net
