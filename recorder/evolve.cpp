#include "recorder/evolve.hpp"

#include <algorithm>

#include "recorder/inverse.hpp"
#include "recorder/record_facts.hpp"
#include "recorder/tournament/preset.hpp"

namespace qipu::recorder {
namespace {

using tournament::Knockout;
using tournament::Match;
using tournament::Section;

Problem unfit(std::string_view what) {
  return {"journal.unfit", {"日志里有一条不合的记录", "an entry of the journal does not fit"}, {{"what", std::string(what)}}, "", std::nullopt};
}

// Takes one fact in; each answers with what does not fit.
class Evolution {
 public:
  Evolution(State& state, const StoredFact& stored) : state_(state), stored_(stored) {}
  using Fit = std::optional<Problem>;

  Fit operator()(const TournamentCreated& f) {
    auto regulation = f.toml.empty() ? tournament::load_preset(f.preset) : tournament::read_preset(f.toml, f.preset);
    if (!regulation) return regulation.error();
    state_.id = f.id;
    state_.preset = f.preset;
    state_.name = f.name;
    state_.regulation = std::move(*regulation);
    state_.sections.resize(state_.regulation.sections.size());
    for (std::size_t i = 0; i < state_.sections.size(); ++i) state_.sections[i].id = SectionId{static_cast<std::uint8_t>(i)};
    return {};
  }
  Fit operator()(const NoticeApplied& f) {
    auto patched = tournament::apply_patch(state_.regulation, f.toml, f.file);
    if (!patched) return patched.error();
    if (patched->sections.size() != state_.sections.size()) return unfit("sections");
    state_.regulation = std::move(*patched);
    return {};
  }
  Fit operator()(const EntrantsEntered& f) {
    Section& section = state_.section(f.section);
    for (const auto& entrant : f.entrants) {
      auto* there = section.find(entrant.no);
      if (!there && entrant.no.value != section.entrants.size() + 1) return unfit("entrant");
      tournament::Entrant copy = entrant;
      const auto row = std::ranges::find(stored_.persons, EntrantId{f.section, entrant.no}, &PersonRow::entrant);
      copy.person = row == stored_.persons.end() ? nameless(entrant.no) : row->person;
      if (there)
        *there = std::move(copy);
      else
        section.entrants.push_back(std::move(copy));
    }
    return {};
  }
  Fit operator()(const EntrantStateChanged& f) {
    auto* entrant = state_.section(f.entrant.section).find(f.entrant.no);
    if (!entrant) return unfit("entrant");
    entrant->state = f.state;
    entrant->left_after = f.left_after;
    entrant->entered_round = f.entered_round;
    return {};
  }
  Fit operator()(const PersonsPurged& f) {
    for (const auto& id : f.entrants)
      if (auto* entrant = state_.section(id.section).find(id.no)) {
        entrant->person = nameless(id.no);
        entrant->note.clear();
      }
    return {};
  }

  Fit operator()(const RoundPaired& f) {
    tournament::Round round{f.round, f.games, f.bye, f.absences, false};
    state_.drafts[f.round] = {std::move(round), f.reasons, f.relaxed, f.engine};
    return {};
  }
  Fit operator()(const RoundPublished& f) {
    Section& section = state_.section(f.round.section);
    if (f.round.phase == tournament::PhaseKind::knockout) {
      if (f.round.number < 1 || f.round.number > section.knockout.rounds.size()) return unfit("round");
      section.knockout.rounds[f.round.number - 1u].published = true;
      return {};
    }
    const auto draft = state_.drafts.find(f.round);
    if (draft == state_.drafts.end()) return unfit("draft");
    tournament::Round round = draft->second.round;
    round.published = true;
    if (f.round.number <= section.rounds.size())
      section.rounds[f.round.number - 1u] = std::move(round);
    else if (f.round.number == section.rounds.size() + 1)
      section.rounds.push_back(std::move(round));
    else
      return unfit("round");
    return {};
  }
  Fit operator()(const RoundReopened& f) {
    Section& section = state_.section(f.round.section);
    if (f.round.phase != tournament::PhaseKind::swiss || section.rounds.empty() || f.round.number != section.rounds.size()) return unfit("round");
    tournament::Round round = std::move(section.rounds.back());
    section.rounds.pop_back();
    round.published = false;
    auto& draft = state_.drafts[f.round];
    draft.round = std::move(round);
    return {};
  }
  Fit operator()(const KnockoutSeeded& f) {
    state_.section(f.section).knockout.numbers = f.numbers;
    return {};
  }
  Fit operator()(const KnockoutPaired& f) {
    auto& rounds = state_.section(f.round.section).knockout.rounds;
    if (f.round.number < 1 || f.round.number > rounds.size() + 1) return unfit("round");
    tournament::KnockoutRound round{f.round, f.matches, true};
    if (f.round.number > rounds.size())
      rounds.push_back(std::move(round));
    else
      rounds[f.round.number - 1u] = std::move(round);
    return {};
  }
  Fit operator()(const GameAdded& f) {
    Match* match = find(f.game.id.on());
    if (!match || f.game.id.game != match->games.size() + 1) return unfit("game");
    match->games.push_back(f.game);
    return {};
  }
  Fit operator()(const SideChosen& f) {
    Match* match = find(f.match);
    if (!match) return unfit("match");
    match->chosen = f.side;
    return {};
  }
  Fit operator()(const MatchDecided& f) {
    Match* match = find(f.match);
    if (!match) return unfit("match");
    match->decided = f.goes_on;
    match->nobody = !f.goes_on;
    match->reason = f.reason;
    return {};
  }
  Fit operator()(const TieDecided& f) {
    state_.section(f.section).ties.push_back(f.tie);
    return {};
  }

  Fit operator()(const MovesAppended& f) {
    GameState& game = touch(f.game);
    if (f.from_ply != static_cast<int>(game.sheet.plies.size())) return unfit("from_ply");
    for (std::size_t i = 0; i < f.moves.size(); ++i) {
      SheetPly ply{f.moves[i], Mark::none, {}, stored_.at};
      if (i < f.clocks.size()) ply.clock_ms = f.clocks[i];
      game.sheet.plies.push_back(ply);
    }
    if (f.as_played && !f.moves.empty()) game.sheet.plies.back().mark = Mark::illegal_as_played;
    wrote(game, f.source);
    return {};
  }
  Fit operator()(const MovesReplaced& f) {
    GameState& game = touch(f.game);
    if (f.at_ply < 0 || f.at_ply > static_cast<int>(game.sheet.plies.size())) return unfit("at_ply");
    game.sheet.plies.resize(static_cast<std::size_t>(f.at_ply));
    std::erase_if(game.sheet.gaps, [&](const SheetGap& gap) { return gap.after_ply > f.at_ply; });
    for (std::size_t i = 0; i < f.moves.size(); ++i)
      game.sheet.plies.push_back({f.moves[i], i < f.marks.size() ? f.marks[i] : Mark::none, {}, stored_.at});
    game.sheet.tail = f.tail;
    wrote(game, f.source);
    return {};
  }
  Fit operator()(const GapRecorded& f) {
    GameState& game = touch(f.game);
    std::erase_if(game.sheet.gaps, [&](const SheetGap& gap) { return gap.after_ply == f.after_ply; });
    game.sheet.gaps.push_back({f.after_ply, f.plies, f.resume_fen});
    std::ranges::sort(game.sheet.gaps, {}, &SheetGap::after_ply);
    game.sheet.found_complete = false;
    return {};
  }
  Fit operator()(const VersionFiled& f) {
    GameState& game = touch(f.game);
    std::erase_if(game.sheet.versions, [&](const SheetVersion& v) { return v.source == f.source && v.by == f.by; });
    game.sheet.versions.push_back({f.source, f.by, f.moves, stored_.at});
    return {};
  }
  Fit operator()(const DrawOffered& f) {
    touch(f.game).sheet.offers.emplace_back(f.after_ply, f.by);
    return {};
  }
  Fit operator()(const RecordSubmitted& f) {
    GameState& game = touch(f.game);
    game.handed_in_at = stored_.at;
    game.record_result = f.stated;
    game.warnings = f.warnings;
    return {};
  }
  Fit operator()(const RecordSigned& f) {
    GameState& game = touch(f.game);
    game.sheet.signed_by = Signature{f.by, stored_.at};
    if (!game.handed_in_at) game.handed_in_at = stored_.at;
    return {};
  }
  Fit operator()(const RecordConfirmed& f) {
    touch(f.game).sheet.confirmed_by = Signature{f.by, stored_.at};
    return {};
  }
  Fit operator()(const RecordDisputed& f) {
    GameState& game = touch(f.game);
    game.sheet.dispute = Dispute{f.by, f.ply, f.reason, stored_.at};
    game.status.frozen.push_back({stored_.at, {}});
    return {};
  }
  Fit operator()(const RecordJudged& f) {
    apply(touch(f.game), f, stored_);
    return {};
  }
  Fit operator()(const RecordMoved& f) {
    GameState& from = touch(f.from);
    move_record(from, touch(f.to), f, stored_);
    return {};
  }
  Fit operator()(const BoardDesignated& f) {
    apply(touch(f.game), f, stored_);
    return {};
  }
  Fit operator()(const BroadcastSet& f) {
    apply(touch(f.game), f, stored_);
    return {};
  }
  Fit operator()(const DutyChanged& f) {
    apply(touch(f.game), f, stored_);
    return {};
  }

  Fit operator()(const OutcomeStated& f) {
    GameState& game = touch(f.game);
    std::erase_if(game.stated, [&](const StatedOutcome& s) { return s.by == f.by; });
    game.stated.push_back({f.by, f.result, stored_.at});
    return {};
  }
  Fit operator()(const OutcomeRegistered& f) {
    auto* game = state_.section(f.game.round.section).find(f.game);
    if (!game) return unfit("game");
    touch(f.game);
    if (f.result && game->result != f.result) game->signed_by.clear();
    if (!game->result && f.result && !game->ended_at) game->ended_at = stored_.at;
    game->result = f.result;
    game->registered_at = f.result ? std::optional(stored_.at) : std::nullopt;
    if (!f.result) {
      game->ended_at.reset();
      game->signed_by.clear();
    }
    if (f.was) {
      game->ended_at = f.was->ended_at;
      game->registered_at = f.was->registered_at;
      game->signed_by = f.was->signed_by;
    }
    if (Match* match = find(f.game.on())) match->games.resize(match->games.size() - games_no_longer_due(state_, *match));
    return {};
  }
  Fit operator()(const ResultSigned& f) {
    auto* game = state_.section(f.game.round.section).find(f.game);
    if (!game) return unfit("game");
    touch(f.game);
    if (std::ranges::find(game->signed_by, f.by) == game->signed_by.end()) game->signed_by.push_back(f.by);
    return {};
  }
  Fit operator()(const FoulEntered& f) {
    state_.section(f.foul.entrant.section).fouls.push_back(f.foul);
    return {};
  }
  Fit operator()(const FoulJudged& f) {
    auto& fouls = state_.section(f.section).fouls;
    const auto foul = std::ranges::find(fouls, f.foul, &tournament::Foul::id);
    if (foul == fouls.end()) return unfit("foul");
    foul->state = f.state;
    if (!f.reason.empty()) foul->reason = f.reason;
    foul->by = stored_.by;
    return {};
  }
  Fit operator()(const FoulAnswered& f) {
    state_.foul_answers[std::to_string(f.section.index) + "/" + std::to_string(f.foul)] = (f.contested ? "contest: " : "accept: ") + f.text;
    return {};
  }
  Fit operator()(const GateOverridden& f) {
    const tournament::GateOverride leave{f.match, f.entrant};
    std::erase(state_.overrides, leave);
    if (f.on) state_.overrides.push_back(leave);
    return {};
  }
  Fit operator()(const ProposalMade& f) {
    state_.proposals.push_back({f, stored_.at, {}, {}, false});
    return {};
  }
  Fit operator()(const ProposalSettled& f) {
    const auto found = std::ranges::find_if(state_.proposals, [&](const Proposal& p) { return p.made.id == f.id; });
    if (found == state_.proposals.end()) return unfit("proposal");
    found->accepted = f.accepted, found->reason = f.reason;
    found->withdrawn = stored_.by == "system";
    return {};
  }
  Fit operator()(const DelaySet& f) {
    if (f.game)
      state_.game_delays[*f.game] = f.seconds;
    else if (f.round)
      state_.round_delays[*f.round] = f.seconds;
    else
      state_.delay_seconds = f.seconds;
    return {};
  }
  Fit operator()(const PassIssued& f) {
    std::erase_if(state_.passes, [&](const auto& item) {
      const PassIssued& old = item.second.issued;
      return old.kind == f.kind && old.entrant == f.entrant && old.game == f.game;
    });
    state_.passes[f.token_hash] = {f, stored_.at};
    return {};
  }
  Fit operator()(const DeskUserSet& f) {
    if (f.password_hash.empty())
      state_.desk_users.erase(f.name);
    else
      state_.desk_users[f.name] = f;
    return {};
  }
  Fit operator()(const BroadcasterKeySet& f) {
    if (f.key_hash.empty())
      state_.broadcaster_keys.erase(f.name);
    else
      state_.broadcaster_keys[f.name] = f;
    return {};
  }
  Fit operator()(const ActUndone& f) {
    std::erase_if(state_.undoable, [&](const Undoable& act) { return act.seq == f.seq; });
    state_.undoing = f.facts;
    return {};
  }

 private:
  static tournament::Person nameless(EntrantNo no) {
    const std::string digits = std::to_string(no.value);
    return {"选手 " + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits, "", 0};
  }
  GameState& touch(const GameId& id) {
    GameState& game = state_.games[id];
    game.status.game = id;
    ++game.sheet.version;
    game.sheet.updated = stored_.at;
    return game;
  }
  void wrote(GameState& game, Source source) {
    game.sheet.sources.insert(source);
    game.sheet.found_complete = false;
    game.sheet.confirmed_by.reset();
    if (!game.first_move_at) game.first_move_at = stored_.at;
  }
  Match* find(const tournament::BoardId& id) {
    auto& rounds = state_.section(id.round.section).knockout.rounds;
    if (id.round.phase != tournament::PhaseKind::knockout || id.round.number < 1 || id.round.number > rounds.size()) return nullptr;
    auto& matches = rounds[id.round.number - 1u].matches;
    const auto found = std::ranges::find(matches, id, &Match::id);
    return found == matches.end() ? nullptr : &*found;
  }

  State& state_;
  const StoredFact& stored_;
};

bool names_known_section(const State& state, const Fact& fact) {
  const auto section = section_of(fact);
  return !section || section->index < state.sections.size();
}

}  // namespace

std::optional<Problem> evolve(State& state, const StoredFact& stored) {
  state.seq = stored.seq;
  state.at = stored.at;
  if (!names_known_section(state, stored.fact)) return unfit("section");
  std::vector<Fact> inverse;
  if (state.undoing > 0)
    --state.undoing;
  else
    inverse = inverse_of(state, stored.fact);
  if (auto problem = std::visit(Evolution(state, stored), stored.fact)) return problem;
  if (!inverse.empty()) {
    const auto game = game_of(stored.fact);
    state.undoable.push_back({stored.seq, subject_of(stored.fact), std::move(inverse), game ? state.game(*game).sheet.version : 0});
    if (state.undoable.size() > State::most_undoable) state.undoable.pop_front();
  }
  const bool structure = !game_of(stored.fact);
  if (const auto game = game_of(stored.fact)) {
    auto& visible = state.game_visible[*game];
    visible = std::max(visible, stored.visible_at);
  }
  if (const auto section = section_of(stored.fact)) {
    auto& all = state.section_visible[*section];
    all = std::max(all, stored.visible_at);
    if (structure) {
      auto& visible = state.structure_visible[*section];
      visible = std::max(visible, stored.visible_at);
    }
  }
  return std::nullopt;
}

}  // namespace qipu::recorder
