// Corrections: a wrong result after the next round was paired, and acts that are taken back.
#include "tests/support/recorder_event.hpp"

namespace qipu::recorder {
namespace {

std::vector<std::pair<int, int>> pairs(const Event& event, const std::string& round) {
  std::vector<std::pair<int, int>> list;
  for (const auto* game : event.games("open", round)) list.emplace_back(game->red.value, game->black.value);
  return list;
}

class Correction : public ::testing::Test {
 protected:
  void SetUp() override {
    event_.play("open", "1");
    event_.play("open", "2");
    event_.pair("open", "3");
    before_ = pairs(event_, "3");
  }
  /// Board 1 of round 2 the other way round.
  ResultCorrect flipped(const std::string& next) const {
    const bool red_won = event_.game("open-2-1").result->outcome == Outcome::red_wins;
    return {"open-2-1", red_won ? "black" : "red", "resign", "登错", next};
  }
  Event event_{16};
  std::vector<std::pair<int, int>> before_;
};

TEST_F(Correction, TheNextRoundIsKeptUnlessTheArbiterWantsItOtherwise) {
  const bool red_won = event_.game("open-2-1").result->outcome == Outcome::red_wins;
  const int winner = (red_won ? event_.game("open-2-1").black : event_.game("open-2-1").red).value, points = event_.row(winner).points;
  event_.desk(flipped(""));
  EXPECT_EQ(pairs(event_, "3"), before_);
  EXPECT_EQ(event_.row(winner).points, points + 2);
}

TEST_F(Correction, TheNextRoundIsPairedAgainByTheCorrectedScores) {
  event_.desk(flipped("repair"));
  EXPECT_NE(pairs(event_, "3"), before_);
  EXPECT_EQ(pairs(event_, "3").size(), before_.size());
  // As though it had been right from the beginning.
  Event right(16);
  right.play("open", "1");
  right.pair("open", "2");
  for (const auto* game : event_.games("open", "2")) {
    const auto outcome = game->result->outcome;
    right.result(event_.state.text(game->id), outcome == Outcome::draw ? "draw" : outcome == Outcome::red_wins ? "red" : "black");
  }
  right.pair("open", "3");
  EXPECT_EQ(pairs(event_, "3"), pairs(right, "3"));
}

TEST_F(Correction, AReopenedRoundIsADraftThatCanBeChangedAndPublished) {
  event_.desk(flipped("reopen"));
  EXPECT_TRUE(event_.games("open", "3").empty());
  event_.desk(RoundSwap{"open", "3", "open-" + std::to_string(before_[0].first), "open-" + std::to_string(before_[1].first), "裁判调整"});
  event_.desk(RoundPublish{"open", "3"});
  const auto after = pairs(event_, "3");
  EXPECT_EQ(after[0].first, before_[1].first);
  EXPECT_EQ(after[1].first, before_[0].first);
}

TEST_F(Correction, ARoundThatHasBegunIsNotPairedAgain) {
  event_.result("open-3-2", "draw");
  EXPECT_EQ(event_.refused(flipped("repair")), "round.started");
  EXPECT_EQ(event_.refused(flipped("keep")), "");
  EXPECT_EQ(event_.refused(ResultCorrect{"open-1-1", "draw", "agreed", "登错", "reopen"}), "round.not_next");
}

TEST_F(Correction, AnArbitersActIsTakenBackByANewFact) {
  event_.desk(BoardDesignate{"open-3-8", "抽查", true});
  const auto seq = event_.facts.back().seq;
  ASSERT_FALSE(event_.duty("open-3-8").reasons.empty());
  const std::size_t facts = event_.facts.size();
  event_.desk(Undo{seq, "指错了台"});
  EXPECT_GT(event_.facts.size(), facts) << "nothing is deleted";
  EXPECT_TRUE(std::ranges::none_of(event_.duty("open-3-8").reasons, [](auto reason) { return tournament::name(reason) == "designated"; }));
  EXPECT_NE(event_.refused(Undo{seq, ""}), "");
}

TEST_F(Correction, TwoArbitersDoNotOverwriteEachOther) {
  Context context;
  context.now = event_.now;
  context.by.role = Role::chief;
  const auto& sheet = event_.state.game(event_.game("open-3-1").id).sheet;
  context.expect_version = sheet.version;
  event_.desk(RecordAppend{"open-3-1", 0, {"h2e2"}, {}, false});
  const auto late = decide(event_.state, RecordReplace{"open-3-1", 0, 1, {"b2e2"}}, context);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, "conflict");
}

}  // namespace
}  // namespace qipu::recorder
