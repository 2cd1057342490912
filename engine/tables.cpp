#include "engine/tables.hpp"

#include <cstdlib>

namespace qipu {
namespace {

constexpr int kStraight[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};  // left, down, right, up
constexpr int kDiagonal[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

constexpr bool inside(int file, int rank) { return file >= 0 && file < 9 && rank >= 0 && rank < 10; }
constexpr bool in_palace(int file, int rank) { return file >= 3 && file <= 5 && (rank <= 2 || rank >= 7); }

std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Point make_point(int i) {
  Point p{};
  p.palace = 18;
  if (i == dead_point) {
    p.file = p.rank = 10;
    p.half_index = SquareSet::half_points;
    return p;
  }
  const Square s = Square::at(i);
  p.bit = SquareSet(s);
  p.file = static_cast<std::uint8_t>(s.file());
  p.rank = static_cast<std::uint8_t>(s.rank());
  p.file_bit = static_cast<std::uint16_t>(1u << p.rank);
  p.half = p.rank >= 5;
  p.half_index = static_cast<std::uint8_t>(i - p.half * SquareSet::half_points);
  p.rank_shift = static_cast<std::uint8_t>(p.rank % 5 * 9);
  (p.half ? p.rank_north : p.rank_south) = 1ull << p.rank_shift;
  const int on_file = p.file >= 3 && p.file <= 5 ? 1 : 0;
  p.palace_lines = {static_cast<std::uint8_t>(on_file | (p.rank <= 2 ? 2 : 0)),
                    static_cast<std::uint8_t>(on_file | (p.rank >= 7 ? 2 : 0))};
  if (in_palace(p.file, p.rank))
    p.palace = static_cast<std::uint8_t>((p.rank >= 7 ? p.rank - 4 : p.rank) * 3 + p.file - 3);
  return p;
}

Reach look(int place, unsigned occupied) {
  unsigned rook = 0, cannon = 0;
  for (int step : {-1, 1}) {
    int seen = 0;
    for (int i = place + step; i >= 0 && i < 10 && seen < 2; i += step) {
      if (occupied >> i & 1) ++seen;
      if (seen == 0 || (seen == 1 && occupied >> i & 1)) rook |= 1u << i;
      if (seen == 0 || (seen == 2 && occupied >> i & 1)) cannon |= 1u << i;
    }
  }
  return {static_cast<std::uint16_t>(rook), static_cast<std::uint16_t>(cannon)};
}

}  // namespace

Tables::Tables() {
  for (int i = 0; i <= dead_point; ++i) point[static_cast<std::size_t>(i)] = make_point(i);
  for (unsigned place = 0; place < 10; ++place)
    for (unsigned occupied = 0; occupied < 1024; ++occupied)
      line[place][occupied] = look(static_cast<int>(place), occupied);
  for (auto& legs : horse_leg) legs.fill(dead_point);
  watched.fill(SquareSet::all());
  for (unsigned bits = 0; bits < 32; ++bits)
    for (unsigned i = 0; i < 5; ++i) file_points[bits] |= std::uint64_t{bits >> i & 1} << (9 * i);

  for (std::size_t i = 0; i < Square::count; ++i) {
    const Point& from = point[i];
    const int f = from.file, r = from.rank;
    const auto to = [&](int df, int dr) { return Square::at(f + df, r + dr); };
    const auto home = [&](int df, int dr) {  // a point of the same half, as its bit
      return 1ull << (from.half_index + 9 * dr + df);
    };
    for (std::size_t leg = 0; leg < 4; ++leg) {
      const auto& [lf, lr] = kStraight[leg];
      if (in_palace(f, r) && inside(f + lf, r + lr) && in_palace(f + lf, r + lr)) king[i] |= home(lf, lr);
      for (int turn : {-1, 1}) {
        const int df = lf ? 2 * lf : turn, dr = lr ? 2 * lr : turn;
        if (!inside(f + df, r + dr)) continue;
        for (unsigned blocked = 0; blocked < 16; ++blocked)
          if (!(blocked >> leg & 1)) horse[i][blocked].insert(to(df, dr));
        const Point& target = point[static_cast<std::size_t>(to(df, dr).index())];
        if (target.palace < 18) horse_leg[target.palace][i] = static_cast<std::uint8_t>(to(lf, lr).index());
      }
    }
    for (unsigned eye = 0; eye < 4; ++eye) {
      const auto& [df, dr] = kDiagonal[eye];
      if (in_palace(f, r) && inside(f + df, r + dr) && in_palace(f + df, r + dr)) advisor[i] |= home(df, dr);
      if (!inside(f + 2 * df, r + 2 * dr) || (r + 2 * dr >= 5) != (from.half == 1)) continue;
      const unsigned bit = (df > 0 ? 2u : 0u) + (dr > 0 ? 1u : 0u);
      for (unsigned blocked = 0; blocked < 16; ++blocked)
        if (!(blocked >> bit & 1)) elephant[from.half_index][blocked] |= home(2 * df, 2 * dr);
    }
    if (from.palace < 18) {
      SquareSet& set = watched[from.palace] = horse[i][0];
      for (int k = 0; k < Square::count; ++k) {
        const int df = Square::at(k).file() - f, dr = Square::at(k).rank() - r;
        if (df == 0 || dr == 0 || (std::abs(df) == 1 && std::abs(dr) == 1)) set.insert(Square::at(k));
      }
    }
    for (std::size_t side : {0u, 1u}) {
      const int forward = side == 0 ? 1 : -1;
      if (inside(f, r + forward)) pawn[side][i].insert(to(0, forward));
      for (int df : {-1, 1})
        if (from.half != side && inside(f + df, r)) pawn[side][i].insert(to(df, 0));
      pawn_beyond[side][i] = side == 0 ? pawn[side][i].north() : pawn[side][i].south();
    }
    for (std::size_t code = 1; code < key.size(); ++code) key[code][i] = mix(code * 90 + i);
  }
  black_to_move = mix(4242);
}

// Before every other initialiser of the program, for those may hold positions.
[[gnu::init_priority(200)]] const Tables tables;

}  // namespace qipu
