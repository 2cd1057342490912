#include "engine/rules/judge.hpp"

#include <algorithm>

#include "engine/rules/explain.hpp"
#include "engine/rules/repetition.hpp"
#include "engine/rules/rule_set.hpp"
#include "engine/rules/series.hpp"

namespace qipu::rules {
namespace {

Certainty worse(Certainty a, Certainty b) { return std::max(a, b); }

// A side that is ruled to attack stands on every one of its plies; one that is allowed on its surest idle
// ply.
Certainty certainty_of(const std::vector<NamedPly>& plies, ConductClass c) {
  Certainty certainty = c == ConductClass::allowed ? Certainty::arbiter : Certainty::certain;
  bool idle = false;
  for (const auto& ply : plies) {
    if (c != ConductClass::allowed) {
      certainty = worse(certainty, ply.certainty);
    } else if (!is_attack(ply.finding.label)) {
      certainty = std::min(certainty, ply.certainty);
      idle = true;
    }
  }
  return c == ConductClass::allowed && !idle ? Certainty::likely : certainty;
}

struct Sides {
  std::vector<NamedPly> red, black;
  std::vector<NamedPly>& of(Side side) { return side == Side::red ? red : black; }
};

// All plies of one cycle. The ply before the first is the last one of the cycle: it does not matter where one
// starts.
Sides name_cycle(const Game& game, const Cycle& cycle, const JudgeOptions& options) {
  SearchBudget budget = options.budget;
  budget.ply_nodes = std::min(budget.ply_nodes, budget.total_nodes / std::max(1, cycle.plies));
  Sides sides;
  for (const auto& context : contexts_of_cycle(game, cycle)) {
    NamedPly named = entry(options.rules).name_ply(context, budget);
    describe(context, named, options);
    sides.of(context.mover()).push_back(std::move(named));
  }
  return sides;
}

SideConduct conduct_from(std::vector<NamedPly> plies, ConductClass c) {
  SideConduct side;
  side.conduct = conduct_of(plies);
  side.conduct_class = c;
  for (auto& ply : plies) side.plies.push_back(std::move(ply.finding));
  return side;
}

void rule_on_cycle(const Game& game, const JudgeOptions& options, Verdict& verdict) {
  Sides sides = name_cycle(game, *verdict.cycle, options);
  const RuleSetEntry& rules = entry(options.rules);
  const ConductClass red = rules.class_of(sides.red), black = rules.class_of(sides.black);
  const Ruling ruling = rule_on(red, black);
  verdict.must_change = ruling.must_change;
  verdict.if_unchanged = ruling.if_unchanged;
  verdict.stage = stage_of(verdict.cycle, verdict.occurrences, options.stages,
                           ruling.must_change != MustChange::none, ruling.at_once);
  verdict.certainty = worse(certainty_of(sides.red, red), certainty_of(sides.black, black));
  if (ruling.by_weight) verdict.certainty = Certainty::arbiter;
  for (Side side : {Side::red, Side::black})
    for (const auto& ply : sides.of(side)) verdict.budget_exhausted |= ply.exhausted;
  verdict.red = conduct_from(std::move(sides.red), red);
  verdict.black = conduct_from(std::move(sides.black), black);
  verdict.clauses = clauses_of(verdict, ruling, options.rules);
}

// rule:R5: nine attacks of one side over three points, though no plain cycle.
void rule_on_series(const Game& game, const JudgeOptions& options, Verdict& verdict) {
  Sides sides;
  bool attacks[2] = {};
  for (Side side : {Side::red, Side::black}) {
    auto plies = series_of(game, side, options);
    attacks[static_cast<int>(side)] = !plies.empty();
    sides.of(side) = std::move(plies);
  }
  if (!attacks[0] && !attacks[1]) return;
  verdict.series = true;
  verdict.stage = Stage::pending;
  verdict.certainty = Certainty::arbiter;
  Ruling ruling{MustChange::none, IfUnchanged::arbiter};
  ConductClass red = ConductClass::allowed, black = ConductClass::allowed;
  if (attacks[0]) red = entry(options.rules).class_of(sides.red);
  if (attacks[1]) black = entry(options.rules).class_of(sides.black);
  if (attacks[0] != attacks[1]) ruling = rule_on(red, black);
  verdict.must_change = ruling.must_change;
  verdict.if_unchanged = ruling.if_unchanged;
  verdict.red = conduct_from(std::move(sides.red), red);
  verdict.black = conduct_from(std::move(sides.black), black);
  verdict.clauses = {"rule:R5"};
}

EarlyDraw early_draw(const Game& game, const JudgeOptions& options, const Verdict& verdict) {
  EarlyDraw early;
  const int rounds = (game.ply() + 1) / 2;
  early.early_draw = verdict.if_unchanged == IfUnchanged::draw && rounds <= options.early_draw_rounds;
  if (early.early_draw) {
    early.must_change = MustChange::red;
    early.if_unchanged = IfUnchanged::arbiter;
    early.text = {"第 " + std::to_string(rounds) + " 回合出现不变作和局面，仍在 " +
                      std::to_string(options.early_draw_rounds) +
                      " 回合之内：红方必须变着；红方仍不变，由裁判员裁定。",
                  "The repetition would be a draw in round " + std::to_string(rounds) +
                      ", within the first " + std::to_string(options.early_draw_rounds) +
                      ": Red must vary; if Red still repeats, an arbiter decides."};
  }
  return early;
}

}  // namespace

Verdict judge(const Game& game, const JudgeOptions& options) {
  Verdict verdict;
  verdict.plies = game.ply();
  verdict.final_setup = game.setup();
  verdict.terminal = game.position().terminal();
  verdict.occurrences = game.occurrences();
  verdict.natural_limit = natural_limit(game, options.pace, options.limit);
  if (options.audit) verdict.limit_audit = natural_limit_audit(game, options.pace, options.limit);
  verdict.cycle = find_cycle(game);
  if (verdict.cycle) {
    rule_on_cycle(game, options, verdict);
  } else if (verdict.terminal == Terminal::none) {
    rule_on_series(game, options, verdict);
  }
  if (verdict.budget_exhausted) verdict.certainty = Certainty::arbiter;
  if (options.regulation) verdict.regulation = early_draw(game, options, verdict);
  verdict.explanation = explain(verdict, options);
  return verdict;
}

Glance glance(const Game& game, const JudgeOptions& options) {
  Glance glance;
  glance.occurrences = game.occurrences();
  glance.cycle = find_cycle(game);
  glance.stage = stage_of(glance.cycle, glance.occurrences, options.stages, false, false);
  glance.worth_judging = glance.cycle || game.ply() - first_quiet_ply(game) + 1 >= 2 * series_moves - 1;
  glance.natural_limit = natural_limit(game, options.pace, options.limit);
  return glance;
}

}  // namespace qipu::rules
