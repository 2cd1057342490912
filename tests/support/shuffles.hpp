// Random cycles: each side moves a piece, or two, and takes them back. Any position makes some; many attack
// something.
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

/// Eight moves after which the position stands again: each side makes two quiet moves and takes them back, in
/// either order. Nothing when random tries find none.
inline std::optional<std::vector<Move>> tour(const Position& start, std::mt19937& random) {
  for (int attempt = 0; attempt < 40; ++attempt) {
    std::vector<Move> moves;
    Position position = start;
    while (moves.size() < 4) {
      const auto quiet = quiet_moves(position);
      if (quiet.empty()) break;
      moves.push_back(quiet[random() % quiet.size()]);
      position = position.after(moves.back());
    }
    if (moves.size() < 4) continue;
    const std::size_t red_first = 2 * (random() % 2), black_first = 2 * (random() % 2);
    for (std::size_t next : {red_first, 1 + black_first, 2 - red_first, 3 - black_first}) {
      const Move move = back(moves[next]);
      if (!position.at(move.from) || position.at(move.to) || !position.is_legal(move)) break;
      moves.push_back(move);
      position = position.after(move);
    }
    if (moves.size() == 8 && position.key() == start.key()) return moves;
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
