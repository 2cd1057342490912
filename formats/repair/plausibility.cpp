#include "formats/repair/plausibility.hpp"

#include <algorithm>

namespace qipu::repair {
namespace {

double value(PieceKind kind) {
  constexpr double values[] = {0, 2, 2, 4, 9, 5, 1};
  return values[static_cast<int>(kind)];
}

constexpr double kMost = 4;

}  // namespace

double Plausibility::hanging(const Position& position, Move next) {
  const std::uint64_t key = position.key() * 0x9e3779b97f4a7c15 ^
                            static_cast<std::uint64_t>(next.from.index() * 90 + next.to.index());
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const Side side = position.to_move();
  double best = 0, made = 0;
  for (const Move capture : position.legal_captures()) {
    double gain = value(position.at(capture.to)->kind);
    if (gain > best || capture == next) {
      if (position.attacked(capture.to, opponent(side))) gain -= value(position.at(capture.from)->kind);
    }
    gain = std::clamp(gain, 0.0, kMost);
    best = std::max(best, gain);
    if (capture == next) made = gain;
  }
  const double missed = made > 0 && made >= best ? 0 : best;
  known_.emplace(key, missed);
  return missed;
}

double Plausibility::loss(Position position, const std::vector<Move>& moves, int from_ply) {
  double sum = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (static_cast<int>(i) >= from_ply) sum += hanging(position, moves[i]);
    position.make(moves[i]);
  }
  return sum;
}

}  // namespace qipu::repair
