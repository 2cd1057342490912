#include "engine/endgame/home.hpp"

#include <algorithm>

namespace qipu::endgame {
namespace {

constexpr std::array<std::uint8_t, 9> kPalace = {3, 12, 21, 4, 13, 22, 5, 14, 23};  // file by file
constexpr std::array<std::uint8_t, 5> kAdvisors = {3, 5, 13, 21, 23};
constexpr std::array<std::uint8_t, 7> kElephants = {2, 6, 18, 22, 26, 38, 42};

// Number of each point of a side's half among those of a kind; -1 elsewhere.
template <std::size_t N>
constexpr std::array<std::int8_t, 90> numbered(const std::array<std::uint8_t, N>& points) {
  std::array<std::int8_t, 90> numbers{};
  numbers.fill(-1);
  for (std::size_t i = 0; i < N; ++i) numbers[points[i]] = static_cast<std::int8_t>(i);
  return numbers;
}
constexpr auto kPalaceNumber = numbered(kPalace), kAdvisorNumber = numbered(kAdvisors),
               kElephantNumber = numbered(kElephants);

// Sets of `count` among n points, as bit masks.
std::vector<unsigned> choices(int n, int count) {
  std::vector<unsigned> sets;
  for (unsigned set = 0; set < (1u << n); ++set)
    if (std::popcount(set) == count) sets.push_back(set);
  return sets;
}

std::size_t slot(int king, unsigned advisors, unsigned elephants) {
  return (static_cast<std::size_t>(king) * 32 + advisors) * 128 + elephants;
}

}  // namespace

HomeForms::HomeForms(int advisors, int elephants) : form_of_(9 * 32 * 128, -1) {
  for (int k = 0; k < 9; ++k)
    for (const unsigned as : choices(5, advisors))
      for (const unsigned es : choices(7, elephants)) {
        Home home{1, {kPalace[static_cast<std::size_t>(k)]}, {PieceKind::king}};
        const auto add = [&](std::uint8_t point, PieceKind kind) {
          home.points[home.size] = point;
          home.kinds[home.size++] = kind;
        };
        for (std::size_t i = 0; i < 5; ++i)
          if (as >> i & 1) add(kAdvisors[i], PieceKind::advisor);
        for (std::size_t i = 0; i < 7; ++i)
          if (es >> i & 1) add(kElephants[i], PieceKind::elephant);
        if (std::find(home.points.begin() + 1, home.points.begin() + home.size, home.points[0]) !=
            home.points.begin() + home.size)
          continue;
        form_of_[slot(k, as, es)] = static_cast<std::int16_t>(forms_.size());
        forms_.push_back(home);
      }
  for (int form = 0; form < size(); ++form) {
    std::array<std::uint8_t, 5> points{};
    const Home& home = (*this)[form];
    for (std::size_t i = 0; i < home.size; ++i)
      points[i] = static_cast<std::uint8_t>(Square::at(home.points[i]).mirrored().index());
    const auto n = static_cast<std::size_t>(advisors), m = static_cast<std::size_t>(elephants);
    mirror_.push_back(static_cast<std::uint16_t>(
        find(points[0], std::span(points).subspan(1, n), std::span(points).subspan(1 + n, m))));
    first_move_.push_back(static_cast<std::uint32_t>(moves_.size()));
    add_moves(form);
  }
  first_move_.push_back(static_cast<std::uint32_t>(moves_.size()));
}

void HomeForms::add_moves(int form) {
  const Home& home = (*this)[form];
  const auto n = static_cast<std::size_t>(
      std::count(home.kinds.begin(), home.kinds.begin() + home.size, PieceKind::advisor));
  for (std::size_t i = 0; i < home.size; ++i) {
    const Square from = Square::at(home.points[i]);
    const bool king = home.kinds[i] == PieceKind::king;
    const int length = home.kinds[i] == PieceKind::elephant ? 2 : 1;
    for (const auto& [df, dr] :
         {std::pair{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      if (king == (df != 0 && dr != 0)) continue;
      const int file = from.file() + length * df, rank = from.rank() + length * dr;
      if (file < 0 || file > 8 || rank < 0 || rank > 4) continue;
      const auto to = static_cast<std::uint8_t>(Square::at(file, rank).index());
      const auto eye = length == 2
                           ? static_cast<std::uint8_t>(Square::at(from.file() + df, from.rank() + dr).index())
                           : HomeMove::no_eye;
      if (std::find(home.points.begin(), home.points.begin() + home.size, eye) !=
              home.points.begin() + home.size &&
          eye != HomeMove::no_eye)
        continue;
      auto points = home.points;
      points[i] = to;
      const int after = find(points[0], std::span(points).subspan(1, n),
                             std::span(points).subspan(1 + n, home.size - 1 - n));
      if (after >= 0) moves_.push_back({static_cast<std::uint16_t>(after), home.points[i], to, eye});
    }
  }
}

int HomeForms::find(int king, std::span<const std::uint8_t> advisors,
                    std::span<const std::uint8_t> elephants) const {
  const int k = kPalaceNumber[static_cast<std::size_t>(king)];
  if (k < 0) return -1;
  unsigned as = 0, es = 0;
  for (const int a : advisors) {
    const int i = kAdvisorNumber[static_cast<std::size_t>(a)];
    if (i < 0) return -1;
    as |= 1u << i;
  }
  for (const int e : elephants) {
    const int i = kElephantNumber[static_cast<std::size_t>(e)];
    if (i < 0) return -1;
    es |= 1u << i;
  }
  return form_of_[slot(k, as, es)];
}

const HomeForms& HomeForms::of(int advisors, int elephants) {
  static const std::array<HomeForms, 9> all = {HomeForms(0, 0), HomeForms(0, 1), HomeForms(0, 2),
                                               HomeForms(1, 0), HomeForms(1, 1), HomeForms(1, 2),
                                               HomeForms(2, 0), HomeForms(2, 1), HomeForms(2, 2)};
  return all[static_cast<std::size_t>(advisors * 3 + elephants)];
}

}  // namespace qipu::endgame
