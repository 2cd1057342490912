#include "engine/rules/rule_set.hpp"

namespace qipu::rules {

NamedPly name_ply_cxa(const PlyContext& context, const SearchBudget&) {
  NamedPly ply;
  ply.finding = {.ply = context.ply, .move = context.move};
  if (context.after.in_check()) ply.finding.label = Label::check, ply.finding.heavy = true;
  return ply;
}

}  // namespace qipu::rules
