// Rounds that other programs paired, paired again: six Xiangqi events and the Dutch files, as the
// specification asks.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

#include "recorder/tournament/pairing_check.hpp"
#include "recorder/tournament/preset.hpp"
#include "recorder/tournament/standings.hpp"
#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

namespace fs = std::filesystem;

struct Cell {
  int opponent = -1;
  Side side = Side::red;
  int points = 0;
  bool forfeit = false;
};
struct Event {
  std::string name;
  int rounds = 0;
  std::vector<int> numbers, saved_ranks;
  std::vector<std::vector<Cell>> cells;  // by player, by round
};

std::vector<std::string> split(const std::string& line, char by) {
  std::vector<std::string> parts;
  std::string part;
  std::istringstream in(line);
  while (std::getline(in, part, by)) parts.push_back(part);
  return parts;
}

std::vector<Event> events() {
  std::vector<Event> all;
  const fs::path folder = fs::path(QIPU_SHARED) / "tournaments/xq-cn";
  if (!fs::exists(folder)) return all;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  for (const auto& path : paths) {
    Event event{.name = path.stem().string()};
    std::ifstream in(path);
    std::string line;
    while (std::getline(in, line)) {
      if (line.starts_with('#') || line.starts_with("no\t")) continue;
      const auto parts = split(line, '\t');
      if (parts.size() < 6) continue;
      event.numbers.push_back(std::stoi(parts[0]));
      event.saved_ranks.push_back(std::stoi(parts[4]));
      auto& cells = event.cells.emplace_back();
      for (std::size_t i = 5; i < parts.size(); ++i) {
        Cell cell;
        if (const auto fields = split(parts[i], '/');
            fields.size() >= 5 && !fields[0].empty() && fields[0] != "-") {
          cell.opponent = std::stoi(fields[0]);
          cell.side = fields[1] == "b" ? Side::black : Side::red;
          cell.points = std::stoi(fields[2]);
          cell.forfeit = fields[4] != "=";
        }
        cells.push_back(cell);
      }
      event.rounds = std::max(event.rounds, static_cast<int>(cells.size()));
    }
    all.push_back(std::move(event));
  }
  return all;
}

// The request of a round, and the pairing that stands in the file; complete: everybody is in it.
struct Stored {
  PairingRequest request;
  std::vector<PairingPair> pairs;
  std::optional<EntrantNo> bye;
  bool complete = true;
};
Stored round_of(const Event& event, int round) {
  Stored stored;
  stored.request.round = round;
  stored.request.rounds_planned = event.rounds;
  for (std::size_t i = 0; i < event.numbers.size(); ++i) {
    PairingPlayer player;
    player.no = EntrantNo{static_cast<std::uint16_t>(event.numbers[i])};
    player.order = static_cast<int>(i) + 1;
    for (int r = 0; r < round - 1; ++r) {
      const Cell cell = static_cast<std::size_t>(r) < event.cells[i].size()
                            ? event.cells[i][static_cast<std::size_t>(r)]
                            : Cell{};
      PlayedRound played;
      played.points = cell.points;
      if (cell.opponent == 0) played.kind = PlayedRound::Kind::bye;
      if (cell.opponent > 0) {
        played.kind = cell.forfeit ? PlayedRound::Kind::walkover : PlayedRound::Kind::game;
        played.opponent = EntrantNo{static_cast<std::uint16_t>(cell.opponent)};
        played.side = cell.side;
      }
      player.points += played.points;
      player.history.push_back(played);
    }
    const Cell now = static_cast<std::size_t>(round - 1) < event.cells[i].size()
                         ? event.cells[i][static_cast<std::size_t>(round - 1)]
                         : Cell{};
    player.active = now.opponent >= 0;
    if (now.opponent == 0) stored.bye = player.no;
    if (now.opponent > 0 && now.side == Side::red)
      stored.pairs.push_back({player.no, EntrantNo{static_cast<std::uint16_t>(now.opponent)}});
    stored.request.players.push_back(std::move(player));
  }
  std::size_t active = 0;
  for (const auto& player : stored.request.players) active += player.active;
  stored.complete = stored.pairs.size() * 2 + (stored.bye ? 1 : 0) == active;
  return stored;
}

TEST(PairingOfRealEvents, IsNoWorseThanTheStoredRoundsInAnyMeasure) {
  const auto all = events();
  if (all.empty()) GTEST_SKIP() << "needs ../shared/tournaments/xq-cn, which is not there";
  ASSERT_EQ(all.size(), 6u);
  int rounds = 0, difference = 0, stored_difference = 0, cross = 0, stored_cross = 0;
  for (const Event& event : all) {
    PairingCheck ours, theirs;
    for (int round = 2; round <= event.rounds; ++round) {
      const Stored stored = round_of(event, round);
      if (!stored.complete || stored.pairs.empty()) continue;
      const auto answer = pair_swiss(stored.request);
      ASSERT_TRUE(answer) << event.name << " round " << round << ": " << answer.error().message.en;
      EXPECT_TRUE(answer->proved) << event.name << " round " << round;
      const PairingCheck check = check_pairing(stored.request, answer->pairs, answer->bye, answer->relaxed);
      EXPECT_TRUE(check.faults.empty())
          << event.name << " round " << round << ": " << check.faults.front().message.en;
      const PairingCheck before = check_pairing(stored.request, stored.pairs, stored.bye);
      EXPECT_LE(check.difference, before.difference) << event.name << " round " << round;
      ours.difference += check.difference, theirs.difference += before.difference;
      ours.cross_score += check.cross_score, theirs.cross_score += before.cross_score;
      ours.three_running += check.three_running + check.surplus_three,
          theirs.three_running += before.three_running + before.surplus_three;
      ours.surplus += check.surplus, theirs.surplus += before.surplus;
      ours.repeated_floats += check.repeated_floats, theirs.repeated_floats += before.repeated_floats;
      ++rounds;
    }
    EXPECT_LE(ours.cross_score, theirs.cross_score) << event.name;
    EXPECT_LE(ours.three_running, theirs.three_running) << event.name;
    EXPECT_LE(ours.surplus, theirs.surplus) << event.name;
    EXPECT_LE(ours.repeated_floats, theirs.repeated_floats) << event.name;
    std::cout << event.name << ": difference " << ours.difference << "/" << theirs.difference
              << ", cross-score " << ours.cross_score << "/" << theirs.cross_score << ", three "
              << ours.three_running << "/" << theirs.three_running << ", surplus " << ours.surplus << "/"
              << theirs.surplus << ", floats " << ours.repeated_floats << "/" << theirs.repeated_floats
              << "\n";
    difference += ours.difference, stored_difference += theirs.difference, cross += ours.cross_score,
        stored_cross += theirs.cross_score;
  }
  std::cout << rounds << " rounds: difference " << difference << "/" << stored_difference << ", cross-score "
            << cross << "/" << stored_cross << "\n";
  EXPECT_GE(rounds, 50);
}

TEST(PairingOfRealEvents, EveryRoundOfTheDutchFilesIsPairedWithoutAFault) {
  const fs::path folder = fs::path(QIPU_SHARED) / "tournaments/trf-bbp";
  if (!fs::exists(folder)) GTEST_SKIP() << "needs ../shared/tournaments/trf-bbp, which is not there";
  for (const char* name :
       {"rtg-60x11-s7.trf", "rtg-61x9-s12.trf", "rtg-120x9-s11.trf", "rtg-260x11-s7.trf"}) {
    std::ifstream in(folder / name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto trf = read_trf(text, name);
    ASSERT_TRUE(trf) << name;
    for (int round = 1; round <= trf->played(); ++round) {
      const auto request = trf_request(*trf, round, {});
      ASSERT_TRUE(request) << name << " round " << round;
      const auto answer = pair_swiss(*request);
      ASSERT_TRUE(answer) << name << " round " << round;
      const auto check = check_pairing(*request, answer->pairs, answer->bye, answer->relaxed);
      EXPECT_TRUE(check.faults.empty())
          << name << " round " << round << ": " << check.faults.front().message.en;
      // By another way than the engine's own sums.
      EXPECT_EQ(check.difference, answer->sums[static_cast<std::size_t>(CostField::difference)])
          << name << " round " << round;
      EXPECT_EQ(check.surplus, answer->sums[static_cast<std::size_t>(CostField::surplus)])
          << name << " round " << round;
      EXPECT_EQ(check.alternation, answer->sums[static_cast<std::size_t>(CostField::alternation)])
          << name << " round " << round;
    }
  }
}

// The order in which those events were ranked: score, opponents' sum, wins, fouls, wins as black, games as black, then the
// score without the first rounds (the header of the files says the last ones, which the one tie of that kind contradicts).
TEST(PairingOfRealEvents, TheSavedRanksAreReproduced) {
  const auto all = events();
  if (all.empty()) GTEST_SKIP() << "needs ../shared/tournaments/xq-cn, which is not there";
  auto regulation = load_preset("swiss");
  ASSERT_TRUE(regulation);
  regulation->tie_break.order = {Criterion::points, Criterion::opponents_sum, Criterion::wins, Criterion::fouls, Criterion::black_wins, Criterion::second_games};
  regulation->tie_break.drop = DropRound::scores;
  regulation->tie_break.last_resort.clear();
  int compared = 0;
  for (const Event& event : all) {
    if (event.name != "event07" && event.name != "event10" && event.name != "event22" && event.name != "event24") continue;
    Section section;
    section.id = SectionId{};
    for (const int number : event.numbers) {
      Entrant entrant;
      entrant.no = EntrantNo{static_cast<std::uint16_t>(number)};
      section.entrants.push_back(entrant);
    }
    for (int r = 1; r <= event.rounds; ++r) {
      Round round;
      round.id = {SectionId{}, PhaseKind::swiss, static_cast<std::uint8_t>(r)};
      round.published = true;
      for (std::size_t i = 0; i < event.numbers.size(); ++i) {
        const Cell& cell = event.cells[i][static_cast<std::size_t>(r - 1)];
        const EntrantNo own{static_cast<std::uint16_t>(event.numbers[i])};
        if (cell.opponent == 0) round.bye = own;
        if (cell.opponent <= 0 || cell.side != Side::red) continue;
        Game game;
        game.id = {round.id, static_cast<std::uint16_t>(round.games.size() + 1), 0};
        game.red = own;
        game.black = EntrantNo{static_cast<std::uint16_t>(cell.opponent)};
        const auto other = static_cast<std::size_t>(std::ranges::find(event.numbers, cell.opponent) - event.numbers.begin());
        const int theirs = event.cells[other][static_cast<std::size_t>(r - 1)].points;
        const Outcome outcome = cell.points == 2 ? Outcome::red_wins : cell.points == 1 ? Outcome::draw : theirs == 0 ? Outcome::both_lose : Outcome::black_wins;
        game.result = Result{outcome, cell.forfeit ? ResultKind::absent : outcome == Outcome::draw ? ResultKind::agreed : ResultKind::resign, !cell.forfeit};
        round.games.push_back(game);
      }
      section.rounds.push_back(std::move(round));
    }
    const auto table = standings(*regulation, section);
    std::map<int, int> rank;
    for (const auto& row : table.rows) rank[row.entrant.value] = row.rank;
    int contradictions = 0;
    for (std::size_t a = 0; a < event.numbers.size(); ++a)
      for (std::size_t b = 0; b < event.numbers.size(); ++b)
        if (event.saved_ranks[a] > 0 && event.saved_ranks[a] < event.saved_ranks[b]) {
          contradictions += rank[event.numbers[a]] > rank[event.numbers[b]];
          ++compared;
        }
    EXPECT_EQ(contradictions, 0) << event.name;
  }
  EXPECT_GT(compared, 2000);
}

}  // namespace
}  // namespace qipu::tournament
