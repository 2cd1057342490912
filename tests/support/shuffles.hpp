// Random cycles of four plies: each side moves a piece and takes it back. Any position makes some; many
// attack something.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "engine/game.hpp"

namespace qipu::support {

inline Move back(Move move) { return {move.to, move.from}; }

inline std::vector<Move> quiet_moves(const Position& position) {
  std::vector<Move> list;
  for (Move move : position.legal_moves())
    if (!position.at(move.to)) list.push_back(move);
  return list;
}

/// Four moves after which the position stands again; nothing when a random try finds none.
inline std::optional<std::vector<Move>> shuffle(const Position& start, std::mt19937& random) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    const auto first = quiet_moves(start);
    if (first.empty()) return std::nullopt;
    const Move a = first[random() % first.size()];
    const Position after_a = start.after(a);
    const auto second = quiet_moves(after_a);
    if (second.empty()) continue;
    const Move b = second[random() % second.size()];
    const Position after_b = after_a.after(b);
    if (!after_b.is_legal(back(a)) || !after_b.after(back(a)).is_legal(back(b))) continue;
    return std::vector<Move>{a, b, back(a), back(b)};
  }
  return std::nullopt;
}

/// A position after so many random moves, captures preferred now and then so that endings come up too.
inline Position wander(Position position, int plies, std::mt19937& random) {
  for (int k = 0; k < plies; ++k) {
    const MoveList moves = position.legal_moves(), captures = position.legal_captures();
    if (moves.empty()) break;
    const MoveList& from = !captures.empty() && random() % 3 == 0 ? captures : moves;
    position = position.after(from[random() % from.size()]);
  }
  return position;
}

}  // namespace qipu::support
