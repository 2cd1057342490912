// The 90 points of the grid, and sets of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace qipu {

/// A point of the grid. `index()` is rank * 9 + file; files 0–8 are a–i from Red's left, ranks 0–9 from Red's back rank.
class Square {
 public:
  static constexpr int count = 90;
  constexpr Square() = default;
  /// Precondition: 0 <= index < 90.
  static constexpr Square at(int index) { return Square(static_cast<std::uint8_t>(index)); }
  /// Precondition: 0 <= file < 9, 0 <= rank < 10.
  static constexpr Square at(int file, int rank) { return Square(static_cast<std::uint8_t>(rank * 9 + file)); }
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

/// A set of points.
class SquareSet {
 public:
  constexpr SquareSet() = default;
  constexpr explicit SquareSet(Square s) { insert(s); }
  constexpr void insert(Square s) { word(s) |= bit(s); }
  constexpr void erase(Square s) { word(s) &= ~bit(s); }
  constexpr bool contains(Square s) const { return (s.index() < 64 ? low_ : high_) & bit(s); }
  constexpr bool empty() const { return (low_ | high_) == 0; }
  constexpr int size() const { return std::popcount(low_) + std::popcount(high_); }
  constexpr SquareSet operator|(SquareSet o) const { return SquareSet(low_ | o.low_, high_ | o.high_); }
  constexpr SquareSet operator&(SquareSet o) const { return SquareSet(low_ & o.low_, high_ & o.high_); }
  /// The points that are not in `o`.
  constexpr SquareSet without(SquareSet o) const { return SquareSet(low_ & ~o.low_, high_ & ~o.high_); }
  constexpr bool operator==(const SquareSet&) const = default;

  class iterator {
   public:
    constexpr Square operator*() const {
      return Square::at(low_ ? std::countr_zero(low_) : 64 + std::countr_zero(high_));
    }
    constexpr iterator& operator++() {
      if (low_) {
        low_ &= low_ - 1;
      } else {
        high_ &= high_ - 1;
      }
      return *this;
    }
    constexpr bool operator==(const iterator&) const = default;

   private:
    friend class SquareSet;
    constexpr iterator(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}
    std::uint64_t low_, high_;
  };
  constexpr iterator begin() const { return iterator(low_, high_); }
  constexpr iterator end() const { return iterator(0, 0); }

 private:
  constexpr SquareSet(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}
  constexpr std::uint64_t& word(Square s) { return s.index() < 64 ? low_ : high_; }
  static constexpr std::uint64_t bit(Square s) { return std::uint64_t{1} << (s.index() & 63); }
  std::uint64_t low_ = 0, high_ = 0;
};

}  // namespace qipu
