// A game: a start position and the moves played from it, with history for repetition and the natural limit.
// Every move of every source (phone, file, replay) goes through Game::play.
#pragma once

#include <cstdint>
#include <expected>
#include <vector>

#include "engine/position.hpp"

namespace qipu {

class Game {
 public:
  Game() : Game(Position::start()) {}
  explicit Game(const Position& start, int quiet_plies = 0, int move_number = 1);
  /// From a checked setup, keeping its counters.
  static std::expected<Game, SetupFaults> from(const Setup& setup);

  /// Plays a legal move; refuses any other and changes nothing.
  std::expected<void, Illegality> play(Move move);
  /// Takes the last move back. Precondition: ply() > 0.
  void undo();

  const Position& start() const { return start_; }
  const Position& position() const { return position_; }
  /// Moves played (plies).
  int ply() const { return static_cast<int>(moves_.size()); }
  const std::vector<Move>& moves() const { return moves_; }
  Side side_at(int ply) const;  ///< who plays ply `ply` (1-based)
  /// Number of the move pair (回合) to which ply `ply` (1-based) belongs.
  int move_pair(int ply) const;
  /// Plies since the last capture, those before the start included.
  int quiet_plies() const { return history_.empty() ? start_quiet_ : history_.back().quiet_plies; }
  /// How often the present position (placement and side to move) has stood on the board, the present
  /// included.
  int occurrences() const;
  /// Key of the position after `ply` plies; 0 is the start.
  std::uint64_t key_after(int ply) const;
  /// The position after `ply` plies, by taking back; 0 is the start.
  Position position_after(int ply) const;
  /// Whether ply `ply` (1-based) took a piece, and whether it gave check.
  bool captured_at(int ply) const { return history_[static_cast<std::size_t>(ply - 1)].undo.captured != 0; }
  bool checked_at(int ply) const { return history_[static_cast<std::size_t>(ply - 1)].gave_check; }
  /// Setup of the present position with its counters, for FEN.
  Setup setup() const;

 private:
  struct Entry {
    Position::Undo undo;
    int quiet_plies;
    bool gave_check;
  };
  Position start_;
  Position position_;
  int start_quiet_;
  int start_number_;
  std::vector<Move> moves_;
  std::vector<Entry> history_;
};

}  // namespace qipu
