// A state as text, for tests: everything that evolve() keeps, so that two states are equal exactly when their texts are;
// and what stands for people, so that an act and its being taken back can be compared.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "recorder/duties.hpp"
#include "recorder/state.hpp"
#include "recorder/store/fact_json.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::recorder {

class StateText {
 public:
  /// Everything. Facts inside (undo) stand as the journal writes them.
  static std::string all(const State& state) {
    StateText t;
    t.add("seq", state.seq, state.at.ms, state.id, state.preset, state.name);
    t.add("patches", state.regulation.patches.size(), state.delay_seconds, state.undoing);
    for (const auto& section : state.sections) t.section(section);
    for (const auto& id : games_in(state)) t.game(state, id);
    for (const auto& [round, draft] : state.drafts) {
      t.add("draft", state.text(round), draft.engine, draft.reasons.size(), draft.relaxed.size(), t.of(draft.round.bye));
      for (const auto& game : draft.round.games) t.game_line(game);
    }
    for (const auto& leave : state.overrides) t.add("override", state.text(leave.match), leave.entrant.value);
    for (const auto& p : state.proposals) t.add("proposal", p.made.id, p.made.kind, p.made.ply, p.at.ms, p.accepted ? *p.accepted + 1 : 0, p.reason, p.withdrawn);
    for (const auto& [foul, answer] : state.foul_answers) t.add("answer", foul, answer);
    for (const auto& [hash, pass] : state.passes) t.add("pass", hash, pass.issued.kind, pass.at.ms);
    for (const auto& act : state.undoable) {
      t.add("undoable", act.seq);
      for (const auto& fact : act.inverse) t.add(name(fact), store::to_json(fact_only(fact)));
    }
    std::vector<std::string> seen;
    for (const auto& [id, at] : state.game_visible) seen.push_back(state.text(id) + " " + std::to_string(at.ms));
    for (const auto& [id, at] : state.section_visible) seen.push_back("s" + std::to_string(id.index) + " " + std::to_string(at.ms));
    for (const auto& [id, at] : state.structure_visible) seen.push_back("t" + std::to_string(id.index) + " " + std::to_string(at.ms));
    std::ranges::sort(seen);
    for (const auto& line : seen) t.add("visible", line);
    return t.text_;
  }

  /// Results, duties, fouls, gate, standings: what people act by.
  static std::string standing(const State& state, Instant now) {
    StateText t;
    for (const auto& section : state.sections) {
      for (const auto& entrant : section.entrants) t.add("entrant", entrant.no.value, static_cast<int>(entrant.state), entrant.left_after, entrant.entered_round);
      for (const auto& foul : section.fouls)
        if (foul.state != tournament::FoulState::rejected) t.add("foul", foul.id, foul.entrant.no.value, foul.kind, name(foul.state));
      const auto duties = [&](RoundId round) {
        for (const auto& duty : duties_of(state, round, now)) t.duty(state, duty);
      };
      for (const auto& round : section.rounds) duties(round.id);
      for (const auto& round : section.knockout.rounds) {
        duties(round.id);
        const auto gate = gate_of(state, round.id, now);
        for (const auto& match : gate.matches) t.add("gate", state.text(match.match), match.decided, match.overridden, match.open);
      }
      for (const auto& row : tournament::standings(state.regulation, section).rows) t.add("row", row.rank, row.entrant.value, row.points, row.cumulative, row.fouls);
    }
    return t.text_;
  }

 private:
  static StoredFact fact_only(const Fact& fact) {
    StoredFact stored;
    stored.fact = fact;
    return stored;
  }
  static std::vector<GameId> games_in(const State& state) {
    std::vector<GameId> ids;
    for (const auto& [id, game] : state.games) ids.push_back(id);
    std::ranges::sort(ids);
    return ids;
  }

  void put(const std::string& text) { text_ += text + "|"; }
  void put(std::string_view text) { put(std::string(text)); }
  void put(const char* text) { put(std::string(text)); }
  template <class T>
    requires std::is_arithmetic_v<T>
  void put(T value) {
    put(std::to_string(value));
  }
  template <class... T>
  void add(const T&... values) {
    (put(values), ...);
    text_ += '\n';
  }
  static std::string of(const std::optional<Instant>& at) { return at ? std::to_string(at->ms) : "-"; }
  static std::string of(const std::optional<EntrantNo>& no) { return no ? std::to_string(no->value) : "-"; }
  static std::string of(const std::optional<tournament::Result>& r) {
    return r ? std::string(tournament::name(r->kind)) + std::to_string(static_cast<int>(r->outcome)) + (r->played ? "p" : "n") : "-";
  }
  static std::string of(const std::optional<Signature>& s) { return s ? std::to_string(s->by.value) + "@" + std::to_string(s->at.ms) : "-"; }
  static std::string of(const std::vector<tournament::Span>& spans) {
    std::string out;
    for (const auto& span : spans) out += std::to_string(span.from.ms) + "-" + of(span.until) + " ";
    return out;
  }

  void game_line(const tournament::Game& g) {
    std::string signers;
    for (const auto no : g.signed_by) signers += std::to_string(no.value) + " ";
    add("game", g.id.round.number, g.id.board, g.id.game, g.red.value, g.black.value, static_cast<int>(g.pace), of(g.result), of(g.started_at), of(g.ended_at), of(g.registered_at), signers);
  }
  void section(const tournament::Section& section) {
    for (const auto& e : section.entrants)
      add("entrant", e.no.value, e.person.name, e.person.unit, e.person.birth_year, static_cast<int>(e.state), e.left_after, e.entered_round, static_cast<int>(e.attributes.title), e.note);
    for (const auto& round : section.rounds) {
      add("round", round.id.number, of(round.bye), round.published);
      for (const auto& absence : round.absences) add("absent", absence.entrant.value, absence.announced, absence.points);
      for (const auto& g : round.games) game_line(g);
    }
    for (const auto no : section.knockout.numbers) add("number", no.value);
    for (const auto& round : section.knockout.rounds)
      for (const auto& m : round.matches) {
        add("match", m.id.round.number, m.id.board, of(m.upper), of(m.lower), m.chosen ? static_cast<int>(*m.chosen) : -1, of(m.decided), m.nobody, m.reason);
        for (const auto& g : m.games) game_line(g);
      }
    for (const auto& f : section.fouls)
      add("foul", f.id, f.entrant.no.value, f.kind, f.round, name(f.state), f.intentional, f.from_duty, f.reason, f.by, f.at.ms);
    for (const auto& tie : section.ties) add("tie", tie.order.size(), tie.lots, tie.reason, tie.by);
  }
  void game(const State& state, const GameId& id) {
    const GameState& g = state.game(id);
    const auto& s = g.status;
    add("record", state.text(id), g.sheet.version, g.sheet.updated.ms, of(g.handed_in_at), of(g.first_move_at), of(g.record_result), of(g.called_at));
    for (const auto& ply : g.sheet.plies) add(iccs(ply.move), static_cast<int>(ply.mark), ply.clock_ms.value_or(-1), ply.at.ms);
    for (const auto& move : g.sheet.tail) add("tail", move);
    for (const auto& gap : g.sheet.gaps) add("gap", gap.after_ply, gap.plies.value_or(-1), gap.resume_fen);
    for (const auto source : g.sheet.sources) add("source", name(source));
    for (const auto& v : g.sheet.versions) add("version", name(v.source), of(v.by), v.moves.size(), v.at.ms);
    for (const auto& [ply, by] : g.sheet.offers) add("offer", ply, of(by));
    add("signed", of(g.sheet.signed_by), of(g.sheet.confirmed_by), g.sheet.dispute ? g.sheet.dispute->reason + std::to_string(g.sheet.dispute->ply) : "-", g.sheet.found_untrue, g.sheet.found_complete);
    for (const auto& at : s.designated) add("designated", at.ms);
    add("status", s.designation_withdrawn, of(s.broadcasts), of(s.broadcast_done), of(s.reassigned_to), of(s.extended_until), of(s.frozen), of(s.paper_at), of(s.excuse_requested_at), of(s.excused_at), s.excuse_refused, of(s.completion_until), s.completion_refused);
    for (const auto& stated : g.stated) add("stated", stated.by.value, of(std::optional(stated.result)), stated.at.ms);
    add("said", g.excuse_reason, g.excused_by, g.broadcast_where, g.completion_reason, g.untrue_reason);
  }
  void duty(const State& state, const tournament::Duty& duty) {
    std::string reasons;
    for (const auto reason : duty.reasons) reasons += std::string(tournament::name(reason)) + " ";
    add("duty", state.text(duty.game), name(duty.state), of(duty.owner), duty.reassigned, reasons, duty.proposed_foul ? duty.proposed_foul->kind : "", of(state.find(duty.game)->result));
  }

  std::string text_;
};

}  // namespace qipu::recorder
