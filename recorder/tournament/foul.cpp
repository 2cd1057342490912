#include "recorder/tournament/foul.hpp"

#include <map>

namespace qipu::tournament {
namespace {

bool is_fast(const Regulation& regulation, Pace pace) {
  return pace == Pace::fast || (pace == Pace::ultra && regulation.clocks.ultra_inherits_fast);
}

bool deducts(const Regulation& regulation, const FoulKind& kind) {
  return kind.code == "K4" ? regulation.foul.k4_deducts : kind.deducts_cumulative;
}

Text lost(LossEffect effect, const Text& what) {
  if (effect == LossEffect::direct) return {what.zh + "，直接判负", what.en + ": lost directly"};
  return {what.zh + "，裁判有权判负", what.en + ": an arbiter may declare the game lost"};
}

}  // namespace

FoulCount count_fouls(const Regulation& regulation, std::span<const Foul> fouls, EntrantId entrant,
                      std::optional<Instant> until) {
  FoulCount count;
  for (const auto& foul : fouls) {
    if (foul.entrant != entrant || !foul.counts() || (until && foul.at > *until)) continue;
    const FoulKind* kind = regulation.foul.find(foul.kind);
    count.intentional |= foul.intentional;
    if (!kind || !kind->counts) continue;
    ++count.fouls;
    if (deducts(regulation, *kind)) ++count.deducted;
  }
  return count;
}

std::optional<FoulLoss> foul_loss(const Regulation& regulation, std::span<const Foul> fouls,
                                  EntrantId entrant, const GameId& game, Pace pace) {
  std::optional<FoulLoss> best;
  const auto take = [&](LossEffect effect, std::string clause, const Text& what) {
    if (effect != LossEffect::none && (!best || effect > best->effect))
      best = FoulLoss{effect, std::move(clause), lost(effect, what)};
  };
  const SectionRule& section = regulation.section(entrant.section);
  std::map<std::string, int> counters;
  int fast_phase = 0;
  for (const auto& foul : fouls) {
    if (foul.entrant != entrant || !foul.counts() || !foul.game) continue;
    const FoulKind* kind = regulation.foul.find(foul.kind);
    if (!kind) continue;
    const bool here = *foul.game == game;
    if (here) take(kind->loss, kind->clause, kind->name);
    if (here && !kind->pair_of.empty() && ++counters[kind->pair_of] == 2)
      take(LossEffect::may, "reg:D10",
           {"同一局中手机响铃或使用两次", "the telephone rang twice, or was used twice, in one game"});
    // The fast phase of a match is its games after the first: fast and ultra-fast together (reg:A10).
    const bool knockout = game.round.phase == PhaseKind::knockout && section.knockout.has_value();
    if (!knockout || !kind->counts || !is_fast(regulation, pace) || foul.game->on() != game.on()) continue;
    const auto& paces = section.knockout->games;
    const std::size_t index = foul.game->game;
    const bool fast_game = index >= 1 && index <= paces.size() && is_fast(regulation, paces[index - 1]);
    if (fast_game && (here || section.knockout->foul_scope == FoulScope::match)) ++fast_phase;
  }
  if (section.knockout && fast_phase >= section.knockout->fouls_lost &&
      game.round.phase == PhaseKind::knockout)
    take(LossEffect::direct, "reg:D11",
         {"淘汰赛快棋阶段犯规两次", "two fouls in the fast phase of the knockout"});
  return best;
}

std::string piece_off_kind(const Regulation& regulation, Pace pace, int clock_s) {
  if (!is_fast(regulation, pace)) return "D1";
  if (clock_s < regulation.clocks.fast_piece_off_lost_s) return "D12";
  if (clock_s <= regulation.clocks.fast_piece_off_may_lose_s) return "D9";
  return "D1";
}

FoulNumbers foul_numbers(std::span<const Foul> fouls, EntrantId entrant, const GameId& game) {
  FoulNumbers numbers;
  for (const auto& foul : fouls) {
    if (foul.entrant != entrant || !foul.counts()) continue;
    ++numbers.event;
    if (foul.game == game) ++numbers.game;
  }
  return numbers;
}

}  // namespace qipu::tournament
