// How a game of the tournament is judged: rule set, pace and limits of its regulation.
#pragma once

#include "engine/rules/judge.hpp"
#include "recorder/state.hpp"

namespace qipu::app {

/// Moves are told in Chinese notation; the regulation's own object (reg:G4) is asked for.
rules::JudgeOptions judge_options(const recorder::State& state, const tournament::Game& game);

}  // namespace qipu::app
