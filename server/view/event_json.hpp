// The tournament, its sections and rounds, and what the desk reads, as JSON (server/docs/wire.md). Pure
// functions of the state.
#pragma once

#include <span>

#include "server/view/game_json.hpp"

namespace qipu::view {

std::string overview_json(const State& state, const Viewer& viewer);
/// Empty when there is no such section or round.
std::string section_json(const State& state, SectionId section, const Viewer& viewer);
std::string round_json(const State& state, RoundId round, const Viewer& viewer);
/// Only these boards' rows, as a push of the round.
std::string boards_json(const State& state, RoundId round, std::span<const GameId> games,
                        const Viewer& viewer);
std::string duties_json(const State& state, RoundId round, const Viewer& viewer);
std::string gate_json(const State& state, RoundId round, const Viewer& viewer);
std::string pairing_json(const State& state, RoundId round, const Viewer& viewer);
std::string standings_json(const State& state, SectionId section, const Viewer& viewer);
std::string bracket_json(const State& state, SectionId section, const Viewer& viewer);
std::string prizes_json(const State& state, const Viewer& viewer);
std::string entrants_json(const State& state, SectionId section, const Viewer& viewer);
std::string fouls_json(const State& state, const Viewer& viewer);
std::string proposals_json(const State& state, const Viewer& viewer);
/// Who still owes a record of a round, as a text to paste and as rows.
std::string outstanding_json(const State& state, RoundId round, const Viewer& viewer);
/// The round that is being played: the last one that is published.
std::optional<RoundId> present_round(const State& state, SectionId section);
/// "7" and "k2" of a section; nothing for anything else.
std::optional<RoundId> find_round(const State& state, std::string_view section, std::string_view round);
std::optional<SectionId> find_section(const State& state, std::string_view section);

}  // namespace qipu::view
