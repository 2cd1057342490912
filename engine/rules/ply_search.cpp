#include "engine/rules/ply_search.hpp"

#include <algorithm>

namespace qipu::rules {

PlySearch::PlySearch(const PlyContext& context, const SearchBudget& budget)
    : context_(context),
      budget_(budget),
      meter_(budget.ply_nodes),
      mates_(meter_, budget.mate_nodes),
      exchanges_(meter_, mates_),
      runs_(meter_, mates_, exchanges_, budget.run_nodes, budget.run_checks),
      before_(context.before),
      null_reply_(context.after.passed()) {}

bool PlySearch::mated_before() { return mates_.mate_in(before_.position(), budget_.mate_checks) > 0; }

int PlySearch::kill() {
  if (kill_) return *kill_;
  const int most = budget_.mate_checks;
  kill_ = mates_.mate_in(null_reply_.position(), most);
  if (*kill_ > 0 && mated_before()) kill_ = 0;
  if (*kill_ > 0) {
    const auto first = mates_.first_moves(null_reply_.position(), *kill_);
    if (first.empty())
      kill_ = 0;  // the nodes ran out: it is not claimed
    else
      killing_move_ = first.front();
  }
  return *kill_;
}

bool PlySearch::kill_is_the_chase() {
  const auto first = mates_.first_moves(null_reply_.position(), budget_.mate_checks);
  return !first.empty() && std::ranges::all_of(first, [&](Move move) {
    return std::ranges::any_of(chase().hits, [&](const Hit& hit) { return hit.capture == move; });
  });
}

bool PlySearch::kill_by_own_check() {
  if (!was_in_check() || moved() == PieceKind::king || !context_.earlier) return false;
  const Position earlier = context_.earlier->passed();
  if (earlier.in_check(opponent(x())) || mates_.mate_in(earlier, budget_.mate_checks) > 0) return false;
  for (Move move : moves_ignoring_check(context_.before)) {
    const Position after = context_.before.after(move);
    if (after.in_check() && moves_of(after).empty()) return true;
  }
  return false;
}

bool PlySearch::kill_was_threatened() {
  if (!threatened_)
    threatened_ = !was_in_check() && mates_.mate_in(context_.before.passed(), budget_.mate_checks) > 0;
  return *threatened_;
}

bool PlySearch::kill_is_parried() {
  return kill_was_threatened() && mates_.mate_in(context_.after, budget_.mate_checks) == 0;
}

bool PlySearch::obstructs() {
  if (moved() == PieceKind::king || !kill_is_parried()) return false;
  const Square s = context_.move.to;
  const auto reach = [](const Position& position, Square from) {
    int count = 0;
    for (Move m : moves_of(position)) count += m.from == from;
    return count;
  };
  const Position y_before = context_.before.passed();
  for (Square piece : y_before.pieces(y_before.to_move())) {
    if (piece == s || reach(context_.after, piece) >= reach(y_before, piece)) continue;
    // It must be this piece that stands in its way, not another restraint that came with the move.
    if (const auto cleared = without(context_.after, s);
        cleared && reach(*cleared, piece) > reach(context_.after, piece))
      return true;
  }
  return false;
}

}  // namespace qipu::rules
