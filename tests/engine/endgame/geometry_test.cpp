// Sets of points, homes and the index: against plain walking over the grid.
#include <gtest/gtest.h>

#include <random>

#include "engine/endgame/lines.hpp"
#include "engine/endgame/shape.hpp"

namespace qipu::endgame {
namespace {

PointSet random_set(std::mt19937_64& random, int sparse) {
  PointSet set = PointSet::all();
  for (int i = 0; i < sparse; ++i) set &= PointSet{random(), random()};
  return set & PointSet::all();
}

TEST(PointSet, SlidingReachesWhatWalkingReaches) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    const PointSet empty = ~random_set(random, 1 + round % 4),
                   targets = empty & random_set(random, 1 + round % 5);
    PointSet walked;
    targets.for_each([&](int from) {
      for (const Ray& ray : rays(from))
        for (const int to : ray) {
          if (!empty.contains(to)) break;
          walked |= PointSet::at(to);
        }
    });
    ASSERT_EQ(slid(targets, empty), walked) << round;
  }
}

TEST(PointSet, MirroringAgreesWithSquares) {
  for (int p = 0; p < 90; ++p)
    EXPECT_EQ(mirrored(PointSet::at(p)), PointSet::at(Square::at(p).mirrored().index()));
  std::mt19937_64 random(2);
  for (int i = 0; i < 200; ++i) {
    const PointSet set = random_set(random, 1);
    EXPECT_EQ(mirrored(mirrored(set)), set);
    EXPECT_EQ(mirrored(set).size(), set.size());
  }
}

TEST(Lines, PredecessorsOfASetAreTheUnionOfSingleMovesBackwards) {
  std::mt19937_64 random(3);
  for (const PieceKind kind : {PieceKind::rook, PieceKind::cannon, PieceKind::horse, PieceKind::pawn})
    for (const Side side : {Side::red, Side::black})
      for (int round = 0; round < 300; ++round) {
        const PointSet occupied = random_set(random, 3), targets = random_set(random, 2) & ~occupied;
        PointSet expected;
        targets.for_each([&](int to) {
          for_each_quiet_origin(kind, side, to, occupied,
                                [&](int from, PointSet) { expected |= PointSet::at(from); });
        });
        ASSERT_EQ(quiet_predecessors(kind, side, targets, ~occupied), expected) << name(kind);
      }
}

TEST(Lines, AttacksAgreeWithThePositionsOwn) {
  std::mt19937_64 random(4);
  constexpr Piece standing[] = {{Side::red, PieceKind::horse},
                                {Side::red, PieceKind::cannon},
                                {Side::black, PieceKind::horse},
                                {Side::black, PieceKind::cannon}};
  constexpr int target = 84;
  int compared = 0;
  for (const PieceKind kind : {PieceKind::rook, PieceKind::cannon, PieceKind::horse, PieceKind::pawn})
    for (int round = 0; round < 100; ++round) {
      qipu::Setup base;
      base.to_move = Side::black;
      base[Square::at(4, 0)] = Piece{Side::red, PieceKind::king};
      base[Square::at(target)] = Piece{Side::black, PieceKind::king};
      PointSet occupied = PointSet::at(4) | PointSet::at(target);
      for (const Piece piece : standing) {
        const int p = static_cast<int>(random() % 90);
        if (occupied.contains(p)) continue;
        base[Square::at(p)] = piece;
        occupied |= PointSet::at(p);
      }
      const auto without = Position::from(base);
      if (!without || without->in_check()) continue;
      for (int from = 0; from < 90; ++from) {
        if (occupied.contains(from) || reachable_index({Side::red, kind}, from) < 0) continue;
        qipu::Setup setup = base;
        setup[Square::at(from)] = Piece{Side::red, kind};
        const auto position = Position::from(setup);
        if (!position) continue;  // Red in check from a cannon over it
        const SquareSet attackers = position->attackers(Square::at(target), Side::red);
        EXPECT_EQ(attack_origins(kind, Side::red, target, occupied).contains(from),
                  attackers.contains(Square::at(from)))
            << to_fen(setup);
        ++compared;
      }
    }
  EXPECT_GT(compared, 5000);
}

TEST(Shape, IndexAndPlacementAreInverse) {
  for (const char* name : {"KvK", "KRvKAB", "KPPvKA", "KNvKN", "KPvKP", "KCABvKB", "KRPvK", "KPPPvK"}) {
    const Shape shape(*Material::parse(name));
    std::mt19937_64 random(5);
    for (int i = 0; i < 3000; ++i) {
      const std::uint64_t index = random() % shape.size();
      ASSERT_EQ(shape.index(shape.placement(index)), index) << name;
    }
  }
}

TEST(Shape, AMirrorImageHasTheSameIndexUnlessItsHomesAreTheirOwnMirror) {
  for (const char* name : {"KRvKAAB", "KNPvKA", "KPPvKB"}) {
    const Shape shape(*Material::parse(name));
    std::mt19937_64 random(6);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t index = random() % shape.size();
      const auto setup = shape.setup(shape.placement(index), Side::red);
      if (!setup) continue;
      const auto position = Position::from(*setup);
      if (!position) continue;
      qipu::Setup mirror;
      mirror.to_move = setup->to_move;
      for (int p = 0; p < 90; ++p) mirror[Square::at(p).mirrored()] = (*setup)[Square::at(p)];
      const std::uint64_t other = shape.index(shape.placement(*Position::from(mirror)));
      ASSERT_EQ(shape.index(shape.placement(*position)), index);
      const bool folded = shape.weight(static_cast<std::uint32_t>(index / shape.places())) == 2;
      if (folded) ASSERT_EQ(other, index);
    }
  }
}

TEST(Shape, SizesAgreeWithPublishedFoldedCounts) {
  // 9 and 1,410 forms; of their own mirror image are 3 generals with 3 generals, 2 pairs of advisors, 3 of
  // elephants.
  EXPECT_EQ(Shape(*Material::parse("KvKAABB")).pairs(), (9u * 1410 + 3 * 3 * 2 * 3) / 2);
  for (const char* name : {"KRvKAABB", "KNvK", "KCAvKAB", "KPPvKAA"}) {
    const Material material = *Material::parse(name);
    const auto exact = static_cast<double>(Shape(material).size());
    EXPECT_GE(static_cast<double>(index_size(material)), exact * 0.85) << name;
    EXPECT_LE(static_cast<double>(index_size(material)), exact * 1.05) << name;
  }
  EXPECT_EQ(index_size(*Material::parse("KRRNNCCPPPPPvKRRNNCCPPPPP")), ~std::uint64_t{0});
}

TEST(Material, ReadsAndWritesClasses) {
  EXPECT_EQ(Material::parse("KRvKAABB")->name(), "KRvKAABB");
  EXPECT_EQ(Material::parse("KBARvKE")->name(), "KRABvKB");
  EXPECT_EQ(Material::parse("KvKHA")->canonical().name(), "KNAvK");
  EXPECT_EQ(Material::parse("KAABBvKR")->canonical().name(), "KRvKAABB");
  for (const char* bad : {"", "K", "KR", "RvK", "KKvK", "KRRRvK", "KAAAvK", "KPPPPPPvK", "KXvK", "KvKrr"})
    EXPECT_FALSE(Material::parse(bad)) << bad;
  EXPECT_EQ(Material::of(Position::start()).name(), "KRRNNCCPPPPPAABBvKRRNNCCPPPPPAABB");
}

}  // namespace
}  // namespace qipu::endgame
