// Sentences that an arbiter can read out, in Chinese and English, and the clauses that a ruling rests on.
#pragma once

#include "engine/rules/rule_set.hpp"

namespace qipu::rules {

/// Fills the texts of the ply's reasons, and its note: what the move does and why it counts or does not.
void describe(const PlyContext& context, NamedPly& ply, const JudgeOptions& options);
/// The whole: the cycle, each side's plies, the verdict's sentence, how sure it is.
Text explain(const Verdict& verdict, const JudgeOptions& options);
/// The clauses that carry the verdict.
std::vector<std::string> clauses_of(const Verdict& verdict, const Ruling& ruling, RuleSet rules);

}  // namespace qipu::rules
