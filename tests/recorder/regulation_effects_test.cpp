// The clauses of the regulation, each by its tag: fouls, the gate of the knockout, prizes; and that none is left out.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "recorder/tournament/conduct.hpp"
#include "recorder/tournament/entry_list.hpp"
#include "recorder/tournament/prize.hpp"
#include "tests/support/recorder_event.hpp"

namespace qipu::recorder {
namespace {

using namespace tournament;

const Regulation& shizhu() {
  static const Regulation regulation = *load_preset("shizhu-2019");
  return regulation;
}
EntrantNo no(int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; }

// PROVES: reg:D1
// PROVES: reg:D9
// PROVES: reg:D12
// PROVES: reg:A11
TEST(Regulation, APieceOffTheBoardByPaceAndClock) {
  EXPECT_EQ(piece_off_kind(shizhu(), Pace::slow, 30), "D1");
  EXPECT_EQ(piece_off_kind(shizhu(), Pace::fast, 300), "D1");
  EXPECT_EQ(piece_off_kind(shizhu(), Pace::fast, 180), "D9");
  EXPECT_EQ(piece_off_kind(shizhu(), Pace::ultra, 59), "D12");
  EXPECT_EQ(shizhu().foul.find("D9")->loss, LossEffect::may);
  EXPECT_EQ(shizhu().foul.find("D12")->loss, LossEffect::direct);
}

// PROVES: reg:D2
// PROVES: reg:D10
TEST(Regulation, TheTelephoneTwiceInOneGameMayLoseByTwoCounters) {
  Event event(8);
  event.pair("open", "1");
  const GameId game = event.game("open-1-1").id;
  const EntrantId who{game.round.section, event.game("open-1-1").red};
  const std::string text = event.state.text(who);
  const auto loss = [&] { return foul_loss(event.state.regulation, event.fouls(), who, game, Pace::slow); };
  event.desk(FoulAdd{text, "D2_ring", "open-1-1", "铃响"});
  EXPECT_FALSE(loss());
  event.desk(FoulAdd{text, "D2_use", "open-1-1", "接听"});
  EXPECT_FALSE(loss()) << "ringing and using are counted apart";
  event.desk(FoulAdd{text, "D2_ring", "open-1-1", "铃又响"});
  ASSERT_TRUE(loss());
  EXPECT_EQ(loss()->effect, LossEffect::may);
  EXPECT_EQ(loss()->clause, "reg:D10");
  const auto numbers = foul_numbers(event.fouls(), who, game);
  EXPECT_EQ(numbers.game, 3);
  EXPECT_EQ(numbers.event, 3);
}

// PROVES: reg:D4
// PROVES: reg:D5
// PROVES: reg:D6
// PROVES: reg:D7
// PROVES: reg:D13
// PROVES: reg:D17
// PROVES: reg:D18
TEST(Regulation, EveryKindOfTheListIsThereWithItsClauseAndEffect) {
  std::map<std::string, const FoulKind*> kinds;
  for (const auto& kind : shizhu().foul.kinds) kinds[kind.code] = &kind;
  for (const char* code : {"D4", "D5", "D6", "D7"}) {
    ASSERT_TRUE(kinds.contains(code)) << code;
    EXPECT_EQ(kinds[code]->clause, "reg:" + std::string(code));
    EXPECT_TRUE(kinds[code]->counts && kinds[code]->deducts_cumulative) << code;
  }
  EXPECT_EQ(kinds["D13"]->sanction, Sanction::disqualify);
  EXPECT_TRUE(kinds["D13"]->bars_next);
  EXPECT_EQ(kinds["D17"]->sanction, Sanction::note);
  Event event(8);
  event.play("open", "1");
  EXPECT_NE(event.refused(FoulAdd{"open-1", "book", "", ""}), "") << "what is not covered is ruled with a reason";
  EXPECT_EQ(event.refused(FoulAdd{"open-1", "book", "", "裁判长裁定"}), "");
}

// PROVES: reg:D8
TEST(Regulation, MoreThanTenMinutesLateMayLose) {
  EXPECT_FALSE(late_arrival(shizhu(), 10));
  ASSERT_TRUE(late_arrival(shizhu(), 11));
  EXPECT_EQ(late_arrival(shizhu(), 11)->effect, LossEffect::may);
}

// PROVES: reg:D11
// PROVES: reg:A10
TEST(Regulation, TwoFoulsInTheFastPhaseOfAMatchLoseDirectly) {
  const EntrantId who{SectionId{}, no(1)};
  const GameId second{{SectionId{}, PhaseKind::knockout, 1}, 1, 2}, third{{SectionId{}, PhaseKind::knockout, 1}, 1, 3}, first{{SectionId{}, PhaseKind::knockout, 1}, 1, 1};
  const auto foul = [&](const GameId& game) {
    Foul f;
    f.entrant = who;
    f.kind = "fast";
    f.game = game;
    f.state = FoulState::confirmed;
    return f;
  };
  std::vector<Foul> fouls = {foul(second)};
  EXPECT_FALSE(foul_loss(shizhu(), fouls, who, second, Pace::fast));
  fouls.push_back(foul(third));
  const auto loss = foul_loss(shizhu(), fouls, who, third, Pace::ultra);
  ASSERT_TRUE(loss) << "fast and ultra-fast games of one match together";
  EXPECT_EQ(loss->effect, LossEffect::direct);
  EXPECT_EQ(loss->clause, "reg:D11");
  EXPECT_FALSE(foul_loss(shizhu(), fouls, who, first, Pace::slow));
}

// PROVES: reg:K7
// PROVES: reg:A16
TEST(Regulation, NobodyEntersTheNextRoundBeforeTheRecordsOfTheMatchAreComplete) {
  Event event(40);
  for (int round = 1; round <= 7; ++round) event.play("open", std::to_string(round));
  event.pair("open", "k1");
  for (const auto* game : event.games("open", "k1")) {
    const std::string id = event.state.text(game->id);
    if (game->id.board == 2) event.desk(BoardBroadcast{id, "直播", true, false});
    event.result(id, "red");
  }
  const auto may_enter = [&](int board) {
    const auto round = *parse_round("k1", SectionId{});
    for (const auto& match : gate_of(event.state, round, event.now).matches)
      if (match.match.board == board) return match.open;
    return false;
  };
  EXPECT_FALSE(may_enter(1));
  EXPECT_TRUE(may_enter(2)) << "broadcast";
  EXPECT_NE(event.refused(RoundPair{"open", "k2", {}}), "") << "pairing is refused by the same function";
  event.write_and_sign("open-k1-1-g1");
  EXPECT_TRUE(may_enter(1));
  EXPECT_FALSE(may_enter(3));
  event.desk(DutyExcuse{"open-k1-3-g1", "送医"});
  EXPECT_TRUE(may_enter(3));
  EXPECT_NE(event.refused(MatchOverride{"open-k1-4", event.state.text(EntrantId{SectionId{}, event.game("open-k1-4-g1").red}), ""}), "");
  event.desk(MatchOverride{"open-k1-4", event.state.text(EntrantId{SectionId{}, event.game("open-k1-4-g1").red}), "裁判长决定"});
  EXPECT_TRUE(may_enter(4));
  for (int board = 5; board <= 16; ++board) event.write_and_sign("open-k1-" + std::to_string(board) + "-g1");
  EXPECT_EQ(event.refused(RoundPair{"open", "k2", {}}), "");
}

// PROVES: reg:A3
// PROVES: reg:A4
// PROVES: reg:A9
// PROVES: reg:A21
// PROVES: reg:A34
// PROVES: reg:A36
TEST(Regulation, TheDecisionsOfThePreset) {
  const auto& knockout = *shizhu().sections[0].knockout;
  EXPECT_EQ(knockout.third_place, ThirdPlace::seed);
  EXPECT_EQ(knockout.substitute, Substitute::walkover);
  EXPECT_EQ(knockout.both_lose, BothLose::arbiter);
  EXPECT_TRUE(shizhu().foul.promotion_cutoff);
  EXPECT_TRUE(shizhu().prize.cumulate);
}

// PROVES: reg:A24
TEST(Regulation, AgesAreYearDifferencesAndOlderChildrenAreRefused) {
  EXPECT_EQ(age_at(shizhu(), 2011), 8);
  EXPECT_EQ(age_at(shizhu(), 2005), 14);
  const auto list = read_entries(shizhu(), "no,name,section,birth_year\n1,少年 1,children,2005\n2,少年 2,children,2004\n", "a.csv");
  EXPECT_EQ(std::ranges::count_if(list.rows, [](const EntryRow& row) { return row.entrant.state == EntrantState::active; }), 1);
}

int total_of(const Regulation& regulation) {
  int total = 0;
  for (const auto& list : regulation.prize.lists) total += list.total();
  return total;
}

// PROVES: reg:A31
// PROVES: reg:Z5
TEST(Regulation, ThePrizesAddUpToWhatWasAnnouncedAndToWhatTheNoticeLeaves) {
  const auto before = load_preset("shizhu-2019", false);
  ASSERT_TRUE(before);
  EXPECT_EQ(total_of(*before), 131'500);
  EXPECT_EQ(total_of(shizhu()), 116'600);
  EXPECT_EQ(before->prize.announced, 131'500);
  for (const auto& list : shizhu().prize.lists)
    if (list.id == "women") EXPECT_EQ(list.places(), 12);
  const std::map<std::string, int> totals = {{"open", 61'600}, {"members", 13'300}, {"shizhu", 5'700}, {"women", 20'300}, {"surprise", 4'500}, {"u8", 2'800}, {"u10", 2'800}, {"u12", 2'800}, {"u14", 2'800}};
  for (const auto& list : shizhu().prize.lists)
    if (totals.contains(list.id)) EXPECT_EQ(list.total(), totals.at(list.id)) << list.id;
}

// PROVES: reg:Z1
// PROVES: reg:Z2
// PROVES: reg:Z3
// PROVES: reg:Z4
// PROVES: reg:Z6
// PROVES: reg:Z7
// PROVES: reg:A23
// PROVES: reg:A25
TEST(Regulation, EveryListHoldsTheEligibleInTheOverallOrder) {
  Event event;
  std::string csv = "no,name,section,sex,birth_year,title,residence,origin,shizhu,member,student\n";
  for (int n = 1; n <= 60; ++n)
    csv += std::to_string(n) + ",选手 " + std::to_string(n) + ",open," + (n % 5 == 0 ? "女" : "男") + ",1990," + (n % 10 == 0 ? "大师" : "") + "," + (n % 2 ? "市内" : "市外") + "," + (n % 3 ? "重庆" : "其他") +
           "," + (n % 4 == 0 ? "是" : "") + "," + (n % 3 == 1 ? "是" : "") + "," + (n % 7 == 0 ? "是" : "") + "\n";
  for (int n = 1; n <= 20; ++n) csv += std::to_string(n) + ",少年 " + std::to_string(n) + ",children,男," + std::to_string(2005 + n % 8) + ",,市内,重庆,,,\n";
  event.desk(EntrantsImport{csv, "list.csv"});
  for (int round = 1; round <= 3; ++round) {
    event.play("open", std::to_string(round));
    event.play("children", std::to_string(round));
  }
  const auto all = prizes(event.state.regulation, event.state.sections);
  const auto& sections = event.state.sections;
  std::set<std::string> seen;
  for (const auto& list : all.lists) {
    seen.insert(list.id);
    for (std::size_t i = 1; i < list.rows.size(); ++i) EXPECT_LE(list.rows[i - 1].overall_rank, list.rows[i].overall_rank) << list.id;
    for (const auto& row : list.rows) {
      const auto& entrant = *sections[row.entrant.section.index].find(row.entrant.no);
      if (list.id == "women") EXPECT_EQ(entrant.attributes.sex, Sex::female);
      if (list.id == "members") EXPECT_TRUE(entrant.attributes.member && entrant.attributes.resident);
      if (list.id == "shizhu") EXPECT_TRUE(entrant.attributes.member && entrant.attributes.shizhu);
      if (list.id == "surprise") EXPECT_FALSE(entrant.attributes.resident);
      if (list.id == "u8") EXPECT_LE(age_at(event.state.regulation, entrant.person.birth_year), 8);
      if (list.id == "u14") EXPECT_GE(age_at(event.state.regulation, entrant.person.birth_year), 13);
    }
  }
  for (const char* id : {"open", "women", "members", "shizhu", "surprise", "u8", "u10", "u12", "u14"}) EXPECT_TRUE(seen.contains(id)) << id;
  for (const auto& row : all.subsidy) {
    EXPECT_TRUE(sections[row.entrant.section.index].find(row.entrant.no)->attributes.student);
    EXPECT_FALSE(row.why.zh.empty());
  }
  for (const auto& list : all.seats) {
    EXPECT_LE(list.rows.size(), list.id == "open" ? 6u : 3u);
    for (const auto& row : list.rows) {
      const auto& entrant = *sections[row.entrant.section.index].find(row.entrant.no);
      EXPECT_TRUE(entrant.attributes.origin && !entrant.has_title()) << list.id;
    }
    EXPECT_TRUE(list.title);
  }
  int sum = 0;
  for (const auto& list : all.lists) {
    int paid = 0;
    for (const auto& row : list.rows) paid += row.yuan;
    EXPECT_EQ(paid, list.total);
    sum += paid;
  }
  for (const auto& row : all.subsidy) sum += row.granted ? 300 : 0;
  EXPECT_EQ(sum, all.total);
}

// Every clause of the regulation stands in a test by its tag.
TEST(Regulation, EveryClauseIsProvedByATest) {
  const std::filesystem::path text = std::filesystem::path(QIPU_SHARED) / "regulation.md";
  if (!std::filesystem::exists(text)) GTEST_SKIP() << "needs ../shared/regulation.md, which is not there";
  const auto read = [](const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  std::set<std::string> clauses, proved;
  const std::string regulation = read(text);
  const std::regex row(R"(\n\| ([EFCSGDKZA]\d{1,2}) \|)"), proof(R"(// PROVES: reg:([A-Z]\d{1,2}))");
  for (std::sregex_iterator it(regulation.begin(), regulation.end(), row), end; it != end; ++it) clauses.insert((*it)[1]);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(QIPU_SOURCE) / "tests/recorder")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string source = read(entry.path());
    for (std::sregex_iterator it(source.begin(), source.end(), proof), end; it != end; ++it) proved.insert((*it)[1]);
  }
  EXPECT_GE(clauses.size(), 62u + 36u);
  for (const auto& clause : clauses) EXPECT_TRUE(proved.contains(clause)) << "no test proves reg:" << clause;
  for (const auto& clause : proved) EXPECT_TRUE(clauses.contains(clause)) << "the regulation has no " << clause;
}

}  // namespace
}  // namespace qipu::recorder
