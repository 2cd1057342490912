// A shard and what lives on it. Inside of server/net: it shows Asio, but not Beast.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/net/server.hpp"

namespace qipu::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using Clock = std::chrono::steady_clock;

/// A socket, plain or under TLS; an AsyncStream either way, so that each session is compiled once.
class Transport {
 public:
  using executor_type = asio::any_io_executor;
  explicit Transport(tcp::socket plain) : socket(std::move(plain)) {}
  executor_type get_executor() { return socket.get_executor(); }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
        [this](auto handler, const Buffers& into) {
          if (tls) tls->async_read_some(into, std::move(handler));
          else socket.async_read_some(into, std::move(handler));
        },
        token, buffers);
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
        [this](auto handler, const Buffers& from) {
          if (tls) tls->async_write_some(from, std::move(handler));
          else socket.async_write_some(from, std::move(handler));
        },
        token, buffers);
  }

  tcp::socket socket;
  std::unique_ptr<asio::ssl::stream<tcp::socket&>> tls;
};

/// Something with a deadline, looked at once a second. The shard's sweep replaces a timer for each connection.
class Timed {
 public:
  virtual ~Timed() = default;
  virtual void tick(Clock::time_point now) = 0;
  virtual void drain(std::uint16_t code, std::string_view reason) = 0;
};

/// What all shards share.
struct Common {
  ServerOptions options;
  Handler* handler = nullptr;
  ServerStats stats;
  std::mutex tls_mutex;
  std::shared_ptr<asio::ssl::context> tls;  ///< null: plain
  std::mutex address_mutex;
  std::unordered_map<std::string, std::size_t> per_address;
  std::unique_ptr<RateLimit> connect_rate;
};

/// A place of a connection in the count of its address; given back at the end.
class AddressSlot {
 public:
  AddressSlot(Common& common, std::string address);
  ~AddressSlot();
  AddressSlot(const AddressSlot&) = delete;
  AddressSlot& operator=(const AddressSlot&) = delete;
  bool taken() const { return taken_; }
  const std::string& address() const { return address_; }

 private:
  Common& common_;
  std::string address_;
  bool taken_ = false;
};

struct Shard {
  explicit Shard(Common& common, unsigned index) : common(common), index(index) {}
  Common& common;
  unsigned index;
  std::unordered_set<Timed*> timed;  ///< outlives the context, whose end ends connections
  asio::io_context context{1};
  bool draining = false;
  std::uint16_t drain_code = 0;
  std::string drain_reason;
};

/// An outgoing connection side with the one writer of its socket: queued frames are shared, not copied.
class Connection : public Peer, public Timed {
 public:
  Connection(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot);
  ~Connection() override;
  bool send(Bytes frame) override;
  std::size_t waiting() const override { return queued_; }
  void close(std::uint16_t code, std::string_view reason) override;
  void drain(std::uint16_t code, std::string_view reason) override { close(code, reason); }
  void tick(Clock::time_point now) override;
  /// Queues without regard to the bound: control frames and the last words.
  void enqueue(Bytes frame);
  /// Closes the socket as soon as the queue is empty, two seconds later at most.
  void finish();
  void abort();

 protected:
  /// What a close is in this kind of connection; queued before the end. Empty: nothing.
  virtual std::string farewell(std::uint16_t code, std::string_view reason) = 0;
  virtual void every_second(Clock::time_point) {}
  std::shared_ptr<Connection> self() { return std::static_pointer_cast<Connection>(shared_from_this()); }

  Shard& shard_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<AddressSlot> slot_;
  bool closing_ = false;    ///< a farewell was queued: nothing more is sent
  bool finishing_ = false;  ///< the socket ends with the queue
  bool over_ = false;

 private:
  void pump();
  void pump_tls();
  void sent(std::size_t count);
  void queue_empty();

  std::vector<Bytes> queue_;
  std::size_t head_ = 0;       ///< first queued frame that is not sent whole
  std::size_t offset_ = 0;     ///< bytes of it that are sent
  std::size_t queued_ = 0;
  bool waiting_ = false;       ///< a wait or a TLS write is under way
  Clock::time_point progress_{};
  Clock::time_point end_by_{};
};

/// Serves requests on a fresh connection until it ends or becomes something else.
void serve_http(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot);

/// Answers the handshake that `head` asks for and speaks WebSocket; `already_read` came after the head.
void serve_websocket(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot, HttpRequest head,
                     std::string already_read);

/// Logs what escaped from a coroutine; detached ones would swallow it.
void report_escaped(Shard& shard, std::exception_ptr error);

}  // namespace qipu::net
