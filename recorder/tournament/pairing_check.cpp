#include "recorder/tournament/pairing_check.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace qipu::tournament {
namespace {

Problem fault(std::string code, std::string zh, std::string en, EntrantNo a, EntrantNo b = {}) {
  Problem p{std::move(code), {std::move(zh), std::move(en)}, {}, "", std::nullopt};
  p.params.emplace_back("a", std::to_string(a.value));
  if (b.value) p.params.emplace_back("b", std::to_string(b.value));
  return p;
}

/// What the checker knows of a player, from the rounds alone.
struct Known {
  const PairingPlayer* player = nullptr;
  int reds = 0, blacks = 0, byes = 0;
  std::vector<Side> colours;  // in order, of what has one
  std::set<std::uint16_t> opponents;
  std::vector<int> before;  // points before each round, and at the end
};

class Checker {
 public:
  explicit Checker(const PairingRequest& request) : request_(request) {
    for (const PairingPlayer& player : request.players) known_[player.no.value] = know(player);
  }

  PairingCheck run(std::span<const PairingPair> pairs, std::optional<EntrantNo> bye,
                   std::span<const RelaxedPair> relaxed) {
    std::map<std::uint16_t, int> seen;
    const auto place = [&](EntrantNo no) {
      if (!known_.contains(no.value)) {
        check_.faults.push_back(fault("pairing.unknown", "名单里没有这个人", "not one of the players", no));
      } else if (!known_[no.value].player->active) {
        check_.faults.push_back(
            fault("pairing.absent", "本轮缺席的人被编排了", "somebody who misses the round is paired", no));
      }
      if (++seen[no.value] == 2)
        check_.faults.push_back(fault("pairing.twice", "一个人排了两次", "somebody is paired twice", no));
    };
    for (const PairingPair& pair : pairs) place(pair.red), place(pair.black);
    if (bye) place(*bye);
    for (const auto& [no, known] : known_)
      if (known.player->active && !seen.contains(no))
        check_.faults.push_back(
            fault("pairing.missing", "有人没有排到", "somebody is not paired", EntrantNo{no}));
    for (const PairingPair& pair : pairs)
      if (known_.contains(pair.red.value) && known_.contains(pair.black.value)) look_at(pair, relaxed);
    if (bye && known_.contains(bye->value) && known_[bye->value].byes > 0 &&
        !says(relaxed, *bye, {}, Relaxation::second_bye))
      check_.faults.push_back(fault("pairing.second_bye", "第二次轮空", "a second bye", *bye));
    if (bye && pairs.size() * 2 + 1 != active())
      check_.faults.push_back(
          fault("pairing.needless_bye", "人数为双，不该轮空", "a bye though the number is even", *bye));
    return std::move(check_);
  }

 private:
  std::size_t active() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(known_, [](const auto& entry) { return entry.second.player->active; }));
  }

  Known know(const PairingPlayer& player) const {
    Known known{.player = &player};
    int points = 0;
    for (const PlayedRound& round : player.history) {
      known.before.push_back(points);
      points += round.points;
      const bool game = round.kind == PlayedRound::Kind::game,
                 walkover = round.kind == PlayedRound::Kind::walkover;
      if (game || (walkover && request_.rule.walkover_is_met)) known.opponents.insert(round.opponent.value);
      if (game || (walkover && request_.rule.walkover_keeps_colour)) {
        known.colours.push_back(round.side);
        ++(round.side == Side::red ? known.reds : known.blacks);
      }
      if (round.kind == PlayedRound::Kind::bye ||
          (walkover && request_.walkover_win_is_bye && round.points > 0))
        ++known.byes;
    }
    known.before.push_back(player.points);
    return known;
  }

  static bool says(std::span<const RelaxedPair> relaxed, EntrantNo red, EntrantNo black, Relaxation what) {
    return std::ranges::any_of(relaxed, [&](const RelaxedPair& r) {
      return r.red == red && r.black == black && r.relaxation == what;
    });
  }

  void look_at(const PairingPair& pair, std::span<const RelaxedPair> relaxed) {
    const Known &red = known_[pair.red.value], &black = known_[pair.black.value];
    const auto report = [&](Relaxation what, bool broken, std::string code, std::string zh, std::string en) {
      if (broken && !says(relaxed, pair.red, pair.black, what))
        check_.faults.push_back(fault(std::move(code), std::move(zh), std::move(en), pair.red, pair.black));
    };
    if (pair.red == pair.black)
      check_.faults.push_back(fault("pairing.self", "自己对自己", "somebody meets himself", pair.red));
    report(Relaxation::rematch, red.opponents.contains(pair.black.value), "pairing.rematch", "这两人以前对过",
           "these two have met before");
    const bool kept_apart = std::ranges::any_of(request_.forbidden,
                                                [&](const auto& f) {
                                                  return (f.first == pair.red && f.second == pair.black) ||
                                                         (f.first == pair.black && f.second == pair.red);
                                                }) ||
                            (request_.rule.keep_units_apart && !red.player->unit.empty() &&
                             red.player->unit == black.player->unit);
    report(Relaxation::forbidden, kept_apart, "pairing.forbidden", "这两人不得相遇",
           "these two are kept apart");
    int running = 0, surplus_three = 0;
    for (const auto& [known, side] : {std::pair{&red, Side::red}, {&black, Side::black}}) {
      const int surplus = known->reds - known->blacks + (side == Side::red ? 1 : -1);
      const std::size_t n = known->colours.size();
      running += n >= 2 && known->colours[n - 1] == side && known->colours[n - 2] == side;
      surplus_three += std::abs(surplus) >= 3;
      check_.surplus += std::abs(surplus) >= 2;
      check_.alternation += n >= 1 && known->colours[n - 1] == side;
    }
    report(Relaxation::three_running, running && request_.rule.forbid_three_running, "pairing.three_running",
           "三连先（后）", "the same colour a third time running");
    report(Relaxation::surplus_three, surplus_three && request_.rule.forbid_surplus_three,
           "pairing.surplus_three", "先后手相差三局", "three more games of one colour");
    check_.three_running += running;
    check_.surplus_three += surplus_three;
    const int difference = red.player->points - black.player->points;
    check_.difference += std::abs(difference);
    check_.cross_score += difference != 0;
    if (difference != 0) {
      check_.repeated_floats += floated(red) == (difference > 0 ? 1 : -1);
      check_.repeated_floats += floated(black) == (difference < 0 ? 1 : -1);
    }
  }

  // The last round: +1 met somebody lower, or had the bye; −1 somebody higher.
  int floated(const Known& known) const {
    if (known.player->history.empty()) return 0;
    const PlayedRound& round = known.player->history.back();
    if (round.kind == PlayedRound::Kind::bye) return 1;
    const auto opponent = known_.find(round.opponent.value);
    if (round.opponent.value == 0 || opponent == known_.end()) return 0;
    const std::size_t r = known.player->history.size() - 1;
    if (opponent->second.before.size() <= r) return 0;
    const int difference = known.before[r] - opponent->second.before[r];
    return difference > 0 ? 1 : difference < 0 ? -1 : 0;
  }

  const PairingRequest& request_;
  std::map<std::uint16_t, Known> known_;
  PairingCheck check_;
};

bool has(std::span<const PairingPair> pairs, const PairingPair& pair) {
  return std::ranges::find(pairs, pair) != pairs.end();
}

}  // namespace

PairingCheck check_pairing(const PairingRequest& request, std::span<const PairingPair> pairs,
                           std::optional<EntrantNo> bye, std::span<const RelaxedPair> relaxed) {
  return Checker(request).run(pairs, bye, relaxed);
}

PairingDifference compare(const PairingRequest& request, const PairingAnswer& engine,
                          std::span<const PairingPair> manual, std::optional<EntrantNo> manual_bye) {
  PairingDifference difference;
  for (const auto& pair : engine.pairs)
    if (!has(manual, pair)) difference.only_engine.push_back(pair);
  for (const auto& pair : manual)
    if (!has(engine.pairs, pair)) difference.only_manual.push_back(pair);
  difference.bye_differs = engine.bye != manual_bye;
  difference.engine = check_pairing(request, engine.pairs, engine.bye, engine.relaxed);
  difference.manual = check_pairing(request, manual, manual_bye);
  return difference;
}

std::expected<PairingAnswer, Problem> swap_players(const PairingAnswer& answer, EntrantNo a, EntrantNo b) {
  PairingAnswer swapped = answer;
  const auto place = [&](EntrantNo no) -> EntrantNo* {
    for (auto& pair : swapped.pairs) {
      if (pair.red == no) return &pair.red;
      if (pair.black == no) return &pair.black;
    }
    return swapped.bye == no ? &*swapped.bye : nullptr;
  };
  EntrantNo *first = place(a), *second = place(b);
  if (!first || !second || a == b)
    return std::unexpected(
        fault("pairing.unknown", "这两人不都在本轮对阵里", "these two are not both in the pairing", a, b));
  std::swap(*first, *second);
  swapped.proved = false;
  return swapped;
}

}  // namespace qipu::tournament
