// The clauses of the regulation, each by its tag: entries, format, clocks, standings, limits.
#include <map>

#include "recorder/tournament/conduct.hpp"
#include "recorder/tournament/entry_list.hpp"
#include "recorder/tournament/knockout.hpp"
#include "recorder/tournament/pairing.hpp"
#include "tests/support/recorder_event.hpp"

namespace qipu::recorder {
namespace {

using namespace tournament;

const Regulation& shizhu() {
  static const Regulation regulation = *load_preset("shizhu-2019");
  return regulation;
}
EntrantNo no(int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; }

// PROVES: reg:E1
TEST(Regulation, EntryAndCheckInCloseAtTwoInstants) {
  const auto& entry = shizhu().entry;
  EXPECT_EQ(entry.first_day, (Day{2019, 5, 1}));
  EXPECT_EQ(entry.last_day, (Day{2019, 5, 3}));
  ASSERT_TRUE(entry.check_in_until && entry.entry_closes);
  EXPECT_EQ(entry.check_in_until->ms - entry.entry_closes->ms, 2 * 60 * Event::minute);
}

// PROVES: reg:E2
// PROVES: reg:A26
// PROVES: reg:A30
TEST(Regulation, TwoSectionsUnderAllTheirNames) {
  ASSERT_EQ(shizhu().sections.size(), 2u);
  for (const char* name : {"open", "公开组", "成人组", "成年组"}) EXPECT_EQ(shizhu().find_section(name)->index, 0) << name;
  for (const char* name : {"children", "少儿组", "少年组", "儿童组"}) EXPECT_EQ(shizhu().find_section(name)->index, 1) << name;
  EXPECT_FALSE(shizhu().sections[1].knockout);
  EXPECT_EQ(shizhu().sections[1].top_boards, 3);
}

// PROVES: reg:E3
// PROVES: reg:A27
TEST(Regulation, WhoComesAfterTheCapWaits) {
  std::string csv = "no,name,section,birth_year\n";
  for (int i = 1; i <= 265; ++i) csv += std::to_string(i) + ",选手 " + std::to_string(i) + ",open,1990\n";
  for (int i = 1; i <= 121; ++i) csv += std::to_string(i) + ",少年 " + std::to_string(i) + ",children,2010\n";
  const auto list = read_entries(shizhu(), csv, "a.csv");
  int waiting[2] = {}, active[2] = {};
  for (const auto& row : list.rows) ++(row.entrant.state == EntrantState::active ? active : waiting)[row.section.index];
  EXPECT_EQ(active[0], 260);
  EXPECT_EQ(waiting[0], 5);
  EXPECT_EQ(active[1], 120);
  EXPECT_EQ(waiting[1], 1);
  EXPECT_EQ(shizhu().entry.fee_yuan, 100);
}

// PROVES: reg:E4
TEST(Regulation, WhoIsOnTheExclusionListDoesNotPlay) {
  Regulation regulation = shizhu();
  regulation.entry.exclusions = {"选手 2", "选手 3/乙队"};
  const auto list = read_entries(regulation, "no,name,section,unit\n1,选手 1,open,甲队\n2,选手 2,open,甲队\n3,选手 3,open,甲队\n4,选手 3,open,乙队\n", "a.csv");
  std::map<int, EntrantState> states;
  for (const auto& row : list.rows) states[row.entrant.no.value] = row.entrant.state;
  EXPECT_EQ(states[1], EntrantState::active);
  EXPECT_NE(states[2], EntrantState::active);
  EXPECT_EQ(states[3], EntrantState::active) << "of another unit";
  EXPECT_NE(states[4], EntrantState::active);
}

// PROVES: reg:E5
// PROVES: reg:E6
TEST(Regulation, TheEntryListHasWhatTheRulesNeedAndNoIdentityNumbers) {
  const std::string columns = entry_template();
  for (const char* needed : {"sex", "birth_year", "title", "residence", "origin", "shizhu", "member", "student", "withdrawn", "unit"})
    EXPECT_NE(columns.find(needed), std::string::npos) << needed;
  for (const char* never : {"phone", "id_card", "mail", "birth_date"}) EXPECT_EQ(columns.find(never), std::string::npos) << never;
  const auto list = read_entries(shizhu(), "no,name,section,phone\n1,选手 1,open,13800000000\n", "a.csv");
  ASSERT_FALSE(list.problems.empty()) << "an unknown column is said";
}

// PROVES: reg:E7
TEST(Regulation, OfficialsHaveTheirNames) {
  for (const auto official : {Official::chief, Official::executive_chief, Official::deputy, Official::arbiter, Official::reporter, Official::scoring_desk})
    EXPECT_EQ(parse_official(name(official)), official);
}

// PROVES: reg:F1
// PROVES: reg:F2
// PROVES: reg:F3
// PROVES: reg:F12
// PROVES: reg:A1
TEST(Regulation, TheFormatOfBothSections) {
  EXPECT_EQ(shizhu().rules, "cxa2011");
  EXPECT_EQ(shizhu().sections[0].swiss_rounds, 11);
  EXPECT_EQ(shizhu().sections[1].swiss_rounds, 9);
  const auto& knockout = *shizhu().sections[0].knockout;
  EXPECT_EQ(knockout.promote_after, 7);
  EXPECT_EQ(knockout.promote_count, 32);
  EXPECT_EQ(knockout.rounds, 5);
  EXPECT_EQ(shizhu().score, (ScoreRule{2, 1, 0}));
}

class Seven : public ::testing::Test {
 protected:
  static const Event& event() {
    static const Event played = [] {
      Event e(80);
      for (int round = 1; round <= 7; ++round) e.play("open", std::to_string(round));
      e.desk(RoundPair{"open", "k1", {}});
      return e;
    }();
    return played;
  }
};

// PROVES: reg:F4
// PROVES: reg:F5
// PROVES: reg:A2
TEST_F(Seven, TheFirstMeetTheLastOfThirtyTwoByTheirNumbers) {
  const auto& section = event().state.sections[0];
  const auto table = standings(shizhu(), section);
  const auto round = first_knockout_round(shizhu(), section);
  ASSERT_TRUE(round) << round.error().message.en;
  ASSERT_EQ(round->matches.size(), 16u);
  for (const auto& match : round->matches) {
    const auto upper = section.knockout.number_of(*match.upper), lower = section.knockout.number_of(*match.lower);
    ASSERT_TRUE(upper && lower);
    EXPECT_EQ(*upper + *lower, 33);
  }
  EXPECT_EQ(section.knockout.number_of(table.rows[0].entrant), 1);
  EXPECT_EQ(shizhu().sections[0].knockout->bracket, Bracket::fixed);
  // 1 and 2 meet in the final only.
  EXPECT_NE(feeders(32, 2, 1).upper, feeders(32, 2, 1).lower);
}

Match match_of(std::vector<std::pair<Outcome, bool>> results, const KnockoutRule& rule) {
  Match match;
  match.upper = no(1);
  match.lower = no(32);
  tournament::Game game;
  game.id = {{SectionId{}, PhaseKind::knockout, 1}, 1, 1};
  game.red = no(1), game.black = no(32);
  match.games.push_back(game);
  for (const auto& [outcome, played] : results) {
    match.games.back().result = Result{outcome, outcome == Outcome::draw ? ResultKind::agreed : ResultKind::resign, played};
    auto state = match_state(rule, match);
    if (state.next) match.games.push_back(*state.next);
  }
  return match;
}

// PROVES: reg:F6
// PROVES: reg:F7
// PROVES: reg:F8
// PROVES: reg:F9
// PROVES: reg:F10
TEST(Regulation, AMatchLastsAtMostThreeGamesAndADrawInTheLastAdvancesBlack) {
  const auto& rule = *shizhu().sections[0].knockout;
  Match match = match_of({}, rule);
  EXPECT_EQ(match.games[0].red, no(1)) << "the smaller number plays first";
  EXPECT_EQ(match.games[0].pace, Pace::slow);
  match = match_of({{Outcome::red_wins, true}}, rule);
  EXPECT_EQ(match_state(rule, match).winner, no(1));
  match = match_of({{Outcome::draw, true}}, rule);
  ASSERT_EQ(match.games.size(), 2u);
  EXPECT_EQ(match.games[1].red, no(32)) << "colours change";
  EXPECT_EQ(match.games[1].pace, Pace::fast);
  match = match_of({{Outcome::draw, true}, {Outcome::draw, true}}, rule);
  EXPECT_EQ(match_state(rule, match).needs, MatchNeeds::choice) << "the smaller number chooses the side";
  tournament::Game last = match.games[1];
  last.id.game = 3;
  last.pace = Pace::ultra;
  last.red = no(1), last.black = no(32);
  last.result = Result{Outcome::draw, ResultKind::agreed, true};
  match.games.push_back(last);
  EXPECT_EQ(match_state(rule, match).winner, no(32)) << "Red must win";
  EXPECT_EQ(match_state(rule, match).needs, MatchNeeds::nothing);
}

// PROVES: reg:F11
TEST(Regulation, PlayersOfOneUnitAreNotKeptApart) {
  EXPECT_FALSE(shizhu().pairing.keep_units_apart);
  PairingRequest request;
  for (int i = 1; i <= 4; ++i) {
    PairingPlayer player;
    player.no = no(i);
    player.order = i;
    player.unit = i <= 2 ? "甲队" : "乙队";
    request.players.push_back(player);
  }
  for (auto& player : request.players) player.points = player.no.value <= 2 ? 2 : 0;
  const auto answer = pair_swiss(request);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(std::ranges::any_of(answer->pairs, [](const PairingPair& p) { return p.red.value + p.black.value == 3; }));
}

// PROVES: reg:C1
// PROVES: reg:A12
TEST(Regulation, TheClocksOfTheThreePaces) {
  EXPECT_EQ(shizhu().slow.red.base_s, 1800);
  EXPECT_EQ(shizhu().slow.black.increment_s, 5);
  EXPECT_EQ(shizhu().fast.red.base_s, 600);
  EXPECT_EQ(shizhu().ultra.red.base_s, 360);
  EXPECT_EQ(shizhu().ultra.black.base_s, 240);
  EXPECT_EQ(shizhu().ultra.red.increment_s, 3);
  EXPECT_EQ(shizhu().ultra.natural_limit_rounds, shizhu().fast.natural_limit_rounds);
}

// PROVES: reg:C2
// PROVES: reg:C3
TEST(Regulation, AWrongClockIsCorrectedWithinTenMinutesAndAfterwardsAnArbiterDecides) {
  const Advice early = clock_setting(shizhu(), 9), late = clock_setting(shizhu(), 11);
  EXPECT_EQ(early.clause, "reg:C2");
  EXPECT_NE(early.code, late.code);
  EXPECT_EQ(late.effect, LossEffect::may) << "advice, never a result";
}

// PROVES: reg:S1
// PROVES: reg:A5
// PROVES: reg:A6
// PROVES: reg:A7
// PROVES: reg:A8
TEST(Regulation, TheOrderOfTheStandingsAndWhatEachRowIsSeparatedBy) {
  const auto& tie = shizhu().tie_break;
  EXPECT_EQ(tie.order, (std::vector<Criterion>{Criterion::points, Criterion::cumulative, Criterion::wins, Criterion::fouls, Criterion::second_games}));
  EXPECT_EQ(tie.drop, DropRound::chain);
  EXPECT_EQ(tie.last_resort, (std::vector<Criterion>{Criterion::direct_encounter, Criterion::opponents_sum, Criterion::lots}));
  Event event(9);
  for (int round = 1; round <= 3; ++round) event.play("open", std::to_string(round));
  const auto table = standings(event.state.regulation, event.state.sections[0]);
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    const auto &a = table.rows[i - 1], &b = table.rows[i];
    const auto key = [](const StandingRow& r) { return std::tuple(-r.points, -r.cumulative, -r.wins, r.fouls, -r.second_games); };
    EXPECT_LE(key(a), key(b));
    EXPECT_TRUE(a.separated_by || !a.tied_with.empty());
  }
  // The bye is a win and counts in every running total, but is no game as second player.
  for (const auto& round : event.state.sections[0].rounds) {
    ASSERT_TRUE(round.bye);
    StandingsRequest request;
    request.rounds = round.id.number;
    EXPECT_GE(standings(event.state.regulation, event.state.sections[0], request).rows.size(), 9u);
  }
  EXPECT_TRUE(shizhu().bye.counts_as_win);
  EXPECT_FALSE(shizhu().bye.counts_as_black);
}

TEST(Regulation, TheCumulativeScoreIsTheSumOfTheRunningTotals) {
  Event event(8);
  for (int round = 1; round <= 3; ++round) event.play("open", std::to_string(round));
  std::map<int, int> points, cumulative;
  for (const auto& round : event.state.sections[0].rounds) {
    for (const auto& game : round.games) {
      const auto outcome = game.result->outcome;
      points[game.red.value] += outcome == Outcome::red_wins ? 2 : outcome == Outcome::draw ? 1 : 0;
      points[game.black.value] += outcome == Outcome::black_wins ? 2 : outcome == Outcome::draw ? 1 : 0;
    }
    for (int n = 1; n <= 8; ++n) cumulative[n] += points[n];
  }
  for (int n = 1; n <= 8; ++n) {
    EXPECT_EQ(event.row(n).points, points[n]);
    EXPECT_EQ(event.row(n).cumulative, cumulative[n]);
  }
}

// PROVES: reg:S2
// PROVES: reg:A33
// PROVES: reg:A22
TEST(Regulation, EachKindOfFoulCountsAndDeductsAsTheListSays) {
  for (const char* kind : {"D1", "D2_ring", "D2_use", "D3", "D4", "D5", "D6", "D7", "K4"}) {
    Event event(8);
    event.play("open", "1");
    const auto before = event.row(1);
    event.desk(FoulAdd{"open-1", kind, "", "裁判所见"});
    EXPECT_EQ(event.row(1).fouls, 1) << kind;
    EXPECT_EQ(event.row(1).cumulative, before.cumulative - 1) << kind;
    EXPECT_EQ(event.row(1).points, before.points) << kind;
  }
  for (const char* kind : {"fast", "book"}) {
    Event event(8);
    event.play("open", "1");
    const auto before = event.row(1);
    event.desk(FoulAdd{"open-1", kind, "", "裁判所见"});
    EXPECT_EQ(event.row(1).fouls, 1) << kind;
    EXPECT_EQ(event.row(1).cumulative, before.cumulative) << kind << " counts as a foul only";
  }
  for (const char* kind : {"D5", "D6", "D7", "D3"}) EXPECT_TRUE(shizhu().foul.find(kind)->intentional) << kind;
  for (const char* kind : {"D1", "D2_ring", "D2_use"}) EXPECT_FALSE(shizhu().foul.find(kind)->intentional) << kind;
}

// PROVES: reg:S3
// PROVES: reg:A13
TEST(Regulation, TheWinnerSignsTheResultBothWhenDrawn) {
  Event event(8);
  event.pair("open", "1");
  event.result("open-1-1", "red");
  event.result("open-1-2", "draw");
  EXPECT_EQ(unsigned_players(event.game("open-1-1")), std::vector<EntrantNo>{event.game("open-1-1").red});
  EXPECT_EQ(unsigned_players(event.game("open-1-2")).size(), 2u);
  event.player(ResultSign{"open-1-1", ""}, event.game("open-1-1").red.value);
  EXPECT_TRUE(unsigned_players(event.game("open-1-1")).empty());
}

// PROVES: reg:S4
// PROVES: reg:A28
// PROVES: reg:D14
// PROVES: reg:D15
TEST(Regulation, ForfeitsAreWarnedOfAndTwoRunningKeepAPlayerOut) {
  Event event(8);
  event.pair("open", "1");
  const auto& first = event.game("open-1-1");
  const EntrantNo gone = first.black;
  event.result("open-1-1", "red_walkover");
  for (int board = 2; board <= 4; ++board) event.result("open-1-" + std::to_string(board), "red");
  auto advice = forfeit_advice(event.state.regulation, event.state.sections[0], gone);
  EXPECT_TRUE(advice.warn);
  EXPECT_FALSE(advice.drop);
  EXPECT_TRUE(advice.bar_next && advice.public_list) << "proposed";
  event.pair("open", "2");
  for (const auto* game : event.games("open", "2")) {
    const std::string id = event.state.text(game->id);
    event.result(id, game->red == gone ? "black_walkover" : game->black == gone ? "red_walkover" : "draw");
  }
  advice = forfeit_advice(event.state.regulation, event.state.sections[0], gone);
  EXPECT_EQ(advice.running, 2);
  EXPECT_TRUE(advice.drop);
}

// PROVES: reg:G1
TEST(Regulation, TheNaturalLimits) {
  EXPECT_EQ(shizhu().slow.natural_limit_rounds, 40);
  EXPECT_EQ(shizhu().fast.natural_limit_rounds, 30);
}

// PROVES: reg:G2
// PROVES: reg:D16
TEST(Regulation, WhatTheServiceNoticesIsAProposalThatAnArbiterSettles) {
  Event event(8);
  event.pair("open", "1");
  ASSERT_TRUE(event.perform(Propose{"open-1-1", "simple_draw", "certain", "reg:G2", "双方无进攻子力", "nobody can attack", 60}, Role::system));
  EXPECT_NE(event.refused(Propose{"open-1-1", "simple_draw", "certain", "reg:G2", "", "", 61}, Role::player, 1), "") << "nobody's but the service's";
  EXPECT_FALSE(event.game("open-1-1").result) << "nothing ends a game by itself";
  ASSERT_EQ(event.state.proposals.size(), 1u);
  EXPECT_NE(event.refused(ProposalAccept{"p1", "", ""}, Role::player, 1), "");
  event.desk(ProposalAccept{"p1", "理论简明和", "draw"});
  EXPECT_TRUE(*event.state.proposals[0].accepted);
}

// PROVES: reg:G3
// PROVES: reg:A19
TEST(Regulation, NoAgreedDrawBeforeTwentyMinutesAndTwentyRounds) {
  EXPECT_TRUE(early_end(shizhu(), Pace::slow, ResultKind::agreed, 19, 25));
  EXPECT_TRUE(early_end(shizhu(), Pace::slow, ResultKind::agreed, 25, 19));
  EXPECT_TRUE(early_end(shizhu(), Pace::slow, ResultKind::resign, 5, 8));
  EXPECT_FALSE(early_end(shizhu(), Pace::slow, ResultKind::agreed, 21, 21));
  EXPECT_FALSE(early_end(shizhu(), Pace::slow, ResultKind::mate, 5, 8));
  EXPECT_FALSE(early_end(shizhu(), Pace::fast, ResultKind::agreed, 8, 21)) << "fast games are bound by rounds alone";
}

// PROVES: reg:G4
// PROVES: reg:A20
TEST(Regulation, ADrawByRepetitionWithinTwentyRoundsRedMustVary) {
  EXPECT_TRUE(early_draw(shizhu(), 20));
  EXPECT_FALSE(early_draw(shizhu(), 21));
  EXPECT_EQ(early_draw(shizhu(), 12)->clause, "reg:G4");
}

}  // namespace
}  // namespace qipu::recorder
