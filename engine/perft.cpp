// perft: the tree of legal moves counted.
#include "engine/moves.hpp"
#include "engine/position.hpp"

namespace qipu {
namespace {

template <class Tree>
[[gnu::always_inline]] inline std::uint64_t count_tree(Board& board, int depth, Tree tree) {
  if (depth == 1) return static_cast<std::uint64_t>(count_moves(board));
  std::uint64_t nodes = 0;
  for (Move move : list_moves(board, SquareSet::all())) {
    const auto undo = make(board, move);
    nodes += tree(board, depth - 1);
    unmake(board, move, undo);
  }
  return nodes;
}

#if defined(__x86_64__) && !defined(__POPCNT__)
// Counting lives on population counts, which processors have and the plain instruction set has not.
[[gnu::target("popcnt,bmi,bmi2,lzcnt"), gnu::flatten]] std::uint64_t count_with_popcnt(Board& board,
                                                                                       int depth) {
  return count_tree(board, depth, count_with_popcnt);
}
#endif

[[gnu::flatten]] std::uint64_t count(Board& board, int depth) { return count_tree(board, depth, count); }

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  Board board = position.board();
#if defined(__x86_64__) && !defined(__POPCNT__)
  if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2"))
    return count_with_popcnt(board, depth);
#endif
  return count(board, depth);
}

}  // namespace qipu
