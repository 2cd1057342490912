// Damage as score sheets and typing do it, seeded: one side of the measurement of rescue. Used by its test
// and its benchmark.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/position.hpp"
#include "formats/repair/entry.hpp"

namespace qipu::test {

enum class Damage : std::uint8_t {
  wrong_square,       ///< a: the piece goes elsewhere, legal (70 %) or not
  missing_ply,        ///< b
  missing_in_column,  ///< b2: one side's column moves up
  missing_pair,       ///< c
  swapped,            ///< d: entries p and p + 2
  mistyped,           ///< e: one character
  mirrored_file,      ///< f
  doubled,            ///< g
  doubled_in_column,  ///< g2
  piece_confused,     ///< h: rook, horse, cannon (text)
  front_rear,         ///< i (text)
  two_faults,         ///< j
  twin,               ///< k: the other piece of the kind makes the move
};
const char* name(Damage damage);

struct DamagedRecord {
  std::vector<repair::Entry> entries;
  int ply = 0;  ///< 0-based, where
};

class Damager {
 public:
  Damager(std::uint64_t seed, bool as_text) : random_(seed), as_text_(as_text) {}
  std::uint64_t pick(std::uint64_t n) { return random_() % n; }
  /// Nothing when this kind does not apply at the ply that was drawn.
  std::optional<DamagedRecord> damage(Damage kind, const std::vector<Move>& game);
  /// The undamaged record in this form.
  std::vector<repair::Entry> written(const std::vector<Move>& game) const;

 private:
  bool damage_in_place(Damage kind, const Position& position, Move move, repair::Entry& entry);
  bool wrong_square(const Position& position, Move move, repair::Entry& entry);
  bool mistyped(repair::Entry& entry);
  bool mirrored_file(repair::Entry& entry) const;
  bool twin(const Position& position, Move move, repair::Entry& entry);
  repair::Entry entry(const Position& position, Move move) const;
  std::mt19937_64 random_;
  bool as_text_;
};

/// Games of a PGN text in ICCS from the standard start, `least` to `most` plies, every ply legal.
std::vector<std::vector<Move>> games_of_iccs_pgn(std::string_view pgn, std::size_t least = 40,
                                                 std::size_t most = 160);

}  // namespace qipu::test
