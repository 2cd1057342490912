#include "engine/rules/mate_run.hpp"

#include <algorithm>
#include <array>

namespace qipu::rules {
namespace {

struct Check {
  Move move;
  std::uint8_t replies;
  std::uint8_t order;  ///< as generated: equal numbers of replies keep it
};

}  // namespace

bool MateSearch::every_reply_loses(Position& position, int checks) {
  if (checks == 0) return false;
  for (Move reply : position.legal_moves()) {
    const auto undo = position.make(reply);
    const bool lost = attack(position, checks);
    position.unmake(reply, undo);
    if (!lost) return false;
  }
  return true;
}

// The side to move mates in at most `checks` checks.
bool MateSearch::attack(Position& position, int checks) {
  const std::uint16_t yes = static_cast<std::uint16_t>(1u << (2 * (checks - 1)));
  const std::uint16_t no = static_cast<std::uint16_t>(yes << 1);
  const auto known = table_.find(position.key());
  if (known != table_.end()) {
    if (known->second & yes) return true;
    if (known->second & no) {
      horizon_ = true;
      return false;
    }
  }
  if (!meter_.spend()) return false;
  std::array<Check, 128> list;
  std::size_t count = 0;
  bool mates = false;
  const bool stands = position.in_check(opponent(position.to_move()));
  for (Move move : moves_of(position)) {
    if (!(stands || position.may_give_check(move)) || !position.gives_check(move)) continue;
    const auto undo = position.make(move);
    if (checks == 1) {
      mates = !position.has_legal_move();
      horizon_ |= !mates;
    } else {
      const auto replies = position.legal_move_count();
      mates = replies == 0;
      list[count] = {move, static_cast<std::uint8_t>(replies), static_cast<std::uint8_t>(count)};
      ++count;
    }
    position.unmake(move, undo);
    if (mates) break;
  }
  if (!mates && checks > 1) {
    std::sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count),
              [](const Check& a, const Check& b) {
                return a.replies != b.replies ? a.replies < b.replies : a.order < b.order;
              });
    for (std::size_t i = 0; i < count && !mates; ++i) {
      const auto undo = position.make(list[i].move);
      mates = every_reply_loses(position, checks - 1);
      position.unmake(list[i].move, undo);
    }
  }
  if (mates || !meter_.exhausted()) table_[position.key()] |= mates ? yes : no;
  return mates;
}

int MateSearch::mate_in(const Position& position, int most) {
  const Meter::Allowance allowance(meter_, nodes_);
  Position p = position;
  for (int checks = 1; checks <= most; ++checks) {
    horizon_ = false;
    if (attack(p, checks)) return checks;
    if (!horizon_) break;  // no check was left to give: more of them change nothing
  }
  return 0;
}

std::vector<Move> MateSearch::first_moves(const Position& position, int checks) {
  const Meter::Allowance allowance(meter_, nodes_);
  std::vector<Move> list;
  Position p = position;
  for (Move move : moves_of(position)) {
    if (!p.gives_check(move)) continue;
    const auto undo = p.make(move);
    if (!p.has_legal_move() || every_reply_loses(p, checks - 1)) list.push_back(move);
    p.unmake(move, undo);
  }
  return list;
}

}  // namespace qipu::rules
