#include <algorithm>
#include <charconv>

#include "recorder/decision.hpp"
#include "recorder/duties.hpp"
#include "recorder/tournament/conduct.hpp"
#include "recorder/tournament/knockout.hpp"

namespace qipu::recorder {
namespace {

Decided one(Fact fact) {
  Decision decision;
  decision.facts.push_back(std::move(fact));
  return decision;
}

Decided no_reason() {
  return std::unexpected(refused("reason.missing", "请写明理由", "a reason is needed", "reg:D16"));
}

std::optional<std::uint32_t> number_after(std::string_view text, char letter) {
  if (!text.empty() && text.front() == letter) text.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

Decided Decider::enter_result(ResultAct act, const std::string& text, const std::string& outcome,
                              const std::string& kind_text, const std::string& reason,
                              const std::string& paired_next) const {
  const auto game = game_of(text);
  if (!game) return std::unexpected(game.error());
  const auto id = (*game)->id;
  const bool walkover = outcome.ends_with("_walkover");
  const auto kind = tournament::parse_result_kind(kind_text.empty() ? (walkover            ? "absent"
                                                                       : outcome == "draw" ? "agreed"
                                                                                           : "resign")
                                                                    : kind_text);
  std::optional<tournament::Result> result;
  if (outcome != "none") {
    if (kind) result = tournament::parse_result(outcome, *kind);
    if (!result || !tournament::consistent(*result))
      return std::unexpected(
          refused("result.inconsistent", "结果与终局方式不合", "this outcome cannot come about in this way"));
  }
  if (act == ResultAct::state) {
    if (!context_.by.entrant || context_.by.entrant->section != id.round.section ||
        !(*game)->side_of(context_.by.entrant->no))
      return std::unexpected(refused("access.other_game", "这不是您的对局", "this is another's game"));
    if (!result)
      return std::unexpected(refused("result.inconsistent", "请说明结果", "say what the result is"));
    if ((*game)->result)
      return std::unexpected(refused("result.registered", "结果已登记", "the result is registered already"));
    return one(OutcomeStated{id, context_.by.entrant->no, *result});
  }
  if (auto no = must_be(act == ResultAct::correct ? Role::arbiter : Role::scorer))
    return std::unexpected(*no);
  if ((*game)->result == result) return Decision{};
  if (act == ResultAct::enter && (*game)->result)
    return std::unexpected(refused("result.registered", "结果已登记；更正须由裁判并写明理由",
                                   "a result is registered; an arbiter corrects it with a reason"));
  if (act == ResultAct::correct && reason.empty()) return no_reason();
  // A result that the board contradicts needs an arbiter's reason.
  if (result && result->played && reason.empty()) {
    const auto board = recorder::game_of(state_.game(id).sheet);
    if (board && board->position().terminal() != Terminal::none) {
      const Outcome shown =
          board->position().to_move() == Side::red ? Outcome::black_wins : Outcome::red_wins;
      if (shown != result->outcome)
        return std::unexpected(refused("result.contradicts_board", "棋谱终局与此结果不符，请写明理由",
                                       "the final position contradicts this result; give a reason"));
    }
  }
  Decision decision;
  decision.facts.push_back(OutcomeRegistered{id, result, reason});
  if (act == ResultAct::correct)
    if (auto no = change_next_round(id, result, paired_next, decision)) return std::unexpected(*no);
  if (id.round.phase == tournament::PhaseKind::knockout && result) {
    const auto& section = state_.section(id.round.section);
    if (const auto* match = section.find(id.on());
        match && match->games.size() == id.game && state_.regulation.section(section.id).knockout) {
      tournament::Match after = *match;
      after.games.back().result = result;
      if (auto next = tournament::match_state(*state_.regulation.section(section.id).knockout, after).next)
        decision.facts.push_back(GameAdded{*next});
    }
  }
  return decision;
}

Decided Decider::operator()(const ResultSign& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (!(*game)->result)
    return std::unexpected(refused("result.none", "结果尚未登记", "no result is registered yet"));
  std::optional<EntrantId> who = context_.by.entrant;
  if (at_desk()) {
    const auto named = entrant_of(c.entrant);
    if (!named) return std::unexpected(named.error());
    who = *named;
  }
  if (!who || who->section != (*game)->id.round.section || !(*game)->side_of(who->no))
    return std::unexpected(refused("access.other_game", "不是这一局的棋手", "no player of this game"));
  return one(ResultSigned{(*game)->id, who->no});
}

Decided Decider::change_duty(DutyAct act, const std::string& text, const std::string& reason) const {
  const auto game = game_of(text);
  if (!game) return std::unexpected(game.error());
  const auto duty = duty_of(state_, **game, context_.now);
  const auto id = (*game)->id;
  if (duty.reasons.empty())
    return std::unexpected(
        refused("duty.none", "本局不要求录谱", "no record is required of this game", "reg:K2"));
  switch (act) {
    case DutyAct::request_excuse: {
      if (!context_.by.entrant || context_.by.entrant->section != id.round.section ||
          !(*game)->side_of(context_.by.entrant->no))
        return std::unexpected(refused("access.other_game", "这不是您的对局", "this is another's game"));
      if (reason.empty()) return no_reason();
      if (duty.deadline && context_.now > *duty.deadline)
        return std::unexpected(refused("duty.too_late", "须在期限之前申请",
                                       "it must be asked for before the deadline", "reg:K5"));
      return one(DutyChanged{id, DutyChanged::excuse_requested, {}, {}, reason});
    }
    case DutyAct::excuse:
      if (auto no = must_be(Role::chief)) return std::unexpected(*no);
      if (reason.empty()) return no_reason();
      if (state_.game(id).status.excused_at) return Decision{};
      return one(DutyChanged{id, DutyChanged::excused, {}, {}, reason});
    case DutyAct::refuse_excuse:
      if (auto no = must_be(Role::chief)) return std::unexpected(*no);
      return one(DutyChanged{id, DutyChanged::excuse_refused, {}, {}, reason});
    case DutyAct::paper:
      if (auto no = must_be(Role::scorer)) return std::unexpected(*no);
      if (state_.game(id).status.paper_at) return Decision{};
      return one(DutyChanged{id, DutyChanged::on_paper, {}, {}, reason});
    case DutyAct::called:
      if (auto no = must_be(Role::scorer)) return std::unexpected(*no);
      return one(DutyChanged{id, DutyChanged::called, {}, {}, reason});
  }
  return Decision{};
}

Decided Decider::operator()(const DutyReassign& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto game = game_of(c.duty);
  if (!game) return std::unexpected(game.error());
  const auto to = entrant_of(c.to);
  if (!to) return std::unexpected(to.error());
  if (to->section != (*game)->id.round.section || !(*game)->side_of(to->no))
    return std::unexpected(refused("duty.no_player", "只能改派给对局的一方",
                                   "only one of the two players can be made to record", "reg:K3"));
  if (c.reason.empty()) return no_reason();
  return one(DutyChanged{(*game)->id, DutyChanged::reassigned, to->no, {}, c.reason});
}

Decided Decider::operator()(const DutyExtend& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  if (c.reason.empty()) return no_reason();
  if (c.until <= context_.now)
    return std::unexpected(refused("time.past", "期限已过", "that time has passed"));
  Decision decision;
  const auto extend = [&](const tournament::Game& game) {
    decision.facts.push_back(DutyChanged{game.id, DutyChanged::extended, {}, c.until, c.reason});
  };
  if (!c.duty.empty()) {
    const auto game = game_of(c.duty);
    if (!game) return std::unexpected(game.error());
    extend(**game);
  } else if (!c.round.empty()) {
    const auto round = round_of(c.section, c.round);
    if (!round) return std::unexpected(round.error());
    for (const auto* game : state_.section(round->section).games_of(*round)) extend(*game);
  } else {
    for (const auto& section : state_.sections) {
      for (const auto& round : section.rounds)
        for (const auto* game : section.games_of(round.id))
          if (!discharged(duty_of(state_, *game, context_.now).state)) extend(*game);
      for (const auto& round : section.knockout.rounds)
        for (const auto* game : section.games_of(round.id))
          if (!discharged(duty_of(state_, *game, context_.now).state)) extend(*game);
    }
  }
  return decision;
}

Decided Decider::operator()(const FoulAdd& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto who = entrant_of(c.entrant);
  if (!who) return std::unexpected(who.error());
  const auto* kind = state_.regulation.foul.find(c.kind);
  if (!kind) return std::unexpected(refused("foul.kind", "没有这种犯规", "there is no such kind of foul"));
  if (c.reason.empty()) return no_reason();
  const auto& section = state_.section(who->section);
  tournament::Foul foul;
  foul.id = next_foul(state_);
  foul.entrant = *who;
  foul.kind = c.kind;
  if (!c.game.empty()) {
    const auto game = game_of(c.game);
    if (!game) return std::unexpected(game.error());
    foul.game = (*game)->id;
  }
  foul.round = static_cast<int>(section.rounds.size());
  foul.state = tournament::FoulState::confirmed;
  foul.intentional = kind->intentional;
  foul.reason = c.reason;
  foul.by = context_.by.text();
  foul.at = context_.now;
  Decision decision = *one(FoulEntered{foul});
  decision.answer.id = "f" + std::to_string(foul.id);
  return decision;
}

Decided Decider::rule_on_foul(bool confirm, const std::string& text, const std::string& section_text,
                              const std::string& reason) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto id = number_after(text, 'f');
  const auto only = section_text.empty() ? std::nullopt : state_.regulation.find_section(section_text);
  for (const auto& section : state_.sections) {
    if (only && *only != section.id) continue;
    for (const auto& foul : section.fouls)
      if (id && foul.id == *id) {
        if (!confirm && reason.empty()) return no_reason();
        const auto to = confirm ? tournament::FoulState::confirmed : tournament::FoulState::rejected;
        if (foul.state == to) return Decision{};
        return one(FoulJudged{*id, section.id, to, reason});
      }
  }
  return std::unexpected(refused("foul.unknown", "没有这一条犯规", "there is no such foul"));
}

Decided Decider::operator()(const FoulAnswer& c) const {
  const auto id = number_after(c.foul, 'f');
  if (!context_.by.entrant)
    return std::unexpected(refused("access.role", "没有这个权限", "this role may not do that"));
  for (const auto& foul : state_.section(context_.by.entrant->section).fouls)
    if (id && foul.id == *id && foul.entrant == *context_.by.entrant)
      return one(
          FoulAnswered{*id, context_.by.entrant->section, c.answer == "contest", c.text.substr(0, 500)});
  return std::unexpected(refused("foul.unknown", "没有这一条犯规", "there is no such foul"));
}

Decided Decider::rule_on_proposal(bool accept, const std::string& text, const std::string& reason) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto id = number_after(text, 'p');
  for (const auto& proposal : state_.proposals)
    if (id && proposal.made.id == *id) {
      if (proposal.accepted == accept) return Decision{};
      return one(ProposalSettled{*id, accept, reason});
    }
  return std::unexpected(refused("proposal.unknown", "没有这一条提示", "there is no such proposal"));
}

Decided Decider::operator()(const Propose& c) const {
  if (auto no = must_be(Role::system)) return std::unexpected(*no);
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  for (const auto& proposal : state_.proposals)
    if (proposal.made.game == (*game)->id && proposal.made.kind == c.kind && proposal.made.ply == c.ply && !proposal.withdrawn)
      return Decision{};
  const auto id = static_cast<std::uint32_t>(state_.proposals.size() + 1);
  Decision decision = *one(ProposalMade{id, (*game)->id, c.kind, c.certainty, c.clause, c.ply, {c.zh, c.en}});
  decision.answer.proposals = {id};
  return decision;
}

Decided Decider::operator()(const BoardDesignate& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  const auto& status = state_.game((*game)->id).status;
  const bool on = !status.designated.empty() && !status.designation_withdrawn;
  if (on == c.on) return Decision{};
  return one(BoardDesignated{(*game)->id, c.on, c.reason});
}

Decided Decider::operator()(const BoardBroadcast& c) const {
  if (context_.by.role != Role::broadcaster)
    if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  const GameState& what = state_.game((*game)->id);
  const std::string where = c.where.substr(0, 300);
  const bool running = !what.status.broadcasts.empty() && !what.status.broadcasts.back().until;
  const bool nothing_new = c.on ? running && what.broadcast_where == where : !running && (!c.done || what.status.broadcast_done);
  if (nothing_new) return Decision{};
  return one(BroadcastSet{(*game)->id, c.on, c.done, where});
}

Decided Decider::operator()(const DelaySetting& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  if (c.seconds < 0 || c.seconds > 7200)
    return std::unexpected(
        refused("delay.range", "延迟须在 0 到 7200 秒之间", "a delay is 0 to 7200 seconds"));
  DelaySet fact{{}, {}, c.seconds};
  if (!c.game.empty()) {
    const auto game = game_of(c.game);
    if (!game) return std::unexpected(game.error());
    fact.game = (*game)->id;
  } else if (!c.round.empty()) {
    const auto round = round_of(c.section, c.round);
    if (!round) return std::unexpected(round.error());
    fact.round = *round;
  }
  return one(fact);
}

Decided Decider::operator()(const PassIssue& c) const {
  if (auto no = must_be(Role::scorer)) return std::unexpected(*no);
  PassIssued fact{{}, {}, c.kind, c.token_hash, c.code_hash, c.red_sign_hash, c.black_sign_hash};
  if (!c.entrant.empty()) {
    const auto who = entrant_of(c.entrant);
    if (!who) return std::unexpected(who.error());
    fact.entrant = *who;
    fact.kind = "entrant";
  } else {
    const auto game = game_of(c.game);
    if (!game) return std::unexpected(game.error());
    fact.game = (*game)->id;
    if (fact.kind != "scribe") fact.kind = "board";
  }
  if (fact.token_hash.size() < 32)
    return std::unexpected(refused("pass.hash", "证件不完整", "the pass is incomplete"));
  return one(fact);
}

Decided Decider::operator()(const DeskUserEntry& c) const {
  if (auto no = must_be(Role::chief)) return std::unexpected(*no);
  if (c.name.empty() || c.name.size() > 64 ||
      (c.role != "chief" && c.role != "arbiter" && c.role != "scorer" && c.role != "reader"))
    return std::unexpected(refused("desk_user.bad", "用户名或身份不对", "the name or the role is wrong"));
  return one(DeskUserSet{c.name, c.role, c.password_hash});
}

Decided Decider::operator()(const BroadcasterKeyEntry& c) const {
  if (auto no = must_be(Role::chief)) return std::unexpected(*no);
  return one(BroadcasterKeySet{c.name, c.key_hash, c.scope});
}

Decided Decider::operator()(const Undo& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  if (c.reason.empty()) return no_reason();
  const auto act = std::ranges::find(state_.undoable, c.seq, &Undoable::seq);
  if (act == state_.undoable.end())
    return std::unexpected(refused("undo.unknown", "这一步不能撤回", "this act cannot be taken back"));
  for (auto later = std::next(act); later != state_.undoable.end(); ++later)
    if (later->subject == act->subject)
      return std::unexpected(refused("conflict", "其后另有处理，请先撤回后者",
                                     "something later was done about the same; take that back first"));
  Decision decision;
  decision.facts.push_back(ActUndone{c.seq, c.reason, 0});
  for (const Fact& back : act->inverse) {
    const auto* again = std::get_if<RecordSigned>(&back);
    if (!again || state_.game(again->game).sheet.version == act->version) decision.facts.push_back(back);
  }
  std::get<ActUndone>(decision.facts.front()).facts = static_cast<int>(decision.facts.size()) - 1;
  return decision;
}

}  // namespace qipu::recorder
