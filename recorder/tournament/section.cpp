#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

std::optional<int> Knockout::number_of(EntrantNo entrant) const {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] == entrant && entrant.value != 0) return static_cast<int>(i) + 1;
  return std::nullopt;
}

const Round* Section::find(RoundId round) const {
  if (round.phase != PhaseKind::swiss || round.number < 1 || round.number > rounds.size()) return nullptr;
  return &rounds[round.number - 1u];
}

const Match* Section::find(BoardId match) const {
  const auto& all = knockout.rounds;
  if (match.round.phase != PhaseKind::knockout || match.round.number < 1 || match.round.number > all.size())
    return nullptr;
  const auto& matches = all[match.round.number - 1u].matches;
  return match.board >= 1 && match.board <= matches.size() ? &matches[match.board - 1u] : nullptr;
}

const Game* Section::find(const GameId& game) const {
  if (game.round.phase == PhaseKind::swiss) {
    const Round* round = find(game.round);
    return round && game.game == 0 ? round->find(game.board) : nullptr;
  }
  const Match* match = find(game.on());
  if (!match || game.game < 1 || game.game > match->games.size()) return nullptr;
  return &match->games[game.game - 1u];
}

Game* Section::find(const GameId& game) {
  return const_cast<Game*>(static_cast<const Section*>(this)->find(game));
}

std::vector<const Game*> Section::games_of(RoundId round) const {
  std::vector<const Game*> games;
  if (round.phase == PhaseKind::swiss) {
    if (const Round* swiss = find(round))
      for (const auto& game : swiss->games) games.push_back(&game);
  } else if (round.number >= 1 && round.number <= knockout.rounds.size()) {
    for (const auto& match : knockout.rounds[round.number - 1u].matches)
      for (const auto& game : match.games) games.push_back(&game);
  }
  return games;
}

}  // namespace qipu::tournament
