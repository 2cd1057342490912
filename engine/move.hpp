// A move: from one point to another. Written as ICCS, lower case without a dash: "h2e2".
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/square.hpp"

namespace qipu {

struct Move {
  Square from;
  Square to;
  constexpr bool operator==(const Move&) const = default;

  /// "h2e2", also "H2E2" and "H2-E2"; nothing when it is no pair of points. Says nothing about legality.
  static constexpr std::optional<Move> parse(std::string_view text) {
    if (text.size() == 5 && text[2] == '-') {
      const auto from = Square::parse(text.substr(0, 2)), to = Square::parse(text.substr(3));
      return from && to ? std::optional(Move{*from, *to}) : std::nullopt;
    }
    if (text.size() != 4) return std::nullopt;
    const auto from = Square::parse(text.substr(0, 2)), to = Square::parse(text.substr(2));
    return from && to ? std::optional(Move{*from, *to}) : std::nullopt;
  }
};

/// "h2e2".
inline std::string iccs(Move move) {
  const auto a = move.from.name(), b = move.to.name();
  return std::string{a[0], a[1], b[0], b[1]};
}

/// Moves of one position, without allocation. No position has more than 128 legal moves.
class MoveList {
 public:
  constexpr void push_back(Move move) { moves_[size_++] = move; }
  /// A move to each of `targets`.
  constexpr void push_all(Square from, SquareSet targets) {
    std::size_t n = size_;  // a member would be stored and loaded again for every move
    for (std::uint64_t half = targets.south(); half; half &= half - 1)
      moves_[n++] = Move{from, Square::at(std::countr_zero(half))};
    for (std::uint64_t half = targets.north(); half; half &= half - 1)
      moves_[n++] = Move{from, Square::at(SquareSet::half_points + std::countr_zero(half))};
    size_ = n;
  }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr void clear() { size_ = 0; }
  constexpr const Move* begin() const { return moves_.data(); }
  constexpr const Move* end() const { return moves_.data() + size_; }
  constexpr Move operator[](std::size_t i) const { return moves_[i]; }
  constexpr bool contains(Move move) const {
    for (Move m : *this)
      if (m == move) return true;
    return false;
  }

 private:
  std::array<Move, 128> moves_;
  std::size_t size_ = 0;
};

}  // namespace qipu
