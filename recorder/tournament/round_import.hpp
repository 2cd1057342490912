// Rounds that other software paired: read from CSV, pasted text or TRF, checked, never silently corrected.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/pairing.hpp"

namespace qipu::tournament {

struct ImportedRound {
  Round round;
  std::vector<Problem>
      warnings;  ///< rematch, colour limits, unlisted players: imported as they stand, and said
};

/// CSV or pasted text: `board,red,black[,result]`, by number or name, header optional; a line with one player
/// or with "bye"/轮空 is the bye. Results: 1-0 0-1 1/2-1/2 = 0-0 + - 红胜 黑胜 和 双负 … Unlisted players get
/// nothing, not a bye.
std::expected<ImportedRound, Problem> import_round_csv(const Regulation& regulation, const Section& section,
                                                       int round, std::string_view text,
                                                       std::string_view file);
/// The column of `round` in a TRF file.
std::expected<ImportedRound, Problem> import_round_trf(const Regulation& regulation, const Section& section,
                                                       int round, std::string_view text,
                                                       std::string_view file);

}  // namespace qipu::tournament
