// The sparse graph of pairs that the engine solves over, and the packing of eleven cost fields into one
// 128-bit number.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "recorder/tournament/matching.hpp"
#include "recorder/tournament/swiss_cost.hpp"

namespace qipu::tournament {

/// An edge between ranks; `b` equal to the number of players is the bye.
struct GraphEdge {
  int a = 0, b = 0;
  Fields fields{};
};

class SwissGraph {
 public:
  SwissGraph(const SwissCost& cost, int width);
  /// Adds one edge unless it is there or not allowed.
  void add(int a, int b);
  const std::vector<GraphEdge>& edges() const { return edges_; }
  int nodes() const { return cost_.size() + (cost_.odd() ? 1 : 0); }
  bool full() const { return full_; }

 private:
  void own_group(int i, int width);
  void downwards(int i, int width);

  const SwissCost& cost_;
  bool full_ = false;
  std::vector<GraphEdge> edges_;
  std::unordered_set<std::uint64_t> seen_;
};

/// Widths of the fields: for each an upper bound on any matching's sum, in bits.
class Packing {
 public:
  Packing(const SwissCost& cost, const std::vector<GraphEdge>& edges, int nodes);
  Int128 pack(const Fields& fields) const;
  /// Whether something had to be coarsened to fit (fold first, then tie).
  bool coarse() const { return fold_shift_ > 0 || tie_shift_ > 0; }
  /// False where the points lie so far apart that the sums have no room: the result would be wrong.
  bool fits() const { return fits_; }

 private:
  std::array<int, cost_fields> shift_{};
  int fold_shift_ = 0, tie_shift_ = 0;
  bool fits_ = true;
};

}  // namespace qipu::tournament
