// How a position is kept: pieces with fixed numbers, the number on each point, the point of each number, the
// points of each side, and the occupied places of each file. Used by Position alone.
#pragma once

#include <array>
#include <cstdint>

#include "engine/piece.hpp"
#include "engine/square.hpp"

namespace qipu {

/// The numbers of the pieces: 0 nothing, 1–16 Red's, 17–32 Black's, in each the general, two advisors, two
/// elephants, two horses, two rooks, two cannons and five soldiers. Who of two alike has which number means
/// nothing.
namespace piece_id {
inline constexpr int count = 33;
/// The number of the side's general; the others follow at these distances.
constexpr int first(Side side) { return 1 + 16 * static_cast<int>(side); }
inline constexpr int advisors = 1, elephants = 3, horses = 5, rooks = 7, cannons = 9, pawns = 11, end = 16;

/// 1 + side * 7 + kind of every number; 0 for nothing.
inline constexpr auto codes = [] {
  constexpr std::uint8_t kinds[16] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6};
  std::array<std::uint8_t, count> table{};
  for (std::size_t i = 0; i < 32; ++i)
    table[i + 1] = static_cast<std::uint8_t>(1 + i / 16 * 7 + kinds[i % 16]);
  return table;
}();

constexpr Side side(int id) { return id <= 16 ? Side::red : Side::black; }
constexpr bool is(int id, Side side, PieceKind kind) {
  return codes[static_cast<std::size_t>(id)] == 1 + static_cast<int>(side) * 7 + static_cast<int>(kind);
}
}  // namespace piece_id

struct Board {
  std::array<SquareSet, 2> pieces{};      ///< points of each side
  std::array<std::uint16_t, 11> files{};  ///< occupied places of each file; the last is the dead point's
  std::array<std::uint8_t, 100>
      piece_at{};  ///< number on each point; the tail stays 0 (neighbours of the dead point)
  std::array<std::uint8_t, piece_id::count>
      point_of{};  ///< point of each number, dead_point when it is off the board
  Side to_move = Side::red;
  std::uint64_t key = 0;

  SquareSet& of(Side side) { return pieces[static_cast<std::size_t>(side)]; }
  SquareSet of(Side side) const { return pieces[static_cast<std::size_t>(side)]; }
  SquareSet occupied() const { return pieces[0] | pieces[1]; }
  int id_at(int point) const { return piece_at[static_cast<std::size_t>(point)]; }
  int where(int id) const { return point_of[static_cast<std::size_t>(id)]; }
};

}  // namespace qipu
