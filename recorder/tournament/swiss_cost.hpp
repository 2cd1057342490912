// What a pair costs, field by field, and which pairs may be at all: the rules of 积分编排 as numbers (fields
// in CostField's order). Works on ranks: active players sorted by points, then by their order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "recorder/tournament/pairing.hpp"

namespace qipu::tournament {

/// A player as the engine sees him. A group is a run of equal points.
struct Seat {
  EntrantNo no;
  int points = 0;
  int group = 0, group_begin = 0, group_end = 0;  ///< ranks [begin, end)
  int surplus = 0;                                ///< reds − blacks
  int last = -1;                                  ///< last colour: 0 red, 1 black, −1 none
  int run = 0;                                    ///< how often the last colour ran
  int float_last = 0, float_before = 0;           ///< of the last two rounds: +1 down (下调), −1 up
  bool had_bye = false;
  int unit = -1;
  std::vector<int> barred;           ///< ranks met, sorted
  std::vector<int> forbidden;        ///< ranks of forbidden pairs, sorted
  std::vector<std::int8_t> colours;  ///< by round: 0 red, 1 black, −1 none
};

struct Relaxed {
  bool three_running = false, surplus_three = false, forbidden = false, second_bye = false, rematch = false;
};

using Fields = std::array<std::int32_t, cost_fields>;

struct PairCost {
  bool allowed = false;
  bool upper_red = true;  ///< the better-ranked one plays red
  Fields fields{};
};

class SwissCost {
 public:
  explicit SwissCost(const PairingRequest& request);

  const std::vector<Seat>& seats() const { return seats_; }
  int size() const { return static_cast<int>(seats_.size()); }
  int groups() const { return groups_; }
  bool odd() const { return size() % 2 != 0; }
  void relax(const Relaxed& relaxed) { relaxed_ = relaxed; }
  const Relaxed& relaxed() const { return relaxed_; }

  /// Precondition: i < j (ranks).
  PairCost pair(int i, int j) const;
  PairCost bye(int i) const;
  /// Met before, or kept apart: what pair() would relax, for reports.
  bool met(int i, int j) const;
  bool kept_apart(int i, int j) const;
  /// The fields that depend on the groups alone: difference, gap_shape and top_first.
  void gap_fields(int upper_points, int lower_points, int upper_group, Fields& fields) const;
  /// +1 red is due, −1 black is due, 0 either.
  int due(int i) const;

 private:
  PairingRule rule_;
  std::vector<Seat> seats_;
  int groups_ = 0;
  int lowest_ = 0;
  Relaxed relaxed_;
};

}  // namespace qipu::tournament
