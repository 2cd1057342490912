#include "server/app/pgn_feed.hpp"

#include <algorithm>
#include <charconv>

#include "formats/read.hpp"
#include "recorder/duties.hpp"
#include "server/protocol/json.hpp"
#include "server/protocol/problem_json.hpp"

namespace qipu::app {
namespace {

using recorder::GameId;
using recorder::State;

Problem fault(std::string code, std::string zh, std::string en) { return {std::move(code), {std::move(zh), std::move(en)}, {}, "", std::nullopt}; }

std::string tag(const formats::Record& record, std::string_view name) {
  const std::string* value = record.header(name);
  return value ? *value : std::string();
}

bool in_scope(const State& state, std::string_view scope, const GameId& game) {
  return scope.empty() || scope == state.slug(game.round.section) || scope == state.text(game.round) || scope == state.text(game);
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value) : std::nullopt;
}

// "8.3" and "k1.2.1"; with the board in a tag of its own, "8".
bool stands_at(const State& state, const tournament::Game& game, std::string round, const std::string& board) {
  std::string own = tournament::text(game.id.round);
  if (!board.empty() && round.find('.') == std::string::npos) round += "." + board;
  const std::string place = own + "." + std::to_string(game.id.board);
  return round == place || (game.id.game && round == place + "." + std::to_string(game.id.game)) || round == state.text(game.id);
}

const tournament::Game* find_game(const State& state, std::string_view scope, const formats::Record& record) {
  const auto allowed = [&](const tournament::Game* game) { return game && in_scope(state, scope, game->id) ? game : nullptr; };
  for (const char* name : {"GameId", "GameID", "QipuGame"})
    if (const auto id = state.parse_game(tag(record, name)))
      if (const auto* game = allowed(state.find(*id))) return game;
  const std::string red = tag(record, "Red").empty() ? tag(record, "White") : tag(record, "Red"), black = tag(record, "Black"), round = tag(record, "Round"), board = tag(record, "Board");
  const auto is = [&](const tournament::Section& section, tournament::EntrantNo no, const std::string& text) {
    const auto* entrant = section.find(no);
    return entrant && !text.empty() && (entrant->person.name == text || number(text) == static_cast<int>(no.value));
  };
  const tournament::Game *by_names = nullptr, *by_place = nullptr;
  int places = 0;
  for (const auto& section : state.sections) {
    const auto look = [&](const tournament::Game& game) {
      if (!in_scope(state, scope, game.id)) return;
      // The newest game of the two, should they have met more than once.
      if (is(section, game.red, red) && is(section, game.black, black) && (!game.result || !by_names || by_names->result)) by_names = &game;
      if (!round.empty() && stands_at(state, game, round, board)) by_place = &game, ++places;
    };
    for (const auto& r : section.rounds)
      for (const auto& game : r.games) look(game);
    for (const auto& r : section.knockout.rounds)
      for (const auto& match : r.matches)
        for (const auto& game : match.games) look(game);
  }
  if (by_names) return by_names;
  return places == 1 && red.empty() && black.empty() ? by_place : nullptr;
}

class Feed {
 public:
  Feed(Ledger& ledger, const std::string& broadcaster, std::string_view scope) : ledger_(ledger), broadcaster_(broadcaster), scope_(scope) {}

  FedGame take(const formats::ParseOutcome& outcome, std::uint32_t index) {
    FedGame fed;
    fed.index = index;
    fed.red = tag(outcome.record, "Red");
    fed.black = tag(outcome.record, "Black");
    fed.round = tag(outcome.record, "Round");
    if (outcome.record.start != Setup::start()) {
      fed.problem = fault("feed.start", "不是从开局摆起的", "it does not start from the opening");
      return fed;
    }
    struct Known {
      std::optional<GameId> id;
      std::string name;
      std::vector<Move> moves;
      bool broadcast = false, over = false;
    };
    const Known known = ledger_.read(Audience::inside, [&](const State& state) {
      Known k;
      const auto* game = find_game(state, scope_, outcome.record);
      if (!game) return k;
      k.id = game->id;
      k.name = state.text(game->id);
      k.moves = state.game(game->id).sheet.moves();
      const auto& status = state.game(game->id).status;
      k.broadcast = (!status.broadcasts.empty() && !status.broadcasts.back().until) || status.broadcast_done.has_value();
      k.over = game->result.has_value();
      return k;
    });
    if (!known.id) {
      fed.problem = fault("feed.no_game", "对阵里没有这一局", "no pairing fits this game");
      fed.problem->params = {{"red", fed.red}, {"black", fed.black}, {"round", fed.round}};
      return fed;
    }
    fed.game = known.name;
    game_ = known.id;
    if (!known.broadcast && !known.over) {
      recorder::BoardBroadcast mark;
      mark.game = known.name;
      mark.where = broadcaster_;
      perform(std::move(mark), recorder::Role::broadcaster);
    }
    const std::vector<Move> moves = outcome.record.main_line();
    const auto [ours, theirs] = std::ranges::mismatch(known.moves, moves);
    const auto same = static_cast<std::size_t>(ours - known.moves.begin());
    std::vector<std::string> rest;
    for (auto move = theirs; move != moves.end(); ++move) rest.push_back(iccs(*move));
    fed.plies = static_cast<int>(known.moves.size());
    std::optional<Problem> refused;
    if (rest.empty()) {
      fed.status = FedGame::Status::unchanged;
    } else if (same == known.moves.size()) {
      recorder::RecordAppend append;
      append.game = known.name;
      append.from_ply = static_cast<int>(same);
      append.moves = rest;
      refused = perform(std::move(append), recorder::Role::scribe);
    } else {
      recorder::RecordReplace replace;
      replace.game = known.name;
      replace.at_ply = static_cast<int>(same);
      replace.remove = static_cast<int>(known.moves.size() - same);
      replace.insert = rest;
      refused = perform(std::move(replace), recorder::Role::scribe);
    }
    if (refused) {
      fed.problem = std::move(refused);
      return fed;
    }
    if (!rest.empty()) {
      fed.status = FedGame::Status::updated;
      fed.plies = static_cast<int>(moves.size());
    }
    if (outcome.first_error) {
      // The legal beginning is taken; the feed goes on.
      fed.status = FedGame::Status::partial;
      fed.problem = outcome.first_error;
    }
    return fed;
  }

 private:
  std::optional<Problem> perform(recorder::Command command, recorder::Role role) {
    recorder::Context context;
    context.by.role = role;
    context.by.name = broadcaster_;
    context.by.game = game_;
    const Outcome outcome = ledger_.perform(std::move(command), std::move(context));
    return outcome.answer ? std::nullopt : std::optional(outcome.answer.error());
  }

  Ledger& ledger_;
  const std::string& broadcaster_;
  std::string_view scope_;
  std::optional<GameId> game_;
};

}  // namespace

std::string_view name(FedGame::Status status) {
  constexpr std::string_view names[] = {"updated", "unchanged", "partial", "refused"};
  return names[static_cast<std::size_t>(status)];
}

std::vector<FedGame> feed_pgn(Ledger& ledger, const std::string& broadcaster, std::string_view scope, std::string_view pgn) {
  std::vector<FedGame> games;
  Feed feed(ledger, broadcaster, scope);
  const auto summary = formats::read_records(formats::bytes_of(pgn), {}, [&](formats::ParseOutcome&& outcome) {
    const auto index = static_cast<std::uint32_t>(games.size() + 1);
    if (index > most_fed_games) {
      FedGame fed;
      fed.index = index;
      fed.problem = fault("feed.too_many", "一次最多 100 局", "at most 100 games at once");
      games.push_back(std::move(fed));
      return false;
    }
    games.push_back(feed.take(outcome, index));
    return true;
  });
  if (games.empty()) {
    FedGame fed;
    fed.problem = summary.fault ? *summary.fault : fault("feed.empty", "没有读到对局", "no game was read");
    games.push_back(std::move(fed));
  }
  return games;
}

std::string feed_json(const std::vector<FedGame>& games) {
  protocol::JsonText out;
  int updated = 0;
  out.object().key("games").array();
  for (const FedGame& fed : games) {
    updated += fed.status == FedGame::Status::updated || fed.status == FedGame::Status::partial;
    out.object().member("index", fed.index).key("game");
    if (fed.game.empty()) {
      out.null();
    } else {
      out.text(fed.game);
    }
    out.key("tags").object().member("Red", fed.red).member("Black", fed.black).member("Round", fed.round).end();
    out.member("status", name(fed.status)).member("plies", fed.plies).key("error");
    if (fed.problem) {
      protocol::write_problem(out, *fed.problem, protocol::Language::both);
    } else {
      out.null();
    }
    out.end();
  }
  out.end().member("updated", updated).end();
  return out.take();
}

}  // namespace qipu::app
