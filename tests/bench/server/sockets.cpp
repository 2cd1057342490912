#include "sockets.hpp"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace qipu::bench {
namespace {

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::exit(1);
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::string head_of(std::string_view text, char mask_bit) {
  std::string head = "\x81";
  const std::size_t size = text.size();
  if (size < 126) return head + static_cast<char>(mask_bit | static_cast<char>(size));
  const int width = size < 65536 ? 2 : 8;
  head += static_cast<char>(mask_bit | (width == 2 ? 126 : 127));
  for (int i = width - 1; i >= 0; --i) head += static_cast<char>(size >> (8 * i));
  return head;
}

}  // namespace

int dial(std::uint16_t port) {
  const int s = ::socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = loopback(port);
  if (s < 0 || ::connect(s, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    give_up("connect");
  const int on = 1;
  ::setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return s;
}

int dial_websocket(std::uint16_t port, std::string_view path, std::string_view sub_protocol) {
  const int s = dial(port);
  std::string request = "GET " + std::string(path) +
                        " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  if (!sub_protocol.empty()) request += "Sec-WebSocket-Protocol: " + std::string(sub_protocol) + "\r\n";
  send_all(s, request + "\r\n");
  std::string head;
  // Byte by byte, so that nothing of the first frame is taken with it.
  for (char c; !head.ends_with("\r\n\r\n"); head += c)
    if (::recv(s, &c, 1, 0) != 1) give_up("handshake");
  if (!head.starts_with("HTTP/1.1 101 ")) {
    std::fprintf(stderr, "no WebSocket: %s\n", head.substr(0, head.find('\r')).c_str());
    std::exit(1);
  }
  ::fcntl(s, F_SETFL, O_NONBLOCK);
  return s;
}

std::string client_frame(std::string_view text) {
  std::string frame = head_of(text, '\x80');
  frame.append("\1\2\3\4", 4);
  for (std::size_t i = 0; i < text.size(); ++i)
    frame += static_cast<char>(text[i] ^ static_cast<char>(i % 4 + 1));
  return frame;
}

std::string server_frame(std::string_view text) { return head_of(text, '\0').append(text); }

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (sent < 0 && errno == EAGAIN) {
      pollfd ready{socket, POLLOUT, 0};
      ::poll(&ready, 1, 1000);
    } else {
      give_up("send");
    }
  }
}

std::uint16_t free_port() {
  const int s = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = loopback(0);
  ::bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address);
  socklen_t size = sizeof address;
  ::getsockname(s, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(s);
  return ntohs(address.sin_port);
}

bool FrameReader::next(std::string_view& payload, int& opcode) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[begin_ + i]); };
  const std::size_t held = buffer_.size() - begin_;
  if (held >= 2) {
    std::size_t size = byte(1) & 0x7f, head = 2;
    const std::size_t width = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (held >= 2 + width) {
      if (width) {
        size = 0;
        for (std::size_t i = 0; i < width; ++i) size = size << 8 | byte(2 + i);
        head += width;
      }
      if (held >= head + size) {
        opcode = byte(0) & 15;
        payload = std::string_view(buffer_).substr(begin_ + head, size);
        begin_ += head + size;
        return true;
      }
    }
  }
  buffer_.erase(0, begin_);
  begin_ = 0;
  return false;
}

}  // namespace qipu::bench
