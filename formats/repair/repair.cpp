#include "formats/repair/repair.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "formats/notation/chinese.hpp"
#include "formats/repair/plausibility.hpp"
#include "formats/repair/search.hpp"

namespace qipu::repair {
namespace {

constexpr double kPlausibility = 0.05;  // cost of one unit of material left hanging for one ply
constexpr std::size_t kRivals = 80;     // whose plausibility is looked at
constexpr double kRivalMargin = 1.0;
constexpr std::size_t kBeam = 40;  // partial edits to which a second one is tried
constexpr double kSecondEdit = 0.3;
constexpr int kFinalSlips = 2;  // squares on which a final position, typed or photographed, may be wrong
constexpr double kFinalWrong = 1.1, kFinalSquare = 0.2;

// A rival explanation: one or two edits, its moves, its cost.
struct Rival {
  OneEdit first;
  std::optional<OneEdit> second;
  std::vector<Move> moves;
  double cost = 0;
  int earliest = 0;
  int final_squares = 0;
};

Edit worded(const Search& search, const std::vector<Entry>& entries, const OneEdit& edit, Move move,
            int offset) {
  Edit worded;
  const auto at = static_cast<std::size_t>(edit.at);
  worded.ply = edit.at + 1 + offset;
  switch (edit.kind) {
    case EditKind::replace:
      worded.kind = Edit::replace;
      worded.was = entries[at].text;
      break;
    case EditKind::erase:
    case EditKind::column_erase:
      worded.kind = Edit::erase;
      worded.was = entries[at].text;
      worded.column = edit.kind == EditKind::column_erase;
      return worded;
    case EditKind::swap_column:
    case EditKind::swap_next:
      worded.kind = Edit::swap;
      worded.was = entries[at].text + ' ' + entries[at + (edit.kind == EditKind::swap_column ? 2 : 1)].text;
      worded.column = edit.kind == EditKind::swap_column;
      return worded;
    default:
      worded.kind = Edit::insert;
      worded.column = edit.kind == EditKind::column_insert;
      break;
  }
  worded.now = move;
  const Position& position = search.positions()[at];
  const Position before = offset ? position.after(edit.first) : position;
  worded.now_zh = notation::write_chinese(before, move);
  return worded;
}

void append_worded(std::vector<Edit>& edits, const Search& search, const std::vector<Entry>& entries,
                   const OneEdit& edit) {
  edits.push_back(worded(search, entries, edit, edit.first, 0));
  if (edit.kind == EditKind::insert_pair) edits.push_back(worded(search, entries, edit, edit.second, 1));
}

// The same moves inserted at another ply are the same explanation; for every other edit the ply belongs to
// it.
bool same_family(const Candidate& a, const Candidate& b) {
  if (a.edits.size() != b.edits.size()) return false;
  const auto key = [](const Edit& e) {
    const int move = e.now ? e.now->from.index() * 90 + e.now->to.index() : -1;
    return std::tuple(e.kind, e.kind == Edit::insert ? 0 : e.ply, e.column, move);
  };
  auto keys = [&](const Candidate& c) {
    std::vector<std::tuple<Edit::Kind, int, bool, int>> all;
    for (const Edit& e : c.edits) all.push_back(key(e));
    std::ranges::sort(all);
    return all;
  };
  return keys(a) == keys(b);
}

double result_cost(const Position& end, Outcome result) {
  if (result == Outcome::none || end.has_legal_move()) return 0;
  const bool red_lost = end.to_move() == Side::red;
  const bool agrees = result == (red_lost ? Outcome::black_wins : Outcome::red_wins);
  return agrees ? -0.3 : 1.0;
}

class Repair {
 public:
  Repair(const Evidence& evidence, const Budget& budget)
      : evidence_(evidence), budget_(budget), search_(evidence.start, evidence.entries, evidence.final) {}

  Diagnosis run(std::size_t limit) {
    diagnosis_.legal_plies = search_.fault();
    diagnosis_.contradicted = search_.contradicted();
    if (!diagnosis_.contradicted) return std::move(diagnosis_);
    look_for_check();
    look_for_second_game();
    doubt_final();
    std::vector<Found> partial;
    Work work{0, budget_.single};
    for (const Found& found : search_.single_edits(work, &partial)) add(found.edit, std::nullopt, found.cost);
    finish(work);
    double best = 100;
    for (const Rival& rival : rivals_) best = std::min(best, rival.cost);
    if (best >= 2) {
      Work pairs{0, budget_.pair};
      for (const Found& found : search_.missing_pairs(pairs)) add(found.edit, std::nullopt, found.cost);
      finish(pairs);
    }
    if (rivals_.empty()) {
      two_edits(partial);
      near_final(partial);
    }
    rank();
    write(limit);
    if (diagnosis_.candidates.empty()) offer_partial(partial, limit);
    return std::move(diagnosis_);
  }

 private:
  void finish(const Work& work) {
    diagnosis_.readings += work.readings;
    diagnosis_.budget_spent |= work.spent();
  }

  void add(const OneEdit& first, std::optional<OneEdit> second, double cost) {
    Rival rival{first, second, {}, cost, second ? std::min(first.at, second->at) : first.at};
    if (!second) rival.moves = search_.moves(first);
    rivals_.push_back(std::move(rival));
  }

  void two_edits(std::vector<Found> partial) {
    const auto promise = [](const Found& f) {
      if (f.squares >= 0) return f.cost + 0.15 * f.squares - (f.side_wrong ? 0.6 : 1.0);
      return f.cost - 0.04 * std::min(f.gain, 25);
    };
    std::ranges::stable_sort(partial, {}, promise);
    if (partial.size() > kBeam) partial.resize(kBeam);
    Work work{0, budget_.two};
    for (const Found& first : partial) {
      if (work.spent()) break;
      const std::vector<Entry> edited = search_.entries(first.edit);
      const Search second(evidence_.start, edited, evidence_.final);
      for (const Found& found : second.single_edits(work, nullptr)) {
        add(first.edit, found.edit, first.cost + found.cost + kSecondEdit);
        rivals_.back().moves = second.moves(found.edit);
      }
    }
    finish(work);
  }

  // One edit after which the record ends all but in the final position, which may have a slip of its own.
  void near_final(const std::vector<Found>& partial) {
    for (const Found& found : partial) {
      if (found.squares < 1 || found.squares > kFinalSlips || found.side_wrong) continue;
      add(found.edit, std::nullopt, found.cost + kFinalWrong + kFinalSquare * found.squares);
      rivals_.back().final_squares = found.squares;
    }
  }

  void doubt_final() {
    if (!search_.reads() || !evidence_.final) return;
    const Position& end = search_.positions().back();
    const int squares = differing_squares(end, *evidence_.final);
    if (squares <= kFinalSlips && end.to_move() == evidence_.final->to_move())
      diagnosis_.final_doubtful = squares;
  }

  // Orders the rivals by cost and plausibility and drops those that tell the same game.
  void rank() {
    for (Rival& rival : rivals_) {
      if (evidence_.result == Outcome::none) break;
      Position end = evidence_.start;
      for (const Move move : rival.moves) end.make(move);
      rival.cost += result_cost(end, evidence_.result);
    }
    std::ranges::stable_sort(rivals_, {}, &Rival::cost);
    Plausibility plausibility;
    int earliest = search_.size();
    std::size_t near = 0;
    while (near < rivals_.size() && near < kRivals &&
           rivals_[near].cost < rivals_.front().cost + kRivalMargin)
      earliest = std::min(earliest, rivals_[near++].earliest);
    if (near > 1)
      for (std::size_t i = 0; i < near; ++i)
        rivals_[i].cost += kPlausibility * plausibility.loss(evidence_.start, rivals_[i].moves, earliest);
    std::stable_sort(rivals_.begin(), rivals_.begin() + static_cast<std::ptrdiff_t>(near),
                     [](const Rival& a, const Rival& b) { return a.cost < b.cost; });
  }

  void write(std::size_t limit) {
    for (const Rival& rival : rivals_) {
      if (std::ranges::any_of(diagnosis_.candidates,
                              [&](const Candidate& c) { return c.moves == rival.moves; }))
        continue;
      Candidate candidate;
      candidate.moves = rival.moves;
      candidate.cost = rival.cost;
      candidate.final_squares = rival.final_squares;
      append_worded(candidate.edits, search_, evidence_.entries, rival.first);
      if (rival.second) {
        const std::vector<Entry> edited = search_.entries(rival.first);
        append_worded(candidate.edits, Search(evidence_.start, edited, evidence_.final), edited,
                      *rival.second);
      }
      const auto relative = std::ranges::find_if(
          diagnosis_.candidates, [&](const Candidate& c) { return same_family(c, candidate); });
      if (relative != diagnosis_.candidates.end()) {
        ++relative->places;
        continue;
      }
      if (diagnosis_.candidates.size() == limit) {
        if (rival.cost > diagnosis_.candidates.back().cost + kRivalMargin) break;
        continue;
      }
      diagnosis_.candidates.push_back(std::move(candidate));
    }
    auto& candidates = diagnosis_.candidates;
    if (!candidates.empty())
      candidates.front().unique = candidates.size() == 1 || candidates[1].cost >= candidates[0].cost + 1.0;
  }

  // Nothing repairs the whole: what reads furthest, marked as incomplete.
  void offer_partial(std::vector<Found> partial, std::size_t limit) {
    std::erase_if(partial, [](const Found& f) { return f.squares >= 0; });
    std::ranges::stable_sort(partial, {}, [](const Found& f) { return f.cost - 0.1 * f.gain; });
    for (const Found& found : partial) {
      if (diagnosis_.candidates.size() == std::min<std::size_t>(limit, 3)) break;
      Candidate candidate;
      candidate.moves = search_.moves(found.edit);
      candidate.cost = found.cost;
      candidate.complete = false;
      append_worded(candidate.edits, search_, evidence_.entries, found.edit);
      diagnosis_.candidates.push_back(std::move(candidate));
    }
  }

  void look_for_check() {
    if (search_.reads()) return;
    const auto at = static_cast<std::size_t>(search_.fault());
    const Position& position = search_.positions()[at];
    const auto move = read_overlooking_check(position, evidence_.entries[at]);
    if (!move) return;
    Position next = position.after(*move);
    for (std::size_t i = at + 1; i < evidence_.entries.size(); ++i) {
      ++diagnosis_.readings;
      auto reply = read(next, evidence_.entries[i]);
      if (!reply) reply = read_overlooking_check(next, evidence_.entries[i]);
      // Whoever could take the general did not see it either; if it is taken, the record says so itself.
      if (!reply || (next.at(reply->to) && next.at(reply->to)->kind == PieceKind::king)) return;
      next.make(*reply);
    }
    if (evidence_.final && !(next == *evidence_.final)) return;
    diagnosis_.overlooked_check = OverlookedCheck{search_.fault() + 1, *move};
  }

  void look_for_second_game() {
    constexpr std::size_t opening = 6;
    const auto at = static_cast<std::size_t>(search_.fault());
    if (search_.reads() || at < opening || evidence_.entries.size() < at + opening) return;
    Position position = Position::start();
    for (std::size_t i = at; i < at + opening; ++i) {
      const auto move = read(position, evidence_.entries[i]);
      if (!move) return;
      position.make(*move);
    }
    diagnosis_.second_game_at = search_.fault() + 1;
  }

  const Evidence& evidence_;
  const Budget& budget_;
  Search search_;
  std::vector<Rival> rivals_;
  Diagnosis diagnosis_;
};

}  // namespace

Diagnosis repair(const Evidence& evidence, std::size_t limit, const Budget& budget) {
  return Repair(evidence, budget).run(limit);
}

std::vector<Suggestion> suggest(const Position& position, const Entry& entry,
                                const std::vector<Entry>& following, std::size_t limit) {
  std::vector<Suggestion> suggestions;
  for (const Move move : position.legal_moves()) {
    Suggestion suggestion{move, distance(position, entry, move), 0};
    Position next = position.after(move);
    for (const Entry& later : following) {
      const auto reply = read(next, later);
      if (!reply) break;
      next.make(*reply);
      ++suggestion.fits;
    }
    suggestions.push_back(suggestion);
  }
  // What lets the rest through counts most, but only while it is a slip of the pen and not another move
  // altogether.
  const int all = static_cast<int>(following.size());
  std::ranges::stable_sort(suggestions, {}, [&](const Suggestion& s) {
    return s.distance - (all > 0 && s.fits == all ? 1.5 : 0.04 * std::min(s.fits, 25));
  });
  if (suggestions.size() > limit) suggestions.resize(limit);
  return suggestions;
}

}  // namespace qipu::repair
