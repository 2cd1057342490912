#include "truth.hpp"

namespace qipu::sim {

std::map<int, Line> SectionTruth::table() const {
  std::map<int, Line> table;
  for (int no = 1; no <= entrants; ++no) table[no];
  std::map<int, int> running;
  for (const PlayedRound& round : swiss) {
    for (const PlayedGame& game : round.games) {
      const bool red = game.outcome == "red" || game.outcome == "red_walkover";
      const bool black = game.outcome == "black" || game.outcome == "black_walkover";
      const bool draw = game.outcome == "draw";
      running[game.red] += red ? 2 : draw ? 1 : 0;
      running[game.black] += black ? 2 : draw ? 1 : 0;
      table[game.red].wins += red;
      table[game.black].wins += black;
      ++table[game.black].second_games;
    }
    if (round.bye) {
      running[round.bye] += 2;
      ++table[round.bye].wins;
    }
    for (const auto& [entrant, points] : round.points_unpaired) running[entrant] += points;
    for (auto& [no, line] : table) line.cumulative += running[no];
  }
  for (auto& [no, line] : table) line.points = running[no];
  for (const Foul& foul : fouls) {
    ++table[foul.entrant].fouls;
    table[foul.entrant].cumulative -= foul.deducts;
  }
  return table;
}

}  // namespace qipu::sim
