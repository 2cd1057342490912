#include "server/outlets/live_boards.hpp"

#include <charconv>

#include "formats/notation/wxf.hpp"
#include "server/config/instant.hpp"
#include "server/protocol/json.hpp"
#include "server/view/event_json.hpp"

namespace qipu::outlets {
namespace {

using protocol::JsonText;
using recorder::State;

std::vector<recorder::RoundId> rounds_of(const State& state) {
  std::vector<recorder::RoundId> rounds;
  for (const auto& section : state.sections) {
    for (const auto& round : section.rounds) rounds.push_back(round.id);
    for (const auto& round : section.knockout.rounds) rounds.push_back(round.id);
  }
  return rounds;
}

bool live(const State& state, const tournament::Game& game) {
  return !game.result && !state.game(game.id).sheet.plies.empty();
}

std::string_view result_of(const tournament::Game& game) {
  if (!game.result) return "*";
  switch (game.result->outcome) {
    case Outcome::red_wins:
      return "WHITEWIN";
    case Outcome::black_wins:
      return "BLACKWIN";
    case Outcome::draw:
      return "DRAW";
    default:
      return "*";
  }
}

void player(JsonText& out, const State& state, recorder::EntrantId entrant, const view::Viewer& viewer) {
  const auto* found = state.find(entrant);
  out.object().member("fname", "").member("mname", "").member("lname", view::name_of(state, entrant, viewer));
  out.member("title", found && found->has_title() ? tournament::name(found->attributes.title) : "")
      .member("federation", "CHN")
      .key("gender")
      .null()
      .key("fideid")
      .null()
      .end();
}

std::string tournament_file(const State& state) {
  JsonText out;
  out.object()
      .member("id", state.id)
      .member("name", state.name)
      .member("location", "")
      .member("country", "CN")
      .member("website", "")
      .member("rules", "xiangqi");
  out.member("chess960", "regular");
  const auto& clock = state.regulation.slow.red;
  out.member("timecontrol",
             std::to_string(clock.base_s / 60) + "m+" + std::to_string(clock.increment_s) + "s")
      .key("rounds")
      .array();
  for (const auto round : rounds_of(state)) {
    const auto games = state.section(round.section).games_of(round);
    int playing = 0;
    for (const auto* game : games) playing += live(state, *game);
    out.object().member("count", games.size()).member("live", playing).end();
  }
  out.end().key("eboards").array().end().end();
  return out.take();
}

std::string index_file(const State& state, recorder::RoundId round, const view::Viewer& viewer) {
  JsonText out;
  std::string date;
  out.object();
  const auto games = state.section(round.section).games_of(round);
  if (!games.empty() && games.front()->started_at)
    date = to_rfc3339(games.front()->started_at->ms).substr(0, 10);
  out.member("date", date).key("pairings").array();
  for (const auto* game : games) {
    out.object().key("white");
    player(out, state, {round.section, game->red}, viewer);
    out.key("black");
    player(out, state, {round.section, game->black}, viewer);
    out.member("result", result_of(*game)).member("live", live(state, *game)).end();
  }
  out.end().end();
  return out.take();
}

std::string game_file(const State& state, const tournament::Game& game) {
  const auto& sheet = state.game(game.id).sheet;
  JsonText out;
  out.object().member("live", live(state, game)).member("serialNr", state.text(game.id)).key("firstMove");
  if (sheet.plies.empty()) {
    out.null();
  } else {
    out.number(sheet.plies.front().at.ms);
  }
  out.member("chess960", 518)
      .member("result", result_of(game))
      .key("comment")
      .null()
      .key("clock")
      .null()
      .key("moves")
      .array();
  Position position = Position::start();
  std::int64_t before[2] = {-1, -1};
  for (std::size_t i = 0; i < sheet.plies.size(); ++i) {
    const auto& ply = sheet.plies[i];
    if (!position.is_legal(ply.move)) break;
    std::string text = notation::write_wxf(position, ply.move);
    if (ply.clock_ms) {
      text += " " + std::to_string(*ply.clock_ms / 1000);
      if (before[i % 2] >= 0)
        text += "+" + std::to_string(std::max<std::int64_t>(0, (before[i % 2] - *ply.clock_ms) / 1000));
      before[i % 2] = *ply.clock_ms;
    }
    out.text(text);
    position.make(ply.move);
  }
  out.end().end();
  return out.take();
}

std::optional<std::size_t> number_in(std::string_view text, std::string_view head, std::string_view tail) {
  if (!text.starts_with(head) || !text.ends_with(tail) || text.size() <= head.size() + tail.size())
    return std::nullopt;
  text = text.substr(head.size(), text.size() - head.size() - tail.size());
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0 ? std::optional(value)
                                                                               : std::nullopt;
}

}  // namespace

std::string live_boards(const State& state, const std::vector<std::string_view>& path,
                        const view::Viewer& viewer) {
  if (path.size() == 1 && path[0] == "tournament.json") return tournament_file(state);
  if (path.size() != 2) return {};
  const auto rounds = rounds_of(state);
  const auto round = number_in(path[0], "round-", "");
  if (!round || *round > rounds.size()) return {};
  if (path[1] == "index.json") return index_file(state, rounds[*round - 1], viewer);
  const auto board = number_in(path[1], "game-", ".json");
  const auto games = state.section(rounds[*round - 1].section).games_of(rounds[*round - 1]);
  if (!board || *board > games.size()) return {};
  return game_file(state, *games[*board - 1]);
}

}  // namespace qipu::outlets
