// Finished games of many venues in PostgreSQL, found again by player and by position. Holds what was public,
// nothing else.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/problem.hpp"

namespace qipu::archive {

/// One finished game. `id` is the game's id at its venue; (venue, tournament, id) names it for ever.
struct ArchivedGame {
  std::string venue, tournament, id;
  std::string section, round;
  int board = 0;
  std::string played_on;  ///< "2019-05-01", empty when unknown
  std::string red, black, red_unit, black_unit;
  std::string result;  ///< "1-0", "0-1", "1/2-1/2", "0-0" (double loss), "*"
  std::string start_fen;
  std::vector<Move> moves;
};

/// A game that was found, and at which ply the position asked for stands (0: its start).
struct Found {
  ArchivedGame game;
  int ply = 0;
};

struct PlayerQuery {
  std::string name;                     ///< a part of the name is enough
  std::optional<std::string> opponent;  ///< and of the opponent's
};

class Archive {
 public:
  virtual ~Archive() = default;
  /// Stores a game, or replaces what an earlier version of it held; all or nothing. Refuses a game whose
  /// moves are not legal.
  virtual std::expected<void, Problem> store(const ArchivedGame& game) = 0;
  /// Newest first, at most `limit` (1–500), those after the first `skip`.
  virtual std::expected<std::vector<Found>, Problem> find_player(const PlayerQuery& query, int limit,
                                                                 int skip) = 0;
  /// Games in which the position, or its mirror image, stood on the board with the same side to move.
  virtual std::expected<std::vector<Found>, Problem> find_position(const Position& position, int limit,
                                                                   int skip) = 0;
  /// Games and positions held.
  struct Size {
    std::int64_t games, positions;
  };
  virtual std::expected<Size, Problem> size() = 0;
};

/// Connects with a libpq connection string ("host=… dbname=…" or a URI), creates or migrates the schema. The
/// password belongs in a service or password file, not in the string. Code "archive.unavailable" when it
/// cannot.
std::expected<std::unique_ptr<Archive>, Problem> connect(const std::string& connection);

/// What a position is found by: the same for a position and its mirror image.
std::uint64_t position_key(const Position& position);

}  // namespace qipu::archive
