// The heart: a command becomes facts, or the reason why not. Pure: the time, the actor and the secrets come with the context.
#pragma once

#include <expected>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/command.hpp"
#include "recorder/state.hpp"

namespace qipu::recorder {

struct Decision {
  std::vector<Fact> facts;  ///< none: nothing changes (the same again)
  std::vector<PersonRow> persons;
  Answer answer;
  bool repeated = false;  ///< the id was answered before; this is that answer
};

/// Decides one command. Permission by role and pass, expected version, duty and rules are checked here. The same id with
/// another body is refused with `conflict`.
std::expected<Decision, Problem> decide(const State& state, const Command& command, const Context& context);

/// The facts of a decision as the journal will hold them: numbered, dated, with the moment from which the public may know.
std::vector<StoredFact> stamp(const State& state, const Command& command, const Context& context, Decision decision);

/// What the passing of time brings: fouls proposed for duties whose deadline has passed. Empty when nothing is due.
std::vector<StoredFact> tick(const State& state, Instant now);

}  // namespace qipu::recorder
