// The gate between rounds (reg:K7, A16): may the players of this round go on, and if not, what is missing,
// whose it is and since when. The desk shows this and pairing the next round is refused by this: one
// function.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/duty.hpp"

namespace qipu::tournament {

struct MissingRecord {
  GameId game;
  std::optional<EntrantNo> owner;
  DutyState state = DutyState::required;
  std::optional<Instant> since;
  bool operator==(const MissingRecord&) const = default;
};

struct GatePlayer {
  EntrantNo entrant;
  bool goes_on = false;  ///< won the match (knockout) or stays in the section (Swiss)
  bool may_enter = false;
  std::vector<MissingRecord> missing;
  bool operator==(const GatePlayer&) const = default;
};

struct GateMatch {
  BoardId match;
  std::vector<GatePlayer> players;  ///< upper, lower; in the Swiss phase red, black
  std::optional<EntrantNo> winner;  ///< knockout: who goes on
  bool decided = false;             ///< the results are in
  bool overridden = false;
  bool open = false;
  Text sentence;
  bool operator==(const GateMatch&) const = default;
};

struct Gate {
  RoundId round;
  bool open = false;
  std::vector<GateMatch> matches;
  bool operator==(const Gate&) const = default;
};

/// A chief arbiter's leave for one player of a match to enter although records are missing, with a reason.
struct GateOverride {
  BoardId match;
  EntrantNo entrant;
  bool operator==(const GateOverride&) const = default;
};

/// The gate behind `round`. In the Swiss phase it is open when every game has its result. `duties` are those
/// of the round.
Gate gate(const Regulation& regulation, const Section& section, RoundId round, std::span<const Duty> duties,
          std::span<const GateOverride> overrides = {});

/// Why the gate is shut, as a refusal for the person who wants to pair on; nothing when it is open.
std::optional<Problem> refusal(const Regulation& regulation, const Section& section, const Gate& gate);

}  // namespace qipu::tournament
