#include "server/app/judging.hpp"

#include "formats/notation/chinese.hpp"

namespace qipu::app {
namespace {

rules::Pace pace_of(tournament::Pace pace) {
  return pace == tournament::Pace::slow   ? rules::Pace::slow
         : pace == tournament::Pace::fast ? rules::Pace::fast
                                          : rules::Pace::ultra;
}

std::string spelled(const Position& position, Move move) { return notation::write_chinese(position, move); }

}  // namespace

rules::JudgeOptions judge_options(const recorder::State& state, const tournament::Game& game) {
  rules::JudgeOptions options;
  options.pace = pace_of(game.pace);
  options.limit.rounds = state.regulation.pace(game.pace).natural_limit_rounds;
  options.regulation = true;
  options.early_draw_rounds = state.regulation.early_draw.rounds;
  options.move_zh = spelled;
  return options;
}

}  // namespace qipu::app
