#include "engine/game.hpp"

namespace qipu {

Game::Game(const Position& start, int quiet_plies, int move_number)
    : start_(start), position_(start), start_quiet_(quiet_plies), start_number_(move_number) {}

std::expected<Game, SetupFaults> Game::from(const Setup& setup) {
  const auto position = Position::from(setup);
  if (!position) return std::unexpected(position.error());
  return Game(*position, setup.quiet_plies, setup.move_number);
}

std::expected<void, Illegality> Game::play(Move move) {
  if (const auto why = position_.why_illegal(move)) return std::unexpected(*why);
  const int quiet = quiet_plies();
  const auto undo = position_.make(move);
  moves_.push_back(move);
  history_.push_back({undo, undo.captured ? 0 : quiet + 1, position_.in_check()});
  return {};
}

void Game::undo() {
  position_.unmake(moves_.back(), history_.back().undo);
  moves_.pop_back();
  history_.pop_back();
}

Side Game::side_at(int ply) const { return ply % 2 == 1 ? start_.to_move() : opponent(start_.to_move()); }

int Game::move_pair(int ply) const {
  return start_number_ + (ply - (start_.to_move() == Side::red ? 1 : 0)) / 2;
}

int Game::occurrences() const {
  // A capture cannot be taken back, so only the positions since the last one can be the same.
  int count = 1;
  for (int ply = this->ply(); ply > 0 && !captured_at(ply); --ply)
    if (key_after(ply - 1) == position_.key()) ++count;
  return count;
}

std::uint64_t Game::key_after(int ply) const {
  return ply == this->ply() ? position_.key() : history_[static_cast<std::size_t>(ply)].undo.key;
}

Position Game::position_after(int ply) const {
  Position p = position_;
  for (int k = this->ply(); k > ply; --k)
    p.unmake(moves_[static_cast<std::size_t>(k - 1)], history_[static_cast<std::size_t>(k - 1)].undo);
  return p;
}

Setup Game::setup() const {
  Setup setup = position_.setup();
  setup.quiet_plies = quiet_plies();
  setup.move_number = move_pair(ply() + 1);
  return setup;
}

}  // namespace qipu
