// The engine against the plain rules, on random positions with many checks, screens and pins.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <set>

#include "engine/position.hpp"
#include "tests/support/plain_rules.hpp"

namespace qipu {
namespace {

using plain::Grid;
using plain::Pairs;

int rounds(int usual) { return std::getenv("QIPU_LONG") ? usual * 20 : usual; }

template <class Moves>
Pairs pairs(const Moves& moves) {
  Pairs set;
  for (Move m : moves) set.emplace(m.from.index(), m.to.index());
  EXPECT_EQ(set.size(), moves.size()) << "a move is listed twice";
  return set;
}

std::set<int> points(SquareSet squares) {
  std::set<int> set;
  for (Square s : squares) set.insert(s.index());
  EXPECT_EQ(static_cast<int>(set.size()), squares.size());
  return set;
}

TEST(RandomPositions, LegalMovesAndCapturesAreThoseOfThePlainRules) {
  plain::RandomPositions random(1);
  int checks = 0, double_checks = 0, pins = 0, mates = 0;
  const int n = rounds(40'000);
  for (int i = 0; i < n; ++i) {
    const auto setup = random.next();
    const Grid grid(setup);
    const auto position = Position::from(setup);
    ASSERT_TRUE(position) << to_fen(setup);
    const auto expected = grid.legal();
    ASSERT_EQ(pairs(position->legal_moves()), pairs(expected)) << to_fen(setup);
    auto captures = expected;
    std::erase_if(captures, [&](Move m) { return !setup[m.to]; });
    ASSERT_EQ(pairs(position->legal_captures()), pairs(captures)) << to_fen(setup);
    ASSERT_EQ(position->has_legal_move(), !expected.empty()) << to_fen(setup);
    ASSERT_EQ(position->in_check(), grid.in_check(setup.to_move)) << to_fen(setup);
    ASSERT_EQ(position->terminal(), !expected.empty()      ? Terminal::none
                                    : position->in_check() ? Terminal::checkmate
                                                           : Terminal::stalemate);
    ASSERT_EQ(points(position->pinned(setup.to_move)), grid.pinned(setup.to_move)) << to_fen(setup);
    const auto checkers = grid.checkers(setup.to_move);
    checks += !checkers.empty();
    double_checks += checkers.size() > 1;
    pins += !position->pinned(setup.to_move).empty();
    mates += expected.empty();
  }
  std::printf("[ positions ] %d: %d in check, %d in multiple check, %d with pinned pieces, %d mated\n", n,
              checks, double_checks, pins, mates);
  EXPECT_GT(checks, n / 8);
  EXPECT_GT(double_checks, n / 50);
  EXPECT_GT(pins, n / 8);
}

TEST(RandomPositions, PassedPositionsMayTakeTheGeneralAndAreOtherwiseLikeAnyOther) {
  plain::RandomPositions random(9);
  int takes = 0;
  for (int i = 0; i < rounds(4000); ++i) {
    auto setup = random.next();
    const Position passed = Position::from(setup)->passed();
    setup.to_move = opponent(setup.to_move);
    const Grid grid(setup);
    ASSERT_EQ(pairs(passed.legal_moves()), pairs(grid.legal())) << to_fen(setup);
    for (Move move : passed.legal_moves()) {
      if (move.to != passed.king(opponent(setup.to_move))) continue;
      ++takes;
      Position taken = passed.after(move);
      ASSERT_FALSE(taken.in_check());
      taken.legal_moves();
      taken.pinned(taken.to_move());
    }
  }
  EXPECT_GT(takes, 1000);
}

TEST(RandomPositions, WhyIllegalAgreesWithTheListOverAllPairsOfPoints) {
  plain::RandomPositions random(2);
  for (int i = 0; i < rounds(300); ++i) {
    const Position position = *Position::from(random.next());
    const MoveList legal = position.legal_moves();
    for (int from = 0; from < Square::count; ++from)
      for (int to = 0; to < Square::count; ++to) {
        const Move move{Square::at(from), Square::at(to)};
        ASSERT_EQ(position.is_legal(move), legal.contains(move)) << to_fen(position.setup()) << ' ' << iccs(move);
        ASSERT_EQ(!position.why_illegal(move), legal.contains(move))
            << to_fen(position.setup()) << ' ' << iccs(move);
      }
  }
}

TEST(RandomPositions, GivesCheckAgreesWithThePositionAfterTheMove) {
  plain::RandomPositions random(3);
  for (int i = 0; i < rounds(1000); ++i) {
    const auto setup = random.next();
    const Position position = *Position::from(setup);
    for (Move move : position.legal_moves()) {
      const Position next = position.after(move);
      ASSERT_TRUE(position.may_give_check(move) || !position.gives_check(move)) << to_fen(setup) << ' ' << iccs(move);
      ASSERT_EQ(position.gives_check(move), next.in_check()) << to_fen(setup) << ' ' << iccs(move);
      ASSERT_EQ(points(position.checkers_after(move)), Grid(setup).after(move).checkers(next.to_move()))
          << to_fen(setup) << ' ' << iccs(move);
    }
  }
}

TEST(RandomPositions, AttackersAreThoseOfThePlainRulesOnEveryPoint) {
  plain::RandomPositions random(4);
  for (int i = 0; i < rounds(300); ++i) {
    const auto setup = random.next();
    const Position position = *Position::from(setup);
    for (int s = 0; s < Square::count; ++s)
      for (Side by : {Side::red, Side::black}) {
        const auto expected = Grid(setup).attackers(Square::at(s), by);
        ASSERT_EQ(points(position.attackers(Square::at(s), by)), expected) << to_fen(setup) << ' ' << s;
        ASSERT_EQ(position.attacked(Square::at(s), by), !expected.empty());
      }
  }
}

TEST(RandomPositions, UnmakeGivesTheCopyBack) {
  plain::RandomPositions random(5);
  for (int i = 0; i < rounds(500); ++i) {
    Position position = *Position::from(random.next());
    const Position copy = position;
    for (Move move : copy.legal_moves()) {
      const auto undo = position.make(move);
      ASSERT_FALSE(position == copy);
      position.unmake(move, undo);
      ASSERT_EQ(position, copy);
      ASSERT_EQ(position.key(), copy.key());
      ASSERT_EQ(position.setup(), copy.setup());
      ASSERT_EQ(position.king(copy.to_move()), copy.king(copy.to_move()));
    }
    ASSERT_EQ(pairs(position.legal_moves()), pairs(copy.legal_moves()));
  }
}

TEST(RandomPositions, TheIncrementalKeyIsTheRecomputedOne) {
  plain::RandomPositions random(6);
  for (int i = 0; i < rounds(300); ++i) {
    Position position = *Position::from(random.next());
    for (int ply = 0; ply < 40; ++ply) {
      const MoveList moves = position.legal_moves();
      if (moves.empty()) break;
      position.make(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
      const Position again = *Position::from(position.setup());
      ASSERT_EQ(position.key(), again.key());
      ASSERT_EQ(position, again);
      ASSERT_EQ(pairs(position.legal_moves()), pairs(again.legal_moves()));
      ASSERT_NE(position.key(), position.passed().key());
    }
  }
}

Setup turned(const Setup& setup, bool mirror, bool flip) {
  Setup out = setup;
  for (int i = 0; i < Square::count; ++i) {
    Square to = Square::at(i);
    if (mirror) to = to.mirrored();
    if (flip) to = to.flipped();
    auto piece = setup[Square::at(i)];
    if (piece && flip) piece->side = opponent(piece->side);
    out[to] = piece;
  }
  if (flip) out.to_move = opponent(setup.to_move);
  return out;
}

TEST(RandomPositions, MirroredAndFlippedPositionsHaveTheMirroredAndFlippedMoves) {
  plain::RandomPositions random(8);
  for (int i = 0; i < rounds(1000); ++i) {
    const auto setup = random.next();
    for (const auto& [mirror, flip] : {std::pair{true, false}, {false, true}, {true, true}}) {
      Pairs expected;
      for (Move m : Position::from(setup)->legal_moves()) {
        Square from = m.from, to = m.to;
        if (mirror) from = from.mirrored(), to = to.mirrored();
        if (flip) from = from.flipped(), to = to.flipped();
        expected.emplace(from.index(), to.index());
      }
      ASSERT_EQ(pairs(Position::from(turned(setup, mirror, flip))->legal_moves()), expected) << to_fen(setup);
    }
  }
}

}  // namespace
}  // namespace qipu
