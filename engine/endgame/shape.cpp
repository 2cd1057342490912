#include "engine/endgame/shape.hpp"

#include <algorithm>

namespace qipu::endgame {
namespace {

constexpr PieceKind kOrder[] = {PieceKind::pawn, PieceKind::horse, PieceKind::cannon, PieceKind::rook};

struct SoldierPoints {
  std::array<std::uint8_t, 55> point{};
  std::array<std::int8_t, 90> index{};
  constexpr SoldierPoints() {
    int n = 0;
    for (int p = 0; p < 90; ++p) {
      const int rank = p / 9, file = p % 9;
      const bool reachable = rank >= 5 || (rank >= 3 && file % 2 == 0);
      index[static_cast<std::size_t>(p)] = static_cast<std::int8_t>(reachable ? n : -1);
      if (reachable) point[static_cast<std::size_t>(n++)] = static_cast<std::uint8_t>(p);
    }
  }
};
constexpr SoldierPoints soldier;

constexpr std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  std::uint64_t c = 1;
  for (std::uint64_t i = 1; i <= k; ++i) c = c * (n - k + i) / i;
  return n < k ? 0 : c;
}

int flipped(int point) { return Square::at(point).flipped().index(); }
int mirrored(int point) { return Square::at(point).mirrored().index(); }

}  // namespace

int reachable_points(PieceKind kind) { return kind == PieceKind::pawn ? 55 : 90; }
int reachable_index(Attacker piece, int point) {
  if (piece.kind != PieceKind::pawn) return point;
  return soldier.index[static_cast<std::size_t>(piece.side == Side::red ? point : flipped(point))];
}
int reachable_point(Attacker piece, int index) {
  if (piece.kind != PieceKind::pawn) return index;
  const int p = soldier.point[static_cast<std::size_t>(index)];
  return piece.side == Side::red ? p : flipped(p);
}

Shape::Shape(const Material& material) : material_(material) {
  for (const PieceKind kind : kOrder)
    for (const Side side : {Side::red, Side::black}) {
      const int count = material.force(side)[kind];
      if (count == 0) continue;
      const auto n = static_cast<std::uint64_t>(reachable_points(kind));
      groups_.push_back({static_cast<std::uint8_t>(attackers_.size()), static_cast<std::uint8_t>(count),
                         choose(n, static_cast<std::uint64_t>(count))});
      places_ *= groups_.back().size;
      plain_ = plain_ && count == 1;
      attackers_.insert(attackers_.end(), static_cast<std::size_t>(count), Attacker{side, kind});
    }
  for (const Side side : {Side::red, Side::black}) {
    const Force& force = material.force(side);
    forms_[static_cast<std::size_t>(side)] =
        &HomeForms::of(force[PieceKind::advisor], force[PieceKind::elephant]);
  }
  fold_pairs();
}

void Shape::fold_pairs() {
  const int reds = forms_[0]->size(), blacks = forms_[1]->size();
  const auto at = [&](int r, int b) { return static_cast<std::size_t>(r * blacks + b); };
  folded_.resize(at(reds, 0));
  for (int r = 0; r < reds; ++r)
    for (int b = 0; b < blacks; ++b) {
      const int rm = forms_[0]->mirrored(r), bm = forms_[1]->mirrored(b);
      if (r > rm || (r == rm && b > bm)) continue;
      const auto pair = static_cast<std::uint32_t>(pair_forms_.size());
      pair_forms_.push_back({static_cast<std::uint16_t>(r), static_cast<std::uint16_t>(b)});
      weight_.push_back(r == rm && b == bm ? 1 : 2);
      folded_[at(rm, bm)] = pair << 1 | 1;
      folded_[at(r, b)] = pair << 1;
    }
}

std::uint64_t Shape::index(const Placement& placement) const {
  const FoldedPair folded = fold(placement.forms[0], placement.forms[1]);
  std::uint64_t index = folded.pair;
  std::array<int, 5> places{};
  for (const Group& group : groups_) {
    for (std::size_t i = 0; i < group.count; ++i) {
      const int point = placement.points[group.first + i];
      places[i] = reachable_index(attackers_[group.first], folded.mirrored ? mirrored(point) : point);
    }
    std::uint64_t within = static_cast<std::uint64_t>(places[0]);
    if (group.count > 1) {
      std::sort(places.begin(), places.begin() + group.count);
      within = 0;
      for (std::size_t i = 0; i < group.count; ++i)
        within += choose(static_cast<std::uint64_t>(places[i]), i + 1);
    }
    index = index * group.size + within;
  }
  return index;
}

Placement Shape::placement(std::uint64_t index) const {
  Placement placement;
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
    std::uint64_t within = index % group->size;
    index /= group->size;
    int place = reachable_points(attackers_[group->first].kind) - 1;
    for (int i = group->count - 1; i >= 0; --i) {
      const auto k = static_cast<std::uint64_t>(i + 1);
      while (choose(static_cast<std::uint64_t>(place), k) > within) --place;
      within -= choose(static_cast<std::uint64_t>(place), k);
      placement.points[static_cast<std::size_t>(group->first + i)] =
          static_cast<std::uint8_t>(reachable_point(attackers_[group->first], place));
    }
  }
  placement.forms = pair_forms_[index];
  return placement;
}

Placement Shape::placement(const Position& position, bool reversed) const {
  Placement placement;
  unsigned used = 0;
  for (const Side side : {Side::red, Side::black}) {
    const Side ours = reversed ? opponent(side) : side;
    std::array<std::uint8_t, 2> advisors{}, elephants{};
    std::size_t as = 0, es = 0;
    int king = 0;
    for (const Square s : position.pieces(side)) {
      const PieceKind kind = position.at(s)->kind;
      const int own = side == Side::red ? s.index() : s.flipped().index();
      if (kind == PieceKind::king) {
        king = own;
      } else if (kind == PieceKind::advisor) {
        advisors[as++] = static_cast<std::uint8_t>(own);
      } else if (kind == PieceKind::elephant) {
        elephants[es++] = static_cast<std::uint8_t>(own);
      } else {
        for (std::size_t i = 0; i < attackers_.size(); ++i)
          if (attackers_[i] == Attacker{ours, kind} && !(used >> i & 1)) {
            used |= 1u << i;
            placement.points[i] = static_cast<std::uint8_t>(reversed ? s.flipped().index() : s.index());
            break;
          }
      }
    }
    placement.forms[static_cast<std::size_t>(ours)] = static_cast<std::uint16_t>(
        forms(ours).find(king, std::span(advisors).first(as), std::span(elephants).first(es)));
  }
  return placement;
}

std::optional<Setup> Shape::setup(const Placement& placement, Side to_move) const {
  Setup setup;
  setup.to_move = to_move;
  for (const Side side : {Side::red, Side::black}) {
    const Home& home = forms(side)[placement.forms[static_cast<std::size_t>(side)]];
    for (std::size_t i = 0; i < home.size; ++i) {
      const Square s = Square::at(home.points[i]);
      setup[side == Side::red ? s : s.flipped()] = Piece{side, home.kinds[i]};
    }
  }
  for (std::size_t i = 0; i < attackers_.size(); ++i) {
    auto& there = setup[Square::at(placement.points[i])];
    if (there) return std::nullopt;
    there = Piece{attackers_[i].side, attackers_[i].kind};
  }
  return setup;
}

std::uint64_t index_size(const Material& material) {
  std::uint64_t size = 1;
  bool beyond = false;
  const auto times = [&](std::uint64_t n) { beyond = __builtin_mul_overflow(size, n, &size) || beyond; };
  for (const Side side : {Side::red, Side::black}) {
    const Force& force = material.force(side);
    times(static_cast<std::uint64_t>(
        HomeForms::of(force[PieceKind::advisor], force[PieceKind::elephant]).size()));
  }
  size = (size + 9) / 2;
  for (const PieceKind kind : kOrder)
    for (const Side side : {Side::red, Side::black})
      times(choose(static_cast<std::uint64_t>(reachable_points(kind)),
                   static_cast<std::uint64_t>(material.force(side)[kind])));
  return beyond ? ~std::uint64_t{0} : size;
}

}  // namespace qipu::endgame
