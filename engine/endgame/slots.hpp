// The generator's working space: for every pair of homes and every place of all attackers but the last
// ("slot"), one set holds the places of the last attacker. Equal attackers are kept ordered here; the table's
// index is narrower.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/endgame/lines.hpp"
#include "engine/endgame/shape.hpp"

namespace qipu::endgame {

/// A quiet or capturing move of a piece of the home, on the grid, with the folded pair it leads to.
struct PairMove {
  std::uint32_t pair;
  std::uint16_t form;  ///< the moving side's form after it, before folding
  bool mirrored;
  std::uint8_t from, to, eye;
};

class Slots {
 public:
  explicit Slots(const Shape& shape);

  const Shape& shape() const { return *shape_; }
  std::uint32_t pairs() const { return shape_->pairs(); }
  /// Slots of one pair.
  std::uint32_t outers() const { return outers_; }
  std::size_t slot(std::uint32_t pair, std::uint32_t outer) const {
    return std::size_t{pair} * outers_ + outer;
  }
  std::size_t size() const { return std::size_t{pairs()} * outers_; }

  /// All attackers but the last.
  std::span<const Attacker> outer_attackers() const { return outer_; }
  bool has_inner() const { return has_inner_; }
  Attacker inner() const { return inner_; }
  /// The points of the last attacker; without attackers one point that blocks nothing.
  PointSet inner_domain() const { return domain_; }
  int inner_places() const { return places_; }
  int inner_place(int point) const { return has_inner_ ? reachable_index(inner_, point) : 0; }

  std::uint8_t outer_point(std::uint32_t outer, std::size_t attacker) const {
    return outer_points_[std::size_t{outer} * outer_.size() + attacker];
  }
  /// The points of the outer attackers; empty when two of them coincide.
  PointSet outer_occupied(std::uint32_t outer) const { return outer_occupied_[outer]; }
  std::uint32_t outer_mirrored(std::uint32_t outer) const { return outer_mirrored_[outer]; }
  /// The slot with one attacker elsewhere.
  std::uint32_t outer_with(std::uint32_t outer, std::size_t attacker, int point) const {
    const int now = reachable_index(outer_[attacker], outer_point(outer, attacker));
    return outer +
           static_cast<std::uint32_t>((reachable_index(outer_[attacker], point) - now)) * radix_[attacker];
  }

  PointSet home_points(std::uint32_t pair, Side side) const;
  int king(std::uint32_t pair, Side side) const;
  /// Moves of one side's home pieces, whatever the attackers stand on.
  void moves(std::uint32_t pair, Side side, std::vector<PairMove>& out) const;
  /// Places of the last attacker for which a position is legal with `to_move` to move.
  PointSet legal(std::uint32_t pair, std::uint32_t outer, Side to_move) const;

 private:
  PointSet checked_by(std::uint32_t pair, std::uint32_t outer, Side attacker, PointSet occupied) const;
  const Shape* shape_;
  std::vector<Attacker> outer_;
  std::vector<std::uint32_t> radix_;
  Attacker inner_{};
  bool has_inner_;
  int places_ = 1;
  PointSet domain_;
  std::uint32_t outers_ = 1;
  std::vector<std::uint8_t> outer_points_;
  std::vector<PointSet> outer_occupied_;
  std::vector<std::uint32_t> outer_mirrored_;
};

}  // namespace qipu::endgame
