// The natural move limit: the counts of real games, the worked example of the rules, captures, caps, the
// automatic variant.
#include "engine/rules/natural_limit.hpp"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <fstream>

#include "ruling_cases.hpp"

namespace qipu::rules {
namespace {

Game game_of(const char* fen, std::initializer_list<const char*> moves) {
  Game game(*Position::from_fen(fen));
  for (const char* move : moves) EXPECT_TRUE(game.play(*Move::parse(move))) << move;
  return game;
}

// Rooks that never meet, kings that step: nothing is ever taken.
Game quiet_game(int plies) {
  Game game(*Position::from_fen("3k5/9/8r/9/9/9/9/R8/9/5K3 w - - 0 1"));
  const char* moves[] = {"a2b2", "i7h7", "b2a2", "h7i7"};
  for (int k = 0; k < plies; ++k) EXPECT_TRUE(game.play(*Move::parse(moves[k % 4])));
  return game;
}

TEST(NaturalLimit, CountsTheQuietPliesAndChecksOfRealGames) {
  std::ifstream in(std::string(QIPU_SHARED) + "/cases/natural-limit.jsonl");
  if (!in) GTEST_SKIP() << "no real games beside the project: " << QIPU_SHARED;
  const auto games = support::ruling_cases(std::string(QIPU_SHARED) + "/cases/natural-limit.jsonl");
  std::size_t row = 0;
  for (std::string line; std::getline(in, line); ++row) {
    rapidjson::Document facts;
    facts.Parse(line.c_str());
    const auto& quiet = facts["quiet"];
    SCOPED_TRACE(facts["id"].GetString());
    const auto& record = (*games)[row];
    const auto standing = natural_limit(support::played(record, quiet["end_ply"].GetInt()), Pace::slow);
    EXPECT_EQ(standing.quiet_plies, quiet["plies"].GetInt());
    EXPECT_EQ(standing.red.checks, quiet["red_checks"].GetInt());
    EXPECT_EQ(standing.black.checks, quiet["black_checks"].GetInt());
    EXPECT_EQ(standing.red.moves + standing.black.moves, quiet["plies"].GetInt());
    EXPECT_EQ(standing.red.countable, standing.red.moves - standing.red.checks);
    for (int plies : {60, 80, 100, 120}) {
      const std::string key = "ply_" + std::to_string(plies) + "_quiet_plies";
      EXPECT_EQ(natural_limit(support::played(record, quiet[key.c_str()].GetInt()), Pace::slow).quiet_plies,
                plies);
    }
  }
}

// PROVES: rule:N1 reg:G1 reg:A12
TEST(NaturalLimit, IsFortyRoundsInSlowGamesAndThirtyInFastOnes) {
  EXPECT_EQ(natural_limit(quiet_game(79), Pace::slow).red.may_claim, false);
  EXPECT_EQ(natural_limit(quiet_game(80), Pace::slow).red.may_claim, true);
  EXPECT_EQ(natural_limit(quiet_game(80), Pace::slow).black.may_claim, true);
  for (Pace pace : {Pace::fast, Pace::ultra}) {
    EXPECT_EQ(natural_limit(quiet_game(59), pace).limit_rounds, 30);
    EXPECT_FALSE(natural_limit(quiet_game(59), pace).black.may_claim);
    EXPECT_TRUE(natural_limit(quiet_game(60), pace).black.may_claim);
  }
}

// PROVES: rule:N5. 46 quiet rounds, Red gave check seven times, Black never.
TEST(NaturalLimit, LeavesTheClaimantsOwnChecksOut) {
  Game game(*Position::from_fen("4k4/9/9/9/9/9/9/R8/8r/3K5 w - - 0 1"));
  const auto play = [&](const char* move) {
    ASSERT_TRUE(game.play(*Move::parse(move))) << move << " at " << game.ply();
  };
  for (int checks = 0; checks < 7; ++checks) {
    play("a2a9"), play("e9e8"), play("a9a2"), play("e8e9");
  }
  for (int rounds = 14; rounds < 46; rounds += 2) {
    play("a2b2"), play("i1h1"), play("b2a2"), play("h1i1");
  }
  const auto standing = natural_limit(game, Pace::slow);
  EXPECT_EQ(standing.quiet_plies, 92);
  EXPECT_EQ(standing.red.checks, 7);
  EXPECT_EQ(standing.red.countable, 39);
  EXPECT_FALSE(standing.red.may_claim);
  EXPECT_EQ(standing.black.countable, 46);
  EXPECT_TRUE(standing.black.may_claim);

  // rule:N4: by the rule book's own clause up to ten of them count.
  const auto by_the_book = natural_limit(game, Pace::slow, {.counted_checks = 10});
  EXPECT_EQ(by_the_book.red.countable, 46);
  EXPECT_TRUE(by_the_book.red.may_claim);
  EXPECT_EQ(natural_limit(game, Pace::slow, {.counted_checks = 5}).red.countable, 44);
}

// PROVES: rule:N2
TEST(NaturalLimit, OnlyACaptureResetsIt) {
  const auto pawn_moved =
      natural_limit(game_of("3k5/9/9/p8/9/9/P8/9/9/5K3 w - - 0 1", {"a3a4", "a6a5"}), Pace::slow);
  EXPECT_EQ(pawn_moved.quiet_plies, 2);
  const auto taken =
      natural_limit(game_of("3k5/9/9/p8/9/9/P8/9/9/5K3 w - - 0 1", {"a3a4", "a6a5", "a4a5"}), Pace::slow);
  EXPECT_EQ(taken.quiet_plies, 0);
  EXPECT_EQ(taken.black.moves, 0);
}

TEST(NaturalLimit, CountsWhatAGivenStartBringsAlongButSaysThatItWasNotSeen) {
  const auto game = Game::from(*parse_fen("3k5/9/8r/9/9/9/9/R8/9/5K3 w - - 79 60"));
  ASSERT_TRUE(game);
  const auto standing = natural_limit(*game, Pace::slow);
  EXPECT_EQ(standing.quiet_plies, 79);
  EXPECT_EQ(standing.unseen_plies, 79);
  EXPECT_EQ(standing.red.moves, 39);
  EXPECT_EQ(standing.black.moves, 40);
}

// PROVES: rule:N6
TEST(NaturalLimit, AuditKeepsBothCountersAfterEveryPlyAndNamesTheChecksLeftOut) {
  Game game(*Position::from_fen("4k4/9/9/9/9/9/9/R8/8r/3K5 w - - 0 1"));
  for (const char* move : {"a2a9", "e9e8", "a9a2", "e8e9"}) ASSERT_TRUE(game.play(*Move::parse(move)));
  const auto lines = natural_limit_audit(game, Pace::slow);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(lines[0].check && lines[0].left_out);
  EXPECT_FALSE(lines[1].check || lines[1].left_out);
  EXPECT_EQ(lines[3].red_countable, 1);
  EXPECT_EQ(lines[3].black_countable, 2);
  for (int ply = 1; ply <= 4; ++ply) {
    Game shorter = game;
    while (shorter.ply() > ply) shorter.undo();
    EXPECT_EQ(natural_limit(shorter, Pace::slow).red.countable,
              lines[static_cast<std::size_t>(ply - 1)].red_countable);
  }
}

TEST(NaturalLimit, CheckmateOutranksTheClaim) {
  Game game(*Position::from_fen("3k5/R8/9/9/9/9/9/1R7/9/4K4 w - - 100 60"));
  EXPECT_TRUE(natural_limit(game, Pace::slow).limit_rounds == 40);
  ASSERT_TRUE(game.play(*Move::parse("b2b9")));
  ASSERT_EQ(game.position().terminal(), Terminal::checkmate);
  EXPECT_FALSE(natural_limit(game, Pace::slow).black.may_claim);
}

// PROVES: rule:N7
TEST(NaturalLimit, AutomaticVariantEndsTheGameWithoutAClaim) {
  const LimitOptions automatic{.rounds = 60, .automatic = true};
  EXPECT_FALSE(natural_limit(quiet_game(119), Pace::slow, automatic).automatic_draw);
  EXPECT_TRUE(natural_limit(quiet_game(120), Pace::slow, automatic).automatic_draw);
  EXPECT_FALSE(natural_limit(quiet_game(120), Pace::slow, {.rounds = 60}).automatic_draw);
}

}  // namespace
}  // namespace qipu::rules
