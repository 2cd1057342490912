// The listening side: shards with one io_context and one thread each, connections that live and die on their shard,
// byte-bounded queues, time limits, TLS. No Boost here; the handler of peer.hpp gets what comes in.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/problem.hpp"
#include "server/net/address.hpp"
#include "server/net/peer.hpp"

namespace qipu::net {

struct Limits {
  std::size_t header = 8 * 1024;         ///< bytes of a request's head
  std::size_t target = 2048;             ///< bytes of a request's target
  std::size_t message = 64 * 1024;       ///< bytes of a WebSocket message, unless the handler allows more
  std::size_t message_most = 1536 * 1024;///< … but never more than this
  std::size_t message_reads = 4096;      ///< frames and parts of frames that one message may come in; 0: any number
  std::size_t queue = 256 * 1024;        ///< bytes that may wait for a slow reader
  unsigned pings_per_second = 50;        ///< more control frames than that end the connection
  std::size_t connections = 60'000;      ///< in all
  std::size_t per_address = 400;         ///< at once; hall networks are bounded only by `connections`
  double connects_per_second = 50;       ///< of one address
  double hall_factor = 100;              ///< how much faster a hall network may come
  std::chrono::seconds head_time{10}, body_time{20}, idle_time{60}, write_time{20}, handshake_time{10};
  std::chrono::seconds ping_after{20}, reap_after{50};
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;             ///< 0: any free one
  unsigned shards = 1;
  std::string certificate, key;          ///< PEM files; both set: TLS
  std::vector<Network> trusted_proxies;  ///< whose X-Forwarded-For is believed
  std::vector<Network> halls;            ///< networks that stand for many people behind one address
  std::string websocket_path = "/ws";    ///< empty: any path (the conformance echo)
  std::string subprotocol = "qipu.v1";   ///< empty: none is asked for
  int inherited_socket = -1;             ///< a listening socket handed over by the service supervisor
  Limits limits;
};

/// Counters since the start; any thread may read them.
struct ServerStats {
  std::atomic<std::uint64_t> accepted{0}, refused{0}, http_requests{0}, http_not_modified{0}, messages_in{0}, frames_out{0},
      bytes_out{0}, slow_readers_cut{0}, protocol_errors{0}, accept_errors{0}, tls_errors{0}, coroutine_faults{0};
  std::atomic<std::int64_t> connections{0}, websockets{0}, streams{0};
};

class Server {
 public:
  /// Binds, and starts the threads. The handler must outlive the server.
  static std::expected<std::unique_ptr<Server>, Problem> start(ServerOptions options, Handler& handler);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  unsigned shards() const;
  const ServerStats& stats() const;
  /// Runs a task on a shard's thread; from any thread. Tasks of one caller keep their order.
  void post(unsigned shard, std::move_only_function<void()> task);
  /// Runs a task on a shard after a time.
  void post_after(unsigned shard, std::chrono::milliseconds delay, std::move_only_function<void()> task);
  /// Reads the certificate files again; connections that stand keep what they have.
  std::expected<void, Problem> reload_certificate();
  /// No new connections; those that stand are ended with `code` once their queues are empty.
  /// Returns when all are gone or the time is over.
  void drain(std::chrono::milliseconds time, std::uint16_t code, std::string reason);

 private:
  Server();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace qipu::net
