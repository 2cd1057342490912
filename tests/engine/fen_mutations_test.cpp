// The fuzz target's property without libFuzzer: a bounded number of mutations of FEN, the same in every run.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "tests/support/fen_property.hpp"

namespace qipu {
namespace {

std::string mutated(std::string fen, std::mt19937& random) {
  static constexpr std::string_view letters = "RNBAKCPrnbakcpEHGMehgm123456789/ wb-0\t\nx\xff";
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::size_t edits = 1 + below(2);
  for (std::size_t i = 0; i < edits && !fen.empty(); ++i) {
    const std::size_t at = below(fen.size());
    switch (below(9)) {
      case 0:
        fen[at] = letters[below(letters.size())];
        break;
      case 1:
        fen.erase(at, 1 + below(4));
        break;
      case 2:
        fen.insert(at, 1, letters[below(letters.size())]);
        break;
      case 3:
        std::swap(fen[at], fen[below(fen.size())]);
        break;
      case 4:
        fen.insert(at, fen.substr(below(fen.size()), below(30)));
        break;
      case 5:
        fen[at] = static_cast<char>(random());
        break;
      default:
        std::swap(fen[at], fen[at / 2]);
    }
  }
  return fen;
}

TEST(FenMutations, AnyTextIsReadOrRefusedAndWhatIsReadHolds) {
  std::mt19937 random(20);
  plain::RandomPositions positions(21);
  int read = 0;
  const int n = std::getenv("QIPU_LONG") ? 400'000 : 20'000;
  for (int i = 0; i < n; ++i) {
    const std::string fen = mutated(i % 4 ? to_fen(positions.next()) : std::string(start_fen), random);
    ASSERT_EQ(fen_fault(fen), "") << fen;
    read += Position::from_fen(fen).has_value();
  }
  EXPECT_GT(read, n / 20);
  std::printf("[ mutations ] %d texts, %d of them positions\n", n, read);
}

}  // namespace
}  // namespace qipu
