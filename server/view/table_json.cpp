// Tables of the desk: pairing, standings, bracket, prizes, entrants, fouls, proposals, who still owes.
#include <algorithm>

#include "recorder/tournament/knockout.hpp"
#include "recorder/tournament/prize.hpp"
#include "recorder/tournament/standings.hpp"
#include "server/view/event_json.hpp"

namespace qipu::view {

std::string standings_json(const State& state, SectionId id, const Viewer& viewer) {
  if (id.index >= state.sections.size()) return {};
  const auto& section = state.section(id);
  const auto standings = tournament::standings(state.regulation, section);
  int outstanding = 0;
  for (const auto& round : section.rounds)
    outstanding +=
        static_cast<int>(std::ranges::count_if(round.games, [](const auto& game) { return !game.result; }));
  JsonText out;
  out.object()
      .member("section", state.slug(id))
      .member("rounds", standings.rounds)
      .member("outstanding", outstanding)
      .key("rows")
      .array();
  for (const auto& row : standings.rows) {
    out.object().member("rank", row.rank).key("tied_with").array();
    for (const auto no : row.tied_with) out.text(state.text(EntrantId{id, no}));
    const auto* entrant = section.find(row.entrant);
    out.end()
        .member("entrant", state.text(EntrantId{id, row.entrant}))
        .member("no", row.entrant.value)
        .member("name", name_of(state, {id, row.entrant}, viewer));
    out.member("unit", entrant ? entrant->person.unit : std::string())
        .member("points", row.points)
        .member("cumulative", row.cumulative);
    out.member("wins", row.wins)
        .member("fouls", row.fouls)
        .member("second_games", row.second_games)
        .member("games", row.games);
    out.member("opponents_sum", row.opponents_sum)
        .member("knockout_number", row.knockout_number)
        .key("separated_by");
    if (row.separated_by) {
      const Text why = tournament::explain(*row.separated_by);
      out.object()
          .member("criterion", tournament::text(*row.separated_by))
          .member("zh", why.zh)
          .member("en", why.en)
          .end();
    } else {
      out.null();
    }
    out.end();
  }
  out.end().end();
  return out.take();
}

std::string bracket_json(const State& state, SectionId id, const Viewer& viewer) {
  if (id.index >= state.sections.size()) return {};
  const auto& section = state.section(id);
  JsonText out;
  out.object().member("section", state.slug(id)).key("rounds").array();
  const auto rounds = tournament::bracket(state.regulation, section);
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    const RoundId round{id, tournament::PhaseKind::knockout, static_cast<std::uint8_t>(r + 1)};
    const auto gate =
        r < section.knockout.rounds.size() ? recorder::gate_of(state, round, viewer.now) : tournament::Gate{};
    out.object().member("round", tournament::text(round)).key("matches").array();
    for (const auto& slot : rounds[r]) {
      const auto player = [&](std::string_view key, const std::optional<EntrantNo>& no) {
        out.key(key);
        if (no) {
          person(out, state, {id, *no}, viewer);
        } else {
          out.null();
        }
      };
      out.object().member("match", state.text(slot.match)).member("board", slot.match.board);
      player("upper", slot.upper);
      player("lower", slot.lower);
      out.key("games").array();
      if (const auto* match = section.find(slot.match))
        for (const auto& game : match->games) {
          out.object()
              .member("game", state.text(game.id))
              .member("outcome", game.result ? tournament::outcome_name(*game.result) : "none");
          out.member("red", state.text(EntrantId{id, game.red})).end();
        }
      out.end().key("winner");
      if (slot.winner) {
        out.text(state.text(EntrantId{id, *slot.winner}));
      } else {
        out.null();
      }
      bool may_enter = true;
      for (const auto& match : gate.matches)
        if (match.match == slot.match)
          for (const auto& one : match.players)
            if (slot.winner == one.entrant) may_enter = one.may_enter;
      out.member("may_enter", may_enter)
          .member("from_upper", slot.from.upper)
          .member("from_lower", slot.from.lower)
          .end();
    }
    out.end().end();
  }
  out.end().end();
  return out.take();
}

std::string entrants_json(const State& state, SectionId id, const Viewer& viewer) {
  if (id.index >= state.sections.size()) return {};
  JsonText out;
  out.object().member("section", state.slug(id)).key("rows").array();
  for (const auto& entrant : state.section(id).entrants) {
    const auto& a = entrant.attributes;
    out.object()
        .member("entrant", state.text(EntrantId{id, entrant.no}))
        .member("no", entrant.no.value)
        .member("name", name_of(state, {id, entrant.no}, viewer));
    out.member("unit", entrant.person.unit)
        .member("title", tournament::name(a.title))
        .member("sex", tournament::name(a.sex))
        .member("birth_year", entrant.person.birth_year);
    out.member("residence", a.resident)
        .member("origin", a.origin)
        .member("shizhu", a.shizhu)
        .member("member", a.member)
        .member("student", a.student);
    out.member("seed", entrant.seed)
        .member("state", tournament::name(entrant.state))
        .member("note", entrant.note)
        .end();
  }
  out.end().end();
  return out.take();
}

std::string fouls_json(const State& state, const Viewer& viewer) {
  JsonText out;
  out.object().key("rows").array();
  for (std::size_t i = 0; i < state.sections.size(); ++i) {
    const SectionId id{static_cast<std::uint8_t>(i)};
    for (const auto& foul : state.sections[i].fouls) {
      const auto* kind = state.regulation.foul.find(foul.kind);
      out.object()
          .member("foul", "f" + std::to_string(foul.id))
          .member("section", state.slug(id))
          .member("entrant", state.text(foul.entrant));
      out.member("name", name_of(state, foul.entrant, viewer))
          .member("kind", foul.kind)
          .member("kind_name", kind ? kind->name : Text{});
      out.member("clause", kind ? kind->clause : std::string()).key("game");
      if (foul.game) {
        out.text(state.text(*foul.game));
      } else {
        out.null();
      }
      out.member("round", foul.round)
          .member("state", tournament::name(foul.state))
          .member("reason", foul.reason)
          .member("by", foul.by)
          .member("at", time_text(foul.at));
      out.member("deducts", kind && kind->deducts_cumulative).key("answer");
      const auto answer = state.foul_answers.find(state.slug(id) + "/" + std::to_string(foul.id));
      if (answer != state.foul_answers.end()) {
        out.text(answer->second);
      } else {
        out.null();
      }
      out.end();
    }
  }
  out.end().end();
  return out.take();
}

std::string proposals_json(const State& state, const Viewer&) {
  JsonText out;
  std::map<recorder::GameId, std::vector<const recorder::Proposal*>> open;
  for (const auto& one : state.proposals)
    if (!one.accepted) open[one.made.game].push_back(&one);
  out.object().key("rows").array();
  for (const auto& [game, list] : open) {
    out.object().member("game", state.text(game)).member("board", game.board).key("proposals").array();
    for (const auto* one : list) proposal(out, state, *one);
    out.end().end();
  }
  out.end().end();
  return out.take();
}

std::string outstanding_json(const State& state, RoundId round, const Viewer& viewer) {
  if (round.section.index >= state.sections.size()) return {};
  JsonText out;
  Text text;
  out.object().key("rows").array();
  for (const auto& duty : recorder::duties_of(state, round, viewer.now)) {
    if (!duty.owner || tournament::discharged(duty.state)) continue;
    const EntrantId owner{round.section, *duty.owner};
    const auto* entrant = state.find(owner);
    out.object()
        .member("entrant", state.text(owner))
        .member("name", name_of(state, owner, viewer))
        .member("unit", entrant ? entrant->person.unit : std::string());
    out.member("board", duty.game.board)
        .member("game", state.text(duty.game))
        .member("state", tournament::name(duty.state))
        .key("deadline");
    std::string minutes;
    if (duty.deadline) {
      const std::int64_t left = (duty.deadline->ms - viewer.now.ms) / 60'000;
      out.text(time_text(*duty.deadline)).member("minutes", left);
      minutes = left < 0 ? "过时 " + std::to_string(-left) + " 分" : "还有 " + std::to_string(left) + " 分";
    } else {
      out.null().key("minutes").null();
    }
    out.end();
    const std::string board = std::to_string(duty.game.board), name = name_of(state, owner, viewer);
    text.zh += board + " 台 " + name + (minutes.empty() ? "" : "，" + minutes) + "\n";
    text.en += "board " + board + ": " + name + "\n";
  }
  const std::string label = tournament::text(round);
  if (!text.zh.empty()) {
    text.zh = "第 " + label + " 轮还没交谱：\n" + text.zh;
    text.en = "Round " + label + ", records still owed:\n" + text.en;
  }
  out.end().member("text", text).end();
  return out.take();
}

std::string prizes_json(const State& state, const Viewer& viewer) {
  const auto prizes = tournament::prizes(state.regulation, state.sections);
  JsonText out;
  const auto grants = [&](const std::vector<tournament::PrizeGrant>& rows) {
    out.array();
    for (const auto& row : rows) {
      out.object()
          .member("place", row.place)
          .member("entrant", state.text(row.entrant))
          .member("name", name_of(state, row.entrant, viewer));
      out.member("amount", row.yuan).member("overall_rank", row.overall_rank).member("why", row.why).end();
    }
    out.end();
  };
  out.object().key("lists").array();
  for (const auto& list : prizes.lists) {
    out.object().member("list", list.id).member("name", list.name).member("clause", list.clause).key("rows");
    grants(list.rows);
    out.member("total", list.total).member("budget", list.budget).end();
  }
  out.end().key("subsidy").array();
  for (const auto& row : prizes.subsidy)
    out.object()
        .member("entrant", state.text(row.entrant))
        .member("name", name_of(state, row.entrant, viewer))
        .member("granted", row.granted)
        .member("why", row.why)
        .end();
  out.end().key("seats").array();
  for (const auto& list : prizes.seats) {
    out.object().member("list", list.id).member("name", list.name).key("title");
    if (list.title) {
      out.object().member("zh", list.title->zh).member("en", list.title->en).end();
    } else {
      out.null();
    }
    out.key("rows");
    grants(list.rows);
    out.end();
  }
  out.end()
      .member("total", prizes.total)
      .member("budget", prizes.budget)
      .member("announced", prizes.announced)
      .end();
  return out.take();
}

}  // namespace qipu::view
