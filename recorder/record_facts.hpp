// What facts do to the record of one game and to its duty.
#pragma once

#include <cstddef>

#include "recorder/state.hpp"

namespace qipu::recorder {

void apply(GameState& game, const RecordJudged& fact, const StoredFact& stored);
void apply(GameState& game, const BoardDesignated& fact, const StoredFact& stored);
void apply(GameState& game, const BroadcastSet& fact, const StoredFact& stored);
void apply(GameState& game, const DutyChanged& fact, const StoredFact& stored);
/// `from` and `to` are the same when only the colours were swapped.
void move_record(GameState& from, GameState& to, const RecordMoved& fact, const StoredFact& stored);

/// How many games at the end of a match nothing happened in and its results no longer come to: an earlier one was corrected.
std::size_t games_no_longer_due(const State& state, const tournament::Match& match);

}  // namespace qipu::recorder
