// Comma-separated lines: quotes, doubled quotes, line ends CR, LF and CRLF; comma, semicolon or tab, whichever the first line has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qipu::tournament {

struct CsvLine {
  std::uint32_t line = 0;  ///< of the text, from 1
  std::vector<std::string> cells;
};

/// Empty lines are left out; cells are trimmed of blanks. At most `most` lines.
std::vector<CsvLine> read_csv(std::string_view text, std::size_t most = 100'000);
/// A cell, quoted where it must be. What a spreadsheet would take for a formula is made a text.
std::string csv_cell(std::string_view text);

}  // namespace qipu::tournament
