// Move notations: known answers, and every legal move of many positions written and read again.
#include <gtest/gtest.h>

#include <random>

#include "formats/notation/resolve.hpp"

namespace qipu::notation {
namespace {

Position at(std::string_view fen) {
  const auto p = Position::from_fen(fen);
  EXPECT_TRUE(p) << fen;
  return p ? *p : Position::start();
}
std::string read(const Position& p, std::string_view text) {
  const auto r = resolve(p, text);
  return r ? iccs(r->move) : "fault " + std::to_string(static_cast<int>(r.error().fault));
}

TEST(Notation, FirstMovesInAllSpellings) {
  const Position start = Position::start();
  for (const char* text : {"炮二平五", "砲二平五", "炮2平5", "包２平５", "C2=5", "c2.5", "Ｃ２＝５", "h2e2",
                           "H2-E2", "H2E2", "h3e3", "Che2", "1. 炮二平五", "1.C2=5", "炮二平五!", " 62=5 "})
    EXPECT_EQ(read(start, text), "h2e2") << text;
  EXPECT_EQ(read(start, "馬八進七"), "b0c2");
  EXPECT_EQ(read(start, "象三进五"), "g0e2");
  EXPECT_EQ(read(start, "Chh9"), "h2h9");
  const Position black = at("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1");
  EXPECT_EQ(read(black, "马８进７"), "h9g7");
  EXPECT_EQ(read(black, "马8进7"), "h9g7");
  EXPECT_EQ(read(black, "傌八進七"), "h9g7");
  EXPECT_EQ(read(black, "a10a9"), "a9a8");
}

TEST(Notation, StackedPieces) {
  const Position p = at("4k4/9/4P4/4P4/4P4/2P6/2P6/1C7/1C7/4K4 w - - 0 1");
  EXPECT_EQ(read(p, "前炮平三"), "b2g2");
  EXPECT_EQ(read(p, "炮前平三"), "b2g2");
  EXPECT_EQ(read(p, "C+=3"), "b2g2");
  EXPECT_EQ(read(p, "后炮退一"), "b1b0");
  EXPECT_EQ(read(p, "C--1"), "b1b0");
  EXPECT_EQ(read(p, "-C-1"), "b1b0");
  // Three on the middle file, two on c: counted from the mover's right, front to back.
  EXPECT_EQ(read(p, "一兵平四"), "e7f7");
  EXPECT_EQ(read(p, "三兵平四"), "e5f5");
  EXPECT_EQ(read(p, "四兵进一"), "c4c5");
  EXPECT_EQ(read(p, "前兵进一"), "fault 3");
  EXPECT_EQ(read(p, "Pb=6"), "e6d6");
  EXPECT_EQ(read(p, "中五平六"), "e6d6");
  EXPECT_EQ(read(p, "前七进一"), "c4c5");
  EXPECT_EQ(write_chinese(p, *Move::parse("e6d6")), "二兵平六");
  EXPECT_EQ(write_chinese(p, *Move::parse("c4c5")), "四兵进一");
}

TEST(Notation, FileNumberOfAStackedPieceIsTakenWhenOneReadingIsLegal) {
  const Position p = at("3k5/9/9/9/9/R8/9/9/9/R3K4 w - - 0 1");
  EXPECT_EQ(read(p, "车九平八"), "fault 3");  // both can
  EXPECT_EQ(read(p, "车九退一"), "a4a3");     // the rear one cannot
  EXPECT_EQ(read(p, "车九进五"), "a4a9");     // the rear one is blocked
  EXPECT_EQ(read(p, "车九退九"), "fault 2");
}

TEST(Notation, PlaceWordWithoutAStackIsTakenLooselyWhenOneMoveIsLegal) {
  const Position p = at("3k5/9/9/9/9/2N6/9/9/9/4K1N2 w - - 0 1");
  const auto r = resolve(p, "前马进六");
  ASSERT_TRUE(r);
  EXPECT_EQ(iccs(r->move), "c4d6");
  EXPECT_TRUE(r->loose);
}

TEST(Notation, FaultsSayWhy) {
  const Position p = at("4k4/9/9/9/4r4/9/9/9/4A4/4K4 w - - 0 1");
  const auto r = resolve(p, "仕五进四");
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().fault, MoveFault::illegal);
  EXPECT_EQ(r.error().why, Illegality::in_check);
  EXPECT_EQ(problem(r.error(), "仕五进四").code, "move.in_check");
  EXPECT_EQ(read(p, "车一进一"), "fault 1");
  for (const char* text :
       {"", "炮", "炮二平", "炮二平五五", "xx", "\xe7\x82", "前前前前", "0000", "C2=55555555555555", "i9i"})
    EXPECT_EQ(read(p, text), "fault 0") << text;
}

TEST(Notation, EveryLegalMoveComesBackInEveryNotation) {
  std::mt19937 random(20260704);
  std::uint64_t moves = 0;
  for (int game = 0; game < 60; ++game) {
    Position p = Position::start();
    if (game % 3 == 1) p = at("2bk5/4P4/3PP4/4P4/4P4/9/9/pp2C4/1p2C4/2p1K1p2 w - - 0 1");
    if (game % 3 == 2) p = at("1r2k4/1r2a4/n3b4/n8/2c6/2c6/4N4/4N3R/8R/4K4 b - - 0 1");
    for (int ply = 0; ply < 80; ++ply) {
      const MoveList legal = p.legal_moves();
      if (legal.empty()) break;
      for (Move m : legal) {
        ++moves;
        for (const std::string& text : {write_chinese(p, m), write_chinese(p, m, Script::ascii),
                                        write_wxf(p, m), write_iccs(m), iccs(m)}) {
          const auto r = resolve(p, text);
          ASSERT_TRUE(r) << text << " in " << to_fen(p.setup());
          ASSERT_EQ(iccs(r->move), iccs(m)) << text << " in " << to_fen(p.setup());
          ASSERT_FALSE(r->loose) << text << " in " << to_fen(p.setup());
        }
      }
      p.make(legal[random() % legal.size()]);
    }
  }
  EXPECT_GT(moves, 50000u);
}

}  // namespace
}  // namespace qipu::notation
