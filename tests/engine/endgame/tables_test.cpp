// Whole classes: reference counts, symmetry, the verification and that it can fail.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/endgame/probe.hpp"
#include "engine/endgame/verify.hpp"
#include "tests/support/endgame_tables.hpp"

namespace qipu::endgame {
namespace {

using test::BuiltTables;

bool long_suite() { return std::getenv("QIPU_LONG") != nullptr; }

BuiltTables& tables() {
  static BuiltTables all;
  return all;
}

std::vector<std::string> guards(unsigned most) {
  std::vector<std::string> list;
  for (unsigned a = 0; a <= 2; ++a)
    for (unsigned b = 0; b <= 2; ++b)
      if (a + b <= most) list.push_back(std::string(a, 'A') + std::string(b, 'B'));
  return list;
}

TEST(Tables, NobodyWinsWithoutAttackers) {
  int classes = 0;
  for (const auto& ours : guards(long_suite() ? 4 : 2))
    for (const auto& theirs : guards(long_suite() ? 4 : 2)) {
      const Table& table = tables()[("K" + ours + "vK" + theirs).c_str()];
      for (const Side side : {Side::red, Side::black}) {
        EXPECT_EQ(table.census(side).wins + table.census(side).losses, 0u) << ours << " " << theirs;
        EXPECT_GT(table.census(side).draws, 0u);
      }
      ++classes;
    }
  EXPECT_EQ(classes, long_suite() ? 81 : 36);
  if (long_suite()) {  // counts of an independent solver
    EXPECT_EQ(tables()["KAABBvKAABB"].census(Side::red).legal, 1'680'750u);
    EXPECT_EQ(tables()["KAABBvK"].census(Side::red).legal, 9'810u);
  }
}

TEST(Tables, AgreeWithTheReferenceCounts) {
  std::ifstream in(QIPU_SHARED "/endgames/classes.tsv");
  if (!in) GTEST_SKIP() << QIPU_SHARED "/endgames/classes.tsv is not there";
  std::string line;
  std::getline(in, line);
  int compared = 0;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string material;
    std::uint64_t strong_legal, wins, draws, weak_legal, losses, weak_wins;
    int longest_win, longest_loss;
    fields >> material >> strong_legal >> wins >> draws >> longest_win >> weak_legal >> losses >> weak_wins >>
        longest_loss;
    ASSERT_TRUE(fields) << line;
    if (!long_suite() && strong_legal > 80'000) continue;
    const Table& table = tables()[material.c_str()];
    const Census &strong = table.census(Side::red), &weak = table.census(Side::black);
    EXPECT_EQ(strong.legal, strong_legal) << material;
    EXPECT_EQ(strong.wins, wins) << material;
    EXPECT_EQ(strong.draws, draws) << material;
    EXPECT_EQ(strong.longest_win.value_or(0), longest_win) << material;
    EXPECT_EQ(weak.legal, weak_legal) << material;
    EXPECT_EQ(weak.losses, losses) << material;
    EXPECT_EQ(weak.wins, weak_wins) << material;
    EXPECT_EQ(weak.longest_loss ? *weak.longest_loss : -1, longest_loss) << material;
    ++compared;
  }
  EXPECT_GE(compared, long_suite() ? 117 : 20);
}

TEST(Tables, AgreeWithTheReferencesLongestWins) {
  std::ifstream in(QIPU_SHARED "/endgames/longest.tsv");
  if (!in) GTEST_SKIP() << QIPU_SHARED "/endgames/longest.tsv is not there";
  std::string line;
  std::getline(in, line);
  int compared = 0;
  while (std::getline(in, line)) {
    const auto first = line.find('\t'), second = line.find('\t', first + 1);
    const std::string material = line.substr(0, first);
    if (!long_suite() && index_size(*Material::parse(material)) > 60'000) continue;
    const auto position = Position::from_fen(line.substr(second + 1));
    ASSERT_TRUE(position) << line;
    const auto probed = probe(*position, tables());
    ASSERT_TRUE(probed);
    EXPECT_EQ(probed->mate,
              (Value{Worth::win, static_cast<std::uint16_t>(std::stoi(line.substr(first + 1)))}))
        << line;
    EXPECT_LE(probed->capture.plies, probed->mate.plies);
    ++compared;
  }
  EXPECT_GE(compared, 5);
}

TEST(Tables, EveryPositionFollowsFromItsSuccessors) {
  Executor executor;
  std::vector<const char*> classes = {"KRvKAA", "KPvKAB", "KCAvKA", "KPPvK", "KPvKP", "KNvKB", "KAABvKA"};
  if (long_suite()) classes = {"KRvKAABB", "KNvKN", "KRvKC", "KCAvKAAB", "KPPvKAA", "KNPvK", "KRvKNA"};
  for (const char* name : classes) {
    const Table& table = tables()[name];
    const Verification verified = verify(table, tables(), executor);
    EXPECT_FALSE(verified.mismatch) << name << " " << to_fen(verified.mismatch->setup);
    EXPECT_GT(verified.positions, table.census(Side::red).legal / 2) << name;
  }
}

TEST(Tables, TheVerificationSeesASingleWrongByte) {
  Executor executor;
  const Table& sound = tables()["KRvKA"];
  for (const Metric metric : {Metric::mate, Metric::capture})
    for (const std::uint64_t at : {std::uint64_t{777}, sound.shape().size() / 2, sound.shape().size() - 9}) {
      Table table = sound;
      Plane& plane = table.plane(metric, at % 2 ? Side::red : Side::black);
      plane.codes[at] = static_cast<std::uint8_t>((plane.codes[at] + 1u) % plane.meaning.size());
      EXPECT_TRUE(verify(table, tables(), executor).mismatch) << at;
    }
}

TEST(Tables, ColoursAreInterchangeable) {
  Executor executor;
  for (const char* name : {"KRvKA", "KPvK", "KCAvKA", "KPvKP", "KPPvK"}) {
    const Table& table = tables()[name];
    const auto exchanged = generate(table.shape().material().reversed(), tables(), executor);
    ASSERT_TRUE(exchanged);
    EXPECT_EQ(exchanged->census(Side::red), table.census(Side::black)) << name;
    EXPECT_EQ(exchanged->census(Side::black), table.census(Side::red)) << name;
    for (std::uint64_t i = 0; i < table.shape().size(); i += 7)
      for (const Side side : {Side::red, Side::black}) {
        const auto setup = table.shape().setup(table.shape().placement(i), side);
        const auto position = setup ? Position::from(*setup) : std::unexpected(SetupFaults{});
        if (!position) continue;
        const Placement turned = exchanged->shape().placement(*position, true);
        for (const Metric metric : {Metric::mate, Metric::capture})
          ASSERT_EQ(exchanged->value(metric, opponent(side), turned), table.value(metric, side, i))
              << to_fen(*setup);
      }
  }
}

TEST(Tables, LeftAndRightAreInterchangeable) {
  for (const char* name : {"KRvKAA", "KPvKB", "KNvKA"}) {
    const Table& table = tables()[name];
    for (std::uint64_t i = 0; i < table.shape().size(); ++i) {
      if (table.shape().weight(static_cast<std::uint32_t>(i / table.shape().places())) == 2) continue;
      Placement mirror = table.shape().placement(i);  // homes are their own mirror image: only attackers move
      for (std::size_t k = 0; k < table.shape().attackers().size(); ++k)
        mirror.points[k] = static_cast<std::uint8_t>(Square::at(mirror.points[k]).mirrored().index());
      for (const Side side : {Side::red, Side::black})
        ASSERT_EQ(table.value(Metric::mate, side, mirror), table.value(Metric::mate, side, i))
            << name << " " << i;
    }
  }
}

TEST(Tables, CountToCaptureAndToMateAgreeOnWhoWins) {
  for (const char* name : {"KRvKAAB", "KPvKP", "KPPvKA", "KNvKAB"}) {
    const Table& table = tables()[name];
    for (std::uint64_t i = 0; i < table.shape().size(); ++i)
      for (const Side side : {Side::red, Side::black}) {
        const Value mate = table.value(Metric::mate, side, i),
                    capture = table.value(Metric::capture, side, i);
        ASSERT_EQ(mate.worth, capture.worth);
        ASSERT_LE(capture.plies, mate.plies) << name << " " << i;
      }
  }
}

TEST(Generate, RefusesWhatItCannotBuild) {
  class Empty : public TableSource {
    const Table* table(const Material&) override { return nullptr; }
  } empty;
  Executor executor;
  EXPECT_EQ(generate(*Material::parse("KRvKA"), empty, executor).error().code, "endgame.missing_class");
  EXPECT_EQ(generate(*Material::parse("KRRNNCCvKRRNNCC"), empty, executor).error().code, "endgame.too_large");
}

}  // namespace
}  // namespace qipu::endgame
