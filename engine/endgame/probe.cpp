#include "engine/endgame/probe.hpp"

namespace qipu::endgame {

std::optional<Probe> probe(const Position& position, TableSource& source, int quiet_plies) {
  const Material material = Material::of(position), canonical = material.canonical();
  const Table* table = source.table(canonical);
  if (!table) return std::nullopt;
  const bool reversed = canonical != material;
  const Side to_move = reversed ? opponent(position.to_move()) : position.to_move();
  const std::uint64_t index = table->shape().index(table->shape().placement(position, reversed));
  Probe probe{material, table->value(Metric::mate, to_move, index),
              table->value(Metric::capture, to_move, index)};
  probe.both_can_attack = material.first.attackers() && material.second.attackers();
  const auto forceable = [&](Metric metric) {
    const Value value = table->value(metric, to_move, index);
    return value.worth != Worth::draw && value.plies + quiet_plies <= 2 * limit_rounds(metric);
  };
  probe.forceable_in_40 = forceable(Metric::capture_in_40);
  probe.forceable_in_30 = forceable(Metric::capture_in_30);
  return probe;
}

std::optional<Value> probe_value(const Position& position, TableSource& source) {
  const Material material = Material::of(position), canonical = material.canonical();
  const Table* table = source.table(canonical);
  if (!table) return std::nullopt;
  const bool reversed = canonical != material;
  const Side to_move = reversed ? opponent(position.to_move()) : position.to_move();
  return table->value(Metric::mate, to_move, table->shape().placement(position, reversed));
}

}  // namespace qipu::endgame
