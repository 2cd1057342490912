// How attackers move among standing pieces when one further piece, the "free" one, may stand anywhere: every
// function answers for all its points at once. `occupied` holds the standing pieces without the moving one
// and the free one.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "engine/endgame/point_set.hpp"
#include "engine/piece.hpp"

namespace qipu::endgame {

/// The points in one direction, nearest first.
struct Ray {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 9> points{};
  const std::uint8_t* begin() const { return points.data(); }
  const std::uint8_t* end() const { return points.data() + size; }
};
/// East, west, north, south.
const std::array<Ray, 4>& rays(int point);

struct HorseStep {
  std::uint8_t to, leg;
};
struct HorseSteps {
  std::uint8_t size = 0;
  std::array<HorseStep, 8> steps{};
  const HorseStep* begin() const { return steps.data(); }
  const HorseStep* end() const { return steps.data() + size; }
};
/// Where a horse on `point` may go and over which leg; and from where it may come (`to` is then the origin).
const HorseSteps& horse_steps(int point);
const HorseSteps& horse_origins(int point);

/// The points strictly between two points of one line; empty when they share none.
PointSet between(int a, int b);

struct SoldierSteps {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 3> points{};
  const std::uint8_t* begin() const { return points.data(); }
  const std::uint8_t* end() const { return points.data() + size; }
};
SoldierSteps soldier_steps(Side side, int point);
SoldierSteps soldier_origins(Side side, int point);

/// Calls visit(to, via) for each quiet move from `from`: possible while the free piece is neither on `to` nor
/// in `via`.
template <class F>
void for_each_quiet_target(PieceKind kind, Side side, int from, PointSet occupied, F&& visit) {
  if (kind == PieceKind::horse) {
    for (const auto [to, leg] : horse_steps(from))
      if (!occupied.contains(leg) && !occupied.contains(to)) visit(to, PointSet::at(leg));
  } else if (kind == PieceKind::pawn) {
    for (const int to : soldier_steps(side, from))
      if (!occupied.contains(to)) visit(to, PointSet{});
  } else {
    for (const Ray& ray : rays(from)) {
      PointSet via;
      for (const int to : ray) {
        if (occupied.contains(to)) break;
        visit(to, via);
        via |= PointSet::at(to);
      }
    }
  }
}

/// The same backwards: each point from which a quiet move leads to `to`.
template <class F>
void for_each_quiet_origin(PieceKind kind, Side side, int to, PointSet occupied, F&& visit) {
  if (kind == PieceKind::horse) {
    for (const auto [from, leg] : horse_origins(to))
      if (!occupied.contains(leg) && !occupied.contains(from)) visit(from, PointSet::at(leg));
  } else if (kind == PieceKind::pawn) {
    for (const int from : soldier_origins(side, to))
      if (!occupied.contains(from)) visit(from, PointSet{});
  } else {
    for_each_quiet_target(kind, side, to, occupied, std::forward<F>(visit));
  }
}

/// The places of the free piece with which a piece on `from` attacks `target`; `occupied` may hold the
/// target.
PointSet attack_condition(PieceKind kind, Side side, int from, int target, PointSet occupied);

/// The points from which the free piece, being of this kind, attacks `target`.
PointSet attack_origins(PieceKind kind, Side side, int target, PointSet occupied);

/// The points on which the free piece is attacked by a piece on `from`.
PointSet attack_targets(PieceKind kind, Side side, int from, PointSet occupied);

/// The points from which the free piece, being of this kind, reaches a point of `targets` by a quiet move.
PointSet quiet_predecessors(PieceKind kind, Side side, PointSet targets, PointSet empty);

}  // namespace qipu::endgame
