#include "server/app/echo.hpp"

#include "server/net/frame.hpp"

namespace qipu::app {

net::ServerOptions Echo::options(std::string address, std::uint16_t port) {
  net::ServerOptions options;
  options.address = std::move(address);
  options.port = port;
  options.websocket_path.clear();
  options.subprotocol.clear();
  options.halls = {*net::Network::parse("127.0.0.0/8"), *net::Network::parse("::1")};
  options.limits.message = options.limits.message_most = most;
  options.limits.message_reads = 0;
  options.limits.pings_per_second = 0;
  options.limits.queue = 4 * most;
  return options;
}

void Echo::request(net::HttpRequest, unsigned, net::Responder respond) {
  net::HttpResponse response;
  response.status = 426;
  response.headers = {{"Upgrade", "websocket"}};
  respond(std::move(response));
}

void Echo::message(const std::shared_ptr<net::Peer>& peer, std::string_view payload, bool binary) {
  if (!peer->send(net::bytes(net::encode_frame(binary ? net::Opcode::binary : net::Opcode::text, payload)))) peer->close(1013, "too slow");
}

}  // namespace qipu::app
