// Notices simple draws in live games and submitted records, on a thread of its own, and proposes each once. A
// proposal is for the arbiter's desk; nothing ends a game by itself. Source: reg:G2, rule:D2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/endgame/simple_draw.hpp"
#include "engine/game.hpp"

namespace qipu::endgame {

class DrawProposals {
 public:
  struct Proposal {
    std::string game;  ///< as given
    int ply;           ///< after this ply
    SimpleDraw draw;
  };
  /// `propose` is called on the worker's thread; it must not block for long. `source` must outlive this.
  DrawProposals(TableSource& source, std::function<void(const Proposal&)> propose);
  /// Stops after the position in work; what still waits is dropped.
  ~DrawProposals();
  DrawProposals(const DrawProposals&) = delete;
  DrawProposals& operator=(const DrawProposals&) = delete;

  /// A position of a live game. Returns at once; most positions have too many pieces to be worth a thought.
  /// When much is waiting, only the newest position of a game is kept. Any thread.
  void played(const std::string& game, int ply, const Position& position);
  /// A whole record: the first simple draw in it is proposed, unless the game has had its proposal.
  void submitted(const std::string& game, const Game& record);
  /// The game is over, or its record starts anew.
  void forget(const std::string& game);
  /// Waits until everything given so far has been looked at.
  void settle();

  static constexpr std::size_t most_waiting = 1024;

 private:
  struct Desk;
  std::unique_ptr<Desk> desk_;
};

}  // namespace qipu::endgame
