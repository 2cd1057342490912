#include "server/view/game_json.hpp"

#include <algorithm>

#include "formats/notation/chinese.hpp"
#include "recorder/tournament/standings.hpp"
#include "server/config/instant.hpp"

namespace qipu::view {
namespace {

using recorder::GameState;
using recorder::RecordSheet;

EntrantId in_section(const tournament::Game& game, EntrantNo no) { return {game.id.round.section, no}; }

void signed_by(JsonText& out, std::string_view key, const State& state, const tournament::Game& game,
               const std::optional<recorder::Signature>& signature) {
  out.key(key);
  if (!signature) {
    out.null();
    return;
  }
  out.object()
      .member("by", state.text(in_section(game, signature->by)))
      .member("at", time_text(signature->at))
      .end();
}

std::string_view outcome_word(const tournament::Result& result) { return tournament::outcome_name(result); }

void proposed_foul(JsonText& out, const State& state, const tournament::Game& game,
                   const tournament::Duty& duty) {
  const auto& section = state.section(game.id.round.section);
  for (const auto& foul : section.fouls) {
    if (!foul.from_duty || foul.game != game.id || foul.state != tournament::FoulState::proposed) continue;
    const auto* kind = state.regulation.foul.find(foul.kind);
    out.object()
        .member("foul", "f" + std::to_string(foul.id))
        .member("entrant", state.text(foul.entrant))
        .member("kind", foul.kind);
    out.member("clause", kind ? kind->clause : std::string());
    out.member("message", duty.proposed_foul ? duty.proposed_foul->message : kind ? kind->name : Text{});
    const auto standing = tournament::standings(state.regulation, section);
    for (const auto& row : standing.rows)
      if (row.entrant == foul.entrant.no) {
        const int cost = kind && kind->deducts_cumulative ? 1 : 0;
        out.key("effect").object().key("fouls").array().number(row.fouls).number(row.fouls + 1).end();
        out.key("cumulative").array().number(row.cumulative).number(row.cumulative - cost).end().end();
      }
    out.end();
    return;
  }
  out.null();
}

struct Writing {
  std::optional<Side> side;
  bool may_write = false, may_sign = false, owner = false;
};

Writing writing_of(const State& state, const tournament::Game& game, const tournament::Duty& duty,
                   const Viewer& viewer) {
  Writing w;
  const auto& who = viewer.who;
  const bool locked = state.game(game.id).sheet.locked();
  if (who.entrant && who.entrant->section == game.id.round.section) w.side = game.side_of(who.entrant->no);
  const bool scribe = who.role == recorder::Role::scribe && (!who.game || *who.game == game.id);
  const bool desk = who.role >= recorder::Role::scorer && who.role != recorder::Role::system;
  w.may_write = (w.side || scribe || desk) && !locked;
  w.owner = who.entrant && duty.owner == who.entrant->no && w.side.has_value();
  w.may_sign = w.owner && !locked && game.result.has_value();
  return w;
}

void moves_of(JsonText& out, const RecordSheet& sheet) {
  out.key("moves").array();
  for (const auto& ply : sheet.plies) out.text(iccs(ply.move));
  out.end().key("notation").array();
  for (const auto& text : notation_of(sheet)) out.text(text);
  out.end().key("plies").array();
  for (const auto& ply : sheet.plies) {
    out.object().member("clock_ms", ply.clock_ms).member("at", time_text(ply.at)).key("mark");
    if (ply.mark == recorder::Mark::none) {
      out.null();
    } else {
      out.text(recorder::name(ply.mark));
    }
    out.end();
  }
  out.end().key("tail").array();
  for (const auto& rest : sheet.tail) {
    std::string code = "move.illegal";
    if (&rest == &sheet.tail.front())
      if (const auto taken = recorder::take(sheet, static_cast<int>(sheet.plies.size()), {rest});
          taken.illegal)
        code = taken.illegal->code;
    out.object().member("text", rest).member("code", code).end();
  }
  out.end().key("gaps").array();
  for (const auto& gap : sheet.gaps) {
    out.object().member("after_ply", gap.after_ply).member("plies", gap.plies).key("resume_fen");
    if (gap.resume_fen.empty()) {
      out.null();
    } else {
      out.text(gap.resume_fen);
    }
    out.end();
  }
  out.end();
}

void record_state(JsonText& out, const State& state, const tournament::Game& game,
                  const tournament::Duty& duty, const Viewer& viewer) {
  const GameState& what = state.game(game.id);
  const RecordSheet& sheet = what.sheet;
  out.key("record")
      .object()
      .member("state", tournament::name(duty.state))
      .member("hash", record_hash(state, game));
  out.key("sources").array();
  for (const auto source : sheet.sources) out.text(recorder::name(source));
  out.end();
  signed_by(out, "signed", state, game, sheet.signed_by);
  signed_by(out, "confirmed", state, game, sheet.confirmed_by);
  out.key("disputed");
  if (sheet.dispute) {
    out.object()
        .member("by", state.text(in_section(game, sheet.dispute->by)))
        .member("ply", sheet.dispute->ply);
    out.member("reason", sheet.dispute->reason).member("at", time_text(sheet.dispute->at)).end();
  } else {
    out.null();
  }
  const Instant silent{viewer.now.ms -
                       std::int64_t{60'000} * state.regulation.record.unconfirmed_after_minutes};
  const bool unanswered =
      sheet.signed_by && !sheet.confirmed_by && !sheet.dispute && sheet.signed_by->at < silent;
  out.member("unanswered", unanswered).member("complete", recorder::is_complete(state, game));
  out.member("known_rounds", recorder::known_rounds(sheet)).member("locked", sheet.locked()).end();
}

}  // namespace

std::string time_text(Instant instant) { return to_rfc3339(instant.ms); }

std::string name_of(const State& state, EntrantId entrant, const Viewer& viewer) {
  const auto* found = state.find(entrant);
  const bool child = viewer.hide_minors && entrant.section.index < state.regulation.sections.size() &&
                     state.regulation.section(entrant.section).max_age.has_value();
  if (found && !found->person.name.empty() && !child) return found->person.name;
  std::string number = std::to_string(entrant.no.value);
  if (number.size() < 3) number.insert(0, 3 - number.size(), '0');
  return "选手 " + number;
}

void person(JsonText& out, const State& state, EntrantId entrant, const Viewer& viewer) {
  const auto* found = state.find(entrant);
  out.object()
      .member("entrant", state.text(entrant))
      .member("no", entrant.no.value)
      .member("name", name_of(state, entrant, viewer));
  out.member("unit", found ? found->person.unit : std::string())
      .member("title", tournament::name(found ? found->attributes.title : tournament::Title::none))
      .end();
}

void result(JsonText& out, const State& state, const tournament::Game& game) {
  const GameState& what = state.game(game.id);
  out.object();
  if (game.result) {
    out.member("outcome", outcome_word(*game.result)).member("kind", tournament::name(game.result->kind));
  } else {
    out.member("outcome", "none").key("kind").null();
  }
  out.member("registered", game.result.has_value()).key("signed").array();
  for (const auto no : game.signed_by) out.text(state.text(in_section(game, no)));
  out.end().key("stated").array();
  for (const auto& stated : what.stated)
    out.object()
        .member("by", state.text(in_section(game, stated.by)))
        .member("outcome", outcome_word(stated.result))
        .member("kind", tournament::name(stated.result.kind))
        .member("at", time_text(stated.at))
        .end();
  out.end().end();
}

std::string record_hash(const State& state, const tournament::Game& game) {
  return recorder::hash_of(state.game(game.id).sheet, state.text(game.id),
                           state.text(in_section(game, game.red)), state.text(in_section(game, game.black)));
}

void duty(JsonText& out, const State& state, const tournament::Game& game, const Viewer& viewer) {
  const auto duty = recorder::duty_of(state, game, viewer.now);
  const GameState& what = state.game(game.id);
  const RecordSheet& sheet = what.sheet;
  const auto entrant = [&](std::string_view key, std::optional<EntrantNo> no) {
    out.key(key);
    if (no) {
      out.text(state.text(in_section(game, *no)));
    } else {
      out.null();
    }
  };
  const auto moment = [&](std::string_view key, std::optional<Instant> at) {
    out.key(key);
    if (at) {
      out.text(time_text(*at));
    } else {
      out.null();
    }
  };
  out.object()
      .member("duty", state.text(game.id))
      .member("section", state.slug(game.id.round.section))
      .member("round", tournament::text(game.id.round));
  out.member("board", game.id.board).member("game", state.text(game.id));
  entrant("red", game.red);
  entrant("black", game.black);
  out.member("red_name", name_of(state, in_section(game, game.red), viewer))
      .member("black_name", name_of(state, in_section(game, game.black), viewer));
  out.key("reasons").array();
  for (const auto reason : duty.reasons) out.text(tournament::name(reason));
  out.end();
  entrant("owner", duty.owner);
  entrant("helper", duty.helper);
  out.key("owner_side");
  if (duty.owner_side) {
    out.text(name(*duty.owner_side));
  } else {
    out.null();
  }
  moment("deadline", duty.deadline);
  out.member("frozen", duty.frozen)
      .member("state", tournament::name(duty.state))
      .member("clause", duty.clause)
      .member("why", duty.why);
  out.key("progress")
      .object()
      .member("plies", sheet.plies.size())
      .member("known_rounds", recorder::known_rounds(sheet))
      .member("gaps", sheet.gaps.size())
      .end();
  out.member("signed", sheet.signed_by.has_value())
      .member("confirmed", sheet.confirmed_by.has_value())
      .member("disputed", sheet.dispute.has_value());
  moment("completion_until", what.status.completion_until);
  out.key("excuse");
  if (what.status.excused_at) {
    out.object()
        .member("by", what.excused_by)
        .member("reason", what.excuse_reason)
        .member("at", time_text(*what.status.excused_at))
        .end();
  } else if (what.status.excuse_requested_at && !what.status.excuse_refused) {
    out.object().member("requested", what.excuse_reason).end();
  } else {
    out.null();
  }
  out.member("reassigned", duty.reassigned);
  moment("called_at", what.called_at);
  moment("since", duty.since);
  out.key("findings").array();
  if (viewer.desk())
    for (const auto& finding : recorder::findings(state, game)) {
      out.object()
          .member("code", finding.code)
          .member("weight", finding.weight)
          .member("message", finding.message)
          .key("data")
          .object();
      for (const auto& [key, value] : finding.data) out.member(key, value);
      out.end().end();
    }
  out.end().key("proposed_foul");
  proposed_foul(out, state, game, duty);
  out.member("version", sheet.version).end();
}

std::string fen_of(const RecordSheet& sheet) {
  const auto game = recorder::game_of(sheet);
  return game ? to_fen(game->setup()) : std::string();
}

std::vector<std::string> notation_of(const RecordSheet& sheet) {
  std::vector<std::string> texts(sheet.plies.size());
  std::size_t begin = 0;
  std::optional<Position> position = Position::start();
  std::size_t gap = 0;
  for (std::size_t i = begin; i < sheet.plies.size(); ++i) {
    for (; gap < sheet.gaps.size() && static_cast<std::size_t>(sheet.gaps[gap].after_ply) == i; ++gap) {
      const auto resumed = Position::from_fen(sheet.gaps[gap].resume_fen);
      position = resumed ? std::optional(*resumed) : std::nullopt;
    }
    const Move move = sheet.plies[i].move;
    if (!position || !position->at(move.from)) {
      position.reset();
      texts[i] = iccs(move);
      continue;
    }
    texts[i] = notation::write_chinese(*position, move);
    if (position->is_legal(move)) {
      position->make(move);
    } else {
      position.reset();
    }
  }
  return texts;
}

std::string duty_json(const State& state, GameId id, const Viewer& viewer) {
  const auto* game = state.find(id);
  if (!game) return {};
  JsonText out;
  duty(out, state, *game, viewer);
  return out.take();
}

namespace {

void game_members(JsonText& out, const State& state, const tournament::Game& game, const Viewer& viewer) {
  const GameState& what = state.game(game.id);
  const RecordSheet& sheet = what.sheet;
  const auto duty = recorder::duty_of(state, game, viewer.now);
  const bool knockout = game.id.round.phase == tournament::PhaseKind::knockout;
  out.member("game", state.text(game.id))
      .member("tournament", state.id)
      .member("section", state.slug(game.id.round.section));
  out.member("round", tournament::text(game.id.round)).member("board", game.id.board).key("match");
  if (knockout) {
    out.text(state.text(game.id.on())).member("game_no", game.id.game);
  } else {
    out.null().key("game_no").null();
  }
  out.member("pace", tournament::name(game.pace)).key("red");
  person(out, state, in_section(game, game.red), viewer);
  out.key("black");
  person(out, state, in_section(game, game.black), viewer);
  out.member("start_fen", start_fen);
  moves_of(out, sheet);
  out.key("offers").array();
  for (const auto& [after, by] : sheet.offers)
    out.object()
        .member("after_ply", after)
        .member("by", by ? state.text(in_section(game, *by)) : std::string())
        .end();
  out.end().member("fen", fen_of(sheet)).key("last_move");
  if (sheet.plies.empty()) {
    out.null();
  } else {
    out.text(iccs(sheet.plies.back().move));
  }
  out.key("result");
  result(out, state, game);
  const bool broadcast =
      std::ranges::any_of(what.status.broadcasts, [](const auto& span) { return !span.until; });
  out.member("live", !game.result && !sheet.plies.empty()).key("broadcast");
  if (broadcast || what.status.broadcast_done) {
    out.text(what.broadcast_where);
  } else {
    out.null();
  }
  record_state(out, state, game, duty, viewer);
  out.key("duty");
  const bool insider = viewer.desk() || viewer.who.entrant || viewer.who.role == recorder::Role::scribe;
  if (insider) {
    view::duty(out, state, game, viewer);
  } else {
    out.null();
  }
  out.key("proposals").array();
  for (const auto& one : state.proposals)
    if (one.made.game == game.id) proposal(out, state, one);
  out.end().key("limits");
  limits(out, state, game);
  out.key("you");
  if (insider) {
    const Writing w = writing_of(state, game, duty, viewer);
    out.object().key("side");
    if (w.side) {
      out.text(name(*w.side));
    } else {
      out.null();
    }
    out.member("may_write", w.may_write).member("may_sign", w.may_sign).member("owner", w.owner);
    out.member("hints", viewer.who.role != recorder::Role::scribe).end();
  } else {
    out.null();
  }
  out.member("version", sheet.version).member("updated", time_text(sheet.updated));
}

}  // namespace

std::string game_json(const State& state, GameId id, const Viewer& viewer) {
  const auto* game = state.find(id);
  if (!game) return {};
  JsonText out;
  out.object();
  game_members(out, state, *game, viewer);
  out.end();
  return out.take();
}

std::string result_json(const State& state, GameId id, const Viewer& viewer) {
  const auto* game = state.find(id);
  if (!game) return {};
  JsonText out;
  out.object().member("game", state.text(id)).key("result");
  result(out, state, *game);
  record_state(out, state, *game, recorder::duty_of(state, *game, viewer.now), viewer);
  out.end();
  return out.take();
}

std::string game_versions_json(const State& state, GameId id, const Viewer& viewer) {
  const auto* game = state.find(id);
  if (!game) return {};
  JsonText out;
  out.object();
  game_members(out, state, *game, viewer);
  const RecordSheet& sheet = state.game(id).sheet;
  out.key("versions").array();
  std::optional<int> differs;
  const auto standing = sheet.moves();
  const auto version_of = [&](const RecordSheet& shown, recorder::Source source,
                              std::optional<EntrantNo> by, recorder::Instant at) {
    out.object()
        .member("source", recorder::name(source))
        .member("by", by ? state.text(in_section(*game, *by)) : std::string());
    moves_of(out, shown);
    out.member("hash", recorder::hash_of(shown, state.text(id), state.text(in_section(*game, game->red)),
                                         state.text(in_section(*game, game->black))))
        .member("at", time_text(at))
        .end();
  };
  // The one that stands comes first, when there is another to compare it with.
  if (!sheet.versions.empty())
    version_of(sheet, sheet.sources.empty() ? recorder::Source::player : *sheet.sources.begin(),
               tournament::record_owner(state.regulation.record, *game), sheet.updated);
  for (const auto& version : sheet.versions) {
    version_of(recorder::sheet_of(version), version.source, version.by, version.at);
    if (!differs) differs = recorder::first_difference(standing, version.moves);
  }
  out.end().key("first_difference");
  if (differs) {
    const auto& other = sheet.versions.front().moves;
    const auto at = static_cast<std::size_t>(*differs - 1);
    out.object()
        .member("ply", *differs)
        .member("left", at < standing.size() ? iccs(standing[at]) : "")
        .member("right", at < other.size() ? iccs(other[at]) : "")
        .end();
  } else {
    out.null();
  }
  out.end();
  return out.take();
}

}  // namespace qipu::view
