// A section leaves as TRF and comes back the same; Chinese names in every layout that programs write; hostile
// files.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "formats/encoding.hpp"
#include "formats/read.hpp"
#include "recorder/tournament/preset.hpp"
#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

EntrantNo no(int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; }

Result random_result(std::mt19937& random) {
  switch (random() % 8) {
    case 0:
      return {Outcome::draw, ResultKind::agreed, true};
    case 1:
      return {Outcome::red_wins, ResultKind::absent, false};
    case 2:
      return {Outcome::black_wins, ResultKind::absent, false};
    case 3:
      return {Outcome::both_lose, ResultKind::ruling, true};
    case 4:
      return {Outcome::black_wins, ResultKind::mate, true};
    default:
      return {Outcome::red_wins, ResultKind::resign, true};
  }
}

// Rounds as they are played: walk-overs, double losses, byes and absences in all of them.
Section played_section(const Regulation& regulation, int players, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  Section section;
  for (int n = 1; n <= players; ++n) {
    Entrant entrant;
    entrant.no = no(n);
    entrant.seed = n;
    entrant.person.name = "选手 " + std::to_string(n);
    section.entrants.push_back(entrant);
  }
  for (int r = 1; r <= rounds; ++r) {
    std::vector<EntrantNo> absent;
    if (random() % 2) absent.push_back(no(1 + static_cast<int>(random() % static_cast<unsigned>(players))));
    const auto request = pairing_request(regulation, section, r, absent);
    const auto answer = pair_swiss(request);
    if (!answer) break;
    Round round = make_round(regulation, request, *answer, section.id);
    for (auto& game : round.games) game.result = random_result(random);
    section.rounds.push_back(std::move(round));
  }
  return section;
}

TEST(TrfOfASection, ReadAgainItAsksForTheSamePairing) {
  const auto regulation = load_preset("swiss");
  ASSERT_TRUE(regulation);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Section section = played_section(*regulation, 9 + static_cast<int>(seed % 12), 4, seed);
    const int next = static_cast<int>(section.rounds.size()) + 1;
    ASSERT_GE(next, 4) << seed;
    const std::string text = write_trf(trf_of(*regulation, section));
    const auto trf = read_trf(text, "section");
    ASSERT_TRUE(trf) << trf.error().message.en;
    EXPECT_TRUE(trf->warnings.empty()) << trf->warnings.front().message.en;
    EXPECT_EQ(trf->rounds, 9);
    const auto request = trf_request(*trf, 0, regulation->pairing);
    ASSERT_TRUE(request);
    const PairingRequest own = pairing_request(*regulation, section, next);
    EXPECT_EQ(request->round, next);
    ASSERT_EQ(request->players.size(), own.players.size());
    for (std::size_t i = 0; i < own.players.size(); ++i)
      EXPECT_EQ(request->players[i], own.players[i]) << text;
    const auto one = pair_swiss(own), other = pair_swiss(*request);
    ASSERT_EQ(one.has_value(), other.has_value());
    if (one) {
      EXPECT_EQ(one->pairs, other->pairs);
      EXPECT_EQ(one->bye, other->bye);
    }
    for (const auto& player : trf->players) {
      int points = 0;
      for (const auto& cell : player.cells) points += points_of(*trf, cell);
      EXPECT_EQ(points, player.points_x10) << player.line;
    }
  }
}

TEST(TrfOfASection, ForfeitsByesAndDoubleLossesHaveTheirLetters) {
  const auto regulation = load_preset("swiss");
  ASSERT_TRUE(regulation);
  Section section;
  for (int n = 1; n <= 8; ++n) {
    Entrant entrant;
    entrant.no = no(n);
    entrant.person.name = "选手 " + std::to_string(n);
    section.entrants.push_back(entrant);
  }
  Round round;
  round.id = {section.id, PhaseKind::swiss, 1};
  const auto game = [&](int red, int black, Result result) {
    Game g;
    g.id = {round.id, static_cast<std::uint16_t>(round.games.size() + 1), 0};
    g.red = no(red), g.black = no(black), g.result = result;
    round.games.push_back(g);
  };
  game(1, 2, {Outcome::red_wins, ResultKind::absent, false});
  game(3, 4, {Outcome::both_lose, ResultKind::ruling, true});
  game(5, 6, {Outcome::both_lose, ResultKind::absent, false});
  round.bye = no(7);
  round.absences.push_back({no(8), true, 0});
  section.rounds.push_back(round);
  const auto trf = read_trf(write_trf(trf_of(*regulation, section)), "section");
  ASSERT_TRUE(trf);
  std::string letters;
  for (const auto& player : trf->players) letters += player.cells.at(0).result;
  EXPECT_EQ(letters, "+-00--UZ");
  EXPECT_EQ(trf->players[0].points_x10, 20);
  EXPECT_EQ(trf->players[6].points_x10, 20);
  EXPECT_EQ(trf->players[0].name, "选手 1");
}

// One player's line with a name that fills 33 columns by the measure given.
std::string line_of(int number, int opponent, const std::string& name, std::size_t width) {
  const std::string figures = " 2500 CHN     1234567 1990/01/02  2.0    1";
  char head[16], cell[24];
  std::snprintf(head, sizeof head, "001 %4d      ", number);
  std::snprintf(cell, sizeof cell, "  %4d %c 1", opponent, number == 1 ? 'w' : 'b');
  return head + name + std::string(33 - width, ' ') + figures + cell + "\n";
}

TEST(TrfNames, InChineseInEveryLayoutThatProgramsWrite) {
  const std::string name = "选手甲 001";  // 7 characters, 10 places, 13 bytes
  for (const std::size_t width : {7u, 10u, 13u}) {
    const std::string text = line_of(1, 2, name, width) + line_of(2, 1, "Player Two", 10);
    const auto trf = read_trf(text, "a");
    ASSERT_TRUE(trf) << width;
    EXPECT_TRUE(trf->warnings.empty()) << width << ": " << trf->warnings.front().message.en;
    const TrfPlayer& player = trf->players.at(0);
    EXPECT_EQ(player.name, name) << width;
    EXPECT_EQ(player.rating, 2500) << width;
    EXPECT_EQ(player.federation, "CHN") << width;
    EXPECT_EQ(player.points_x10, 20) << width;
    EXPECT_EQ(player.rank, 1) << width;
    ASSERT_EQ(player.cells.size(), 1u) << width;
    EXPECT_EQ(player.cells[0], (TrfCell{2, 'w', '1', true})) << width;
    EXPECT_EQ(write_trf(*trf), text) << "not changed: to the byte";
  }
}

TEST(TrfNames, OfAFileInGbkAreRead) {
  const std::string text = line_of(1, 2, "选手甲 001", 10) + line_of(2, 1, "选手乙 002", 10);
  const std::string gbk = formats::encode_text(text, formats::Encoding::gb18030).bytes;
  ASSERT_NE(gbk, text);
  EXPECT_EQ(gbk.find("  2.0"), 79u) << "columns are bytes of GBK";
  const auto decoded = formats::decode_text(formats::bytes_of(gbk));
  const auto trf = read_trf(decoded.view(), "a");
  ASSERT_TRUE(trf);
  EXPECT_TRUE(trf->warnings.empty());
  EXPECT_EQ(trf->players[1].name, "选手乙 002");
  EXPECT_EQ(trf->players[1].cells.at(0).opponent, 1);
}

TEST(TrfNames, AChangedPlayerIsWrittenAnewAndTheOthersAreNot) {
  const std::string text = line_of(1, 2, "选手甲 001", 10) + line_of(2, 1, "Player Two  ", 12);
  auto trf = read_trf(text, "a");
  ASSERT_TRUE(trf);
  trf->players[0].cells.push_back({0, '-', 'U', true});
  const std::string written = write_trf(*trf);
  EXPECT_NE(written.substr(0, written.find('\n')), text.substr(0, text.find('\n')));
  EXPECT_EQ(written.substr(written.find('\n')), text.substr(text.find('\n')));
  const auto again = read_trf(written, "a");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->players[0].cells, trf->players[0].cells);
  EXPECT_EQ(again->players[0].name, trf->players[0].name);
}

TEST(TrfHostile, NumbersBeyondReasonAreNotTaken) {
  std::string text = line_of(1, 2, "Player One", 10) + line_of(2, 1, "Player Two", 10) +
                     "162  W 2000000000.0    D 999999999999\nXXS W=-2147483648\nXXA    1 2147483647 5.0\n";
  text += "XXP";
  for (int n = 1; n <= 3000; ++n) text += " " + std::to_string(n);
  text += "\n";
  const auto trf = read_trf(text, "a");
  ASSERT_TRUE(trf);
  EXPECT_EQ(trf->points.win, 10);
  EXPECT_EQ(trf->accelerated.at(0).second, (std::vector{0, 50}));
  EXPECT_LE(trf->forbidden.size(), 100'000u);
  EXPECT_EQ(trf->warnings.at(0).code, "trf.forbidden");
}

TEST(TrfHostile, BrokenFilesEndInAnAnswer) {
  const std::string whole = line_of(1, 2, "选手甲 001", 10) + line_of(2, 1, "选手乙 002", 7) +
                            "XXR 9\n162  W 2.0    D 1.0\nXXP 1 2\n240 H 002 1\n";
  std::mt19937 random(11);
  int answered = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text = whole;
    for (unsigned k = 0; k <= random() % 4; ++k) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + random() % 40);
          break;
        default:
          text.insert(at, 1, "0123456789 \r\n-\xe7"[random() % 15]);
          break;
      }
      if (text.empty()) text = "0";
    }
    const auto trf = read_trf(text, "a");
    if (!trf) {
      EXPECT_EQ(trf.error().code, "trf.no_players");
      continue;
    }
    // What was read is written, and read again, the same.
    const auto again = read_trf(write_trf(*trf), "a");
    ASSERT_TRUE(again) << text;
    ASSERT_EQ(again->players.size(), trf->players.size()) << text;
    for (std::size_t i = 0; i < trf->players.size(); ++i)
      ASSERT_EQ(again->players[i].line, trf->players[i].line) << text;
    if (const auto request = trf_request(*trf, 0, {})) answered += pair_swiss(*request).has_value();
  }
  EXPECT_GT(answered, 100);
}

}  // namespace
}  // namespace qipu::tournament
