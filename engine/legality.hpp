// Legality without making moves: what attacks a general, and which points that leaves to each piece. Inside
// the engine only. Source: rule:M2–M4.
#pragma once

#include <array>
#include <cstdint>

#include "engine/board.hpp"
#include "engine/reach.hpp"

namespace qipu {

/// A piece put from one point to another, taking what stands there, before anything is made of it.
struct Shift {
  int id = 0;
  int from = dead_point;
  int to = dead_point;
};

/// Calls found(point) for every piece of `by` that attacks `target`, a point of a palace, after the shift;
/// stops when it returns true, and returns that. A general attacks along its file.
template <class Found>
inline bool each_attacker(const Board& board, SquareSet occupied, Side by, int target, const Shift& shift,
                          Found found) {
  if (target == dead_point) return false;  // analysis may have let a general be taken
  const Point &t = reach::point(target), &from = reach::point(shift.from), &to = reach::point(shift.to);
  unsigned rank = reach::rank_line(occupied, t), file = reach::file_line(board, t);
  if (from.rank == t.rank) rank &= ~(1u << from.file);
  if (to.rank == t.rank) rank |= 1u << to.file;
  if (from.file == t.file) file &= ~(1u << from.rank);
  if (to.file == t.file) file |= 1u << to.rank;
  const Reach on_rank = reach::along_rank(t, rank), on_file = reach::along_file(t, file);

  const auto place = [&](int id) {
    const int p = board.where(id);
    return id == shift.id ? shift.to : p == shift.to ? int{dead_point} : p;
  };
  const auto on_line = [&](const Point& p, unsigned rank_places, unsigned file_places) {
    return (p.rank == t.rank && (rank_places >> p.file & 1)) ||
           (p.file == t.file && (file_places >> p.rank & 1));
  };
  const int first = piece_id::first(by);
  for (int id = first + piece_id::rooks; id < first + piece_id::cannons; ++id)
    if (on_line(reach::point(place(id)), on_rank.rook, on_file.rook) && found(place(id))) return true;
  for (int id = first + piece_id::cannons; id < first + piece_id::pawns; ++id)
    if (on_line(reach::point(place(id)), on_rank.cannon & rank, on_file.cannon & file) && found(place(id)))
      return true;
  for (int id = first + piece_id::horses; id < first + piece_id::rooks; ++id) {
    const int leg = tables.horse_leg[t.palace][static_cast<std::size_t>(place(id))];
    if (leg == dead_point || leg == shift.to) continue;
    if ((leg == shift.from || board.id_at(leg) == 0) && found(place(id))) return true;
  }
  if (on_line(reach::point(place(first)), 0, on_file.rook) && found(place(first))) return true;
  for (int p : {target - 1, target + 1, target + (by == Side::red ? -9 : 9)}) {
    const int id = p == shift.to ? shift.id : p == shift.from ? 0 : board.id_at(p);
    if (static_cast<unsigned>(id - first - piece_id::pawns) < 5 && found(p)) return true;
  }
  return false;
}

/// Whether a piece of `by` attacks `target` after the shift. The answer is mostly no, and which piece could make it yes is
/// hard to foresee: so every piece is looked at and nothing branches.
inline bool is_attacked(const Board& board, SquareSet occupied, Side by, int target, const Shift& shift) {
  if (target == dead_point) return false;
  const Point &t = reach::point(target), &from = reach::point(shift.from), &to = reach::point(shift.to);
  const unsigned rank = (reach::rank_line(occupied, t) & ~(unsigned{from.rank == t.rank} << from.file)) |
                        unsigned{to.rank == t.rank} << to.file,
                 file = (reach::file_line(board, t) & ~(unsigned{from.file == t.file} << from.rank)) |
                        unsigned{to.file == t.file} << to.rank;
  const Reach on_rank = reach::along_rank(t, rank), on_file = reach::along_file(t, file);
  const auto place = [&](int id) {
    const int p = board.where(id), kept = p == shift.to ? int{dead_point} : p;
    return id == shift.id ? shift.to : kept;
  };
  const auto on_line = [&](int id, unsigned rank_places, unsigned file_places) {
    const Point& p = reach::point(place(id));
    return (unsigned{p.rank == t.rank} & rank_places >> p.file) |
           (unsigned{p.file == t.file} & file_places >> p.rank);
  };
  const auto horse = [&](int id) {
    const int leg = tables.horse_leg[t.palace][static_cast<std::size_t>(place(id))];
    return unsigned{leg != dead_point} & unsigned{leg != shift.to} &
           (unsigned{leg == shift.from} | unsigned{board.id_at(leg) == 0});
  };
  const int first = piece_id::first(by), rook = first + piece_id::rooks, cannon = first + piece_id::cannons,
            knight = first + piece_id::horses;
  const auto pawn = [&](int p) {
    const int there = p == shift.from ? 0 : board.id_at(p), id = p == shift.to ? shift.id : there;
    return unsigned{static_cast<unsigned>(id - first - piece_id::pawns) < 5};
  };
  const unsigned cannon_rank = on_rank.cannon & rank, cannon_file = on_file.cannon & file;
  return (on_line(rook, on_rank.rook, on_file.rook) | on_line(rook + 1, on_rank.rook, on_file.rook) |
          on_line(cannon, cannon_rank, cannon_file) | on_line(cannon + 1, cannon_rank, cannon_file) |
          horse(knight) | horse(knight + 1) | on_line(first, 0, on_file.rook) | pawn(target - 1) |
          pawn(target + 1) | pawn(target + (by == Side::red ? -9 : 9))) != 0;
}

/// What the general's safety leaves to one side: the points on which the general itself could be taken, and
/// the points open to its other pieces. Almost always that is one set for all of them; the few that are bound
/// otherwise stand in a list. Every piece of the enemy is looked at once.
class Restraints {
  // A set that costs nothing before it is set.
  struct Words {
    std::uint64_t south, north;
    void operator=(SquareSet set) { south = set.south(), north = set.north(); }
    operator SquareSet() const { return SquareSet::of(south, north); }
  };

 public:
  Restraints(const Board& board, SquareSet occupied, Side us)
      : board_(board),
        king_(reach::point(board.where(piece_id::first(us)))),
        us_(us),
        without_king_(occupied ^ king_.bit) {
    const Side them = opponent(us);
    const int enemy = piece_id::first(them);
    look_along_lines(enemy, Sight::rook, 1);  // a general attacks along its file
    for (int id = enemy + piece_id::rooks; id < enemy + piece_id::cannons; ++id)
      look_along_lines(id, Sight::rook, 3);
    for (int id = enemy + piece_id::cannons; id < enemy + piece_id::pawns; ++id)
      look_along_lines(id, Sight::cannon, 3);
    look_at_horse(board.where(enemy + piece_id::horses));
    look_at_horse(board.where(enemy + piece_id::horses + 1));
    std::uint64_t by_pawns = 0;
    for (int id = enemy + piece_id::pawns; id < enemy + piece_id::end; ++id)
      by_pawns |= reach::pawn_beyond(them, board.where(id));
    danger_ |= by_pawns;
    if (by_pawns & reach::half(king_.bit, us)) look_at_pawns(enemy);

    const SquareSet free = SquareSet::all().without(board.of(us)).without(forbidden_);
    allowed_ = free;
    if (bound_count_ | check_count_) combine(free);
  }

  /// Points of the palace, as bits of its half, on which the general could be taken once it has left its
  /// place; points outside the palace may be among them.
  std::uint64_t danger() const { return danger_; }
  bool in_check() const { return check_count_ != 0; }
  /// For every piece that is not in the list.
  SquareSet allowed() const { return allowed_; }

  class Bound {
   public:
    int id() const { return id_; }
    SquareSet allowed() const { return allowed_; }

   private:
    friend class Restraints;
    int id_;
    Words allowed_, pinned_to_;
  };
  const Bound* begin() const { return bound_.data(); }
  const Bound* end() const { return bound_.data() + bound_count_; }

  SquareSet allowed(int id) const {
    for (const Bound& b : *this)
      if (b.id() == id) return b.allowed();
    return allowed_;
  }

  /// As allowed(), but checks that stand already bind nothing.
  SquareSet unexposed(int id) const {
    SquareSet set = SquareSet::all().without(forbidden_);
    for (const Bound& b : *this)
      if (b.id_ == id) set = set & b.pinned_to_;
    return set;
  }

 private:
  enum class Sight { rook, cannon };
  struct Check {
    int screen;  // a piece that answers otherwise; 0: none
    Words answers, screen_answers;
  };

  static unsigned threatened(Sight sight, unsigned place, unsigned line) {
    const unsigned as_rook = tables.line[place][line].rook;
    if (sight == Sight::rook) return as_rook;
    return tables.line[place][line & ~as_rook].rook &
           ~as_rook;  // what a rook would see behind the first piece
  }

  void look_along_lines(int id, Sight sight, unsigned lines) {
    const Point& p = reach::point(board_.where(id));
    lines &= p.palace_lines[static_cast<std::size_t>(us_)];
    if (lines & 1) {
      const bool kings = p.file == king_.file;
      const unsigned line = board_.files[p.file] & ~(kings ? king_.file_bit : 0u);
      danger_ |= reach::half(reach::points_of(p, 0, threatened(sight, p.rank, line)), us_);
      if (kings) look_between(p, sight, line, king_.rank, p.rank, true);
    }
    if (lines & 2) {
      const unsigned line = reach::rank_line(without_king_, p);
      danger_ |= reach::half(reach::points_of(p, threatened(sight, p.file, line), 0), us_);
      if (p.rank == king_.rank) look_between(p, sight, line, king_.file, p.file, false);
    }
  }

  /// A rook, cannon or general at `p` and our general on the places `a` and `b` of one line.
  void look_between(const Point& p, Sight sight, unsigned line, unsigned a, unsigned b, bool file) {
    const unsigned between = a < b ? (1u << b) - (2u << a) : (1u << a) - (2u << b);
    const unsigned first = line & between, second = first & (first - 1);
    if (second & (second - 1)) return;  // three and more
    if (sight == Sight::rook && second) return;
    const auto points = [&](unsigned places) {
      return file ? reach::points_of(p, 0, places) : reach::points_of(p, places, 0);
    };
    const auto piece = [&](unsigned places) {
      const int place = std::countr_zero(places);
      return board_.id_at(file ? place * 9 + p.file : p.rank * 9 + place);
    };
    // A piece between may go to the empty points of the line and take the attacker, but not take another one
    // between.
    const SquareSet stay = points(between & ~line) | p.bit;
    if (sight == Sight::rook) {
      if (first) {
        bind(piece(first), stay);
      } else {
        add_check(stay, 0, {});
      }
    } else if (!first) {
      forbidden_ = forbidden_ | points(between);  // 空头炮: whoever steps in becomes its screen
    } else if (!second) {
      // The screen itself answers by leaving the line; who takes it becomes the screen.
      add_check(stay, piece(first), SquareSet::all().without(points(between)));
    } else {
      bind(piece(first), stay);
      bind(piece(second), stay);
    }
  }

  void look_at_horse(int from) {
    const Point& horse = reach::point(from);
    if (horse.half != static_cast<int>(us_)) return;  // a horse beyond the river reaches no palace
    const unsigned file = board_.files[horse.file] & ~(horse.file == king_.file ? king_.file_bit : 0u);
    danger_ |= reach::half(reach::horse(from, reach::rank_line(without_king_, horse), file), us_);
    const int leg = tables.horse_leg[king_.palace][static_cast<std::size_t>(from)];
    if (leg == dead_point) return;
    if (const int blocker = board_.id_at(leg)) {
      bind(blocker, horse.bit);
    } else {
      add_check(horse.bit | reach::point(leg).bit, 0, {});
    }
  }

  void look_at_pawns(int enemy) {
    for (int id = enemy + piece_id::pawns; id < enemy + piece_id::end; ++id) {
      const int from = board_.where(id);
      if (!(reach::pawn(opponent(us_), from) & king_.bit).empty()) add_check(reach::point(from).bit, 0, {});
    }
  }

  bool ours(int id) const { return static_cast<unsigned>(id - piece_id::first(us_)) < piece_id::end; }

  Bound& entry(int id) {
    for (int i = 0; i < bound_count_; ++i)
      if (bound_[static_cast<std::size_t>(i)].id_ == id) return bound_[static_cast<std::size_t>(i)];
    Bound& b = bound_[static_cast<std::size_t>(bound_count_++)];
    b.id_ = id;
    b.pinned_to_ = SquareSet::all();
    return b;
  }

  void bind(int id, SquareSet targets) {
    if (!ours(id)) return;
    Bound& b = entry(id);
    b.pinned_to_ = SquareSet(b.pinned_to_) & targets;
  }

  void add_check(SquareSet answers, int screen, SquareSet screen_answers) {
    Check& check = checks_[static_cast<std::size_t>(check_count_++)];
    check.screen = ours(screen) ? screen : 0;
    check.answers = answers;
    check.screen_answers = screen_answers;
  }

  void combine(SquareSet free) {
    for (int c = 0; c < check_count_; ++c)
      if (const int screen = checks_[static_cast<std::size_t>(c)].screen) entry(screen);
    for (int i = 0; i < bound_count_; ++i) {
      Bound& b = bound_[static_cast<std::size_t>(i)];
      b.allowed_ = free & b.pinned_to_;
      for (int c = 0; c < check_count_; ++c) {
        const Check& check = checks_[static_cast<std::size_t>(c)];
        b.allowed_ = SquareSet(b.allowed_) & (check.screen == b.id_ ? check.screen_answers : check.answers);
      }
    }
    for (int c = 0; c < check_count_; ++c) allowed_ = allowed_ & checks_[static_cast<std::size_t>(c)].answers;
  }

  const Board& board_;
  const Point& king_;
  const Side us_;
  const SquareSet without_king_;  // occupied points
  std::uint64_t danger_ = 0;
  SquareSet allowed_, forbidden_;
  int bound_count_ = 0, check_count_ = 0;
  // At most: a piece for each rook, horse and the general, two for each cannon.
  std::array<Bound, 10> bound_;
  // At most: two rooks, two cannons, two horses, three soldiers, the general.
  std::array<Check, 10> checks_;
};

}  // namespace qipu
