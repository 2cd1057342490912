// One written move of a record that may be damaged: what stands there, and which legal moves it can mean.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "formats/notation/resolve.hpp"

namespace qipu::repair {

/// A move as it was written, in Chinese or WXF (`said`) or by points (`points`); with neither it cannot be
/// read at all. With both the points are tried first. `side` is there when the source tells whose move it is
/// (a column, the style of its digits).
struct Entry {
  std::string text;
  std::optional<notation::MoveText> said;
  std::optional<Move> points;
  std::optional<Side> side;
};

/// An entry from its text, any notation.
Entry entry_of(std::string_view text);
/// An entry that is a move.
Entry entry_of(Move move);

/// The one legal move that the entry is in this position; nothing when there is none, or more than one.
std::optional<Move> read(const Position& position, const Entry& entry);
/// The move that the entry is as pieces go, though it leaves the own general in check.
std::optional<Move> read_overlooking_check(const Position& position, const Entry& entry);

/// How far `move` is from what was written: 0.3 for one of several readings, about 1 for one slip, 3 for
/// everything different. Precondition: `move` is legal in `position`.
double distance(const Position& position, const Entry& entry, Move move);

/// The moves written in a text, in order: move numbers, comments, variations, results, tags and line ends
/// left out. At most `limit` of them.
std::vector<Entry> entries_of_text(std::string_view utf8, std::size_t limit);

/// Where a text writes Red in Chinese numerals and Black in Arabic ones throughout, sets the side of its
/// entries: a move that is missing then shows at once. A single numeral in the other's style is taken for a
/// slip of style.
void mark_sides(std::vector<Entry>& entries);

}  // namespace qipu::repair
