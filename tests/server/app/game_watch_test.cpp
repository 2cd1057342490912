// The service notices what the rules say of a game and proposes it to the arbiters, once.
#include "server/app/game_watch.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "formats/read.hpp"
#include "ruling_cases.hpp"

namespace qipu::app {
namespace {

namespace fs = std::filesystem;

class Watching : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "qipu-watch-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    open();
    recorder::TournamentNew create;
    create.id = create.preset = "shizhu-2019";
    desk(create);
    std::string csv = "no,name,section\n";
    for (int no = 1; no <= 20; ++no) csv += std::to_string(no) + ",选手 " + std::to_string(no) + ",open\n";
    desk(recorder::EntrantsImport{csv, "list.csv"});
    desk(recorder::RoundPair{"open", "1", {}});
    desk(recorder::RoundPublish{"open", "1"});
  }
  void TearDown() override {
    watch_.reset();
    ledger_.reset();
    fs::remove_all(folder_);
  }
  void open() {
    auto ledger = Ledger::open(folder_ + "/data");
    ASSERT_TRUE(ledger) << ledger.error().message.en;
    ledger_ = std::move(*ledger);
    watch_ = std::make_unique<GameWatch>(*ledger_, folder_ + "/tables");
    ledger_->start();
    watch_->start();
  }
  void restart() {
    watch_.reset();
    ledger_.reset();
    open();
  }

  recorder::Answer perform(recorder::Command command, recorder::Role role) {
    recorder::Context context;
    context.by.role = role;
    context.by.name = "测试";
    const auto outcome = ledger_->perform(std::move(command), context);
    EXPECT_TRUE(outcome.answer) << outcome.answer.error().message.en;
    return outcome.answer ? *outcome.answer : recorder::Answer{};
  }
  recorder::Answer desk(recorder::Command command) { return perform(std::move(command), recorder::Role::chief); }

  void append(const std::string& game, int from, std::vector<std::string> moves) { desk(recorder::RecordAppend{game, from, std::move(moves), {}, false}); }

  std::vector<recorder::Proposal> proposals() {
    watch_->settle();
    // The proposals are in the writer's line: what comes after them comes after them.
    desk(recorder::BoardDesignate{"open-1-10", "", false});
    return ledger_->read(Audience::inside, [](const recorder::State& state) { return state.proposals; });
  }

  std::string folder_;
  std::unique_ptr<Ledger> ledger_;
  std::unique_ptr<GameWatch> watch_;
};

// The rooks go to and fro.
std::vector<std::string> cycle(int times) {
  std::vector<std::string> moves;
  for (int i = 0; i < times; ++i)
    for (const char* move : {"i0h0", "h9i9", "h0i0", "i9h9"}) moves.emplace_back(move);
  return moves;
}

TEST_F(Watching, ARepetitionIsProposedWhenItComesUpForTheThirdTimeAndNotAgain) {
  append("open-1-1", 0, {"h2e2", "h9g7", "h0g2", "i9h9"});
  int ply = 4;
  for (const auto& move : cycle(5)) append("open-1-1", ply++, {move});
  const auto list = proposals();
  ASSERT_FALSE(list.empty());
  int repetitions = 0;
  for (const auto& one : list) repetitions += one.made.kind == "repetition";
  EXPECT_GE(repetitions, 1);
  EXPECT_LE(repetitions, 2) << "once for each stage";
  EXPECT_EQ(list.front().made.game, *ledger_->read(Audience::inside, [](const recorder::State& state) { return state.parse_game("open-1-1"); }));
  restart();
  append("open-1-1", ply, {"i0h0"});
  EXPECT_EQ(proposals().size(), list.size()) << "known after a restart";
}

// Nothing when the collection is not there.
std::vector<std::string> corpus_moves(const std::string& name) {
  std::vector<std::string> moves;
  std::ifstream in(std::string(QIPU_SHARED) + "/corpus/pgn/" + name, std::ios::binary);
  if (!in) return moves;
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto record = formats::read_game(formats::bytes_of(bytes), {}, 1);
  EXPECT_TRUE(record) << name;
  if (record)
    for (const Move move : record->record.main_line()) moves.push_back(iccs(move));
  return moves;
}

TEST_F(Watching, ARealGameThatGoesOnWithoutRepetitionIsLeftInPeace) {
  const auto moves = corpus_moves("cchess-0006.pgn");
  if (moves.empty()) GTEST_SKIP() << "needs ../shared/corpus, which is not there";
  int ply = 0;
  for (const auto& move : moves) append("open-1-2", ply++, {move});
  for (const auto& one : proposals()) EXPECT_NE(one.made.kind, "repetition") << one.made.message.en;
  EXPECT_GE(watch_->looked(), 1u);
}

TEST_F(Watching, TheNaturalLimitIsProposedToWhoMayClaim) {
  // Forty rounds and more in which nothing is taken and no position stands three times in a row of moves.
  append("open-1-3", 0, {"h2e2", "h7e7"});
  int ply = 2;
  const std::vector<std::vector<std::string>> rooks = {{"a0a1", "a1a2", "a2a1", "a1a0"}, {"a9a8", "a8a7", "a7a8", "a8a9"}};
  for (int round = 0; round < 41; ++round) {
    append("open-1-3", ply++, {rooks[0][static_cast<std::size_t>(round) % 4]});
    append("open-1-3", ply++, {rooks[1][static_cast<std::size_t>(round) % 4]});
  }
  int limits = 0;
  for (const auto& one : proposals())
    if (one.made.kind == "natural_limit") {
      ++limits;
      EXPECT_EQ(one.made.clause, "reg:G1");
      EXPECT_GE(one.made.ply, 80);
    }
  EXPECT_EQ(limits, 2) << "both may claim, each is told once";
}

TEST_F(Watching, ACorrectionTakesBackWhatItMakesUntrueAndTheSameMayComeUpAgain) {
  append("open-1-5", 0, {"h2e2", "h9g7", "h0g2", "i9h9"});
  append("open-1-5", 4, cycle(3));
  const auto before = proposals();
  ASSERT_EQ(before.size(), 1u);
  ASSERT_EQ(before[0].made.kind, "repetition");
  // Another first cycle: the position has not come up that often any more.
  auto moves = cycle(3);
  moves[0] = "g3g4";
  moves[2] = "g4g5";
  moves.resize(4);
  desk(recorder::RecordReplace{"open-1-5", 4, 12, moves});
  const auto corrected = proposals();
  ASSERT_EQ(corrected.size(), 1u);
  EXPECT_EQ(corrected[0].accepted, std::optional(false));
  EXPECT_TRUE(corrected[0].withdrawn);
  desk(recorder::RecordReplace{"open-1-5", 4, 4, cycle(3)});
  const auto again = proposals();
  ASSERT_EQ(again.size(), 2u) << "as it was before";
  EXPECT_FALSE(again[1].accepted);
  EXPECT_EQ(again[1].made.ply, before[0].made.ply);
}

TEST_F(Watching, ARealGameBeyondTheNaturalLimitIsProposedToEachSideOnceAfterItsLastCapture) {
  const auto cases = support::ruling_cases(std::string(QIPU_SHARED) + "/cases/natural-limit.jsonl");
  if (!cases) GTEST_SKIP() << "needs ../shared/cases, which are not there";
  const auto& game = cases->front();  // nothing is taken from ply 92 on, to the end at 288
  std::vector<std::string> moves;
  for (const Move move : game.moves) moves.push_back(iccs(move));
  append("open-1-9", 0, {moves.begin(), moves.begin() + 160});
  for (std::size_t i = 160; i < moves.size(); ++i) append("open-1-9", static_cast<int>(i), {moves[i]});
  int limits = 0;
  for (const auto& one : proposals()) {
    if (one.made.kind != "natural_limit") continue;
    ++limits;
    EXPECT_GE(one.made.ply, 91 + 80);
  }
  EXPECT_EQ(limits, 2);
}

TEST_F(Watching, AFinishedGameIsNotRuledOn) {
  append("open-1-4", 0, {"h2e2", "h9g7", "h0g2", "i9h9"});
  desk(recorder::ResultRegister{"open-1-4", "draw", "agreed", "", ""});
  append("open-1-4", 4, cycle(4));
  for (const auto& one : proposals()) EXPECT_NE(one.made.kind, "repetition");
}

TEST_F(Watching, ASimpleDrawThatARealGameComesToIsProposedOnce) {
  // Nobody has anything left that could cross the river.
  const std::string file = std::string(QIPU_SHARED) + "/corpus/pgn/cchess-0059.pgn";
  if (!fs::exists(file)) GTEST_SKIP() << "needs ../shared/corpus, which is not there";
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto record = formats::read_game(formats::bytes_of(bytes), {}, 1);
  ASSERT_TRUE(record);
  std::vector<std::string> moves;
  for (const Move move : record->record.main_line()) moves.push_back(iccs(move));
  append("open-1-5", 0, moves);
  int ply = 0;
  for (const auto& move : moves) append("open-1-6", ply++, {move});
  std::map<std::string, int> draws;
  for (const auto& one : proposals())
    if (one.made.kind == "simple_draw") {
      ++draws[ledger_->read(Audience::inside, [&](const recorder::State& state) { return state.text(one.made.game); })];
      EXPECT_EQ(one.made.clause, "reg:G2");
      EXPECT_EQ(one.made.certainty, "certain");
    }
  EXPECT_EQ(draws["open-1-5"], 1) << "all at once";
  EXPECT_EQ(draws["open-1-6"], 1) << "move by move";
}

}  // namespace
}  // namespace qipu::app
