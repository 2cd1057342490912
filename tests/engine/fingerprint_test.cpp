// One line that sums the engine up, to compare builds, machines and the WebAssembly module by: it must be the
// same everywhere.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/support/fingerprint.hpp"

namespace qipu {
namespace {

TEST(Fingerprint, IsTheSameInEveryBuild) {
  const Fingerprint print = fingerprint();
  std::printf("[ fingerprint ] nodes %llu checks %llu captures %llu keys %016llx\n",
              static_cast<unsigned long long>(print.nodes), static_cast<unsigned long long>(print.checks),
              static_cast<unsigned long long>(print.captures), static_cast<unsigned long long>(print.keys));
  // Published: nodes, checks and captures of the last ply from the start to depths 1–4.
  EXPECT_EQ(print.nodes, 44u + 1'920 + 79'666 + 3'290'240);
  EXPECT_EQ(print.checks, 0u + 6 + 384 + 19'380);
  EXPECT_EQ(print.captures, 2u + 72 + 3'159 + 115'365);
  // Keys are kept in databases: they do not change from version to version.
  EXPECT_EQ(print.keys, 0xbc685fdbd7c8740fu);
}

}  // namespace
}  // namespace qipu
