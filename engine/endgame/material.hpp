// Material of an endgame: how many of each kind either side has, written "KRvKAABB" with the first side in
// front. Classes of endgame tables are named by it. Source: rule:D2, conventions of the specification's §5.1.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "engine/piece.hpp"
#include "engine/position.hpp"

namespace qipu::endgame {

/// Counts of one side, by PieceKind; one general always.
struct Force {
  std::array<std::uint8_t, 7> count{1, 0, 0, 0, 0, 0, 0};

  int operator[](PieceKind kind) const { return count[static_cast<std::size_t>(kind)]; }
  /// Rooks, horses, cannons and soldiers: what can win.
  int attackers() const { return count[3] + count[4] + count[5] + count[6]; }
  int pieces() const { return count[0] + count[1] + count[2] + attackers(); }
  constexpr bool operator==(const Force&) const = default;
};

struct Material {
  Force first, second;

  /// "KRvKAABB": either side begins with K; R N C P A B in any order, also H and E; nothing when it is no
  /// material of a game or a side has more of a kind than it owns.
  static std::optional<Material> parse(std::string_view text);
  /// Red first.
  static Material of(const Position& position);

  const Force& force(Side side) const { return side == Side::red ? first : second; }
  int pieces() const { return first.pieces() + second.pieces(); }
  int attackers() const { return first.attackers() + second.attackers(); }
  Material reversed() const { return {second, first}; }
  /// The stronger side first: the class under which a table is kept. Colours are interchangeable.
  Material canonical() const;
  /// Without one piece. Precondition: there is one.
  Material without(Side side, PieceKind kind) const;
  /// "KRvKAABB".
  std::string name() const;

  constexpr bool operator==(const Material&) const = default;
  /// An order for maps; looked up at every probe, so the bytes are compared as they lie.
  std::strong_ordering operator<=>(const Material& o) const {
    static_assert(sizeof(Material) == 14);
    return std::memcmp(this, &o, sizeof *this) <=> 0;
  }
};

}  // namespace qipu::endgame
