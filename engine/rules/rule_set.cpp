#include "engine/rules/rule_set.hpp"

#include <algorithm>

namespace qipu::rules {
namespace {

constexpr RuleSetEntry kRuleSets[] = {
    {RuleSet::cxa2011, name_ply_cxa, class_of_cxa},
    {RuleSet::wxf, name_ply_wxf, class_of_wxf},
};

Ruling must_vary(Side side) {
  const bool red = side == Side::red;
  return {red ? MustChange::red : MustChange::black, red ? IfUnchanged::red_loses : IfUnchanged::black_loses};
}

bool all(const std::vector<NamedPly>& plies, Label label) {
  return std::ranges::all_of(plies, [&](const NamedPly& ply) { return ply.finding.label == label; });
}

}  // namespace

const RuleSetEntry& entry(RuleSet rules) {
  for (const auto& candidate : kRuleSets)
    if (candidate.id == rules) return candidate;
  return kRuleSets[0];
}

Conduct conduct_of(const std::vector<NamedPly>& plies) {
  const bool attacks = !plies.empty() && std::ranges::all_of(plies, [](const NamedPly& p) {
    return is_attack(p.finding.label);
  });
  if (!attacks) return Conduct::idle;
  if (all(plies, Label::check)) return Conduct::check;
  if (all(plies, Label::kill)) return Conduct::kill;
  return all(plies, Label::chase) ? Conduct::chase : Conduct::mixed;
}

void name_check(NamedPly& ply, const PlyContext& context) {
  ply.finding.label = Label::check;
  ply.finding.heavy = true;
  const Square king = context.after.king(context.after.to_move());
  for (Square by : context.after.attackers(king, context.mover())) {
    Reason reason{.kind = Label::check, .by = by, .piece = context.after.at(by)->kind, .target = king};
    reason.via = by == context.move.to ? Via::direct : Via::discovered;
    ply.finding.reasons.push_back(reason);
  }
}

ConductClass class_of_cxa(const std::vector<NamedPly>& plies) {
  const Conduct conduct = conduct_of(plies);
  if (conduct == Conduct::idle) return ConductClass::allowed;
  if (conduct == Conduct::check) return ConductClass::perpetual_check;
  const bool heavy = std::ranges::all_of(plies, [](const NamedPly& ply) { return ply.finding.heavy; });
  return heavy ? ConductClass::heavy : ConductClass::light;
}

ConductClass class_of_wxf(const std::vector<NamedPly>& plies) {
  const Conduct conduct = conduct_of(plies);
  if (conduct == Conduct::check) return ConductClass::perpetual_check;
  if (conduct != Conduct::chase) return ConductClass::allowed;
  // A chase is of one and the same piece; hitting several in turn is allowed.
  const bool same = std::ranges::any_of(plies.front().targets, [&](std::uint8_t target) {
    return std::ranges::all_of(plies, [&](const NamedPly& ply) {
      return std::ranges::find(ply.targets, target) != ply.targets.end();
    });
  });
  return same ? ConductClass::heavy : ConductClass::allowed;
}

Ruling rule_on(ConductClass red, ConductClass black) {
  using enum ConductClass;
  if (red == black) return {};
  for (ConductClass worst : {perpetual_check, heavy, light}) {
    if (red != worst && black != worst) continue;
    const Side side = red == worst ? Side::red : Side::black;
    Ruling ruling = must_vary(side);
    ruling.at_once = worst == perpetual_check;
    ruling.by_weight = worst == heavy && (red == light || black == light);
    return ruling;
  }
  return {};
}

}  // namespace qipu::rules
