// What takes an arbiter's act back.
#pragma once

#include <vector>

#include "recorder/state.hpp"

namespace qipu::recorder {

/// The facts that undo a fact, seen from the state before it; empty for what cannot be taken back.
std::vector<Fact> inverse_of(const State& state, const Fact& fact);

}  // namespace qipu::recorder
