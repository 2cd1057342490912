// Recording duties (录谱): who owes which record, until when, what it is worth, and whose foul it is.
#include "tests/support/recorder_event.hpp"

namespace qipu::recorder {
namespace {

using Strings = std::vector<std::string>;

Strings reasons_of(const Event& event, const std::string& game) {
  Strings list;
  for (const auto reason : event.duty(game).reasons) list.emplace_back(tournament::name(reason));
  return list;
}

// PROVES: reg:K1
TEST(Duty, TopBoardsMastersAndDesignatedBoardsAreRequiredAndNoOthers) {
  Event event;
  event.master(40);
  event.enter(60, 20);
  event.pair("open", "1");
  event.pair("children", "1");
  event.desk(BoardDesignate{"open-1-25", "抽查", true});
  int masters = 0;
  for (const auto* game : event.games("open", "1")) {
    const std::string name = event.state.text(game->id);
    const auto reasons = reasons_of(event, name);
    const bool master = game->red.value == 40 || game->black.value == 40;
    masters += master;
    EXPECT_EQ(std::ranges::count(reasons, "top_boards"), game->id.board <= 10) << name;
    EXPECT_EQ(std::ranges::count(reasons, "master"), master) << name;
    EXPECT_EQ(std::ranges::count(reasons, "designated"), game->id.board == 25) << name;
  }
  EXPECT_EQ(masters, 1);
  for (const auto* game : event.games("children", "1"))
    EXPECT_EQ(reasons_of(event, event.state.text(game->id)).size(), game->id.board <= 3 ? 1u : 0u);
  event.desk(BoardBroadcast{"open-1-3", "直播", true, false});
  event.result("open-1-3", "red");
  EXPECT_EQ(event.state_of("open-1-3"), "exempt");
}

// PROVES: reg:K2
TEST(Duty, OtherBoardsMayBeRecordedAndNeverOweIt) {
  Event event(60);
  event.pair("open", "1");
  event.result("open-1-20", "red");
  EXPECT_EQ(event.state_of("open-1-20"), "not_required");
  event.write("open-1-20", event.game("open-1-20").red.value);
  event.pass(600);
  EXPECT_EQ(event.state_of("open-1-20"), "not_required");
  EXPECT_TRUE(event.fouls().empty());
}

// PROVES: reg:K3
// PROVES: reg:A18
TEST(Duty, TheWinnerRecordsRedWhenDrawnAndAnArbiterMayReassign) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "black");
  event.result("open-1-2", "draw");
  event.result("open-1-3", "red");
  EXPECT_EQ(event.owner("open-1-1"), event.game("open-1-1").black.value);
  EXPECT_EQ(event.owner("open-1-2"), event.game("open-1-2").red.value);
  EXPECT_EQ(event.owner("open-1-3"), event.game("open-1-3").red.value);
  EXPECT_EQ(event.duty("open-1-1").helper, event.game("open-1-1").red);
  event.desk(DutyReassign{"open-1-1", event.state.text(EntrantId{event.game("open-1-1").id.round.section, event.game("open-1-1").red}), "胜方离场"});
  EXPECT_EQ(event.owner("open-1-1"), event.game("open-1-1").red.value);
  EXPECT_NE(event.refused(DutyReassign{"open-1-2", "open-1", ""}), "") << "not without a reason";
  event.result("open-1-4", "both_lose", "ruling");
  EXPECT_EQ(event.owner("open-1-4"), event.game("open-1-4").red.value) << "a double loss with moves: Red";
  event.result("open-1-5", "red_walkover");
  EXPECT_EQ(event.state_of("open-1-5"), "not_required") << "nothing was played";
}

// PROVES: reg:K6
// PROVES: reg:D3
// PROVES: reg:A15
TEST(Duty, WhatIsMissingAtTheDeadlineIsAProposedFoulOfItsOwner) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  const auto deadline = event.duty("open-1-1").deadline;
  ASSERT_TRUE(deadline);
  EXPECT_EQ(deadline->ms - event.now.ms, 30 * Event::minute);
  event.pass(29);
  EXPECT_EQ(event.state_of("open-1-1"), "required");
  event.pass(2);
  EXPECT_EQ(event.state_of("open-1-1"), "overdue");
  ASSERT_EQ(event.fouls().size(), 1u);
  EXPECT_EQ(event.fouls()[0].entrant.no.value, event.owner("open-1-1"));
  EXPECT_EQ(event.fouls()[0].kind, "D3");
  EXPECT_EQ(event.fouls()[0].state, tournament::FoulState::proposed) << "an arbiter establishes it";
  event.pass(600);
  EXPECT_EQ(event.fouls().size(), 1u) << "one lapse, one foul";
}

TEST(Duty, ADutyOrARoundCanBeGivenMoreTime) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  event.result("open-1-2", "red");
  event.desk(DutyExtend{"open-1-1", "", "", "停电", {event.now.ms + 90 * Event::minute}});
  event.pass(31);
  EXPECT_EQ(event.state_of("open-1-1"), "required");
  EXPECT_EQ(event.state_of("open-1-2"), "overdue");
}

TEST(Duty, ACompleteRecordSignedByItsOwnerDischargesTheDuty) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  const int owner = event.owner("open-1-1");
  event.write("open-1-1", owner);
  event.player(RecordSign{"open-1-1", ""}, owner);
  EXPECT_EQ(event.state_of("open-1-1"), "complete");
  event.player(RecordConfirm{"open-1-1", "", ""}, event.other("open-1-1"));
  EXPECT_EQ(event.state_of("open-1-1"), "complete");
  event.pass(600);
  EXPECT_TRUE(event.fouls().empty());
  EXPECT_EQ(event.refused(RecordAppend{"open-1-1", 8, {"c3c4"}, {}, false}, Role::player, owner), "record.signed");
  event.desk(RecordReopen{"open-1-1", "漏了一着", ""});
  EXPECT_EQ(event.refused(RecordAppend{"open-1-1", 8, {"c3c4"}, {}, false}, Role::player, owner), "") << "only an arbiter opens it again";
}

// PROVES: reg:K4
// PROVES: reg:A14
// PROVES: reg:A32
TEST(Duty, AnIncompleteRecordIsAFoulOnlyWhenCompletionIsRefused) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red", "mate");
  const int owner = event.owner("open-1-1");
  event.write("open-1-1", owner, 4);
  event.player(RecordSign{"open-1-1", ""}, owner);
  EXPECT_EQ(event.state_of("open-1-1"), "incomplete") << "the board shows no mate";
  event.pass(60);
  EXPECT_TRUE(event.fouls().empty());
  event.desk(RecordRequestCompletion{"open-1-1", "补录", {event.now.ms + 20 * Event::minute}});
  event.desk(RecordCompletionRefused{"open-1-1", "拒绝补录", ""});
  event.pass(0);
  ASSERT_EQ(event.fouls().size(), 1u);
  EXPECT_EQ(event.fouls()[0].kind, "K4");
  event.pass(60);
  EXPECT_EQ(event.fouls().size(), 1u);
  event.desk(FoulConfirm{"f" + std::to_string(event.fouls()[0].id), "", ""});
  EXPECT_EQ(event.row(owner).fouls, 1);
  EXPECT_EQ(event.row(owner).cumulative, 1) << "two points less one";
}

// PROVES: reg:K5
// PROVES: reg:A29
TEST(Duty, TheChiefArbiterExcusesWithAReasonAskedForBeforeTheDeadline) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  const int owner = event.owner("open-1-1");
  event.player(DutyRequestExcuse{"open-1-1", "身体不适"}, owner);
  EXPECT_NE(event.refused(DutyExcuse{"open-1-1", ""}), "");
  EXPECT_NE(event.refused(DutyExcuse{"open-1-1", "身体不适"}, Role::arbiter), "") << "the chief's consent";
  event.desk(DutyExcuse{"open-1-1", "身体不适"});
  EXPECT_EQ(event.state_of("open-1-1"), "excused");
  event.pass(600);
  EXPECT_TRUE(event.fouls().empty());
  EXPECT_TRUE(tournament::may_consent(tournament::Official::chief));
  EXPECT_TRUE(tournament::may_consent(tournament::Official::executive_chief));
  EXPECT_FALSE(tournament::may_consent(tournament::Official::deputy));
}

TEST(Duty, ASheetOnPaperDischargesIt) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  event.desk(DutyPaper{"open-1-1", "交了纸谱"});
  EXPECT_EQ(event.state_of("open-1-1"), "accepted_on_paper");
  event.pass(600);
  EXPECT_TRUE(event.fouls().empty());
}

TEST(Duty, AnUntrueRecordIsFoundByAnArbiterAloneAndIsAFoul) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  event.write_and_sign("open-1-1");
  EXPECT_NE(event.refused(RecordFindFalse{"open-1-1", "", ""}), "");
  EXPECT_NE(event.refused(RecordFindFalse{"open-1-1", "编造", ""}, Role::player, event.owner("open-1-1")), "");
  event.desk(RecordFindFalse{"open-1-1", "与裁判所见不符", ""});
  event.pass(0);
  EXPECT_EQ(event.state_of("open-1-1"), "false");
  ASSERT_EQ(event.fouls().size(), 1u);
  EXPECT_EQ(event.fouls()[0].kind, "D3");
}

TEST(Duty, ADisputeFreezesItsOwnGameOnly) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  event.result("open-1-2", "red");
  event.write_and_sign("open-1-1");
  event.player(RecordDispute{"open-1-1", "第 3 回合不对", 5}, event.other("open-1-1"));
  EXPECT_EQ(event.state_of("open-1-1"), "doubtful");
  event.pass(120);
  ASSERT_EQ(event.fouls().size(), 1u);
  EXPECT_EQ(event.state.text(*event.fouls()[0].game), "open-1-2");
  event.desk(RecordSettle{"open-1-1", "核对无误", ""});
  EXPECT_EQ(event.state_of("open-1-1"), "complete");
}

TEST(Duty, OfTwoRecordsTheArbiterTakesOneAndTheOtherStaysAsEvidence) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  const int owner = event.owner("open-1-1");
  event.write("open-1-1", owner, 6);
  // "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7" in base64: two of Red's moves in another order.
  event.player(RecordSubmit{"open-1-1", "text", "utf-8", "aDJlMiBoOWc3IGgwZzIgaTloOSBiMGMyIGI5Yzc="}, event.other("open-1-1"));
  event.player(RecordSign{"open-1-1", ""}, owner);
  EXPECT_EQ(event.state_of("open-1-1"), "doubtful");
  const auto& sheet = event.state.game(event.game("open-1-1").id).sheet;
  ASSERT_EQ(sheet.versions.size(), 1u);
  EXPECT_EQ(first_difference(sheet.moves(), sheet.versions[0].moves), 5);
  const auto& g = event.game("open-1-1");
  const std::string red = event.state.text(EntrantId{g.id.round.section, g.red}), black = event.state.text(EntrantId{g.id.round.section, g.black});
  const std::string theirs = hash_of(sheet_of(sheet.versions[0]), "open-1-1", red, black);
  EXPECT_EQ(event.refused(RecordAccept{"open-1-1", "", "0000"}), "record.no_version");
  event.desk(RecordAccept{"open-1-1", "裁判记得", theirs});
  EXPECT_EQ(event.state_of("open-1-1"), "complete");
  EXPECT_EQ(iccs(event.state.game(g.id).sheet.moves()[4]), "b0c2");
  EXPECT_EQ(event.state.game(g.id).sheet.versions.size(), 2u);
}

TEST(Duty, ACorrectedResultMovesDutyAndFoulToTheRightPerson) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  const int red = event.owner("open-1-1");
  event.pass(31);
  ASSERT_EQ(event.fouls().size(), 1u);
  EXPECT_EQ(event.fouls()[0].entrant.no.value, red);
  event.desk(ResultCorrect{"open-1-1", "black", "resign", "登错", ""});
  event.pass(0);
  EXPECT_EQ(event.owner("open-1-1"), event.game("open-1-1").black.value);
  for (const auto& foul : event.fouls())
    if (foul.entrant.no.value == red) EXPECT_EQ(foul.state, tournament::FoulState::rejected) << "it is not his any more";
}

TEST(Duty, ARecordOnTheWrongBoardIsMovedInOneAct) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  event.result("open-1-2", "red");
  event.write("open-1-1", event.owner("open-1-1"), 6);
  event.desk(RecordMove{"open-1-1", "open-1-2", "录错台", false});
  EXPECT_TRUE(event.state.game(event.game("open-1-1").id).sheet.empty());
  EXPECT_EQ(event.state.game(event.game("open-1-2").id).sheet.plies.size(), 6u);
}

TEST(Duty, APlayerAnswersAndTheProposedFoulIsRejectedWithAReason) {
  Event event(40);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  const int owner = event.owner("open-1-1");
  event.pass(31);
  const std::string foul = "f" + std::to_string(event.fouls()[0].id);
  event.player(FoulAnswer{foul, "disagree", "网络断了"}, owner);
  EXPECT_NE(event.refused(FoulReject{foul, "", ""}), "") << "not without a reason";
  event.desk(FoulReject{foul, "", "网络故障"});
  EXPECT_EQ(event.row(owner).fouls, 0);
}

// PROVES: reg:A35
TEST(Duty, ABoardDesignatedAfterTheGameGetsAFreshDeadline) {
  Event event(60);
  event.pair("open", "1");
  event.result("open-1-25", "red");
  event.pass(120);
  event.desk(BoardDesignate{"open-1-25", "抽查", true});
  EXPECT_EQ(event.state_of("open-1-25"), "required");
  event.pass(29);
  EXPECT_EQ(event.state_of("open-1-25"), "required");
}

TEST(Duty, ABroadcastThatBreaksOffBringsTheDutyBackWithAFreshDeadline) {
  Event event(40);
  event.pair("open", "1");
  event.desk(BoardBroadcast{"open-1-1", "直播", true, false});
  event.result("open-1-1", "red");
  EXPECT_EQ(event.state_of("open-1-1"), "exempt");
  event.pass(60);
  event.desk(BoardBroadcast{"open-1-1", "", false, false});
  EXPECT_EQ(event.state_of("open-1-1"), "required");
  ASSERT_TRUE(event.duty("open-1-1").deadline);
  EXPECT_GT(event.duty("open-1-1").deadline->ms, event.now.ms);
}

// PROVES: reg:A17
TEST(Duty, TheBoardsOfABroadcastDoNotShiftTheTopTen) {
  Event event(60);
  event.pair("open", "1");
  for (int board = 1; board <= 5; ++board) event.desk(BoardBroadcast{"open-1-" + std::to_string(board), "直播", true, false});
  EXPECT_TRUE(reasons_of(event, "open-1-11").empty());
  EXPECT_EQ(reasons_of(event, "open-1-10").size(), 1u);
}

TEST(Duty, TheSameRequestTwiceIsOneFactAndAnotherBodyIsAConflict) {
  Event event(40);
  event.pair("open", "1");
  const std::size_t before = event.facts.size();
  const Command append = RecordAppend{"open-1-1", 0, {"h2e2"}, {}, false};
  ASSERT_TRUE(event.perform(append, Role::chief, {}, "chief:7"));
  ASSERT_TRUE(event.perform(append, Role::chief, {}, "chief:7"));
  EXPECT_EQ(event.facts.size(), before + 1);
  const auto other = event.perform(RecordAppend{"open-1-1", 0, {"c3c4"}, {}, false}, Role::chief, {}, "chief:7");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "conflict");
}

TEST(Duty, TheFactsReplayedGiveTheSameState) {
  Event event(40, 12);
  event.play("open", "1");
  event.play("children", "1");
  for (const auto* game : event.games("open", "1"))
    if (game->id.board <= 6) event.write_and_sign(event.state.text(game->id));
  event.pass(40);
  event.play("open", "2");
  State again;
  for (const StoredFact& stored : event.facts) ASSERT_FALSE(evolve(again, stored));
  EXPECT_EQ(again.seq, event.state.seq);
  EXPECT_EQ(again.sections, event.state.sections);
  for (const auto* game : event.games("open", "1")) {
    EXPECT_EQ(again.game(game->id).sheet.moves(), event.state.game(game->id).sheet.moves());
    EXPECT_EQ(tournament::name(duty_of(again, *game, event.now).state), tournament::name(duty_of(event.state, *game, event.now).state));
  }
}

}  // namespace
}  // namespace qipu::recorder
