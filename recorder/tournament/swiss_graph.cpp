#include "recorder/tournament/swiss_graph.hpp"

#include <algorithm>
#include <bit>

namespace qipu::tournament {

SwissGraph::SwissGraph(const SwissCost& cost, int width) : cost_(cost) {
  const int n = cost.size();
  full_ = width >= n;
  edges_.reserve(static_cast<std::size_t>(full_ ? n * (n + 1) / 2 : n * width));
  if (full_) {
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const PairCost pair = cost.pair(i, j);
        if (pair.allowed) edges_.push_back({i, j, pair.fields});
      }
  } else {
    seen_.reserve(static_cast<std::size_t>(n * width));
    for (int i = 0; i < n; ++i) {
      own_group(i, width);
      downwards(i, width);
    }
  }
  if (cost.odd()) {
    const int most = full_ ? n : std::max(2 * width, 16);
    for (int i = n - 1, taken = 0; i >= 0 && taken < most; --i) {
      const PairCost bye = cost.bye(i);
      if (!bye.allowed) continue;
      edges_.push_back({i, n, bye.fields});
      ++taken;
    }
  }
  std::ranges::sort(edges_, {}, [](const GraphEdge& e) { return std::pair(e.a, e.b); });
}

void SwissGraph::add(int a, int b) {
  if (a > b) std::swap(a, b);
  if (!seen_.insert((static_cast<std::uint64_t>(a) << 32) | static_cast<std::uint64_t>(b)).second) return;
  const PairCost pair = cost_.pair(a, b);
  if (pair.allowed) edges_.push_back({a, b, pair.fields});
}

/// Outwards from the fold partner, both sides, nearest first: opponents whose colour need fits, and a few
/// others.
void SwissGraph::own_group(int i, int width) {
  const Seat& seat = cost_.seats()[static_cast<std::size_t>(i)];
  const int size = seat.group_end - seat.group_begin, half = size / 2;
  const int position = i - seat.group_begin;
  const int target = seat.group_begin + (position < half ? position + half : position - half);
  int fitting = width / 2, other = width / 4;
  const auto take = [&](int j) {
    if (j < seat.group_begin || j >= seat.group_end || j == i) return;
    const bool fits = cost_.due(i) * cost_.due(j) <= 0;
    int& room = fits ? fitting : other;
    if (room <= 0) return;
    const std::size_t before = edges_.size();
    const std::uint64_t key =
        (static_cast<std::uint64_t>(std::min(i, j)) << 32) | static_cast<std::uint64_t>(std::max(i, j));
    const bool there = seen_.contains(key);
    if (!there) add(i, j);
    if (there || edges_.size() > before) --room;
  };
  take(target);
  for (int step = 1; step <= 4 * width && (fitting > 0 || other > 0); ++step) {
    take(target + step);
    take(target - step);
    if (target + step >= seat.group_end && target - step < seat.group_begin) break;
  }
}

/// The end of a group looks down: across the boundary in rank order, and a little into the two groups after
/// that.
void SwissGraph::downwards(int i, int width) {
  const auto& seats = cost_.seats();
  const int n = cost_.size();
  const int boundary = seats[static_cast<std::size_t>(i)].group_end;
  if (i < boundary - width || boundary >= n) return;
  int taken = 0, j = boundary;
  for (; j < n && taken < width / 2; ++j) {
    const std::size_t before = edges_.size();
    add(i, j);
    if (edges_.size() > before) ++taken;
  }
  for (int groups = 0; groups < 2 && j < n; ++groups) {
    const int start = j == boundary || seats[static_cast<std::size_t>(j)].group_begin == j
                          ? j
                          : seats[static_cast<std::size_t>(j)].group_end;
    if (start >= n) return;
    const int end = seats[static_cast<std::size_t>(start)].group_end;
    for (int k = start; k < end && k < start + width / 4; ++k) add(i, k);
    j = end;
  }
}

Packing::Packing(const SwissCost& cost, const std::vector<GraphEdge>& edges, int nodes) {
  std::vector<Fields> most(static_cast<std::size_t>(nodes));
  Fields largest{};
  for (const auto& edge : edges)
    for (int f = 0; f < cost_fields; ++f) {
      auto& a = most[static_cast<std::size_t>(edge.a)][static_cast<std::size_t>(f)];
      auto& b = most[static_cast<std::size_t>(edge.b)][static_cast<std::size_t>(f)];
      const auto value = edge.fields[static_cast<std::size_t>(f)];
      a = std::max(a, value);
      b = std::max(b, value);
      largest[static_cast<std::size_t>(f)] = std::max(largest[static_cast<std::size_t>(f)], value);
    }
  // A pair that is left out must fit as well, for the pricing: at least as wide as the largest single value
  // that can be.
  const auto& seats = cost.seats();
  Fields possible{2, 2, 0, 0, 0, 0, 2, 2, 6, 1023, 65535};
  cost.gap_fields(seats.front().points, seats.back().points, 0, possible);
  if (!cost.relaxed().surplus_three) possible[0] = 0;
  if (!cost.relaxed().three_running) possible[1] = 0;
  std::array<std::int64_t, cost_fields> bound{};
  for (const auto& node : most)
    for (std::size_t f = 0; f < cost_fields; ++f) bound[f] += node[f];
  for (std::size_t f = 0; f < cost_fields; ++f) {
    bound[f] = std::max<std::int64_t>((bound[f] + 1) / 2, possible[f]);
    if (static_cast<CostField>(f) == CostField::bye_score) bound[f] = largest[f];
  }
  const int budget = 127 - 3 - std::bit_width(static_cast<unsigned>(nodes));
  const auto total = [&] {
    int bits = 0;
    for (int f = cost_fields; f-- > 0;) {
      shift_[static_cast<std::size_t>(f)] = bits;
      std::int64_t value = bound[static_cast<std::size_t>(f)];
      if (static_cast<CostField>(f) == CostField::fold) value >>= fold_shift_;
      if (static_cast<CostField>(f) == CostField::tie) value >>= tie_shift_;
      bits += static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
    }
    return bits;
  };
  while (total() > budget && fold_shift_ < 8) ++fold_shift_;
  while (total() > budget && tie_shift_ < 16) ++tie_shift_;
  fits_ = total() <= budget;
}

Int128 Packing::pack(const Fields& fields) const {
  Int128 sum = 0;
  for (int f = 0; f < cost_fields; ++f) {
    std::int64_t value = fields[static_cast<std::size_t>(f)];
    if (static_cast<CostField>(f) == CostField::fold) value >>= fold_shift_;
    if (static_cast<CostField>(f) == CostField::tie) value >>= tie_shift_;
    sum += static_cast<Int128>(value) << shift_[static_cast<std::size_t>(f)];
  }
  return sum;
}

}  // namespace qipu::tournament
