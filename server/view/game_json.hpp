// A game, its record and its duty as JSON (server/docs/wire.md: Game, Person, Result, Duty). Pure functions
// of the state: the public view is the same functions on a state that holds only what the public may know.
#pragma once

#include <string>

#include "recorder/duties.hpp"
#include "recorder/state.hpp"
#include "server/protocol/json.hpp"
#include "server/view/viewer.hpp"

namespace qipu::view {

using protocol::JsonText;
using recorder::EntrantId;
using recorder::EntrantNo;
using recorder::GameId;
using recorder::Instant;
using recorder::RoundId;
using recorder::SectionId;
using recorder::State;

/// "2026-05-01T09:30:00.000Z".
std::string time_text(Instant instant);
/// The name as this viewer sees it; 选手 017 when it was purged or is hidden.
std::string name_of(const State& state, EntrantId entrant, const Viewer& viewer);
void person(JsonText& out, const State& state, EntrantId entrant, const Viewer& viewer);
void result(JsonText& out, const State& state, const tournament::Game& game);
void duty(JsonText& out, const State& state, const tournament::Game& game, const Viewer& viewer);
void proposal(JsonText& out, const State& state, const recorder::Proposal& proposal);
/// Counters of natural limit and repetition, or null inside a stretch that cannot be checked.
void limits(JsonText& out, const State& state, const tournament::Game& game);
/// {"game","result","record"}: what a push of the result says.
std::string result_json(const State& state, GameId game, const Viewer& viewer);
/// The board's side of the present position.
std::string fen_of(const recorder::RecordSheet& sheet);
/// Every move in Chinese notation; "" where the position is not known.
std::vector<std::string> notation_of(const recorder::RecordSheet& sheet);

/// Empty when there is no such game.
std::string game_json(const State& state, GameId game, const Viewer& viewer);
std::string duty_json(const State& state, GameId game, const Viewer& viewer);
/// The same record for the desk, with every version of it and the first difference.
std::string game_versions_json(const State& state, GameId game, const Viewer& viewer);
/// The hash that is signed.
std::string record_hash(const State& state, const tournament::Game& game);

}  // namespace qipu::view
