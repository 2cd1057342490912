// Correcting a move keeps what follows; gaps between known positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "formats/repair/correction.hpp"

namespace qipu::repair {
namespace {

std::vector<Move> moves_of(const char* text) {
  std::vector<Move> moves;
  for (const Entry& entry : entries_of_text(text, 1000)) moves.push_back(entry.points.value());
  return moves;
}

std::vector<Move> random_game(unsigned seed, int plies) {
  std::mt19937 random(seed);
  Position position = Position::start();
  std::vector<Move> moves;
  while (static_cast<int>(moves.size()) < plies) {
    const MoveList legal = position.legal_moves();
    if (legal.empty()) break;
    moves.push_back(legal[random() % legal.size()]);
    position.make(moves.back());
  }
  return moves;
}

std::vector<Move> played(const Corrected& corrected) {
  std::vector<Move> moves;
  for (const auto& ply : corrected.plies) moves.push_back(ply.move);
  return moves;
}

TEST(Correct, KeepsTheTailByItsPoints) {
  const auto game = moves_of("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
  const auto corrected =
      correct(Position::start(), entries_of_moves(Position::start(), game), {6, 1, {entry_of("马２进１")}});
  ASSERT_TRUE(corrected);
  EXPECT_TRUE(corrected->unfit.empty());
  EXPECT_EQ(iccs(corrected->plies.back().move), "b9a7");
  EXPECT_EQ(corrected->plies.back().fit, Fit::entered);
  const auto early = correct(Position::start(), entries_of_moves(Position::start(), game),
                             {1, 1, {entry_of(*Move::parse("b2e2"))}});
  ASSERT_TRUE(early);
  EXPECT_TRUE(early->unfit.empty());
  EXPECT_EQ(early->plies[2], (Corrected::Ply{*Move::parse("h0g2"), Fit::by_points}));
}

TEST(Correct, ReadsTheWordsWhereThePointsNoLongerFit) {
  // The cannon went three points forward, not two: what was said of it next, 炮二平五, holds on the other
  // rank.
  const auto game = moves_of("h2h4 h9g7 h4e4 f9e8");
  const auto corrected =
      correct(Position::start(), entries_of_moves(Position::start(), game), {1, 1, {entry_of("炮二进三")}});
  ASSERT_TRUE(corrected);
  EXPECT_TRUE(corrected->unfit.empty());
  EXPECT_EQ(corrected->plies[2], (Corrected::Ply{*Move::parse("h5e5"), Fit::by_words}));
  EXPECT_EQ(corrected->plies[3], (Corrected::Ply{*Move::parse("f9e8"), Fit::by_points}));
}

TEST(Correct, MarksWhatNoLongerFitsAndSuggests) {
  const auto game = moves_of("h2e2 h9g7 e2e6 g7e6");
  const auto corrected =
      correct(Position::start(), entries_of_moves(Position::start(), game), {1, 1, {entry_of("马二进三")}});
  ASSERT_TRUE(corrected);
  EXPECT_EQ(corrected->plies.size(), 2u);
  ASSERT_EQ(corrected->unfit.size(), 2u);
  EXPECT_EQ(corrected->unfit[0].text, "炮五进四");
  EXPECT_EQ(corrected->why, Illegality::no_piece);
  EXPECT_FALSE(corrected->entered_unfit);
  EXPECT_FALSE(corrected->nearest.empty());
}

TEST(Correct, NeverLosesAnEntry) {
  std::mt19937 random(3);
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const auto game = random_game(seed, 50);
    const auto entries = entries_of_moves(Position::start(), game);
    Correction correction{1 + static_cast<int>(random() % game.size()), static_cast<int>(random() % 2), {}};
    if (random() % 2) correction.insert = {entry_of(game[random() % game.size()])};
    const auto corrected = correct(Position::start(), entries, correction);
    ASSERT_TRUE(corrected);
    EXPECT_EQ(corrected->plies.size() + corrected->unfit.size(),
              game.size() - static_cast<std::size_t>(correction.erase) + correction.insert.size());
    Position position = Position::start();
    for (const Move move : played(*corrected)) {
      ASSERT_TRUE(position.is_legal(move));
      position.make(move);
    }
  }
}

TEST(Correct, TakingAMoveOutAndPuttingItBackGivesTheGameAgain) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const auto game = random_game(seed, 40);
    const auto entries = entries_of_moves(Position::start(), game);
    const int at = 1 + static_cast<int>(seed % game.size());
    const auto without = correct(Position::start(), entries, {at, 1, {}});
    ASSERT_TRUE(without);
    // The prefix is legal moves; what did not fit stays as it stood.
    auto line = entries_of_moves(Position::start(), played(*without));
    line.insert(line.end(), without->unfit.begin(), without->unfit.end());
    const auto again =
        correct(Position::start(), line, {at, 0, {entry_of(game[static_cast<std::size_t>(at) - 1])}});
    ASSERT_TRUE(again);
    if (without->plies.size() + 1 == static_cast<std::size_t>(at)) {
      EXPECT_TRUE(again->unfit.empty());
      EXPECT_EQ(played(*again), game) << seed;
    }
  }
}

TEST(Correct, RefusesWhatLiesOutsideTheRecord) {
  const auto entries = entries_of_moves(Position::start(), random_game(1, 10));
  EXPECT_FALSE(correct(Position::start(), entries, {0, 0, {}}));
  EXPECT_FALSE(correct(Position::start(), entries, {12, 0, {}}));
  EXPECT_FALSE(correct(Position::start(), entries, {10, 2, {}}));
  EXPECT_FALSE(correct(Position::start(), entries, {2, -1, {}}));
  EXPECT_TRUE(correct(Position::start(), entries, {11, 0, {}}));
}

TEST(BridgeGap, FindsTheShortestWaysAndRespectsTheNumberKnown) {
  const auto game = random_game(7, 12);
  std::vector<Position> positions = {Position::start()};
  for (const Move move : game) positions.push_back(positions.back().after(move));
  const auto two = bridge_gap(positions[4], positions[6]);
  ASSERT_FALSE(two.empty());
  EXPECT_TRUE(std::ranges::find(two, std::vector<Move>(game.begin() + 4, game.begin() + 6)) != two.end());
  EXPECT_TRUE(bridge_gap(positions[4], positions[6], 3).empty());
  EXPECT_TRUE(bridge_gap(positions[0], positions[12]).empty());
}

}  // namespace
}  // namespace qipu::repair
