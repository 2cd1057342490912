// Names of things in a tournament: strong types, so that a board number is never taken for an entrant's.
// Text forms are those of the wire: section `open`, round `7` or `k2`, game `open-7-3` or `open-k1-5-g2`,
// entrant `open-17`.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace qipu::tournament {

/// A section (组) by its place in Regulation::sections.
struct SectionId {
  std::uint8_t index = 0;
  constexpr auto operator<=>(const SectionId&) const = default;
};

/// An entrant's number inside the section, from 1; 0 is nobody and never stored.
struct EntrantNo {
  std::uint16_t value = 0;
  constexpr auto operator<=>(const EntrantNo&) const = default;
};

struct EntrantId {
  SectionId section;
  EntrantNo no;
  constexpr auto operator<=>(const EntrantId&) const = default;
};

enum class PhaseKind : std::uint8_t { swiss, knockout };
constexpr std::string_view name(PhaseKind phase) { return phase == PhaseKind::swiss ? "swiss" : "knockout"; }

/// A round of a section; both phases count their rounds from 1.
struct RoundId {
  SectionId section;
  PhaseKind phase = PhaseKind::swiss;
  std::uint8_t number = 0;
  constexpr auto operator<=>(const RoundId&) const = default;
};

/// A board (台) of a round, from 1; in the knockout it is the match.
struct BoardId {
  RoundId round;
  std::uint16_t board = 0;
  constexpr auto operator<=>(const BoardId&) const = default;
};

/// A game; `game` is 0 in the Swiss phase and 1–3 in a knockout match.
struct GameId {
  RoundId round;
  std::uint16_t board = 0;
  std::uint8_t game = 0;
  constexpr BoardId on() const { return {round, board}; }
  constexpr auto operator<=>(const GameId&) const = default;
};

/// A moment, milliseconds since 1970 UTC: a value handed in, never read from a clock here.
struct Instant {
  std::int64_t ms = 0;
  constexpr auto operator<=>(const Instant&) const = default;
  constexpr Instant plus_seconds(std::int64_t s) const { return {ms + s * 1000}; }
  constexpr Instant plus_minutes(std::int64_t m) const { return {ms + m * 60'000}; }
};

/// "7", "k2".
std::string text(RoundId round);
/// "open-7-3", "open-k1-5-g2". `section` is the section's slug.
std::string text(std::string_view section, const GameId& game);
std::string text(std::string_view section, const BoardId& board);
/// "open-17".
std::string text(std::string_view section, EntrantNo entrant);

/// Reads "7" or "k2"; nothing for anything else or a number above 99.
std::optional<RoundId> parse_round(std::string_view text, SectionId section);
/// Reads the part after the section's slug and dash: "7-3", "k1-5-g2".
std::optional<GameId> parse_game(std::string_view text, SectionId section);

}  // namespace qipu::tournament

template <>
struct std::hash<qipu::tournament::GameId> {
  std::size_t operator()(const qipu::tournament::GameId& g) const noexcept {
    const std::uint64_t packed = (std::uint64_t{g.round.section.index} << 40) |
                                 (std::uint64_t{static_cast<std::uint8_t>(g.round.phase)} << 32) |
                                 (std::uint64_t{g.round.number} << 24) | (std::uint64_t{g.board} << 8) |
                                 g.game;
    return std::hash<std::uint64_t>{}(packed);
  }
};
