// Where pieces go: sets of points by piece, checks and own pieces not looked at (rule:M2). Inside the engine
// only.
#pragma once

#include <cstdint>

#include "engine/board.hpp"
#include "engine/tables.hpp"

namespace qipu::reach {

inline const Point& point(int i) { return tables.point[static_cast<std::size_t>(i)]; }

/// The occupied places of the rank of a point.
inline unsigned rank_line(SquareSet occupied, const Point& p) {
  return static_cast<unsigned>((p.half ? occupied.north() : occupied.south()) >> p.rank_shift) & 511;
}
inline unsigned file_line(const Board& board, const Point& p) { return board.files[p.file]; }

/// Places of the rank and of the file of a point, as points.
inline SquareSet points_of(const Point& p, unsigned on_rank, unsigned on_file) {
  const auto column = [&](unsigned five) { return tables.file_points[five] << p.file; };
  return SquareSet::of((on_rank & 511) * p.rank_south | column(on_file & 31),
                       (on_rank & 511) * p.rank_north | column(on_file >> 5));
}

inline Reach along_rank(const Point& p, unsigned line) { return tables.line[p.file][line]; }
inline Reach along_file(const Point& p, unsigned line) { return tables.line[p.rank][line]; }

inline SquareSet rook(const Board& board, SquareSet occupied, const Point& p) {
  return points_of(p, along_rank(p, rank_line(occupied, p)).rook, along_file(p, file_line(board, p)).rook);
}

inline SquareSet cannon(const Board& board, SquareSet occupied, const Point& p) {
  return points_of(p, along_rank(p, rank_line(occupied, p)).cannon,
                   along_file(p, file_line(board, p)).cannon);
}

inline SquareSet horse(int from, unsigned rank_line, unsigned file_line) {
  const Point& p = point(from);
  const unsigned beside = (rank_line << 1 >> p.file) & 5, ahead = (file_line << 1 >> p.rank) & 5;
  return tables.horse[static_cast<std::size_t>(from)][beside | ahead << 1];
}
inline SquareSet horse(const Board& board, SquareSet occupied, int from) {
  const Point& p = point(from);
  return horse(from, rank_line(occupied, p), file_line(board, p));
}

inline SquareSet pawn(Side side, int from) {
  return tables.pawn[static_cast<std::size_t>(side)][static_cast<std::size_t>(from)];
}

/// What a soldier reaches of the other side's half, as bits of it.
inline std::uint64_t pawn_beyond(Side side, int from) {
  return tables.pawn_beyond[static_cast<std::size_t>(side)][static_cast<std::size_t>(from)];
}

// What never crosses the river goes by the bits of its half.

inline std::uint64_t half(SquareSet set, Side side) { return side == Side::red ? set.south() : set.north(); }
inline SquareSet whole(std::uint64_t half, Side side) {
  return side == Side::red ? SquareSet::of(half, 0) : SquareSet::of(0, half);
}

inline std::uint64_t king(int from) { return tables.king[static_cast<std::size_t>(from)]; }
inline std::uint64_t advisor(int from) { return tables.advisor[static_cast<std::size_t>(from)]; }

inline std::uint64_t elephant(std::uint64_t occupied_half, int from) {
  const unsigned i = point(from).half_index;
  // The eyes are ten and eight places before and behind: bits 0, 2, 18 and 20.
  const std::uint64_t eyes = occupied_half << 10 >> i;
  return tables.elephant[i][(eyes & 5) | (eyes >> 17 & 10)];
}

/// Where the piece `id` goes from where it stands; empty for a captured one.
inline SquareSet of(const Board& board, SquareSet occupied, int id) {
  const int from = board.where(id);
  const Side side = piece_id::side(id);
  switch (static_cast<PieceKind>((piece_id::codes[static_cast<std::size_t>(id)] - 1) % 7)) {
    case PieceKind::king:
      return whole(king(from), side);
    case PieceKind::advisor:
      return whole(advisor(from), side);
    case PieceKind::elephant:
      return whole(elephant(half(occupied, side), from), side);
    case PieceKind::horse:
      return horse(board, occupied, from);
    case PieceKind::rook:
      return rook(board, occupied, point(from));
    case PieceKind::cannon:
      return cannon(board, occupied, point(from));
    case PieceKind::pawn:
      return pawn(side, from);
  }
  return {};
}

}  // namespace qipu::reach
