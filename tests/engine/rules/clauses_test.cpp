// One clause, one small position: Red plays a move and takes it back, Black waits; the label of the move is
// asked.
#include <gtest/gtest.h>

#include "engine/rules/judge.hpp"
#include "ruling_cases.hpp"

namespace qipu::rules {
namespace {

struct Asked {
  PlyFinding first, back;
  Verdict verdict;
};

Asked ask(const char* fen, const char* red_out, const char* black_out, RuleSet rules = RuleSet::cxa2011) {
  const auto start = Position::from_fen(fen);
  EXPECT_TRUE(start) << fen;
  Game game(*start);
  const Move red = *Move::parse(red_out), black = *Move::parse(black_out);
  for (Move move : {red, black, Move{red.to, red.from}, Move{black.to, black.from}})
    EXPECT_TRUE(game.play(move)) << fen << " " << iccs(move);
  Asked asked;
  asked.verdict = judge(game, {.rules = rules});
  EXPECT_EQ(asked.verdict.red.plies.size(), 2u);
  if (asked.verdict.red.plies.size() == 2)
    asked.first = asked.verdict.red.plies[0], asked.back = asked.verdict.red.plies[1];
  return asked;
}

// PROVES: rule:C1 rule:C4
TEST(Clause, AGeneralOrPawnThatAttacksByItselfIsIdle) {
  const auto pawn = ask("4k1b2/9/9/2n1P4/9/9/9/9/9/3K5 w - - 0 1", "e6d6", "g9i7");
  EXPECT_EQ(pawn.first.label, Label::idle) << pawn.first.note.en;
  const auto general = ask("3k2b2/9/9/9/9/9/9/5K3/4p4/9 w - - 0 1", "f2e2", "g9i7");
  EXPECT_EQ(general.first.label, Label::idle) << general.first.note.en;
}

// PROVES: rule:C3. The pawn takes the horse and uncovers the rook's check; with the general elsewhere it only
// takes.
TEST(Clause, APawnCaptureThatUncoversACheckIsAChase) {
  const auto uncovers = ask("3k2b2/9/9/9/2nP5/9/9/4R4/9/5K3 w - - 0 1", "e2d2", "g9i7");
  EXPECT_EQ(uncovers.first.label, Label::chase) << uncovers.first.note.en;
  const auto takes = ask("5kb2/9/9/9/2nP5/9/9/4R4/9/4K4 w - - 0 1", "e2d2", "g9i7");
  EXPECT_EQ(takes.first.label, Label::idle) << takes.first.note.en;
}

// PROVES: rule:C6. Along its line the rook attacks what it attacked before.
TEST(Clause, AnAttackThatStoodBeforeIsIdle) {
  const auto old = ask("4k1b2/9/9/n8/9/9/9/R8/9/3K5 w - - 0 1", "a2a3", "g9i7");
  EXPECT_EQ(old.first.label, Label::idle) << old.first.note.en;
  EXPECT_EQ(old.first.clause, "rule:C6");
  const auto fresh = ask("4k1b2/9/9/n8/9/9/9/1R7/9/3K5 w - - 0 1", "b2a2", "g9i7");
  EXPECT_EQ(fresh.first.label, Label::chase);
  ASSERT_EQ(fresh.first.reasons.size(), 1u);
  const Reason& reason = fresh.first.reasons[0];
  EXPECT_EQ(reason.by, *Square::parse("a2"));
  EXPECT_EQ(reason.target, *Square::parse("a6"));
  EXPECT_EQ(reason.piece, PieceKind::rook);
  EXPECT_EQ(reason.target_piece, PieceKind::horse);
  EXPECT_EQ(reason.root, Root::unrooted);
  EXPECT_EQ(reason.via, Via::direct);
  EXPECT_TRUE(reason.heavy);
  EXPECT_EQ(fresh.back.label, Label::idle);
}

// PROVES: rule:C9
TEST(Clause, ARookDoesNotChaseAProtectedHorse) {
  const auto rooted = ask("4k1b2/9/9/n8/r8/9/9/1R7/9/3K5 w - - 0 1", "b2b6", "g9i7");
  EXPECT_EQ(rooted.first.label, Label::idle) << rooted.first.note.en;
}

// PROVES: rule:C10
TEST(Clause, AHorseChasesAProtectedRook) {
  const auto rooted = ask("5kb2/2r6/9/2r6/9/9/3N5/9/9/4K4 w - - 0 1", "d3e5", "g9i7");
  EXPECT_EQ(rooted.first.label, Label::chase) << rooted.first.note.en;
  ASSERT_EQ(rooted.first.reasons.size(), 1u);
  EXPECT_EQ(rooted.first.reasons[0].target, *Square::parse("c6"));
  EXPECT_EQ(rooted.first.reasons[0].root, Root::rooted);
  EXPECT_TRUE(rooted.first.heavy);
}

// PROVES: rule:C11
TEST(Clause, PiecesOfOneKindThatCanTakeEachOtherOfferAnExchange) {
  const auto offer = ask("4k1b2/9/9/4r4/9/9/4P4/9/1R7/1R2K4 w - - 0 1", "b1b6", "g9i7");
  EXPECT_EQ(offer.first.label, Label::exchange) << offer.first.note.en;
  EXPECT_EQ(offer.verdict.red.conduct_class, ConductClass::allowed);
}

// PROVES: rule:C12. Black's horse walks into the rook's line by itself.
TEST(Clause, WhatTheOpponentDoesToItselfIsIdle) {
  const auto own_doing = ask("4k4/9/9/2n6/9/9/9/R8/9/3K5 w - - 0 1", "d0d1", "c6a5");
  EXPECT_EQ(own_doing.back.label, Label::idle) << own_doing.back.note.en;
}

// PROVES: rule:P7. Mate threatens on the open file: the red general guards the other one.
TEST(Clause, AThreatOfMateByChecksIsAKill) {
  const auto mate = ask("3k2b2/9/9/9/9/9/9/9/RN7/4K4 w - - 0 1", "a1a2", "g9i7");
  EXPECT_EQ(mate.first.label, Label::kill) << mate.first.note.en;
  EXPECT_EQ(mate.first.reasons.at(0).checks, 1);
  EXPECT_EQ(mate.first.reasons.at(0).target, *Square::parse("d9"));
}

// The black horse would mate on c1. On its leg the cannon is in the way; beside the leg it is not.
TEST(Clause, StandingOnTheLegOfAHorseThatWouldMateIsABlock) {
  const char* fen = "3k2b2/9/9/9/9/9/1n7/8C/4A4/3AKN3 w - - 0 1";
  const auto block = ask(fen, "i2b2", "g9i7");
  EXPECT_EQ(block.first.label, Label::block) << block.first.note.en;
  EXPECT_EQ(ask(fen, "i2h2", "g9i7").first.label, Label::idle);
}

// The black rook hits the cannon whether or not Black stands in check: a general that steps out adds nothing.
TEST(Clause, ByTheWorldRulesLeavingCheckMakesAStandingAttackNoNewOne) {
  Game game(*Position::from_fen("4k4/9/9/9/1rC6/9/9/9/3R5/5K3 w - - 0 1"));
  for (const char* move : {"d1e1", "e9d9", "c5c6", "b5b6", "e1d1", "d9e9", "c6c5", "b6b5"})
    ASSERT_TRUE(game.play(*Move::parse(move))) << move;
  const Verdict verdict = judge(game, {.rules = RuleSet::wxf});
  ASSERT_EQ(verdict.black.plies.size(), 4u);
  EXPECT_EQ(verdict.black.plies[0].label, Label::idle) << verdict.black.plies[0].note.en;
  EXPECT_EQ(verdict.black.plies[1].label, Label::chase);
  EXPECT_EQ(verdict.if_unchanged, IfUnchanged::draw);
}

TEST(Clause, TheWorldRulesKnowNoKill) {
  const auto mate = ask("3k2b2/9/9/9/9/9/9/9/RN7/4K4 w - - 0 1", "a1a2", "g9i7", RuleSet::wxf);
  EXPECT_EQ(mate.first.label, Label::idle);
}

}  // namespace
}  // namespace qipu::rules
