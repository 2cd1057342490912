// The rules of movement once more, as plainly as they can be written: pieces on a grid, every move made and
// tested. Tests compare the engine with it; nothing of it is shared with the engine but the words (Setup,
// Move, Piece). Source: rule:M1–M4.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "engine/move.hpp"
#include "engine/setup.hpp"

namespace qipu::plain {

using Pairs = std::set<std::pair<int, int>>;  // moves as (from, to)

class Grid {
 public:
  explicit Grid(const Setup& setup) : setup_(setup) {}

  const Setup& setup() const { return setup_; }
  std::optional<Piece> at(int file, int rank) const {
    if (file < 0 || file > 8 || rank < 0 || rank > 9) return std::nullopt;
    return setup_[Square::at(file, rank)];
  }

  /// Whether the piece on `from` moves to `to` as pieces of its kind go, its general not looked at.
  bool reaches(Square from, Square to) const {
    const auto piece = setup_[from];
    if (!piece || from == to) return false;
    const auto target = setup_[to];
    return !(target && target->side == piece->side) && goes(*piece, from, to, target.has_value());
  }

  /// Whether a piece of `by` bears on `target`: as reaches(), but whatever stands there, and the generals
  /// along a file.
  bool bears_on(Square from, Square target) const {
    const auto piece = setup_[from];
    if (!piece || from == target) return false;
    const auto there = setup_[target];
    if (piece->kind == PieceKind::king && there == Piece{opponent(piece->side), PieceKind::king} &&
        from.file() == target.file() && between(from, target) == 0)
      return true;
    return goes(*piece, from, target, true);
  }

  std::set<int> attackers(Square target, Side by) const {
    std::set<int> found;
    for (int i = 0; i < Square::count; ++i)
      if (const auto p = setup_[Square::at(i)]; p && p->side == by && bears_on(Square::at(i), target))
        found.insert(i);
    return found;
  }

  std::optional<Square> king(Side side) const {
    for (int i = 0; i < Square::count; ++i)
      if (setup_[Square::at(i)] == Piece{side, PieceKind::king}) return Square::at(i);
    return std::nullopt;
  }

  std::set<int> checkers(Side side) const { return attackers(*king(side), opponent(side)); }
  bool in_check(Side side) const { return !checkers(side).empty(); }
  bool kings_face() const {
    return king(Side::red)->file() == king(Side::black)->file() &&
           between(*king(Side::red), *king(Side::black)) == 0;
  }

  Grid after(Move move) const {
    Grid next = *this;
    next.setup_[move.to] = setup_[move.from];
    next.setup_[move.from] = std::nullopt;
    next.setup_.to_move = opponent(setup_.to_move);
    return next;
  }

  std::vector<Move> reachable(Side side) const {
    std::vector<Move> moves;
    for (int f = 0; f < Square::count; ++f) {
      const auto p = setup_[Square::at(f)];
      if (!p || p->side != side) continue;
      for (int t = 0; t < Square::count; ++t)
        if (reaches(Square::at(f), Square::at(t))) moves.push_back({Square::at(f), Square::at(t)});
    }
    return moves;
  }

  std::vector<Move> legal() const {
    std::vector<Move> moves = reachable(setup_.to_move);
    std::erase_if(moves, [&](Move m) { return after(m).in_check(setup_.to_move); });
    return moves;
  }

  /// Pieces of `side` with a move that lets in an attack on the general which is not there now.
  std::set<int> pinned(Side side) const {
    const auto standing = checkers(side);
    std::set<int> found;
    for (Move m : reachable(side)) {
      if (m.from == *king(side)) continue;
      const auto then = after(m).checkers(side);
      if (!std::includes(standing.begin(), standing.end(), then.begin(), then.end()))
        found.insert(m.from.index());
    }
    return found;
  }

 private:
  /// Pieces strictly between two points of one line.
  int between(Square a, Square b) const {
    const int df = (b.file() > a.file()) - (b.file() < a.file()),
              dr = (b.rank() > a.rank()) - (b.rank() < a.rank());
    int seen = 0;
    for (int f = a.file() + df, r = a.rank() + dr; f != b.file() || r != b.rank(); f += df, r += dr)
      seen += at(f, r).has_value();
    return seen;
  }

  bool goes(Piece piece, Square from, Square to, bool takes) const {
    const int df = to.file() - from.file(), dr = to.rank() - from.rank();
    const int af = std::abs(df), ar = std::abs(dr);
    const bool red = piece.side == Side::red;
    const int home = red ? to.rank() : 9 - to.rank();  // rank of the target as the mover counts
    const bool palace = to.file() >= 3 && to.file() <= 5 && home <= 2;
    switch (piece.kind) {
      case PieceKind::king:
        return af + ar == 1 && palace;
      case PieceKind::advisor:
        return af == 1 && ar == 1 && palace;
      case PieceKind::elephant:
        return af == 2 && ar == 2 && home <= 4 && !at(from.file() + df / 2, from.rank() + dr / 2);
      case PieceKind::horse:
        return af * ar == 2 && !at(from.file() + df / 2, from.rank() + dr / 2);
      case PieceKind::rook:
        return (df == 0 || dr == 0) && between(from, to) == 0;
      case PieceKind::cannon:
        return (df == 0 || dr == 0) && between(from, to) == (takes ? 1 : 0);
      case PieceKind::pawn: {
        const bool crossed = (red ? from.rank() : 9 - from.rank()) >= 5;
        return (df == 0 && dr == (red ? 1 : -1)) || (crossed && dr == 0 && af == 1);
      }
    }
    return false;
  }

  Setup setup_;
};

inline std::uint64_t perft(const Grid& grid, int depth) {
  if (depth == 0) return 1;
  const auto moves = grid.legal();
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (Move m : moves) nodes += perft(grid.after(m), depth - 1);
  return nodes;
}

/// Whether a piece may ever stand on a point, by walking from its starting points.
inline bool can_stand(Piece piece, Square s) {
  static const auto reached = [] {
    std::array<std::array<bool, 90>, 14> table{};
    const Setup start = Setup::start();
    for (int code = 0; code < 14; ++code) {
      const Piece p{static_cast<Side>(code / 7), static_cast<PieceKind>(code % 7)};
      std::vector<int> open;
      for (int i = 0; i < 90; ++i)
        if (start[Square::at(i)] == p) open.push_back(i);
      while (!open.empty()) {
        const int i = open.back();
        open.pop_back();
        auto& seen = table[static_cast<std::size_t>(code)][static_cast<std::size_t>(i)];
        if (std::exchange(seen, true)) continue;
        Setup alone;
        alone[Square::at(i)] = p;
        for (Move m : Grid(alone).reachable(p.side)) open.push_back(m.to.index());
      }
    }
    return table;
  }();
  const int code = static_cast<int>(piece.side) * 7 + static_cast<int>(piece.kind);
  return reached[static_cast<std::size_t>(code)][static_cast<std::size_t>(s.index())];
}

/// A random arrangement of the owned pieces that is a position. `density` in percent says how many of them
/// are on the board; every third crowds the enemy's rooks, cannons and horses on lines and jumps to the
/// general of the side to move.
class RandomPositions {
 public:
  explicit RandomPositions(std::uint32_t seed) : random_(seed) {}

  Setup next() {
    for (;;) {
      Setup setup = draw();
      const Grid grid(setup);
      if (!grid.kings_face() && !grid.in_check(opponent(setup.to_move))) return setup;
    }
  }

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }

 private:
  Setup draw() {
    static constexpr int owned[7] = {1, 2, 2, 2, 2, 2, 5};
    Setup setup;
    setup.to_move = below(2) ? Side::black : Side::red;
    const int density = 15 + below(86);
    const bool crowd = below(3) == 0;
    for (int kind = 0; kind < 7; ++kind)
      for (Side side : {Side::red, Side::black})
        for (int n = 0; n < owned[kind]; ++n) {
          const Piece piece{side, static_cast<PieceKind>(kind)};
          if (kind == 0 || below(100) < density) put(setup, piece, crowd && side != setup.to_move);
        }
    return setup;
  }

  void put(Setup& setup, Piece piece, bool near_king) {
    const auto king =
        near_king && piece.kind != PieceKind::king ? Grid(setup).king(opponent(piece.side)) : std::nullopt;
    for (int tries = 0; tries < 1000; ++tries) {
      Square s = Square::at(below(Square::count));
      if (king && piece.kind == PieceKind::horse) {
        const int file = king->file() - 2 + below(5), rank = king->rank() - 2 + below(5);
        if (file < 0 || file > 8 || rank < 0 || rank > 9) continue;
        s = Square::at(file, rank);
      } else if (king && (piece.kind == PieceKind::rook || piece.kind == PieceKind::cannon)) {
        s = below(2) ? Square::at(king->file(), below(10)) : Square::at(below(9), king->rank());
      }
      if (setup[s] || !can_stand(piece, s)) continue;
      setup[s] = piece;
      return;
    }
  }

  std::mt19937 random_;
};

}  // namespace qipu::plain
