// How often somebody left something hanging and nobody took it: a game in which that goes on for long is less
// likely.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/position.hpp"

namespace qipu::repair {

class Plausibility {
 public:
  /// Sum over the plies from `from_ply` (0-based) of the most that one capture would win, where it was not
  /// made.
  double loss(Position start, const std::vector<Move>& moves, int from_ply);

 private:
  double hanging(const Position& position, Move next);
  // Rival lines meet again: most of their plies are the same.
  std::unordered_map<std::uint64_t, double> known_;
};

}  // namespace qipu::repair
