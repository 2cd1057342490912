// What a rule set is: how it names one ply, how it classes a side's plies. The outcome matrix and the stages
// are the same for all. A further rule set is one more entry of the table in rule_set.cpp. Source:
// rules.md 3.1, 3.4.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/rules/judge.hpp"

namespace qipu::rules {

/// Who a piece is, whatever point it stands on: the point on which it stood when the cycle began.
using PieceIds = std::array<std::uint8_t, Square::count>;

/// A move of the cycle and the positions around it.
struct PlyContext {
  int ply = 0;
  Move move;
  Position before;                  ///< the mover is to move
  Position after;                   ///< the opponent is to move
  std::optional<Position> earlier;  ///< before the opponent's last move, where that is known
  PieceIds ids_after{};

  Side mover() const { return before.to_move(); }
};

/// A ply as the rule set names it.
struct NamedPly {
  PlyFinding finding;
  Certainty certainty = Certainty::certain;
  bool exhausted = false;             ///< a search ran out of its nodes
  std::vector<std::uint8_t> targets;  ///< ids of the pieces it attacks
};

struct RuleSetEntry {
  RuleSet id;
  NamedPly (*name_ply)(const PlyContext& context, const SearchBudget& budget);
  ConductClass (*class_of)(const std::vector<NamedPly>& plies);
};
const RuleSetEntry& entry(RuleSet rules);

NamedPly name_ply_cxa(const PlyContext& context, const SearchBudget& budget);
ConductClass class_of_cxa(const std::vector<NamedPly>& plies);
NamedPly name_ply_wxf(const PlyContext& context, const SearchBudget& budget);
ConductClass class_of_wxf(const std::vector<NamedPly>& plies);

/// Names a move that gives check: the same in all rule sets.
void name_check(NamedPly& ply, const PlyContext& context);

/// What the labels of a side amount to, whatever the rule set makes of it.
Conduct conduct_of(const std::vector<NamedPly>& plies);

struct Ruling {
  MustChange must_change = MustChange::none;
  IfUnchanged if_unchanged = IfUnchanged::draw;
  bool at_once = false;    ///< a lone perpetual check loses without a further warning (rule:R2)
  bool by_weight = false;  ///< heavy against light decided (rule:P5)
};
/// The outcome matrix (rules.md 3.1).
Ruling rule_on(ConductClass red, ConductClass black);

}  // namespace qipu::rules
