// Who is connected, and who answers: the border between sockets and the application. No Boost here.
//
// Threads: a peer lives and dies on one shard. Every call on it and every call of the handler about it happens on that
// shard's thread; Server::post() gets there from elsewhere.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/net/http.hpp"

namespace qipu::net {

class Peer : public std::enable_shared_from_this<Peer> {
 public:
  virtual ~Peer() = default;
  /// Queues framed bytes. False: they would pass the bound of the queue, and nothing was queued.
  virtual bool send(Bytes frame) = 0;
  /// Bytes that wait to be sent.
  virtual std::size_t waiting() const = 0;
  /// Ends the connection after what is queued; for WebSockets with a close code, for streams the code says nothing.
  virtual void close(std::uint16_t code, std::string_view reason) = 0;

  unsigned shard = 0;
  std::string address;
  std::shared_ptr<void> session;  ///< what the handler keeps with the connection
};

class Handler {
 public:
  virtual ~Handler() = default;
  /// A request that was read whole. `respond` may be kept and called later from another thread.
  virtual void request(HttpRequest request, unsigned shard, Responder respond) = 0;
  /// The bound of the body for a target, in bytes.
  virtual std::size_t body_limit(const HttpRequest& head) const = 0;
  /// An answer refuses the upgrade to a WebSocket.
  virtual std::optional<HttpResponse> refuse_upgrade(const HttpRequest& head) = 0;
  virtual void opened(const std::shared_ptr<Peer>& peer, const HttpRequest& head) = 0;
  /// One whole message.
  virtual void message(const std::shared_ptr<Peer>& peer, std::string_view payload, bool binary) = 0;
  /// The bound of the message that begins so; asked when it passes Limits::message.
  virtual std::size_t message_limit(Peer& peer, std::string_view beginning) = 0;
  virtual void closed(const std::shared_ptr<Peer>& peer) = 0;
};

}  // namespace qipu::net
