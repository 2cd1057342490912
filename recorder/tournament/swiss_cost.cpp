#include "recorder/tournament/swiss_cost.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <unordered_map>

namespace qipu::tournament {
namespace {

bool contains(const std::vector<int>& sorted, int value) { return std::ranges::binary_search(sorted, value); }

/// Points before each round, for the floats.
std::vector<int> points_before(const PairingPlayer& player) {
  std::vector<int> sums{0};
  for (const auto& round : player.history) sums.push_back(sums.back() + round.points);
  return sums;
}

std::uint16_t lot(std::uint64_t seed, EntrantNo a, EntrantNo b) {
  std::uint64_t z =
      seed ^ (std::uint64_t{std::min(a, b).value} << 32) ^ (std::uint64_t{std::max(a, b).value} << 8);
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<std::uint16_t>((z ^ (z >> 31)) & 0xffff);
}

int gap_shape(GapMode mode, int d) {
  d = std::min(d, 40'000);  // whose square an int holds
  switch (mode) {
    case GapMode::nearest:
      return d * d;
    case GapMode::most_equal:
      return d > 0 ? 1 : 0;
    case GapMode::balanced:
      break;
  }
  return d == 0 ? 0 : d == 1 ? 2 : d == 2 ? 3 : d * d;
}

int repeated(const Seat& seat, int direction) {
  return (seat.float_last == direction ? 2 : 0) + (seat.float_before == direction ? 1 : 0);
}

/// What giving a colour does to a player: 多三, 连三, |surplus| of two or more, the last colour again.
struct ColourEffect {
  int surplus_three, three_running, surplus, alternation;
};
ColourEffect effect(const Seat& seat, int colour) {
  const int surplus = std::abs(seat.surplus + (colour == 0 ? 1 : -1));
  const bool again = seat.last == colour;
  return {surplus >= 3, again && seat.run >= 2, surplus >= 2, again};
}

}  // namespace

SwissCost::SwissCost(const PairingRequest& request) : rule_(request.rule) {
  std::vector<const PairingPlayer*> active;
  std::unordered_map<std::uint16_t, const PairingPlayer*> by_number;
  for (const auto& player : request.players) {
    by_number[player.no.value] = &player;
    if (player.active) active.push_back(&player);
  }
  std::ranges::sort(active, [](const PairingPlayer* a, const PairingPlayer* b) {
    return std::tuple(-a->points, a->order, a->no) < std::tuple(-b->points, b->order, b->no);
  });
  std::unordered_map<std::uint16_t, int> rank;
  for (std::size_t i = 0; i < active.size(); ++i) rank[active[i]->no.value] = static_cast<int>(i);
  std::unordered_map<std::uint16_t, std::vector<int>> before;
  for (const auto& player : request.players) before[player.no.value] = points_before(player);
  std::map<std::string, int> units;

  seats_.resize(active.size());
  for (std::size_t i = 0; i < active.size(); ++i) {
    const PairingPlayer& player = *active[i];
    Seat& seat = seats_[i];
    seat.no = player.no;
    seat.points = player.points;
    if (rule_.keep_units_apart && !player.unit.empty())
      seat.unit = units.emplace(player.unit, static_cast<int>(units.size())).first->second;
    const std::size_t rounds = player.history.size();
    for (std::size_t r = 0; r < rounds; ++r) {
      const PlayedRound& played = player.history[r];
      const bool walkover = played.kind == PlayedRound::Kind::walkover;
      const bool paired = walkover || played.kind == PlayedRound::Kind::game;
      int floated = played.kind == PlayedRound::Kind::bye ? 1 : 0;
      if (played.kind == PlayedRound::Kind::bye) seat.had_bye = true;
      if (walkover && played.points > 0 && request.walkover_win_is_bye) seat.had_bye = true;
      if (paired) {
        const auto sums = before.find(played.opponent.value);
        if (sums != before.end() && r < sums->second.size()) {
          const int own = before[player.no.value][r], theirs = sums->second[r];
          floated = own > theirs ? 1 : own < theirs ? -1 : 0;
        }
        if (const auto at = rank.find(played.opponent.value);
            at != rank.end() && (!walkover || rule_.walkover_is_met))
          seat.barred.push_back(at->second);
      }
      if (r + 1 == rounds) seat.float_last = floated;
      if (r + 2 == rounds) seat.float_before = floated;
      const bool coloured = paired && (!walkover || rule_.walkover_keeps_colour);
      const int colour = coloured ? (played.side == Side::red ? 0 : 1) : -1;
      seat.colours.push_back(static_cast<std::int8_t>(colour));
      if (colour < 0) continue;
      seat.surplus += colour == 0 ? 1 : -1;
      seat.run = seat.last == colour ? seat.run + 1 : 1;
      seat.last = colour;
    }
    std::ranges::sort(seat.barred);
  }
  for (const auto& [a, b] : request.forbidden) {
    const auto first = rank.find(a.value), second = rank.find(b.value);
    if (first == rank.end() || second == rank.end() || a == b) continue;
    seats_[static_cast<std::size_t>(first->second)].forbidden.push_back(second->second);
    seats_[static_cast<std::size_t>(second->second)].forbidden.push_back(first->second);
  }
  for (auto& seat : seats_) std::ranges::sort(seat.forbidden);
  for (std::size_t begin = 0; begin < seats_.size(); ++groups_) {
    std::size_t end = begin;
    while (end < seats_.size() && seats_[end].points == seats_[begin].points) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      seats_[i].group = groups_;
      seats_[i].group_begin = static_cast<int>(begin);
      seats_[i].group_end = static_cast<int>(end);
    }
    begin = end;
  }
  if (!seats_.empty()) lowest_ = seats_.back().points;
}

bool SwissCost::met(int i, int j) const { return contains(seats_[static_cast<std::size_t>(i)].barred, j); }

bool SwissCost::kept_apart(int i, int j) const {
  const Seat& a = seats_[static_cast<std::size_t>(i)];
  if (a.unit >= 0 && a.unit == seats_[static_cast<std::size_t>(j)].unit) return true;
  return !a.forbidden.empty() && contains(a.forbidden, j);
}

void SwissCost::gap_fields(int upper_points, int lower_points, int upper_group, Fields& fields) const {
  const int d = upper_points - lower_points;
  fields[static_cast<int>(CostField::difference)] = d;
  fields[static_cast<int>(CostField::gap_shape)] = gap_shape(rule_.gap, d);
  fields[static_cast<int>(CostField::top_first)] = d * std::min(31, groups_ - 1 - upper_group);
}

int SwissCost::due(int i) const {
  const Seat& seat = seats_[static_cast<std::size_t>(i)];
  if (seat.surplus != 0) return seat.surplus < 0 ? 1 : -1;
  return seat.last < 0 ? 0 : seat.last == 1 ? 1 : -1;
}

PairCost SwissCost::pair(int i, int j) const {
  PairCost out;
  const Seat& a = seats_[static_cast<std::size_t>(i)];
  const Seat& b = seats_[static_cast<std::size_t>(j)];
  if (!relaxed_.rematch && met(i, j)) return out;
  if (!relaxed_.forbidden && kept_apart(i, j)) return out;
  // Two allocations: the upper one red (0) or black (1).
  using Key = std::array<int, 4>;
  const auto key = [&](int upper_colour) {
    const ColourEffect x = effect(a, upper_colour), y = effect(b, 1 - upper_colour);
    return Key{rule_.forbid_surplus_three ? x.surplus_three + y.surplus_three : 0,
               rule_.forbid_three_running ? x.three_running + y.three_running : 0, x.surplus + y.surplus,
               x.alternation + y.alternation};
  };
  const Key red = key(0), black = key(1);
  bool upper_red = true;
  if (red != black) {
    upper_red = red < black;
  } else if (a.surplus != b.surplus) {
    upper_red = a.surplus < b.surplus;
  } else {
    int differing = 0;
    const std::size_t rounds = std::min(a.colours.size(), b.colours.size());
    for (std::size_t r = rounds; r-- > 0 && differing == 0;)
      if (a.colours[r] >= 0 && b.colours[r] >= 0 && a.colours[r] != b.colours[r])
        differing = a.colours[r] == 1 ? 1 : -1;
    upper_red = differing != 0 ? differing > 0 : (i - a.group_begin) % 2 == 0;
  }
  const Key& chosen = upper_red ? red : black;
  if ((chosen[0] > 0 && !relaxed_.surplus_three) || (chosen[1] > 0 && !relaxed_.three_running)) return out;
  out.allowed = true;
  out.upper_red = upper_red;
  auto& f = out.fields;
  f[static_cast<int>(CostField::surplus_three)] = chosen[0];
  f[static_cast<int>(CostField::three_running)] = chosen[1];
  gap_fields(a.points, b.points, a.group, f);
  f[static_cast<int>(CostField::surplus)] = chosen[2];
  f[static_cast<int>(CostField::alternation)] = chosen[3];
  if (a.points > b.points) f[static_cast<int>(CostField::floats)] = repeated(a, 1) + repeated(b, -1);
  const int fold = a.group == b.group ? std::abs((j - i) - (a.group_end - a.group_begin) / 2)
                                      : (a.group_end - 1 - i) + (j - b.group_begin);
  f[static_cast<int>(CostField::fold)] = std::min(fold, 1023);
  f[static_cast<int>(CostField::tie)] = lot(rule_.seed, a.no, b.no);
  return out;
}

PairCost SwissCost::bye(int i) const {
  PairCost out;
  const Seat& seat = seats_[static_cast<std::size_t>(i)];
  if (seat.had_bye && !relaxed_.second_bye) return out;
  out.allowed = true;
  out.fields[static_cast<int>(CostField::bye_score)] = seat.points - lowest_;
  out.fields[static_cast<int>(CostField::floats)] = repeated(seat, 1);
  out.fields[static_cast<int>(CostField::fold)] = std::min(size() - 1 - i, 1023);
  out.fields[static_cast<int>(CostField::tie)] = lot(rule_.seed, seat.no, EntrantNo{0});
  return out;
}

}  // namespace qipu::tournament
