// `qipu tournament` as scripts call it: an event from its preset to the standings, with and without a service on the folder.
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "formats/encoding.hpp"

namespace qipu {
namespace {

struct Ended {
  int exit_code = -1;
  std::string out;
};

class TournamentCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "qipu-tournament-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    stop();
    std::filesystem::remove_all(folder_);
  }

  std::string data() const { return folder_ + "/data"; }

  Ended run(const std::string& arguments) const {
    const std::string command = std::string(QIPU_BINARY) + " tournament " + arguments + " --data " + data() + " --json 2>/dev/null";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    Ended result;
    if (!pipe) return result;
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) result.out.append(buffer, n);
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    return result;
  }

  rapidjson::Document json(const Ended& result, int exit_code = 0) const {
    EXPECT_EQ(result.exit_code, exit_code) << result.out;
    rapidjson::Document document;
    document.Parse(result.out.c_str());
    EXPECT_FALSE(document.HasParseError()) << result.out;
    return document;
  }
  rapidjson::Document ok(const std::string& arguments) const { return json(run(arguments)); }
  std::string refused(const std::string& arguments) const {
    const auto document = json(run(arguments), 1);
    return document.IsObject() && document.HasMember("error") ? document["error"]["code"].GetString() : "";
  }

  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << content;
    return folder_ + "/" + name;
  }

  static std::string list(int count, const std::string& section = "open") {
    std::string csv = "no,name,section,unit,sex,birth_year,title,residence,origin,shizhu,member,student,seed,withdrawn,note\n";
    for (int no = 1; no <= count; ++no)
      csv += std::to_string(no) + ",选手 " + std::to_string(no) + "," + section + ",甲队,男," + (section == "children" ? "2012" : "1990") + "," +
             (no == 3 && section == "open" ? "大师" : "") + ",市内,重庆,,,," + std::to_string(no) + ",,\n";
    return csv;
  }

  void create(int entrants) {
    ok("new --preset shizhu-2019");
    ok("entrants --import " + file("entries.csv", list(entrants)));
  }

  // The service on the folder; answers when it listens.
  void start() {
    int out[2];
    ASSERT_EQ(::pipe(out), 0);
    service_ = ::fork();
    if (service_ == 0) {
      ::dup2(out[1], 1);
      ::close(out[0]);
      ::execl(QIPU_BINARY, QIPU_BINARY, "serve", "--data", data().c_str(), "--listen", "127.0.0.1:0", "--json", nullptr);
      ::_exit(127);
    }
    ::close(out[1]);
    char c = 0;
    while (::read(out[0], &c, 1) == 1 && c != '\n') {
    }
    ::close(out[0]);
    ASSERT_EQ(c, '\n') << "the service did not start";
  }
  void stop() {
    if (service_ <= 0) return;
    ::kill(service_, SIGTERM);
    ::waitpid(service_, nullptr, 0);
    service_ = 0;
  }

  std::string folder_;
  pid_t service_ = 0;
};

TEST_F(TournamentCommand, AnEmptyListHasTheColumnsOfTheContract) {
  const auto printed = run("entrants --template");
  EXPECT_EQ(printed.exit_code, 0);
  EXPECT_EQ(printed.out, "no,name,section,unit,sex,birth_year,title,residence,origin,shizhu,member,student,seed,withdrawn,note\n");
}

TEST_F(TournamentCommand, AnEventRunsFromItsPresetToItsStandings) {
  create(30);
  ok("pair --section open --round 1");
  const auto pairs = ok("pairings --section open --round 1");
  ASSERT_EQ(pairs["pairs"].Size(), 15u);
  // Lower boards end in draws, higher ones are won by Red.
  for (int board = 1; board <= 15; ++board)
    ok("result --section open --round 1 --board " + std::to_string(board) + (board <= 10 ? " --outcome red --kind resign" : " --outcome draw --kind agreed"));
  const auto standings = ok("standings --section open");
  ASSERT_EQ(standings["rows"].Size(), 30u);
  int wins = 0, points = 0;
  for (const auto& row : standings["rows"].GetArray()) {
    wins += row["wins"].GetInt();
    points += row["points"].GetInt();
    for (const char* key : {"rank", "tied_with", "entrant", "cumulative", "fouls", "second_games", "separated_by"}) EXPECT_TRUE(row.HasMember(key)) << key;
  }
  EXPECT_EQ(wins, 10);
  EXPECT_EQ(points, 30);
  ok("pair --section open --round 2");
  EXPECT_EQ(ok("pairings --section open --round 2")["pairs"].Size(), 15u);
}

TEST_F(TournamentCommand, DutiesSayWhichRecordsAreOwedByWhomAndWhy) {
  create(30);
  ok("pair --section open --round 1");
  ok("result --section open --round 1 --board 2 --outcome black --kind time");
  ok("designate --section open --round 1 --board 14 --reason 抽查");
  const auto duties = ok("duties --section open --round 1");
  ASSERT_EQ(duties["duties"].Size(), 15u);
  std::map<int, const rapidjson::Value*> by_board;
  for (const auto& duty : duties["duties"].GetArray()) by_board[duty["board"].GetInt()] = &duty;
  const auto& second = *by_board[2];
  EXPECT_EQ(second["owner"], second["black"]) << "the winner records";
  EXPECT_EQ(second["helper"], second["red"]);
  EXPECT_STREQ(second["reasons"][0].GetString(), "top_boards");
  EXPECT_STREQ(second["state"].GetString(), "required");
  EXPECT_STREQ((*by_board[14])["reasons"][0].GetString(), "designated");
  EXPECT_EQ((*by_board[13])["reasons"].Size(), 0u);
  ok("excuse --section open --round 1 --board 2 --reason 身体不适");
  ok("paper --section open --round 1 --board 14 --reason 纸谱");
  const auto after = ok("duties --section open --round 1");
  for (const auto& duty : after["duties"].GetArray()) {
    if (duty["board"].GetInt() == 2) EXPECT_STREQ(duty["state"].GetString(), "excused");
    if (duty["board"].GetInt() == 14) EXPECT_STREQ(duty["state"].GetString(), "accepted_on_paper");
  }
}

TEST_F(TournamentCommand, AResultThatStandsIsCorrectedAndTheRecordOwedByTheOther) {
  create(20);
  ok("pair --section open --round 1");
  ok("result --section open --round 1 --board 1 --outcome red --kind resign");
  const auto owner = [&] {
    const auto duties = ok("duties --section open --round 1");
    return std::string(duties["duties"][0]["owner"].GetString());
  };
  const std::string red = owner();
  ok("result --section open --round 1 --board 1 --outcome black --kind resign --reason 登错");
  EXPECT_NE(owner(), red);
}

TEST_F(TournamentCommand, AListInGbkIsEnteredAsItReads) {
  ok("new --preset shizhu-2019");
  const auto encoded = formats::encode_text(list(4), formats::Encoding::gb18030);
  ok("entrants --import " + file("gbk.csv", encoded.bytes));
  ok("pair --section open --round 1");
  const auto pairs = ok("pairings --section open --round 1");
  const std::string name = pairs["pairs"][0]["red"]["name"].GetString();
  EXPECT_TRUE(name.starts_with("选手 ")) << name;
}

TEST_F(TournamentCommand, ARoundPairedByOtherSoftwareIsTakenAsItStands) {
  create(6);
  ok("pairings --section open --round 1 --import " + file("round.csv", "board,red,black\n1,6,1\n2,2,5\n3,4,3\n"));
  const auto pairs = ok("pairings --section open --round 1");
  ASSERT_EQ(pairs["pairs"].Size(), 3u);
  EXPECT_EQ(pairs["pairs"][0]["red"]["no"].GetInt(), 6);
  EXPECT_EQ(pairs["pairs"][2]["black"]["no"].GetInt(), 3);
}

TEST_F(TournamentCommand, AnEventLeavesAsTrfAndItsRoundGoesIntoAnother) {
  create(9);
  ok("pair --section open --round 1");
  ok("result --section open --round 1 --board 1 --outcome red --kind resign");
  ok("result --section open --round 1 --board 2 --outcome both_lose --kind ruling --reason 双方违例");
  const std::string trf = ok("export --section open")["text"].GetString();
  EXPECT_NE(trf.find("XXR"), std::string::npos);
  EXPECT_EQ(run("export --section nobody").exit_code, 1);
  const auto before = ok("pairings --section open --round 1");
  std::filesystem::remove_all(data());
  create(9);
  ok("pairings --section open --round 1 --import " + file("open.trf", trf));
  const auto after = ok("pairings --section open --round 1");
  ASSERT_EQ(after["pairs"].Size(), before["pairs"].Size());
  EXPECT_EQ(after["bye"]["no"].GetInt(), before["bye"]["no"].GetInt());
  EXPECT_EQ(std::string(ok("export --section open")["text"].GetString()), trf) << "what came in goes out";
}

TEST_F(TournamentCommand, ASwapByHandSaysWhatItBreaksAndHowItDiffersFromTheEngine) {
  create(6);
  ok("pair --section open --round 1");
  for (int board = 1; board <= 3; ++board)
    ok("result --section open --round 1 --outcome draw --kind agreed --board " + std::to_string(board));
  const auto first = ok("pairings --section open --round 1");
  ok("pair --section open --round 2 --draft");
  const auto draft = ok("pairings --section open --round 2");
  EXPECT_FALSE(draft["published"].GetBool());
  EXPECT_EQ(draft["difference"].Size(), 0u);
  EXPECT_TRUE(draft["measures"].IsNull());
  // The opponent of board 1's red gives his place to whom that red met in round 1.
  const int red = draft["pairs"][0]["red"]["no"].GetInt(), black = draft["pairs"][0]["black"]["no"].GetInt();
  int met = 0;
  for (const auto& pair : first["pairs"].GetArray()) {
    if (pair["red"]["no"].GetInt() == red) met = pair["black"]["no"].GetInt();
    if (pair["black"]["no"].GetInt() == red) met = pair["red"]["no"].GetInt();
  }
  const std::string two = " --a " + std::to_string(black) + " --b open-" + std::to_string(met);
  EXPECT_EQ(run("swap --section open --round 2" + two).exit_code, 2) << "a reason is needed";
  json(run("swap --section open --round 2 --reason 试排" + two), 1);
  const auto swapped = ok("pairings --section open --round 2");
  EXPECT_EQ(swapped["pairs"][0]["black"]["no"].GetInt(), met);
  EXPECT_EQ(swapped["difference"].Size(), 4u) << "two pairs of the engine's, two by hand";
  EXPECT_TRUE(swapped["measures"]["hand"].HasMember("cross_score"));
  ASSERT_GE(swapped["broken"].Size(), 1u);
  EXPECT_STREQ(swapped["broken"][0]["code"].GetString(), "pairing.rematch");
  ok("publish --section open --round 2");
  EXPECT_TRUE(ok("pairings --section open --round 2")["published"].GetBool());
  EXPECT_EQ(refused("swap --section open --round 2 --reason 已公布" + two), "round.no_draft");
}

TEST_F(TournamentCommand, FoulsAreAddedWithAReasonAndCountInTheStandings) {
  create(10);
  ok("pair --section open --round 1");
  const auto foul = ok("foul add --section open --no 4 --kind D1 --reason 走子违例");
  EXPECT_TRUE(foul["answer"].HasMember("id"));
  const auto fouls = ok("fouls");
  ASSERT_EQ(fouls["rows"].Size(), 1u);
  EXPECT_STREQ(fouls["rows"][0]["entrant"].GetString(), "open-4");
  const auto standings = ok("standings --section open");
  for (const auto& row : standings["rows"].GetArray())
    if (row["no"].GetInt() == 4) EXPECT_EQ(row["fouls"].GetInt(), 1);
  EXPECT_EQ(refused("foul add --section open --no 4 --kind no_such --reason x"), "foul.kind");
}

TEST_F(TournamentCommand, WhatCannotBeIsRefusedWithAStableCode) {
  create(10);
  EXPECT_EQ(refused("new --preset shizhu-2019"), "tournament.exists");
  EXPECT_EQ(refused("result --section open --round 1 --board 1 --outcome red"), "game.unknown");
  ok("pair --section open --round 1");
  EXPECT_EQ(refused("pair --section open --round 3"), "round.order");
  EXPECT_EQ(refused("result --section open --round 1 --board 1 --outcome draw --kind mate"), "result.inconsistent");
  EXPECT_EQ(run("result --section open --round 1 --board 1 --outcome perhaps").exit_code, 2);
  EXPECT_EQ(refused("standings --section seniors"), "not_found");
}

TEST_F(TournamentCommand, AFolderWithoutAJournalIsNoInput) {
  EXPECT_EQ(run("standings --section open").exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(data())) << "reading leaves nothing behind";
}

TEST_F(TournamentCommand, TheGateIsClosedWhileResultsAreMissing) {
  create(10);
  ok("pair --section open --round 1");
  EXPECT_FALSE(json(run("gate --section open --round 1"), 1)["open"].GetBool());
  for (int board = 1; board <= 5; ++board) ok("result --section open --round 1 --board " + std::to_string(board) + " --outcome draw --kind agreed");
  EXPECT_TRUE(json(run("gate --section open --round 1"), 0)["open"].GetBool());
}

TEST_F(TournamentCommand, WhileAServiceRunsWritesGoThroughItAndReadsSeeThem) {
  create(20);
  start();
  ok("pair --section open --round 1 --as 裁判甲");
  const auto answer = ok("result --section open --round 1 --board 1 --outcome red --kind resign --as 裁判甲");
  EXPECT_GT(answer["seq"].GetInt(), 0);
  EXPECT_EQ(ok("pairings --section open --round 1")["pairs"].Size(), 10u);
  EXPECT_EQ(refused("result --section open --round 1 --board 99 --outcome red"), "game.unknown");
  struct stat socket{};
  ASSERT_EQ(::stat((data() + "/qipu.sock").c_str(), &socket), 0);
  EXPECT_EQ(socket.st_mode & 0777, 0600u) << "for the folder's owner alone";
  stop();
  EXPECT_FALSE(std::filesystem::exists(data() + "/qipu.sock"));
  const auto standings = ok("standings --section open");
  EXPECT_EQ(standings["rows"][0]["points"].GetInt(), 2);
}

}  // namespace
}  // namespace qipu
