#include "server/view/event_json.hpp"

#include <algorithm>
#include <map>

#include "recorder/tournament/gate.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::view {
namespace {

using tournament::PhaseKind;

bool playing(const State& state, const tournament::Game& game) {
  return !game.result && !state.game(game.id).sheet.plies.empty();
}

std::string_view round_state(const State& state, RoundId round) {
  const auto games = state.section(round.section).games_of(round);
  if (games.empty()) return state.drafts.contains(round) ? "paired" : "planned";
  if (std::ranges::all_of(games, [](const auto* game) { return game->result.has_value(); }))
    return "finished";
  return std::ranges::any_of(games, [&](const auto* game) { return game->result || playing(state, *game); })
             ? "playing"
             : "paired";
}

std::vector<RoundId> rounds_of(const State& state, SectionId id) {
  std::vector<RoundId> rounds;
  const auto& section = state.section(id);
  for (const auto& round : section.rounds) rounds.push_back(round.id);
  for (const auto& round : section.knockout.rounds) rounds.push_back(round.id);
  for (const auto& [round, draft] : state.drafts)
    if (round.section == id && std::ranges::find(rounds, round) == rounds.end()) rounds.push_back(round);
  return rounds;
}

void counts(JsonText& out, const std::vector<tournament::Duty>& duties) {
  std::map<std::string_view, int> by_state;
  for (const auto& duty : duties) ++by_state[tournament::name(duty.state)];
  out.object();
  for (const auto& [word, count] : by_state) out.member(word, count);
  out.end();
}

void round_row(JsonText& out, const State& state, RoundId round, const Viewer& viewer) {
  const auto games = state.section(round.section).games_of(round);
  out.object()
      .member("round", tournament::text(round))
      .member("phase", tournament::name(round.phase))
      .member("state", round_state(state, round));
  out.member("games", games.size()).member("results", std::ranges::count_if(games, [](const auto* game) {
                                             return game->result.has_value();
                                           }));
  out.key("duties");
  counts(out, recorder::duties_of(state, round, viewer.now));
  out.end();
}

std::map<std::uint16_t, int> points_before(const State& state, RoundId round) {
  std::map<std::uint16_t, int> points;
  if (round.phase != PhaseKind::swiss) return points;
  tournament::StandingsRequest request;
  request.rounds = round.number - 1;
  request.last_resort = false;
  for (const auto& row : tournament::standings(state.regulation, state.section(round.section), request).rows)
    points[row.entrant.value] = row.points;
  return points;
}

void clocks(JsonText& out, const recorder::RecordSheet& sheet) {
  std::optional<std::int64_t> left[2];
  for (std::size_t i = 0; i < sheet.plies.size(); ++i)
    if (sheet.plies[i].clock_ms) left[i % 2] = sheet.plies[i].clock_ms;
  if (!left[0] || !left[1]) {
    out.null();
    return;
  }
  out.object().member("red_ms", *left[0]).member("black_ms", *left[1]).end();
}

void board_row(JsonText& out, const State& state, const tournament::Game& game,
               const std::map<std::uint16_t, int>& points, const Viewer& viewer) {
  const auto& sheet = state.game(game.id).sheet;
  const SectionId section = game.id.round.section;
  out.object().member("board", game.id.board).member("game", state.text(game.id)).key("match");
  if (game.id.round.phase == PhaseKind::knockout) {
    out.text(state.text(game.id.on())).member("game_no", game.id.game);
  } else {
    out.null().key("game_no").null();
  }
  out.key("red");
  person(out, state, {section, game.red}, viewer);
  out.key("black");
  person(out, state, {section, game.black}, viewer);
  for (const auto& [key, no] : {std::pair{"red_points", game.red}, std::pair{"black_points", game.black}})
    if (const auto found = points.find(no.value); found != points.end()) out.member(key, found->second);
  const std::string fen = fen_of(sheet);
  out.member("fen", fen).key("last_move");
  if (sheet.plies.empty()) {
    out.null().key("last_move_zh").null();
  } else {
    out.text(iccs(sheet.plies.back().move)).member("last_move_zh", notation_of(sheet).back());
  }
  out.member("ply", sheet.plies.size()).key("result");
  result(out, state, game);
  out.member("live", playing(state, game))
      .member("to_move", sheet.plies.size() % 2 == 0 ? "red" : "black")
      .key("clocks");
  clocks(out, sheet);
  out.member("updated", time_text(sheet.updated))
      .member("record_state", tournament::name(recorder::duty_of(state, game, viewer.now).state));
  const auto played = recorder::game_of(sheet);
  constexpr int near_plies = 2 * 12;
  if (played && !game.result &&
      played->quiet_plies() + near_plies >= 2 * state.regulation.pace(game.pace).natural_limit_rounds) {
    out.key("limits");
    limits(out, state, game);
  }
  out.end();
}

void text_or_null(JsonText& out, std::string_view key, const std::optional<Instant>& at) {
  out.key(key);
  if (at) {
    out.text(time_text(*at));
  } else {
    out.null();
  }
}

std::optional<Instant> deadline_of(const std::vector<tournament::Duty>& duties) {
  std::optional<Instant> last;
  for (const auto& duty : duties)
    if (duty.deadline && !tournament::discharged(duty.state) && (!last || *duty.deadline > *last))
      last = duty.deadline;
  return last;
}

void calls(JsonText& out, const State& state, RoundId round, const std::vector<tournament::Duty>& duties,
           const Viewer& viewer) {
  out.array();
  for (const auto& duty : duties) {
    if (!duty.owner || tournament::discharged(duty.state) || duty.state == tournament::DutyState::submitted)
      continue;
    out.object()
        .member("board", duty.game.board)
        .member("name", name_of(state, {round.section, *duty.owner}, viewer));
    out.member("state", tournament::name(duty.state)).member("text", duty.why).end();
  }
  out.end();
}

void id_or_null(JsonText& out, const State& state, SectionId section, std::optional<EntrantNo> no) {
  if (no) {
    out.text(state.text(EntrantId{section, *no}));
  } else {
    out.null();
  }
}

void person_or_null(JsonText& out, const State& state, SectionId section, std::optional<EntrantNo> no,
                    const Viewer& viewer) {
  if (no) {
    person(out, state, {section, *no}, viewer);
  } else {
    out.null();
  }
}

}  // namespace

std::optional<SectionId> find_section(const State& state, std::string_view section) {
  for (std::size_t i = 0; i < state.sections.size(); ++i)
    if (state.regulation.sections[i].slug == section) return SectionId{static_cast<std::uint8_t>(i)};
  const auto found = state.regulation.find_section(section);
  return found && found->index < state.sections.size() ? found : std::nullopt;
}

std::optional<RoundId> find_round(const State& state, std::string_view section, std::string_view round) {
  const auto id = find_section(state, section);
  return id ? tournament::parse_round(round, *id) : std::nullopt;
}

std::optional<RoundId> present_round(const State& state, SectionId id) {
  const auto& section = state.section(id);
  std::optional<RoundId> present;
  for (const auto& round : section.rounds) present = round.id;
  // The knockout runs beside the later Swiss rounds; what is still being played comes first.
  for (const auto& round : section.knockout.rounds)
    if (!present || round_state(state, *present) == "finished") present = round.id;
  return present;
}

std::string overview_json(const State& state, const Viewer& viewer) {
  JsonText out;
  out.object()
      .key("tournament")
      .object()
      .member("id", state.id)
      .member("name", state.regulation.name)
      .member("title", state.name)
      .member("preset", state.preset)
      .end();
  out.member("tournament_id", state.id).key("sections").array();
  for (std::size_t i = 0; i < state.sections.size(); ++i) {
    const SectionId id{static_cast<std::uint8_t>(i)};
    out.object()
        .member("section", state.slug(id))
        .member("name", state.regulation.section(id).name)
        .key("rounds")
        .array();
    for (const RoundId round : rounds_of(state, id)) round_row(out, state, round, viewer);
    out.end().key("present");
    if (const auto present = present_round(state, id)) {
      out.text(tournament::text(*present));
    } else {
      out.null();
    }
    out.member("entrants", state.section(id).entrants.size()).end();
  }
  out.end().member("delay", state.delay_seconds).member("seq", state.seq).end();
  return out.take();
}

std::string section_json(const State& state, SectionId id, const Viewer& viewer) {
  if (id.index >= state.sections.size()) return {};
  JsonText out;
  out.object()
      .member("tournament", state.id)
      .member("section", state.slug(id))
      .member("name", state.regulation.section(id).name)
      .key("rounds")
      .array();
  for (const RoundId round : rounds_of(state, id)) round_row(out, state, round, viewer);
  out.end().member("entrants", state.section(id).entrants.size()).end();
  return out.take();
}

std::string round_json(const State& state, RoundId round, const Viewer& viewer) {
  if (round.section.index >= state.sections.size()) return {};
  const auto& section = state.section(round.section);
  const auto games = section.games_of(round);
  const tournament::Round* swiss = round.phase == PhaseKind::swiss ? section.find(round) : nullptr;
  if (games.empty() && !swiss && !state.drafts.contains(round)) return {};
  const auto duties = recorder::duties_of(state, round, viewer.now);
  JsonText out;
  out.object()
      .member("tournament", state.id)
      .member("section", state.slug(round.section))
      .member("round", tournament::text(round));
  out.member("phase", tournament::name(round.phase)).member("state", round_state(state, round));
  std::optional<Instant> starts;
  for (const auto* game : games)
    if (game->started_at && (!starts || *game->started_at < *starts)) starts = game->started_at;
  text_or_null(out, "starts_at", starts);
  text_or_null(out, "deadline", deadline_of(duties));
  const auto delay = state.round_delays.find(round);
  out.member("delay", delay == state.round_delays.end() ? state.delay_seconds : delay->second)
      .key("boards")
      .array();
  const auto points = points_before(state, round);
  for (const auto* game : games) board_row(out, state, *game, points, viewer);
  out.end().key("bye");
  person_or_null(out, state, round.section, swiss ? swiss->bye : std::nullopt, viewer);
  out.key("calls");
  calls(out, state, round, duties, viewer);
  out.end();
  return out.take();
}

std::string boards_json(const State& state, RoundId round, std::span<const GameId> ids,
                        const Viewer& viewer) {
  JsonText out;
  out.object()
      .member("section", state.slug(round.section))
      .member("round", tournament::text(round))
      .key("boards")
      .array();
  const auto points = points_before(state, round);
  for (const GameId id : ids)
    if (const auto* game = state.find(id)) board_row(out, state, *game, points, viewer);
  out.end().end();
  return out.take();
}

std::string duties_json(const State& state, RoundId round, const Viewer& viewer) {
  if (round.section.index >= state.sections.size()) return {};
  JsonText out;
  const auto duties = recorder::duties_of(state, round, viewer.now);
  out.object()
      .member("section", state.slug(round.section))
      .member("round", tournament::text(round))
      .key("counts");
  counts(out, duties);
  text_or_null(out, "deadline", deadline_of(duties));
  out.key("duties").array();
  for (const auto* game : state.section(round.section).games_of(round)) duty(out, state, *game, viewer);
  out.end().end();
  return out.take();
}

std::string gate_json(const State& state, RoundId round, const Viewer& viewer) {
  if (round.section.index >= state.sections.size()) return {};
  const auto gate = recorder::gate_of(state, round, viewer.now);
  const auto& section = state.section(round.section);
  JsonText out;
  out.object()
      .member("section", state.slug(round.section))
      .member("round", tournament::text(round))
      .member("open", gate.open)
      .key("matches")
      .array();
  for (const auto& match : gate.matches) {
    out.object()
        .member("match", state.text(match.match))
        .member("board", match.match.board)
        .key("players")
        .array();
    for (const auto& player : match.players) {
      out.object()
          .member("entrant", state.text(EntrantId{round.section, player.entrant}))
          .member("no", player.entrant.value);
      if (const auto number = section.knockout.number_of(player.entrant)) out.member("seed", *number);
      out.member("name", name_of(state, {round.section, player.entrant}, viewer))
          .member("goes_on", player.goes_on)
          .member("may_enter", player.may_enter)
          .key("missing")
          .array();
      for (const auto& missing : player.missing) {
        out.object().member("game", state.text(missing.game)).key("owner");
        id_or_null(out, state, round.section, missing.owner);
        out.member("state", tournament::name(missing.state));
        text_or_null(out, "since", missing.since);
        out.end();
      }
      out.end().end();
    }
    out.end().key("games").array();
    for (const auto* game : section.games_of(round)) {
      if (game->id.on() != match.match) continue;
      const auto duty = recorder::duty_of(state, *game, viewer.now);
      out.object()
          .member("game", state.text(game->id))
          .member("game_no", game->id.game)
          .member("pace", tournament::name(game->pace))
          .key("result");
      result(out, state, *game);
      out.member("state", !game->result ? "playing" : tournament::name(duty.state)).key("owner");
      id_or_null(out, state, round.section, duty.owner);
      text_or_null(out, "since", duty.since);
      out.end();
    }
    out.end().key("winner");
    id_or_null(out, state, round.section, match.winner);
    out.member("decided", match.decided)
        .member("overridden", match.overridden)
        .member("open", match.open)
        .member("sentence", match.sentence)
        .end();
  }
  out.end().end();
  return out.take();
}

}  // namespace qipu::view
