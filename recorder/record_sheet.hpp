// The record of one game as it stands: moves, tail, gaps, versions, signatures; and what an edit makes of it.
// Moves before the first gap are legal from the start; after a gap with a known position they are legal from there; after a gap
// without one they are kept unchecked. What no longer fits after a correction is never thrown away: it is the tail.
#pragma once

#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/problem.hpp"
#include "recorder/fact.hpp"

namespace qipu::recorder {

struct SheetPly {
  Move move;
  Mark mark = Mark::none;
  std::optional<std::int64_t> clock_ms;
  Instant at;
};

struct SheetGap {
  int after_ply = 0;
  std::optional<int> plies;
  std::string resume_fen;  ///< empty: not known
};

/// Somebody's whole record, kept for comparison.
struct SheetVersion {
  Source source = Source::opponent;
  std::optional<EntrantNo> by;
  std::vector<Move> moves;
  Instant at;
};

struct Signature {
  EntrantNo by;
  Instant at;
};

struct Dispute {
  EntrantNo by;
  int ply = 0;
  std::string reason;
  Instant at;
};

struct RecordSheet {
  std::vector<SheetPly> plies;
  std::vector<std::string> tail;
  std::vector<SheetGap> gaps;
  std::set<Source> sources;
  std::vector<SheetVersion> versions;
  std::vector<std::pair<int, std::optional<EntrantNo>>> offers;  ///< draws offered: after which ply, by whom
  std::optional<Signature> signed_by, confirmed_by;
  std::optional<Dispute> dispute;
  bool found_untrue = false, found_complete = false;
  std::uint64_t version = 0;
  Instant updated;

  std::vector<Move> moves() const;
  bool empty() const { return plies.empty() && tail.empty() && gaps.empty(); }
  /// The last move was really played though illegal.
  bool ends_illegally() const { return !plies.empty() && plies.back().mark == Mark::illegal_as_played; }
  /// Written, and no arbiter has locked it by a dispute; after signing only an arbiter reopens.
  bool locked() const { return signed_by.has_value() || dispute.has_value(); }
};

/// The game from the last gap whose position is known (or the start) to `ply`; nothing inside a stretch that cannot be checked.
std::optional<Game> game_at(const RecordSheet& sheet, int ply);
inline std::optional<Game> game_of(const RecordSheet& sheet) { return game_at(sheet, static_cast<int>(sheet.plies.size())); }

/// Moves that were taken, and where the first one is that cannot be played.
struct Taken {
  std::vector<Move> moves;
  std::optional<Problem> illegal;  ///< with its ply
};
/// Reads `texts` (ICCS or any notation) after `from_ply` plies, as far as they are legal.
Taken take(const RecordSheet& sheet, int from_ply, const std::vector<std::string>& texts);

/// What becomes of everything from `at_ply` on when `remove` plies are taken out there and `insert` put in their place:
/// the following moves are tried by their points, then by what they say in notation; from the first that fits neither way
/// on they are the tail. Refused when `insert` itself is not legal.
std::expected<MovesReplaced, Problem> replace(const RecordSheet& sheet, GameId game, int at_ply, int remove,
                                              const std::vector<std::string>& insert, Source source);

/// How much is known: move pairs with both moves, and whether the record reaches its end without a gap.
int known_rounds(const RecordSheet& sheet);

/// Another's record as a sheet of its own.
RecordSheet sheet_of(const SheetVersion& version);

/// What is signed: 128 bits over the moves, the gaps and the players, as hexadecimal digits.
std::string hash_of(const RecordSheet& sheet, std::string_view game, std::string_view red, std::string_view black);

/// The first ply (1-based) at which two lists differ; nothing when one begins with the other.
std::optional<int> first_difference(const std::vector<Move>& a, const std::vector<Move>& b);

}  // namespace qipu::recorder
