// One line of `qipu check`: everything that is known of a game.
#pragma once

#include <cstdint>
#include <string>

#include "formats/read.hpp"
#include "formats/record.hpp"

namespace qipu::cli {

struct CheckOptions {
  bool json = false, rulings = false, zh = false;
};

struct CheckedGame {
  std::string line;      ///< with its newline
  bool finding = false;  ///< illegal, incomplete or doubtful
};

CheckedGame check_line(const formats::ParseOutcome& outcome, const std::string& file, std::uint32_t game,
                       const CheckOptions& options);
/// The line of a file that holds no record.
CheckedGame check_line(const Problem& fault, const std::string& file, const CheckOptions& options);

}  // namespace qipu::cli
