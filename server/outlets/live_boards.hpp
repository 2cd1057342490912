// The JSON files that pages of live chess boards poll: tournament.json, round-{n}/index.json,
// round-{n}/game-{b}.json. Sections are told apart by the round: their rounds are numbered on, the open's
// first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "recorder/state.hpp"
#include "server/view/viewer.hpp"

namespace qipu::outlets {

/// `path` is what follows /lcc/{tournament}/; empty when there is no such file.
std::string live_boards(const recorder::State& state, const std::vector<std::string_view>& path,
                        const view::Viewer& viewer);

}  // namespace qipu::outlets
