// Correcting a move and keeping what follows (改着留尾): the tail is replayed by its points first, by what
// was said second; what no longer fits is marked, never dropped.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position.hpp"
#include "formats/repair/repair.hpp"

namespace qipu::repair {

/// At ply `at` (1-based): take `erase` entries out, put these in. A move replaced is erase 1, insert 1; a
/// move left out erase 0, insert 1; a move too many erase 1, insert nothing.
struct Correction {
  int at = 1;
  int erase = 0;
  std::vector<Entry> insert;
};

/// How a ply of the corrected record came about.
enum class Fit : std::uint8_t {
  before,     ///< stands before the correction
  entered,    ///< put in by the correction
  by_points,  ///< the same piece goes from the same point to the same point
  by_words,   ///< the same words mean another move now
};

struct Corrected {
  struct Ply {
    Move move;
    Fit fit;
    bool operator==(const Ply&) const = default;
  };
  std::vector<Ply> plies;  ///< all legal
  std::vector<Entry>
      unfit;  ///< 待核: the rest as it stands, from the first that cannot be played; empty: all fits
  bool entered_unfit = false;       ///< the first of the rest is one of the moves put in
  std::optional<Illegality> why;    ///< why the first of the rest cannot be played, where one move is meant
  std::vector<Suggestion> nearest;  ///< what it may have meant, by how many of the following fit
};

/// Entries for moves that are legal from `start`: their points and their words.
std::vector<Entry> entries_of_moves(const Position& start, const std::vector<Move>& moves);

/// Applies a correction. Nothing when it is out of the record's range or reaches beyond its end. `entries`
/// may end with what an earlier correction left unfit: it is tried again.
std::optional<Corrected> correct(const Position& start, const std::vector<Entry>& entries,
                                 const Correction& correction);

/// All ways to bridge a gap of at most `most` plies between two known positions, fewest plies first: the only
/// way may be filled in, a few may be offered. `exact`: as many plies as are known to be missing.
std::vector<std::vector<Move>> bridge_gap(const Position& before, const Position& after,
                                          std::optional<int> exact = {}, int most = 3, std::size_t limit = 8);

}  // namespace qipu::repair
