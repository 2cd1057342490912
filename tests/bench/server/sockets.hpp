// Sockets on the loopback interface for the load client and the floor server: blocking dials, WebSocket
// frames.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace qipu::bench {

/// A connected TCP socket to 127.0.0.1:port with TCP_NODELAY; ends the program with a message when it cannot.
int dial(std::uint16_t port);
/// Dials and upgrades to a WebSocket; the socket is non-blocking afterwards.
int dial_websocket(std::uint16_t port, std::string_view path, std::string_view sub_protocol);
/// A masked text frame.
std::string client_frame(std::string_view text);
/// An unmasked text frame.
std::string server_frame(std::string_view text);
/// Sends all, waiting when the socket is full.
void send_all(int socket, std::string_view bytes);
/// A port that is free now.
std::uint16_t free_port();

/// Cuts a stream of unmasked frames: feed bytes, then take frames.
class FrameReader {
 public:
  void feed(const char* bytes, std::size_t size) { buffer_.append(bytes, size); }
  /// The payload of the next whole frame, valid until the next call; false when there is none.
  bool next(std::string_view& payload, int& opcode);

 private:
  std::string buffer_;
  std::size_t begin_ = 0;
};

}  // namespace qipu::bench
