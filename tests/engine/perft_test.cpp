// Published node counts (../shared/perft.tsv) up to a million nodes a row.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "engine/position.hpp"

namespace qipu {
namespace {

TEST(Perft, StartPositionHasThePublishedCounts) {
  const Position start = Position::start();
  EXPECT_EQ(perft(start, 1), 44u);
  EXPECT_EQ(perft(start, 2), 1920u);
  EXPECT_EQ(perft(start, 3), 79666u);
}

}  // namespace
}  // namespace qipu
