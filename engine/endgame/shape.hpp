// The shape of a class of endgames: which pieces, and the compact index of their positions. Generals,
// advisors and elephants of a side form its home; the pair of homes is folded left to right; attackers stand
// on reachable points, equal ones unordered.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/endgame/home.hpp"
#include "engine/endgame/material.hpp"

namespace qipu::endgame {

struct Attacker {
  Side side;
  PieceKind kind;
  bool operator==(const Attacker&) const = default;
};

/// Points of a kind for its side, numbered densely: 90, or 55 for a soldier.
int reachable_points(PieceKind kind);
int reachable_index(Attacker piece, int point);  ///< -1: it can never stand there
int reachable_point(Attacker piece, int index);

/// Where everything stands, without the side to move. The first side is Red.
struct Placement {
  std::array<std::uint16_t, 2> forms{};   ///< home of Red and of Black
  std::array<std::uint8_t, 16> points{};  ///< of the attackers, in the order of Shape::attackers()
};

/// A pair of homes as the index keeps it: one of the two mirror images.
struct FoldedPair {
  std::uint32_t pair;
  bool mirrored;
};

class Shape {
 public:
  explicit Shape(const Material& material);

  const Material& material() const { return material_; }
  /// Soldiers, horses, cannons, rooks; equal pieces stand together.
  std::span<const Attacker> attackers() const { return attackers_; }
  const HomeForms& forms(Side side) const { return *forms_[static_cast<std::size_t>(side)]; }

  std::uint32_t pairs() const { return static_cast<std::uint32_t>(pair_forms_.size()); }
  const std::array<std::uint16_t, 2>& forms_of(std::uint32_t pair) const { return pair_forms_[pair]; }
  /// Positions that one position of the pair stands for: 2, or 1 when the pair is its own mirror image.
  int weight(std::uint32_t pair) const { return weight_[pair]; }
  FoldedPair fold(int red_form, int black_form) const {
    const std::uint32_t x =
        folded_[static_cast<std::size_t>(red_form) * static_cast<std::size_t>(forms_[1]->size()) +
                static_cast<std::size_t>(black_form)];
    return {x >> 1, (x & 1) != 0};
  }
  /// Placements of the attackers for one pair of homes.
  std::uint64_t places() const { return places_; }
  /// Number of indices, a side to move.
  std::uint64_t size() const { return pairs() * places_; }
  /// No two attackers are equal: the index is a plain product.
  bool plain() const { return plain_; }

  /// Precondition: points are reachable and equal attackers stand on different ones.
  std::uint64_t index(const Placement& placement) const;
  /// The inverse; whether pieces coincide is not looked at.
  Placement placement(std::uint64_t index) const;

  /// The placement of a position of this material; `reversed`: of the position with colours exchanged.
  Placement placement(const Position& position, bool reversed = false) const;
  /// The setup of a placement; nothing when pieces coincide.
  std::optional<Setup> setup(const Placement& placement, Side to_move) const;

 private:
  void fold_pairs();
  struct Group {
    std::uint8_t first, count;
    std::uint64_t size;
  };
  Material material_;
  std::vector<Attacker> attackers_;
  std::vector<Group> groups_;
  std::array<const HomeForms*, 2> forms_;
  std::vector<std::array<std::uint16_t, 2>> pair_forms_;
  std::vector<std::uint8_t> weight_;
  std::vector<std::uint32_t> folded_;
  std::uint64_t places_ = 1;
  bool plain_ = true;
};

/// Size of a class without making its shape: Shape(material).size(), or an upper bound within a few
/// hundredths; the greatest number when it is beyond 64 bits.
std::uint64_t index_size(const Material& material);

}  // namespace qipu::endgame
