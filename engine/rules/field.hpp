// A position for analysis: its pieces keep their identity through moves, nodes are counted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/position.hpp"

namespace qipu::rules {

/// A set of pieces: each is named by the point on which it stood when the field was made.
using PieceSet = SquareSet;

/// Counts nodes. A question may have its own allowance below that of the ply.
class Meter {
 public:
  explicit Meter(int nodes) : left_(nodes) {}
  /// False when nothing is left: the caller must not claim what it looks for.
  bool spend(int nodes = 1) {
    if (left_ < nodes || question_ < nodes) {
      exhausted_ = true;
      return false;
    }
    left_ -= nodes, question_ -= nodes, spent_ += nodes;
    return true;
  }
  bool exhausted() const { return exhausted_; }
  int spent() const { return spent_; }

  /// While it lives, at most `nodes` are spent.
  class Allowance {
   public:
    Allowance(Meter& meter, int nodes)
        : meter_(meter), outer_(meter.question_), inner_(nodes < outer_ ? nodes : outer_) {
      meter_.question_ = inner_;
    }
    ~Allowance() { meter_.question_ = outer_ - (inner_ - meter_.question_); }
    Allowance(const Allowance&) = delete;
    Allowance& operator=(const Allowance&) = delete;

   private:
    Meter& meter_;
    int outer_, inner_;
  };

 private:
  int left_;
  int question_ = 1 << 30;
  int spent_ = 0;
  bool exhausted_ = false;
};

class Field {
 public:
  explicit Field(const Position& position) : position_(position) {
    for (int i = 0; i < Square::count; ++i) ids_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
  }

  const Position& position() const { return position_; }
  Side to_move() const { return position_.to_move(); }
  /// Who stands there, as a member of a PieceSet.
  Square id(Square s) const { return Square::at(ids_[static_cast<std::size_t>(s.index())]); }

  struct Undo {
    Position::Undo undo;
    std::uint8_t id;
  };
  Undo make(Move move) {
    auto& to = ids_[static_cast<std::size_t>(move.to.index())];
    const Undo undo{position_.make(move), to};
    to = ids_[static_cast<std::size_t>(move.from.index())];
    return undo;
  }
  void unmake(Move move, Undo undo) {
    auto& to = ids_[static_cast<std::size_t>(move.to.index())];
    ids_[static_cast<std::size_t>(move.from.index())] = to;
    to = undo.id;
    position_.unmake(move, undo.undo);
  }
  /// The same pieces with the other side to move.
  Field passed() const {
    Field f = *this;
    f.position_ = position_.passed();
    return f;
  }

 private:
  Position position_;
  std::array<std::uint8_t, Square::count> ids_;
};

/// A move made for as long as this lives.
class Played {
 public:
  Played(Field& field, Move move) : field_(field), move_(move), undo_(field.make(move)) {}
  ~Played() { field_.unmake(move_, undo_); }
  Played(const Played&) = delete;
  Played& operator=(const Played&) = delete;

 private:
  Field& field_;
  Move move_;
  Field::Undo undo_;
};

/// The position with a piece taken off the board. Nothing when that piece is a general, or when without it
/// the general of the side to move could be taken or faced the other.
std::optional<Position> without(const Position& position, Square square);

/// Legal moves, never onto a general: after a pass one may stand attacked.
MoveList moves_of(const Position& position);
MoveList captures_of(const Position& position);

/// Moves of the side to move as its pieces go, whether or not its general stands attacked afterwards. Costs
/// as much as `ignoring_check_nodes` nodes of a search.
inline constexpr int ignoring_check_nodes = 50;
MoveList moves_ignoring_check(const Position& position);

}  // namespace qipu::rules
