#include "engine/rules/rule_set.hpp"

namespace qipu::rules {

NamedPly name_ply_wxf(const PlyContext& context, const SearchBudget& budget) {
  return name_ply_cxa(context, budget);
}

}  // namespace qipu::rules
