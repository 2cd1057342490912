#include "engine/endgame/lines.hpp"

#include "engine/square.hpp"

namespace qipu::endgame {
namespace {

constexpr bool inside(int file, int rank) { return file >= 0 && file < 9 && rank >= 0 && rank < 10; }
constexpr std::uint8_t point_at(int file, int rank) { return static_cast<std::uint8_t>(rank * 9 + file); }

struct Geometry {
  std::array<std::array<Ray, 4>, 90> rays{};
  std::array<HorseSteps, 90> steps{}, origins{};

  constexpr Geometry() {
    constexpr int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    constexpr int horse[8][2] = {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}};
    for (int p = 0; p < 90; ++p) {
      const auto i = static_cast<std::size_t>(p);
      const int file = p % 9, rank = p / 9;
      for (std::size_t d = 0; d < 4; ++d)
        for (int f = file + straight[d][0], r = rank + straight[d][1]; inside(f, r);
             f += straight[d][0], r += straight[d][1])
          rays[i][d].points[rays[i][d].size++] = point_at(f, r);
      for (const auto& [df, dr] : horse) {
        if (inside(file + df, rank + dr))
          steps[i].steps[steps[i].size++] = {point_at(file + df, rank + dr),
                                             point_at(file + df / 2, rank + dr / 2)};
        const int f = file - df, r = rank - dr;
        if (inside(f, r))
          origins[i].steps[origins[i].size++] = {point_at(f, r), point_at(f + df / 2, r + dr / 2)};
      }
    }
  }
};
constexpr Geometry geometry;

constexpr bool own_half(Side side, int point) { return side == Side::red ? point < 45 : point >= 45; }
constexpr PointSet far_half(Side side) {
  return side == Side::red ? PointSet{0, PointSet::half} : PointSet{PointSet::half, 0};
}

template <int Files, int Ranks>
PointSet horse_from(PointSet targets, PointSet empty) {
  constexpr int leg_files = Files / 2, leg_ranks = Ranks / 2;
  return shifted<-Files, -Ranks>(targets) & shifted<-leg_files, -leg_ranks>(empty);
}

}  // namespace

const std::array<Ray, 4>& rays(int point) { return geometry.rays[static_cast<std::size_t>(point)]; }
const HorseSteps& horse_steps(int point) { return geometry.steps[static_cast<std::size_t>(point)]; }
const HorseSteps& horse_origins(int point) { return geometry.origins[static_cast<std::size_t>(point)]; }

PointSet between(int a, int b) {
  for (const Ray& ray : rays(a)) {
    PointSet passed;
    for (const int p : ray) {
      if (p == b) return passed;
      passed |= PointSet::at(p);
    }
  }
  return {};
}

SoldierSteps soldier_steps(Side side, int point) {
  SoldierSteps steps;
  const int file = point % 9, rank = point / 9, ahead = side == Side::red ? rank + 1 : rank - 1;
  const auto add = [&](int f, int r) {
    if (inside(f, r)) steps.points[steps.size++] = point_at(f, r);
  };
  add(file, ahead);
  if (!own_half(side, point)) add(file - 1, rank), add(file + 1, rank);
  return steps;
}

SoldierSteps soldier_origins(Side side, int point) {
  SoldierSteps origins;
  const int file = point % 9, rank = point / 9, behind = side == Side::red ? rank - 1 : rank + 1;
  const auto add = [&](int f, int r) {
    if (inside(f, r)) origins.points[origins.size++] = point_at(f, r);
  };
  add(file, behind);
  if (!own_half(side, point)) add(file - 1, rank), add(file + 1, rank);
  return origins;
}

PointSet attack_condition(PieceKind kind, Side side, int from, int target, PointSet occupied) {
  if (kind == PieceKind::horse) {
    for (const auto [to, leg] : horse_steps(from))
      if (to == target) return occupied.contains(leg) ? PointSet{} : ~PointSet::at(leg);
    return {};
  }
  if (kind == PieceKind::pawn) {
    for (const int to : soldier_steps(side, from))
      if (to == target) return PointSet::all();
    return {};
  }
  if (from % 9 != target % 9 && from / 9 != target / 9) return {};
  const PointSet line = between(from, target);
  const int screens = (line & occupied).size();
  if (kind == PieceKind::rook) return screens == 0 ? ~line : PointSet{};
  return screens == 1 ? ~line : screens == 0 ? line : PointSet{};
}

PointSet attack_origins(PieceKind kind, Side side, int target, PointSet occupied) {
  PointSet set;
  if (kind == PieceKind::horse) {
    for (const auto [from, leg] : horse_origins(target))
      if (!occupied.contains(leg) && !occupied.contains(from)) set |= PointSet::at(from);
  } else if (kind == PieceKind::pawn) {
    for (const int from : soldier_origins(side, target))
      if (!occupied.contains(from)) set |= PointSet::at(from);
  } else {
    return attack_targets(kind, side, target, occupied);
  }
  return set;
}

PointSet attack_targets(PieceKind kind, Side side, int from, PointSet occupied) {
  PointSet set;
  if (kind == PieceKind::horse) {
    for (const auto [to, leg] : horse_steps(from))
      if (!occupied.contains(leg) && !occupied.contains(to)) set |= PointSet::at(to);
  } else if (kind == PieceKind::pawn) {
    for (const int to : soldier_steps(side, from))
      if (!occupied.contains(to)) set |= PointSet::at(to);
  } else {
    const int wanted = kind == PieceKind::cannon ? 1 : 0;
    for (const Ray& ray : rays(from)) {
      int screens = 0;
      for (const int to : ray) {
        if (occupied.contains(to)) {
          if (++screens > wanted) break;
        } else if (screens == wanted) {
          set |= PointSet::at(to);
        }
      }
    }
  }
  return set;
}

PointSet quiet_predecessors(PieceKind kind, Side side, PointSet targets, PointSet empty) {
  switch (kind) {
    case PieceKind::rook:
    case PieceKind::cannon:
      return slid(targets, empty);
    case PieceKind::horse:
      return empty & (horse_from<1, 2>(targets, empty) | horse_from<-1, 2>(targets, empty) |
                      horse_from<1, -2>(targets, empty) | horse_from<-1, -2>(targets, empty) |
                      horse_from<2, 1>(targets, empty) | horse_from<2, -1>(targets, empty) |
                      horse_from<-2, 1>(targets, empty) | horse_from<-2, -1>(targets, empty));
    case PieceKind::pawn: {
      const PointSet beyond = far_half(side);
      const PointSet ahead = side == Side::red ? shifted<0, -1>(targets) : shifted<0, 1>(targets);
      return empty &
             (ahead | (beyond & (shifted<1, 0>(targets & beyond) | shifted<-1, 0>(targets & beyond))));
    }
    default:
      return {};
  }
}

}  // namespace qipu::endgame
