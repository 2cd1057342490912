// `qipu repair` as scripts call it: fields, exit codes, and damaged text that comes back as it was.
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "engine/game.hpp"
#include "formats/notation/chinese.hpp"
#include "tests/support/record_damage.hpp"

namespace qipu {
namespace {

namespace fs = std::filesystem;

struct Ended {
  int exit_code = -1;
  std::string out;
};

Ended run(const std::string& arguments) {
  const std::string command = std::string(QIPU_BINARY) + " repair " + arguments + " 2>/dev/null";
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

class RepairCommand : public ::testing::Test {
 protected:
  RepairCommand()
      : file_(fs::temp_directory_path() / ("qipu-repair-" + std::to_string(::getpid()) + ".pgn")) {}
  ~RepairCommand() override { fs::remove(file_); }
  std::string with(const std::string& text) {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << text;
    return file_.string();
  }

 private:
  fs::path file_;
};

Game random_game(unsigned seed, int plies) {
  std::mt19937 random(seed);
  Game game;
  while (game.ply() < plies) {
    const MoveList legal = game.position().legal_moves();
    if (legal.empty()) break;
    (void)game.play(legal[random() % legal.size()]);
  }
  return game;
}

TEST_F(RepairCommand, LeavesASoundRecordAlone) {
  const Ended result =
      run(with("[Game \"Chinese Chess\"]\n[Result \"*\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *\n") +
          " --json");
  EXPECT_EQ(result.exit_code, 0);
  const auto answer = json(result);
  EXPECT_EQ(answer["candidates"].Size(), 0u);
  EXPECT_FALSE(answer["contradicted"].GetBool());
}

TEST_F(RepairCommand, NamesEditsWithWhatStoodThereAndWhatShould) {
  const Ended result =
      run(with("1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进4 4. 兵七进一 卒7进1") + " --json");
  EXPECT_EQ(result.exit_code, 1);
  const auto answer = json(result);
  ASSERT_GT(answer["candidates"].Size(), 0u);
  const auto& first = answer["candidates"][0];
  EXPECT_EQ(first["plies"].GetInt(), 8);
  EXPECT_TRUE(first["unique"].IsBool());
  EXPECT_TRUE(first["cost"].IsNumber());
  EXPECT_TRUE(Position::from_fen(first["final_fen"].GetString()));
  const auto& edit = first["edits"][0];
  EXPECT_EQ(edit["ply"].GetInt(), 6);
  EXPECT_STREQ(edit["kind"].GetString(), "replace");
  EXPECT_STREQ(edit["was"].GetString(), "马2进4");
  EXPECT_STREQ(edit["now"].GetString(), "b9c7");
  EXPECT_STREQ(edit["now_zh"].GetString(), "马２进３");
}

TEST_F(RepairCommand, FindsDamageOfEachKindWhenTheEndIsKnown) {
  using test::Damage;
  int records = 0, found = 0;
  for (const Damage kind :
       {Damage::missing_ply, Damage::mistyped, Damage::doubled, Damage::swapped, Damage::wrong_square})
    for (unsigned seed = 1; seed <= 4; ++seed) {
      const Game game = random_game(seed, 50);
      const auto damaged = test::Damager(seed, seed % 2 == 0).damage(kind, game.moves());
      if (!damaged) continue;
      std::string text;
      for (const auto& entry : damaged->entries) text += entry.text + "\n";
      const Ended result = run(with(text) + " --json --final-fen '" + to_fen(game.setup()) + "'");
      if (result.exit_code == 0) continue;  // left no trace
      ++records;
      const auto answer = json(result);
      for (const auto& candidate : answer["candidates"].GetArray()) {
        bool same = candidate["moves"].Size() == game.moves().size();
        for (unsigned i = 0; same && i < candidate["moves"].Size(); ++i)
          same = candidate["moves"][i].GetString() == iccs(game.moves()[i]);
        found += same;
        if (candidate["final_squares"].GetInt() == 0 && candidate["complete"].GetBool()) {
          const auto end = Position::from_fen(candidate["final_fen"].GetString());
          EXPECT_TRUE(end && *end == game.position());
        }
      }
    }
  EXPECT_GT(records, 10);
  EXPECT_GE(found * 10, records * 8) << found << " of "
                                     << records;  // random games have more rivals than real ones
}

TEST_F(RepairCommand, StartsFromTheRecordsOwnPositionAndTakesTheGameAskedFor) {
  const std::string two =
      "[Game \"Chinese Chess\"]\n\n1. 炮二平五 *\n\n[Game \"Chinese Chess\"]\n[FEN "
      "\"4k4/9/9/9/9/9/9/9/5R3/3K5 w - - 0 1\"]\n\n1. 车四进九 *\n";
  EXPECT_EQ(run(with(two) + " --game 1 --json").exit_code, 0);
  const Ended second = run(with(two) + " --game 2 --json");
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_EQ(run(with(two) + " --game 3 --json").exit_code, 3);
}

TEST_F(RepairCommand, RefusesWrongUse) {
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("/nowhere/at/all.pgn --json").exit_code, 3);
  EXPECT_EQ(run(with("炮二平五") + " --final-fen nonsense --json").exit_code, 2);
  EXPECT_EQ(run(with("炮二平五") + " --result 5-0 --json").exit_code, 2);
  EXPECT_EQ(run(with("") + " --json").exit_code, 3);
}

}  // namespace
}  // namespace qipu
