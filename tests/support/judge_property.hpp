// What must hold for the ruling on any game at all. The bytes choose the start, then every move; the fuzz
// target and the normal suite share it.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>

#include "engine/rules/judge.hpp"

namespace qipu::support {

/// The game that the bytes describe: two for the start, one for every move. Odd bytes take the side's last
/// move back where that is legal, so that repetitions are common.
inline Game game_of(std::span<const std::uint8_t> bytes) {
  const unsigned seed = bytes.size() < 2 ? 0u : bytes[0] * 256u + bytes[1];
  Position start = Position::start();
  std::mt19937 random(seed);
  for (unsigned k = 0; k < seed % 97; ++k) {
    const MoveList moves = start.legal_moves();
    if (moves.empty()) break;
    const Position next = start.after(moves[random() % moves.size()]);
    if (!next.has_legal_move()) break;
    start = next;
  }
  Game game(start);
  for (std::size_t i = 2; i < bytes.size() && i < 200; ++i) {
    const MoveList moves = game.position().legal_moves();
    if (moves.empty()) break;
    Move move = moves[bytes[i] / 2 % moves.size()];
    if (bytes[i] % 2 && game.ply() >= 2) {
      const Move last = game.moves()[static_cast<std::size_t>(game.ply() - 2)];
      if (moves.contains({last.to, last.from})) move = {last.to, last.from};
    }
    if (!game.play(move)) break;
  }
  return game;
}

/// Empty when the verdicts on the game fit together; otherwise what does not.
inline std::string judge_fault(const Game& game) {
  using namespace qipu::rules;
  for (const RuleSet rule_set : {RuleSet::cxa2011, RuleSet::wxf}) {
    const Verdict v = judge(game, {.rules = rule_set, .regulation = true});
    const bool loses = v.if_unchanged == IfUnchanged::red_loses || v.if_unchanged == IfUnchanged::black_loses;
    if (loses != (v.must_change != MustChange::none)) return "who must vary and who loses differ";
    if (!v.cycle && !v.series && v.if_unchanged != IfUnchanged::keep_playing)
      return "a ruling without anything to rule on";
    if (v.budget_exhausted && v.certainty != Certainty::arbiter)
      return "a used-up budget, but no arbiter is asked for";
    if (glance(game).cycle != v.cycle) return "the glance sees another cycle";
    if (v.cycle && static_cast<int>(v.red.plies.size() + v.black.plies.size()) != v.cycle->plies)
      return "plies are missing";
    for (Side side : {Side::red, Side::black})
      for (const auto& ply : v.of(side).plies) {
        if (is_attack(ply.label) == ply.reasons.empty())
          return "an attack without reason, or a reason without attack";
        if (game.side_at(ply.ply) != side) return "a ply of the other side";
        for (const auto& reason : ply.reasons)
          if (reason.text.zh.empty() || reason.text.en.empty()) return "a reason without words";
      }
    if (to_json(v) != to_json(judge(game, {.rules = rule_set, .regulation = true})))
      return "asked twice, answered differently";
  }
  return "";
}

}  // namespace qipu::support
