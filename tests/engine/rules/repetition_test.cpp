// Cycles, stages, the outcome matrix and the early draw.
#include "engine/rules/repetition.hpp"

#include <gtest/gtest.h>

#include "engine/rules/rule_set.hpp"
#include "ruling_cases.hpp"

namespace qipu::rules {
namespace {

Game play(const char* fen, std::initializer_list<const char*> cycle, int plies) {
  Game game(*Position::from_fen(fen));
  for (int k = 0; k < plies; ++k) {
    const auto move = *Move::parse(*(cycle.begin() + k % static_cast<int>(cycle.size())));
    EXPECT_TRUE(game.play(move)) << iccs(move);
  }
  return game;
}

// A rook checks for ever; the general has two points.
Game checks(int plies) {
  return play("4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1", {"a8a9", "e9e8", "a9a8", "e8e9"}, plies);
}
// Both sides only move their generals.
Game idles(int plies) {
  return play("3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1", {"f0f1", "d9d8", "f1f0", "d8d9"}, plies);
}

TEST(Cycle, EndsWithTheLastMoveAndCountsItsRounds) {
  EXPECT_FALSE(find_cycle(idles(3)));
  EXPECT_EQ(find_cycle(idles(4)), (Cycle{.first_ply = 1, .plies = 4, .times = 1}));
  EXPECT_EQ(find_cycle(idles(12)), (Cycle{.first_ply = 1, .plies = 4, .times = 3}));
  EXPECT_EQ(find_cycle(idles(14)), (Cycle{.first_ply = 3, .plies = 4, .times = 3}));
}

TEST(Cycle, ACaptureEndsTheSearch) {
  Game game(*Position::from_fen("3k5/9/9/9/9/9/p8/9/9/R4K3 w - - 0 1"));
  for (const char* move : {"f0f1", "d9d8", "f1f0", "d8d9"}) ASSERT_TRUE(game.play(*Move::parse(move)));
  EXPECT_TRUE(find_cycle(game));
  ASSERT_TRUE(game.play(*Move::parse("a0a3")));
  EXPECT_FALSE(find_cycle(game));
  EXPECT_FALSE(find_cycle(Game()));
}

TEST(Cycle, TakesTheWholeRoundWhenASmallerLoopIsOnlyPartOfIt) {
  Game game(*Position::from_fen("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"));
  const char* round[] = {"a0a1", "d9d8", "a1a0", "d8d9", "f0f1", "d9d8", "f1f0", "d8d9"};
  for (int k = 0; k < 24; ++k) ASSERT_TRUE(game.play(*Move::parse(round[k % 8])));
  EXPECT_EQ(find_cycle(game), (Cycle{.first_ply = 1, .plies = 8, .times = 3}));
}

// PROVES: rule:R4. The two red horses change places; the pieces stand as before.
TEST(Cycle, IdenticalPiecesMayChangePlaces) {
  Game game(*Position::from_fen("3k5/9/9/9/9/9/9/1N3N3/9/4K4 w - - 0 1"));
  const char* moves[] = {"b2d3", "d9d8", "f2d1", "d8d9", "d3f2", "d9d8", "d1b2", "d8d9"};
  for (const char* move : moves) ASSERT_TRUE(game.play(*Move::parse(move))) << move;
  const auto cycle = find_cycle(game);
  ASSERT_TRUE(cycle);
  EXPECT_EQ(cycle->plies, 8);
}

// PROVES: rule:R1 rule:R2 rule:R3
TEST(Stages, WarnAtTheThirdOccurrenceAndArePendingAfterThreeCycles) {
  EXPECT_EQ(judge(idles(4)).stage, Stage::none);
  EXPECT_EQ(judge(idles(8)).stage, Stage::warning);
  EXPECT_EQ(judge(idles(12)).stage, Stage::pending);
  EXPECT_EQ(judge(idles(16)).stage, Stage::pending);
  EXPECT_EQ(judge(idles(12)).if_unchanged, IfUnchanged::draw);
}

// PROVES: rule:P1 rule:R2
TEST(Stages, ALonePerpetualCheckLosesAfterThreeCycles) {
  const auto early = judge(checks(4)), due = judge(checks(12));
  EXPECT_EQ(early.must_change, MustChange::red);
  EXPECT_EQ(early.red.conduct_class, ConductClass::perpetual_check);
  EXPECT_EQ(early.certainty, Certainty::certain);
  EXPECT_EQ(due.cycle->times, 3);
  EXPECT_EQ(due.stage, Stage::loss_due);
  EXPECT_EQ(due.if_unchanged, IfUnchanged::red_loses);
}

TEST(Stages, AreConfigurable) {
  JudgeOptions options;
  options.stages = {.warning_occurrences = 2, .pending_times = 2, .loss_times = 2};
  EXPECT_EQ(judge(idles(4), options).stage, Stage::warning);
  EXPECT_EQ(judge(idles(8), options).stage, Stage::pending);
  EXPECT_EQ(judge(checks(8), options).stage, Stage::loss_due);
}

// PROVES: rule:P2 rule:P3 rule:P4 rule:P5 rule:P6
TEST(OutcomeMatrix, IsTheOneOfTheRules) {
  using enum ConductClass;
  const ConductClass classes[] = {allowed, perpetual_check, heavy, light};
  const char expected[4][5] = {"=BBB", "A=AA", "AB=A", "ABB="};
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) {
      const Ruling ruling = rule_on(classes[a], classes[b]);
      const char who = ruling.must_change == MustChange::red     ? 'A'
                       : ruling.must_change == MustChange::black ? 'B'
                                                                 : '=';
      EXPECT_EQ(who, expected[a][b]) << a << " against " << b;
      EXPECT_EQ(ruling.if_unchanged == IfUnchanged::draw, who == '=');
    }
}

// PROVES: reg:G4 reg:A20 rule:R6
TEST(EarlyDraw, IsAnObjectOfItsOwnAndChangesNothingElse) {
  JudgeOptions options;
  const auto plain = judge(idles(12), options);
  EXPECT_FALSE(plain.regulation);
  options.regulation = true;
  const auto with = judge(idles(12), options);
  ASSERT_TRUE(with.regulation);
  EXPECT_TRUE(with.regulation->early_draw);
  EXPECT_EQ(with.regulation->must_change, MustChange::red);
  EXPECT_EQ(with.regulation->if_unchanged, IfUnchanged::arbiter);
  EXPECT_EQ(with.must_change, plain.must_change);
  EXPECT_EQ(with.if_unchanged, IfUnchanged::draw);
  EXPECT_EQ(with.stage, plain.stage);

  EXPECT_TRUE(judge(idles(40), options).regulation->early_draw);
  EXPECT_FALSE(judge(idles(44), options).regulation->early_draw);
  EXPECT_EQ(judge(idles(44), options).regulation->must_change, MustChange::none);
  EXPECT_FALSE(judge(checks(8), options).regulation->early_draw);
}

// PROVES: rule:R5
TEST(Series, NineAttacksOverThreePointsAreRuledThoughTheLastPositionIsNew) {
  Game game(*Position::from_fen("R8/4k4/9/9/9/9/9/9/8R/3K5 w - - 0 1"));
  for (int k = 0; k < 4; ++k)
    for (const char* move : {"a9a8", "e8e9", "a8a9", "e9e8"}) ASSERT_TRUE(game.play(*Move::parse(move)));
  Game two_points = game;
  ASSERT_TRUE(game.play(*Move::parse("i1i8")));
  const auto verdict = judge(game);
  EXPECT_FALSE(verdict.cycle);
  EXPECT_TRUE(verdict.series);
  EXPECT_EQ(verdict.must_change, MustChange::red);
  EXPECT_EQ(verdict.if_unchanged, IfUnchanged::red_loses);
  EXPECT_EQ(verdict.certainty, Certainty::arbiter);
  EXPECT_EQ(verdict.red.plies.size(), 9u);
  EXPECT_EQ(verdict.clauses, std::vector<std::string>{"rule:R5"});
  EXPECT_TRUE(glance(game).worth_judging);

  // The side varies: nothing is left to rule.
  ASSERT_TRUE(two_points.play(*Move::parse("i1i2")));
  EXPECT_FALSE(judge(two_points).series);
  EXPECT_EQ(judge(two_points).if_unchanged, IfUnchanged::keep_playing);
}

TEST(Series, EightAttacksOrTwoPointsAreNone) {
  Game eight(*Position::from_fen("4k4/R8/9/9/9/9/9/9/8R/3K5 w - - 0 1"));
  ASSERT_TRUE(eight.play(*Move::parse("a8a9")));
  ASSERT_TRUE(eight.play(*Move::parse("e9e8")));
  for (int k = 0; k < 3; ++k)
    for (const char* move : {"a9a8", "e8e9", "a8a9", "e9e8"}) ASSERT_TRUE(eight.play(*Move::parse(move)));
  ASSERT_TRUE(eight.play(*Move::parse("i1i8")));
  EXPECT_FALSE(judge(eight).cycle);
  EXPECT_FALSE(judge(eight).series);
}

TEST(Glance, SaysWithoutSearchWhatTheVerdictCounts) {
  for (int plies = 0; plies < 20; ++plies) {
    const Game game = checks(plies);
    const Glance glance = rules::glance(game);
    const Verdict verdict = judge(game);
    EXPECT_EQ(glance.cycle, verdict.cycle);
    EXPECT_EQ(glance.occurrences, verdict.occurrences);
    EXPECT_EQ(glance.natural_limit, verdict.natural_limit);
    EXPECT_EQ(glance.worth_judging, verdict.cycle.has_value() || plies >= 17);
  }
}

}  // namespace
}  // namespace qipu::rules
