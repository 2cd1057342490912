// Repairing a damaged record (修谱): the smallest edits after which all the rest is legal and, where it is
// known, the final position is reached. Exhaustive for one fault, staged for a missing pair and for two
// faults; ranked by what slips of the pen cost and by how plausible the game becomes. Never shortens a
// record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/position.hpp"
#include "formats/repair/entry.hpp"

namespace qipu::repair {

struct Evidence {
  Position start = Position::start();
  std::vector<Entry> entries;
  std::optional<Position> final;   ///< placement and side to move after the last move
  Outcome result = Outcome::none;  ///< as registered; contradicted by a mate of the wrong side
};

/// Work is counted in entries read, so that the same record gives the same answer on every machine.
struct Budget {
  std::uint32_t single = 600'000;  ///< one edit, everywhere
  std::uint32_t pair = 600'000;    ///< a missing pair of moves
  std::uint32_t two = 2'500'000;   ///< two independent faults
};

struct Edit {
  enum Kind : std::uint8_t { replace, insert, erase, swap };
  Kind kind = replace;
  int ply = 0;              ///< 1-based, in the repaired record; for erase, where the entry stood
  std::string was;          ///< as written; for swap, both, with a blank between; empty for insert
  std::optional<Move> now;  ///< nothing for erase and swap
  std::string now_zh;
  bool column = false;  ///< the rest of this side's column moves, the other side's stays
  bool operator==(const Edit&) const = default;
};

struct Candidate {
  std::vector<Edit> edits;
  std::vector<Move> moves;  ///< the repaired record, all legal
  double cost = 0;
  bool unique = false;    ///< the only explanation, or 1.0 cheaper than the next
  bool complete = true;   ///< false: reads further than the record did, but not to its end
  int final_squares = 0;  ///< squares on which its end differs from the final position that was given
  int places = 1;  ///< at how many plies the same inserted moves would fit as well; this is the likeliest
};

/// Answers a question of its own: was the record right, and did the players overlook a check?
struct OverlookedCheck {
  int ply;  ///< 1-based
  Move move;
};

struct Diagnosis {
  int legal_plies = 0;  ///< plies that read before the first fault
  bool contradicted =
      false;  ///< something in the record cannot be; false: 复盘无矛盾, which is not "correct"
  std::vector<Candidate> candidates;  ///< best first
  std::optional<OverlookedCheck> overlooked_check;
  /// The whole record reads and ends within a square or two of the final position: that may be what is wrong.
  std::optional<int> final_doubtful;
  std::optional<int> second_game_at;  ///< from this ply (1-based) on the entries read as a game of their own
  std::uint32_t readings = 0;         ///< work done
  bool budget_spent = false;          ///< some explanations were not looked at
};

/// At most `limit` candidates.
Diagnosis repair(const Evidence& evidence, std::size_t limit = 10, const Budget& budget = {});

/// What `entry` may have meant in this position, for a person who is typing: the nearest legal moves, best
/// first, and how many of the `following` entries each lets through.
struct Suggestion {
  Move move;
  double distance;
  int fits;
};
std::vector<Suggestion> suggest(const Position& position, const Entry& entry,
                                const std::vector<Entry>& following, std::size_t limit = 3);

/// All ways from one known position to another in exactly `plies` moves (at most 5), at most `limit` ways.
std::vector<std::vector<Move>> bridge(const Position& from, const Position& to, int plies,
                                      std::size_t limit = 8);

}  // namespace qipu::repair
