#include "server/archive/archive.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "server/archive/schema.hpp"

namespace qipu::archive {
namespace {

struct FinishConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, FinishConnection>;
using Rows = std::unique_ptr<PGresult, ClearResult>;

Problem unavailable(PGconn* connection) {
  return {"archive.unavailable",
          {"档案库现在用不了", "The archive cannot be used now"},
          {{"detail", connection ? PQerrorMessage(connection) : "no connection"}},
          "",
          std::nullopt};
}

std::string text(std::int64_t value) { return std::to_string(value); }
std::int64_t number(const char* text) {
  std::int64_t value = 0;
  std::from_chars(text, text + std::char_traits<char>::length(text), value);
  return value;
}
std::int64_t as_signed(std::uint64_t key) { return static_cast<std::int64_t>(key); }

std::string joined(const std::vector<Move>& moves) {
  std::string all;
  for (Move move : moves) all += iccs(move);
  return all;
}
std::vector<Move> split(std::string_view all) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i + 4 <= all.size(); i += 4)
    if (const auto move = Move::parse(all.substr(i, 4))) moves.push_back(*move);
  return moves;
}

// A name is looked for as it is: what LIKE would read as a pattern is escaped.
std::string containing(std::string_view name) {
  std::string pattern = "%";
  for (char c : name) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern + '%';
}

Position mirrored(const Position& position) {
  const Setup setup = position.setup();
  Setup image = setup;
  for (int i = 0; i < Square::count; ++i) image[Square::at(i).mirrored()] = setup[Square::at(i)];
  return *Position::from(image);
}

std::expected<std::vector<std::pair<std::uint64_t, int>>, Problem> positions_of(const ArchivedGame& game) {
  const auto setup = parse_fen(game.start_fen);
  if (!setup) return std::unexpected(setup.error());
  auto played = Game::from(*setup);
  if (!played) return std::unexpected(problem(played.error()));
  std::vector<std::pair<std::uint64_t, int>> positions = {{position_key(played->position()), 0}};
  for (Move move : game.moves) {
    if (const auto done = played->play(move); !done) {
      Problem p{"archive.illegal", explain(done.error()), {{"move", iccs(move)}}, "", Place{}};
      p.at->ply = static_cast<std::uint32_t>(played->ply() + 1);
      return std::unexpected(p);
    }
    positions.emplace_back(position_key(played->position()), played->ply());
  }
  // A position that recurs is listed once, where it first stood.
  std::ranges::sort(positions);
  const auto repeated = std::ranges::unique(positions, {}, &std::pair<std::uint64_t, int>::first);
  positions.erase(repeated.begin(), repeated.end());
  return positions;
}

constexpr const char* kColumns =
    "g.venue, g.tournament, g.id, g.section, g.round, g.board, coalesce(g.played_on::text, ''), g.red, "
    "g.black, "
    "g.red_unit, g.black_unit, g.result, g.start_fen, g.moves";

class PostgresArchive : public Archive {
 public:
  explicit PostgresArchive(Connection connection) : connection_(std::move(connection)) {}

  std::expected<void, Problem> migrate() {
    // One migrates at a time, whoever else starts at the same moment.
    for (const char* statement : {"BEGIN", "SELECT pg_advisory_xact_lock(7103)",
                                  "CREATE TABLE IF NOT EXISTS archive_version (version integer NOT NULL)"})
      if (const auto rows = run(statement); !rows) return std::unexpected(rows.error());
    const auto rows = run("SELECT coalesce(max(version), 0) FROM archive_version");
    if (!rows) return std::unexpected(rows.error());
    const auto known = migrations();
    const std::int64_t version = number(PQgetvalue(rows->get(), 0, 0));
    if (version > static_cast<std::int64_t>(known.size())) {
      (void)run("ROLLBACK");
      return std::unexpected(
          Problem{"archive.newer",
                  {"档案库是更新的程序建的", "The archive was made by a newer version of the program"},
                  {{"version", text(version)}},
                  "",
                  std::nullopt});
    }
    for (std::size_t next = static_cast<std::size_t>(version); next < known.size(); ++next) {
      for (const std::string& statement : {std::string(known[next]), "INSERT INTO archive_version VALUES (" +
                                                                         std::to_string(next + 1) + ")"})
        if (const auto done = run(statement.c_str()); !done) return std::unexpected(done.error());
    }
    if (const auto done = run("COMMIT"); !done) return std::unexpected(done.error());
    return {};
  }

  std::expected<void, Problem> store(const ArchivedGame& game) override {
    const auto positions = positions_of(game);
    if (!positions) return std::unexpected(positions.error());
    std::string keys = "{", plies = "{";
    for (const auto& [key, ply] : *positions) {
      keys += (keys.size() > 1 ? "," : "") + text(as_signed(key));
      plies += (plies.size() > 1 ? "," : "") + text(ply);
    }
    // One statement is one transaction: the game and its positions stand together or not at all.
    const auto rows = run(R"sql(
      WITH stored AS (
        INSERT INTO game (venue, tournament, id, section, round, board, played_on, red, black, red_unit, black_unit,
                          result, start_fen, moves)
        VALUES ($1, $2, $3, $4, $5, $6, nullif($7, '')::date, $8, $9, $10, $11, $12, $13, $14)
        ON CONFLICT (venue, tournament, id) DO UPDATE SET
          section = excluded.section, round = excluded.round, board = excluded.board, played_on = excluded.played_on,
          red = excluded.red, black = excluded.black, red_unit = excluded.red_unit, black_unit = excluded.black_unit,
          result = excluded.result, start_fen = excluded.start_fen, moves = excluded.moves, stored_at = now()
        RETURNING key),
      wanted AS (SELECT unnest($15::bigint[]) AS position, unnest($16::integer[]) AS ply),
      gone AS (
        DELETE FROM position p USING stored
        WHERE p.game = stored.key AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.position = p.position AND w.ply = p.ply))
      INSERT INTO position (position, game, ply) SELECT w.position, stored.key, w.ply FROM wanted w, stored
      ON CONFLICT DO NOTHING)sql",
                          {game.venue, game.tournament, game.id, game.section, game.round, text(game.board),
                           game.played_on, game.red, game.black, game.red_unit, game.black_unit, game.result,
                           game.start_fen, joined(game.moves), keys + "}", plies + "}"});
    if (!rows) return std::unexpected(rows.error());
    return {};
  }

  std::expected<std::vector<Found>, Problem> find_player(const PlayerQuery& query, int limit,
                                                         int skip) override {
    const std::string opponent = query.opponent ? containing(*query.opponent) : "%";
    return find("SELECT " + std::string(kColumns) +
                    ", 0 FROM game g WHERE (g.red LIKE $1 AND g.black LIKE $2) OR (g.black LIKE $1 AND g.red "
                    "LIKE $2) "
                    "ORDER BY g.played_on DESC NULLS LAST, g.key DESC LIMIT $3 OFFSET $4",
                {containing(query.name), opponent, text(std::clamp(limit, 1, 500)), text(std::max(skip, 0))});
  }

  std::expected<std::vector<Found>, Problem> find_position(const Position& position, int limit,
                                                           int skip) override {
    return find(
        "SELECT " + std::string(kColumns) +
            ", p.ply FROM position p JOIN game g ON g.key = p.game WHERE p.position = $1 "
            "ORDER BY g.played_on DESC NULLS LAST, g.key DESC LIMIT $2 OFFSET $3",
        {text(as_signed(position_key(position))), text(std::clamp(limit, 1, 500)), text(std::max(skip, 0))});
  }

  std::expected<Size, Problem> size() override {
    const auto rows = run("SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM position)");
    if (!rows) return std::unexpected(rows.error());
    return Size{number(PQgetvalue(rows->get(), 0, 0)), number(PQgetvalue(rows->get(), 0, 1))};
  }

 private:
  std::expected<Rows, Problem> run(const char* statement) {
    Rows rows(PQexec(connection_.get(), statement));
    const auto status = PQresultStatus(rows.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return rows;
    return std::unexpected(unavailable(connection_.get()));
  }
  std::expected<Rows, Problem> run(const std::string& statement, const std::vector<std::string>& values) {
    std::vector<const char*> pointers;
    for (const auto& value : values) pointers.push_back(value.c_str());
    // A server that was restarted is noticed only by a statement that fails; every statement here may run
    // twice.
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (PQstatus(connection_.get()) != CONNECTION_OK || attempt > 0) PQreset(connection_.get());
      Rows rows(PQexecParams(connection_.get(), statement.c_str(), static_cast<int>(values.size()), nullptr,
                             pointers.data(), nullptr, nullptr, 0));
      const auto status = PQresultStatus(rows.get());
      if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return rows;
      const char* state = PQresultErrorField(rows.get(), PG_DIAG_SQLSTATE);
      const bool ended = PQstatus(connection_.get()) != CONNECTION_OK ||
                         (state && std::string_view(state).starts_with("57P"));
      if (!ended) break;
    }
    return std::unexpected(unavailable(connection_.get()));
  }
  std::expected<std::vector<Found>, Problem> find(const std::string& statement,
                                                  const std::vector<std::string>& values) {
    const auto rows = run(statement, values);
    if (!rows) return std::unexpected(rows.error());
    std::vector<Found> found;
    for (int i = 0; i < PQntuples(rows->get()); ++i) {
      const auto column = [&](int k) { return std::string(PQgetvalue(rows->get(), i, k)); };
      Found one;
      one.game = {column(0),  column(1),        column(2),
                  column(3),  column(4),        static_cast<int>(number(PQgetvalue(rows->get(), i, 5))),
                  column(6),  column(7),        column(8),
                  column(9),  column(10),       column(11),
                  column(12), split(column(13))};
      one.ply = static_cast<int>(number(PQgetvalue(rows->get(), i, 14)));
      found.push_back(std::move(one));
    }
    return found;
  }
  Connection connection_;
};

}  // namespace

std::uint64_t position_key(const Position& position) {
  // Kept for years, so it does not depend on the keys that the engine uses today: FNV-1a over placement and
  // side.
  const auto hash = [](const Position& p) {
    std::uint64_t h = 0xcbf29ce484222325;
    const std::string fen = to_fen(p.setup());
    for (char c : std::string_view(fen).substr(0, fen.find(' ') + 2))
      h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return h;
  };
  return std::min(hash(position), hash(mirrored(position)));
}

std::expected<std::unique_ptr<Archive>, Problem> connect(const std::string& connection) {
  Connection opened(PQconnectdb(connection.c_str()));
  if (PQstatus(opened.get()) != CONNECTION_OK) return std::unexpected(unavailable(opened.get()));
  PQsetNoticeProcessor(
      opened.get(), [](void*, const char*) {}, nullptr);
  auto archive = std::make_unique<PostgresArchive>(std::move(opened));
  if (const auto ready = archive->migrate(); !ready) return std::unexpected(ready.error());
  return archive;
}

}  // namespace qipu::archive
