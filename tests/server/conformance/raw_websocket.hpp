// A WebSocket client that is allowed to do everything wrong: raw frames over a loopback socket.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qipu::test {

/// One frame as it is to stand on the wire.
struct RawFrame {
  std::uint8_t opcode = 1;
  std::string payload;
  bool fin = true;
  std::uint8_t reserved = 0;  ///< RSV1–3 as the bits 4, 2, 1
  bool masked = true;
};

struct ReceivedFrame {
  std::uint8_t opcode = 0;
  bool fin = true;
  std::uint8_t reserved = 0;
  bool masked = false;
  std::string payload;
};

std::string bytes_of(const RawFrame& frame);
std::string close_payload(std::uint16_t code, std::string_view reason = {});

class RawWebSocket {
 public:
  explicit RawWebSocket(std::uint16_t port);
  ~RawWebSocket();
  RawWebSocket(const RawWebSocket&) = delete;
  RawWebSocket& operator=(const RawWebSocket&) = delete;

  /// Sends any bytes; false when the server has closed.
  bool send(std::string_view bytes);
  /// The same in pieces of `size` bytes.
  bool send_chopped(std::string_view bytes, std::size_t size);
  /// Sends a handshake with these extra or replaced header lines; returns the answer's head.
  std::string handshake(std::string_view request);
  /// The usual handshake; true when the server agreed.
  bool open();
  /// The next frame within five seconds; nothing when the server closed the connection or stays silent.
  std::optional<ReceivedFrame> receive();
  /// Whether the server has closed the TCP connection, waiting up to five seconds.
  bool closed_by_server();

 private:
  bool fill(std::size_t size);
  int socket_ = -1;
  std::string buffer_;
  bool ended_ = false;
};

}  // namespace qipu::test
