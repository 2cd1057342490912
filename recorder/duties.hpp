// Duties, gate and the state of records, derived from what happened: one derivation for the desk, the phone, the gate and
// the command line. Sources: reg:K1–K7, A14–A18, A32.
#pragma once

#include <vector>

#include "recorder/state.hpp"
#include "recorder/tournament/duty.hpp"
#include "recorder/tournament/gate.hpp"

namespace qipu::recorder {

/// A sign of an untrue or unfinished record: a reason with a weight, never a verdict.
struct Finding {
  std::string code;
  int weight = 0;  ///< 1–100
  Text message;
  std::vector<std::pair<std::string, std::string>> data;
};

/// Whether a record reaches its end: from the start without a gap or a tail, to mate, stalemate or a registered result.
bool is_complete(const State& state, const tournament::Game& game);
/// What speaks against the truth of a record.
std::vector<Finding> findings(const State& state, const tournament::Game& game);
tournament::RecordStatus status_of(const State& state, const tournament::Game& game);
tournament::Duty duty_of(const State& state, const tournament::Game& game, Instant now);
std::vector<tournament::Duty> duties_of(const State& state, RoundId round, Instant now);
/// The gate behind a round: what the desk shows and what pairing the next round is refused by.
tournament::Gate gate_of(const State& state, RoundId round, Instant now);

}  // namespace qipu::recorder
