// Builds the table of a class from the tables of the classes that one capture leads to.
#pragma once

#include <expected>

#include "engine/endgame/executor.hpp"
#include "engine/endgame/table.hpp"
#include "engine/problem.hpp"

namespace qipu::endgame {

enum class Metrics : std::uint8_t { mate_only, all };

/// Builds the table of `material`, first side Red. Refuses with "endgame.missing_class" when the source lacks
/// a class behind a capture, "endgame.too_large" when the class has more than 2^31 slots, "endgame.too_deep"
/// when it has more distances than a table tells apart.
std::expected<Table, Problem> generate(const Material& material, TableSource& source, Executor& executor,
                                       Metrics metrics = Metrics::all);

/// The classes that one capture leads to, canonical, each once.
std::vector<Material> behind(const Material& material);

}  // namespace qipu::endgame
