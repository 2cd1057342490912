// Probing and the proposal of a simple draw. Positions are textbook endgames (例胜、例和).
#include <gtest/gtest.h>

#include "engine/endgame/simple_draw.hpp"
#include "tests/support/endgame_tables.hpp"

namespace qipu::endgame {
namespace {

test::BuiltTables& tables() {
  static test::BuiltTables all;
  return all;
}
Position at(const char* fen) { return Position::from_fen(fen).value(); }

// PROVES: rule:D2
TEST(SimpleDraw, IsProvenWithoutAttackers) {
  const SimpleDraw advice = simple_draw(at("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1"), tables());
  EXPECT_EQ(advice.advice, DrawAdvice::proven);
  EXPECT_FALSE(advice.reason.zh.empty());
}

TEST(SimpleDraw, IsProvenForALoneCannonUnlessItMates) {
  EXPECT_EQ(simple_draw(at("3k5/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1"), tables()).advice, DrawAdvice::proven);
  // Mate at once by the cannon over the guard: no draw at all.
  const Table& table = tables()["KCvKAA"];
  int mates = 0;
  for (std::uint64_t i = 0; i < table.shape().size() && mates < 20; ++i)
    if (table.value(Metric::mate, Side::red, i) == Value{Worth::win, 1}) {
      const auto position = Position::from(*table.shape().setup(table.shape().placement(i), Side::red));
      EXPECT_EQ(simple_draw(*position, tables()).advice, DrawAdvice::no);
      ++mates;
    }
  EXPECT_EQ(mates, 20);
}

TEST(SimpleDraw, IsNoneWhereTheClassIsGenerallyWon) {
  EXPECT_EQ(simple_draw(at("4ka3/4a4/9/9/9/9/9/9/4R4/4K4 w - - 0 1"), tables()).advice, DrawAdvice::no);
  // Black is about to take the rook: a draw, but nothing that is called off.
  EXPECT_EQ(simple_draw(at("3k5/3R5/9/9/9/9/9/9/9/4K4 b - - 0 1"), tables()).advice, DrawAdvice::no);
}

TEST(SimpleDraw, IsSuggestedWhereTheDefenderAlwaysHasAChoice) {
  // A soldier against two advisors at home.
  const SimpleDraw advice = simple_draw(at("3ak4/9/3a5/9/9/9/6P2/9/9/3K5 b - - 0 1"), tables());
  EXPECT_EQ(advice.advice, DrawAdvice::suggested) << advice.reason.en;
  EXPECT_GE(advice.holding_replies, 2);
  EXPECT_LE(advice.holding_replies, advice.replies);
  EXPECT_GT(advice.looked_plies, 0);
}

TEST(SimpleDraw, CountsTheRepliesThatHold) {
  const Table& table = tables()["KNvKAA"];
  int seen = 0;
  for (std::uint64_t i = 11; i < table.shape().size() && seen < 40; i += 397) {
    const auto setup = table.shape().setup(table.shape().placement(i), Side::black);
    const auto position = setup ? Position::from(*setup) : std::unexpected(SetupFaults{});
    if (!position || probe_value(*position, tables())->worth != Worth::draw) continue;
    const SimpleDraw advice = simple_draw(*position, tables());
    int holding = 0, legal = 0;
    for (const Move m : position->legal_moves()) {
      ++legal;
      holding += probe_value(position->after(m), tables())->worth != Worth::win;
    }
    EXPECT_EQ(advice.holding_replies, holding) << to_fen(*setup);
    EXPECT_EQ(advice.replies, legal);
    if (holding == 1 && legal > 1) EXPECT_EQ(advice.advice, DrawAdvice::no);
    ++seen;
  }
  EXPECT_EQ(seen, 40);
}

TEST(DrawWatch, ProposesOnceWhileTheMaterialStands) {
  DrawWatch watch;
  EXPECT_FALSE(watch.look(Position::start(), tables()));
  const Position first = at("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1");
  EXPECT_TRUE(watch.look(first, tables()));
  EXPECT_FALSE(watch.look(first.after(first.legal_moves()[0]), tables()));
  EXPECT_TRUE(watch.look(at("2bak4/4a4/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1"), tables()));
}

// PROVES: reg:G1
TEST(Probe, SaysWhetherTheNaturalLimitStopsAWin) {
  const Table& table = tables()["KNvKAA"];
  int near = 0;
  for (std::uint64_t i = 0; i < table.shape().size(); ++i) {
    const Value capture = table.value(Metric::capture, Side::red, i);
    if (capture.worth != Worth::win || capture.plies < 5) continue;
    const auto position = Position::from(*table.shape().setup(table.shape().placement(i), Side::red));
    EXPECT_TRUE(probe(*position, tables())->forceable_in_40);
    EXPECT_TRUE(probe(*position, tables(), 80 - capture.plies)->forceable_in_40);
    EXPECT_FALSE(probe(*position, tables(), 81 - capture.plies)->forceable_in_40);
    EXPECT_FALSE(probe(*position, tables(), 61 - capture.plies)->forceable_in_30);
    ++near;
  }
  EXPECT_GT(near, 0);
}

TEST(Probe, KnowsNothingOfSoldiersWhereNoneCanCome) {
  const auto setup = parse_fen("3k5/9/9/9/9/9/9/9/P8/4K4 w - - 0 1");
  const auto diagram = Position::from_diagram(*setup);
  ASSERT_TRUE(diagram);
  EXPECT_FALSE(probe(*diagram, tables()));
  EXPECT_EQ(simple_draw(*diagram, tables()).advice, DrawAdvice::no);
}

TEST(Probe, IsTheSameForExchangedColours) {
  const auto red = probe(at("4k4/4a4/9/9/9/9/9/9/4R4/3K5 w - - 0 1"), tables());
  const auto black = probe(at("3k5/4r4/9/9/9/9/9/9/4A4/4K4 b - - 0 1"), tables());
  ASSERT_TRUE(red && black);
  EXPECT_EQ(red->mate, black->mate);
  EXPECT_EQ(red->material.name(), "KRvKA");
  EXPECT_EQ(black->material.name(), "KAvKR");
  EXPECT_EQ(red->winner(Side::red), Side::red);
  EXPECT_EQ(black->winner(Side::black), Side::black);
}

}  // namespace
}  // namespace qipu::endgame
