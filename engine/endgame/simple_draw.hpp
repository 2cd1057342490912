// Is this a theoretical draw without defensive difficulty (无防守难度的理论简明和棋)? A proposal for the
// arbiter, never a verdict. Source: reg:G2, rule:D2.
#pragma once

#include <string_view>

#include "engine/endgame/probe.hpp"
#include "engine/problem.hpp"

namespace qipu::endgame {

enum class DrawAdvice : std::uint8_t {
  no,
  suggested,  ///< the table says draw, the class is generally drawn, the defender is never down to one safe
              ///< reply
  proven,     ///< nobody can win from here, or only by a mate within three plies that this position does not
              ///< have
};
constexpr std::string_view name(DrawAdvice advice) {
  return advice == DrawAdvice::no ? "no" : advice == DrawAdvice::suggested ? "suggested" : "proven";
}

struct SimpleDraw {
  DrawAdvice advice = DrawAdvice::no;
  /// Safe replies of the defender where it has the fewest, against best attack, over the plies looked at; a
  /// position with one legal reply leaves nothing to choose and does not count. 0 when none was looked at.
  int holding_replies = 0;
  int replies = 0;       ///< legal replies in that position
  int looked_plies = 0;  ///< plies looked ahead
  Text reason;
};

/// Whether the pieces on the board make it worth asking: cheap, for every ply of every game.
bool may_be_simple(const Material& material);

/// The advice for a position. `no` with a reason when the source does not cover it.
SimpleDraw simple_draw(const Position& position, TableSource& source);

/// Proposes once a game: feed it every position in playing order; it answers when advice first turns up, and
/// not again while the material stays the same.
class DrawWatch {
 public:
  std::optional<SimpleDraw> look(const Position& position, TableSource& source);

 private:
  std::optional<Material> proposed_;
};

}  // namespace qipu::endgame
