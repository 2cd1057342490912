#include "engine/endgame/retrograde.hpp"

#include <algorithm>

namespace qipu::endgame {
namespace {

constexpr int kMostPlies = 4000;

template <class T>
std::vector<T>& at_ply(std::vector<std::vector<T>>& by_ply, int ply) {
  if (by_ply.size() <= static_cast<std::size_t>(ply)) by_ply.resize(static_cast<std::size_t>(ply) + 1);
  return by_ply[static_cast<std::size_t>(ply)];
}

}  // namespace

Ground Ground::of(const Slots& slots, const Captures& captures, Executor& executor) {
  Ground ground{&slots, {}, {}};
  for (auto& legal : ground.legal) legal.resize(slots.size());
  constexpr std::uint32_t most_parts = 96, least_slots = 2000;
  const auto parts = std::clamp<std::uint32_t>(static_cast<std::uint32_t>(slots.size() / least_slots), 1,
                                               std::min(most_parts, slots.pairs()));
  for (std::uint32_t i = 0; i < parts; ++i)
    ground.parts.push_back({static_cast<std::uint32_t>(std::uint64_t{slots.pairs()} * i / parts),
                            static_cast<std::uint32_t>(std::uint64_t{slots.pairs()} * (i + 1) / parts),
                            {}});
  executor.run(parts, [&](std::size_t i) {
    Ground::Part& part = ground.parts[i];
    for (std::uint32_t pair = part.first_pair; pair < part.last_pair; ++pair) {
      for (std::uint32_t outer = 0; outer < slots.outers(); ++outer)
        for (const Side side : {Side::red, Side::black})
          ground.legal[static_cast<std::size_t>(side)][slots.slot(pair, outer)] =
              slots.legal(pair, outer, side);
      captures.find(pair, part.captures);
    }
  });
  return ground;
}

Pass::Pass(const Ground& ground, Metric metric, Side winner, Executor& executor, std::array<Raw, 2>& raw)
    : ground_(ground),
      slots_(*ground.slots),
      metric_(metric),
      winner_(winner),
      loser_(opponent(winner)),
      executor_(executor),
      raw_(raw),
      shut_(slots_.size()),
      open_(ground.legal[static_cast<std::size_t>(loser_)]),
      lost_now_(slots_.size()),
      lost_before_(slots_.size()),
      pair_lost_now_(slots_.pairs()),
      pair_lost_before_(slots_.pairs()),
      pair_won_now_(slots_.pairs()),
      pair_won_before_(slots_.pairs()),
      work_(ground.parts.size()) {}

void Pass::prepare(std::size_t index) {
  const Ground::Part& part = ground_.parts[index];
  Work& work = work_[index];
  work.found.resize(slots_.outers());
  const auto& legal = ground_.legal[static_cast<std::size_t>(winner_)];
  for (std::size_t slot = slots_.slot(part.first_pair, 0); slot < slots_.slot(part.last_pair, 0); ++slot)
    shut_[slot] = ~legal[slot];
  const Capture* const end = part.captures.data() + part.captures.size();
  for (const Capture* c = part.captures.data(); c != end;) {
    const Capture* next = c;
    while (next != end && next->slot == c->slot && next->mover == c->mover) ++next;
    if (c->mover == loser_) {
      prepare_loser(work, c, next);
    } else {
      for (; c != next; ++c)
        if (c->after == Worth::loss && still_decided(*c))
          at_ply(work.wins, captures_count_plies() ? c->plies + 1 : 1).push_back({c->slot, c->places});
    }
    c = next;
  }
}

// A capture after which the winner wins all the same is no way out, but only from the ply on that it delays
// the end to.
void Pass::prepare_loser(Work& work, const Capture* begin, const Capture* end) {
  PointSet saved, delayed;
  std::array<std::uint16_t, 90> until{};
  for (const Capture* c = begin; c != end; ++c) {
    if (c->after != Worth::win || !still_decided(*c)) {
      saved |= c->places;
      continue;
    }
    delayed |= c->places;
    const auto ply = static_cast<std::uint16_t>(captures_count_plies() ? c->plies + 1 : 1);
    c->places.for_each([&](int p) {
      auto& u = until[static_cast<std::size_t>(p)];
      u = std::max(u, ply);
    });
  }
  open_[begin->slot] &= ~(saved | delayed);
  delayed &= ~saved;
  while (!delayed.empty()) {
    std::uint16_t ply = 0;
    PointSet same;
    delayed.for_each([&](int p) {
      const auto u = until[static_cast<std::size_t>(p)];
      if (ply == 0) ply = u;
      if (u == ply) same |= PointSet::at(p);
    });
    at_ply(work.releases, ply).push_back({begin->slot, same});
    delayed &= ~same;
  }
}

void Pass::write(Side to_move, std::size_t slot, PointSet places) {
  Raw& raw = raw_[static_cast<std::size_t>(to_move)];
  const auto code = static_cast<std::uint8_t>(raw.meaning.size() - 1);
  std::uint8_t* const row = raw.codes.data() + slot * static_cast<std::size_t>(slots_.inner_places());
  places.for_each([&](int p) { row[slots_.inner_place(p)] = code; });
}

// Of the loser's `places`, those from which every quiet move leads to where the winner wins.
PointSet Pass::without_way_out(std::uint32_t pair, std::uint32_t outer, PointSet places, PointSet occupied,
                               const std::vector<PairMove>& moves) const {
  const PointSet outers = slots_.outer_occupied(outer);
  for (const PairMove& move : moves) {
    if (outers.contains(move.to) || (move.eye != HomeMove::no_eye && outers.contains(move.eye))) continue;
    const std::size_t target = slots_.slot(move.pair, move.mirrored ? slots_.outer_mirrored(outer) : outer);
    PointSet shut = move.mirrored ? mirrored(shut_[target]) : shut_[target];
    if (move.eye != HomeMove::no_eye) shut |= PointSet::at(move.eye);
    if (slots_.has_inner()) shut |= PointSet::at(move.to);
    places &= shut;
    if (places.empty()) return places;
  }
  const auto attackers = slots_.outer_attackers();
  for (std::size_t i = 0; i < attackers.size(); ++i) {
    if (attackers[i].side != loser_) continue;
    for_each_quiet_target(
        attackers[i].kind, loser_, slots_.outer_point(outer, i), occupied, [&](int to, PointSet via) {
          places &= shut_[slots_.slot(pair, slots_.outer_with(outer, i, to))] | via | PointSet::at(to);
        });
    if (places.empty()) return places;
  }
  if (slots_.has_inner() && slots_.inner().side == loser_)
    places &= ~quiet_predecessors(slots_.inner().kind, loser_, ~shut_[slots_.slot(pair, outer)], ~occupied);
  return places;
}

void Pass::lose(std::size_t index, int ply) {
  const Ground::Part& part = ground_.parts[index];
  Work& work = work_[index];
  work.lost = false;
  std::vector<std::uint8_t> released(part.last_pair - part.first_pair);
  if (static_cast<std::size_t>(ply) < work.releases.size())
    for (const Event& e : work.releases[static_cast<std::size_t>(ply)]) {
      open_[e.slot] |= e.places;
      released[e.slot / slots_.outers() - part.first_pair] = 1;
    }
  for (std::uint32_t pair = part.first_pair; pair < part.last_pair; ++pair) {
    pair_lost_now_[pair] = 0;
    slots_.moves(pair, loser_, work.moves);
    bool due = ply == 0 || released[pair - part.first_pair] || pair_won_before_[pair];
    for (const PairMove& move : work.moves) due = due || pair_won_before_[move.pair];
    if (!due) continue;
    const PointSet homes = slots_.home_points(pair, Side::red) | slots_.home_points(pair, Side::black);
    for (std::uint32_t outer = 0; outer < slots_.outers(); ++outer) {
      const std::size_t slot = slots_.slot(pair, outer);
      lost_now_[slot] = {};
      if (open_[slot].empty()) continue;
      const PointSet lost =
          without_way_out(pair, outer, open_[slot], homes | slots_.outer_occupied(outer), work.moves);
      if (lost.empty()) continue;
      lost_now_[slot] = lost;
      open_[slot] &= ~lost;
      pair_lost_now_[pair] = 1;
      work.lost = true;
      write(loser_, slot, lost);
    }
  }
}

// Collects in work.found the places from which the winner moves quietly to a position just found lost.
bool Pass::gather(Work& work, std::uint32_t pair, PointSet homes) {
  bool any = false;
  const auto begin_once = [&] {
    if (!any) std::fill(work.found.begin(), work.found.end(), PointSet{});
    any = true;
  };
  if (pair_lost_before_[pair]) {
    begin_once();
    const auto attackers = slots_.outer_attackers();
    for (std::uint32_t outer = 0; outer < slots_.outers(); ++outer) {
      const PointSet lost = lost_before_[slots_.slot(pair, outer)];
      if (lost.empty()) continue;
      const PointSet occupied = homes | slots_.outer_occupied(outer);
      if (slots_.has_inner() && slots_.inner().side == winner_)
        work.found[outer] |= quiet_predecessors(slots_.inner().kind, winner_, lost, ~occupied);
      for (std::size_t i = 0; i < attackers.size(); ++i) {
        if (attackers[i].side != winner_) continue;
        const int to = slots_.outer_point(outer, i);
        for_each_quiet_origin(attackers[i].kind, winner_, to, occupied, [&](int from, PointSet via) {
          if (reachable_index(attackers[i], from) < 0) return;
          work.found[slots_.outer_with(outer, i, from)] |= lost & ~(via | PointSet::at(from));
        });
      }
    }
  }
  slots_.moves(pair, winner_, work.moves);
  for (const PairMove& move : work.moves) {
    if (!pair_lost_before_[move.pair]) continue;
    begin_once();
    const PointSet blocking =
        PointSet::at(move.to) | (move.eye == HomeMove::no_eye ? PointSet{} : PointSet::at(move.eye));
    const PointSet possible = slots_.has_inner() ? ~blocking : PointSet::all();
    for (std::uint32_t outer = 0; outer < slots_.outers(); ++outer) {
      const std::size_t target = slots_.slot(move.pair, move.mirrored ? slots_.outer_mirrored(outer) : outer);
      if (lost_before_[target].empty() || !(slots_.outer_occupied(outer) & blocking).empty()) continue;
      work.found[outer] |= (move.mirrored ? mirrored(lost_before_[target]) : lost_before_[target]) & possible;
    }
  }
  return any;
}

void Pass::win(std::size_t index, int ply) {
  const Ground::Part& part = ground_.parts[index];
  Work& work = work_[index];
  work.won = false;
  const auto take = [&](std::uint32_t pair, std::size_t slot, PointSet places) {
    const PointSet fresh = places & ~shut_[slot];
    if (fresh.empty()) return;
    shut_[slot] |= fresh;
    pair_won_now_[pair] = 1;
    work.won = true;
    write(winner_, slot, fresh);
  };
  for (std::uint32_t pair = part.first_pair; pair < part.last_pair; ++pair) {
    pair_won_now_[pair] = 0;
    const PointSet homes = slots_.home_points(pair, Side::red) | slots_.home_points(pair, Side::black);
    if (!gather(work, pair, homes)) continue;
    for (std::uint32_t outer = 0; outer < slots_.outers(); ++outer)
      if (!work.found[outer].empty()) take(pair, slots_.slot(pair, outer), work.found[outer]);
  }
  if (static_cast<std::size_t>(ply) < work.wins.size())
    for (const Event& e : work.wins[static_cast<std::size_t>(ply)])
      take(e.slot / slots_.outers(), e.slot, e.places);
}

bool Pass::run() {
  const std::size_t parts = ground_.parts.size();
  executor_.run(parts, [&](std::size_t i) { prepare(i); });
  std::size_t last_event = 0;
  for (const Work& work : work_) last_event = std::max({last_event, work.wins.size(), work.releases.size()});
  const int limit = limit_rounds(metric_) ? 2 * limit_rounds(metric_) : kMostPlies;
  int quiet_plies = 0;
  for (int ply = 0; ply <= limit; ++ply) {
    bool found = false;
    const auto step = [&](Side to_move, Worth worth, auto&& task, bool Work::*flag) {
      auto& meaning = raw_[static_cast<std::size_t>(to_move)].meaning;
      if (meaning.size() == 256) return false;
      meaning.push_back({worth, static_cast<std::uint16_t>(ply)});
      executor_.run(parts, task);
      bool any = false;
      for (const Work& work : work_) any = any || work.*flag;
      if (!any) meaning.pop_back();
      found = found || any;
      return true;
    };
    std::swap(lost_now_, lost_before_);
    std::swap(pair_lost_now_, pair_lost_before_);
    std::swap(pair_won_now_, pair_won_before_);
    // Losses look at the wins of the plies before, so they come first; wins look at the losses of the ply
    // before.
    if (!step(
            loser_, Worth::loss, [&](std::size_t i) { lose(i, ply); }, &Work::lost))
      return false;
    if (ply > 0 && !step(
                       winner_, Worth::win, [&](std::size_t i) { win(i, ply); }, &Work::won))
      return false;
    if (found) longest_ = static_cast<std::uint16_t>(ply);
    quiet_plies = found ? 0 : quiet_plies + 1;
    if (quiet_plies > 1 && static_cast<std::size_t>(ply) + 1 >= last_event) break;
  }
  return true;
}

}  // namespace qipu::endgame
