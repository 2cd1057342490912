// The engine against every pairing there is: few players by trying all, more by the graph of all allowed
// pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "recorder/tournament/pairing_check.hpp"
#include "recorder/tournament/swiss_cost.hpp"
#include "recorder/tournament/swiss_graph.hpp"

namespace qipu::tournament {
namespace {

EntrantNo no(int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; }

CostSums plus(CostSums sums, const Fields& fields) {
  for (std::size_t f = 0; f < fields.size(); ++f) sums[f] += fields[f];
  return sums;
}

/// The least sums over all perfect pairings, the first field first; by sets of players already paired.
std::optional<CostSums> least(const SwissCost& cost) {
  const int n = cost.size(), nodes = n + (cost.odd() ? 1 : 0);
  std::vector<std::optional<CostSums>> best(std::size_t{1} << nodes);
  best[0] = CostSums{};
  for (std::size_t set = 0; set + 1 < best.size(); ++set) {
    if (!best[set]) continue;
    int i = 0;
    while (set >> i & 1) ++i;
    for (int j = i + 1; j < nodes; ++j) {
      if (set >> j & 1) continue;
      const PairCost pair = j == n ? cost.bye(i) : cost.pair(i, j);
      if (!pair.allowed) continue;
      auto& there = best[set | std::size_t{1} << i | std::size_t{1} << j];
      const CostSums sums = plus(*best[set], pair.fields);
      if (!there || sums < *there) there = sums;
    }
  }
  return best.back();
}

struct Expected {
  std::optional<CostSums> sums;
  Relaxed relaxed;
};
Expected expected(const PairingRequest& request) {
  SwissCost cost(request);
  Expected out;
  out.sums = least(cost);
  for (bool Relaxed::*step : {&Relaxed::three_running, &Relaxed::surplus_three, &Relaxed::forbidden,
                              &Relaxed::second_bye, &Relaxed::rematch}) {
    if (out.sums) break;
    if ((step == &Relaxed::second_bye || step == &Relaxed::rematch) && !request.allow_rematch) break;
    out.relaxed.*step = true;
    cost.relax(out.relaxed);
    out.sums = least(cost);
  }
  return out;
}

class SmallEvent {
 public:
  SmallEvent(int players, unsigned seed) : random_(seed) {
    for (int n = 1; n <= players; ++n) {
      PairingPlayer player;
      player.no = no(n);
      player.order = n;
      request.players.push_back(player);
    }
    request.rounds_planned = 11;
    request.rule.gap = std::array{GapMode::balanced, GapMode::nearest, GapMode::most_equal}[seed % 3];
    request.rule.seed = seed;
    request.allow_rematch = seed % 4 == 0;
    if (players > 4 && seed % 5 == 0) request.forbidden.emplace_back(no(1), no(players / 2 + 1));
  }
  void next(int round) {
    request.round = round;
    for (auto& player : request.players) player.active = random_() % 12 != 0;
  }
  void play(const PairingAnswer& answer) {
    std::vector<PlayedRound> rounds(request.players.size());
    const auto at = [&](EntrantNo who) -> PlayedRound& { return rounds[who.value - 1u]; };
    for (const auto& pair : answer.pairs) {
      const int red = static_cast<int>(random_() % 3);
      const auto kind = random_() % 20 == 0 ? PlayedRound::Kind::walkover : PlayedRound::Kind::game;
      at(pair.red) = {kind, pair.black, Side::red, red};
      at(pair.black) = {kind, pair.red, Side::black, 2 - red};
    }
    if (answer.bye) at(*answer.bye) = {PlayedRound::Kind::bye, {}, Side::red, 2};
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      request.players[i].history.push_back(rounds[i]);
      request.players[i].points += rounds[i].points;
    }
  }
  // A history that no engine would have made, as imported rounds have: colours and points by chance.
  void play_by_chance() {
    auto order = request.players;
    std::ranges::shuffle(order, random_);
    PairingAnswer answer;
    for (std::size_t i = 0; i + 1 < order.size(); i += 2)
      answer.pairs.push_back({order[i].no, order[i + 1].no});
    if (order.size() % 2) answer.bye = order.back().no;
    play(answer);
  }

  PairingRequest request;

 private:
  std::mt19937 random_;
};

void compare_with_all(const PairingRequest& request, const std::string& where, int& paired, int& impossible) {
  const auto answer = pair_swiss(request);
  if (std::ranges::count_if(request.players, &PairingPlayer::active) < 2) {
    EXPECT_FALSE(answer) << where;
    return;
  }
  const Expected all = expected(request);
  ASSERT_EQ(answer.has_value(), all.sums.has_value()) << where;
  if (!answer) {
    ++impossible;
    return;
  }
  ++paired;
  EXPECT_EQ(answer->sums, *all.sums) << where;
  EXPECT_TRUE(answer->proved) << where;
  EXPECT_TRUE(check_pairing(request, answer->pairs, answer->bye, answer->relaxed).faults.empty()) << where;
}

TEST(PairingOptimum, OfFewPlayersIsTheLeastOfAllPairingsInEveryField) {
  int paired = 0, impossible = 0;
  for (unsigned seed = 1; seed <= 240; ++seed) {
    SmallEvent event(2 + static_cast<int>(seed % 10), seed);
    for (int round = 1; round <= 11; ++round) {
      event.next(round);
      compare_with_all(event.request, "seed " + std::to_string(seed) + " round " + std::to_string(round),
                       paired, impossible);
      if (::testing::Test::HasFailure()) return;
      const auto answer = pair_swiss(event.request);
      if (!answer && event.request.players.size() > 3) break;
      if (answer) event.play(*answer);
    }
  }
  EXPECT_GT(paired, 800);
  EXPECT_GT(impossible, 20);
}

TEST(PairingOptimum, AfterRoundsThatOtherSoftwarePairedIsTheLeastToo) {
  int paired = 0, impossible = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    SmallEvent event(4 + static_cast<int>(seed % 9), seed);
    const int rounds = 1 + static_cast<int>(seed % 7);
    for (int round = 1; round <= rounds; ++round) event.play_by_chance();
    event.next(rounds + 1);
    compare_with_all(event.request, "seed " + std::to_string(seed), paired, impossible);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(paired, 250);
}

/// The sums of the cheapest matching over the graph of all allowed pairs.
std::optional<CostSums> over_the_full_graph(const PairingRequest& request) {
  const SwissCost cost(request);
  const SwissGraph graph(cost, cost.size());
  const Packing packing(cost, graph.edges(), graph.nodes());
  std::vector<MatchingEdge> edges;
  for (const auto& edge : graph.edges()) edges.push_back({edge.a, edge.b, packing.pack(edge.fields)});
  const Matching matching = minimum_cost_matching(graph.nodes(), edges);
  if (!matching.perfect) return std::nullopt;
  CostSums sums{};
  for (const auto& edge : graph.edges())
    if (matching.mate[static_cast<std::size_t>(edge.a)] == edge.b) sums = plus(sums, edge.fields);
  return sums;
}

TEST(PairingOptimum, OfManyPlayersIsThatOfTheGraphOfAllPairs) {
  for (const int players : {24, 61, 120, 260, 399}) {
    SmallEvent event(players, static_cast<unsigned>(players));
    for (int round = 1; round <= 11; ++round) {
      event.next(round);
      const auto answer = pair_swiss(event.request);
      ASSERT_TRUE(answer) << players << " round " << round;
      EXPECT_TRUE(answer->relaxed.empty()) << players << " round " << round;
      EXPECT_TRUE(answer->proved) << players << " round " << round;
      const auto full = over_the_full_graph(event.request);
      ASSERT_TRUE(full) << players << " round " << round;
      ASSERT_EQ(answer->sums, *full) << players << " round " << round;
      event.play(*answer);
    }
  }
}

TEST(PairingOptimum, PointsTooFarApartAreRefusedNotPairedWrongly) {
  PairingRequest request;
  std::mt19937 random(3);
  for (int n = 1; n <= 1001; ++n) {
    PairingPlayer player;
    player.no = no(n);
    player.order = n;
    player.points = static_cast<int>(random() % 2'000'000);
    request.players.push_back(player);
  }
  const auto answer = pair_swiss(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "points_too_far_apart");
  // Ten times what an event can have is nothing.
  for (auto& player : request.players) player.points %= 300;
  EXPECT_TRUE(pair_swiss(request));
}

}  // namespace
}  // namespace qipu::tournament
