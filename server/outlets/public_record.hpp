// A game of the tournament as a record for downloads and broadcasts: tags as broadcasters read them, moves as
// far as they are known and legal. Ongoing games have result "*"; a game without moves is there too.
#pragma once

#include "formats/record.hpp"
#include "formats/write.hpp"
#include "recorder/state.hpp"
#include "server/view/viewer.hpp"

namespace qipu::outlets {

/// Precondition: the game is in a published round.
formats::Record public_record(const recorder::State& state, const tournament::Game& game,
                              const view::Viewer& viewer);

/// As broadcasters read it: Chinese moves, White beside Red, clocks.
formats::PgnOptions pgn_options();

}  // namespace qipu::outlets
