#include "recorder/inverse.hpp"

namespace qipu::recorder {

std::vector<Fact> inverse_of(const State& state, const Fact& fact) {
  if (const auto* f = std::get_if<OutcomeRegistered>(&fact)) {
    const auto* game = state.find(f->game);
    return {OutcomeRegistered{f->game, game ? game->result : std::nullopt, {}}};
  }
  if (const auto* f = std::get_if<BoardDesignated>(&fact)) return {BoardDesignated{f->game, !f->on, {}}};
  if (const auto* f = std::get_if<BroadcastSet>(&fact)) return {BroadcastSet{f->game, !f->on, false, state.game(f->game).broadcast_where}};
  if (const auto* f = std::get_if<DutyChanged>(&fact)) {
    const auto& status = state.game(f->game).status;
    switch (f->what) {
      case DutyChanged::excused: return {DutyChanged{f->game, DutyChanged::excuse_withdrawn, {}, {}, {}}};
      case DutyChanged::on_paper: return {DutyChanged{f->game, DutyChanged::paper_withdrawn, {}, {}, {}}};
      case DutyChanged::reassigned: return {DutyChanged{f->game, DutyChanged::reassigned, status.reassigned_to, {}, {}}};
      case DutyChanged::extended: return {DutyChanged{f->game, DutyChanged::extended, {}, status.extended_until, {}}};
      default: return {};
    }
  }
  if (const auto* f = std::get_if<RecordJudged>(&fact)) {
    if (f->finding == RecordJudged::complete || f->finding == RecordJudged::untrue || f->finding == RecordJudged::completion_requested ||
        f->finding == RecordJudged::completion_refused)
      return {RecordJudged{f->game, RecordJudged::withdrawn, {}, {}}};
    return {};
  }
  if (const auto* f = std::get_if<FoulJudged>(&fact)) {
    for (const auto& foul : state.section(f->section).fouls)
      if (foul.id == f->foul) return {FoulJudged{f->foul, f->section, foul.state, {}}};
    return {};
  }
  if (const auto* f = std::get_if<FoulEntered>(&fact); f && f->foul.state == tournament::FoulState::confirmed)
    return {FoulJudged{f->foul.id, f->foul.entrant.section, tournament::FoulState::rejected, {}}};
  if (const auto* f = std::get_if<GateOverridden>(&fact); f && f->on) return {GateOverridden{f->match, f->entrant, {}, false}};
  if (const auto* f = std::get_if<EntrantStateChanged>(&fact))
    if (const auto* was = state.find(f->entrant)) return {EntrantStateChanged{f->entrant, was->state, was->left_after, was->entered_round, {}}};
  return {};
}

}  // namespace qipu::recorder
