// Published node counts (../shared/perft.tsv): rows up to five million nodes always, all with QIPU_LONG=1.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "engine/position.hpp"
#include "tests/support/plain_rules.hpp"

namespace qipu {
namespace {

struct Row {
  std::string fen;
  int depth;
  std::uint64_t nodes;
};

std::vector<Row> published() {
  std::ifstream in(QIPU_SHARED "/perft.tsv");
  std::vector<Row> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const auto a = line.find('\t'), b = line.find('\t', a + 1);
    if (b == std::string::npos) continue;
    rows.push_back({line.substr(0, a), std::stoi(line.substr(a + 1)), std::stoull(line.substr(b + 1))});
  }
  return rows;
}

bool long_suite() { return std::getenv("QIPU_LONG") != nullptr; }

TEST(Perft, StartPositionHasThePublishedCounts) {
  const Position start = Position::start();
  const std::uint64_t counts[] = {1, 44, 1'920, 79'666, 3'290'240};
  for (int depth = 0; depth <= 4; ++depth) EXPECT_EQ(perft(start, depth), counts[depth]) << depth;
}

TEST(Perft, MiddlegamesHaveThePublishedCounts) {
  const struct {
    const char* fen;
    std::uint64_t nodes[5];
  } rows[] = {
      {"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", {1, 38, 1'128, 43'929, 1'339'047}},
      {"r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w", {1, 58, 1'651, 90'744, 2'605'437}},
      {"r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w",
       {1, 36, 1'292, 47'994, 1'777'662}},
  };
  for (const auto& row : rows)
    for (int depth = 0; depth <= 4; ++depth)
      EXPECT_EQ(perft(*Position::from_fen(row.fen), depth), row.nodes[depth]) << row.fen << ' ' << depth;
}

TEST(Perft, AllPublishedRows) {
  const auto rows = published();
  if (rows.empty()) GTEST_SKIP() << "no " QIPU_SHARED "/perft.tsv here";
  int counted = 0;
  for (const auto& row : rows) {
    if (row.nodes > 5'000'000 && !long_suite()) continue;
    const auto position = Position::from_fen(row.fen);
    ASSERT_TRUE(position) << row.fen;
    EXPECT_EQ(perft(*position, row.depth), row.nodes) << row.fen << " depth " << row.depth;
    ++counted;
  }
  std::printf("[ perft    ] %d of %zu published rows counted\n", counted, rows.size());
}

TEST(Perft, StartPositionToDepthSix) {
  if (!long_suite()) GTEST_SKIP() << "set QIPU_LONG=1 for 5,392,831,844 nodes";
  EXPECT_EQ(perft(Position::start(), 6), 5'392'831'844u);
}

TEST(Perft, AgreesWithThePlainRulesOnRandomPositions) {
  plain::RandomPositions random(7);
  for (int i = 0; i < 40; ++i) {
    const auto setup = random.next();
    EXPECT_EQ(perft(*Position::from(setup), 2), plain::perft(plain::Grid(setup), 2)) << to_fen(setup);
  }
}

}  // namespace
}  // namespace qipu
