// What went wrong, as a value: for the program (a stable code), for the person (Chinese and English) and
// where. Every layer reports refusals and warnings in this shape; it is also what the command line and the
// protocol print.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace qipu {

/// A sentence in plain Chinese and in plain English.
struct Text {
  std::string zh;
  std::string en;
  bool operator==(const Text&) const = default;
};

/// Where a problem is. Lines, columns, games and plies count from 1; the offset counts bytes from 0.
struct Place {
  std::optional<std::string> file;
  std::optional<std::uint32_t> game;
  std::optional<std::uint32_t> ply;
  std::optional<std::uint32_t> line;
  std::optional<std::uint32_t> column;
  std::optional<std::uint64_t> offset;
  std::optional<std::string> text;  ///< the offending text, shortened, as UTF-8
  bool operator==(const Place&) const = default;
};

/// One refusal or warning. `code` is stable and never shown to people; `clause` cites `reg:K7`, `rule:C5` or
/// `art:26.9.1`.
struct Problem {
  std::string code;
  Text message;
  std::vector<std::pair<std::string, std::string>> params;
  std::string clause;  ///< empty: no clause
  std::optional<Place> at;
  bool operator==(const Problem&) const = default;
};

}  // namespace qipu
