// What the tables know of one position. Source: rule:D2, reg:G1, reg:G2.
#pragma once

#include <optional>

#include "engine/endgame/table.hpp"

namespace qipu::endgame {

struct Probe {
  Material material;  ///< Red first
  Value mate;         ///< for the side to move
  Value capture;      ///< plies to the next capture or mate when the winner hurries and the loser delays
  bool forceable_in_40 = false;  ///< a win that needs no more than 40 rounds without a capture, now or later
  bool forceable_in_30 = false;
  bool both_can_attack = false;  ///< a ruling on perpetual attack may differ from the table

  std::optional<Side> winner(Side to_move) const {
    if (mate.worth == Worth::draw) return std::nullopt;
    return mate.worth == Worth::win ? to_move : opponent(to_move);
  }
};

/// Nothing when the source does not cover the material, or a soldier stands where none can come. `quiet_plies`: plies already played without a
/// capture, which the natural limit counts too.
std::optional<Probe> probe(const Position& position, TableSource& source, int quiet_plies = 0);

/// Win, draw or loss and plies to mate for the side to move.
std::optional<Value> probe_value(const Position& position, TableSource& source);

}  // namespace qipu::endgame
