// Finding what repeats: the cycle that ends with the last move, and how often it has been played. Source:
// rule:R1–R4.
#pragma once

#include <optional>

#include "engine/rules/judge.hpp"

namespace qipu::rules {

/// The cycle that ends with the last move: the shortest that has been played twice or more in a row,
/// otherwise the one between the last two times that the present position stood. Nothing when that stands for
/// the first time since the last capture.
std::optional<Cycle> find_cycle(const Game& game);

/// What the counts alone say (rule:R3). `loses`: the side that must change is known; `at_once`: it need not
/// be warned first (a lone perpetual check, rule:R2).
Stage stage_of(const std::optional<Cycle>& cycle, int occurrences, const StageOptions& options, bool loses,
               bool at_once);

/// The first ply after the last capture (1-based; 1 when there was none).
int first_quiet_ply(const Game& game);

}  // namespace qipu::rules
