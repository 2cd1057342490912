#include "engine/rules/repetition.hpp"

namespace qipu::rules {

int first_quiet_ply(const Game& game) {
  int ply = game.ply();
  while (ply > 0 && !game.captured_at(ply)) --ply;
  return ply + 1;
}

std::optional<Cycle> find_cycle(const Game& game) {
  const int last = game.ply(), earliest = first_quiet_ply(game) - 1;
  int back = last - 2;
  while (back >= earliest && game.key_after(back) != game.key_after(last)) back -= 2;
  if (back < earliest) return std::nullopt;
  Cycle cycle{.first_ply = back + 1, .plies = last - back, .times = 1};
  // Position by position, not move by move: two horses may have changed places.
  const auto played_before = [&](int first_ply) {
    for (int k = 0; k < cycle.plies; ++k)
      if (game.key_after(first_ply - 1 + k) != game.key_after(first_ply - 1 + k + cycle.plies)) return false;
    return true;
  };
  while (cycle.first_ply - 1 - cycle.plies >= earliest && played_before(cycle.first_ply - cycle.plies)) {
    cycle.first_ply -= cycle.plies;
    ++cycle.times;
  }
  return cycle;
}

Stage stage_of(const std::optional<Cycle>& cycle, int occurrences, const StageOptions& options, bool loses,
               bool at_once) {
  if (!cycle) return Stage::none;
  if (loses && (cycle->times >= options.loss_times || (at_once && cycle->times >= options.pending_times)))
    return Stage::loss_due;
  if (cycle->times >= options.pending_times) return Stage::pending;
  return occurrences >= options.warning_occurrences ? Stage::warning : Stage::none;
}

}  // namespace qipu::rules
