// TRF16 and TRF-2026: the exchange format of pairing programs. Lines are kept, so that reading and writing
// gives the same player lines; red is `w`.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/pairing.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

/// One cell of a player's line: opponent, colour letter, result letter, as they stand.
struct TrfCell {
  int opponent = 0;   ///< 0: none
  char colour = '-';  ///< w b - or space
  char result = ' ';  ///< 1 0 = + - W L D H F U Z or space
  bool zeros = true;  ///< "0000" written where there is no opponent
  bool operator==(const TrfCell&) const = default;
  bool empty() const { return opponent == 0 && colour == ' ' && result == ' '; }
};

struct TrfPlayer {
  int number = 0;
  char sex = ' ';
  std::string title;  ///< up to 3
  std::string name;
  std::optional<int> rating;
  std::string federation, fide_number, birth;
  int points_x10 = 0;  ///< as stated in the file
  std::optional<int> rank;
  std::vector<TrfCell> cells;
  std::string line;  ///< as read; empty for made ones
  std::uint32_t line_number = 0;
  bool operator==(const TrfPlayer&) const = default;
};

/// Points for the results of a TRF file, in tenths.
struct TrfPoints {
  int win = 10, draw = 5, loss = 0;
  int bye = 10;       ///< U
  int half_bye = 5;   ///< H
  int full_bye = 10;  ///< F
  int zero_bye = 0;   ///< Z
  int forfeit_win = 10, forfeit_loss = 0;
  bool stated = false;  ///< by BB? or 162 lines
  bool operator==(const TrfPoints&) const = default;
};

struct TrfFile {
  std::string name;                                        ///< 012
  std::vector<std::pair<std::string, std::string>> lines;  ///< every other line: code and text, in order
  std::size_t head_lines = 0;                              ///< how many of them stand before the players
  std::vector<TrfPlayer> players;
  int rounds = 0;                    ///< XXR or 142; 0: not stated
  std::optional<Side> first_colour;  ///< XXC or 152
  TrfPoints points;
  std::vector<std::pair<int, int>> forbidden;            ///< XXP, 260
  std::vector<std::pair<int, std::vector<int>>> absent;  ///< XXZ, 240 by round; round 0: the next
  std::vector<std::pair<int, std::vector<int>>>
      accelerated;  ///< XXA, 250: virtual points by round, in tenths
  std::string line_end = "\n";
  std::vector<Problem> warnings;
  /// Number of rounds with at least one result.
  int played() const;
};

/// Reads TRF; CR, LF and CRLF line ends. Refuses what is no TRF at all; odd lines are warnings. At most 16
/// MiB.
std::expected<TrfFile, Problem> read_trf(std::string_view text, std::string_view file);

/// One player's line alone; columns may count characters, places of a fixed-width screen (as in GBK) or
/// bytes.
std::optional<TrfPlayer> read_trf_player(std::string_view line);

/// Writes it: a player who was read and not changed keeps his line to the byte.
std::string write_trf(const TrfFile& trf);

/// Points of a cell in tenths by the file's own scoring.
int points_of(const TrfFile& trf, const TrfCell& cell);

/// The pairing request of a round (0: the next) from a file.
std::expected<PairingRequest, Problem> trf_request(const TrfFile& trf, int round, const PairingRule& rule);

/// A section as a TRF file: walk-overs `+`/`-`, byes U, absences Z, both lost 0/0, points of 2-1-0 by 162.
TrfFile trf_of(const Regulation& regulation, const Section& section);

}  // namespace qipu::tournament
