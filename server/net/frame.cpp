#include "server/net/frame.hpp"

namespace qipu::net {

std::string encode_frame(Opcode opcode, std::string_view payload) {
  std::string frame;
  frame.reserve(payload.size() + 10);
  frame += static_cast<char>(0x80 | static_cast<unsigned>(opcode));
  const std::uint64_t size = payload.size();
  if (size < 126) {
    frame += static_cast<char>(size);
  } else if (size < 0x10000) {
    frame += static_cast<char>(126);
    frame += static_cast<char>(size >> 8);
    frame += static_cast<char>(size);
  } else {
    frame += static_cast<char>(127);
    for (int shift = 56; shift >= 0; shift -= 8) frame += static_cast<char>(size >> shift);
  }
  frame.append(payload);
  return frame;
}

std::string encode_close(std::uint16_t code, std::string_view reason) {
  std::size_t length = reason.size() < 123 ? reason.size() : 123;
  while (length > 0 && length < reason.size() && (static_cast<unsigned char>(reason[length]) & 0xC0) == 0x80) --length;
  std::string payload;
  payload += static_cast<char>(code >> 8);
  payload += static_cast<char>(code);
  payload.append(reason.substr(0, length));
  return encode_frame(Opcode::close, payload);
}

}  // namespace qipu::net
