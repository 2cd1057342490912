#include "recorder/record_facts.hpp"

#include <algorithm>

#include "recorder/tournament/knockout.hpp"

namespace qipu::recorder {
namespace {

// The clock stands still exactly while a dispute is open.
void freeze_by_dispute(GameState& game, Instant at) {
  auto& frozen = game.status.frozen;
  const bool open = !frozen.empty() && !frozen.back().until;
  if (game.sheet.dispute && !open) frozen.push_back({at, {}});
  if (!game.sheet.dispute && open) frozen.back().until = at;
}

void settle(GameState& game, Instant at) {
  game.sheet.dispute.reset();
  freeze_by_dispute(game, at);
}

Outcome turned(Outcome outcome) {
  return outcome == Outcome::red_wins ? Outcome::black_wins : outcome == Outcome::black_wins ? Outcome::red_wins : outcome;
}

}  // namespace

void apply(GameState& game, const RecordJudged& f, const StoredFact& stored) {
  RecordSheet& sheet = game.sheet;
  switch (f.finding) {
    case RecordJudged::complete:
      sheet.found_complete = true;
      sheet.found_untrue = false;
      settle(game, stored.at);
      if (!game.handed_in_at) game.handed_in_at = stored.at;
      break;
    case RecordJudged::untrue:
      sheet.found_untrue = true;
      sheet.found_complete = false;
      game.untrue_reason = f.reason;
      break;
    case RecordJudged::reopened:
      sheet.signed_by.reset();
      sheet.confirmed_by.reset();
      sheet.found_complete = sheet.found_untrue = false;
      game.handed_in_at.reset();
      settle(game, stored.at);
      break;
    case RecordJudged::completion_requested:
      game.status.completion_until = f.until;
      game.status.completion_refused = false;
      game.completion_reason = f.reason;
      sheet.signed_by.reset();
      break;
    case RecordJudged::completion_refused:
      game.status.completion_refused = true;
      break;
    case RecordJudged::settled:
      settle(game, stored.at);
      break;
    case RecordJudged::withdrawn:
      sheet.found_complete = sheet.found_untrue = false;
      game.status.completion_until.reset();
      game.status.completion_refused = false;
      break;
    case RecordJudged::finding_withdrawn:
      sheet.found_complete = sheet.found_untrue = false;
      if (f.until && game.handed_in_at == f.until && !sheet.signed_by) game.handed_in_at.reset();
      break;
    case RecordJudged::request_restored:
      game.status.completion_until = f.until;
      game.status.completion_refused = false;
      break;
  }
}

void apply(GameState& game, const BoardDesignated& f, const StoredFact& stored) {
  game.status.designation_withdrawn = !f.on;
  if (f.on) game.status.designated.push_back(stored.at);
}

void apply(GameState& game, const BroadcastSet& f, const StoredFact& stored) {
  auto& spans = game.status.broadcasts;
  const bool running = !spans.empty() && !spans.back().until;
  if (f.on) {
    if (!running && f.taken_back && !spans.empty())
      spans.back().until.reset();
    else if (!running)
      spans.push_back({stored.at, {}});
    game.status.broadcast_done.reset();
    game.broadcast_where = f.where;
    return;
  }
  if (running && f.taken_back)
    spans.pop_back();
  else if (running)
    spans.back().until = stored.at;
  if (f.done)
    game.status.broadcast_done = stored.at;
  else if (f.taken_back)
    game.status.broadcast_done.reset();
  if (f.taken_back) game.broadcast_where = f.where;
}

void apply(GameState& game, const DutyChanged& f, const StoredFact& stored) {
  auto& status = game.status;
  switch (f.what) {
    case DutyChanged::excuse_requested:
      status.excuse_requested_at = stored.at;
      status.excuse_refused = false;
      game.excuse_reason = f.reason;
      break;
    case DutyChanged::excused:
      status.excused_at = stored.at;
      game.excuse_reason = f.reason;
      game.excused_by = stored.by;
      break;
    case DutyChanged::excuse_refused:
      status.excuse_refused = true;
      break;
    case DutyChanged::excuse_withdrawn:
      status.excused_at.reset();
      game.excused_by.clear();
      break;
    case DutyChanged::on_paper:
      status.paper_at = stored.at;
      break;
    case DutyChanged::paper_withdrawn:
      status.paper_at.reset();
      break;
    case DutyChanged::reassigned:
      status.reassigned_to = f.to;
      break;
    case DutyChanged::extended:
      status.extended_until = f.until;
      break;
    case DutyChanged::called:
      game.called_at = stored.at;
      break;
  }
}

void move_record(GameState& from, GameState& to, const RecordMoved& f, const StoredFact& stored) {
  if (f.from != f.to) {
    std::swap(from.sheet, to.sheet);
    std::swap(from.handed_in_at, to.handed_in_at);
    std::swap(from.first_move_at, to.first_move_at);
    std::swap(from.record_result, to.record_result);
    std::swap(from.warnings, to.warnings);
  }
  for (GameState* game : {&from, &to}) {
    game->sheet.signed_by.reset();
    game->sheet.confirmed_by.reset();
    game->sheet.version = std::max(from.sheet.version, to.sheet.version);
    game->sheet.updated = stored.at;
    // A dispute is about the record and goes with it; the deadline of the board that it leaves runs again.
    freeze_by_dispute(*game, stored.at);
  }
  if (f.swapped && to.record_result) to.record_result->outcome = turned(to.record_result->outcome);
}

std::size_t games_no_longer_due(const State& state, const tournament::Match& match) {
  const auto& rule = state.regulation.section(match.id.round.section).knockout;
  if (!rule) return 0;
  tournament::Match shorter = match;
  while (shorter.games.size() > 1) {
    const tournament::Game last = shorter.games.back();
    if (last.result || !state.game(last.id).sheet.empty()) break;
    shorter.games.pop_back();
    const auto without = tournament::match_state(*rule, shorter);
    // The games before it still lead to it, or an arbiter ordered it after a double loss.
    if (without.needs == tournament::MatchNeeds::next_game || without.needs == tournament::MatchNeeds::decision) {
      shorter.games.push_back(last);
      break;
    }
  }
  return match.games.size() - shorter.games.size();
}

}  // namespace qipu::recorder
