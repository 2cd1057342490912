// TRF: files of other programs are read as they stand, recomputed, and written again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> files() {
  std::map<std::string, std::string> all;
  const fs::path folder = fs::path(QIPU_SHARED) / "tournaments";
  if (!fs::exists(folder)) return all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".trf" || entry.path().extension() == ".input")
      all[entry.path().filename().string()] = bytes_of(entry.path());
  return all;
}

#define NEEDS_FILES(name)    \
  const auto name = files(); \
  if (name.empty()) GTEST_SKIP() << "needs ../shared/tournaments, which is not there"

constexpr std::string_view small =
    "012 Test\n"
    "XXR 5\n"
    "001    1    g Player One                        2500 CHN     1234567 1990/01/02  1.5    1     2 w 1     "
    "3 b =\n"
    "001    2      Player Two                        2400                             0.0    4     1 b 0  "
    "0000 - Z\n"
    "001    3      Player Three                      2300                             1.5    2     4 w 1     "
    "1 w =\n"
    "001    4      Player Four                       2200                             1.0    3     3 b 0  "
    "0000 - U\n";

TEST(Trf, ReadsEveryFileOfOtherProgramsWithoutAFault) {
  NEEDS_FILES(all);
  EXPECT_GE(all.size(), 10u);
  for (const auto& [name, text] : all) {
    const auto trf = read_trf(text, name);
    ASSERT_TRUE(trf) << name << ": " << trf.error().message.en;
    EXPECT_TRUE(trf->warnings.empty()) << name << ": " << trf->warnings.front().message.en << " "
                                       << trf->warnings.front().at->text.value_or("");
    EXPECT_GE(trf->players.size(), 5u) << name;
    EXPECT_GE(trf->played(), 1) << name;
  }
}

TEST(Trf, ThePointsOfTheCellsAreThoseThatTheFileStates) {
  NEEDS_FILES(all);
  for (const auto& [name, text] : all) {
    const auto trf = read_trf(text, name);
    ASSERT_TRUE(trf) << name;
    int different = 0;
    for (const auto& player : trf->players) {
      int points = 0;
      for (const auto& cell : player.cells) points += points_of(*trf, cell);
      different += points != player.points_x10;
    }
    EXPECT_EQ(different, 0) << name << " of " << trf->players.size();
  }
}

TEST(Trf, BothPlayersOfAGameSayTheSame) {
  NEEDS_FILES(all);
  for (const auto& [name, text] : all) {
    const auto trf = read_trf(text, name);
    ASSERT_TRUE(trf) << name;
    std::map<int, const TrfPlayer*> by_number;
    for (const auto& player : trf->players) by_number[player.number] = &player;
    for (const auto& player : trf->players)
      for (std::size_t r = 0; r < player.cells.size(); ++r)
        if (const int other = player.cells[r].opponent; other > 0) {
          ASSERT_TRUE(by_number.contains(other)) << name;
          EXPECT_EQ(by_number[other]->cells.at(r).opponent, player.number) << name << " round " << r + 1;
          if (player.cells[r].colour != '-')
            EXPECT_NE(by_number[other]->cells.at(r).colour, player.cells[r].colour)
                << name << " round " << r + 1;
        }
  }
}

TEST(Trf, PlayerLinesAreWrittenAsTheyWereRead) {
  NEEDS_FILES(all);
  for (const auto& [name, text] : all) {
    const auto trf = read_trf(text, name);
    ASSERT_TRUE(trf) << name;
    const auto again = read_trf(write_trf(*trf), name);
    ASSERT_TRUE(again) << name;
    ASSERT_EQ(again->players.size(), trf->players.size()) << name;
    EXPECT_EQ(again->line_end, trf->line_end);
    int different = 0;
    for (std::size_t i = 0; i < trf->players.size(); ++i) {
      EXPECT_EQ(again->players[i].cells, trf->players[i].cells) << name;
      if (again->players[i].line != trf->players[i].line && ++different == 1)
        ADD_FAILURE() << name << "\n" << trf->players[i].line << "\n" << again->players[i].line;
    }
    EXPECT_EQ(different, 0) << name;
    EXPECT_EQ(again->lines, trf->lines) << name;
  }
}

TEST(Trf, LinesMadeFromTheFieldsAloneAreThoseThatWereRead) {
  NEEDS_FILES(all);
  const auto without_blanks = [](const std::string& line) {
    return line.substr(0, line.find_last_not_of(' ') + 1);
  };
  for (const auto& [name, text] : all) {
    auto trf = read_trf(text, name);
    ASSERT_TRUE(trf) << name;
    std::vector<std::string> lines;
    for (auto& player : trf->players) lines.push_back(std::exchange(player.line, ""));
    const auto again = read_trf(write_trf(*trf), name);
    ASSERT_TRUE(again) << name;
    ASSERT_EQ(again->players.size(), lines.size()) << name;
    for (std::size_t i = 0; i < lines.size(); ++i)
      ASSERT_EQ(without_blanks(again->players[i].line), without_blanks(lines[i])) << name;
  }
}

TEST(Trf, LineEndsMakeNoDifference) {
  const auto plain = read_trf(small, "a");
  ASSERT_TRUE(plain);
  for (const std::string end : {"\r", "\r\n"}) {
    std::string text;
    for (const char c : small) text += c == '\n' ? end : std::string(1, c);
    const auto other = read_trf(text, "a");
    ASSERT_TRUE(other);
    EXPECT_EQ(other->line_end, end);
    ASSERT_EQ(other->players.size(), plain->players.size());
    for (std::size_t i = 0; i < plain->players.size(); ++i) {
      EXPECT_EQ(other->players[i].line, plain->players[i].line);
      EXPECT_EQ(other->players[i].line_number, plain->players[i].line_number);
    }
    EXPECT_EQ(write_trf(*other).find(end), text.find(end));
  }
}

TEST(Trf, FieldsStandInTheirColumns) {
  const auto trf = read_trf(small, "a");
  ASSERT_TRUE(trf);
  EXPECT_EQ(trf->name, "Test");
  EXPECT_EQ(trf->rounds, 5);
  ASSERT_EQ(trf->players.size(), 4u);
  const TrfPlayer& one = trf->players[0];
  EXPECT_EQ(one.title, "g");
  EXPECT_EQ(one.name, "Player One");
  EXPECT_EQ(one.rating, 2500);
  EXPECT_FALSE(trf->players[1].rank && *trf->players[1].rank == 0);
  EXPECT_EQ(one.federation, "CHN");
  EXPECT_EQ(one.fide_number, "1234567");
  EXPECT_EQ(one.birth, "1990/01/02");
  EXPECT_EQ(one.points_x10, 15);
  EXPECT_EQ(one.rank, 1);
  ASSERT_EQ(one.cells.size(), 2u);
  EXPECT_EQ(one.cells[0], (TrfCell{2, 'w', '1', true}));
  EXPECT_EQ(trf->players[3].cells[1], (TrfCell{0, '-', 'U', true}));
  EXPECT_EQ(trf->played(), 2);
}

TEST(Trf, NamesInChineseCountAsCharacters) {
  std::string line = "001    1      选手 001";
  line += std::string(33 - 6, ' ') + " 2500                             2.0    1     2 w 1\n";
  const auto trf = read_trf(line +
                                "001    2      Player Two                        2400                        "
                                "     0.0    2     1 b 0\n",
                            "a");
  ASSERT_TRUE(trf);
  EXPECT_EQ(trf->players[0].name, "选手 001");
  EXPECT_EQ(trf->players[0].rating, 2500);
  EXPECT_EQ(trf->players[0].points_x10, 20);
  EXPECT_EQ(trf->players[0].cells.at(0).opponent, 2);
}

TEST(Trf, ScoringStatedInTheFileCounts) {
  const auto trf = read_trf(std::string(small) + "162  W 2.0    D 1.0\n", "a");
  ASSERT_TRUE(trf);
  EXPECT_TRUE(trf->points.stated);
  EXPECT_EQ(points_of(*trf, {2, 'w', '1', true}), 20);
  EXPECT_EQ(points_of(*trf, {2, 'w', '=', true}), 10);
  EXPECT_EQ(points_of(*trf, {0, '-', 'U', true}), 20);
  EXPECT_EQ(points_of(*trf, {0, '-', 'Z', true}), 0);
  const auto older = read_trf(std::string(small) + "BBW  3.0\nBBD  1.0\n", "a");
  ASSERT_TRUE(older);
  EXPECT_EQ(points_of(*older, {2, 'w', '+', true}), 30);
}

TEST(Trf, WhatIsWrongIsSaidWithLineAndColumn) {
  EXPECT_FALSE(read_trf("", "a"));
  EXPECT_FALSE(read_trf("1. 炮二平五 马8进7\n", "a"));
  EXPECT_EQ(read_trf("hello\n", "a").error().code, "trf.no_players");
  std::string text(small);
  text.replace(text.find("    1 b 0"), 9, "    9 b ?");
  const auto trf = read_trf(text, "a");
  ASSERT_TRUE(trf);
  ASSERT_EQ(trf->warnings.size(), 2u);
  EXPECT_EQ(trf->warnings[0].code, "trf.result");
  EXPECT_EQ(trf->warnings[0].at->line, 4u);
  EXPECT_EQ(trf->warnings[0].at->column, 99u);
  EXPECT_EQ(trf->warnings[1].code, "trf.unknown_opponent");
  const auto twice = read_trf(std::string(small) + std::string(small.substr(small.find("001"))), "a");
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice->players.size(), 4u);
  EXPECT_EQ(twice->warnings.front().code, "trf.twice");
}

TEST(Trf, AnEntryInTheColumnOfTheRoundKeepsAPlayerOut) {
  for (const char* entry : {"0000 - Z", "0000 - H", "0000 - F", "0000 - U"}) {
    std::string text(small);
    text.insert(text.find("     3 b =") + 10, std::string("  ") + entry);
    const auto trf = read_trf(text, "a");
    ASSERT_TRUE(trf) << entry;
    const auto request = trf_request(*trf, 0, {});
    ASSERT_TRUE(request) << entry;
    EXPECT_EQ(request->round, 3);
    EXPECT_FALSE(request->players[0].active) << entry;
    EXPECT_TRUE(request->players[1].active);
  }
}

TEST(Trf, ARequestHoldsTheHistoryAndItsPointsInSmallNumbers) {
  const auto trf = read_trf(small, "a");
  const auto request = trf_request(*trf, 0, {});
  ASSERT_TRUE(request);
  EXPECT_EQ(request->round, 3);
  EXPECT_EQ(request->rounds_planned, 5);
  ASSERT_EQ(request->players.size(), 4u);
  EXPECT_EQ(request->players[0].points, 3) << "halves, not tenths";
  EXPECT_EQ(request->players[3].history[1].kind, PlayedRound::Kind::bye);
  EXPECT_EQ(request->players[1].history[1].kind, PlayedRound::Kind::absent);
  EXPECT_EQ(request->players[0].history[1].side, Side::black);
  EXPECT_FALSE(trf_request(*trf, 5, {}));
  const auto second = trf_request(*trf, 2, {});
  ASSERT_TRUE(second);
  EXPECT_EQ(second->players[0].history.size(), 1u);
}

}  // namespace
}  // namespace qipu::tournament
