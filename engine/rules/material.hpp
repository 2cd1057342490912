// What captures are worth. Source: rules.md 2 "value": R = 2N = 2C, N = C, A = B; a crossed pawn floats:
// against a guard, a horse or a cannon it is neither gain nor loss; king and uncrossed pawn are no pieces.
#pragma once

#include "engine/piece.hpp"
#include "engine/square.hpp"

namespace qipu::rules {

constexpr bool crossed(Side side, Square square) {
  return side == Side::red ? square.rank() >= 5 : square.rank() <= 4;
}

constexpr int piece_value(PieceKind kind) {
  constexpr int values[] = {0, 40, 40, 100, 200, 100, 0};
  return values[static_cast<int>(kind)];
}

/// Whether taking the piece there takes anything (子力).
constexpr bool is_valued(Piece piece, Square square) {
  return piece_value(piece.kind) > 0 || (piece.kind == PieceKind::pawn && crossed(piece.side, square));
}

/// Won minus lost, for one side; crossed pawns are counted apart.
struct Balance {
  int pieces = 0;
  int pawns = 0;

  /// `sign` +1: the side took the piece, -1: it lost it.
  constexpr Balance with(int sign, Piece piece, Square square) const {
    if (piece.kind == PieceKind::pawn) return {pieces, pawns + (crossed(piece.side, square) ? sign : 0)};
    return {pieces + sign * piece_value(piece.kind), pawns};
  }
  /// One number: positive is a gain. A pawn floats against up to a horse or cannon.
  constexpr int score() const {
    const bool opposite = (pieces > 0 && pawns < 0) || (pieces < 0 && pawns > 0);
    if (!opposite) return pieces + 10 * pawns;
    const int size = pieces < 0 ? -pieces : pieces, floats = 100 * (pawns < 0 ? -pawns : pawns);
    return size <= floats ? 0 : pieces;
  }
};

/// Beyond any balance: a mate.
inline constexpr int mate_score = 100'000;

}  // namespace qipu::rules
