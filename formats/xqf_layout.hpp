// The bytes of XQF (象棋演播室, XQStudio): header fields, keys and piece slots, shared by its reader and its
// writer. Source: the author's published description of 1.0 and measurements on files of all versions.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/piece.hpp"
#include "engine/square.hpp"

namespace qipu::formats::xqf {

inline constexpr std::size_t header_size = 1024;
/// Offsets of single bytes.
enum : std::size_t {
  at_version = 0x02,
  at_key_mask = 0x03,
  at_key_or = 0x08,
  at_keys_sum = 0x0c,
  at_key_xy = 0x0d,
  at_key_from = 0x0e,
  at_key_to = 0x0f,
  at_pieces = 0x10,
  at_side = 0x32,
  at_result = 0x33,
  at_type = 0x40
};

/// A Pascal string: a length byte, then at most `capacity` bytes.
struct Field {
  std::string_view name;  ///< the header's name in a record
  std::size_t offset;
  std::size_t capacity;
};
inline constexpr std::array fields = {
    Field{"Title", 0x50, 63},        Field{"Event", 0xd0, 63},    Field{"Date", 0x110, 15},
    Field{"Site", 0x120, 15},        Field{"Red", 0x130, 15},     Field{"Black", 0x140, 15},
    Field{"TimeControl", 0x150, 63}, Field{"RedTime", 0x190, 15}, Field{"BlackTime", 0x1a0, 15},
    Field{"Annotator", 0x1d0, 15},   Field{"Author", 0x1e0, 15}};
inline constexpr std::size_t long_title_capacity =
    127;  ///< a title may run on into the reserved block after it

inline constexpr std::array<std::string_view, 4> types = {"全局", "布局", "中局", "残局"};

/// The 32 piece slots: red R N B A K A B N R C C P P P P P, then black.
constexpr Piece slot_piece(std::size_t slot) {
  constexpr std::string_view order = "RNBAKABNRCCPPPPP";
  const Piece piece = *piece_from_letter(order[slot % 16]);
  return {slot < 16 ? Side::red : Side::black, piece.kind};
}
/// The slots' points in the opening, as 10 * x + y.
inline constexpr std::array<std::uint8_t, 32> opening = {80, 70, 60, 50, 40, 30, 20, 10, 0,  72, 12,
                                                         83, 63, 43, 23, 3,  9,  19, 29, 39, 49, 59,
                                                         69, 79, 89, 17, 77, 6,  26, 46, 66, 86};

constexpr std::uint8_t point(Square s) { return static_cast<std::uint8_t>(s.file() * 10 + s.rank()); }
/// Precondition: v <= 89.
constexpr Square square(std::uint8_t v) { return Square::at(v / 10, v % 10); }

struct Keys {
  std::uint8_t pieces = 0, from = 0, to = 0;
  std::uint32_t comment = 0;              ///< subtracted from comment lengths
  std::array<std::uint8_t, 32> stream{};  ///< subtracted from the body
};

/// Keys of a header of version >= 0x0b (for 0x0a all are zero).
constexpr Keys keys(const std::uint8_t* header) {
  constexpr std::string_view mask = "[(C) Copyright Mr. Dong Shiwei.]";
  Keys k;
  if (header[at_version] < 0x0b) return k;
  const auto g = [](unsigned x) { return 54 * x * x + 221; };
  const unsigned xy = header[at_key_xy], from = header[at_key_from], to = header[at_key_to],
                 sum = header[at_keys_sum];
  k.pieces = static_cast<std::uint8_t>(g(xy) * xy);
  k.from = static_cast<std::uint8_t>(g(from) * k.pieces);
  k.to = static_cast<std::uint8_t>(g(to) * k.from);
  k.comment = (sum * 256 + xy) % 32000 + 767;
  const unsigned parts[4] = {sum, xy, from, to};
  for (std::size_t i = 0; i < 32; ++i) {
    const unsigned b = (parts[i % 4] & header[at_key_mask]) | header[at_key_or + i % 4];
    k.stream[i] = static_cast<std::uint8_t>(b & static_cast<unsigned char>(mask[i]));
  }
  return k;
}

}  // namespace qipu::formats::xqf
