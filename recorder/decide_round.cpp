// Commands about rounds: pairing, publishing, imports, the knockout, ties.
#include <algorithm>

#include "recorder/decision.hpp"
#include "recorder/duties.hpp"
#include "recorder/tournament/knockout.hpp"
#include "recorder/tournament/pairing.hpp"
#include "recorder/tournament/pairing_check.hpp"
#include "recorder/tournament/round_import.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::recorder {
namespace {

using tournament::PhaseKind;

Decided one(Fact fact) {
  Decision decision;
  decision.facts.push_back(std::move(fact));
  return decision;
}

// The round before must be finished and its gate open: what the desk shows is what refuses here.
std::optional<Problem> shut(const State& state, RoundId before, Instant now) {
  return tournament::refusal(state.regulation, state.section(before.section), gate_of(state, before, now));
}

tournament::Round* copy_of(std::optional<tournament::Round>& into, const State& state, RoundId round) {
  if (const auto draft = state.drafts.find(round); draft != state.drafts.end())
    return &into.emplace(draft->second.round);
  return nullptr;
}

}  // namespace

Decided Decider::operator()(const RoundPair& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto round = round_of(c.section, c.round);
  if (!round) return std::unexpected(round.error());
  const auto& section = state_.section(round->section);
  return round->phase == PhaseKind::knockout ? pair_knockout(*round, section)
                                             : pair_round(*round, section, c.absent);
}

Decided Decider::pair_round(RoundId round, const tournament::Section& section,
                            const std::vector<std::string>& absent_texts) const {
  const auto& rule = state_.regulation.section(section.id);
  if (round.number != section.rounds.size() + 1 || round.number > rule.swiss_rounds)
    return std::unexpected(refused("round.order", "要按轮次编排", "rounds are paired in their order"));
  if (round.number > 1) {
    const RoundId before{round.section, PhaseKind::swiss, static_cast<std::uint8_t>(round.number - 1)};
    if (auto problem = shut(state_, before, context_.now)) return std::unexpected(*problem);
  }
  // After the promotion round the knockout takes its players first (reg:F3).
  if (rule.knockout && round.number == rule.knockout->promote_after + 1 && section.knockout.numbers.empty())
    return std::unexpected(refused("round.promotion_first", "先编排淘汰赛第一轮，晋级者确定后再编排这一轮",
                                   "pair the first knockout round first: it takes those who leave the Swiss",
                                   "reg:F3"));
  std::vector<EntrantNo> absent;
  for (const auto& text : absent_texts) {
    const auto entrant = entrant_of(text);
    if (!entrant || entrant->section != round.section)
      return std::unexpected(refused("entrant.unknown", "没有这位棋手", "there is no such entrant"));
    absent.push_back(entrant->no);
  }
  auto paired = paired_round(round, section, absent);
  if (!paired) return std::unexpected(paired.error());
  return one(std::move(*paired));
}

std::expected<RoundPaired, Problem> Decider::paired_round(RoundId round, const tournament::Section& section,
                                                          const std::vector<EntrantNo>& absent) const {
  const auto request = tournament::pairing_request(state_.regulation, section, round.number, absent);
  const auto answer = tournament::pair_swiss(request);
  if (!answer) return std::unexpected(answer.error());
  const auto paired = tournament::make_round(state_.regulation, request, *answer, section.id);
  RoundPaired fact{round, paired.games, paired.bye, paired.absences, answer->engine, {}, {}, {}};
  for (const auto& reason : answer->reasons) fact.reasons.emplace_back(reason.entrant, reason.sentence);
  for (const auto& relaxed : answer->relaxed)
    fact.relaxed.push_back(std::string(tournament::name(relaxed.relaxation)) + " " +
                           std::to_string(relaxed.red.value) + "-" + std::to_string(relaxed.black.value));
  return fact;
}

Decided Decider::pair_knockout(RoundId round, const tournament::Section& section) const {
  const auto& rule = state_.regulation.section(section.id);
  if (!rule.knockout)
    return std::unexpected(refused("round.no_knockout", "这一组没有淘汰赛", "this section has no knockout"));
  if (round.number != section.knockout.rounds.size() + 1 || round.number > rule.knockout->rounds)
    return std::unexpected(refused("round.order", "要按轮次编排", "rounds are paired in their order"));
  Decision decision;
  if (round.number == 1) {
    if (static_cast<int>(section.rounds.size()) < rule.knockout->promote_after)
      return std::unexpected(refused("round.promotion_round", "积分赛还没打到晋级轮",
                                     "the Swiss has not come to its promotion round yet", "reg:F3"));
    const RoundId before{round.section, PhaseKind::swiss,
                         static_cast<std::uint8_t>(rule.knockout->promote_after)};
    if (auto problem = shut(state_, before, context_.now)) return std::unexpected(*problem);
    tournament::StandingsRequest request;
    request.rounds = rule.knockout->promote_after;
    request.only_active = true;
    const auto numbers = tournament::promote(state_.regulation, section,
                                             tournament::standings(state_.regulation, section, request));
    if (!numbers) return std::unexpected(numbers.error());
    tournament::Section seeded = section;
    seeded.knockout.numbers = *numbers;
    const auto first = tournament::first_knockout_round(state_.regulation, seeded);
    if (!first) return std::unexpected(first.error());
    decision.facts.push_back(KnockoutSeeded{section.id, *numbers});
    decision.facts.push_back(KnockoutPaired{round, first->matches});
    return decision;
  }
  const RoundId before{round.section, PhaseKind::knockout, static_cast<std::uint8_t>(round.number - 1)};
  if (auto problem = shut(state_, before, context_.now)) return std::unexpected(*problem);
  const auto next = tournament::next_knockout_round(state_.regulation, section);
  if (!next) return std::unexpected(next.error());
  return one(KnockoutPaired{round, next->matches});
}

std::optional<Problem> Decider::change_next_round(const GameId& corrected, const std::optional<tournament::Result>& result,
                                                  const std::string& paired_next, Decision& decision) const {
  if (paired_next.empty() || paired_next == "keep") return std::nullopt;
  if (paired_next != "repair" && paired_next != "reopen")
    return refused("message.field", "paired_next 须为 keep、repair 或 reopen", "paired_next must be keep, repair or reopen");
  tournament::Section section = state_.section(corrected.round.section);
  const std::size_t next = corrected.round.number + 1u;
  if (corrected.round.phase != PhaseKind::swiss || section.rounds.size() != next)
    return refused("round.not_next", "下一轮还没公布，或后面又编排了一轮，不能重编", "the next round is not the one that was published last");
  const tournament::Round standing = section.rounds.back();
  for (const auto& game : standing.games)
    if (game.result || !state_.game(game.id).sheet.empty())
      return refused("round.started", "下一轮已经开始，不能重编：保持原编排，或先处理已下的对局",
                     "the next round has begun; it can only be kept");
  decision.facts.push_back(RoundReopened{standing.id});
  if (paired_next == "reopen") return std::nullopt;
  section.rounds.pop_back();
  for (auto& game : section.rounds[corrected.round.number - 1u].games)
    if (game.id == corrected) game.result = result;
  std::vector<EntrantNo> absent;
  for (const auto& absence : standing.absences) absent.push_back(absence.entrant);
  auto paired = paired_round(standing.id, section, absent);
  if (!paired) return paired.error();
  decision.facts.push_back(std::move(*paired));
  decision.facts.push_back(RoundPublished{standing.id});
  return std::nullopt;
}

Decided Decider::operator()(const RoundSwap& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto round = round_of(c.section, c.round);
  if (!round) return std::unexpected(round.error());
  const auto a = entrant_of(c.a), b = entrant_of(c.b);
  if (!a || !b || a->section != round->section || b->section != round->section || *a == *b)
    return std::unexpected(refused("entrant.unknown", "没有这位棋手", "there is no such entrant"));
  if (c.reason.empty())
    return std::unexpected(refused("reason.missing", "请写明理由", "a reason is needed", "reg:D16"));
  std::optional<tournament::Round> copy;
  auto* draft = copy_of(copy, state_, *round);
  if (!draft || state_.is_published(*round))
    return std::unexpected(
        refused("round.no_draft", "只能调整还没公布的编排", "only a draft can be changed"));
  const auto exchanged = [&](EntrantNo no) { return no == a->no ? b->no : no == b->no ? a->no : no; };
  bool found_a = false, found_b = false;
  const auto see = [&](EntrantNo no) { found_a |= no == a->no, found_b |= no == b->no; };
  for (auto& game : draft->games) {
    see(game.red);
    see(game.black);
    game.red = exchanged(game.red);
    game.black = exchanged(game.black);
  }
  if (draft->bye) {
    see(*draft->bye);
    draft->bye = exchanged(*draft->bye);
  }
  if (!found_a || !found_b)
    return std::unexpected(
        refused("round.not_paired", "这位棋手不在本轮编排里", "this entrant is not in the draft"));
  const auto& before = state_.drafts.at(*round);
  Decision decision = *one(RoundPaired{*round, draft->games, draft->bye, draft->absences,
                                       before.engine + "+manual", before.reasons, before.relaxed, c.reason});
  // The arbiter may break a rule by hand, but is told so.
  if (round->phase == PhaseKind::swiss) {
    std::vector<EntrantNo> absent;
    for (const auto& absence : draft->absences) absent.push_back(absence.entrant);
    std::vector<tournament::PairingPair> pairs;
    for (const auto& game : draft->games) pairs.push_back({game.red, game.black});
    const auto request = tournament::pairing_request(state_.regulation, state_.section(round->section),
                                                     round->number, absent);
    decision.answer.warnings = tournament::check_pairing(request, pairs, draft->bye).faults;
  }
  return decision;
}

Decided Decider::operator()(const RoundPublish& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto round = round_of(c.section, c.round);
  if (!round) return std::unexpected(round.error());
  const auto& section = state_.section(round->section);
  if (round->phase == PhaseKind::knockout) {
    if (round->number > section.knockout.rounds.size())
      return std::unexpected(refused("round.no_draft", "还没有编排", "nothing is paired yet"));
    return one(RoundPublished{*round});
  }
  if (round->number <= section.rounds.size()) return Decision{};
  if (!state_.drafts.contains(*round))
    return std::unexpected(refused("round.no_draft", "还没有编排", "nothing is paired yet"));
  return one(RoundPublished{*round});
}

Decided Decider::operator()(const RoundImport& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto round = round_of(c.section, c.round);
  if (!round) return std::unexpected(round.error());
  const auto& section = state_.section(round->section);
  if (round->phase == PhaseKind::knockout || round->number != section.rounds.size() + 1)
    return std::unexpected(refused("round.order", "要按轮次导入", "rounds are imported in their order"));
  auto imported =
      c.format == "trf"
          ? tournament::import_round_trf(state_.regulation, section, round->number, c.text, "import")
          : tournament::import_round_csv(state_.regulation, section, round->number, c.text, "import");
  if (!imported) return std::unexpected(imported.error());
  Decision decision;
  std::vector<std::pair<GameId, tournament::Result>> results;
  for (auto& game : imported->round.games) {
    if (game.result) results.emplace_back(game.id, *game.result);
    game.result.reset();
  }
  decision.facts.push_back(RoundPaired{*round,
                                       imported->round.games,
                                       imported->round.bye,
                                       imported->round.absences,
                                       "import/" + c.format,
                                       {},
                                       {},
                                       "import"});
  decision.facts.push_back(RoundPublished{*round});
  for (const auto& [game, result] : results)
    decision.facts.push_back(OutcomeRegistered{game, result, "import"});
  decision.answer.warnings = std::move(imported->warnings);
  return decision;
}

namespace {

struct FoundMatch {
  tournament::BoardId id;
  const tournament::Match* match;
};

std::expected<FoundMatch, Problem> match_of(const State& state, const std::string& text) {
  const auto id = state.parse_match(text);
  const auto* match = id ? state.section(id->round.section).find(*id) : nullptr;
  if (!match) return std::unexpected(refused("match.unknown", "没有这场对阵", "there is no such match"));
  return FoundMatch{*id, match};
}

}  // namespace

Decided Decider::operator()(const MatchOverride& c) const {
  if (auto no = must_be(Role::chief)) return std::unexpected(*no);
  if (c.reason.empty())
    return std::unexpected(refused("reason.missing", "请写明理由", "a reason is needed", "reg:K7"));
  const auto match = match_of(state_, c.match);
  if (!match) return std::unexpected(match.error());
  const auto entrant = entrant_of(c.entrant);
  if (!entrant) return std::unexpected(entrant.error());
  if (match->match->upper != entrant->no && match->match->lower != entrant->no)
    return std::unexpected(
        refused("match.not_in", "这位棋手不在这场对阵里", "this entrant is not in the match"));
  if (std::ranges::find(state_.overrides, tournament::GateOverride{match->id, entrant->no}) != state_.overrides.end())
    return Decision{};
  return one(GateOverridden{match->id, entrant->no, c.reason, true});
}

Decided Decider::operator()(const MatchDecide& c) const {
  if (auto no = must_be(Role::chief)) return std::unexpected(*no);
  if (c.reason.empty())
    return std::unexpected(refused("reason.missing", "请写明理由", "a reason is needed", "reg:A34"));
  const auto match = match_of(state_, c.match);
  if (!match) return std::unexpected(match.error());
  std::optional<EntrantNo> goes_on;
  if (!c.entrant.empty()) {
    const auto entrant = entrant_of(c.entrant);
    if (!entrant) return std::unexpected(entrant.error());
    if (match->match->upper != entrant->no && match->match->lower != entrant->no)
      return std::unexpected(
          refused("match.not_in", "这位棋手不在这场对阵里", "this entrant is not in the match"));
    goes_on = entrant->no;
  }
  return one(MatchDecided{match->id, goes_on, c.reason});
}

Decided Decider::operator()(const MatchChoose& c) const {
  if (auto no = must_be(Role::scorer)) return std::unexpected(*no);
  const auto match = match_of(state_, c.match);
  if (!match) return std::unexpected(match.error());
  if (c.side != "red" && c.side != "black")
    return std::unexpected(refused("match.side", "选红或黑", "red or black"));
  Decision decision;
  tournament::Match after = *match->match;
  after.chosen = c.side == "red" ? Side::red : Side::black;
  decision.facts.push_back(SideChosen{match->id, *after.chosen});
  const auto& rule = state_.regulation.section(match->id.round.section).knockout;
  if (rule)
    if (auto next = tournament::match_state(*rule, after).next) decision.facts.push_back(GameAdded{*next});
  return decision;
}

Decided Decider::operator()(const TieDecide& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto section = state_.regulation.find_section(c.section);
  if (!section) return std::unexpected(refused("section.unknown", "没有这一组", "there is no such section"));
  if (c.reason.empty())
    return std::unexpected(refused("reason.missing", "请写明理由", "a reason is needed", "reg:A7"));
  tournament::TieDecision tie;
  tie.lots = c.lots;
  tie.reason = c.reason;
  tie.by = context_.by.text();
  for (const auto& text : c.order) {
    const auto entrant = entrant_of(text);
    if (!entrant || entrant->section != *section)
      return std::unexpected(refused("entrant.unknown", "没有这位棋手", "there is no such entrant"));
    tie.order.push_back(entrant->no);
  }
  if (tie.order.size() < 2)
    return std::unexpected(refused("tie.order", "至少两位", "two or more entrants are needed"));
  if (tie.lots) tie.order = tournament::draw_lots(state_.regulation.pairing.seed + state_.seq, tie.order);
  return one(TieDecided{*section, std::move(tie)});
}

}  // namespace qipu::recorder
