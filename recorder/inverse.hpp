// What takes an arbiter's act back.
#pragma once

#include <string>
#include <vector>

#include "recorder/state.hpp"

namespace qipu::recorder {

/// The facts that undo a fact, seen from the state before it; empty for what cannot be taken back.
std::vector<Fact> inverse_of(const State& state, const Fact& fact);

/// What an act is about: a game, a foul, a match's player or an entrant.
std::string subject_of(const Fact& fact);

}  // namespace qipu::recorder
