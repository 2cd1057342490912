// What every Swiss round gave every entrant, read once from the rounds: the ground of standings and pairing.
#pragma once

#include <cstdint>
#include <vector>

#include "recorder/tournament/pairing.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

/// One entrant in one round.
struct RoundScore {
  PlayedRound::Kind kind = PlayedRound::Kind::absent;
  Side side = Side::red;
  bool won = false;  ///< as 胜局 counts it: byes by the regulation
  std::int16_t points = 0;
  EntrantNo opponent;
};

/// Rows by entrant number − 1, columns by round − 1.
class ScoreTable {
 public:
  ScoreTable(const Regulation& regulation, const Section& section, int rounds);
  int rounds() const { return rounds_; }
  const RoundScore& at(EntrantNo entrant, int round) const { return cells_[index(entrant, round)]; }

 private:
  std::size_t index(EntrantNo entrant, int round) const {
    return static_cast<std::size_t>(entrant.value - 1) * static_cast<std::size_t>(rounds_) +
           static_cast<std::size_t>(round - 1);
  }
  int rounds_;
  std::vector<RoundScore> cells_;
};

}  // namespace qipu::tournament
