// The demonstration: the preset's event with numbered players, some rounds paired, scored and recorded, the
// next one being played. Games of masters are played by numbered players; their moves and sources stand in
// games.txt.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "server/app/ledger.hpp"

namespace qipu::demo {

/// A game as it was played.
struct PlayedGame {
  std::string outcome;  ///< red, black, draw
  std::string source;
  std::vector<std::string> moves;
};
std::vector<PlayedGame> played_games();

/// Fills an empty ledger; all of it through commands, dated back so that the deadlines of earlier rounds have
/// passed.
std::expected<void, Problem> fill(app::Ledger& ledger);

/// A board of the round that is being played, and the game that is played on it.
struct LiveBoard {
  std::string game;
  PlayedGame played;
  std::size_t begins_at = 0;  ///< plies that are there from the beginning; 0: some
};
/// Boards that a scribe plays live, as long as the round is open.
std::vector<LiveBoard> live_boards(const app::Ledger& ledger);

/// An entrant who has a record to make, for the player's link; empty when nobody has.
std::string recording_entrant(const app::Ledger& ledger);

/// Plays the live boards over the WebSocket, as scribes would, from a thread of its own; ends with the
/// service.
class Scribes {
 public:
  /// One token a board, in the order of `boards`.
  Scribes(std::uint16_t port, std::vector<LiveBoard> boards, std::vector<std::string> tokens);
  ~Scribes();
  Scribes(const Scribes&) = delete;
  Scribes& operator=(const Scribes&) = delete;

 private:
  void play();
  std::uint16_t port_;
  std::vector<LiveBoard> boards_;
  std::vector<std::string> tokens_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace qipu::demo
