// Random events: every invariant of a Swiss pairing, whatever happens between the rounds. 5,000 events with
// QIPU_LONG, some hundred without.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <random>

#include "recorder/tournament/pairing_check.hpp"

namespace qipu::tournament {
namespace {

int events(int few) { return std::getenv("QIPU_LONG") && *std::getenv("QIPU_LONG") ? 5000 : few; }

struct Entry {
  PairingPlayer player;
  bool withdrawn = false;
};

class RandomEvent {
 public:
  explicit RandomEvent(unsigned seed) : random_(seed) {
    const int size = pick(10) == 0 ? 100 + pick(301) : 4 + pick(64);
    rounds_ = std::max(1, std::min(3 + pick(9), size / 2 - 1));
    for (int i = 0; i < size; ++i) enter();
    if (pick(3) == 0)
      for (int k = 0; k < 3; ++k) {
        const int a = 1 + pick(size), b = 1 + pick(size);
        if (a != b)
          forbidden_.emplace_back(EntrantNo{static_cast<std::uint16_t>(a)},
                                  EntrantNo{static_cast<std::uint16_t>(b)});
      }
  }

  int rounds() const { return rounds_; }
  std::size_t active() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(entries_, [](const Entry& e) { return e.player.active; }));
  }

  PairingRequest request(int round) {
    for (Entry& entry : entries_) {
      if (!entry.withdrawn && pick(80) == 0 && active() > 8) entry.withdrawn = true;
      entry.player.active = !entry.withdrawn && pick(40) != 0;
    }
    if (round <= 2 && pick(4) == 0) enter();
    PairingRequest request;
    request.round = round;
    request.rounds_planned = rounds_;
    request.forbidden = forbidden_;
    for (const Entry& entry : entries_) request.players.push_back(entry.player);
    return request;
  }

  void play(const PairingAnswer& answer) {
    std::map<std::uint16_t, PlayedRound> played;
    for (const auto& pair : answer.pairs) {
      const int luck = pick(100);
      int red = luck < 40 ? 2 : luck < 60 ? 1 : 0, black = 2 - red;
      auto kind = PlayedRound::Kind::game;
      if (luck >= 96) kind = PlayedRound::Kind::walkover;
      if (luck == 95) red = black = 0;  // both lose
      played[pair.red.value] = {kind, pair.black, Side::red, red};
      played[pair.black.value] = {kind, pair.red, Side::black, black};
    }
    if (answer.bye) played[answer.bye->value] = {PlayedRound::Kind::bye, {}, Side::red, 2};
    for (Entry& entry : entries_) {
      const auto found = played.find(entry.player.no.value);
      entry.player.history.push_back(found == played.end() ? PlayedRound{} : found->second);
      entry.player.points += entry.player.history.back().points;
    }
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  void enter() {
    Entry entry;
    entry.player.no = EntrantNo{static_cast<std::uint16_t>(entries_.size() + 1)};
    entry.player.order = static_cast<int>(entries_.size()) + 1;
    if (!entries_.empty()) entry.player.history.resize(entries_.front().player.history.size());
    entries_.push_back(std::move(entry));
  }

  std::mt19937 random_;
  int rounds_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::pair<EntrantNo, EntrantNo>> forbidden_;
};

TEST(PairingOfRandomEvents, NobodyMeetsTwiceOrHasTwoByesAndLimitsHoldUnlessReported) {
  int rounds = 0, relaxed = 0, dead = 0;
  for (int seed = 1; seed <= events(250); ++seed) {
    RandomEvent event(static_cast<unsigned>(seed));
    for (int round = 1; round <= event.rounds(); ++round) {
      const PairingRequest request = event.request(round);
      const auto answer = pair_swiss(request);
      if (!answer) {
        // Only few players can have met everybody.
        ASSERT_LE(event.active(), 2u * static_cast<unsigned>(round) + 2)
            << "seed " << seed << " round " << round << ": " << answer.error().message.en;
        ++dead;
        break;
      }
      const auto check = check_pairing(request, answer->pairs, answer->bye, answer->relaxed);
      ASSERT_TRUE(check.faults.empty())
          << "seed " << seed << " round " << round << ": " << check.faults.front().message.en;
      ASSERT_TRUE(answer->proved) << "seed " << seed << " round " << round;
      ASSERT_GE(check.difference, answer->parity_bound) << "seed " << seed << " round " << round;
      ASSERT_EQ(answer->reasons.size(), event.active()) << "seed " << seed << " round " << round;
      relaxed += !answer->relaxed.empty();
      ++rounds;
      event.play(*answer);
    }
  }
  std::cout << rounds << " rounds, " << relaxed << " with a relaxation, " << dead
            << " events of few players without a pairing\n";
  EXPECT_GT(rounds, 500);
}

TEST(PairingOfRandomEvents, TheSameRequestGivesTheSameAnswerInWhateverOrderThePlayersStand) {
  for (int seed = 1; seed <= 30; ++seed) {
    RandomEvent event(static_cast<unsigned>(seed));
    std::mt19937 random(static_cast<unsigned>(seed));
    for (int round = 1; round <= event.rounds(); ++round) {
      PairingRequest request = event.request(round);
      const auto answer = pair_swiss(request);
      if (!answer) break;
      std::ranges::shuffle(request.players, random);
      const auto again = pair_swiss(request);
      ASSERT_TRUE(again);
      ASSERT_EQ(again->pairs, answer->pairs) << "seed " << seed << " round " << round;
      ASSERT_EQ(again->bye, answer->bye);
      event.play(*answer);
    }
  }
}

// The least sum of differences over every perfect pairing that the rules leave, by trying them all.
int least_difference(const PairingRequest& request) {
  std::vector<const PairingPlayer*> left;
  for (const auto& player : request.players)
    if (player.active) left.push_back(&player);
  int best = -1;
  const std::function<void(std::vector<const PairingPlayer*>, int)> search =
      [&](std::vector<const PairingPlayer*> rest, int sum) {
        if (best >= 0 && sum >= best) return;
        if (rest.empty()) {
          best = sum;
          return;
        }
        const PairingPlayer* first = rest.back();
        rest.pop_back();
        for (std::size_t i = 0; i < rest.size(); ++i) {
          const PairingPlayer* other = rest[i];
          bool allowed = false;
          for (const auto& [red, black] : {std::pair{first, other}, {other, first}}) {
            PairingRequest two = request;
            two.players = {*red, *black};
            const PairingPair pair{red->no, black->no};
            allowed |= check_pairing(two, {&pair, 1}, {}).faults.empty();
          }
          if (!allowed) continue;
          auto next = rest;
          next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
          search(std::move(next), sum + std::abs(first->points - other->points));
        }
      };
  search(left, 0);
  return best;
}

TEST(PairingOfRandomEvents, FewPlayersArePairedWithTheLeastDifferenceThereIs) {
  int compared = 0;
  std::mt19937 random(7);
  for (int seed = 1; seed <= 60; ++seed) {
    PairingRequest request;
    request.rounds_planned = 5;
    for (int i = 1; i <= 8; ++i) {
      PairingPlayer player;
      player.no = EntrantNo{static_cast<std::uint16_t>(i)};
      player.order = i;
      request.players.push_back(player);
    }
    for (int round = 1; round <= 4; ++round) {
      request.round = round;
      const auto answer = pair_swiss(request);
      const int least = least_difference(request);
      ASSERT_EQ(answer.has_value() && answer->relaxed.empty(), least >= 0)
          << "seed " << seed << " round " << round;
      if (least < 0) break;
      EXPECT_EQ(answer->sums[static_cast<std::size_t>(CostField::difference)], least)
          << "seed " << seed << " round " << round;
      ++compared;
      for (const auto& pair : answer->pairs) {
        const int red = static_cast<int>(random() % 3);
        for (auto& player : request.players) {
          if (player.no == pair.red)
            player.history.push_back({PlayedRound::Kind::game, pair.black, Side::red, red}),
                player.points += red;
          if (player.no == pair.black)
            player.history.push_back({PlayedRound::Kind::game, pair.red, Side::black, 2 - red}),
                player.points += 2 - red;
        }
      }
    }
  }
  EXPECT_GT(compared, 150);
}

TEST(PairingByHand, ASwapShowsWhatItBreaksAndWhatDiffersFromTheEngine) {
  PairingRequest request;
  request.rounds_planned = 5;
  for (int i = 1; i <= 6; ++i) {
    PairingPlayer player;
    player.no = EntrantNo{static_cast<std::uint16_t>(i)};
    player.order = i;
    request.players.push_back(player);
  }
  const auto first = pair_swiss(request);
  ASSERT_TRUE(first);
  for (const auto& pair : first->pairs)
    for (auto& player : request.players) {
      if (player.no == pair.red)
        player.history.push_back({PlayedRound::Kind::game, pair.black, Side::red, 1}), player.points += 1;
      if (player.no == pair.black)
        player.history.push_back({PlayedRound::Kind::game, pair.red, Side::black, 1}), player.points += 1;
    }
  request.round = 2;
  const auto second = pair_swiss(request);
  ASSERT_TRUE(second);
  EXPECT_TRUE(compare(request, *second, second->pairs, second->bye).only_manual.empty());
  // Bring two who have met together: the partner of board 1's red changes places with whom he met in round 1.
  const EntrantNo red = second->pairs[0].red, black = second->pairs[0].black;
  EntrantNo met{};
  for (const auto& pair : first->pairs) {
    if (pair.red == red) met = pair.black;
    if (pair.black == red) met = pair.red;
  }
  ASSERT_NE(met, black);
  const auto swapped = swap_players(*second, black, met);
  ASSERT_TRUE(swapped);
  EXPECT_FALSE(swapped->proved);
  const auto difference = compare(request, *second, swapped->pairs, swapped->bye);
  EXPECT_EQ(difference.only_manual.size(), 2u);
  EXPECT_EQ(difference.only_engine.size(), 2u);
  EXPECT_TRUE(std::ranges::any_of(difference.manual.faults,
                                  [](const Problem& p) { return p.code == "pairing.rematch"; }));
  EXPECT_TRUE(difference.engine.faults.empty());
  EXPECT_FALSE(swap_players(*second, EntrantNo{1}, EntrantNo{99}));
}

TEST(PairingCheck, FindsEveryKindOfFault) {
  PairingRequest request;
  for (int i = 1; i <= 5; ++i) {
    PairingPlayer player;
    player.no = EntrantNo{static_cast<std::uint16_t>(i)};
    player.order = i;
    player.active = i != 5;
    request.players.push_back(player);
  }
  const auto codes = [&](std::vector<PairingPair> pairs, std::optional<EntrantNo> bye = {}) {
    std::vector<std::string> list;
    for (const auto& fault : check_pairing(request, pairs, bye).faults) list.push_back(fault.code);
    return list;
  };
  const auto no = [](int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; };
  using Codes = std::vector<std::string>;
  EXPECT_EQ(codes({{no(1), no(2)}, {no(3), no(4)}}), Codes{});
  EXPECT_EQ(codes({{no(1), no(2)}}), (Codes{"pairing.missing", "pairing.missing"}));
  EXPECT_EQ(codes({{no(1), no(2)}, {no(3), no(4)}, {no(1), no(9)}}),
            (Codes{"pairing.twice", "pairing.unknown"}));
  EXPECT_EQ(codes({{no(1), no(2)}, {no(3), no(5)}}), (Codes{"pairing.absent", "pairing.missing"}));
  request.forbidden.emplace_back(no(2), no(1));
  EXPECT_EQ(codes({{no(1), no(2)}, {no(3), no(4)}}), Codes{"pairing.forbidden"});
  request.forbidden.clear();
  for (const Side side : {Side::black, Side::red, Side::red})
    request.players[0].history.push_back({PlayedRound::Kind::game, no(7), side, 1});
  EXPECT_EQ(codes({{no(1), no(2)}, {no(3), no(4)}}), Codes{"pairing.three_running"});
  EXPECT_EQ(codes({{no(2), no(1)}, {no(3), no(4)}}), Codes{});
  request.players[0].history = {{PlayedRound::Kind::bye, {}, Side::red, 2}};
  request.players[3].active = false;
  EXPECT_EQ(codes({{no(2), no(3)}}, no(1)), Codes{"pairing.second_bye"});
}

}  // namespace
}  // namespace qipu::tournament
