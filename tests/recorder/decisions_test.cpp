// The decisions where the regulation is silent (reg:A…), by what they do and not by their values alone: each with the
// alternative that the preset could have.
#include <map>
#include <set>

#include "recorder/tournament/knockout.hpp"
#include "recorder/tournament/prize.hpp"
#include "tests/support/recorder_event.hpp"

namespace qipu::recorder {
namespace {

using namespace tournament;

Regulation shizhu() { return *load_preset("shizhu-2019"); }
EntrantNo no(int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; }

/// Four entrants, numbers by their entry, two knockout rounds.
class Four : public ::testing::Test {
 protected:
  Four() : regulation_(shizhu()) {
    rule().promote_count = 4;
    rule().rounds = 2;
    rule().promote_after = 0;
    for (int n = 1; n <= 6; ++n) {
      Entrant entrant;
      entrant.no = no(n);
      entrant.person.name = "选手 " + std::to_string(n);
      section_.entrants.push_back(entrant);
    }
    for (int n = 1; n <= 4; ++n) section_.knockout.numbers.push_back(no(n));
  }
  KnockoutRule& rule() { return *regulation_.sections[0].knockout; }
  std::vector<Match>& next() {
    auto round = next_knockout_round(regulation_, section_);
    EXPECT_TRUE(round) << round.error().message.en;
    section_.knockout.rounds.push_back(*round);
    return section_.knockout.rounds.back().matches;
  }
  static void won(Match& match, EntrantNo who) {
    match.games[0].result = Result{match.games[0].red == who ? Outcome::red_wins : Outcome::black_wins, ResultKind::resign, true};
  }
  std::vector<int> order() const {
    std::vector<int> list;
    for (const auto& place : knockout_places(regulation_, section_)) list.push_back(place.entrant.value);
    return list;
  }
  Regulation regulation_;
  Section section_;
};

// PROVES: reg:A3
TEST_F(Four, ThirdIsTheSmallerNumberTheWinnerOfAPlayoffOrBoth) {
  for (const auto mode : {ThirdPlace::seed, ThirdPlace::playoff, ThirdPlace::split}) {
    section_.knockout.rounds.clear();
    rule().third_place = mode;
    auto& semifinals = next();
    won(semifinals[0], no(4));  // 4 beats 1
    won(semifinals[1], no(2));  // 2 beats 3
    auto& last = next();
    ASSERT_EQ(last.size(), mode == ThirdPlace::playoff ? 2u : 1u);
    won(last[0], no(2));
    if (mode == ThirdPlace::playoff) won(last[1], no(3));
    const std::vector<int> expected = mode == ThirdPlace::playoff ? std::vector{2, 4, 3, 1} : std::vector{2, 4, 1, 3};
    EXPECT_EQ(order(), expected) << name(mode);
    const auto places = knockout_places(regulation_, section_);
    EXPECT_EQ(places[2].tied_with.empty(), mode != ThirdPlace::split);
  }
}

// PROVES: reg:A2
TEST_F(Four, ReseededTheBestMeetsTheWorstOfThoseWhoAreLeft) {
  rule().promote_count = 8, rule().rounds = 3;
  for (int n = 7; n <= 8; ++n) section_.entrants.push_back(section_.entrants[0]), section_.entrants.back().no = no(n);
  section_.knockout.numbers = {no(1), no(2), no(3), no(4), no(5), no(6), no(7), no(8)};
  std::map<Bracket, std::set<std::set<int>>> met;
  for (const auto mode : {Bracket::fixed, Bracket::reseed}) {
    section_.knockout.rounds.clear();
    rule().bracket = mode;
    auto& first = next();  // 1-8 2-7 3-6 4-5
    won(first[0], no(8));
    won(first[1], no(2));
    won(first[2], no(3));
    won(first[3], no(4));
    for (const auto& match : next()) met[mode].insert({match.upper->value, match.lower->value});
  }
  EXPECT_EQ(met[Bracket::fixed], (std::set<std::set<int>>{{4, 8}, {2, 3}}));
  EXPECT_EQ(met[Bracket::reseed], (std::set<std::set<int>>{{2, 8}, {3, 4}}));
}

// PROVES: reg:A4
TEST_F(Four, WhoWithdrewBeforeTheBracketIsAWalkoverOrIsReplacedByTheNext) {
  section_.entrants[3].state = EntrantState::withdrawn;
  auto& matches = next();
  EXPECT_FALSE(matches[0].lower);
  EXPECT_EQ(match_state(rule(), matches[0]).winner, no(1));
  Standings table;
  for (int n = 1; n <= 6; ++n) {
    StandingRow row;
    row.entrant = no(n);
    table.rows.push_back(row);
  }
  EXPECT_EQ(*substitute(section_, table), (std::vector{no(1), no(2), no(3), no(5)}));
  section_.knockout.bracket_published = true;
  EXPECT_EQ(substitute(section_, table).error().code, "bracket_published");
}

// PROVES: reg:A34
TEST_F(Four, WhereBothLoseTheArbiterDecidesOrTheRuleSays) {
  auto& matches = next();
  matches[0].games[0].result = Result{Outcome::both_lose, ResultKind::ruling, true};
  EXPECT_EQ(match_state(rule(), matches[0]).needs, MatchNeeds::decision);
  EXPECT_FALSE(next_knockout_round(regulation_, section_)) << "not before he has";
  rule().both_lose = BothLose::smaller_number;
  EXPECT_EQ(match_state(rule(), matches[0]).winner, no(1));
  rule().both_lose = BothLose::nobody;
  EXPECT_EQ(match_state(rule(), matches[0]).needs, MatchNeeds::nothing);
  EXPECT_FALSE(match_state(rule(), matches[0]).winner);
  won(matches[1], no(2));
  const auto& last = next();
  EXPECT_EQ(match_state(rule(), last[0]).winner, no(2)) << "the opponent of nobody has a walk-over";
}

/// Sixty adults after seven rounds and the first round of the knockout.
class Field : public ::testing::Test {
 protected:
  static Event make() {
    Event event;
    std::string csv = "no,name,section,sex,birth_year,residence,shizhu,member,student,student_proof\n";
    for (int n = 1; n <= 60; ++n)
      csv += std::to_string(n) + ",选手 " + std::to_string(n) + ",open," + (n % 4 == 0 ? "女" : "男") + ",1995," + (n % 2 ? "市内" : "市外") + "," + (n % 6 == 1 ? "是" : "") + "," + (n % 3 == 1 ? "是" : "") + ",是," +
             (n == 55 ? "" : "是") + "\n";
    event.desk(EntrantsImport{csv, "list.csv"});
    for (int round = 1; round <= 7; ++round) event.play("open", std::to_string(round));
    event.pair("open", "k1");
    for (const auto* game : event.games("open", "k1")) event.result(event.state.text(game->id), "red");
    return event;
  }
  const Event played_ = make();
};

// PROVES: reg:A36
TEST_F(Field, TheOverallOrderIsTheKnockoutAndThenTheSwiss) {
  const auto& section = played_.state.sections[0];
  const auto rows = overall_order(played_.state.regulation, section);
  ASSERT_EQ(rows.size(), 60u);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(section.knockout.number_of(rows[i].entrant).has_value(), i < 32) << i;
  int last = 0;
  std::map<int, int> swiss;
  for (const auto& row : standings(played_.state.regulation, section).rows) swiss[row.entrant.value] = row.rank;
  for (std::size_t i = 32; i < rows.size(); ++i) {
    EXPECT_GE(swiss[rows[i].entrant.value], last);
    last = swiss[rows[i].entrant.value];
  }
  for (std::size_t i = 17; i < 32; ++i) EXPECT_LT(section.knockout.number_of(rows[i - 1].entrant), section.knockout.number_of(rows[i].entrant)) << "losers of one round by their numbers";
}

// PROVES: reg:A9
TEST_F(Field, AFoulAfterThePromotionChangesNoNumber) {
  Event event = played_;
  const auto numbers = event.state.sections[0].knockout.numbers;
  const auto first = numbers.front();
  const int cumulative = event.row(first.value).cumulative;
  event.desk(FoulAdd{event.state.text(EntrantId{SectionId{}, first}), "D5", "", "喧哗"});
  EXPECT_EQ(event.row(first.value).cumulative, cumulative - 1);
  EXPECT_EQ(event.state.sections[0].knockout.numbers, numbers);
}

// PROVES: reg:A21
TEST_F(Field, PrizesAddUpOrTheHighestAloneIsPaid) {
  Regulation regulation = played_.state.regulation;
  const auto times = [&](const Prizes& all) {
    std::map<int, int> n;
    for (const auto& list : all.lists)
      for (const auto& row : list.rows) ++n[row.entrant.no.value];
    return n;
  };
  const auto several = prizes(regulation, played_.state.sections);
  EXPECT_TRUE(std::ranges::any_of(times(several), [](const auto& item) { return item.second > 1; }));
  regulation.prize.cumulate = false;
  const auto one = prizes(regulation, played_.state.sections);
  for (const auto& [entrant, n] : times(one)) EXPECT_EQ(n, 1) << entrant;
  EXPECT_LE(one.total, several.total);
  // The places that were given up went down the list.
  const auto women = [](const Prizes& all) { return std::ranges::find(all.lists, "women", &PrizeList::id)->rows; };
  EXPECT_GT(women(one).front().overall_rank, women(several).front().overall_rank);
  EXPECT_EQ(women(one).front().yuan, women(several).front().yuan);
}

// PROVES: reg:Z1
// PROVES: reg:Z2
// PROVES: reg:Z4
TEST_F(Field, EachListIsTheFilteredOrderFromItsFirstToItsLastPlace) {
  const auto& state = played_.state;
  const auto& section = state.sections[0];
  const auto all = prizes(state.regulation, state.sections);
  const auto order = overall_order(state.regulation, section);
  const std::map<std::string, std::pair<bool (*)(const Attributes&), std::size_t>> lists = {
      {"open", {[](const Attributes&) { return true; }, 32}},
      {"members", {[](const Attributes& a) { return a.member && a.resident; }, 20}},
      {"shizhu", {[](const Attributes& a) { return a.member && a.shizhu; }, 12}},
      {"women", {[](const Attributes& a) { return a.sex == Sex::female; }, 12}},
      {"surprise", {[](const Attributes& a) { return !a.resident; }, 8}}};
  for (const auto& [id, what] : lists) {
    std::vector<int> expected, got;
    for (const auto& row : order)
      if (expected.size() < what.second && what.first(section.find(row.entrant)->attributes) && (id != "surprise" || !section.knockout.number_of(row.entrant)))
        expected.push_back(row.entrant.value);
    for (const auto& row : std::ranges::find(all.lists, id, &PrizeList::id)->rows) got.push_back(row.entrant.no.value);
    EXPECT_EQ(got, expected) << id;
    EXPECT_FALSE(got.empty()) << id;
  }
}

// PROVES: reg:Z6
// PROVES: reg:A22
// PROVES: reg:A23
TEST_F(Field, TheSubsidyNeedsEveryOneOfItsConditions) {
  Event event = played_;
  const auto row_of = [&](int n) {
    for (const auto& row : prizes(event.state.regulation, event.state.sections).subsidy)
      if (row.entrant.no.value == n) return row;
    return SubsidyRow{};
  };
  std::vector<int> granted;
  for (const auto& row : prizes(event.state.regulation, event.state.sections).subsidy)
    if (row.granted) granted.push_back(row.entrant.no.value);
  ASSERT_GE(granted.size(), 3u);
  EXPECT_FALSE(row_of(55).granted) << "no proof was seen";
  const auto text = [&](int n) { return event.state.text(EntrantId{SectionId{}, no(n)}); };
  event.desk(FoulAdd{text(granted[0]), "D1", "", "碰落棋子"});
  EXPECT_TRUE(row_of(granted[0]).granted) << "not a deliberate one";
  event.desk(FoulAdd{text(granted[0]), "D6", "", "赛场吸烟"});
  EXPECT_FALSE(row_of(granted[0]).granted);
  for (const auto* game : event.games("open", "7"))
    if (game->side_of(no(granted[1])))
      event.desk(ResultCorrect{event.state.text(game->id), game->red == no(granted[1]) ? "black_walkover" : "red_walkover", "", "未到", ""});
  EXPECT_FALSE(row_of(granted[1]).granted) << "a round was forfeited";
  event.desk(EntrantWithdraw{text(granted[2]), "退赛", {}});
  EXPECT_FALSE(row_of(granted[2]).granted);
  const auto winner = overall_order(event.state.regulation, event.state.sections[0]).front().entrant;
  EXPECT_FALSE(row_of(winner.value).granted) << "has a prize";
  // Out in the first round of the knockout with every round played: the schedule was full, the prize alone stands against it.
  auto lenient = event.state.regulation;
  lenient.prize.subsidy->needs_no_prize = false;
  for (const auto& row : prizes(lenient, event.state.sections).subsidy)
    if (row.entrant.no == event.state.sections[0].knockout.numbers.back()) EXPECT_TRUE(row.granted) << row.why.en;
}

// PROVES: reg:A6
// PROVES: reg:A7
TEST(Decisions, WithoutTheFirstRoundTheChainRunsAgainOrTheLaterScoreAloneCounts) {
  // Nobody is separated by what comes later unless everything before it is equal.
  Event event(24);
  for (int round = 1; round <= 4; ++round) event.play("open", std::to_string(round));
  std::map<DropRound, std::vector<int>> orders;
  for (const auto mode : {DropRound::none, DropRound::chain, DropRound::scores}) {
    Regulation regulation = event.state.regulation;
    regulation.tie_break.drop = mode;
    regulation.tie_break.last_resort.clear();
    const auto table = standings(regulation, event.state.sections[0]);
    for (std::size_t i = 0; i + 1 < table.rows.size(); ++i) {
      const auto &a = table.rows[i], &b = table.rows[i + 1];
      const auto key = [](const StandingRow& r) { return std::tuple(r.points, r.cumulative, r.wins, -r.fouls, r.second_games); };
      EXPECT_GE(key(a), key(b));
      if (a.separated_by && a.separated_by->dropped > 0) EXPECT_EQ(key(a), key(b)) << text(*a.separated_by);
      if (a.separated_by && mode == DropRound::none) EXPECT_EQ(a.separated_by->dropped, 0);
    }
    for (const auto& row : table.rows) orders[mode].push_back(static_cast<int>(row.tied_with.size()));
  }
  const auto tied = [&](DropRound mode) { return std::ranges::count_if(orders[mode], [](int n) { return n > 0; }); };
  EXPECT_GT(tied(DropRound::none), 0) << "otherwise nothing is shown";
  EXPECT_LE(tied(DropRound::chain), tied(DropRound::none));
  EXPECT_LE(tied(DropRound::chain), tied(DropRound::scores));
}

}  // namespace
}  // namespace qipu::recorder
