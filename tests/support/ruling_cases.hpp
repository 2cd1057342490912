// Published rulings, read from the specification's data, and the symmetries of the game that every ruling
// must follow.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "engine/rules/judge.hpp"

namespace qipu::support {

struct RulingCase {
  std::string id;
  std::string rules;
  Setup start;
  std::vector<Move> moves;
  int prefix = 0, length = 0;  ///< the cycle: plies before it, plies of one round
  std::vector<std::string> labels;
  std::string must_change, if_unchanged;
  std::string red_ladder, black_ladder;  ///< "heavy", "light" or empty
};

/// Nothing when the file is not there.
std::optional<std::vector<RulingCase>> ruling_cases(const std::string& path);

/// Left and right exchanged.
RulingCase mirrored(RulingCase ruling);
/// The colours exchanged, and with them top and bottom.
RulingCase recoloured(RulingCase ruling);

/// The position must be one, the moves legal.
Game played(const RulingCase& ruling, int plies = -1);
/// The labels of the verdict in the order of play, beginning with ply `first` (1-based).
std::vector<std::string> labels_from(const rules::Verdict& verdict, int first);

}  // namespace qipu::support
