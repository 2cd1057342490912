#include "engine/endgame/captures.hpp"

#include <algorithm>

namespace qipu::endgame {

// A slot while its captures are found. `after` describes the position with our attackers' points, whatever
// the piece taken; the lookup leaves that one out.
struct Captures::Standing {
  std::uint32_t slot, outer;
  std::array<PointSet, 2> legal, homes;
  PointSet occupied;
  Placement placement;
  std::array<const Home*, 2> home;
};

Captures::Captures(const Slots& slots, TableSource& source) : slots_(&slots) {
  const Material& material = slots.shape().material();
  for (const Side side : {Side::red, Side::black})
    for (int kind = 1; kind < 7; ++kind)
      if (material.force(side)[static_cast<PieceKind>(kind)]) add(side, static_cast<PieceKind>(kind), source);
}

void Captures::add(Side side, PieceKind kind, TableSource& source) {
  const Material less = slots_->shape().material().without(side, kind), canonical = less.canonical();
  Behind& behind = behind_[static_cast<std::size_t>(side) * 7 + static_cast<std::size_t>(kind)];
  behind.reversed = less != canonical;
  behind.table = source.table(canonical);
  if (!behind.table) {
    missing_.push_back(canonical);
    return;
  }
  // The taken piece is the last of its equals; which of them it is makes no difference once the points are
  // set.
  const auto ours = slots_->shape().attackers();
  std::vector<bool> used(ours.size());
  const auto taken = std::find(ours.rbegin(), ours.rend(), Attacker{side, kind});
  if (taken != ours.rend()) used[static_cast<std::size_t>(ours.rend() - taken - 1)] = true;
  for (const Attacker theirs : behind.table->shape().attackers()) {
    const Attacker wanted{behind.reversed ? opponent(theirs.side) : theirs.side, theirs.kind};
    for (std::size_t i = 0; i < ours.size(); ++i)
      if (!used[i] && ours[i] == wanted) {
        used[i] = true;
        behind.from.push_back(static_cast<std::uint8_t>(i));
        break;
      }
  }
}

bool Captures::limited(Metric metric) const {
  return std::any_of(behind_.begin(), behind_.end(),
                     [&](const Behind& b) { return b.table && !b.table->unlimited(metric); });
}

void Captures::one(const Standing& s, Side mover, PointSet places, const Behind& behind,
                   const Placement& after, std::vector<Capture>& out) const {
  Placement theirs;
  theirs.forms = after.forms;
  for (std::size_t i = 0; i < behind.from.size(); ++i) theirs.points[i] = after.points[behind.from[i]];
  Side to_move = opponent(mover);
  if (behind.reversed) {
    std::swap(theirs.forms[0], theirs.forms[1]);
    for (std::size_t i = 0; i < behind.from.size(); ++i)
      theirs.points[i] = static_cast<std::uint8_t>(Square::at(theirs.points[i]).flipped().index());
    to_move = opponent(to_move);
  }
  const std::uint64_t index = behind.table->shape().index(theirs);
  const Value value = behind.table->value(Metric::mate, to_move, index);
  if (value.worth == Worth::illegal) return;
  Capture capture{places, s.slot, mover, value.worth, value.plies};
  const bool counted = !behind.table->plane(Metric::capture, to_move).empty();
  for (const Metric metric : {Metric::capture_in_40, Metric::capture_in_30})
    if (counted && behind.table->value(metric, to_move, index).worth == value.worth)
      capture.forceable |= static_cast<std::uint8_t>(1u << static_cast<int>(metric));
  if (!out.empty()) {  // rows are mostly of one value
    Capture& last = out.back();
    if (last.slot == s.slot && last.mover == mover && last.after == capture.after &&
        last.plies == capture.plies && last.forceable == capture.forceable) {
      last.places |= places;
      return;
    }
  }
  out.push_back(capture);
}

void Captures::row(const Standing& s, Side mover, PointSet places, const Behind& behind, Placement after,
                   std::vector<Capture>& out) const {
  if (!slots_->has_inner()) return one(s, mover, places, behind, after, out);
  const std::size_t inner = slots_->outer_attackers().size();
  places.for_each([&](int point) {
    after.points[inner] = static_cast<std::uint8_t>(point);
    one(s, mover, PointSet::at(point), behind, after, out);
  });
}

namespace {

// The form of a home without its nth piece.
std::uint16_t form_without(const Home& home, std::size_t taken) {
  std::array<std::uint8_t, 2> advisors{}, elephants{};
  std::size_t as = 0, es = 0;
  for (std::size_t i = 1; i < home.size; ++i) {
    if (i == taken) continue;
    if (home.kinds[i] == PieceKind::advisor) {
      advisors[as++] = home.points[i];
    } else {
      elephants[es++] = home.points[i];
    }
  }
  return static_cast<std::uint16_t>(
      HomeForms::of(static_cast<int>(as), static_cast<int>(es))
          .find(home.points[0], std::span(advisors).first(as), std::span(elephants).first(es)));
}

int on_grid(int own_point, Side side) {
  return side == Side::red ? own_point : Square::at(own_point).flipped().index();
}

// Puts attacker `mover` on the point of attacker `taken` and leaves the place of the last equal of `taken` to
// be dropped.
void take(Placement& after, std::span<const Attacker> attackers, std::size_t taken) {
  std::size_t last = taken;
  while (last + 1 < attackers.size() && attackers[last + 1] == attackers[taken]) ++last;
  after.points[taken] = after.points[last];
}

}  // namespace

void Captures::by_inner(const Standing& s, Side mover, std::vector<Capture>& out) const {
  const Attacker piece = slots_->inner();
  const Side victim = opponent(mover);
  const std::size_t inner = slots_->outer_attackers().size();
  const Home& home = *s.home[static_cast<std::size_t>(victim)];
  for (std::size_t i = 1; i < home.size; ++i) {
    const int target = on_grid(home.points[i], victim);
    const PointSet places =
        attack_origins(piece.kind, mover, target, s.occupied) & s.legal[static_cast<std::size_t>(mover)];
    if (places.empty()) continue;
    Placement after = s.placement;
    after.forms[static_cast<std::size_t>(victim)] = form_without(home, i);
    after.points[inner] = static_cast<std::uint8_t>(target);
    one(s, mover, places, behind(victim, home.kinds[i]), after, out);
  }
  const auto outers = slots_->outer_attackers();
  for (std::size_t j = 0; j < outers.size(); ++j) {
    if (outers[j].side == mover) continue;
    const int target = s.placement.points[j];
    const PointSet places =
        attack_origins(piece.kind, mover, target, s.occupied) & s.legal[static_cast<std::size_t>(mover)];
    if (places.empty()) continue;
    Placement after = s.placement;
    after.points[inner] = static_cast<std::uint8_t>(target);
    take(after, slots_->shape().attackers(), j);
    one(s, mover, places, behind(victim, outers[j].kind), after, out);
  }
}

void Captures::by_outer(const Standing& s, Side mover, std::vector<Capture>& out) const {
  const Side victim = opponent(mover);
  const auto outers = slots_->outer_attackers();
  const PointSet legal = s.legal[static_cast<std::size_t>(mover)];
  const Home& home = *s.home[static_cast<std::size_t>(victim)];
  for (std::size_t i = 0; i < outers.size(); ++i) {
    if (outers[i].side != mover) continue;
    const int from = s.placement.points[i];
    for (std::size_t g = 1; g < home.size; ++g) {
      const int target = on_grid(home.points[g], victim);
      const PointSet places = attack_condition(outers[i].kind, mover, from, target, s.occupied) & legal;
      if (places.empty()) continue;
      Placement after = s.placement;
      after.forms[static_cast<std::size_t>(victim)] = form_without(home, g);
      after.points[i] = static_cast<std::uint8_t>(target);
      row(s, mover, places, behind(victim, home.kinds[g]), after, out);
    }
    for (std::size_t j = 0; j < outers.size(); ++j) {
      if (outers[j].side == mover) continue;
      const int target = s.placement.points[j];
      const PointSet places = attack_condition(outers[i].kind, mover, from, target, s.occupied) & legal;
      if (places.empty()) continue;
      places.for_each(
          [&](int point) {  // the last attacker may be the one to be dropped: its point must be set first
            Placement after = s.placement;
            after.points[outers.size()] = static_cast<std::uint8_t>(point);
            after.points[i] = static_cast<std::uint8_t>(target);
            take(after, slots_->shape().attackers(), j);
            one(s, mover, PointSet::at(point), behind(victim, outers[j].kind), after, out);
          });
    }
    if (slots_->inner().side != mover) {
      const PointSet targets = attack_targets(outers[i].kind, mover, from, s.occupied) & legal;
      targets.for_each([&](int target) {
        Placement after = s.placement;
        after.points[i] = static_cast<std::uint8_t>(target);
        one(s, mover, PointSet::at(target), behind(victim, slots_->inner().kind), after, out);
      });
    }
  }
}

void Captures::by_home(const Standing& s, Side mover, const std::vector<PairMove>& moves,
                       std::vector<Capture>& out) const {
  const Side victim = opponent(mover);
  const auto outers = slots_->outer_attackers();
  const PointSet legal = s.legal[static_cast<std::size_t>(mover)];
  for (const PairMove& move : moves) {
    if (move.eye != HomeMove::no_eye && s.occupied.contains(move.eye)) continue;
    Placement after = s.placement;
    after.forms[static_cast<std::size_t>(mover)] = move.form;
    for (std::size_t j = 0; j < outers.size(); ++j) {
      if (outers[j].side == mover || s.placement.points[j] != move.to) continue;
      PointSet places = legal;
      if (move.eye != HomeMove::no_eye) places &= ~PointSet::at(move.eye);
      places.for_each([&](int point) {
        Placement then = after;
        then.points[outers.size()] = static_cast<std::uint8_t>(point);
        take(then, slots_->shape().attackers(), j);
        one(s, mover, PointSet::at(point), behind(victim, outers[j].kind), then, out);
      });
    }
    if (slots_->has_inner() && slots_->inner().side != mover && legal.contains(move.to))
      one(s, mover, PointSet::at(move.to), behind(victim, slots_->inner().kind), after, out);
  }
}

void Captures::find(std::uint32_t pair, std::vector<Capture>& out) const {
  std::array<std::vector<PairMove>, 2> moves;
  Standing s;
  for (const Side side : {Side::red, Side::black}) {
    const auto i = static_cast<std::size_t>(side);
    slots_->moves(pair, side, moves[i]);
    s.homes[i] = slots_->home_points(pair, side);
    s.home[i] = &slots_->shape().forms(side)[slots_->shape().forms_of(pair)[i]];
  }
  s.placement.forms = slots_->shape().forms_of(pair);
  const auto outers = slots_->outer_attackers().size();
  for (std::uint32_t outer = 0; outer < slots_->outers(); ++outer) {
    s.slot = static_cast<std::uint32_t>(slots_->slot(pair, outer));
    s.outer = outer;
    for (const Side side : {Side::red, Side::black})
      s.legal[static_cast<std::size_t>(side)] = slots_->legal(pair, outer, side);
    if (s.legal[0].empty() && s.legal[1].empty()) continue;
    s.occupied = s.homes[0] | s.homes[1] | slots_->outer_occupied(outer);
    for (std::size_t i = 0; i < outers; ++i) s.placement.points[i] = slots_->outer_point(outer, i);
    for (const Side mover : {Side::red, Side::black}) {
      if (s.legal[static_cast<std::size_t>(mover)].empty()) continue;
      if (slots_->has_inner() && slots_->inner().side == mover) by_inner(s, mover, out);
      by_outer(s, mover, out);
      by_home(s, mover, moves[static_cast<std::size_t>(mover)], out);
    }
  }
}

}  // namespace qipu::endgame
