// Every clause of legality by a position made for it. Published node counts up to a million nodes miss some
// of them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include "engine/position.hpp"
#include "tests/support/plain_rules.hpp"

namespace qipu {
namespace {

Position position(std::string_view fen) {
  const auto p = Position::from_fen(fen);
  if (!p) {
    ADD_FAILURE() << fen << ": " << p.error().message.en;
    std::abort();
  }
  std::set<std::string> fast, plain;
  for (Move m : p->legal_moves()) fast.insert(iccs(m));
  for (Move m : plain::Grid(p->setup()).legal()) plain.insert(iccs(m));
  EXPECT_EQ(fast, plain) << fen;
  return *p;
}

/// Targets of the piece on `from`, in order, as "e2 e3".
std::string targets(const Position& p, std::string_view from) {
  std::set<std::string> set;
  for (Move m : p.legal_moves())
    if (m.from == *Square::parse(from)) set.insert(iccs(m).substr(2));
  std::string text;
  for (const auto& t : set) text += (text.empty() ? "" : " ") + t;
  return text;
}

std::string names(SquareSet squares) {
  std::string text;
  for (Square s : squares) text += (text.empty() ? "" : " ") + std::string(s.name().data(), 2);
  return text;
}

bool legal(const Position& p, std::string_view move) { return p.is_legal(*Move::parse(move)); }
std::string why(const Position& p, std::string_view move) {
  const auto reason = p.why_illegal(*Move::parse(move));
  return reason ? std::string(code(*reason)) : "legal";
}

TEST(Legality, APieceBeforeARookStaysOnTheLineOrTakesIt) {
  EXPECT_EQ(targets(position("3kr4/9/9/9/9/9/9/4R4/9/4K4 w"), "e2"), "e1 e3 e4 e5 e6 e7 e8 e9");
  EXPECT_EQ(targets(position("3kr4/9/9/9/9/9/9/4N4/9/4K4 w"), "e2"), "");
  EXPECT_EQ(targets(position("5k3/9/9/9/9/9/9/9/9/r2RK4 w"), "d0"), "a0 b0 c0");
}

TEST(Legality, TwoPiecesBeforeARookAreFree) {
  const Position p = position("3kr4/9/9/9/9/4N4/9/4N4/9/4K4 w");
  EXPECT_EQ(targets(p, "e2"), "c1 c3 d0 d4 f0 f4 g1 g3");
  EXPECT_EQ(names(p.pinned(Side::red)), "");
}

TEST(Legality, NobodyStepsIntoTheLineOfAnEmptyCannon) {
  const Position p = position("3k5/4c4/9/9/9/R8/9/9/9/4K4 w");
  EXPECT_EQ(why(p, "a4e4"), "in_check");
  EXPECT_TRUE(legal(p, "a4d4"));
  EXPECT_TRUE(legal(p, "a4f4"));
  EXPECT_TRUE(legal(p, "e0e1"));
  EXPECT_EQ(names(p.pinned(Side::red)), "a4");
  EXPECT_FALSE(p.in_check());
}

TEST(Legality, APieceLeavesTheLineBehindAnEmptyCannonFreely) {
  EXPECT_EQ(targets(position("3k5/9/9/4R4/9/4c4/9/9/9/4K4 w"), "e6").size(),
            std::string("a6 ").size() * 13 - 1);
}

TEST(Legality, TheScreenOfACannonAnswersByLeavingTheLineOrTakingTheCannon) {
  const Position p = position("3k5/4c4/9/9/9/4R4/9/9/9/4K4 w");
  EXPECT_TRUE(p.in_check());
  EXPECT_EQ(targets(p, "e4"), "a4 b4 c4 d4 e8 f4 g4 h4 i4");
}

TEST(Legality, TheScreenOfACannonAnswersByJumpingPastIt) {
  const Position p = position("3k5/9/4n4/9/4c4/4C4/9/9/9/4K4 w");
  EXPECT_TRUE(p.in_check());
  EXPECT_EQ(targets(p, "e4"), "a4 b4 c4 d4 e7 f4 g4 h4 i4");
}

TEST(Legality, OthersAnswerACannonByASecondScreenOrByTakingIt) {
  const Position p = position("3k5/4c4/9/R8/9/4N4/9/9/9/4K4 w");
  EXPECT_EQ(targets(p, "a6"), "e6");
  EXPECT_EQ(targets(position("3k5/R3c4/9/9/9/4N4/9/9/9/4K4 w"), "a8"), "e8");
}

TEST(Legality, WhoTakesTheScreenOfACannonBecomesTheScreen) {
  const Position p = position("3k5/4c4/9/9/9/R3n4/9/9/9/4K4 w");
  EXPECT_TRUE(p.in_check());
  EXPECT_EQ(why(p, "a4e4"), "in_check");
  EXPECT_EQ(targets(p, "a4"), "");
}

TEST(Legality, NeitherOfTwoOwnScreensLeaves) {
  const Position p = position("3k5/4c4/9/9/4R4/9/4R4/9/9/4K4 w");
  EXPECT_FALSE(p.in_check());
  EXPECT_EQ(targets(p, "e3"), "e1 e2 e4");
  EXPECT_EQ(targets(p, "e5"), "e4 e6 e7 e8");
  EXPECT_EQ(names(p.pinned(Side::red)), "e3 e5");
}

TEST(Legality, OneOfTwoScreensDoesNotTakeTheOther) {
  const Position p = position("3k5/4c4/9/9/4p4/9/4R4/9/9/4K4 w");
  EXPECT_EQ(why(p, "e3e5"), "in_check");
  EXPECT_EQ(targets(p, "e3"), "e1 e2 e4");
}

TEST(Legality, OneOfTwoScreensMayTakeTheCannon) {
  EXPECT_TRUE(legal(position("3k5/4c4/9/9/4R4/9/4p4/9/9/4K4 w"), "e5e8"));
  EXPECT_TRUE(legal(position("3k5/4c4/9/9/4p4/9/4C4/9/9/4K4 w"), "e3e8"));
}

TEST(Legality, APieceFromElsewhereMayTakeAnEnemyScreenOfTwo) {
  EXPECT_TRUE(legal(position("3k5/4c4/9/9/R3p4/9/4R4/9/9/4K4 w"), "a5e5"));
}

TEST(Legality, ThreeScreensBindNobody) {
  const Position p = position("3k5/4c4/9/4N4/4N4/9/4R4/9/9/4K4 w");
  EXPECT_EQ(names(p.pinned(Side::red)), "");
  EXPECT_TRUE(legal(p, "e3a3"));
}

TEST(Legality, AHorseIsAnsweredOnItsLegOrByTakingIt) {
  const Position p = position("3k5/9/9/9/9/9/9/3n4R/R8/4K4 w");
  EXPECT_TRUE(p.in_check());
  EXPECT_EQ(targets(p, "i2"), "d2");
  EXPECT_EQ(targets(p, "a1"), "d1");
}

TEST(Legality, ThePieceOnAHorsesLegMayOnlyTakeTheHorse) {
  const Position p = position("5k3/9/9/9/9/9/9/3n5/3R5/4K4 w");
  EXPECT_FALSE(p.in_check());
  EXPECT_EQ(targets(p, "d1"), "d2");
  EXPECT_EQ(names(p.pinned(Side::red)), "d1");
}

TEST(Legality, TheLegIsNextToTheHorseNotToTheGeneral) {
  const Position p = position("5k3/9/9/9/9/9/9/3n5/4N4/4K4 w");
  EXPECT_TRUE(p.in_check());
  EXPECT_EQ(names(p.pinned(Side::red)), "");
}

TEST(Legality, OnePieceOnTheLegOfTwoHorsesDoesNotMove) {
  const Position p = position("5k3/9/9/9/9/9/9/3n5/2nR5/4K4 w");
  EXPECT_FALSE(p.in_check());
  EXPECT_EQ(targets(p, "d1"), "");
  EXPECT_EQ(why(p, "d1d2"), "in_check");
  EXPECT_EQ(why(p, "d1c1"), "in_check");
}

TEST(Legality, AnEnemyPieceOnTheLegBindsNobody) {
  const Position p = position("5k3/9/9/9/9/9/9/3n5/3p5/R3K4 w");
  EXPECT_EQ(targets(p, "a0"), "a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 c0 d0");
}

TEST(Legality, SoldiersCheckFromBeforeAndFromBothSidesButNotFromBehind) {
  EXPECT_TRUE(position("5k3/9/9/9/9/9/9/4p4/4K4/9 w").in_check());
  EXPECT_TRUE(position("5k3/9/9/9/9/9/9/9/3pK4/9 w").in_check());
  EXPECT_TRUE(position("3k5/9/9/9/9/9/9/9/4Kp3/9 w").in_check());
  EXPECT_FALSE(position("5k3/9/9/9/9/9/9/9/4K4/4p4 w").in_check());
  EXPECT_TRUE(position("9/4k4/4P4/9/9/9/9/9/9/3K5 b").in_check());
  EXPECT_TRUE(position("9/3Pk4/9/9/9/9/9/9/9/5K3 b").in_check());
  EXPECT_TRUE(position("9/4kP3/9/9/9/9/9/9/9/3K5 b").in_check());
  EXPECT_FALSE(position("4P4/4k4/9/9/9/9/9/9/9/3K5 b").in_check());
}

TEST(Legality, ASoldiersCheckIsAnsweredByTakingIt) {
  const Position p = position("5k3/9/9/9/9/9/9/9/R2pK4/9 w");
  EXPECT_EQ(targets(p, "a1"), "d1");
  EXPECT_EQ(targets(p, "e1"), "d1 e0 e2");
}

TEST(Legality, TheGeneralDoesNotStepAlongTheLineOfItsAttacker) {
  EXPECT_EQ(targets(position("3kr4/9/9/9/9/9/9/9/4K4/9 w"), "e1"), "f1");
  EXPECT_EQ(targets(position("3k5/9/9/9/9/9/9/9/r3K4/9 w"), "e1"), "e0 e2");
  EXPECT_EQ(targets(position("3k5/4c4/9/9/9/4p4/9/9/4K4/9 w"), "e1"), "f1");
}

TEST(Legality, TheGeneralDoesNotStepBeforeTheOtherGeneral) {
  const Position p = position("3k5/9/9/9/9/9/9/9/9/4K4 w");
  EXPECT_EQ(why(p, "e0d0"), "kings_facing");
  EXPECT_EQ(targets(p, "e0"), "e1 f0");
}

TEST(Legality, TheOnlyPieceBetweenTheGeneralsStaysBetween) {
  const Position p = position("4k4/9/9/9/4N4/9/9/9/9/4K4 w");
  EXPECT_EQ(targets(p, "e5"), "");
  EXPECT_EQ(why(p, "e5c4"), "kings_facing");
  EXPECT_EQ(targets(position("4k4/9/9/9/4R4/9/9/9/9/4K4 b"), "e9"), "d9 f9");
  EXPECT_EQ(targets(position("4k4/4a4/9/9/4r4/9/9/9/9/4K4 w"), "e0"), "d0 f0");
}

TEST(Legality, TheGeneralMayTakeAnUnprotectedPieceOnly) {
  EXPECT_TRUE(legal(position("5k3/9/9/9/9/9/9/9/4r4/4K4 w"), "e0e1"));
  EXPECT_FALSE(legal(position("3k1r3/9/9/9/9/9/9/9/9/4Kn3 w"), "e0f0"));
  EXPECT_FALSE(legal(position("5k3/4c4/9/9/4p4/9/9/9/4r4/4K4 w"), "e0e1"));
}

TEST(Legality, APieceBoundByARookAndAsAScreenHasTheCommonTargets) {
  const Position p = position("3k5/4c4/9/9/4r4/9/4R4/9/9/4K4 w");
  EXPECT_FALSE(p.in_check());
  EXPECT_EQ(targets(p, "e3"), "e1 e2 e4");
  EXPECT_EQ(why(p, "e3e5"), "in_check");
}

TEST(Legality, TwoCannonsInLineAreAnsweredBetweenThem) {
  const Position p = position("3k5/4c4/R8/4c4/R8/9/9/9/9/4K4 w");
  EXPECT_TRUE(p.in_check());
  EXPECT_EQ(targets(p, "a7"), "e7");
  EXPECT_EQ(targets(p, "a5"), "");
  const Position q = position("3k5/R3c4/9/R3c4/9/9/9/9/9/4K4 w");
  EXPECT_EQ(targets(q, "a8"), "e8");
  EXPECT_EQ(targets(q, "a6"), "");
}

TEST(Legality, ARookBeforeACannonIsAnsweredBeforeTheRook) {
  const Position p = position("3k5/4c4/R8/9/R3r4/9/9/9/9/4K4 w");
  EXPECT_EQ(targets(p, "a7"), "");
  EXPECT_EQ(targets(p, "a5"), "");
  EXPECT_EQ(targets(position("3k5/4c4/9/9/4r4/9/R8/9/9/4K4 w"), "a3"), "e3");
}

TEST(Legality, TwoCheckersLeaveOnlyCommonAnswers) {
  const Position p = position("3kr4/9/9/9/9/9/9/3n5/R8/4K4 w");
  EXPECT_EQ(targets(p, "a1"), "");
  EXPECT_EQ(targets(p, "e0"), "d0 f0");
}

TEST(Legality, ElephantsAndHorsesAreBlockedByBothSides) {
  EXPECT_EQ(why(position("3k5/9/9/9/9/9/9/9/5p3/4K1B2 w"), "g0e2"), "eye_blocked");
  EXPECT_EQ(why(position("3k5/9/9/9/9/9/9/9/7C1/4K2N1 w"), "h0i2"), "leg_blocked");
  EXPECT_EQ(why(position("3k5/9/9/9/9/9/9/9/7r1/4K2N1 w"), "h0g2"), "leg_blocked");
}

TEST(WhyIllegal, EveryReasonHasItsMove) {
  const Position p = position("2bakab2/9/2n4c1/p3p3p/2p6/6P2/P3P3P/1C2B1N2/4A4/R2AK1B1R w - - 0 1");
  EXPECT_EQ(why(p, "e5e6"), "no_piece");
  EXPECT_EQ(why(p, "c7d5"), "opponents_piece");
  EXPECT_EQ(why(p, "b2b2"), "same_square");
  EXPECT_EQ(why(p, "a0a3"), "own_piece_there");
  EXPECT_EQ(why(p, "a0b1"), "not_its_move");
  EXPECT_EQ(why(p, "e0e2"), "own_piece_there");
  EXPECT_EQ(why(p, "a3a2"), "pawn_backward");
  EXPECT_EQ(why(p, "a3b3"), "pawn_sideways");
  EXPECT_EQ(why(p, "a0a5"), "path_blocked");
  EXPECT_EQ(why(p, "b2h2"), "cannon_over_screen");
  EXPECT_EQ(why(position("3k5/9/9/9/1r7/9/9/1C7/9/4K4 w"), "b2b5"), "cannon_no_screen");
  EXPECT_EQ(why(position("3k5/9/9/9/1r7/1p7/1p7/1C7/9/4K4 w"), "b2b5"), "cannon_no_screen");
  EXPECT_EQ(why(position("3k5/9/9/9/9/9/9/9/9/5K3 w"), "f0g0"), "leaves_palace");
  EXPECT_EQ(why(position("3k5/9/9/9/9/9/9/5A3/9/4K4 w"), "f2g3"), "leaves_palace");
  EXPECT_EQ(why(position("3k5/9/9/9/9/2B6/9/9/9/4K4 w"), "c4e6"), "crosses_river");
}

TEST(WhyIllegal, EveryReasonIsSaidInBothLanguages) {
  std::set<std::string> codes;
  for (int i = 0; i <= static_cast<int>(Illegality::in_check); ++i) {
    const auto reason = static_cast<Illegality>(i);
    EXPECT_FALSE(explain(reason).zh.empty());
    EXPECT_FALSE(explain(reason).en.empty());
    codes.emplace(code(reason));
  }
  EXPECT_EQ(codes.size(), 16u);
  EXPECT_EQ(explain(Illegality::leg_blocked).zh, "蹩马腿");
  EXPECT_EQ(explain(Illegality::eye_blocked).zh, "塞象眼");
}

TEST(Checks, DirectDiscoveredAndDoubleChecksNameTheirPieces) {
  EXPECT_EQ(names(position("3k5/9/9/9/9/9/9/9/8R/4K4 w").checkers_after(*Move::parse("i1d1"))), "d1");
  EXPECT_EQ(names(position("4k4/9/9/9/4N4/9/9/9/4R4/3K5 w").checkers_after(*Move::parse("e5c6"))), "e1");
  EXPECT_EQ(names(position("4k4/9/9/9/4N4/9/9/9/4R4/3K5 w").checkers_after(*Move::parse("e5d7"))), "e1 d7");
  // A piece that steps between cannon and general makes the screen; the horse's leg is opened by the soldier.
  EXPECT_EQ(names(position("4k4/9/9/9/9/R8/9/4C4/9/3K5 w").checkers_after(*Move::parse("a4e4"))), "e2 e4");
  EXPECT_EQ(names(position("4k4/3P5/3N5/9/9/9/9/9/9/3K5 w").checkers_after(*Move::parse("d8c8"))), "d7");
  EXPECT_EQ(names(position("3k5/9/4P1N2/9/9/9/9/9/9/5K3 w").checkers_after(*Move::parse("e7e8"))), "");
}

TEST(Terminal, CheckmateStalemateAndNeither) {
  EXPECT_EQ(position("3k5/3R5/9/9/9/9/9/9/9/4K4 b").terminal(), Terminal::none);  // the rook can be taken
  EXPECT_EQ(position("3k5/R8/9/9/9/9/9/9/3R5/4K4 b").terminal(), Terminal::checkmate);
  EXPECT_EQ(position("3k5/4P4/9/9/9/9/9/9/9/4K4 b").terminal(), Terminal::stalemate);
  EXPECT_EQ(Position::start().terminal(), Terminal::none);
}

TEST(Passed, TheOtherSideMovesAndMayEvenTakeTheGeneral) {
  const Position p = position("3k5/9/9/9/9/9/9/9/3R5/4K4 b");
  const Position q = p.passed();
  EXPECT_EQ(q.to_move(), Side::red);
  EXPECT_EQ(q.passed(), p);
  EXPECT_EQ(q.passed().key(), p.key());
  ASSERT_TRUE(q.is_legal(*Move::parse("d1d9")));
  const Position taken = q.after(*Move::parse("d1d9"));
  EXPECT_FALSE(taken.has_legal_move());
  EXPECT_FALSE(taken.in_check());
}

TEST(Attackers, WhateverStandsOnThePoint) {
  const Position p = position("3k5/9/9/9/9/2B1r4/9/2N1C4/4A4/3AK4 w");
  EXPECT_EQ(names(p.attackers(*Square::parse("e4"), Side::red)), "");
  EXPECT_EQ(names(p.attackers(*Square::parse("e1"), Side::red)), "d0 e0 c2");
  EXPECT_EQ(names(p.attackers(*Square::parse("e0"), Side::red)), "e2");
  EXPECT_EQ(names(p.attackers(*Square::parse("e6"), Side::red)), "e2");
  EXPECT_EQ(names(p.attackers(*Square::parse("c4"), Side::black)), "e4");
}

}  // namespace
}  // namespace qipu
