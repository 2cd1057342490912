// A whole record that was handed in: bytes of any format in, moves and what speaks against them out.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "formats/record.hpp"

namespace qipu::recorder {

struct Submission {
  formats::ParseOutcome outcome;
  std::vector<Move> moves;             ///< of the main line, legal from the opening
  std::vector<Problem> warnings;
};

/// Reads the one game of a submitted file. Refused: no base64, too large, no record, several games, a start position that is
/// not the opening, and a move that cannot be played (with its ply and up to three repair candidates in the parameters).
std::expected<Submission, Problem> read_submission(std::string_view content_base64, std::string_view format, std::string_view encoding);

/// Nothing when the text is no base64 (RFC 4648, with or without line ends and padding).
std::optional<std::string> from_base64(std::string_view text);

}  // namespace qipu::recorder
