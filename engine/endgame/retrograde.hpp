// Retrograde analysis, a set at a time: which positions one side wins, and in how many plies. From the
// positions lost for the side to move the predecessors are won; a position whose every move leads to a won
// one is lost.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <vector>

#include "engine/endgame/captures.hpp"
#include "engine/endgame/executor.hpp"

namespace qipu::endgame {

/// The codes of one side to move while they are found, in the order of the slots.
struct Raw {
  std::vector<std::uint8_t> codes;
  std::vector<Value> meaning;
};

/// What is known of a class before the passes: legal places and captures, in as many parts as tasks may run.
struct Ground {
  struct Part {
    std::uint32_t first_pair, last_pair;  // half open
    std::vector<Capture> captures;
  };
  const Slots* slots;
  std::array<std::vector<PointSet>, 2> legal;  // by side to move, then slot
  std::vector<Part> parts;

  static Ground of(const Slots& slots, const Captures& captures, Executor& executor);
};

/// One pass: all positions that `winner` wins, counted as `metric` says.
class Pass {
 public:
  Pass(const Ground& ground, Metric metric, Side winner, Executor& executor, std::array<Raw, 2>& raw);

  /// False when there are more different distances than a byte tells apart.
  bool run();
  std::uint16_t longest() const { return longest_; }

 private:
  struct Event {
    std::uint32_t slot;
    PointSet places;
  };
  struct Work {  // what one task owns
    std::vector<std::vector<Event>> wins,
        releases;                 // by ply: captures that win; captures found to be no way out
    std::vector<PointSet> found;  // wins of one pair while they are gathered
    std::vector<PairMove> moves;
    bool won = false, lost = false;
  };
  void prepare(std::size_t part);
  void prepare_loser(Work& work, const Capture* begin, const Capture* end);
  void lose(std::size_t part, int ply);
  PointSet without_way_out(std::uint32_t pair, std::uint32_t outer, PointSet places, PointSet occupied,
                           const std::vector<PairMove>& moves) const;
  void win(std::size_t part, int ply);
  bool gather(Work& work, std::uint32_t pair, PointSet homes);
  void write(Side to_move, std::size_t slot, PointSet places);
  bool captures_count_plies() const { return metric_ == Metric::mate; }
  bool still_decided(const Capture& c) const {
    return !limit_rounds(metric_) || (c.forceable >> static_cast<int>(metric_) & 1);
  }

  const Ground& ground_;
  const Slots& slots_;
  Metric metric_;
  Side winner_, loser_;
  Executor& executor_;
  std::array<Raw, 2>& raw_;
  std::vector<PointSet> shut_;  // winner to move: no refuge for the loser (illegal, or won already)
  std::vector<PointSet> open_;  // loser to move: neither lost nor with a capture that may save it
  std::vector<PointSet> lost_now_, lost_before_;
  std::vector<std::uint8_t> pair_lost_now_, pair_lost_before_, pair_won_now_,
      pair_won_before_;  // something new in it
  std::vector<Work> work_;
  std::uint16_t longest_ = 0;
};

}  // namespace qipu::endgame
