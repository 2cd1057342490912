// Maximum-weight perfect matching with its dual values, behind a plain interface: the only place that knows
// the solver (LEMON). C++17 on purpose: the solver's headers do not compile in later standards.
#pragma once

#include <utility>
#include <vector>

namespace qipu::tournament {

__extension__ typedef __int128 Int128;

struct MatchingEdge {
  int a = 0, b = 0;
  Int128 cost = 0;
};

/// A set of nodes of odd size with its dual value.
struct Blossom {
  Int128 value = 0;
  std::vector<int> nodes;
};

struct Matching {
  bool perfect = false;
  std::vector<int> mate;
  /// Duals of the problem with costs times 4: no pair with 4·cost + y[a] + y[b] + (blossoms with both) < 0 is
  /// among the edges.
  std::vector<Int128> dual;
  std::vector<Blossom> blossoms;
};

/// Minimum-cost perfect matching of `nodes` nodes over `edges`.
Matching minimum_cost_matching(int nodes, const std::vector<MatchingEdge>& edges);

/// Whether there is any perfect matching over these pairs: much quicker than the cheapest one.
bool has_perfect_matching(int nodes, const std::vector<std::pair<int, int>>& pairs);

}  // namespace qipu::tournament
