// What a bus does to messages, and what a follower makes of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "server/bus/follower.hpp"
#include "server/bus/outbox.hpp"

namespace qipu::bus {
namespace {

constexpr const char* kKey = "a key of the venue";

struct Replica {
  std::vector<std::string> seen;
  std::uint64_t resets = 0;
};

std::vector<std::string> numbered(int from, int count) {
  std::vector<std::string> bodies;
  for (int i = 0; i < count; ++i) bodies.push_back("fact " + std::to_string(from + i));
  return bodies;
}

Follower follow(Replica& replica, const Outbox*& venue, const bool& reachable) {
  return Follower(
      "hall",
      [&](std::uint64_t after) -> std::optional<Page> {
        if (!reachable) return std::nullopt;
        return Page{venue->epoch(), venue->last(), venue->read(after, 50)};
      },
      [&](const Envelope& fact) { replica.seen.push_back(fact.body); },
      [&](std::uint64_t) {
        replica.seen.clear();
        ++replica.resets;
      });
}

TEST(Follower, IsRightInTheEndWhateverTheBusDoes) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    Outbox first("hall", 7, kKey, nullptr), restored("hall", 8, kKey, nullptr);
    first.append(numbered(0, 300));
    restored.append(numbered(1000, 120));
    const Outbox* venue = &first;
    bool reachable = true;
    Replica replica;
    Follower follower = follow(replica, venue, reachable);

    std::vector<Envelope> arriving;
    for (const Outbox* from : {&first, &restored})
      for (const Envelope& fact : from->read(0, 1000)) {
        if (random() % 4 == 0) continue;                                                          // lost
        for (unsigned copies = 1 + random() % 2; copies > 0; --copies) arriving.push_back(fact);  // doubled
      }
    for (std::size_t i = 0; i + 1 < arriving.size(); ++i)  // late, also across the restore
      std::swap(arriving[i], arriving[std::min(arriving.size() - 1, i + random() % 40)]);
    for (std::size_t i = 0; i < arriving.size(); ++i) {
      reachable = random() % 3 != 0;
      if (i == arriving.size() / 2) venue = &restored;
      follower.receive(arriving[i]);
    }
    reachable = true;
    follower.receive({"hall", restored.epoch(), restored.last(), ""});
    EXPECT_TRUE(follower.catch_up());
    EXPECT_EQ(replica.seen, numbered(1000, 120)) << "seed " << seed;
  }
}

TEST(Follower, SaysThatItIsBehindWhileTheVenueCannotBeReached) {
  Outbox outbox("hall", 1, kKey, nullptr);
  outbox.append(numbered(0, 10));
  const Outbox* venue = &outbox;
  bool reachable = false;
  Replica replica;
  Follower follower = follow(replica, venue, reachable);
  follower.receive(outbox.read(4, 1).front());
  EXPECT_EQ(follower.behind(), 5u);
  EXPECT_FALSE(follower.catch_up());
  reachable = true;
  EXPECT_TRUE(follower.catch_up());
  EXPECT_EQ(replica.seen, numbered(0, 10));
}

TEST(Follower, IgnoresOtherVenues) {
  Outbox outbox("hall", 1, kKey, nullptr);
  const Outbox* venue = &outbox;
  const bool reachable = true;
  Replica replica;
  Follower follower = follow(replica, venue, reachable);
  follower.receive({"elsewhere", 3, 1, "not ours"});
  EXPECT_TRUE(replica.seen.empty());
  EXPECT_EQ(follower.epoch(), 0u);
}

TEST(Envelope, ComesBackAsItWasSealed) {
  const Envelope sealed{"hall-2", 18446744073709551615ull, 42, "{\"a\":\"a b\\n\"}"};
  EXPECT_EQ(open(seal(sealed, kKey), kKey), sealed);
}

TEST(Envelope, IsRefusedWhenAnyByteIsChangedOrTheKeyIsAnother) {
  const std::string bytes = seal({"hall", 1, 2, "body"}, kKey);
  EXPECT_FALSE(open(bytes, "another key"));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(open(changed, kKey)) << i;
    EXPECT_FALSE(open(bytes.substr(0, i), kKey)) << i;
  }
}

TEST(Envelope, RefusesNamesAndSizesThatNoVenueHas) {
  EXPECT_FALSE(open(seal({"two words", 1, 2, "body"}, kKey), kKey));
  EXPECT_FALSE(open(seal({"", 1, 2, "body"}, kKey), kKey));
  EXPECT_FALSE(open(seal({"hall", 1, 2, std::string(longest_body + 1, 'x')}, kKey), kKey));
}

}  // namespace
}  // namespace qipu::bus
