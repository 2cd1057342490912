// Games that somebody else broadcasts, taken from PGN: each found among the pairings, its new moves played by the same
// commands as a scribe's, its board marked as broadcast. Nothing that was recorded is shortened by a feed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/app/ledger.hpp"

namespace qipu::app {

struct FedGame {
  std::uint32_t index = 0;    ///< in the text, from 1
  std::string game;           ///< "open-8-3"; empty: none of ours
  std::string red, black, round;  ///< the tags as they stand
  enum class Status : std::uint8_t {
    updated,    ///< moves were added or corrected
    unchanged,  ///< nothing new, or less than is known
    partial,    ///< as far as the moves are legal
    refused
  } status = Status::refused;
  int plies = 0;              ///< of the record now
  std::optional<Problem> problem;
};
std::string_view name(FedGame::Status status);

/// At most this many games of one text.
inline constexpr std::uint32_t most_fed_games = 100;

/// Slow: waits for the disk. `broadcaster` stands in the journal; `scope` bounds it: empty all, "open" a section, "open/8" a
/// round, "open-8-3" a game. Games are found by their GameId tag, by Round and Board, or by the two names.
std::vector<FedGame> feed_pgn(Ledger& ledger, const std::string& broadcaster, std::string_view scope, std::string_view pgn);

/// {"games":[{"index","game","tags":{…},"status","plies","error"}],"updated":n}
std::string feed_json(const std::vector<FedGame>& games);

}  // namespace qipu::app
