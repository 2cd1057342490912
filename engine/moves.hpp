// All legal moves of one side: counted, or as pieces with their targets. Inside the engine only.
#pragma once

#include <cstdint>

#include "engine/board.hpp"
#include "engine/legality.hpp"
#include "engine/move.hpp"
#include "engine/reach.hpp"

namespace qipu {

/// Calls wide(id, SquareSet) for every piece that crosses the river and home(id, bits of the own half) for
/// the others, the general aside: where they go, own pieces and checks not looked at.
template <class Wide, class Home>
inline void each_reach(const Board& board, SquareSet occupied, Side us, Wide wide, Home home) {
  const int first = piece_id::first(us);
  const std::uint64_t occupied_half = reach::half(occupied, us);
  int id = first + piece_id::advisors;
  for (; id < first + piece_id::elephants; ++id) home(id, reach::advisor(board.where(id)));
  for (; id < first + piece_id::horses; ++id) home(id, reach::elephant(occupied_half, board.where(id)));
  for (; id < first + piece_id::rooks; ++id) wide(id, reach::horse(board, occupied, board.where(id)));
  for (; id < first + piece_id::cannons; ++id)
    wide(id, reach::rook(board, occupied, reach::point(board.where(id))));
  for (; id < first + piece_id::pawns; ++id)
    wide(id, reach::cannon(board, occupied, reach::point(board.where(id))));
  for (; id < first + piece_id::end; ++id) wide(id, reach::pawn(us, board.where(id)));
}

/// The general's legal steps, bits of its half.
inline std::uint64_t king_steps(const Board& board, Side us, const Restraints& restraints) {
  return reach::king(board.where(piece_id::first(us))) & ~reach::half(board.of(us), us) &
         ~restraints.danger();
}

/// The number of legal moves.
inline int count_moves(const Board& board) {
  const Side us = board.to_move;
  const SquareSet occupied = board.occupied();
  const Restraints restraints(board, occupied, us);
  const SquareSet allowed = restraints.allowed();
  const std::uint64_t allowed_half = reach::half(allowed, us);
  int n = std::popcount(king_steps(board, us, restraints));
  each_reach(
      board, occupied, us, [&](int, SquareSet set) { n += (set & allowed).size(); },
      [&](int, std::uint64_t half) { n += std::popcount(half & allowed_half); });
  for (const auto& bound : restraints) {
    const SquareSet set = reach::of(board, occupied, bound.id());
    n += (set & bound.allowed()).size() - (set & allowed).size();
  }
  return n;
}

/// Calls visit(from, SquareSet) with the legal targets within `among` of every piece.
template <class Visit>
inline void each_legal(const Board& board, SquareSet among, Visit visit) {
  const Side us = board.to_move;
  const SquareSet occupied = board.occupied();
  const Restraints restraints(board, occupied, us);
  const auto wide = [&](int id, SquareSet set) {
    visit(board.where(id), set & among & restraints.allowed(id));
  };
  visit(board.where(piece_id::first(us)), reach::whole(king_steps(board, us, restraints), us) & among);
  each_reach(board, occupied, us, wide,
             [&](int id, std::uint64_t half) { wide(id, reach::whole(half, us)); });
}

inline MoveList list_moves(const Board& board, SquareSet among) {
  MoveList list;
  each_legal(board, among, [&](int from, SquareSet targets) { list.push_all(Square::at(from), targets); });
  return list;
}

}  // namespace qipu
