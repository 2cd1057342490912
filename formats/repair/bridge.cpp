// Moves between two known positions: depth first, cut where more pieces are out of place than moves are left.
#include <algorithm>
#include <array>

#include "formats/repair/repair.hpp"

namespace qipu::repair {
namespace {

// Pieces of each side that stand where the wanted position does not have them.
std::array<int, 2> out_of_place(const Position& position, const Position& wanted) {
  std::array<int, 2> count{};
  for (const Side side : {Side::red, Side::black})
    for (const Square s : wanted.pieces(side))
      count[static_cast<std::size_t>(side)] += position.at(s) != wanted.at(s);
  return count;
}

struct Bridge {
  const Position& wanted;
  std::size_t limit;
  std::vector<std::vector<Move>> ways;
  std::vector<Move> line;

  // Depth is at most five, so this recursion is bounded by the code, not by data.
  void go(const Position& position, int left) {
    if (left == 0) {
      if (position == wanted) ways.push_back(line);
      return;
    }
    const auto missing = out_of_place(position, wanted);
    const auto mine = static_cast<std::size_t>(position.to_move());
    if (missing[mine] > (left + 1) / 2 || missing[1 - mine] > left / 2) return;
    for (const Move move : position.legal_moves()) {
      line.push_back(move);
      go(position.after(move), left - 1);
      line.pop_back();
      if (ways.size() >= limit) return;
    }
  }
};

}  // namespace

std::vector<std::vector<Move>> bridge(const Position& from, const Position& to, int plies,
                                      std::size_t limit) {
  if (plies < 0 || plies > 5) return {};
  Bridge bridge{to, limit, {}, {}};
  bridge.go(from, plies);
  return std::move(bridge.ways);
}

}  // namespace qipu::repair
