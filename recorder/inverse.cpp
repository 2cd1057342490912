#include "recorder/inverse.hpp"

#include "recorder/evolve.hpp"
#include "recorder/record_facts.hpp"

namespace qipu::recorder {

std::vector<Fact> inverse_of(const State& state, const Fact& fact) {
  if (const auto* f = std::get_if<OutcomeRegistered>(&fact)) {
    const auto* game = state.find(f->game);
    std::vector<Fact> back;
    if (game) back.push_back(OutcomeRegistered{f->game, game->result, {}, *game});
    // Games of a knockout match that go with the result come back with it.
    if (const auto* match = state.section(f->game.round.section).find(f->game.on()); match && game) {
      tournament::Match after = *match;
      after.games[f->game.game - 1u].result = f->result;
      const std::size_t kept = after.games.size() - games_no_longer_due(state, after);
      for (std::size_t i = kept; i < match->games.size(); ++i) back.push_back(GameAdded{match->games[i]});
    }
    return back;
  }
  if (const auto* f = std::get_if<BoardDesignated>(&fact)) return {BoardDesignated{f->game, !f->on, {}}};
  if (const auto* f = std::get_if<BroadcastSet>(&fact)) {
    const GameState& was = state.game(f->game);
    const bool running = !was.status.broadcasts.empty() && !was.status.broadcasts.back().until;
    return {BroadcastSet{f->game, running, was.status.broadcast_done.has_value(), was.broadcast_where, true}};
  }
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
    const GameState& was = state.game(f->game);
    std::vector<Fact> back;
    if (f->finding == RecordJudged::complete || f->finding == RecordJudged::untrue) {
      back.push_back(RecordJudged{f->game, RecordJudged::finding_withdrawn, was.handed_in_at ? std::nullopt : std::optional(state.at), {}});
      if (was.sheet.found_complete) back.push_back(RecordJudged{f->game, RecordJudged::complete, {}, {}});
      if (was.sheet.found_untrue) back.push_back(RecordJudged{f->game, RecordJudged::untrue, {}, was.untrue_reason});
      if (f->finding == RecordJudged::complete && was.sheet.dispute)
        back.push_back(RecordDisputed{f->game, was.sheet.dispute->by, was.sheet.dispute->ply, was.sheet.dispute->reason});
    } else if (f->finding == RecordJudged::completion_requested || f->finding == RecordJudged::completion_refused) {
      back.push_back(RecordJudged{f->game, RecordJudged::request_restored, was.status.completion_until, {}});
      if (was.status.completion_refused) back.push_back(RecordJudged{f->game, RecordJudged::completion_refused, {}, {}});
      if (was.sheet.signed_by) back.push_back(RecordSigned{f->game, was.sheet.signed_by->by, {}});
    }
    return back;
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

std::string subject_of(const Fact& fact) {
  const auto number = [](auto n) { return " " + std::to_string(n); };
  const auto entrant = [&](const EntrantId& id) { return number(id.section.index) + number(id.no.value); };
  if (const auto* f = std::get_if<FoulJudged>(&fact)) return "foul" + number(f->section.index) + number(f->foul);
  if (const auto* f = std::get_if<FoulEntered>(&fact)) return "foul" + number(f->foul.entrant.section.index) + number(f->foul.id);
  if (const auto* f = std::get_if<EntrantStateChanged>(&fact)) return "entrant" + entrant(f->entrant);
  if (const auto* f = std::get_if<GateOverridden>(&fact))
    return "gate" + number(f->match.round.number) + number(f->match.board) + entrant({f->match.round.section, f->entrant});
  if (const auto game = game_of(fact))
    return "game" + number(game->round.section.index) + number(static_cast<int>(game->round.phase)) + number(game->round.number) + number(game->board) + number(game->game);
  return std::string(name(fact));
}

}  // namespace qipu::recorder
