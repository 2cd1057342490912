// The conformance echo: the same connection code as the service, sending every message back. For protocol test suites.
#pragma once

#include "server/net/peer.hpp"
#include "server/net/server.hpp"

namespace qipu::app {

class Echo final : public net::Handler {
 public:
  /// Options for the port, with the echo's limits: 16 MiB, and any number of fragments.
  static net::ServerOptions options(std::string address, std::uint16_t port);

  void request(net::HttpRequest request, unsigned shard, net::Responder respond) override;
  std::size_t body_limit(const net::HttpRequest&) const override { return 0; }
  std::optional<net::HttpResponse> refuse_upgrade(const net::HttpRequest&) override { return {}; }
  void opened(const std::shared_ptr<net::Peer>&, const net::HttpRequest&) override {}
  void message(const std::shared_ptr<net::Peer>& peer, std::string_view payload, bool binary) override;
  std::size_t message_limit(net::Peer&, std::string_view) override { return most; }
  void closed(const std::shared_ptr<net::Peer>&) override {}

 private:
  static constexpr std::size_t most = 16 * 1024 * 1024;
};

}  // namespace qipu::app
