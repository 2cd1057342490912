// The pairing of a round for the desk: its draft, what was relaxed, a reason for each player, and how a
// pairing that was changed by hand differs from the engine's.
#include <map>

#include "recorder/tournament/pairing_check.hpp"
#include "recorder/tournament/standings.hpp"
#include "server/view/event_json.hpp"

namespace qipu::view {

using protocol::JsonText;
using recorder::EntrantId;
using recorder::RoundId;
using recorder::State;
using tournament::EntrantNo;

namespace {

void measures(JsonText& out, const tournament::PairingCheck& check) {
  out.object()
      .member("difference", check.difference)
      .member("cross_score", check.cross_score)
      .member("three_running", check.three_running)
      .member("surplus_three", check.surplus_three)
      .member("surplus", check.surplus)
      .member("alternation", check.alternation)
      .member("repeated_floats", check.repeated_floats)
      .end();
}

void difference(JsonText& out, const State& state, RoundId round, const std::vector<tournament::Game>& games,
                std::optional<EntrantNo> bye) {
  const auto draft = state.drafts.find(round);
  const bool by_hand = draft != state.drafts.end() && !state.is_published(round) &&
                       round.phase == tournament::PhaseKind::swiss &&
                       draft->second.engine.ends_with("+manual");
  std::optional<tournament::PairingDifference> compared;
  if (by_hand) {
    std::vector<EntrantNo> absent;
    for (const auto& absence : draft->second.round.absences) absent.push_back(absence.entrant);
    std::vector<tournament::PairingPair> pairs;
    for (const auto& game : games) pairs.push_back({game.red, game.black});
    const auto request =
        tournament::pairing_request(state.regulation, state.section(round.section), round.number, absent);
    if (const auto engine = tournament::pair_swiss(request))
      compared = tournament::compare(request, *engine, pairs, bye);
  }
  out.key("difference").array();
  const auto only = [&](const std::vector<tournament::PairingPair>& pairs, std::string_view whose) {
    for (const auto& pair : pairs)
      out.object()
          .member("red", state.text(EntrantId{round.section, pair.red}))
          .member("black", state.text(EntrantId{round.section, pair.black}))
          .member("only", whose)
          .end();
  };
  if (compared) only(compared->only_engine, "engine"), only(compared->only_manual, "hand");
  out.end().key("measures");
  if (compared) {
    out.object().key("engine");
    measures(out, compared->engine);
    out.key("hand");
    measures(out, compared->manual);
    out.end();
  } else {
    out.null();
  }
  out.key("broken").array();
  if (compared)
    for (const auto& fault : compared->manual.faults) {
      out.object().member("code", fault.code).member("message", fault.message).key("entrants").array();
      for (const auto& [key, number] : fault.params)
        out.text(
            state.text(EntrantId{round.section, EntrantNo{static_cast<std::uint16_t>(std::stoi(number))}}));
      out.end().end();
    }
  out.end();
}

}  // namespace

std::string pairing_json(const State& state, RoundId round, const Viewer& viewer) {
  if (round.section.index >= state.sections.size()) return {};
  const auto& section = state.section(round.section);
  const auto draft = state.drafts.find(round);
  const bool published = state.is_published(round);
  std::vector<tournament::Game> games;
  std::optional<EntrantNo> bye;
  // What is published may have been corrected since; its draft is kept for the reasons alone.
  if (draft != state.drafts.end() && !published) {
    games = draft->second.round.games;
    bye = draft->second.round.bye;
  } else {
    for (const auto* game : section.games_of(round)) games.push_back(*game);
    if (const auto* swiss = round.phase == tournament::PhaseKind::swiss ? section.find(round) : nullptr)
      bye = swiss->bye;
  }
  std::map<std::uint16_t, int> points;
  if (round.phase == tournament::PhaseKind::swiss) {
    tournament::StandingsRequest request;
    request.rounds = round.number - 1;
    request.last_resort = false;
    for (const auto& row : tournament::standings(state.regulation, section, request).rows)
      points[row.entrant.value] = row.points;
  }
  JsonText out;
  out.object().member("section", state.slug(round.section)).member("round", tournament::text(round));
  out.member("published", published).key("pairs").array();
  for (const auto& game : games) {
    if (game.id.game > 1) continue;
    out.object().member("board", game.id.board).key("red");
    person(out, state, {round.section, game.red}, viewer);
    out.key("black");
    person(out, state, {round.section, game.black}, viewer);
    out.member("red_points", points[game.red.value]).member("black_points", points[game.black.value]).end();
  }
  out.end().key("bye");
  if (bye) {
    person(out, state, {round.section, *bye}, viewer);
  } else {
    out.null();
  }
  out.key("relaxed").array();
  if (draft != state.drafts.end())
    for (const auto& text : draft->second.relaxed) out.text(text);
  out.end().key("reasons").object();
  if (draft != state.drafts.end())
    for (const auto& [no, text] : draft->second.reasons)
      out.member(state.text(EntrantId{round.section, no}), text);
  out.end();
  difference(out, state, round, games, bye);
  out.end();
  return out.take();
}

}  // namespace qipu::view
