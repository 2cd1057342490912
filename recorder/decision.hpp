// The cases of decide(): one overload a command. Each looks, and answers with facts or with the reason why not.
#pragma once

#include <expected>
#include <string>

#include "recorder/decide.hpp"

namespace qipu::recorder {

using Decided = std::expected<Decision, Problem>;

/// A number that no foul has yet, in any section: a foul is named by its number alone.
std::uint32_t next_foul(const State& state);
Problem refused(std::string code, std::string zh, std::string en, std::string clause = {});

class Decider {
 public:
  Decider(const State& state, const Context& context) : state_(state), context_(context) {}

  Decided operator()(const TournamentNew&) const;
  Decided operator()(const NoticeApply&) const;
  Decided operator()(const EntrantsImport&) const;
  template <EntrantAct act>
  Decided operator()(const EntrantCommand<act>& c) const {
    return change_entrant(act, c.entrant, c.reason, c.round);
  }
  Decided operator()(const PersonsPurge&) const;
  Decided operator()(const RoundPair&) const;
  Decided operator()(const RoundSwap&) const;
  Decided operator()(const RoundPublish&) const;
  Decided operator()(const RoundImport&) const;
  Decided operator()(const MatchOverride&) const;
  Decided operator()(const MatchDecide&) const;
  Decided operator()(const MatchChoose&) const;
  Decided operator()(const TieDecide&) const;

  Decided operator()(const RecordAppend&) const;
  Decided operator()(const RecordReplace&) const;
  Decided operator()(const RecordGap&) const;
  Decided operator()(const RecordSubmit&) const;
  Decided operator()(const RecordSign&) const;
  Decided operator()(const RecordConfirm&) const;
  Decided operator()(const RecordDispute&) const;
  Decided operator()(const RecordOffer&) const;
  template <Judgement what>
  Decided operator()(const RecordJudgement<what>& c) const {
    return judge_record(what, c.game, c.reason, c.version);
  }
  Decided operator()(const RecordRequestCompletion&) const;
  Decided operator()(const RecordMove&) const;

  template <ResultAct act>
  Decided operator()(const ResultCommand<act>& c) const {
    return enter_result(act, c.game, c.outcome, c.kind, c.reason, c.paired_next);
  }
  Decided operator()(const ResultSign&) const;
  template <DutyAct act>
  Decided operator()(const DutyCommand<act>& c) const {
    return change_duty(act, c.duty, c.reason);
  }
  Decided operator()(const DutyReassign&) const;
  Decided operator()(const DutyExtend&) const;
  Decided operator()(const FoulAdd&) const;
  template <bool confirm>
  Decided operator()(const FoulRuling<confirm>& c) const {
    return rule_on_foul(confirm, c.foul, c.section, c.reason);
  }
  Decided operator()(const FoulAnswer&) const;
  template <bool accept>
  Decided operator()(const ProposalRuling<accept>& c) const {
    return rule_on_proposal(accept, c.proposal, c.decision.empty() ? c.reason : c.decision + ": " + c.reason);
  }
  Decided operator()(const Propose&) const;
  Decided operator()(const BoardDesignate&) const;
  Decided operator()(const BoardBroadcast&) const;
  Decided operator()(const DelaySetting&) const;
  Decided operator()(const PassIssue&) const;
  Decided operator()(const DeskUserEntry&) const;
  Decided operator()(const BroadcasterKeyEntry&) const;
  Decided operator()(const Undo&) const;

 private:
  Decided pair_round(RoundId round, const tournament::Section& section, const std::vector<std::string>& absent) const;
  std::expected<RoundPaired, Problem> paired_round(RoundId round, const tournament::Section& section,
                                                   const std::vector<EntrantNo>& absent) const;
  Decided pair_knockout(RoundId round, const tournament::Section& section) const;
  Decided change_entrant(EntrantAct act, const std::string& entrant, const std::string& reason, std::optional<int> round) const;
  Decided judge_record(Judgement what, const std::string& game, const std::string& reason,
                       const std::string& version) const;
  Decided enter_result(ResultAct act, const std::string& game, const std::string& outcome, const std::string& kind,
                       const std::string& reason,
                       const std::string& paired_next) const;
  /// What becomes of the next Swiss round, paired already, when a result before it is corrected: "repair", "reopen".
  std::optional<Problem> change_next_round(const GameId& corrected, const std::optional<tournament::Result>& result,
                                           const std::string& paired_next, Decision& decision) const;
  Decided change_duty(DutyAct act, const std::string& duty, const std::string& reason) const;
  Decided rule_on_foul(bool confirm, const std::string& foul, const std::string& section, const std::string& reason) const;
  Decided rule_on_proposal(bool accept, const std::string& proposal, const std::string& reason) const;

  /// A game of a published round.
  std::expected<const tournament::Game*, Problem> game_of(const std::string& text) const;
  std::expected<RoundId, Problem> round_of(const std::string& section, const std::string& round) const;
  std::expected<EntrantId, Problem> entrant_of(const std::string& text) const;
  /// Whether the actor may write moves of this game now; nothing: yes.
  std::optional<Problem> may_write(const tournament::Game& game) const;
  std::optional<Problem> must_be(Role least) const;
  Source source_for(const tournament::Game& game) const;
  std::string hash_for(const tournament::Game& game, const RecordSheet& sheet) const;
  bool at_desk() const { return context_.by.role >= Role::scorer; }

  const State& state_;
  const Context& context_;
};

}  // namespace qipu::recorder
