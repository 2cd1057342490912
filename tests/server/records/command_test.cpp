// `qipu check` and `qipu convert` as scripts call them: fields, order, exit codes, every target read back.
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/record_samples.hpp"

namespace qipu::formats {
namespace {

namespace fs = std::filesystem;

struct Ended {
  int exit_code = -1;
  std::string out;
};

Ended run(const std::string& arguments) {
  const std::string command = std::string(QIPU_BINARY) + " " + arguments + " 2>/dev/null";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  Ended result;
  if (!pipe) return result;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) result.out.append(buffer, n);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

std::vector<rapidjson::Document> lines(const Ended& ended) {
  std::vector<rapidjson::Document> documents;
  std::istringstream in(ended.out);
  for (std::string line; std::getline(in, line);) {
    documents.emplace_back();
    documents.back().Parse(line.c_str());
    EXPECT_TRUE(documents.back().IsObject()) << line;
  }
  return documents;
}

class RecordCommands : public ::testing::Test {
 protected:
  RecordCommands() : folder_(fs::temp_directory_path() / ("qipu-records-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~RecordCommands() override { fs::remove_all(folder_); }
  std::string file(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary | std::ios::trunc) << bytes;
    return path(name);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  fs::path folder_;
};

TEST_F(RecordCommands, CheckPrintsALineAGameInFileOrderWithEveryField) {
  for (int i = 0; i < 30; ++i)
    file((i < 10 ? "0" : "") + std::to_string(i) + ".xqf", write_xqf(sample_record()).bytes);
  file("99.xqf", "rubbish");
  const Ended ended = run("check " + path("") + " --ndjson");
  EXPECT_EQ(ended.exit_code, 1);
  const auto games = lines(ended);
  ASSERT_EQ(games.size(), 31u);
  std::string last;
  for (const auto& game : games) {
    for (const char* field :
         {"file", "game", "format", "encoding", "start_fen", "plies", "final_fen", "result", "result_text",
          "terminal", "complete", "deleted", "variations", "comments", "first_error", "warnings", "headers"})
      EXPECT_TRUE(game.HasMember(field)) << field;
    EXPECT_LT(last, game["file"].GetString());
    last = game["file"].GetString();
  }
  EXPECT_EQ(games[0]["plies"].GetInt(), 10);
  EXPECT_STREQ(games[0]["result"].GetString(), "1-0");
  EXPECT_EQ(games[0]["variations"].GetInt(), 3);
  EXPECT_EQ(games[0]["comments"].GetInt(), 3);
  EXPECT_TRUE(games[0]["complete"].GetBool());
  EXPECT_EQ(games[30]["game"].GetInt(), 0);
  EXPECT_STREQ(games[30]["first_error"]["code"].GetString(), "file.not_a_record");
}

TEST_F(RecordCommands, CheckNamesTheFirstErrorAndItsPlace) {
  const auto games =
      lines(run("check --ndjson " + file("a.pgn", "[Red \"a\"]\n\n1. 炮二平五 马８进７\n2. 车一进五 *\n")));
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0]["plies"].GetInt(), 2);
  EXPECT_EQ(games[0]["first_error"]["at"]["ply"].GetInt(), 3);
  EXPECT_EQ(games[0]["first_error"]["at"]["line"].GetInt(), 4);
  EXPECT_STREQ(games[0]["first_error"]["at"]["text"].GetString(), "车一进五");
  EXPECT_FALSE(games[0]["complete"].GetBool());
}

TEST_F(RecordCommands, ExitCodesSayWhetherAllIsWell) {
  EXPECT_EQ(run("check " + file("good.xqf", write_xqf(sample_record()).bytes)).exit_code, 0);
  EXPECT_EQ(run("check " + file("open.txt", "炮二平五 马8进7")).exit_code, 1);
  EXPECT_EQ(run("check " + path("missing.pgn")).exit_code, 3);
  EXPECT_EQ(run("check --encoding klingon " + path("good.xqf")).exit_code, 2);
  EXPECT_EQ(run("check").exit_code, 2);
  EXPECT_EQ(run("convert " + path("good.xqf") + " -o - --to riddle").exit_code, 2);
  EXPECT_EQ(run("convert " + path("missing.xqf") + " -o - --to pgn").exit_code, 3);
  EXPECT_EQ(run("convert " + path("good.xqf") + " -o - --to pgn --game 2").exit_code, 3);
}

TEST_F(RecordCommands, ConvertWritesEveryTargetSoThatItReadsBack) {
  const std::string in = file("in.xqf", write_xqf(sample_record()).bytes);
  for (const char* arguments : {"out.pgn", "out.pgn --notation wxf", "out.pgn --notation iccs",
                                "out.pgn --encoding gb18030", "out.pgn --encoding big5", "out.xqf",
                                "out.xqf --xqf-version 18", "out.ubb", "out.wxf", "out.txt --to iccs"}) {
    ASSERT_EQ(run("convert " + in + " -o " + path(arguments)).exit_code, 0) << arguments;
    const std::string name = std::string(arguments).substr(0, std::string(arguments).find(' '));
    const auto games = lines(run("check --ndjson " + path(name)));
    ASSERT_EQ(games.size(), 1u) << arguments;
    EXPECT_EQ(games[0]["plies"].GetInt(), 10) << arguments;
    EXPECT_STREQ(games[0]["result"].GetString(), "1-0") << arguments;
    EXPECT_TRUE(games[0]["first_error"].IsNull()) << arguments;
  }
}

TEST_F(RecordCommands, ConvertPicksOneGameAndWritesJson) {
  std::string all;
  for (const RecordSample& sample : record_samples())
    if (sample.name == "chinese.pgn") all = sample.bytes;
  const Ended ended = run("convert " + file("two.pgn", all) + " -o - --to json --game 2");
  EXPECT_EQ(ended.exit_code, 0);
  const auto games = lines(ended);
  ASSERT_EQ(games.size(), 1u);
  ASSERT_EQ(games[0]["moves"].Size(), 2u);
  EXPECT_STREQ(games[0]["moves"][0].GetString(), "a0a8");
  EXPECT_STREQ(games[0]["start_fen"].GetString(), "3k5/9/9/9/9/9/9/9/5K3/R8 w - - 4 61");
}

}  // namespace
}  // namespace qipu::formats
