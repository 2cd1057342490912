#include "engine/endgame/probe.hpp"

namespace qipu::endgame {
namespace {

// Where a position stands in the table of its class.
struct Located {
  Material material;
  const Table* table;
  Side to_move;
  std::uint64_t index;
};

std::optional<Located> locate(const Position& position, TableSource& source) {
  const Material material = Material::of(position), canonical = material.canonical();
  const Table* table = source.table(canonical);
  if (!table) return std::nullopt;
  const bool reversed = canonical != material;
  const Placement placement = table->shape().placement(position, reversed);
  const auto attackers = table->shape().attackers();
  for (std::size_t i = 0; i < attackers.size(); ++i)  // a diagram may have soldiers where none can come
    if (reachable_index(attackers[i], placement.points[i]) < 0) return std::nullopt;
  return Located{material, table, reversed ? opponent(position.to_move()) : position.to_move(),
                 table->shape().index(placement)};
}

}  // namespace

std::optional<Probe> probe(const Position& position, TableSource& source, int quiet_plies) {
  const auto at = locate(position, source);
  if (!at) return std::nullopt;
  const auto value = [&](Metric metric) { return at->table->value(metric, at->to_move, at->index); };
  Probe probe{at->material, value(Metric::mate), value(Metric::capture)};
  probe.both_can_attack = at->material.first.attackers() && at->material.second.attackers();
  const auto forceable = [&](Metric metric) {
    const Value limited = value(metric);
    return limited.worth != Worth::draw && limited.plies + quiet_plies <= 2 * limit_rounds(metric);
  };
  probe.forceable_in_40 = forceable(Metric::capture_in_40);
  probe.forceable_in_30 = forceable(Metric::capture_in_30);
  return probe;
}

std::optional<Value> probe_value(const Position& position, TableSource& source) {
  const auto at = locate(position, source);
  return at ? std::optional(at->table->value(Metric::mate, at->to_move, at->index)) : std::nullopt;
}

}  // namespace qipu::endgame
