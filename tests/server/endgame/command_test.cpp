// `qipu endgame` as scripts call it: fields, values and exit codes.
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace qipu {
namespace {

struct Ended {
  int exit_code;
  std::string out;
};

Ended run(const std::string& arguments) {
  const std::string command = std::string(QIPU_BINARY) + " " + arguments + " 2>/dev/null";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  Ended result{-1, ""};
  if (!pipe) return result;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) result.out.append(buffer, n);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

rapidjson::Document json(const Ended& result) {
  rapidjson::Document document;
  document.Parse(result.out.c_str());
  EXPECT_FALSE(document.HasParseError()) << result.out;
  return document;
}

TEST(EndgameCommand, AnswersForAPosition) {
  const Ended result = run("endgame --json --fen '9/4a4/4ka3/8N/9/9/9/9/9/3K5 w - - 0 1'");
  EXPECT_EQ(result.exit_code, 0);
  const auto answer = json(result);
  EXPECT_STREQ(answer["material"].GetString(), "KNvKAA");
  EXPECT_TRUE(answer["covered"].GetBool());
  EXPECT_STREQ(answer["value"].GetString(), "red_wins");
  EXPECT_EQ(answer["plies_to_mate"].GetInt(), 43);
  EXPECT_LE(answer["plies_to_capture"].GetInt(), 43);
  EXPECT_TRUE(answer["forceable"]["40"].GetBool());
  EXPECT_TRUE(answer["forceable"]["30"].GetBool());
  EXPECT_STREQ(answer["simple_draw"].GetString(), "no");
  for (const char* key : {"holding_replies", "replies", "looked_plies"})
    EXPECT_TRUE(answer[key].IsInt()) << key;
  EXPECT_TRUE(answer["reason"]["zh"].IsString());
  EXPECT_TRUE(answer["reason"]["en"].IsString());
}

TEST(EndgameCommand, NamesTheWinnerByColour) {
  const auto answer = json(run("endgame --json --fen '9/9/9/3k5/9/9/9/4Ka3/4a4/9 w - - 0 1'"));
  EXPECT_TRUE(answer.HasMember("error"));  // pieces where they can never stand
  const auto black = json(run("endgame --json --fen '3k5/4r4/9/9/9/9/9/9/4A4/4K4 b - - 0 1'"));
  EXPECT_STREQ(black["material"].GetString(), "KAvKR");
  EXPECT_STREQ(black["value"].GetString(), "black_wins");
}

TEST(EndgameCommand, CallsADrawWithoutAttackersProven) {
  const auto answer = json(run("endgame --json --fen '3ak4/4a4/9/9/9/9/9/4B4/9/3K5 w - - 0 1'"));
  EXPECT_STREQ(answer["value"].GetString(), "draw");
  EXPECT_TRUE(answer["plies_to_mate"].IsNull());
  EXPECT_STREQ(answer["simple_draw"].GetString(), "proven");
}

TEST(EndgameCommand, SaysWhenAMaterialIsNotCovered) {
  const Ended result =
      run("endgame --json --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_FALSE(json(result)["covered"].GetBool());
}

TEST(EndgameCommand, CountsAClassFromEitherSide) {
  const auto strong = json(run("endgame --material KRvKA --json")),
             weak = json(run("endgame --material KAvKR --json"));
  EXPECT_EQ(strong["strong_to_move"]["legal"].GetInt(), 18507);
  EXPECT_EQ(strong["strong_to_move"]["wins"].GetInt(), 18507);
  EXPECT_EQ(strong["strong_to_move"]["longest"].GetInt(), 9);
  EXPECT_EQ(strong["weak_to_move"]["losses"].GetInt(), 22074);
  EXPECT_EQ(strong["weak_to_move"]["longest"].GetInt(), 10);
  EXPECT_EQ(weak["weak_to_move"]["wins"].GetInt(), 18507);
  EXPECT_TRUE(weak["strong_to_move"]["longest"].IsNull());
}

TEST(EndgameCommand, RefusesWrongUse) {
  EXPECT_EQ(run("endgame").exit_code, 2);
  EXPECT_EQ(run("endgame --material KXvK --json").exit_code, 2);
  EXPECT_EQ(run("endgame --fen nonsense --json").exit_code, 3);
  EXPECT_EQ(run("endgame --material KRRNNCCvKRRNNCC --json").exit_code, 1);
}

TEST(EndgameCommand, BuildsAndKeepsWhatIsThere) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("qipu-endgame-build-" + std::to_string(::getpid()));
  const std::string build = "endgame build --json --materials KRvKA --dir " + folder.string();
  const auto first = json(run(build));
  ASSERT_EQ(first["classes"].Size(), 4u);  // KvK, KAvK, KRvK, KRvKA
  for (const auto& entry : first["classes"].GetArray()) {
    EXPECT_FALSE(entry["kept"].GetBool());
    EXPECT_GT(entry["verified"].GetInt(), 0);
  }
  std::ofstream(folder / "KRvK.qpe", std::ios::binary | std::ios::app) << "x";
  const auto second = json(run(build));
  for (const auto& entry : second["classes"].GetArray())
    EXPECT_EQ(entry["kept"].GetBool(), std::string(entry["material"].GetString()) != "KRvK");
  EXPECT_EQ(run("endgame --material KRvKA --json --max-positions 0 --dir " + folder.string()).exit_code, 0);
  EXPECT_EQ(run("endgame --material KRvKB --json --max-positions 0 --dir " + folder.string()).exit_code, 1);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace qipu
