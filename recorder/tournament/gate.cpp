#include "recorder/tournament/gate.hpp"

#include <algorithm>

#include "recorder/tournament/knockout.hpp"

namespace qipu::tournament {
namespace {

std::vector<MissingRecord> missing_of(BoardId match, std::span<const Duty> duties) {
  std::vector<MissingRecord> missing;
  for (const auto& duty : duties)
    if (duty.game.on() == match && !discharged(duty.state))
      missing.push_back({duty.game, duty.owner, duty.state, duty.since});
  return missing;
}

bool overridden(std::span<const GateOverride> overrides, BoardId match, EntrantNo who) {
  return std::ranges::find(overrides, GateOverride{match, who}) != overrides.end();
}

Text sentence_of(const GateMatch& match) {
  if (!match.decided) return {"对阵尚未决出", "the match is not decided"};
  if (match.overridden) return {"裁判长特许放行", "let through by the chief arbiter"};
  if (match.open) return {"可以进入下一轮", "may enter the next round"};
  for (const auto& player : match.players)
    if (!player.missing.empty()) {
      const std::string n = std::to_string(player.missing.size());
      return {"还缺 " + n + " 局棋谱，不得进入下一轮",
              n + " records are missing: not to enter the next round"};
    }
  return {"不得进入下一轮", "not to enter the next round"};
}

GateMatch knockout_match(const KnockoutRule& rule, const Match& match, std::span<const Duty> duties,
                         std::span<const GateOverride> overrides) {
  GateMatch out;
  out.match = match.id;
  const MatchState state = match_state(rule, match);
  out.decided = state.needs == MatchNeeds::nothing;
  out.winner = state.winner;
  out.open = out.decided;
  const auto missing = missing_of(match.id, duties);
  for (const auto& slot : {match.upper, match.lower}) {
    if (!slot) continue;
    GatePlayer player{.entrant = *slot, .goes_on = out.decided && state.winner == slot};
    for (const auto& record : missing)
      // Whole match (reg:A16), or only what the player owes; before the result nobody owes and everybody
      // waits.
      if (rule.gate == GateScope::match || !record.owner || record.owner == slot)
        player.missing.push_back(record);
    player.may_enter = player.goes_on && player.missing.empty();
    if (player.goes_on && !player.may_enter && overridden(overrides, match.id, *slot))
      player.may_enter = out.overridden = true;
    if (player.goes_on) out.open &= player.may_enter;
    out.players.push_back(std::move(player));
  }
  out.sentence = sentence_of(out);
  return out;
}

GateMatch swiss_board(const Game& game) {
  GateMatch out;
  out.match = game.id.on();
  out.decided = out.open = game.result && game.result->outcome != Outcome::none;
  out.winner = game.winner();
  for (EntrantNo who : {game.red, game.black}) out.players.push_back({who, true, out.open, {}});
  out.sentence =
      out.open ? Text{"成绩已登记", "the result is in"} : Text{"成绩未登记", "the result is missing"};
  return out;
}

}  // namespace

Gate gate(const Regulation& regulation, const Section& section, RoundId round, std::span<const Duty> duties,
          std::span<const GateOverride> overrides) {
  Gate out{round, true, {}};
  if (round.phase == PhaseKind::swiss) {
    for (const Game* game : section.games_of(round)) out.matches.push_back(swiss_board(*game));
    out.open = section.find(round) != nullptr;
  } else {
    const auto& rule = regulation.section(section.id).knockout;
    const auto& rounds = section.knockout.rounds;
    out.open = rule && round.number >= 1 && round.number <= rounds.size();
    if (!out.open) return out;
    for (const auto& match : rounds[round.number - 1u].matches)
      out.matches.push_back(knockout_match(*rule, match, duties, overrides));
  }
  for (const auto& match : out.matches) out.open &= match.open;
  return out;
}

std::optional<Problem> refusal(const Regulation& regulation, const Section& section, const Gate& gate) {
  if (gate.open) return std::nullopt;
  const std::string& slug = regulation.section(section.id).slug;
  Problem problem{
      "gate_closed", {}, {{"section", slug}, {"round", text(gate.round)}}, "reg:K7", std::nullopt};
  if (gate.round.phase == PhaseKind::swiss) problem.clause = "";
  std::size_t undecided = 0, missing = 0;
  std::string first;
  for (const auto& match : gate.matches) {
    if (match.open) continue;
    undecided += !match.decided;
    for (const auto& player : match.players)
      if (player.goes_on && !player.may_enter) {
        missing += player.missing.size();
        for (const auto& record : player.missing)
          if (first.empty()) first = text(slug, record.game);
      }
    if (first.empty()) first = text(slug, match.match);
  }
  problem.params.push_back({"undecided", std::to_string(undecided)});
  problem.params.push_back({"missing", std::to_string(missing)});
  problem.params.push_back({"first", first});
  if (undecided > 0) {
    problem.code = "results_missing";
    problem.message = {"还有 " + std::to_string(undecided) + " 台成绩未登记，如 " + first,
                       std::to_string(undecided) + " results are missing, for example " + first};
  } else {
    problem.message = {"还缺 " + std::to_string(missing) + " 局棋谱，如 " + first + "，不得编排下一轮",
                       std::to_string(missing) + " records are missing, for example " + first +
                           ": the next round is not paired"};
  }
  return problem;
}

}  // namespace qipu::tournament
