// Acts that are taken back, and what must follow when a result, a board or a duty changes afterwards.
#include "tests/support/recorder_event.hpp"

namespace qipu::recorder {
namespace {

using tournament::FoulState;

class TakenBack : public ::testing::Test {
 protected:
  void SetUp() override { event_.pair("open", "1"); }
  void undo(std::uint64_t seq) { event_.desk(Undo{seq, "撤回"}); }
  std::uint64_t last() const { return event_.facts.back().seq; }
  std::vector<tournament::Foul> standing() const {
    auto fouls = event_.fouls();
    std::erase_if(fouls, [](const auto& foul) { return foul.state == FoulState::rejected; });
    return fouls;
  }
  Event event_{40};
};

TEST_F(TakenBack, WhatChangesNothingIsNoActAndCannotBeTakenBack) {
  event_.result("open-1-1", "red");
  const auto twice = [&](const Command& command) {
    event_.desk(command);
    const auto seq = last();
    event_.desk(command);
    EXPECT_EQ(last(), seq) << type_of(command);
  };
  const auto seq = last();
  event_.desk(BoardBroadcast{"open-1-1", "", false, false});
  EXPECT_EQ(last(), seq) << "there was no broadcast to end";
  twice(BoardBroadcast{"open-1-1", "直播", true, false});
  twice(BoardBroadcast{"open-1-1", "", false, true});
  twice(DutyExcuse{"open-1-2", "送医"});
  twice(DutyPaper{"open-1-3", "交了纸谱"});
  twice(BoardDesignate{"open-1-4", "抽查", true});
}

TEST_F(TakenBack, ABroadcastEnteredByMistakeGivesNobodyMoreTime) {
  event_.result("open-1-1", "red");
  const auto deadline = event_.duty("open-1-1").deadline;
  event_.pass(20);
  event_.desk(BoardBroadcast{"open-1-1", "直播", true, false});
  const auto seq = last();
  EXPECT_EQ(event_.state_of("open-1-1"), "exempt");
  undo(seq);
  EXPECT_EQ(event_.state_of("open-1-1"), "required");
  EXPECT_EQ(event_.duty("open-1-1").deadline, deadline);
}

TEST_F(TakenBack, ABroadcastEndedByMistakeRunsOn) {
  event_.desk(BoardBroadcast{"open-1-1", "直播", true, false});
  event_.result("open-1-1", "red");
  event_.desk(BoardBroadcast{"open-1-1", "", false, false});
  EXPECT_EQ(event_.state_of("open-1-1"), "required");
  undo(last());
  EXPECT_EQ(event_.state_of("open-1-1"), "exempt");
  EXPECT_EQ(event_.state.game(event_.game("open-1-1").id).status.broadcasts.size(), 1u);
}

TEST_F(TakenBack, ACorrectionTakenBackKeepsSignaturesAndDeadline) {
  event_.result("open-1-1", "red");
  const int red = event_.owner("open-1-1");
  event_.player(ResultSign{"open-1-1", ""}, red);
  const auto before = event_.game("open-1-1");
  event_.pass(20);
  event_.desk(ResultCorrect{"open-1-1", "black", "resign", "登错", ""});
  const auto seq = last();
  EXPECT_TRUE(event_.game("open-1-1").signed_by.empty());
  undo(seq);
  EXPECT_EQ(event_.game("open-1-1"), before);
}

TEST_F(TakenBack, TheLaterOfTwoRulingsOnOneFoulIsTakenBackFirst) {
  event_.desk(FoulAdd{"open-1", "D5", "", "喧哗"});
  event_.desk(FoulReject{"f1", "", "看错了人"});
  const auto rejected = last();
  event_.desk(FoulConfirm{"f1", "", ""});
  const auto confirmed = last();
  EXPECT_EQ(event_.refused(Undo{rejected, "撤回"}), "conflict");
  event_.desk(FoulAdd{"open-2", "D5", "", "喧哗"});
  undo(confirmed);
  EXPECT_EQ(event_.fouls()[0].state, FoulState::rejected) << "another's foul is in nobody's way";
  undo(rejected);
  EXPECT_EQ(event_.fouls()[0].state, FoulState::confirmed);
}

TEST_F(TakenBack, AFindingTakenBackLeavesTheRecordAsItWas) {
  event_.result("open-1-1", "red");
  const int owner = event_.owner("open-1-1");
  event_.write("open-1-1", owner);
  event_.desk(RecordAccept{"open-1-1", "裁判收下", ""});
  const auto accepted = last();
  EXPECT_EQ(event_.state_of("open-1-1"), "complete");
  undo(accepted);
  EXPECT_EQ(event_.state_of("open-1-1"), "required") << "nobody had handed it in";
  event_.player(RecordSign{"open-1-1", ""}, owner);
  event_.desk(RecordFindFalse{"open-1-1", "与裁判所见不符", ""});
  event_.desk(RecordAccept{"open-1-1", "再看无误", ""});
  undo(last());
  EXPECT_EQ(event_.state_of("open-1-1"), "false");
}

TEST_F(TakenBack, ARequestForCompletionTakenBackGivesTheSignatureBackUnlessMoreWasWritten) {
  event_.result("open-1-1", "red");
  event_.result("open-1-2", "red");
  for (const char* game : {"open-1-1", "open-1-2"}) {
    const int owner = event_.owner(game);
    event_.write_and_sign(game);
    event_.desk(RecordRequestCompletion{game, "补录", {event_.now.ms + 20 * Event::minute}});
    const auto asked = last();
    const bool more = std::string(game) == "open-1-2";
    if (more) event_.player(RecordAppend{game, 8, {"c3c4"}, {}, false}, owner);
    undo(asked);
    const auto& what = event_.state.game(event_.game(game).id);
    EXPECT_FALSE(what.status.completion_until);
    EXPECT_EQ(what.sheet.signed_by.has_value(), !more) << game;
  }
}

TEST_F(TakenBack, ADutyFoulComesBackWhenTheFirstResultWasRightAfterAll) {
  event_.result("open-1-1", "red");
  const int red = event_.owner("open-1-1"), black = event_.other("open-1-1");
  event_.pass(31);
  ASSERT_EQ(standing().size(), 1u);
  event_.desk(ResultCorrect{"open-1-1", "black", "resign", "登错", ""});
  event_.pass(31);
  ASSERT_EQ(standing().size(), 1u);
  EXPECT_EQ(standing()[0].entrant.no.value, black);
  event_.desk(ResultCorrect{"open-1-1", "red", "resign", "原来没错", ""});
  event_.pass(31);
  ASSERT_EQ(standing().size(), 1u) << "one lapse, one foul";
  EXPECT_EQ(standing()[0].entrant.no.value, red);
  EXPECT_EQ(standing()[0].state, FoulState::proposed);
  EXPECT_EQ(event_.fouls().size(), 2u);
}

TEST_F(TakenBack, WhatAnArbiterRejectedDoesNotComeBack) {
  event_.result("open-1-1", "red");
  event_.pass(31);
  event_.desk(FoulReject{"f1", "", "网络故障"});
  event_.desk(ResultCorrect{"open-1-1", "black", "resign", "登错", ""});
  event_.desk(ResultCorrect{"open-1-1", "red", "resign", "原来没错", ""});
  event_.pass(60);
  EXPECT_TRUE(standing().empty());
}

TEST_F(TakenBack, AWalkoverThatWasRegisteredAsAGameLeavesNoFoul) {
  event_.result("open-1-1", "red");
  event_.pass(31);
  ASSERT_EQ(standing().size(), 1u);
  event_.desk(FoulConfirm{"f1", "", ""});
  event_.desk(ResultCorrect{"open-1-1", "red_walkover", "", "黑方未到", ""});
  event_.pass(0);
  EXPECT_TRUE(standing().empty());
  EXPECT_EQ(event_.row(event_.game("open-1-1").red.value).fouls, 0);
}

// PROVES: reg:K5
TEST_F(TakenBack, AnExcuseAfterTheDeadlineLiftsWhatWasProposedButNotWhatWasEstablished) {
  event_.result("open-1-1", "red");
  event_.result("open-1-2", "red");
  event_.pass(31);
  ASSERT_EQ(standing().size(), 2u);
  const auto established = *standing()[1].game;
  event_.desk(FoulConfirm{"f" + std::to_string(standing()[1].id), "", ""});
  event_.desk(DutyExcuse{"open-1-1", "送医"});
  event_.desk(DutyExcuse{"open-1-2", "送医"});
  event_.pass(0);
  ASSERT_EQ(standing().size(), 1u);
  EXPECT_EQ(standing()[0].game, established);
}

TEST_F(TakenBack, ADisputeGoesWithTheRecordAndTheClockOfTheOtherBoardRunsAgain) {
  event_.result("open-1-1", "red");
  event_.result("open-1-2", "red");
  event_.write("open-1-1", event_.owner("open-1-1"));
  event_.player(RecordDispute{"open-1-1", "这不是我们的棋", 1}, event_.other("open-1-1"));
  EXPECT_TRUE(event_.duty("open-1-1").frozen);
  event_.desk(RecordMove{"open-1-1", "open-1-2", "录错台", false});
  EXPECT_FALSE(event_.duty("open-1-1").frozen);
  EXPECT_TRUE(event_.duty("open-1-2").frozen);
  event_.pass(31);
  EXPECT_EQ(event_.state_of("open-1-1"), "overdue");
  event_.desk(RecordSettle{"open-1-2", "核对无误", ""});
  EXPECT_FALSE(event_.duty("open-1-2").frozen);
}

TEST_F(TakenBack, NobodyStopsTheClockByObjectingToARecordThatIsNotThere) {
  event_.result("open-1-1", "red");
  EXPECT_EQ(event_.refused(RecordDispute{"open-1-1", "不对", 1}, Role::player, event_.owner("open-1-1")), "record.empty");
  event_.pass(31);
  EXPECT_EQ(event_.state_of("open-1-1"), "overdue");
}

TEST(TakenBackRequest, ARepeatedRequestIsAnsweredAsBeforeAndAnotherBodyIsAConflict) {
  Event event(8);
  event.pair("open", "1");
  const Command add = FoulAdd{"open-1", "D5", "", "喧哗"};
  const auto first = event.perform(add, Role::chief, {}, "chief:1");
  const auto facts = event.facts.size();
  const auto again = event.perform(add, Role::chief, {}, "chief:1");
  ASSERT_TRUE(first && again);
  EXPECT_EQ(*first, *again);
  EXPECT_EQ(event.facts.size(), facts);
  EXPECT_EQ(event.fouls().size(), 1u);
  ASSERT_TRUE(event.perform(add, Role::chief, {}, "chief:2"));
  EXPECT_EQ(event.fouls().size(), 2u) << "another request is another foul";
  const auto other = event.perform(FoulAdd{"open-2", "D5", "", "喧哗"}, Role::chief, {}, "chief:1");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "conflict");
}

// A knockout game that was drawn by mistake: the second game that followed goes again, and the gate does not wait for it.
TEST(TakenBackKnockout, TheNextGameOfAMatchGoesAndComesWithTheResultBeforeIt) {
  Event event(40);
  for (int round = 1; round <= 7; ++round) event.play("open", std::to_string(round));
  event.pair("open", "k1");
  const auto match = [&]() -> const tournament::Match& { return event.state.sections[0].knockout.rounds[0].matches[0]; };
  const auto open = [&] { return gate_of(event.state, match().id.round, event.now).matches[0].open; };
  event.result("open-k1-1-g1", "draw");
  ASSERT_EQ(match().games.size(), 2u);
  event.desk(ResultCorrect{"open-k1-1-g1", "red", "resign", "登错", ""});
  const auto corrected = event.facts.back().seq;
  EXPECT_EQ(match().games.size(), 1u);
  event.write_and_sign("open-k1-1-g1");
  EXPECT_TRUE(open());
  event.desk(Undo{corrected, "没登错"});
  ASSERT_EQ(match().games.size(), 2u);
  EXPECT_EQ(match().games[1].red, match().games[0].black);
  EXPECT_FALSE(open());
  event.result("open-k1-1-g2", "draw");
  event.desk(MatchChoose{"open-k1-1", "red"});
  ASSERT_EQ(match().games.size(), 3u);
  event.desk(ResultCorrect{"open-k1-1-g2", "black", "resign", "登错", ""});
  EXPECT_EQ(match().games.size(), 2u);
  EXPECT_EQ(gate_of(event.state, match().id.round, event.now).matches[0].winner, match().games[1].black);
}

TEST(TakenBackKnockout, AGameThatSomethingHappenedInStays) {
  Event event(40);
  for (int round = 1; round <= 7; ++round) event.play("open", std::to_string(round));
  event.pair("open", "k1");
  event.result("open-k1-1-g1", "draw");
  event.write("open-k1-1-g2", event.game("open-k1-1-g2").red.value, 4);
  event.desk(ResultCorrect{"open-k1-1-g1", "red", "resign", "登错", ""});
  EXPECT_EQ(event.state.sections[0].knockout.rounds[0].matches[0].games.size(), 2u) << "an arbiter looks at it";
}

TEST(TakenBackKnockout, TwiceLetThroughIsOnceTakenBack) {
  Event event(40);
  for (int round = 1; round <= 7; ++round) event.play("open", std::to_string(round));
  event.pair("open", "k1");
  event.result("open-k1-1-g1", "red");
  const std::string winner = event.state.text(EntrantId{SectionId{}, event.game("open-k1-1-g1").red});
  event.desk(MatchOverride{"open-k1-1", winner, "裁判长决定"});
  const auto seq = event.facts.back().seq;
  event.desk(MatchOverride{"open-k1-1", winner, "裁判长决定"});
  EXPECT_EQ(event.facts.back().seq, seq);
  event.desk(Undo{seq, "撤回"});
  EXPECT_FALSE(gate_of(event.state, event.game("open-k1-1-g1").id.round, event.now).matches[0].open);
}

}  // namespace
}  // namespace qipu::recorder
