// `qipu pair` as scripts call it: fields, exit codes, every file of other programs round by round.
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "formats/encoding.hpp"
#include "recorder/tournament/pairing_check.hpp"
#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

namespace fs = std::filesystem;

struct Ended {
  int exit_code = -1;
  std::string out;
};

class PairCommand : public ::testing::Test {
 protected:
  PairCommand() : folder_(fs::temp_directory_path() / ("qipu-pair-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~PairCommand() override { fs::remove_all(folder_); }

  Ended run(const std::string& arguments, const std::string& input = "/dev/null") const {
    const std::string command =
        std::string(QIPU_BINARY) + " pair " + arguments + " <" + input + " 2>/dev/null";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    Ended result;
    if (!pipe) return result;
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) result.out.append(buffer, n);
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    return result;
  }
  rapidjson::Document json(const std::string& arguments, int exit_code = 0,
                           const std::string& input = "/dev/null") const {
    const Ended ended = run(arguments + " --json", input);
    EXPECT_EQ(ended.exit_code, exit_code) << arguments << ": " << ended.out;
    rapidjson::Document document;
    document.Parse(ended.out.c_str());
    EXPECT_TRUE(document.IsObject()) << ended.out;
    return document;
  }
  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
  }

  fs::path folder_;
};

std::string player(int number, const std::string& name, const std::string& points, const std::string& cells) {
  char line[160];
  std::snprintf(line, sizeof line, "001 %4d      %-33s %4s %3s %11s %10s %4s %4d", number, name.c_str(), "",
                "", "", "", points.c_str(), number);
  return line + cells + "\n";
}

// Five players after a round; number 5 had the bye.
std::string five(const std::string& of_the_fourth = "") {
  return player(1, "Player One", "1.0", "     3 w 1") + player(2, "Player Two", "0.5", "     4 b =") +
         player(3, "Player Three", "0.0", "     1 b 0") +
         player(4, "Player Four", "0.5", "     2 w =" + of_the_fourth) +
         player(5, "Player Five", "1.0", "  0000 - U");
}

TEST_F(PairCommand, PrintsTheFieldsOfTheContract) {
  const auto answer = json("--trf " + file("five.trf", five()));
  EXPECT_EQ(answer["round"].GetInt(), 2);
  ASSERT_EQ(answer["pairs"].Size(), 2u);
  EXPECT_EQ(answer["pairs"][0].Size(), 2u);
  EXPECT_EQ(answer["bye"].GetInt(), 3) << "the lowest score";
  EXPECT_EQ(answer["relaxed"].Size(), 0u);
  EXPECT_EQ(answer["reasons"].MemberCount(), 5u);
  // Two and four have met, so the two leaders cannot meet; whoever had red gets black.
  EXPECT_EQ(answer["pairs"][0][0].GetInt(), 2);
  EXPECT_EQ(answer["pairs"][0][1].GetInt(), 1);
  EXPECT_EQ(answer["pairs"][1][0].GetInt(), 5);
  EXPECT_EQ(answer["pairs"][1][1].GetInt(), 4);
}

TEST_F(PairCommand, AnEntryInTheRoundsColumnKeepsAPlayerOut) {
  for (const std::string letter : {"Z", "H", "F", "U"}) {
    const auto answer = json("--trf " + file("out.trf", five("  0000 - " + letter)));
    ASSERT_EQ(answer["pairs"].Size(), 2u) << letter;
    EXPECT_TRUE(answer["bye"].IsNull()) << letter;
    for (const auto& pair : answer["pairs"].GetArray())
      for (const auto& number : pair.GetArray()) EXPECT_NE(number.GetInt(), 4) << letter;
  }
}

TEST_F(PairCommand, LineEndsEncodingsAndStandardInputMakeNoDifference) {
  std::string named = five();
  const std::string chinese =
      "选手 001   ";  // as many places as the ten letters that it replaces, and one more blank
  named.replace(named.find("Player One "), 11, chinese.substr(0, chinese.size()));
  const std::string expected = run("--json --trf " + file("plain.trf", five())).out;
  ASSERT_FALSE(expected.empty());
  for (const std::string end : {"\r", "\r\n"}) {
    std::string text;
    for (const char c : five()) text += c == '\n' ? end : std::string(1, c);
    EXPECT_EQ(run("--json --trf " + file("ends.trf", text)).out, expected);
  }
  EXPECT_EQ(run("--json --trf -", file("plain.trf", five())).out, expected);
  EXPECT_EQ(run("--json --trf " + file("utf8.trf", named)).out, expected);
  EXPECT_EQ(
      run("--json --trf " + file("gbk.trf", formats::encode_text(named, formats::Encoding::gb18030).bytes))
          .out,
      expected);
}

TEST_F(PairCommand, ExitCodesAndErrorsAreThoseOfTheConventions) {
  EXPECT_EQ(json("--trf " + (folder_ / "none.trf").string(), 3)["error"]["code"], "file.unreadable");
  EXPECT_EQ(json("--trf " + file("no.trf", "1. 炮二平五 马8进7\n"), 3)["error"]["code"], "trf.no_players");
  EXPECT_EQ(run("--json").exit_code, 2);
  EXPECT_EQ(run("--round 0 --trf " + file("five.trf", five())).exit_code, 2);
  const auto later = json("--round 9 --trf " + file("five.trf", five()), 2);
  EXPECT_EQ(later["error"]["code"], "trf.round");
  // Four who have all met: no pairing, and the remedy.
  const auto dead =
      json("--trf " + file("dead.trf", player(1, "A", "3.0", "     2 w 1     3 b 1     4 w 1") +
                                           player(2, "B", "2.0", "     1 b 0     4 w 1     3 b 1") +
                                           player(3, "C", "1.0", "     4 b 1     1 w 0     2 w 0") +
                                           player(4, "D", "0.0", "     3 w 0     2 b 0     1 b 0")),
           1);
  EXPECT_EQ(dead["error"]["code"], "no_pairing");
  EXPECT_NE(std::string(dead["error"]["message_zh"].GetString()).find("循环赛"), std::string::npos);
}

TEST_F(PairCommand, EveryRoundOfEveryFileIsPairedByTheRules) {
  const fs::path tournaments = fs::path(QIPU_SHARED) / "tournaments";
  if (!fs::exists(tournaments)) GTEST_SKIP() << "needs ../shared/tournaments, which is not there";
  int rounds = 0;
  for (const auto& entry : fs::recursive_directory_iterator(tournaments)) {
    if (entry.path().extension() != ".trf" && entry.path().extension() != ".input") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto trf = read_trf(text, "t");
    ASSERT_TRUE(trf) << entry.path();
    for (int round = 1; round <= trf->played() + 1; ++round) {
      const auto request = trf_request(*trf, round, {});
      ASSERT_TRUE(request);
      const Ended ended = run("--json --trf " + entry.path().string() + " --round " + std::to_string(round));
      if (ended.exit_code == 1) {
        // Only where nearly everybody has met everybody.
        EXPECT_FALSE(pair_swiss(*request)) << entry.path() << " round " << round;
        EXPECT_GT(round, trf->played() / 2) << entry.path();
        continue;
      }
      ASSERT_EQ(ended.exit_code, 0) << entry.path() << " round " << round << ended.out;
      rapidjson::Document answer;
      answer.Parse(ended.out.c_str());
      std::vector<PairingPair> pairs;
      for (const auto& pair : answer["pairs"].GetArray())
        pairs.push_back({EntrantNo{static_cast<std::uint16_t>(pair[0].GetInt())},
                         EntrantNo{static_cast<std::uint16_t>(pair[1].GetInt())}});
      std::optional<EntrantNo> bye;
      if (!answer["bye"].IsNull()) bye = EntrantNo{static_cast<std::uint16_t>(answer["bye"].GetInt())};
      for (const auto& fault : check_pairing(*request, pairs, bye).faults)
        EXPECT_GT(answer["relaxed"].Size(), 0u)
            << entry.path() << " round " << round << ": " << fault.message.en;
      ++rounds;
    }
  }
  EXPECT_GT(rounds, 60);
}

}  // namespace
}  // namespace qipu::tournament
