#include "floor_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include "sockets.hpp"

namespace qipu::bench {
namespace {

// The clients of the benchmark always send the same key, so its answer is a constant.
constexpr std::string_view kAnswer =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

struct Client {
  bool open = false;
  std::string in;
};

// Takes a whole masked frame off the front of `in`.
bool take_frame(std::string& in, std::string& payload) {
  if (in.size() < 2) return false;
  std::size_t size = static_cast<unsigned char>(in[1]) & 0x7f, head = 2;
  if (size == 126) {
    if (in.size() < 4) return false;
    size =
        static_cast<std::size_t>(static_cast<unsigned char>(in[2])) << 8 | static_cast<unsigned char>(in[3]);
    head = 4;
  }
  if (in.size() < head + 4 + size) return false;
  payload.assign(in, head + 4, size);
  for (std::size_t i = 0; i < size; ++i) payload[i] = static_cast<char>(payload[i] ^ in[head + i % 4]);
  in.erase(0, head + 4 + size);
  return true;
}

}  // namespace

void run_floor_server(std::uint16_t port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0), on = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener, 4096) != 0) {
    std::perror("floor server");
    std::exit(1);
  }
  const int poll = ::epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = listener;
  ::epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  std::unordered_map<int, Client> clients;
  std::vector<int> open;
  std::vector<epoll_event> events(4096);
  std::string payload;
  for (;;) {
    const int count = ::epoll_wait(poll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      const int s = events[static_cast<std::size_t>(i)].data.fd;
      if (s == listener) {
        const int accepted = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
        if (accepted < 0) continue;
        ::setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event.data.fd = accepted;
        ::epoll_ctl(poll, EPOLL_CTL_ADD, accepted, &event);
        clients[accepted];
        continue;
      }
      Client& client = clients[s];
      char chunk[16384];
      const ssize_t got = ::recv(s, chunk, sizeof chunk, 0);
      if (got <= 0) {
        std::erase(open, s);
        clients.erase(s);
        ::close(s);
        continue;
      }
      client.in.append(chunk, static_cast<std::size_t>(got));
      if (!client.open) {
        const std::size_t end = client.in.find("\r\n\r\n");
        if (end == std::string::npos) continue;
        client.in.erase(0, end + 4);
        client.open = true;
        open.push_back(s);
        ::send(s, kAnswer.data(), kAnswer.size(), MSG_NOSIGNAL);
      }
      while (take_frame(client.in, payload)) {
        const std::string frame = server_frame(payload);
        if (payload.starts_with('P')) {
          for (int to : open) ::send(to, frame.data(), frame.size(), MSG_NOSIGNAL);
        } else {
          ::send(s, frame.data(), frame.size(), MSG_NOSIGNAL);
        }
      }
    }
  }
}

}  // namespace qipu::bench
