#include "server/app/reads.hpp"

#include <algorithm>

#include "engine/rules/judge.hpp"
#include "formats/notation/chinese.hpp"
#include "recorder/tournament/trf.hpp"
#include "server/app/service.hpp"
#include "server/config/instant.hpp"
#include "server/app/judging.hpp"
#include "server/view/event_json.hpp"

namespace qipu::app {
namespace {

using protocol::JsonText;
using recorder::GameId;
using recorder::State;

// The games of an entrant in published rounds, the present one last.
std::vector<const tournament::Game*> games_of(const State& state, recorder::EntrantId entrant) {
  std::vector<const tournament::Game*> games;
  const auto& section = state.section(entrant.section);
  const auto take = [&](const auto& list) {
    for (const auto& game : list)
      if (game.side_of(entrant.no)) games.push_back(&game);
  };
  for (const auto& round : section.rounds) take(round.games);
  for (const auto& round : section.knockout.rounds)
    for (const auto& match : round.matches) take(match.games);
  return games;
}

std::optional<GameId> game_of_topic(const State& state, std::string_view topic) {
  return topic.starts_with("game/") ? state.parse_game(topic.substr(5)) : std::nullopt;
}

std::optional<recorder::RoundId> round_of_topic(const State& state, std::string_view rest) {
  const auto slash = rest.find('/');
  return slash == std::string_view::npos
             ? std::nullopt
             : view::find_round(state, rest.substr(0, slash), rest.substr(slash + 1));
}

std::string audit_json(const Ledger& ledger, const State& state) {
  JsonText out;
  out.object().key("rows").array();
  for (const LedgerLine& line : ledger.recent(300)) {
    const std::string where = line.game ? state.text(*line.game) : std::string();
    out.object()
        .member("seq", line.seq)
        .member("at", view::time_text(line.at))
        .member("by", line.by)
        .member("kind", line.kind)
        .member("game", where);
    const bool undoable =
        std::ranges::any_of(state.undoable, [&](const auto& act) { return act.seq == line.seq; });
    out.member("undoable", undoable)
        .member("summary", Text{line.kind + (where.empty() ? "" : " " + where),
                                line.kind + (where.empty() ? "" : " " + where)})
        .end();
  }
  out.end().member("head", ledger.head()).end();
  return out.take();
}

std::string passes_json(const State& state, const view::Viewer& viewer) {
  JsonText out;
  out.object().key("rows").array();
  for (const auto& [hash, pass] : state.passes) {
    out.object().member("kind", pass.issued.kind).member("at", view::time_text(pass.at));
    if (pass.issued.entrant)
      out.member("entrant", state.text(*pass.issued.entrant))
          .member("name", view::name_of(state, *pass.issued.entrant, viewer));
    if (pass.issued.game) out.member("game", state.text(*pass.issued.game));
    out.end();
  }
  out.end().end();
  return out.take();
}

}  // namespace

Audience audience_of(const Identity& who, const State& inside, std::string_view topic) {
  if (is_desk(who.role)) return Audience::inside;
  const auto id = game_of_topic(inside, topic);
  const auto* game = id ? inside.find(*id) : nullptr;
  if (!game) return Audience::open;
  if (who.role == Role::player) {
    const auto entrant = inside.parse_entrant(who.entrant);
    if (entrant && entrant->section == id->round.section && game->side_of(entrant->no))
      return Audience::inside;
  }
  if (who.role == Role::scribe && (who.scope.empty() || who.scope == inside.text(*id)))
    return Audience::inside;
  return Audience::open;
}

view::Viewer viewer_of(const Identity& who, const State& state, Audience audience, bool hide_minors) {
  view::Viewer viewer;
  viewer.who = Credentials::actor(who, state);
  viewer.now = {now()};
  viewer.hide_minors = audience == Audience::open && hide_minors;
  return viewer;
}

std::string hello_json(const Ledger& ledger, const Identity& who) {
  return ledger.read(Audience::inside, [&](const State& state) {
    const auto viewer = viewer_of(who, state, Audience::inside, false);
    JsonText out;
    out.object()
        .member("role", name(who.role))
        .member("server_time", view::time_text(viewer.now))
        .member("rules_version", rules_version);
    out.member("tournament", state.id).member("seq", state.seq);
    if (!who.name.empty()) out.member("name", who.name);
    std::vector<const tournament::Game*> games;
    if (viewer.who.entrant) {
      out.member("entrant", who.entrant)
          .member("name", view::name_of(state, *viewer.who.entrant, viewer))
          .key("person");
      view::person(out, state, *viewer.who.entrant, viewer);
      games = games_of(state, *viewer.who.entrant);
    } else if (viewer.who.game) {
      if (const auto* game = state.find(*viewer.who.game)) games.push_back(game);
    }
    out.key("games").array();
    for (const auto* game : games) out.text(state.text(game->id));
    out.end().key("duties").array();
    for (const auto* game : games) {
      const auto duty = recorder::duty_of(state, *game, viewer.now);
      if (duty.state != tournament::DutyState::not_required) view::duty(out, state, *game, viewer);
    }
    out.end().end();
    return out.take();
  });
}

std::string topic_json(const Ledger& ledger, const Identity& who, std::string_view topic, bool hide_minors) {
  const Audience audience =
      ledger.read(Audience::inside, [&](const State& state) { return audience_of(who, state, topic); });
  return ledger.read(audience, [&](const State& state) -> std::string {
    const auto viewer = viewer_of(who, state, audience, hide_minors);
    if (const auto game = game_of_topic(state, topic)) return view::game_json(state, *game, viewer);
    if (topic.starts_with("round/")) {
      const auto round = round_of_topic(state, topic.substr(6));
      return round ? view::round_json(state, *round, viewer) : std::string();
    }
    if (topic.starts_with("duties/") && is_desk(who.role)) {
      const auto round = round_of_topic(state, topic.substr(7));
      return round ? view::duties_json(state, *round, viewer) : std::string();
    }
    if (topic.starts_with("section/")) {
      const auto section = view::find_section(state, topic.substr(8));
      return section ? view::section_json(state, *section, viewer) : std::string();
    }
    if (topic.starts_with("tournament/") && topic.substr(11) == state.id && state.created())
      return view::overview_json(state, viewer);
    return {};
  });
}

std::string desk_json(const Ledger& ledger, const Identity& who, std::string_view what,
                      const protocol::Json* data) {
  protocol::Fields fields(data);
  const auto text = [&](std::string_view key) {
    const auto* member = fields.member(key);
    if (member && member->IsInt64()) return std::to_string(member->GetInt64());
    return member && member->IsString() ? std::string(protocol::text_of(*member)) : std::string();
  };
  return ledger.read(Audience::inside, [&](const State& state) -> std::string {
    const auto viewer = viewer_of(who, state, Audience::inside, false);
    if (what == "overview") return view::overview_json(state, viewer);
    if (what == "fouls") return view::fouls_json(state, viewer);
    if (what == "prizes") return view::prizes_json(state, viewer);
    if (what == "proposals") return view::proposals_json(state, viewer);
    if (what == "audit") return audit_json(ledger, state);
    if (what == "passes") return passes_json(state, viewer);
    if (what == "game") {
      const auto game = state.parse_game(text("game"));
      return game ? view::game_versions_json(state, *game, viewer) : std::string();
    }
    const auto section = view::find_section(state, text("section"));
    if (!section) return {};
    if (what == "entrants") return view::entrants_json(state, *section, viewer);
    if (what == "standings") return view::standings_json(state, *section, viewer);
    if (what == "bracket") return view::bracket_json(state, *section, viewer);
    if (what == "trf") {
      JsonText out;
      out.object().member("section", state.slug(*section));
      out.member("text", tournament::write_trf(tournament::trf_of(state.regulation, state.section(*section))));
      out.end();
      return out.take();
    }
    const std::string label = text("round");
    const auto round =
        label.empty() ? view::present_round(state, *section) : tournament::parse_round(label, *section);
    if (!round) return {};
    if (what == "round") return view::round_json(state, *round, viewer);
    if (what == "duties") return view::duties_json(state, *round, viewer);
    if (what == "gate") return view::gate_json(state, *round, viewer);
    if (what == "pairing") return view::pairing_json(state, *round, viewer);
    if (what == "outstanding") return view::outstanding_json(state, *round, viewer);
    return {};
  });
}

std::expected<std::string, Problem> ruling_json(const Ledger& ledger, const Identity& who,
                                                std::string_view id, std::optional<int> ply) {
  struct Question {
    std::optional<Game> game;
    rules::JudgeOptions options;
  };
  const Audience audience = ledger.read(Audience::inside, [&](const State& state) {
    return audience_of(who, state, "game/" + std::string(id));
  });
  const auto question = ledger.read(audience, [&](const State& state) -> std::optional<Question> {
    const auto game_id = state.parse_game(id);
    const auto* game = game_id ? state.find(*game_id) : nullptr;
    if (!game) return std::nullopt;
    const auto& sheet = state.game(*game_id).sheet;
    Question q;
    q.game = recorder::game_at(sheet, std::clamp(ply.value_or(static_cast<int>(sheet.plies.size())), 0,
                                                 static_cast<int>(sheet.plies.size())));
    q.options = judge_options(state, *game);
    return q;
  });
  if (!question)
    return std::unexpected(Problem{
        "not_found", {"没有这盘棋", "there is no such game"}, {{"game", std::string(id)}}, "", std::nullopt});
  if (!question->game)
    return std::unexpected(
        Problem{"ruling.unknown_position",
                {"缺着之后局面不明，没法裁", "after a gap with no known position nothing can be ruled"},
                {},
                "",
                std::nullopt});
  return rules::to_json(rules::judge(*question->game, question->options));
}

std::string answer_json(const recorder::Answer& answer, protocol::Language language) {
  JsonText out;
  out.object();
  if (answer.ply) out.member("ply", *answer.ply);
  if (answer.accepted) out.member("accepted", *answer.accepted);
  if (!answer.id.empty()) out.member("id", answer.id);
  if (!answer.hash.empty()) out.member("hash", answer.hash);
  out.key("proposals").array();
  for (const auto id : answer.proposals) out.text("p" + std::to_string(id));
  out.end();
  if (answer.illegal) {
    out.key("illegal").object().member("code", answer.illegal->code);
    if (answer.illegal->at && answer.illegal->at->ply) out.member("ply", *answer.illegal->at->ply);
    out.member("message",
               language == protocol::Language::en ? answer.illegal->message.en : answer.illegal->message.zh);
    out.member("message_zh", answer.illegal->message.zh)
        .member("message_en", answer.illegal->message.en)
        .key("legal_prefix")
        .array();
    for (const auto& move : answer.legal_prefix) out.text(move);
    out.end().end();
  }
  if (!answer.tail.empty()) {
    out.key("tail").array();
    for (const auto& text : answer.tail) out.object().member("text", text).member("code", "to_check").end();
    out.end();
  }
  out.key("warnings").array();
  for (const Problem& warning : answer.warnings) write_problem(out, warning, protocol::Language::both);
  out.end().end();
  return out.take();
}

}  // namespace qipu::app
