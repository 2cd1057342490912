#include "engine/rules/repetition.hpp"

namespace qipu::rules {

int first_quiet_ply(const Game& game) {
  int ply = game.ply();
  while (ply > 0 && !game.captured_at(ply)) --ply;
  return ply + 1;
}

namespace {

// How often a cycle of that length has been played up to the last move. Position by position, not move by
// move: two horses may have changed places.
int times_played(const Game& game, int plies, int earliest) {
  int times = 1;
  int start = game.ply() - plies;
  for (; start - plies >= earliest; start -= plies, ++times)
    for (int k = 0; k < plies; ++k)
      if (game.key_after(start - plies + k) != game.key_after(start + k)) return times;
  return times;
}

}  // namespace

std::optional<Cycle> find_cycle(const Game& game) {
  const int last = game.ply(), earliest = first_quiet_ply(game) - 1;
  std::optional<Cycle> nearest;
  for (int back = last - 2; back >= earliest; back -= 2) {
    if (game.key_after(back) != game.key_after(last)) continue;
    const int plies = last - back, times = times_played(game, plies, earliest);
    const Cycle cycle{.first_ply = last - plies * times + 1, .plies = plies, .times = times};
    if (times > 1) return cycle;
    if (!nearest) nearest = cycle;
  }
  return nearest;
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
