// The 90 points of the grid, and sets of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace qipu {

/// A point of the grid. `index()` is rank * 9 + file; files 0–8 are a–i from Red's left, ranks 0–9 from Red's
/// back rank.
class Square {
 public:
  static constexpr int count = 90;
  constexpr Square() = default;
  /// Precondition: 0 <= index < 90.
  static constexpr Square at(int index) { return Square(static_cast<std::uint8_t>(index)); }
  /// Precondition: 0 <= file < 9, 0 <= rank < 10.
  static constexpr Square at(int file, int rank) {
    return Square(static_cast<std::uint8_t>(rank * 9 + file));
  }
  /// "e0" or "E0"; nothing when it is no point of the grid.
  static constexpr std::optional<Square> parse(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const char letter = text[0] >= 'A' && text[0] <= 'I' ? static_cast<char>(text[0] + 32) : text[0];
    if (letter < 'a' || letter > 'i' || text[1] < '0' || text[1] > '9') return std::nullopt;
    return at(letter - 'a', text[1] - '0');
  }

  constexpr int index() const { return index_; }
  constexpr int file() const { return index_ % 9; }
  constexpr int rank() const { return index_ / 9; }
  /// "e0".
  constexpr std::array<char, 2> name() const {
    return {static_cast<char>('a' + file()), static_cast<char>('0' + rank())};
  }
  /// Mirrored left to right.
  constexpr Square mirrored() const { return at(8 - file(), rank()); }
  /// Seen from the other side: turned top to bottom (files keep their place).
  constexpr Square flipped() const { return at(file(), 9 - rank()); }

  constexpr auto operator<=>(const Square&) const = default;

 private:
  explicit constexpr Square(std::uint8_t index) : index_(index) {}
  std::uint8_t index_ = 0;
};

/// A set of points, in two words: the river divides them, so whatever stays at home is found in one of them.
class SquareSet {
 public:
  static constexpr int half_points = 45;
  constexpr SquareSet() = default;
  constexpr explicit SquareSet(Square s) { insert(s); }
  /// From its halves: bit i of `south` is point i, bit i of `north` point 45 + i; no other bits are set.
  static constexpr SquareSet of(std::uint64_t south, std::uint64_t north) { return SquareSet(south, north); }
  static constexpr SquareSet all() { return SquareSet((1ull << half_points) - 1, (1ull << half_points) - 1); }
  constexpr std::uint64_t south() const { return south_; }
  constexpr std::uint64_t north() const { return north_; }

  constexpr void insert(Square s) { *this = *this | single(s.index()); }
  constexpr void erase(Square s) { *this = without(single(s.index())); }
  constexpr bool contains(Square s) const {
    const int i = s.index();
    return (i < half_points ? south_ >> i : north_ >> (i - half_points)) & 1;
  }
  constexpr bool empty() const { return (south_ | north_) == 0; }
  constexpr int size() const { return std::popcount(south_) + std::popcount(north_); }
  constexpr SquareSet operator|(SquareSet o) const { return SquareSet(south_ | o.south_, north_ | o.north_); }
  constexpr SquareSet operator&(SquareSet o) const { return SquareSet(south_ & o.south_, north_ & o.north_); }
  constexpr SquareSet operator^(SquareSet o) const { return SquareSet(south_ ^ o.south_, north_ ^ o.north_); }
  /// The points that are not in `o`.
  constexpr SquareSet without(SquareSet o) const { return SquareSet(south_ & ~o.south_, north_ & ~o.north_); }
  constexpr bool operator==(const SquareSet&) const = default;

  class iterator {
   public:
    constexpr Square operator*() const {
      return Square::at(south_ ? std::countr_zero(south_) : half_points + std::countr_zero(north_));
    }
    constexpr iterator& operator++() {
      if (south_) {
        south_ &= south_ - 1;
      } else {
        north_ &= north_ - 1;
      }
      return *this;
    }
    constexpr bool operator==(const iterator&) const = default;

   private:
    friend class SquareSet;
    constexpr iterator(std::uint64_t south, std::uint64_t north) : south_(south), north_(north) {}
    std::uint64_t south_, north_;
  };
  constexpr iterator begin() const { return iterator(south_, north_); }
  constexpr iterator end() const { return iterator(0, 0); }

 private:
  constexpr SquareSet(std::uint64_t south, std::uint64_t north) : south_(south), north_(north) {}
  static constexpr SquareSet single(int i) {
    return i < half_points ? SquareSet(1ull << i, 0) : SquareSet(0, 1ull << (i - half_points));
  }
  std::uint64_t south_ = 0, north_ = 0;
};

}  // namespace qipu
