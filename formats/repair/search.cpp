#include "formats/repair/search.hpp"

#include <algorithm>

namespace qipu::repair {
namespace {

bool same_entry(const Entry& a, const Entry& b) {
  if (a.points || b.points) return a.points == b.points && a.points.has_value();
  return a.said && b.said && *a.said == *b.said;
}

int length_change(EditKind kind) {
  switch (kind) {
    case EditKind::insert:
    case EditKind::column_insert:
      return 1;
    case EditKind::insert_pair:
      return 2;
    case EditKind::erase:
    case EditKind::column_erase:
      return -1;
    default:
      return 0;
  }
}

}  // namespace

int differing_squares(const Position& a, const Position& b) {
  int count = 0;
  for (int i = 0; i < Square::count; ++i) count += a.at(Square::at(i)) != b.at(Square::at(i));
  return count;
}

Search::Search(const Position& start, const std::vector<Entry>& entries, const std::optional<Position>& final)
    : entries_(entries), final_(final) {
  positions_.reserve(entries.size() + 1);
  positions_.push_back(start);
  for (const Entry& entry : entries_) {
    const auto move = read(positions_.back(), entry);
    if (!move) break;
    positions_.push_back(positions_.back().after(*move));
    ++fault_;
  }
}

bool Search::contradicted() const { return !reads() || (final_ && !(positions_.back() == *final_)); }

Tail Search::tail(const OneEdit& edit, int ply, Position position, Work& work) const {
  for (;; ++ply) {
    const Item item = item_of(edit, ply, size());
    if (item.kind == Item::end) return {ply, true, position};
    if (item.kind == Item::hole) return {ply, false, position};
    ++work.readings;
    const auto move = item.kind == Item::move
                          ? std::optional(item.played)
                          : read(position, entries_[static_cast<std::size_t>(item.index)]);
    if (!move) return {ply, false, position};
    position.make(*move);
  }
}

double Search::cost(const OneEdit& edit) const {
  const auto at = static_cast<std::size_t>(edit.at);
  // Of two explanations that are equally near, the later one is preferred, by a hair.
  const double earlier = 0.0005 * std::max(0, fault_ - edit.at);
  const auto doubled = [&](int step) {
    return edit.at >= step && edit.at < size() &&
           same_entry(entries_[at], entries_[at - static_cast<std::size_t>(step)]);
  };
  switch (edit.kind) {
    case EditKind::none:
      return 0;
    case EditKind::replace:
      return earlier + distance(positions_[at], entries_[at], edit.first);
    case EditKind::insert:
      return earlier + 1.5;
    case EditKind::erase:
      return earlier + (doubled(1) ? 0.7 : 1.4);
    case EditKind::swap_column:
      return earlier + 1.1;
    case EditKind::swap_next:
      return earlier + 1.4;
    case EditKind::column_insert:
      return earlier + 1.9;
    case EditKind::column_erase:
      return earlier + (doubled(2) ? 0.9 : 1.8);
    case EditKind::insert_pair:
      return earlier + 2.6;
  }
  return 0;
}

void Search::note(const OneEdit& edit, const Tail& tail, std::vector<Found>& found,
                  std::vector<Found>* partial) const {
  if (tail.whole && (!final_ || tail.end == *final_)) {
    found.push_back({edit, cost(edit), true, 0, 0, false});
    return;
  }
  if (!partial) return;
  if (tail.whole && final_) {
    const int squares = differing_squares(tail.end, *final_);
    const bool side_wrong = tail.end.to_move() != final_->to_move();
    if (squares <= (side_wrong ? 4 : 6))
      partial->push_back({edit, cost(edit), false, 0, squares, side_wrong});
  }
  const int gain = tail.reached - length_change(edit.kind) - fault_;
  if (fault_ < size() && gain >= 2) partial->push_back({edit, cost(edit), false, gain, -1, false});
}

std::vector<Found> Search::single_edits(Work& work, std::vector<Found>* partial) const {
  std::vector<Found> found;
  // From the last ply to the first: where work runs out, what lies nearest to the fault has been seen.
  for (int p = std::min(fault_, size()); p >= 0 && !work.spent(); --p) {
    const Position& position = positions_[static_cast<std::size_t>(p)];
    const auto try_from_here = [&](const OneEdit& edit) {
      note(edit, tail(edit, p, position, work), found, partial);
    };
    if (p < size()) try_from_here({EditKind::erase, p, {}, {}});
    if (p + 2 < size()) try_from_here({EditKind::swap_column, p, {}, {}});
    if (p + 1 < size()) try_from_here({EditKind::swap_next, p, {}, {}});
    if (p + 1 < size()) try_from_here({EditKind::column_erase, p, {}, {}});
    const auto written = p < fault_ ? read(position, entries_[static_cast<std::size_t>(p)]) : std::nullopt;
    for (const Move move : position.legal_moves()) {
      const Position next = position.after(move);
      const auto try_after = [&](EditKind kind) {
        const OneEdit edit{kind, p, move, {}};
        note(edit, tail(edit, p + 1, next, work), found, partial);
      };
      if (p < size() && move != written) try_after(EditKind::replace);
      try_after(EditKind::insert);
      if (p < size()) try_after(EditKind::column_insert);
    }
  }
  return found;
}

bool Search::extends(const Tail& tail) const { return tail.whole || tail.reached - 2 > fault_; }

std::vector<Found> Search::missing_pairs(Work& work) const {
  std::vector<Found> found;
  const auto try_pair = [&](int p, const Position& between, Move first, Move second) {
    const OneEdit edit{EditKind::insert_pair, p, first, second};
    note(edit, tail(edit, p + 2, between.after(second), work), found, nullptr);
  };
  for (int p = fault_; p >= 0 && !work.spent(); --p) {
    const Position& position = positions_[static_cast<std::size_t>(p)];
    const MoveList firsts = position.legal_moves();
    // One of the two alone, the other side passing, must get the record past its fault; captures that are
    // taken back and checks that are answered a pass cannot show.
    std::vector<Move> second_alone;
    if (!position.in_check()) {
      const Position passed = position.passed();
      for (const Move second : passed.legal_moves()) {
        const OneEdit edit{EditKind::insert_pair, p, {}, second};
        if (extends(tail(edit, p + 2, passed.after(second), work))) second_alone.push_back(second);
      }
    }
    for (const Move first : firsts) {
      const Position between = position.after(first);
      const bool capture = position.at(first.to).has_value(), check = between.in_check();
      bool alone = false;
      if (!check) {
        const OneEdit edit{EditKind::insert_pair, p, first, {}};
        alone = extends(tail(edit, p + 2, between.passed(), work));
      }
      if (alone || check) {
        for (const Move second : between.legal_moves()) try_pair(p, between, first, second);
        continue;
      }
      for (const Move second : second_alone)
        if (between.is_legal(second)) try_pair(p, between, first, second);
      if (capture)
        for (const Move second : between.legal_moves())
          if (second.to == first.to && std::ranges::find(second_alone, second) == second_alone.end())
            try_pair(p, between, first, second);
    }
  }
  if (!found.empty()) return found;
  for (int p = fault_; p >= 0 && !work.spent(); --p) {
    const Position& position = positions_[static_cast<std::size_t>(p)];
    for (const Move first : position.legal_moves()) {
      const Position between = position.after(first);
      for (const Move second : between.legal_moves()) try_pair(p, between, first, second);
      if (work.spent()) break;
    }
  }
  return found;
}

std::vector<Move> Search::moves(const OneEdit& edit) const {
  std::vector<Move> moves;
  Position position = positions_.front();
  for (int ply = 0;; ++ply) {
    const Item item = item_of(edit, ply, size());
    if (item.kind == Item::end || item.kind == Item::hole) return moves;
    const auto move = item.kind == Item::move
                          ? std::optional(item.played)
                          : read(position, entries_[static_cast<std::size_t>(item.index)]);
    if (!move) return moves;
    moves.push_back(*move);
    position.make(*move);
  }
}

std::vector<Entry> Search::entries(const OneEdit& edit) const {
  std::vector<Entry> edited;
  for (int ply = 0;; ++ply) {
    const Item item = item_of(edit, ply, size());
    if (item.kind == Item::end || item.kind == Item::hole) return edited;
    edited.push_back(item.kind == Item::move ? entry_of(item.played)
                                             : entries_[static_cast<std::size_t>(item.index)]);
  }
}

}  // namespace qipu::repair
