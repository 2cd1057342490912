// What is known of the empty grid: where pieces go from every point, and what a line of pieces leaves open.
// About 100 KB, built once when the program starts (a million instructions) and before anything else of it
// runs; nothing is shipped.
#pragma once

#include <array>
#include <cstdint>

#include "engine/piece.hpp"
#include "engine/square.hpp"

namespace qipu {

/// A captured piece stands on the dead point: no table has a target for it, so that no loop asks whether it
/// lives.
inline constexpr std::uint8_t dead_point = 90;

/// A point with the shifts and masks of its lines. Lines are read as bits: a file from rank 0, a rank from
/// file a.
struct alignas(64) Point {
  SquareSet bit;
  std::uint64_t rank_south,
      rank_north;                 ///< what moves nine bits of a rank to their half; 0 for the other half
  std::uint16_t file_bit;         ///< the point as a bit of its file
  std::uint8_t file, rank;        ///< 10 and 10 for the dead point
  std::uint8_t half, rank_shift;  ///< where the point's rank lies: 0 south or 1 north, and the shift in it
  std::uint8_t half_index;        ///< 0–44; 45 for the dead point
  std::uint8_t palace;            ///< 0–17 in a palace, otherwise 18
  std::array<std::uint8_t, 2>
      palace_lines;  ///< by side: 1 when its file meets that palace, 2 when its rank does
};

/// What a piece sees from a place of a line: bits of the places it can go to, whoever stands there.
struct Reach {
  std::uint16_t rook;    ///< empty places and the first piece on both sides
  std::uint16_t cannon;  ///< empty places, and the piece behind the first one
};

struct Tables {
  Tables();

  std::array<Point, 91> point{};
  /// By place and by the occupied places. A rank is read as a line of ten whose last place is empty and cut
  /// off.
  std::array<std::array<Reach, 1024>, 11> line{};
  std::array<std::array<SquareSet, 16>, 91> horse{};  ///< by blocked legs: left, down, right, up from bit 0
  std::array<std::array<std::uint64_t, 16>, 46>
      elephant{};  ///< by half index and blocked eyes (reach.hpp); bits of the half
  std::array<std::uint64_t, 91> advisor{}, king{};  ///< bits of the half
  std::array<std::array<std::uint64_t, 91>, 2>
      pawn_beyond{};  ///< by side: what it reaches of the other half, bits of it
  std::array<std::array<SquareSet, 91>, 2> pawn{};  ///< by side
  std::array<std::array<std::uint8_t, 91>, 19>
      horse_leg{};                              ///< by palace point and horse; the dead point: no attack
  /// By palace point: everything that a piece must leave or reach to change what attacks it, rank, file, and the places and
  /// legs of horses; all points for the dead point.
  std::array<SquareSet, 19> watched{};
  std::array<std::uint64_t, 32> file_points{};  ///< five bits of a file as points of file a of a half
  std::array<std::array<std::uint64_t, 91>, 15> key{};  ///< by piece code (0: none)
  std::uint64_t black_to_move = 0;
};

static_assert(sizeof(Tables) <= 104 * 1024);

extern const Tables tables;

}  // namespace qipu
