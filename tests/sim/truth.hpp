// What the simulated people of an event really did, kept apart from the service: the games as they were
// played, the results, the fouls; and what follows from them by the regulation, counted here by other code
// than the service's.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace qipu::sim {

struct PlayedGame {
  std::string id;          ///< "open-7-3", "open-k1-5-g2"
  int red = 0, black = 0;  ///< entrant numbers
  std::string outcome;     ///< red black draw both_lose red_walkover black_walkover
  std::string kind;
  std::vector<std::string> moves;
  bool expect_record = false;  ///< somebody recorded it to the end
};

struct PlayedRound {
  std::string round;  ///< "7", "k2"
  std::vector<PlayedGame> games;
  int bye = 0;                         ///< 0: nobody
  std::map<int, int> points_unpaired;  ///< entrants who were not paired and what they got
};

struct Foul {
  int entrant = 0;
  bool deducts = false;
  std::string round;
};

/// One player's line of the table after some rounds.
struct Line {
  int points = 0, cumulative = 0, wins = 0, fouls = 0, second_games = 0;
  bool operator==(const Line&) const = default;
};

struct SectionTruth {
  std::string section;
  int entrants = 0;
  std::vector<PlayedRound> swiss;
  std::vector<PlayedRound> knockout;
  std::vector<Foul> fouls;

  /// The table after all Swiss rounds played so far (reg:F12, S1, S2, A5, A8): 2-1-0; sum of the running
  /// totals minus one for each deducting foul; a bye is a win of two points and no game as second player.
  std::map<int, Line> table() const;
};

}  // namespace qipu::sim
