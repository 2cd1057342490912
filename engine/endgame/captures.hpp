// Captures leave a class for a smaller one. They are found once, with the values behind them, before the
// retrograde passes begin.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/endgame/slots.hpp"
#include "engine/endgame/table.hpp"

namespace qipu::endgame {

/// A capture by `mover` that is possible for each place in `places` of the last attacker, all with the same
/// value.
struct Capture {
  PointSet places;
  std::uint32_t slot;
  Side mover;
  Worth after;                 ///< for the other side, to move after it
  std::uint16_t plies;         ///< to mate, after it
  std::uint8_t forceable = 0;  ///< bit n: still decided under the nth metric
};

/// The classes that a class passes into, and how its positions are looked up there.
class Captures {
 public:
  /// Precondition: the source covers every class that one capture leads to (missing() is empty).
  Captures(const Slots& slots, TableSource& source);

  /// The classes that the source does not cover.
  const std::vector<Material>& missing() const { return missing_; }
  /// Whether a class behind a capture has wins which this limit stops.
  bool limited(Metric metric) const;

  /// All legal captures of a pair, by slot.
  void find(std::uint32_t pair, std::vector<Capture>& out) const;

 private:
  struct Behind {  // one class with one piece less
    const Table* table = nullptr;
    bool reversed = false;
    std::vector<std::uint8_t> from;  // index of each of its attackers among ours
  };
  struct Standing;
  void add(Side side, PieceKind kind, TableSource& source);
  void by_inner(const Standing& s, Side mover, std::vector<Capture>& out) const;
  void by_outer(const Standing& s, Side mover, std::vector<Capture>& out) const;
  void by_home(const Standing& s, Side mover, const std::vector<PairMove>& moves,
               std::vector<Capture>& out) const;
  void row(const Standing& s, Side mover, PointSet places, const Behind& behind, Placement after,
           std::vector<Capture>& out) const;
  void one(const Standing& s, Side mover, PointSet places, const Behind& behind, const Placement& after,
           std::vector<Capture>& out) const;
  const Behind& behind(Side side, PieceKind kind) const {
    return behind_[static_cast<std::size_t>(side) * 7 + static_cast<std::size_t>(kind)];
  }
  const Slots* slots_;
  std::array<Behind, 14> behind_;
  std::vector<Material> missing_;
};

}  // namespace qipu::endgame
