// The front door for records: the bytes of a file or of pasted text in, one game after the other out. The
// format and the encoding are detected. Games are handed on as they are read and not held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/record.hpp"

namespace qipu::formats {

struct ReadOptions {
  std::optional<Encoding> encoding;  ///< overrides detection, also for the text inside XQF, MXQ and the like
  std::string_view name;  ///< the file's name, for what the content alone does not tell (".xqf", ".wxf")
};

/// Takes one game; may move from it. Returning false stops the reading.
using GameSink = std::function<bool(ParseOutcome&&)>;

struct ReadSummary {
  std::optional<Format> format;  ///< nothing when it is no record at all
  Encoding encoding = Encoding::none;
  std::uint32_t games = 0;
  std::optional<Problem> fault;  ///< why there is no record, or why the reading ended early
};

/// Reads every game of a file. Every problem of a game stands in its ParseOutcome, with game number and
/// place. Work and memory are linear in the input; nothing recurses on it.
ReadSummary read_records(std::span<const std::byte> bytes, const ReadOptions& options, const GameSink& sink);

/// Reads game `number` (from 1) alone. The problem says why when there is no such game.
std::expected<ParseOutcome, Problem> read_game(std::span<const std::byte> bytes,
                                               const ReadOptions& options = {}, std::uint32_t number = 1);

/// The bytes of a text.
inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace qipu::formats
