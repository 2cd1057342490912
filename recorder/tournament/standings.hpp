// Standings (reg:S1, S2, A5–A9): every criterion of every row, and what separated it from the next. Ties that
// nothing separates are shown as ties until they are decided.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

/// What separated a row from the one below it: a criterion, after leaving out the first (or last) `dropped`
/// rounds.
struct Separation {
  Criterion criterion = Criterion::points;
  int dropped = 0;
  int ours = 0, theirs = 0;  ///< the values compared; 0/0 for lots and manual decisions
  bool operator==(const Separation&) const = default;
};
/// "points", "wins", "cumulative-2" (without the first two rounds), "lots" …
std::string text(const Separation& separation);
/// The sentence that an arbiter reads out.
Text explain(const Separation& separation);

struct StandingRow {
  int rank = 0;  ///< tied ones share the first rank of their group
  std::vector<EntrantNo> tied_with;
  EntrantNo entrant;
  int points = 0, cumulative = 0, wins = 0, fouls = 0, second_games = 0;
  int opponents_sum = 0, black_wins = 0, games = 0;
  std::optional<int> knockout_number;
  std::optional<Separation> separated_by;  ///< from the next row; nothing on the last row and inside a tie
  bool operator==(const StandingRow&) const = default;
};

struct Standings {
  int rounds = 0;  ///< Swiss rounds counted
  std::vector<StandingRow> rows;
  bool decided() const {
    for (const auto& row : rows)
      if (!row.tied_with.empty()) return false;
    return true;
  }
};

struct StandingsRequest {
  int rounds = -1;                     ///< Swiss rounds to count; -1: all that have games
  bool last_resort = true;             ///< false: stop before the last resorts, show the ties
  bool only_active = false;            ///< leave out those who withdrew
  std::optional<Instant> fouls_until;  ///< reg:A9
};

/// reg:A7: a drawing of lots that can be repeated from its seed; the recorder keeps it as a TieDecision.
std::vector<EntrantNo> draw_lots(std::uint64_t seed, std::vector<EntrantNo> tied);

/// The Swiss order of a section: expelled and excluded entrants are left out.
Standings standings(const Regulation& regulation, const Section& section,
                    const StandingsRequest& request = {});

/// reg:A36: 1… by the knockout, then the Swiss order. Rows keep their Swiss values; `separated_by` of
/// knockout rows is Criterion::points with 0/0 when the knockout separated them.
struct OverallRow {
  int rank = 0;
  EntrantNo entrant;
  std::vector<EntrantNo> tied_with;
  std::optional<int> knockout_round;  ///< the round in which the entrant left; rounds + 1 for the winner
  Text why;
  bool operator==(const OverallRow&) const = default;
};
std::vector<OverallRow> overall_order(const Regulation& regulation, const Section& section);

/// A sub-list (women, members, an age group …): the order filtered, with its own ranks.
bool eligible(const Regulation& regulation, const Section& section, const Entrant& entrant,
              const Eligibility& who);
std::vector<OverallRow> sub_list(const Regulation& regulation, const Section& section,
                                 const std::vector<OverallRow>& order, const Eligibility& who);

}  // namespace qipu::tournament
