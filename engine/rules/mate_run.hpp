// Mate by a run of checks (杀): every move of the attacker gives check, every reply is tried. Quiet moves are
// no kill (停着).
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/rules/field.hpp"

namespace qipu::rules {

class MateSearch {
 public:
  /// `nodes`: allowance of one question.
  MateSearch(Meter& meter, int nodes) : meter_(meter), nodes_(nodes) {}

  /// The number of checks in which the side to move mates, up to `most`; 0 when it does not or the nodes ran
  /// out.
  int mate_in(const Position& position, int most);
  bool mate_in_one(const Position& position) { return mate_in(position, 1) == 1; }
  /// First moves that mate in exactly `checks` checks at most.
  std::vector<Move> first_moves(const Position& position, int checks);

 private:
  bool attack(Position& position, int checks);
  bool every_reply_loses(Position& position, int checks);

  Meter& meter_;
  int nodes_;
  bool horizon_ = false;  ///< the last search was cut off by its number of checks
  std::unordered_map<std::uint64_t, std::uint16_t>
      table_;  ///< bit 2(n-1): n checks mate, the next bit: they do not
};

}  // namespace qipu::rules
