// FEN in and out, and the reasons why an arrangement is no position.
#include "engine/setup.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "engine/position.hpp"
#include "tests/support/plain_rules.hpp"

namespace qipu {
namespace {

constexpr std::string_view kBoard = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

std::string board(std::string_view tail) { return std::string(kBoard) + std::string(tail); }

TEST(Fen, CanonicalTextComesBackUnchanged) {
  for (const char* fen : {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                          "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b - - 17 42",
                          "9/9/9/9/9/9/9/9/9/9 w - - 0 1", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 99999 99999"})
    EXPECT_EQ(to_fen(*parse_fen(fen)), fen);
}

TEST(Fen, TheStartingPositionIsTheStartingPosition) {
  EXPECT_EQ(*parse_fen(start_fen), Setup::start());
  EXPECT_EQ(to_fen(Setup::start()), start_fen);
}

TEST(Fen, RandomArrangementsComeBackUnchanged) {
  plain::RandomPositions random(11);
  for (int i = 0; i < 500; ++i) {
    auto setup = random.next();
    setup.quiet_plies = random.below(200);
    setup.move_number = 1 + random.below(300);
    ASSERT_EQ(*parse_fen(to_fen(setup)), setup);
  }
}

TEST(Fen, TwoToSixFieldsAreRead) {
  for (const char* tail : {"", " w", " r", " W", " w -", " w - -", " w - - 0", " w - - 0 1", " w 0 1",
                           " w - - - -", "  w   -\t- 0 1 \r\n"}) {
    const auto setup = parse_fen(board(tail));
    ASSERT_TRUE(setup) << tail;
    EXPECT_EQ(*setup, Setup::start()) << tail;
  }
  EXPECT_EQ(parse_fen(board(" b"))->to_move, Side::black);
  EXPECT_EQ(parse_fen(board(" B - - 0 1"))->to_move, Side::black);
}

TEST(Fen, CountersAreFoundWhereverTheyStand) {
  for (const char* tail : {" b - - 7 31", " b 7 31", " b - 7 31"}) {
    const auto setup = parse_fen(board(tail));
    ASSERT_TRUE(setup) << tail;
    EXPECT_EQ(setup->quiet_plies, 7) << tail;
    EXPECT_EQ(setup->move_number, 31) << tail;
  }
  EXPECT_EQ(parse_fen(board(" w - - 7"))->quiet_plies, 7);
  EXPECT_EQ(parse_fen(board(" w - - - 31"))->move_number, 31);
  EXPECT_EQ(parse_fen(board(" w - - 0 0"))->move_number, 1);
}

TEST(Fen, OtherLettersForElephantHorseAndGeneralAreRead) {
  const auto setup = parse_fen("rheagaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RMEAGAEMR r");
  ASSERT_TRUE(setup);
  EXPECT_EQ(*setup, Setup::start());
}

TEST(Fen, WhatIsNoFenIsRefusedWithItsPlace) {
  const struct {
    std::string fen;
    const char* code;
    std::size_t offset;
  } cases[] = {
      {"", "fen.rank", 0},
      {"   ", "fen.rank", 3},
      {"xx", "fen.letter", 0},
      {"rnbakabn/9/9/9/9/9/9/9/9/9 w", "fen.rank", 8},
      {"rnbakabnrr/9/9/9/9/9/9/9/9/9 w", "fen.rank", 9},
      {"9/9/9/9/9/9/9/9/9 w", "fen.rank", 17},
      {"9/9/9/9/9/9/9/9/9/9/9 w", "fen.rank", 19},
      {"45/9/9/9/9/9/9/9/9/91 w", "fen.rank", 20},
      {"9/9/9/9/0/9/9/9/9/9 w", "fen.letter", 8},
      {board(" x - - 0 1"), "fen.side", kBoard.size() + 1},
      {board(" w - - 0 1 moves"), "fen.field", kBoard.size() + 11},
      {board(" w KQkq - 0 1"), "fen.field", kBoard.size() + 3},
      {board(" w - - -1 1"), "fen.field", kBoard.size() + 7},
      {board(" w - - 0 100000"), "fen.field", kBoard.size() + 9},
      {board(" w - - 0 99999999999999999999"), "fen.field", kBoard.size() + 9},
      {board(" w - - 0 1x"), "fen.field", kBoard.size() + 9},
      {board(" w 1 2 3"), "fen.field", kBoard.size() + 7},
      {board(" w") + std::string(600, ' '), "fen.length", 512},
      {std::string(100'000, '9'), "fen.length", 512},
  };
  for (const auto& c : cases) {
    const auto setup = parse_fen(c.fen);
    ASSERT_FALSE(setup) << c.fen;
    EXPECT_EQ(setup.error().code, c.code) << c.fen;
    ASSERT_TRUE(setup.error().at && setup.error().at->offset);
    EXPECT_EQ(*setup.error().at->offset, c.offset) << c.fen;
    EXPECT_FALSE(setup.error().message.zh.empty());
    EXPECT_FALSE(setup.error().message.en.empty());
  }
}

TEST(Fen, TheRefusedTextIsQuotedShortAndPrintable) {
  const auto setup = parse_fen("\xe8\xbd\xa6\xff\n" + std::string(300, 'r'));
  ASSERT_FALSE(setup);
  const std::string& text = *setup.error().at->text;
  EXPECT_LE(text.size(), 120u);
  for (char c : text) EXPECT_TRUE(c >= ' ' && c <= '~');
}

SetupFaults faults(std::string_view fen) {
  const auto position = Position::from(*parse_fen(fen));
  return position ? SetupFaults{} : position.error();
}

SetupFaults set(std::initializer_list<SetupFault> list) {
  SetupFaults faults;
  for (SetupFault fault : list) faults.insert(fault);
  return faults;
}

TEST(SetupFaults, EachReasonIsFoundAlone) {
  using enum SetupFault;
  EXPECT_EQ(faults("9/9/9/9/9/9/9/9/9/4K4 w"), set({no_king}));
  EXPECT_EQ(faults("9/9/9/9/9/9/9/9/9/9 w"), set({no_king}));
  EXPECT_EQ(faults("3k5/9/9/9/9/9/9/9/4K4/5K3 w"), set({several_kings}));
  EXPECT_EQ(faults("3k5/9/9/9/RRR6/9/9/9/9/4K4 b"), set({too_many_pieces}));
  EXPECT_EQ(faults("3k5/9/9/P1P1P1P1P/P8/9/9/9/9/4K4 w"), set({too_many_pieces}));
  EXPECT_EQ(faults("3k5/9/9/9/9/9/9/9/9/A3K4 w"), set({impossible_square}));
  EXPECT_EQ(faults("3k5/9/9/9/9/9/9/9/4A4/4K3B w"), set({impossible_square}));
  EXPECT_EQ(faults("3k5/9/9/9/9/9/1P7/9/9/4K4 w"), set({impossible_square}));
  EXPECT_EQ(faults("k8/9/9/9/9/9/9/9/9/4K4 w"), set({impossible_square}));
  EXPECT_EQ(faults("3k5/9/9/9/9/9/9/9/9/3K5 w"), set({kings_facing}));
  EXPECT_EQ(faults("3k5/9/9/9/3R5/9/9/9/9/4K4 w"), set({opponent_in_check}));
  EXPECT_EQ(faults("3k5/9/9/9/3R5/9/9/9/9/4K4 b"), set({}));
}

TEST(SetupFaults, SeveralReasonsComeTogether) {
  using enum SetupFault;
  EXPECT_EQ(faults("9/9/9/9/9/PPPPPP3/9/9/9/A8 w"), set({no_king, too_many_pieces, impossible_square}));
  EXPECT_EQ(faults("3kk4/9/9/9/9/9/9/9/9/9 w"), set({no_king, several_kings}));
  EXPECT_EQ(faults("3k4R/9/9/9/9/9/9/9/9/3K5 w"), set({kings_facing, opponent_in_check}));
  const Problem problem = qipu::problem(set({no_king, impossible_square}));
  EXPECT_EQ(problem.code, "setup.no_king");
  EXPECT_EQ(problem.params.size(), 2u);
}

TEST(SetupFaults, APieceStandsExactlyWhereItsMovesCanBringIt) {
  for (int code = 0; code < 14; ++code) {
    const Piece piece{static_cast<Side>(code / 7), static_cast<PieceKind>(code % 7)};
    for (int i = 0; i < Square::count; ++i) {
      qipu::Setup setup;
      setup[Square::at(i)] = piece;
      const auto position = Position::from(setup);
      ASSERT_FALSE(position);
      EXPECT_EQ(position.error().contains(SetupFault::impossible_square),
                !plain::can_stand(piece, Square::at(i)))
          << letter(piece) << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace qipu
