// Sets of points, laid out for moving many pieces at once: ranks 0–4 in one word, ranks 5–9 in the other, so
// that a step along a rank never mixes the words. The generator treats all 90 places of one piece as one such
// set.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/square.hpp"

namespace qipu::endgame {

struct PointSet {
  static constexpr std::uint64_t half = (std::uint64_t{1} << 45) - 1;
  std::uint64_t low = 0, high = 0;

  static constexpr PointSet all() { return {half, half}; }
  static constexpr PointSet at(int point) {
    return point < 45 ? PointSet{std::uint64_t{1} << point, 0}
                      : PointSet{0, std::uint64_t{1} << (point - 45)};
  }
  constexpr bool contains(int point) const { return (point < 45 ? low >> point : high >> (point - 45)) & 1; }
  constexpr bool empty() const { return (low | high) == 0; }
  constexpr int size() const { return std::popcount(low) + std::popcount(high); }
  constexpr PointSet operator|(PointSet o) const { return {low | o.low, high | o.high}; }
  constexpr PointSet operator&(PointSet o) const { return {low & o.low, high & o.high}; }
  constexpr PointSet operator~() const { return {~low & half, ~high & half}; }
  constexpr PointSet& operator|=(PointSet o) { return *this = *this | o; }
  constexpr PointSet& operator&=(PointSet o) { return *this = *this & o; }
  constexpr bool operator==(const PointSet&) const = default;

  template <class F>
  constexpr void for_each(F&& visit) const {
    for (std::uint64_t w = low; w; w &= w - 1) visit(std::countr_zero(w));
    for (std::uint64_t w = high; w; w &= w - 1) visit(45 + std::countr_zero(w));
  }
};

/// The files of column `file`, all ranks.
constexpr PointSet file_points(int file) {
  std::uint64_t w = 0;
  for (int r = 0; r < 5; ++r) w |= std::uint64_t{1} << (9 * r + file);
  return {w, w};
}
constexpr PointSet rank_points(int rank) {
  PointSet set;
  for (int f = 0; f < 9; ++f) set |= PointSet::at(9 * rank + f);
  return set;
}

/// All points moved by (Files, Ranks); what leaves the grid is dropped.
template <int Files, int Ranks>
constexpr PointSet shifted(PointSet x) {
  if constexpr (Files != 0) {
    PointSet leaving;
    for (int f = 0; f < 9; ++f)
      if (f + Files < 0 || f + Files > 8) leaving |= file_points(f);
    x &= ~leaving;
    if constexpr (Files > 0) {
      x = {x.low << Files, x.high << Files};
    } else {
      x = {x.low >> -Files, x.high >> -Files};
    }
  }
  if constexpr (Ranks > 0) {
    constexpr int n = 9 * Ranks;
    x = {(x.low << n) & PointSet::half, ((x.high << n) | (x.low >> (45 - n))) & PointSet::half};
  } else if constexpr (Ranks < 0) {
    constexpr int n = -9 * Ranks;
    x = {(x.low >> n) | ((x.high << (45 - n)) & PointSet::half), x.high >> n};
  }
  return x;
}

/// Mirrored left to right.
constexpr PointSet mirrored(PointSet x) {
  const auto word = [](std::uint64_t w) {
    constexpr std::uint64_t a = file_points(0).low, b = file_points(1).low, c = file_points(2).low,
                            d = file_points(3).low;
    return (w & (a << 4)) | (w & a) << 8 | (w >> 8 & a) | (w & b) << 6 | (w >> 6 & b) | (w & c) << 4 |
           (w >> 4 & c) | (w & d) << 2 | (w >> 2 & d);
  };
  return {word(x.low), word(x.high)};
}

/// The points from which a piece that slides over `empty` reaches a point of `targets`, and the other way
/// round: at least one step, `targets` within `empty`.
constexpr PointSet slid(PointSet targets, PointSet empty) {
  constexpr PointSet not_a = ~file_points(0), not_i = ~file_points(8);
  PointSet g = targets, p = empty & not_a;
  const PointSet east = p;
  const auto left = [](PointSet s, int n) { return PointSet{s.low << n, s.high << n}; };
  const auto right = [](PointSet s, int n) { return PointSet{s.low >> n, s.high >> n}; };
  g |= p & left(g, 1), p &= left(p, 1), g |= p & left(g, 2), p &= left(p, 2), g |= p & left(g, 4);
  PointSet reached = east & left(g, 1);
  g = targets, p = empty & not_i;
  const PointSet west = p;
  g |= p & right(g, 1), p &= right(p, 1), g |= p & right(g, 2), p &= right(p, 2), g |= p & right(g, 4);
  reached |= west & right(g, 1);
  g = targets, p = empty;
  g |= p & shifted<0, 1>(g), p &= shifted<0, 1>(p), g |= p & shifted<0, 2>(g), p &= shifted<0, 2>(p);
  g |= p & shifted<0, 4>(g);
  g |= empty & shifted<0, 1>(g);
  reached |= empty & shifted<0, 1>(g);
  g = targets, p = empty;
  g |= p & shifted<0, -1>(g), p &= shifted<0, -1>(p), g |= p & shifted<0, -2>(g), p &= shifted<0, -2>(p);
  g |= p & shifted<0, -4>(g);
  g |= empty & shifted<0, -1>(g);
  return reached | (empty & shifted<0, -1>(g));
}

}  // namespace qipu::endgame
