#include "recorder/duties.hpp"

#include <algorithm>

#include "recorder/tournament/conduct.hpp"

namespace qipu::recorder {
namespace {

using tournament::Assessment;
using tournament::ResultKind;

// The result that the last position shows by itself.
std::optional<Outcome> shown(const RecordSheet& sheet) {
  const auto game = game_of(sheet);
  if (!game || game->position().terminal() == Terminal::none) return std::nullopt;
  return game->position().to_move() == Side::red ? Outcome::black_wins : Outcome::red_wins;
}

std::string number(int n) { return std::to_string(n); }

void compare_with_versions(const GameState& game, std::vector<Finding>& out) {
  const auto moves = game.sheet.moves();
  for (const auto& version : game.sheet.versions) {
    if (const auto ply = first_difference(moves, version.moves))
      out.push_back({"versions_differ",
                     version.source == Source::opponent || version.source == Source::player ? 60 : 80,
                     {"另一份棋谱从第 " + number(*ply) + " 着起不同", "another record of the game differs from ply " + number(*ply)},
                     {{"ply", number(*ply)}, {"source", std::string(name(version.source))}}});
  }
}

void compare_with_games(const State& state, const tournament::Game& game, std::vector<Finding>& out) {
  const auto moves = state.game(game.id).sheet.moves();
  constexpr std::size_t suspicious = 40;
  if (moves.size() < suspicious) return;
  for (const auto& [id, other] : state.games) {
    if (id == game.id || other.sheet.plies.size() < suspicious) continue;
    std::size_t same = 0;
    while (same < moves.size() && same < other.sheet.plies.size() && moves[same] == other.sheet.plies[same].move) ++same;
    if (same >= suspicious)
      out.push_back({"same_as_other_game",
                     same == moves.size() ? 90 : 50,
                     {"前 " + number(static_cast<int>(same)) + " 着与 " + state.text(id) + " 相同", "the first " + number(static_cast<int>(same)) + " plies are those of " + state.text(id)},
                     {{"game", state.text(id)}, {"plies", number(static_cast<int>(same))}}});
  }
}

void look_at_clocks(const GameState& game, std::vector<Finding>& out) {
  std::optional<std::int64_t> before[2];
  for (std::size_t i = 0; i < game.sheet.plies.size(); ++i) {
    const auto clock = game.sheet.plies[i].clock_ms;
    if (!clock) continue;
    auto& last = before[i % 2];
    // More on the clock than any increment gives, or less than nothing.
    if (*clock < 0 || (last && *clock > *last + 60'000)) {
      out.push_back({"clock_impossible", 40, {"第 " + number(static_cast<int>(i) + 1) + " 着的用时不可能", "the clock at ply " + number(static_cast<int>(i) + 1) + " cannot be"}, {{"ply", number(static_cast<int>(i) + 1)}}});
      return;
    }
    last = clock;
  }
}

}  // namespace

bool is_complete(const State& state, const tournament::Game& game) {
  const RecordSheet& sheet = state.game(game.id).sheet;
  if (sheet.plies.empty() || !sheet.gaps.empty() || !sheet.tail.empty()) return false;
  if (shown(sheet)) return true;
  if (!game.result || game.result->outcome == Outcome::none) return false;
  // A mate or stalemate that the board does not show: moves are missing at the end.
  return game.result->kind != ResultKind::mate && game.result->kind != ResultKind::stalemate;
}

std::vector<Finding> findings(const State& state, const tournament::Game& game) {
  std::vector<Finding> out;
  const GameState& what = state.game(game.id);
  const RecordSheet& sheet = what.sheet;
  if (sheet.empty() && sheet.versions.empty()) return out;
  if (const auto end = shown(sheet); end && game.result && game.result->played && game.result->outcome != *end)
    out.push_back({"result_contradicts_board", 90, {"棋谱终局与登记的结果不符", "the final position contradicts the registered result"}, {}});
  if (what.record_result && game.result && game.result->played && what.record_result->outcome != Outcome::none &&
      what.record_result->outcome != game.result->outcome)
    out.push_back({"result_differs", 60, {"棋谱所记结果与登记的结果不符", "the record states another result than the registered one"}, {}});
  if (sheet.ends_illegally())
    out.push_back({"illegal_as_played", 20, {"最后一着不合规则（照实记录）", "the last move is illegal, recorded as played"}, {}});
  compare_with_versions(what, out);
  compare_with_games(state, game, out);
  look_at_clocks(what, out);
  if (game.result && sheet.gaps.empty()) {
    std::optional<int> minutes;
    if (game.started_at && game.ended_at) minutes = static_cast<int>((game.ended_at->ms - game.started_at->ms) / 60'000);
    if (const auto advice = tournament::early_end(state.regulation, game.pace, game.result->kind, minutes, static_cast<int>(sheet.plies.size()) / 2))
      out.push_back({"early_end", 30, advice->why, {{"clause", advice->clause}}});
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, &Finding::weight);
  return out;
}

tournament::RecordStatus status_of(const State& state, const tournament::Game& game) {
  const GameState& what = state.game(game.id);
  tournament::RecordStatus status = what.status;
  status.game = game.id;
  const RecordSheet& sheet = what.sheet;
  if (game.id.round.phase == tournament::PhaseKind::knockout) {
    const auto owner = status.reassigned_to ? status.reassigned_to : tournament::record_owner(state.regulation.record, game);
    for (const auto& round : state.section(game.id.round.section).knockout.rounds)
      for (const auto& match : round.matches)
        for (const auto& next : match.games)
          if (owner && next.side_of(*owner) && next.started_at && game.ended_at && *next.started_at > *game.ended_at &&
              (!status.owner_next_game || *next.started_at < *status.owner_next_game))
            status.owner_next_game = next.started_at;
  }
  if (sheet.empty()) {
    status.assessment = sheet.found_untrue ? Assessment::untrue : Assessment::none;
    return status;
  }
  status.assessed_at = what.handed_in_at ? what.handed_in_at : std::optional(sheet.updated);
  const bool complete = is_complete(state, game);
  const bool signed_off = sheet.signed_by && !sheet.dispute;
  const auto signs = findings(state, game);
  const bool doubtful = std::ranges::any_of(signs, [](const Finding& finding) { return finding.weight >= 50; });
  if (sheet.found_untrue)
    status.assessment = Assessment::untrue;
  else if (sheet.found_complete)
    status.assessment = Assessment::complete;
  else if (!what.handed_in_at)
    status.assessment = Assessment::started;
  else if (!complete)
    status.assessment = Assessment::incomplete;
  else if (doubtful || sheet.dispute)
    status.assessment = Assessment::doubtful;
  else
    status.assessment = signed_off ? Assessment::complete : Assessment::submitted;
  return status;
}

tournament::Duty duty_of(const State& state, const tournament::Game& game, Instant now) {
  const auto status = status_of(state, game);
  return tournament::duty_of(state.regulation, state.section(game.id.round.section), game, &status, now);
}

std::vector<tournament::Duty> duties_of(const State& state, RoundId round, Instant now) {
  std::vector<tournament::Duty> out;
  for (const auto* game : state.section(round.section).games_of(round)) out.push_back(duty_of(state, *game, now));
  return out;
}

tournament::Gate gate_of(const State& state, RoundId round, Instant now) {
  return tournament::gate(state.regulation, state.section(round.section), round, duties_of(state, round, now), state.overrides);
}

}  // namespace qipu::recorder
