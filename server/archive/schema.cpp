#include "server/archive/schema.hpp"

namespace qipu::archive {
namespace {

constexpr const char* kMigrations[] = {
    R"sql(
    CREATE TABLE game (
      key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      venue text NOT NULL, tournament text NOT NULL, id text NOT NULL,
      section text NOT NULL, round text NOT NULL, board integer NOT NULL, played_on date,
      red text NOT NULL, black text NOT NULL, red_unit text NOT NULL, black_unit text NOT NULL,
      result text NOT NULL, start_fen text NOT NULL, moves text NOT NULL,
      stored_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (venue, tournament, id));
    CREATE INDEX game_red ON game (red);
    CREATE INDEX game_black ON game (black);
    CREATE INDEX game_played_on ON game (played_on DESC NULLS LAST, key DESC);
    CREATE TABLE position (
      position bigint NOT NULL, game bigint NOT NULL REFERENCES game ON DELETE CASCADE, ply integer NOT NULL,
      PRIMARY KEY (position, game, ply));
    CREATE INDEX position_game ON position (game);
    )sql",
};

}  // namespace

std::span<const char* const> migrations() { return kMigrations; }

}  // namespace qipu::archive
