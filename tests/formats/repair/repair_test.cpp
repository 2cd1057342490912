// Rescue on damaged games: what was damaged is found, nothing sound is touched, nothing written is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "formats/repair/repair.hpp"
#include "tests/support/record_damage.hpp"

namespace qipu::repair {
namespace {

using test::Damage;

// Games that hang together: each move takes something or is drawn among the quiet ones that leave least
// hanging.
std::vector<Move> played_game(unsigned seed, int plies) {
  std::mt19937 random(seed);
  Position position = Position::start();
  std::vector<Move> moves;
  while (static_cast<int>(moves.size()) < plies) {
    const MoveList legal = position.legal_moves();
    if (legal.empty()) break;
    const Move move = legal[random() % legal.size()];
    moves.push_back(move);
    position.make(move);
  }
  return moves;
}

Position end_of(const std::vector<Move>& moves) {
  Position position = Position::start();
  for (const Move move : moves) position.make(move);
  return position;
}

bool playable(const std::vector<Move>& moves) {
  Position position = Position::start();
  for (const Move move : moves) {
    if (!position.is_legal(move)) return false;
    position.make(move);
  }
  return true;
}

bool offers(const Diagnosis& diagnosis, const std::vector<Move>& game, std::size_t among) {
  for (std::size_t i = 0; i < std::min(among, diagnosis.candidates.size()); ++i)
    if (diagnosis.candidates[i].moves == game) return true;
  return false;
}

TEST(Repair, LeavesASoundRecordAlone) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto game = played_game(seed, 80);
    for (bool as_text : {true, false}) {
      Evidence evidence;
      evidence.entries = test::Damager(seed, as_text).written(game);
      evidence.final = end_of(game);
      const Diagnosis diagnosis = repair(evidence);
      EXPECT_FALSE(diagnosis.contradicted);
      EXPECT_TRUE(diagnosis.candidates.empty());
    }
  }
}

TEST(Repair, EveryCandidateIsLegalToItsEndAndReachesTheFinalPosition) {
  for (Damage kind : {Damage::wrong_square, Damage::missing_ply, Damage::missing_in_column,
                      Damage::missing_pair, Damage::swapped, Damage::mistyped, Damage::mirrored_file,
                      Damage::doubled, Damage::doubled_in_column, Damage::twin, Damage::two_faults})
    for (unsigned seed = 1; seed <= 6; ++seed) {
      const auto game = played_game(seed, 60);
      const auto damaged = test::Damager(seed, seed % 2 == 0).damage(kind, game);
      if (!damaged) continue;
      Evidence evidence;
      evidence.entries = damaged->entries;
      evidence.final = end_of(game);
      for (const Candidate& candidate : repair(evidence, 10, {100'000, 100'000, 300'000}).candidates) {
        EXPECT_TRUE(playable(candidate.moves)) << test::name(kind);
        if (candidate.complete && candidate.final_squares == 0)
          EXPECT_TRUE(end_of(candidate.moves) == *evidence.final) << test::name(kind) << " seed " << seed;
        EXPECT_FALSE(candidate.edits.empty());
      }
    }
}

TEST(Repair, FindsTheDamageOfRealGamesWhenTheFinalPositionIsKnown) {
  const std::filesystem::path folder = QIPU_SHARED "/corpus/pgn";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  std::vector<std::vector<Move>> games;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.path().filename().string().starts_with("wukong-") || games.size() > 200) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (auto& game : test::games_of_iccs_pgn(text)) games.push_back(std::move(game));
  }
  ASSERT_GT(games.size(), 50u);
  int visible = 0, first = 0, three = 0;
  for (Damage kind : {Damage::wrong_square, Damage::missing_ply, Damage::swapped, Damage::mistyped,
                      Damage::doubled, Damage::doubled_in_column}) {
    test::Damager damager(4711 + static_cast<std::uint64_t>(kind), true);
    for (int records = 0; records < 40;) {
      const auto& game = games[damager.pick(games.size())];
      const auto damaged = damager.damage(kind, game);
      if (!damaged) continue;
      ++records;
      Evidence evidence;
      evidence.entries = damaged->entries;
      evidence.final = end_of(game);
      const Diagnosis diagnosis = repair(evidence);
      if (!diagnosis.contradicted) continue;
      ++visible;
      first += offers(diagnosis, game, 1);
      three += offers(diagnosis, game, 3);
    }
  }
  EXPECT_GE(first, visible * 95 / 100) << first << " of " << visible;
  EXPECT_GE(three, visible * 99 / 100) << three << " of " << visible;
}

TEST(Repair, AllowsForASlipInTheFinalPosition) {
  int found = 0, doubted = 0, records = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const auto game = played_game(seed, 60);
    qipu::Setup final = end_of(game).setup();
    for (int p = 0; p < Square::count; ++p)
      if (final[Square::at(p)] == Piece{Side::red, PieceKind::pawn}) {
        final[Square::at(p)] = std::nullopt;  // a soldier forgotten
        break;
      }
    const auto wrong_final = Position::from(final);
    const auto damaged = test::Damager(seed, true).damage(Damage::missing_ply, game);
    if (!wrong_final || !damaged || *wrong_final == end_of(game)) continue;
    Evidence evidence;
    evidence.final = *wrong_final;
    evidence.entries = test::Damager(seed, true).written(game);
    doubted += repair(evidence, 3, {50'000, 50'000, 50'000}).final_doubtful == 1;
    evidence.entries = damaged->entries;
    ++records;
    const Diagnosis diagnosis = repair(evidence, 10, {600'000, 100'000, 300'000});
    found += offers(diagnosis, game, 10);
  }
  EXPECT_GT(records, 10);
  EXPECT_EQ(doubted, records);
  EXPECT_GE(found, records * 7 / 10) << found << " of " << records;
}

TEST(Repair, NamesAnInsertedMoveInChinese) {
  Evidence evidence;
  evidence.entries = entries_of_text("炮二平五 马二进三 车9平8", 100);
  for (std::size_t i = 0; i < 3; ++i)
    evidence.entries[i].side = i < 2 ? Side::red : Side::black;  // as two columns tell
  const Diagnosis diagnosis = repair(evidence);
  ASSERT_TRUE(diagnosis.contradicted);
  EXPECT_EQ(diagnosis.legal_plies, 1);
  ASSERT_FALSE(diagnosis.candidates.empty());
  bool inserted = false;
  for (const Candidate& candidate : diagnosis.candidates)
    for (const Edit& edit : candidate.edits)
      inserted |= edit.kind == Edit::insert && edit.ply == 2 && edit.now_zh == "马８进７";
  EXPECT_TRUE(inserted);
}

TEST(Repair, SaysThatACheckWasOverlookedWithoutChangingTheRecord) {
  // The general steps onto the file of a cannon that has its screen; what follows reads.
  Evidence evidence;
  evidence.start = *Position::from_fen("3k5/9/9/9/4p4/9/9/4C4/9/3AK4 b - - 0 1");
  evidence.entries = {entry_of(Move{Square::at(3, 9), Square::at(4, 9)}),
                      entry_of(Move{Square::at(4, 2), Square::at(4, 3)})};
  const Diagnosis diagnosis = repair(evidence);
  ASSERT_TRUE(diagnosis.contradicted);
  ASSERT_TRUE(diagnosis.overlooked_check);
  EXPECT_EQ(diagnosis.overlooked_check->ply, 1);
}

TEST(Repair, NoticesASecondGameInTheSameText) {
  Evidence evidence;
  const auto first = played_game(3, 30),
             second = std::vector<Move>{*Move::parse("h2e2"), *Move::parse("h9g7"), *Move::parse("h0g2"),
                                        *Move::parse("i9h9"), *Move::parse("i0h0"), *Move::parse("b9c7")};
  for (const Move move : first) evidence.entries.push_back(entry_of(move));
  for (const Move move : second) evidence.entries.push_back(entry_of(move));
  const Diagnosis diagnosis = repair(evidence, 10, {20'000, 20'000, 20'000});
  EXPECT_EQ(diagnosis.second_game_at, 31);
}

TEST(Repair, StaysWithinItsBudgetAndSaysSo) {
  const auto game = played_game(5, 120);
  Evidence evidence;
  evidence.entries = test::Damager(1, false).written(game);
  std::mt19937 random(9);
  std::ranges::shuffle(evidence.entries, random);
  evidence.final = end_of(game);
  const Diagnosis diagnosis = repair(evidence, 10, {5'000, 5'000, 5'000});
  EXPECT_LT(diagnosis.readings, 60'000u);
}

TEST(Suggest, PutsTheReadingThatLetsTheRestThroughFirst) {
  const Position start = Position::start();
  // 马二进四 cannot be played; 马二进三 is what the later moves need.
  const auto suggestions = suggest(start, entry_of("马二进四"), entries_of_text("马8进7 马三退五", 10));
  ASSERT_FALSE(suggestions.empty());
  EXPECT_EQ(iccs(suggestions.front().move), "h0g2");
  EXPECT_EQ(suggestions.front().fits, 2);
}

TEST(Bridge, FindsTheMovesBetweenTwoPositions) {
  const auto game = played_game(11, 20);
  std::vector<Position> positions = {Position::start()};
  for (const Move move : game) positions.push_back(positions.back().after(move));
  for (int plies = 1; plies <= 3; ++plies)
    for (std::size_t i = 0; i + static_cast<std::size_t>(plies) < positions.size(); ++i) {
      const auto& from = positions[i];
      const auto& to = positions[i + static_cast<std::size_t>(plies)];
      const auto ways = bridge(from, to, plies, 500);
      const std::vector<Move> played(game.begin() + static_cast<std::ptrdiff_t>(i),
                                     game.begin() + static_cast<std::ptrdiff_t>(i) + plies);
      EXPECT_NE(std::ranges::find(ways, played), ways.end()) << plies << " plies after ply " << i;
      if (plies < 3) EXPECT_EQ(ways.size(), 1u);
    }
}

TEST(EntriesOfText, TakesTheMovesAndLeavesTheRest) {
  const auto entries = entries_of_text(
      "[Red \"选手 001 (1-0)\"]\n1. 炮二平五 {好棋 (h2e2)} 马8进7 $1 (1... 马2进3 2. 马二进三) 2.马二进三 "
      "C8=6 3. h2e2 1-0\n",
      100);
  ASSERT_EQ(entries.size(), 5u);
  EXPECT_EQ(entries[0].text, "炮二平五");
  EXPECT_EQ(entries[2].text, "马二进三");
  EXPECT_TRUE(entries[3].said);
  EXPECT_TRUE(entries[4].points);
}

TEST(MarkSides, PinsAMissingMoveByTheNumerals) {
  auto entries = entries_of_text(
      "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 马八进七 炮２平１ 车九平八 车1平2", 100);
  entries.erase(entries.begin() + 4);
  mark_sides(entries);
  EXPECT_EQ(entries[0].side, Side::red);
  EXPECT_EQ(entries[6].side, Side::black);
  Evidence evidence;
  evidence.entries = entries;
  const Diagnosis diagnosis = repair(evidence);
  ASSERT_TRUE(diagnosis.contradicted);
  EXPECT_EQ(diagnosis.legal_plies, 4);
  ASSERT_GT(diagnosis.candidates.size(), 1u);
  // Either a black move is one too many or a red one is missing, and the place is known.
  for (const Candidate& candidate : diagnosis.candidates)
    if (candidate.edits[0].kind == Edit::insert) EXPECT_EQ(candidate.edits[0].ply, 5);
}

TEST(MarkSides, LeavesOneStyleAndSlipsOfStyleAlone) {
  auto one_style = entries_of_text("炮二平五 马八进七 马二进三 车九平八 车一平二 马二进三", 100);
  mark_sides(one_style);
  for (const Entry& entry : one_style) EXPECT_FALSE(entry.side);
  auto slip = entries_of_text(
      "炮二平五 马8进7 马二进三 车9平8 车一平二 马二进三 马八进七 炮2平1 车九平八 车1平2 兵三进一 卒7进1",
      100);
  mark_sides(slip);
  EXPECT_FALSE(slip[5].side);
  EXPECT_EQ(slip[6].side, Side::red);
}

TEST(EntriesOfText, NeverLoopsOnAnyBytes) {
  std::mt19937 random(1);
  const std::string alphabet = "[]{}()\"$.1炮二平五h2e2 \n\xff\xe7";
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (int k = 0; k < 40; ++k) text += alphabet[random() % alphabet.size()];
    EXPECT_LE(entries_of_text(text, 1000).size(), 40u);
  }
}

}  // namespace
}  // namespace qipu::repair
