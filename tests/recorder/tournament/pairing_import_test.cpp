// A round that other software paired: taken as it stands, and what it breaks is said with the line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "recorder/tournament/preset.hpp"
#include "recorder/tournament/round_import.hpp"
#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

EntrantNo no(int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; }

class RoundImport : public ::testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load_preset("swiss");
    ASSERT_TRUE(loaded);
    regulation_ = *loaded;
    enter(6);
  }
  void enter(int players) {
    section_ = {};
    for (int n = 1; n <= players; ++n) {
      Entrant entrant;
      entrant.no = no(n);
      entrant.seed = n;
      entrant.person.name = "选手 " + std::to_string(n);
      section_.entrants.push_back(entrant);
    }
  }
  void played(std::vector<std::pair<int, int>> pairs) {
    Round round;
    round.id = {section_.id, PhaseKind::swiss, static_cast<std::uint8_t>(section_.rounds.size() + 1)};
    for (const auto& [red, black] : pairs) {
      Game game;
      game.id = {round.id, static_cast<std::uint16_t>(round.games.size() + 1), 0};
      game.red = no(red), game.black = no(black);
      game.result = Result{Outcome::draw, ResultKind::agreed, true};
      round.games.push_back(game);
    }
    section_.rounds.push_back(round);
  }
  int next() const { return static_cast<int>(section_.rounds.size()) + 1; }
  auto csv(std::string_view text) { return import_round_csv(regulation_, section_, next(), text, "r.csv"); }
  auto trf(std::string_view text) { return import_round_trf(regulation_, section_, next(), text, "r.trf"); }
  static std::vector<std::string> codes(const ImportedRound& imported) {
    std::vector<std::string> list;
    for (const auto& warning : imported.warnings) list.push_back(warning.code);
    return list;
  }
  using Codes = std::vector<std::string>;

  Regulation regulation_;
  Section section_;
};

TEST_F(RoundImport, AProperRoundIsTakenWithoutAWord) {
  played({{1, 4}, {5, 2}, {3, 6}});
  const auto imported = csv("台号,红,黑,结果\n1,2,1,1-0\n2,选手 4,3,和\n3,6,5,\n");
  ASSERT_TRUE(imported) << imported.error().message.en;
  EXPECT_EQ(codes(*imported), Codes{});
  ASSERT_EQ(imported->round.games.size(), 3u);
  EXPECT_EQ(imported->round.games[1].red, no(4));
  EXPECT_EQ(imported->round.games[0].result->outcome, Outcome::red_wins);
  EXPECT_FALSE(imported->round.games[2].result);
}

TEST_F(RoundImport, ARepeatedMeetingIsSaidWithItsLine) {
  played({{1, 4}, {5, 2}, {3, 6}});
  const auto imported = csv("1,2,1\n2,6,3\n3,4,5\n");
  ASSERT_TRUE(imported);
  EXPECT_EQ(codes(*imported), Codes{"pairing.rematch"});
  EXPECT_EQ(imported->warnings[0].at->line, 2u);
  EXPECT_EQ(imported->warnings[0].at->file, "r.csv");
}

TEST_F(RoundImport, ColourLimitsPairsKeptApartAndASecondByeAreSaid) {
  enter(7);
  section_.forbidden = {{no(2), no(7)}};
  played({{1, 4}, {5, 2}, {3, 6}});
  section_.rounds[0].bye = no(7);
  played({{1, 5}, {4, 3}, {6, 7}});
  section_.rounds[1].bye = no(2);
  const auto imported = csv("1,1,6\n2,7,2\n3,3,5\n4,4,bye\n");
  ASSERT_TRUE(imported);
  EXPECT_EQ(codes(*imported), (Codes{"pairing.three_running", "pairing.surplus_three", "pairing.forbidden"}));
  const auto second = csv("1,6,1\n2,4,7\n3,3,5\n4,2,bye\n");
  ASSERT_TRUE(second);
  EXPECT_EQ(codes(*second), Codes{"pairing.second_bye"});
  EXPECT_EQ(second->warnings[0].at->line, 4u);
}

TEST_F(RoundImport, WhoIsNotListedIsSaidAndGetsNothing) {
  const auto imported = csv("1,1,2\n2,3,4\n");
  ASSERT_TRUE(imported);
  EXPECT_EQ(codes(*imported), (Codes{"round.unlisted", "round.unlisted"}));
  EXPECT_EQ(imported->round.absences.size(), 2u);
  EXPECT_FALSE(imported->round.bye);
  section_.entrants[5].state = EntrantState::withdrawn;
  const auto withdrawn = csv("1,1,2\n2,3,4\n3,5,6\n");
  ASSERT_TRUE(withdrawn);
  EXPECT_EQ(codes(*withdrawn), Codes{"pairing.unknown"}) << "one who has left is paired";
}

TEST_F(RoundImport, WhatCannotBeIsRefused) {
  EXPECT_EQ(csv("1,1,2\n2,2,3\n").error().code, "round.twice");
  EXPECT_EQ(csv("1,1,9\n").error().code, "round.unknown_entrant");
  EXPECT_EQ(csv("1,1,2,胡\n").error().code, "round.result");
  EXPECT_EQ(csv("").error().code, "round.empty");
  EXPECT_EQ(trf("").error().code, "trf.no_players");
}

std::string trf_line(int number, const std::string& cell) {
  char head[128];
  std::snprintf(head, sizeof head, "001 %4d      %-33s %4s %3s %11s %10s %4s %4d", number, "Player", "", "",
                "", "", "0.0", number);
  return std::string(head) + "  " + cell + "\n";
}

TEST_F(RoundImport, TrfLettersBecomeResultsAlsoWhenBothLose) {
  enter(10);
  const auto imported = trf(trf_line(1, "   2 w 0") + trf_line(2, "   1 b 0") + trf_line(3, "   4 b +") +
                            trf_line(4, "   3 w -") + trf_line(5, "   6 w -") + trf_line(6, "   5 b -") +
                            trf_line(7, "   8 b 1") + trf_line(8, "   7 w 0") + trf_line(9, "0000 - U") +
                            trf_line(10, "0000 - F"));
  ASSERT_TRUE(imported) << imported.error().message.en;
  ASSERT_EQ(imported->round.games.size(), 4u);
  const auto result = [&](std::size_t k) { return *imported->round.games[k].result; };
  EXPECT_EQ(result(0), (Result{Outcome::both_lose, ResultKind::ruling, true}));
  EXPECT_EQ(result(1), (Result{Outcome::black_wins, ResultKind::absent, false}));
  EXPECT_EQ(result(2), (Result{Outcome::both_lose, ResultKind::absent, false}));
  EXPECT_EQ(result(3).outcome, Outcome::black_wins);
  EXPECT_EQ(imported->round.games[1].red, no(4));
  EXPECT_EQ(imported->round.bye, no(9));
  EXPECT_EQ(codes(*imported), Codes{"round.unlisted"})
      << "who asked for a point is not the one given the bye";
}

TEST_F(RoundImport, TrfWhosePlayersDisagreeIsRefused) {
  const auto imported = trf(trf_line(1, "   2 w 1") + trf_line(2, "   3 b 0") + trf_line(3, "   2 w 1"));
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().code, "round.disagrees");
  EXPECT_EQ(imported.error().at->line, 1u);
}

TEST_F(RoundImport, EveryRoundOfAnotherProgramsEventGoesIn) {
  const auto path = std::filesystem::path(QIPU_SHARED) / "tournaments/trf-bbp/rtg-61x9-s12.trf";
  std::ifstream in(path, std::ios::binary);
  if (!in) GTEST_SKIP() << "needs ../shared/tournaments, which is not there";
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto file = read_trf(text, "e");
  ASSERT_TRUE(file);
  enter(static_cast<int>(file->players.size()));
  for (int round = 1; round <= file->played(); ++round) {
    auto imported = trf(text);
    ASSERT_TRUE(imported) << "round " << round << ": " << imported.error().message.en;
    std::size_t cells = 0;
    for (const auto& player : file->players)
      cells += player.cells.size() >= static_cast<std::size_t>(round) &&
               player.cells[static_cast<std::size_t>(round - 1)].opponent > 0;
    EXPECT_EQ(imported->round.games.size() * 2, cells) << "round " << round;
    EXPECT_TRUE(std::ranges::none_of(imported->warnings,
                                     [](const Problem& p) { return p.code == "pairing.missing"; }));
    section_.rounds.push_back(std::move(imported->round));
  }
  // Played, won or lost, the points that come out are those of the file.
  const auto out = trf_of(regulation_, section_);
  for (std::size_t i = 0; i < out.players.size(); ++i) {
    int points = 0;
    for (const auto& cell : file->players[i].cells)
      if (cell.opponent > 0 || cell.result == 'U') points += points_of(*file, cell);
    EXPECT_EQ(out.players[i].points_x10, points) << out.players[i].number;
  }
}

}  // namespace
}  // namespace qipu::tournament
