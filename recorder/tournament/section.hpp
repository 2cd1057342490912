// A section (组) as it stands: entrants, rounds, knockout and fouls. Everything else is derived from this
// value and the regulation, so that a correction is a change here and nothing more.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "recorder/tournament/entrant.hpp"
#include "recorder/tournament/foul.hpp"
#include "recorder/tournament/round.hpp"

namespace qipu::tournament {

/// A tie that an arbiter decided, with a reason (reg:A7): the entrants in their order.
struct TieDecision {
  std::vector<EntrantNo> order;
  bool lots = false;  ///< drawn, not chosen
  std::string reason, by;
  bool operator==(const TieDecision&) const = default;
};

/// The knockout of a section.
struct Knockout {
  std::vector<EntrantNo> numbers;  ///< by number (编号) − 1: the standing after the promotion round (reg:F4)
  std::vector<KnockoutRound> rounds;
  bool bracket_published = false;  ///< reg:F5: before round 1
  bool operator==(const Knockout&) const = default;

  /// Number (编号) of an entrant, from 1; nothing for those who are not in.
  std::optional<int> number_of(EntrantNo entrant) const;
};

struct Section {
  SectionId id;
  std::vector<Entrant> entrants;  ///< by number: entrants[k].no == k + 1
  std::vector<Round> rounds;      ///< Swiss rounds, from 1
  Knockout knockout;
  std::vector<Foul> fouls;
  std::vector<TieDecision> ties;
  std::vector<std::vector<EntrantNo>> forbidden;  ///< groups whose members are not paired with each other
  bool operator==(const Section&) const = default;

  const Entrant* find(EntrantNo no) const {
    return no.value >= 1 && no.value <= entrants.size() ? &entrants[no.value - 1u] : nullptr;
  }
  Entrant* find(EntrantNo no) {
    return no.value >= 1 && no.value <= entrants.size() ? &entrants[no.value - 1u] : nullptr;
  }
  const Round* find(RoundId round) const;
  const Game* find(const GameId& game) const;
  Game* find(const GameId& game);
  const Match* find(BoardId match) const;
  /// All games of a round, Swiss or knockout, by board and game.
  std::vector<const Game*> games_of(RoundId round) const;
};

}  // namespace qipu::tournament
