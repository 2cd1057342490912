// The only thing that changes the state.
#pragma once

#include <optional>

#include "recorder/state.hpp"

namespace qipu::recorder {

/// Takes the next fact in. Precondition: facts come in the order of the journal. A fact that does not fit (a journal of
/// another program) changes nothing and is said in the answer.
std::optional<Problem> evolve(State& state, const StoredFact& stored);

/// Keeps the answer of a command under its request, for its repetition.
void remember(State& state, const std::string& request, const std::string& body, const Answer& answer);

/// The game that a fact speaks of.
std::optional<GameId> game_of(const Fact& fact);
/// The section that it speaks of, its game's included.
std::optional<SectionId> section_of(const Fact& fact);

/// When the public may know of a fact that happens now: never before what came earlier in the same game, and what is drawn
/// from results never before these.
Instant visible_at(const State& state, const Fact& fact, Instant now);

}  // namespace qipu::recorder
