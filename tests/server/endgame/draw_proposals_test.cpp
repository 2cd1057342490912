// Simple draws are noticed while games go on, and proposed once.
#include "server/endgame/draw_proposals.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>

#include "server/endgame/table_store.hpp"

namespace qipu::endgame {
namespace {

class Proposals : public ::testing::Test {
 protected:
  TableStore store{{{}, 300'000, 1}};
  std::mutex mutex;
  std::vector<DrawProposals::Proposal> made;
  DrawProposals proposals{store, [this](const DrawProposals::Proposal& p) {
                            const std::lock_guard lock(mutex);
                            made.push_back(p);
                          }};
  static Position at(const char* fen) { return Position::from_fen(fen).value(); }
};

constexpr const char* kGuardsOnly = "2bak4/4a4/4b4/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1";

TEST_F(Proposals, ComeOncePerGameAndMaterial) {
  const Position guards = at(kGuardsOnly);
  proposals.played("a", 0, Position::start());
  for (int ply = 90; ply < 95; ++ply) proposals.played("a", ply, guards), proposals.played("b", ply, guards);
  proposals.settle();
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].game, "a");
  EXPECT_EQ(made[0].ply, 90);
  EXPECT_EQ(made[0].draw.advice, DrawAdvice::proven);
  EXPECT_FALSE(made[0].draw.reason.zh.empty());
}

TEST_F(Proposals, AreNotMadeForWonPositions) {
  proposals.played("a", 80, at("4ka3/4a4/9/9/9/9/9/9/4R4/3K5 w - - 0 1"));
  proposals.settle();
  EXPECT_TRUE(made.empty());
}

TEST_F(Proposals, StartAnewWhenAGameIsForgotten) {
  const Position guards = at(kGuardsOnly);
  proposals.played("a", 90, guards);
  proposals.settle();
  proposals.forget("a");
  proposals.played("a", 90, guards);
  proposals.settle();
  EXPECT_EQ(made.size(), 2u);
}

TEST_F(Proposals, AreFoundInASubmittedRecord) {
  // Red's rook is taken; what is left cannot be won.
  Game record(at("4k4/3R5/9/9/9/9/9/9/4A4/3AK4 w - - 0 1"));
  for (const char* move : {"d8d9", "e9d9", "e1f2", "d9d8"})
    ASSERT_TRUE(record.play(Move::parse(move).value())) << move;
  proposals.submitted("a", record);
  proposals.settle();
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made[0].ply, 2);
  EXPECT_EQ(made[0].draw.advice, DrawAdvice::proven);
}

TEST_F(Proposals, SurviveAFloodAndAnEarlyEnd) {
  const Position guards = at(kGuardsOnly);
  for (int i = 0; i < 20'000; ++i) proposals.played(std::to_string(i % 5000), i, guards);
  proposals.settle();
  EXPECT_LE(made.size(), 5000u);
  EXPECT_GE(made.size(), 1u);
  for (int i = 0; i < 1000; ++i) proposals.played("late" + std::to_string(i), i, guards);
}

}  // namespace
}  // namespace qipu::endgame
