// WebSocket frames of a server, encoded once for all who get them (RFC 6455 §5.2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/net/http.hpp"

namespace qipu::net {

enum class Opcode : std::uint8_t { text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

/// One final, unmasked frame.
std::string encode_frame(Opcode opcode, std::string_view payload);
/// A text frame, ready to be shared.
inline Bytes text_frame(std::string_view payload) { return bytes(encode_frame(Opcode::text, payload)); }
/// A close frame; the reason is cut to what fits a control frame, at a character's end.
std::string encode_close(std::uint16_t code, std::string_view reason);

}  // namespace qipu::net
