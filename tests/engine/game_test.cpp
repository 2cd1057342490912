// A game: play, take back, history.
#include "engine/game.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "tests/support/plain_rules.hpp"

namespace qipu {
namespace {

void play(Game& game, std::initializer_list<std::string_view> moves) {
  for (auto text : moves) ASSERT_TRUE(game.play(*Move::parse(text))) << text;
}

TEST(Game, AnIllegalMoveIsRefusedAndChangesNothing) {
  Game game;
  const Position before = game.position();
  const auto played = game.play(*Move::parse("b0b3"));
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error(), Illegality::not_its_move);
  EXPECT_EQ(game.position(), before);
  EXPECT_EQ(game.ply(), 0);
}

TEST(Game, CountsPliesPairsAndQuietPlies) {
  Game game;
  play(game, {"h2e2", "h9g7", "e2e6"});  // the cannon takes a soldier
  EXPECT_EQ(game.ply(), 3);
  EXPECT_EQ(game.quiet_plies(), 0);
  EXPECT_TRUE(game.captured_at(3));
  EXPECT_FALSE(game.captured_at(2));
  EXPECT_FALSE(game.checked_at(3));
  EXPECT_EQ(game.move_pair(1), 1);
  EXPECT_EQ(game.move_pair(2), 1);
  EXPECT_EQ(game.move_pair(3), 2);
  EXPECT_EQ(game.side_at(3), Side::red);
  EXPECT_EQ(to_fen(game.setup()), "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2");
}

TEST(Game, AStartWithBlackToMoveKeepsItsCounters) {
  auto game = Game::from(*parse_fen("3k5/9/9/9/9/9/9/9/R8/4K4 b - - 9 40"));
  ASSERT_TRUE(game);
  EXPECT_EQ(game->move_pair(1), 40);
  play(*game, {"d9d8", "a1a8"});
  EXPECT_EQ(game->move_pair(1), 40);
  EXPECT_EQ(game->move_pair(2), 41);
  EXPECT_EQ(game->side_at(1), Side::black);
  EXPECT_EQ(to_fen(game->setup()), "9/R2k5/9/9/9/9/9/9/9/4K4 b - - 11 41");
}

TEST(Game, OccurrencesCountTheSamePlacementWithTheSameSideToMove) {
  Game game;
  EXPECT_EQ(game.occurrences(), 1);
  play(game, {"h0g2", "h9g7", "g2h0", "g7h9"});
  EXPECT_EQ(game.occurrences(), 2);
  play(game, {"b0c2", "b9c7", "c2b0", "c7b9"});
  EXPECT_EQ(game.occurrences(), 3);
  play(game, {"h0g2"});
  EXPECT_EQ(game.occurrences(), 2);
  play(game, {"h9g7", "g2h0", "g7e8"});
  EXPECT_EQ(game.occurrences(), 1);
}

TEST(Game, TwoHorsesThatChangedPlacesMakeTheSamePosition) {
  auto game = Game::from(*parse_fen("3k5/9/9/9/9/2N6/9/2N6/9/4K4 w"));
  ASSERT_TRUE(game);
  const Position start = game->position();
  // c4 goes to c2 by e3, c2 to c4 the long way round.
  play(*game, {"c2b4", "d9d8", "c4e3", "d8d9", "e3c2", "d9d8", "b4a6", "d8d9", "a6c5", "d9d8",
               "c5e4", "d8d9", "e4c3", "d9d8", "c3b5", "d8d9", "b5d6", "d9d8", "d6c4", "d8d9"});
  EXPECT_EQ(game->position(), start);
  EXPECT_EQ(game->position().key(), start.key());
  EXPECT_EQ(game->occurrences(), 2);
}

TEST(Game, UndoGoesBackToTheStart) {
  plain::RandomPositions random(12);
  for (int round = 0; round < 50; ++round) {
    const auto setup = random.next();
    auto game = Game::from(setup);
    ASSERT_TRUE(game);
    std::vector<Position> seen{game->position()};
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = game->position().legal_moves();
      if (moves.empty()) break;
      ASSERT_TRUE(game->play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]));
      seen.push_back(game->position());
    }
    for (int ply = 0; ply <= game->ply(); ++ply) {
      ASSERT_EQ(game->position_after(ply), seen[static_cast<std::size_t>(ply)]);
      ASSERT_EQ(game->key_after(ply), seen[static_cast<std::size_t>(ply)].key());
    }
    while (game->ply() > 0) {
      game->undo();
      ASSERT_EQ(game->position(), seen[static_cast<std::size_t>(game->ply())]);
    }
    ASSERT_EQ(game->setup(), setup);
  }
}

TEST(Game, CheckAfterEachPlyIsThatOfThePosition) {
  plain::RandomPositions random(13);
  for (int round = 0; round < 50; ++round) {
    auto game = Game::from(random.next());
    for (int ply = 1; ply <= 40; ++ply) {
      const MoveList moves = game->position().legal_moves();
      if (moves.empty()) break;
      ASSERT_TRUE(game->play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]));
      ASSERT_EQ(game->checked_at(ply),
                plain::Grid(game->position().setup()).in_check(game->position().to_move()));
    }
  }
}

}  // namespace
}  // namespace qipu
