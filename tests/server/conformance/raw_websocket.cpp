#include "raw_websocket.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

namespace qipu::test {
namespace {

constexpr int kPatienceMs = 5000;

}  // namespace

std::string bytes_of(const RawFrame& frame) {
  std::string bytes;
  bytes += static_cast<char>((frame.fin ? 0x80 : 0) | frame.reserved << 4 | frame.opcode);
  const char mask_bit = frame.masked ? '\x80' : '\0';
  const std::size_t size = frame.payload.size();
  if (size < 126) {
    bytes += static_cast<char>(mask_bit | static_cast<char>(size));
  } else {
    const int width = size < 65536 ? 2 : 8;
    bytes += static_cast<char>(mask_bit | (width == 2 ? 126 : 127));
    for (int i = width - 1; i >= 0; --i) bytes += static_cast<char>(size >> (8 * i));
  }
  if (!frame.masked) return bytes + frame.payload;
  constexpr std::uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
  bytes.append(reinterpret_cast<const char*>(mask), 4);
  const std::size_t begin = bytes.size();
  bytes += frame.payload;
  for (std::size_t i = 0; i < size; ++i) bytes[begin + i] = static_cast<char>(bytes[begin + i] ^ mask[i % 4]);
  return bytes;
}

std::string close_payload(std::uint16_t code, std::string_view reason) {
  return std::string{static_cast<char>(code >> 8), static_cast<char>(code)} + std::string(reason);
}

RawWebSocket::RawWebSocket(std::uint16_t port) {
  socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) ended_ = true;
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

RawWebSocket::~RawWebSocket() { ::close(socket_); }

bool RawWebSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool RawWebSocket::send_chopped(std::string_view bytes, std::size_t size) {
  for (std::size_t i = 0; i < bytes.size(); i += size)
    if (!send(bytes.substr(i, size))) return false;
  return true;
}

bool RawWebSocket::fill(std::size_t size) {
  while (buffer_.size() < size && !ended_) {
    pollfd ready{socket_, POLLIN, 0};
    if (::poll(&ready, 1, kPatienceMs) <= 0) return false;
    char chunk[65536];
    const ssize_t got = ::recv(socket_, chunk, sizeof chunk, 0);
    if (got <= 0) {
      ended_ = true;
    } else {
      buffer_.append(chunk, static_cast<std::size_t>(got));
    }
  }
  return buffer_.size() >= size;
}

std::string RawWebSocket::handshake(std::string_view request) {
  send(request);
  std::size_t end;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
    if (!fill(buffer_.size() + 1)) return buffer_;
  std::string head = buffer_.substr(0, end + 4);
  buffer_.erase(0, end + 4);
  return head;
}

bool RawWebSocket::open() {
  return handshake(
             "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
      .starts_with("HTTP/1.1 101 ");
}

std::optional<ReceivedFrame> RawWebSocket::receive() {
  if (!fill(2)) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(buffer_[i]); };
  ReceivedFrame frame;
  frame.fin = byte(0) & 0x80;
  frame.reserved = byte(0) >> 4 & 7;
  frame.opcode = byte(0) & 15;
  frame.masked = byte(1) & 0x80;
  std::size_t size = byte(1) & 0x7f, head = 2;
  if (size >= 126) {
    const std::size_t width = size == 126 ? 2 : 8;
    if (!fill(2 + width)) return std::nullopt;
    size = 0;
    for (std::size_t i = 0; i < width; ++i) size = size << 8 | byte(2 + i);
    head += width;
  }
  if (!fill(head + size)) return std::nullopt;
  frame.payload = buffer_.substr(head, size);
  buffer_.erase(0, head + size);
  return frame;
}

bool RawWebSocket::closed_by_server() {
  while (fill(buffer_.size() + 1)) buffer_.clear();
  return ended_;
}

}  // namespace qipu::test
