// The plies that are to be named: one cycle, or a series of attacks that is no plain cycle (rule:R5).
#pragma once

#include <vector>

#include "engine/rules/rule_set.hpp"

namespace qipu::rules {

/// rule:R5: this many own moves in a row, over at least `series_points` points.
inline constexpr int series_moves = 9;
inline constexpr int series_points = 3;

/// The last cycle's plies, in playing order; the context before the first is the cycle's own last ply.
std::vector<PlyContext> contexts_of_cycle(const Game& game, const Cycle& cycle);

/// The plies first … last (1-based); the first has no `earlier`.
std::vector<PlyContext> contexts_of(const Game& game, int first, int last);

/// The last series of attacks of `side`: its own last moves, all attacks, since the last capture; empty when
/// it is none by rule:R5 or the rule set allows it. At most 24 moves are looked at.
std::vector<NamedPly> series_of(const Game& game, Side side, const JudgeOptions& options);

}  // namespace qipu::rules
