#include "recorder/tournament/score_table.hpp"

#include <algorithm>

namespace qipu::tournament {

ScoreTable::ScoreTable(const Regulation& regulation, const Section& section, int rounds)
    : rounds_(std::clamp(rounds, 0, static_cast<int>(section.rounds.size()))),
      cells_(section.entrants.size() * static_cast<std::size_t>(rounds_)) {
  const auto known = [&](EntrantNo no) { return section.find(no) != nullptr; };
  const auto put_side = [&](int round, const Game& game, Side side) {
    const EntrantNo who = game.player(side);
    if (!known(who)) return;
    RoundScore& cell = cells_[index(who, round)];
    cell.side = side;
    cell.opponent = game.player(opponent(side));
    cell.kind = game.result && !game.result->played ? PlayedRound::Kind::walkover : PlayedRound::Kind::game;
    if (!game.result) return;
    cell.won = game.result->winner() == side;
    if (game.result->outcome == Outcome::draw) {
      cell.points = static_cast<std::int16_t>(regulation.score.draw);
    } else if (game.result->outcome != Outcome::none) {
      cell.points = static_cast<std::int16_t>(cell.won ? regulation.score.win : regulation.score.loss);
    }
  };
  for (int round = 1; round <= rounds_; ++round) {
    const Round& played = section.rounds[static_cast<std::size_t>(round - 1)];
    for (const auto& game : played.games) {
      put_side(round, game, Side::red);
      put_side(round, game, Side::black);
    }
    for (const auto& absence : played.absences)
      if (known(absence.entrant))
        cells_[index(absence.entrant, round)].points = static_cast<std::int16_t>(absence.points);
    if (played.bye && known(*played.bye)) {
      RoundScore& cell = cells_[index(*played.bye, round)];
      cell.kind = PlayedRound::Kind::bye;
      cell.points = static_cast<std::int16_t>(regulation.bye.points);
      cell.won = regulation.bye.counts_as_win;
      if (regulation.bye.counts_as_black) cell.side = Side::black;
    }
  }
}

}  // namespace qipu::tournament
