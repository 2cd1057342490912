// Sentences that an arbiter can read out, in Chinese and English.
#pragma once

#include "engine/rules/rule_set.hpp"

namespace qipu::rules {

/// "红车(c1)" and "the red rook on c1".
Text piece_at(Piece piece, Square square);
/// The note of a ply: what the move does and why it counts or not.
Text ply_note(const PlyContext& context, const NamedPly& ply);
/// The whole: the cycle, each side's plies, the verdict's sentence.
Text explain(const Verdict& verdict, RuleSet rules);
/// The clauses that carry the verdict.
std::vector<std::string> clauses_of(const Verdict& verdict, const Ruling& ruling, RuleSet rules);

}  // namespace qipu::rules
