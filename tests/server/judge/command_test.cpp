// `qipu judge` as scripts call it: fields, values, exit codes, the error object.
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace qipu {
namespace {

struct Ended {
  int exit_code = -1;
  std::string out;
};

Ended run(const std::string& arguments) {
  const std::string command = std::string(QIPU_BINARY) + " judge " + arguments + " 2>/dev/null";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  Ended result;
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

std::string repeated(const std::string& cycle, int times) {
  std::string moves;
  for (int k = 0; k < times; ++k) moves += (k ? " " : "") + cycle;
  return "--moves '" + moves + "'";
}

const std::string kChecks = "--fen '4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1' ";
const std::string kCheckCycle = "a8a9 e9e8 a9a8 e8e9";
const std::string kChase = "--fen '4k1b2/9/9/n8/9/9/9/1R7/9/3K5 w - - 0 1' ";
const std::string kChaseCycle = "b2a2 g9i7 a2b2 i7g9";

TEST(JudgeCommand, PrintsTheVerdictWithAllFieldsOfTheContract) {
  const Ended ended = run(kChase + repeated(kChaseCycle, 3) + " --json");
  EXPECT_EQ(ended.exit_code, 0);
  const auto answer = json(ended);
  EXPECT_EQ(answer["plies"].GetInt(), 12);
  EXPECT_STREQ(answer["final_fen"].GetString(), "4k1b2/9/9/n8/9/9/9/1R7/9/3K5 w - - 12 7");
  EXPECT_STREQ(answer["terminal"].GetString(), "none");
  EXPECT_EQ(answer["cycle"]["first_ply"].GetInt(), 1);
  EXPECT_EQ(answer["cycle"]["plies"].GetInt(), 4);
  EXPECT_EQ(answer["cycle"]["times"].GetInt(), 3);
  for (const char* side : {"red", "black"}) {
    const auto& conduct = answer[side];
    EXPECT_STREQ(conduct["conduct"].GetString(), "idle");
    EXPECT_STREQ(conduct["class"].GetString(), "allowed");
    ASSERT_EQ(conduct["moves"].Size(), 2u);
    ASSERT_EQ(conduct["labels"].Size(), 2u);
    ASSERT_EQ(conduct["reasons"].Size(), 2u);
  }
  EXPECT_STREQ(answer["red"]["moves"][0].GetString(), "b2a2");
  EXPECT_STREQ(answer["red"]["labels"][0].GetString(), "捉");
  EXPECT_STREQ(answer["red"]["labels"][1].GetString(), "闲");
  const auto& reason = answer["red"]["reasons"][0][0];
  EXPECT_STREQ(reason["kind"].GetString(), "chase");
  EXPECT_STREQ(reason["by"].GetString(), "a2");
  EXPECT_STREQ(reason["piece"].GetString(), "rook");
  EXPECT_STREQ(reason["target"].GetString(), "a6");
  EXPECT_STREQ(reason["target_piece"].GetString(), "horse");
  EXPECT_STREQ(reason["root"].GetString(), "unrooted");
  EXPECT_FALSE(reason["joint"].GetBool());
  EXPECT_STREQ(reason["via"].GetString(), "direct");
  EXPECT_GT(reason["zh"].GetStringLength(), 0u);
  EXPECT_GT(reason["en"].GetStringLength(), 0u);
  EXPECT_STREQ(answer["must_change"].GetString(), "none");
  EXPECT_STREQ(answer["if_unchanged"].GetString(), "draw");
  EXPECT_STREQ(answer["stage"].GetString(), "pending");
  EXPECT_TRUE(answer["certainty"].IsString());
  EXPECT_GT(answer["clauses"].Size(), 0u);
  EXPECT_EQ(answer["natural_limit"]["limit_rounds"].GetInt(), 40);
  EXPECT_EQ(answer["natural_limit"]["quiet_plies"].GetInt(), 12);
  for (const char* side : {"red", "black"}) {
    EXPECT_EQ(answer["natural_limit"][side]["countable"].GetInt(), 6);
    EXPECT_EQ(answer["natural_limit"][side]["checks"].GetInt(), 0);
    EXPECT_FALSE(answer["natural_limit"][side]["may_claim"].GetBool());
  }
  EXPECT_FALSE(answer.HasMember("regulation"));
  EXPECT_GT(answer["explanation"]["zh"].GetStringLength(), 0u);
  EXPECT_GT(answer["explanation"]["en"].GetStringLength(), 0u);
}

TEST(JudgeCommand, RulesAgainstAPerpetualCheck) {
  const auto answer = json(run(kChecks + repeated(kCheckCycle, 3) + " --json"));
  EXPECT_STREQ(answer["red"]["conduct"].GetString(), "check");
  EXPECT_STREQ(answer["red"]["class"].GetString(), "perpetual_check");
  EXPECT_STREQ(answer["must_change"].GetString(), "red");
  EXPECT_STREQ(answer["if_unchanged"].GetString(), "red_loses");
  EXPECT_STREQ(answer["stage"].GetString(), "loss_due");
  EXPECT_STREQ(answer["certainty"].GetString(), "certain");
}

TEST(JudgeCommand, WithoutACycleThereIsNothingToRule) {
  const auto answer = json(run("--moves 'h2e2 h9g7' --json"));
  EXPECT_TRUE(answer["cycle"].IsNull());
  EXPECT_STREQ(answer["must_change"].GetString(), "none");
  EXPECT_STREQ(answer["if_unchanged"].GetString(), "continue");
  EXPECT_EQ(answer["red"]["moves"].Size(), 0u);
  EXPECT_EQ(run("--moves '' --json").exit_code, 0);
}

TEST(JudgeCommand, PlyLooksBackIntoTheGame) {
  const auto answer = json(run(kChecks + repeated(kCheckCycle, 3) + " --ply 4 --json"));
  EXPECT_EQ(answer["plies"].GetInt(), 4);
  EXPECT_EQ(answer["cycle"]["times"].GetInt(), 1);
  EXPECT_STREQ(answer["stage"].GetString(), "none");
  EXPECT_STREQ(answer["must_change"].GetString(), "red");
  const Ended beyond = run(kChecks + repeated(kCheckCycle, 1) + " --ply 40 --json");
  EXPECT_EQ(beyond.exit_code, 1);
  EXPECT_STREQ(json(beyond)["error"]["code"].GetString(), "ply.beyond_the_end");
}

TEST(JudgeCommand, PaceRulesAndRegulationAreOptions) {
  const auto fast = json(run(kChase + repeated(kChaseCycle, 1) + " --pace fast --rules axf --json"));
  EXPECT_EQ(fast["natural_limit"]["limit_rounds"].GetInt(), 30);
  EXPECT_EQ(
      json(run(kChase + repeated(kChaseCycle, 1) + " --pace ultra --json"))["natural_limit"]["limit_rounds"]
          .GetInt(),
      30);
  const auto early = json(run(kChase + repeated(kChaseCycle, 3) + " --regulation shizhu-2019 --json"));
  EXPECT_TRUE(early["regulation"]["early_draw"].GetBool());
  EXPECT_STREQ(early["regulation"]["must_change"].GetString(), "red");
  EXPECT_STREQ(early["regulation"]["if_unchanged"].GetString(), "arbiter");
  EXPECT_STREQ(early["regulation"]["clause"].GetString(), "reg:G4");
  EXPECT_STREQ(early["if_unchanged"].GetString(), "draw");
}

TEST(JudgeCommand, AuditsTheNaturalLimitPlyByPly) {
  const auto answer = json(run(kChecks + repeated(kCheckCycle, 1) + " --audit --json"));
  const auto& audit = answer["natural_limit"]["audit"];
  ASSERT_EQ(audit.Size(), 4u);
  EXPECT_STREQ(audit[0]["move"].GetString(), "a8a9");
  EXPECT_TRUE(audit[0]["left_out"].GetBool());
  EXPECT_EQ(audit[3]["red_countable"].GetInt(), 0);
  EXPECT_EQ(audit[3]["black_countable"].GetInt(), 2);
  const auto counted =
      json(run(kChecks + repeated(kCheckCycle, 1) + " --counted-checks 1 --limit-rounds 2 --json"));
  EXPECT_EQ(counted["natural_limit"]["red"]["countable"].GetInt(), 1);
  EXPECT_TRUE(counted["natural_limit"]["black"]["may_claim"].GetBool());
  EXPECT_FALSE(counted["natural_limit"].HasMember("automatic_draw"));
  EXPECT_TRUE(json(run(kChecks + repeated(kCheckCycle, 1) +
                       " --automatic-limit --limit-rounds 2 --json"))["natural_limit"]["automatic_draw"]
                  .GetBool());
}

TEST(JudgeCommand, AnIllegalMoveIsAFindingWithItsPlace) {
  const Ended ended = run("--moves 'h2e2 h9g7 e2e9' --json");
  EXPECT_EQ(ended.exit_code, 1);
  const auto answer = json(ended);
  const auto& error = answer["error"];
  EXPECT_EQ(error["at"]["ply"].GetInt(), 3);
  EXPECT_STREQ(error["at"]["text"].GetString(), "e2e9");
  EXPECT_TRUE(error["code"].IsString());
  EXPECT_GT(error["message"].GetStringLength(), 0u);
  EXPECT_TRUE(error.HasMember("params"));
  EXPECT_TRUE(error.HasMember("clause"));
  EXPECT_EQ(run("--moves 'h2e2 zz' --json").exit_code, 1);
}

TEST(JudgeCommand, WrongUsageAndUnreadableInputHaveTheirOwnCodes) {
  EXPECT_EQ(run("--json").exit_code, 2);
  EXPECT_EQ(run("--moves h2e2 --rules nonsense").exit_code, 2);
  EXPECT_EQ(run("--moves h2e2 --regulation nonsense").exit_code, 2);
  EXPECT_EQ(run("--moves h2e2 --ply -3").exit_code, 2);
  EXPECT_EQ(run("--moves h2e2 --fen nonsense --json").exit_code, 3);
  EXPECT_EQ(run("--help").exit_code, 0);
}

class RecordFile {
 public:
  explicit RecordFile(const std::string& content)
      : path_(std::filesystem::temp_directory_path() / ("judge_" + std::to_string(::getpid()) + ".pgn")) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~RecordFile() { std::filesystem::remove(path_); }
  std::string option() const { return "--file " + path_.string() + " "; }

 private:
  std::filesystem::path path_;
};

const std::string kRecord =
    "[Event \"first\"]\n[Result \"*\"]\n\n1. C2=5 h8+7 *\n\n"
    "[Event \"second\"]\n[SetUp \"1\"]\n[FEN \"4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1\"]\n[Result \"*\"]\n\n"
    "1. A8-A9 E9-E8 2. A9-A8 E8-E9 3. A8-A9 E9-E8 4. A9-A8 E8-E9 5. A8-A9 E9-E8 6. A9-A8 E8-E9 *\n";

TEST(JudgeCommand, ReadsARecordOfAnyFormatThatIsRead) {
  const RecordFile file(kRecord);
  const Ended ended = run(file.option() + "--game 2 --json");
  EXPECT_EQ(ended.exit_code, 0);
  const auto answer = json(ended);
  ASSERT_TRUE(answer.HasMember("plies")) << ended.out;
  EXPECT_EQ(answer["plies"].GetInt(), 12);
  EXPECT_STREQ(answer["must_change"].GetString(), "red");
  EXPECT_STREQ(answer["stage"].GetString(), "loss_due");
  EXPECT_EQ(json(run(file.option() + "--game 2 --ply 4 --json"))["cycle"]["times"].GetInt(), 1);
  EXPECT_EQ(json(run(file.option() + "--json"))["plies"].GetInt(), 2);
}

TEST(JudgeCommand, AMissingFileGameOrMoveIsSaidSo) {
  EXPECT_EQ(run("--file /nonexistent.pgn --json").exit_code, 3);
  const RecordFile file(kRecord);
  EXPECT_EQ(run(file.option() + "--game 9 --json").exit_code, 3);
  EXPECT_EQ(run(file.option() + "--moves h2e2").exit_code, 2);
  const RecordFile broken("[Event \"x\"]\n[Result \"*\"]\n\n1. H2-E2 H9-G7 2. E2-E9 *\n");
  const Ended ended = run(broken.option() + "--json");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(json(ended)["error"]["at"]["ply"].GetInt(), 3);
  EXPECT_EQ(run(broken.option() + "--ply 2 --json").exit_code, 0);
}

TEST(JudgeCommand, SpeaksChineseOrEnglish) {
  EXPECT_NE(run(kChecks + repeated(kCheckCycle, 1) + " --lang zh").out.find("红方须变着"), std::string::npos);
  EXPECT_NE(run(kChecks + repeated(kCheckCycle, 1) + " --lang en").out.find("Red must vary"),
            std::string::npos);
}

}  // namespace
}  // namespace qipu
