// Homes: a side's general, advisors and elephants on their points. They never leave their own half, so the
// homes of the two sides are independent of each other and each has only a few hundred forms (at most 1,410).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/endgame/point_set.hpp"
#include "engine/piece.hpp"
#include "engine/square.hpp"

namespace qipu::endgame {

/// One form, seen from its own side (rank 0 is its back rank); Black's points are the flipped ones.
struct Home {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 5>
      points{};  ///< the general first, then advisors, then elephants, each in rising order
  std::array<PieceKind, 5> kinds{};
};

/// A move of a piece of the home: to another form.
struct HomeMove {
  std::uint16_t form;  ///< the form after it
  std::uint8_t from, to;
  std::uint8_t eye;  ///< the point between, for an elephant; `no_eye` otherwise
  static constexpr std::uint8_t no_eye = 255;
};

/// All forms with a given number of advisors and elephants, ordered by the general's file, and the moves
/// between them.
class HomeForms {
 public:
  /// The forms for 0–2 advisors and 0–2 elephants; made once, kept for the life of the program.
  static const HomeForms& of(int advisors, int elephants);

  int size() const { return static_cast<int>(forms_.size()); }
  const Home& operator[](int form) const { return forms_[static_cast<std::size_t>(form)]; }
  /// The form of these points, in any order within a kind; -1 when two coincide or one cannot stand there.
  int find(int king, std::span<const std::uint8_t> advisors, std::span<const std::uint8_t> elephants) const;
  int mirrored(int form) const { return mirror_[static_cast<std::size_t>(form)]; }
  std::span<const HomeMove> moves(int form) const {
    const auto f = static_cast<std::size_t>(form);
    return std::span(moves_).subspan(first_move_[f], first_move_[f + 1] - first_move_[f]);
  }

 private:
  HomeForms(int advisors, int elephants);
  void add_moves(int form);
  std::vector<Home> forms_;
  std::vector<std::uint16_t> mirror_;
  std::vector<std::int16_t> form_of_;  // by general, set of advisors, set of elephants
  std::vector<HomeMove> moves_;
  std::vector<std::uint32_t> first_move_;
};

}  // namespace qipu::endgame
