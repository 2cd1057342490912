// The knockout (淘汰赛, reg:F3–F10, A1–A4, A34): numbers by standing, bracket, matches of up to three games,
// places.
#pragma once

#include <expected>
#include <optional>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/section.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::tournament {

/// The first `promote_count` of the standing after the promotion round, as numbers (编号). Refused while a
/// tie lies across the last place or inside (the bracket needs an order), or when results are missing.
/// reg:F3, F4, A9.
std::expected<std::vector<EntrantNo>, Problem> promote(const Regulation& regulation, const Section& section,
                                                       const Standings& standings);

/// reg:A4 with `next`: the numbers with everybody who withdrew replaced by the next of the standing; others
/// keep theirs. Refused once the bracket is published.
std::expected<std::vector<EntrantNo>, Problem> substitute(const Section& section, const Standings& standings);

/// Matches of round 1: 1 v n, 2 v n−1, … (reg:F5), each with its first game. `withdrawn` players leave a
/// walk-over, or the next of the standing takes the number (reg:A4) when the regulation says `next`.
std::expected<KnockoutRound, Problem> first_knockout_round(const Regulation& regulation,
                                                           const Section& section);

/// The next round from the decided matches before; with a third-place match when the regulation has one.
std::expected<KnockoutRound, Problem> next_knockout_round(const Regulation& regulation,
                                                          const Section& section);

/// Which matches of the round before feed match `board` (1-based) of `round` in a fixed bracket; upper,
/// lower.
struct Feeders {
  std::uint16_t upper = 0, lower = 0;
};
Feeders feeders(int promote_count, int round, std::uint16_t board);

enum class MatchNeeds : std::uint8_t { result, next_game, choice, decision, nothing };

/// Where a match stands.
struct MatchState {
  MatchNeeds needs = MatchNeeds::result;
  std::optional<EntrantNo> winner,
      loser;                 ///< both empty while undecided; winner empty with nothing: nobody goes on
  std::optional<Game> next;  ///< the game to be played next (reg:F8, F9)
  Text why;
};
MatchState match_state(const KnockoutRule& rule, const Match& match);

/// One line of the drawn bracket.
struct BracketSlot {
  BoardId match;
  std::optional<EntrantNo> upper, lower, winner;
  Feeders from;
};
/// The whole bracket, from round 1 to the final, with empty slots for what is not known yet.
std::vector<std::vector<BracketSlot>> bracket(const Regulation& regulation, const Section& section);

/// Places in the knockout, best first (reg:A3): who lost later is higher, those of one round by their number.
struct KnockoutPlace {
  EntrantNo entrant;
  int number = 0;
  int left_in = 0;  ///< round in which the entrant lost; rounds + 1: the winner
  Text why;
  std::vector<EntrantNo> tied_with;  ///< reg:A3 `split`
};
std::vector<KnockoutPlace> knockout_places(const Regulation& regulation, const Section& section);

}  // namespace qipu::tournament
