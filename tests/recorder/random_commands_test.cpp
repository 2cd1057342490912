// Thousands of random commands over a small event: what the journal holds gives the same state again, and at every step
// points, duties, fouls and the gate are what the facts say.
#include <cstdlib>
#include <map>
#include <set>

#include "tests/support/random_commands.hpp"
#include "tests/support/state_text.hpp"

namespace qipu::recorder {
namespace {

using tournament::DutyState;
using tournament::FoulState;
using tournament::PhaseKind;

// The regulation of Shizhu for a dozen players: three rounds, four of them then play two knockout rounds.
std::string small_regulation() {
  std::string toml;
  for (const auto& preset : tournament::built_in_presets())
    if (preset.id == "shizhu-2019") toml = preset.toml;
  const std::pair<const char*, const char*> changes[] = {{"swiss_rounds = 11", "swiss_rounds = 5"},       {"top_boards = 10", "top_boards = 3"},
                                                         {"promote_after = 7", "promote_after = 3"},       {"promote_count = 32", "promote_count = 4"},
                                                         {"rounds = 5\n", "rounds = 2\n"},                 {"swiss_rounds = 9", "swiss_rounds = 4"},
                                                         {"\ntop_boards = 3\nmax_age", "\ntop_boards = 1\nmax_age"}};
  for (const auto& [was, now] : changes) {
    // swiss_rounds of the open section contains "rounds = 5" by then: the knockout's stands at a line's start.
    const bool line = std::string_view(was).starts_with("rounds");
    const auto at = toml.find(line ? "\n" + std::string(was) : was);
    EXPECT_NE(at, std::string::npos) << was;
    if (at != std::string::npos) toml.replace(at + line, std::string_view(was).size(), now);
  }
  return toml;
}

class RandomRun {
 public:
  explicit RandomRun(std::uint64_t seed) : event_(TournamentNew{"small", "small", "", small_regulation()}), random_(event_, seed) {
    event_.master(5);
    event_.enter(12, 7);
  }

  void step() {
    if (random_.one_in(6)) event_.pass(random_.below(12));
    const auto asked = random_.next();
    event_.in(asked.section);
    const auto entrant = asked.entrant ? std::optional(EntrantNo{static_cast<std::uint16_t>(asked.entrant)}) : std::nullopt;
    const std::string request = random_.one_in(3) ? "r" + std::to_string(++requests_) : "";
    const State before = event_.state;
    const std::size_t facts = event_.facts.size();
    const auto answer = event_.perform(asked.command, asked.role, entrant, request);
    ++(answer ? accepted_ : refused_)[std::string(type_of(asked.command))];
    if (!answer) {
      ASSERT_EQ(event_.facts.size(), facts);
      return;
    }
    if (!request.empty()) {
      const std::size_t now = event_.facts.size();
      const auto again = event_.perform(asked.command, asked.role, entrant, request);
      ASSERT_TRUE(again && *again == *answer) << type_of(asked.command);
      ASSERT_EQ(event_.facts.size(), now) << "the same request twice is the same fact";
    }
    take_back(before, facts, asked);
  }

  void check() {
    for (const auto& section : event_.state.sections) {
      points(section);
      for (const auto& round : section.rounds) duties(section, round.id);
      for (const auto& round : section.knockout.rounds) {
        duties(section, round.id);
        gate(section, round.id);
      }
      fouls(section);
    }
  }

  void replay() const {
    State again;
    for (const StoredFact& fact : event_.facts) {
      auto read = store::from_json(name(fact.fact), store::to_json(fact));
      ASSERT_TRUE(read) << name(fact.fact);
      read->seq = fact.seq, read->at = fact.at, read->by = fact.by, read->persons = fact.persons;
      const auto problem = evolve(again, *read);
      ASSERT_FALSE(problem) << name(fact.fact);
    }
    ASSERT_EQ(StateText::all(again), StateText::all(event_.state));
    EXPECT_EQ(again.sections, event_.state.sections);
  }

  Event& event() { return event_; }
  std::map<std::string, int> accepted_, refused_;

 private:
  // An act of one fact that is taken back at once leaves everything as it stood.
  void take_back(const State& before, std::size_t facts, const RandomCommand& asked) {
    if (event_.facts.size() != facts + 1 || std::holds_alternative<Undo>(asked.command)) return;
    if (event_.state.undoable.empty() || event_.state.undoable.back().seq != event_.facts.back().seq) return;
    Context context;
    context.now = event_.now;
    context.by.role = Role::chief;
    State after = event_.state;
    const Command undo = Undo{after.undoable.back().seq, "撤回"};
    auto decision = decide(after, undo, context);
    ASSERT_TRUE(decision) << type_of(asked.command);
    for (const auto& stored : stamp(after, undo, context, std::move(*decision))) ASSERT_FALSE(evolve(after, stored));
    ASSERT_EQ(StateText::standing(after, event_.now), StateText::standing(before, event_.now)) << type_of(asked.command) << " at " << event_.facts.back().seq;
    ++taken_back[std::string(type_of(asked.command))];
  }

  void points(const tournament::Section& section) {
    std::map<int, int> points, wins, cumulative;
    for (const auto& round : section.rounds) {
      const auto give = [&](EntrantNo no, int n) { points[no.value] += n, wins[no.value] += n == 2; };
      for (const auto& g : round.games) {
        if (!g.result) continue;
        const auto outcome = g.result->outcome;
        give(g.red, outcome == Outcome::red_wins ? 2 : outcome == Outcome::draw ? 1 : 0);
        give(g.black, outcome == Outcome::black_wins ? 2 : outcome == Outcome::draw ? 1 : 0);
      }
      if (round.bye) give(*round.bye, 2);
      for (const auto& e : section.entrants) cumulative[e.no.value] += points[e.no.value];
    }
    for (const auto& row : tournament::standings(event_.state.regulation, section).rows) {
      ASSERT_EQ(row.points, points[row.entrant.value]);
      ASSERT_EQ(row.wins, wins[row.entrant.value]);
      int deducted = 0, confirmed = 0;
      for (const auto& foul : section.fouls)
        if (foul.entrant.no == row.entrant && foul.state == FoulState::confirmed) {
          const auto* kind = event_.state.regulation.foul.find(foul.kind);
          confirmed += kind->counts;
          deducted += kind->counts && kind->deducts_cumulative;
        }
      ASSERT_EQ(row.fouls, confirmed);
      ASSERT_EQ(row.cumulative, cumulative[row.entrant.value] - deducted) << row.entrant.value;
    }
  }

  void duties(const tournament::Section& section, RoundId round) {
    for (const auto& duty : duties_of(event_.state, round, event_.now)) {
      SCOPED_TRACE(event_.state.text(duty.game));
      const auto& g = *event_.state.find(duty.game);
      const auto& kept = event_.state.game(duty.game);
      const bool unplayed = g.result && !g.result->played;
      const bool top = round.phase == PhaseKind::swiss && g.id.board <= event_.state.regulation.section(section.id).top_boards;
      const bool master = section.find(g.red)->has_title() || section.find(g.black)->has_title();
      const bool designated = !kept.status.designated.empty() && !kept.status.designation_withdrawn;
      const bool owed = !unplayed && (top || master || designated || round.phase == PhaseKind::knockout);
      ASSERT_EQ(duty.state != DutyState::not_required, owed);
      if (!owed) continue;
      ASSERT_EQ(duty.owner.has_value(), g.result.has_value());
      if (duty.owner) {
        const auto by_result = g.winner().value_or(g.red);
        ASSERT_EQ(*duty.owner, kept.status.reassigned_to.value_or(by_result));
      }
      const bool discharged = kept.status.excused_at || kept.status.paper_at;
      if (duty.state == DutyState::overdue) {
        ASSERT_TRUE(duty.deadline && *duty.deadline < event_.now && !duty.frozen);
        ASSERT_TRUE(kept.sheet.empty() && !discharged);
      }
      if (duty.state == DutyState::complete) ASSERT_TRUE(kept.sheet.signed_by || kept.sheet.found_complete);
      if (duty.state == DutyState::untrue) ASSERT_TRUE(kept.sheet.found_untrue);
      if (duty.state == DutyState::required && duty.deadline && !duty.frozen && kept.sheet.empty() && duty.reasons != std::vector{tournament::DutyReason::designated}) ASSERT_GE(*duty.deadline, event_.now);
      if (duty.proposed_foul) ASSERT_TRUE(duty.owner == duty.proposed_foul->entrant && !tournament::discharged(duty.state));
    }
  }

  // After the clock has looked: each lapse has its foul, nobody has one for another's record, and no game two.
  void fouls(const tournament::Section& section) {
    std::map<std::string, int> standing;
    for (const auto& foul : section.fouls) {
      if (!foul.from_duty || foul.state == FoulState::rejected) continue;
      const std::string game = event_.state.text(*foul.game);
      ASSERT_EQ(++standing[game], 1) << game;
      const auto duty = duty_of(event_.state, *event_.state.find(*foul.game), event_.now);
      ASSERT_NE(duty.state, DutyState::not_required) << game;
      if (duty.owner) ASSERT_EQ(*duty.owner, foul.entrant.no) << game;
      if (foul.state == FoulState::proposed) ASSERT_NE(duty.state, DutyState::excused) << game;
    }
    const auto lapsed = [&](RoundId round) {
      for (const auto& duty : duties_of(event_.state, round, event_.now))
        if (duty.proposed_foul) ASSERT_EQ(standing[event_.state.text(duty.game)], 1) << event_.state.text(duty.game);
    };
    for (const auto& round : section.rounds) lapsed(round.id);
    for (const auto& round : section.knockout.rounds) lapsed(round.id);
  }

  void gate(const tournament::Section& section, RoundId round) {
    bool open = true;
    const auto& rule = *event_.state.regulation.section(section.id).knockout;
    for (const auto& match : section.knockout.rounds[round.number - 1u].matches) {
      const auto state = tournament::match_state(rule, match);
      if (state.needs != tournament::MatchNeeds::nothing) open = false;
      if (!state.winner) continue;
      const bool leave = std::ranges::find(event_.state.overrides, tournament::GateOverride{match.id, *state.winner}) != event_.state.overrides.end();
      for (const auto& g : match.games)
        open &= leave || tournament::discharged(duty_of(event_.state, g, event_.now).state);
    }
    ASSERT_EQ(gate_of(event_.state, round, event_.now).open, open);
    if (open || round.number != section.knockout.rounds.size() || round.number == rule.rounds) return;
    Context context;
    context.now = event_.now;
    context.by.role = Role::chief;
    const auto next = decide(event_.state, RoundPair{"open", "k" + std::to_string(round.number + 1), {}}, context);
    ASSERT_FALSE(next);
    ASSERT_TRUE(next.error().code == "gate_closed" || next.error().code == "results_missing");
  }

  Event event_;
  RandomCommands random_;
  int requests_ = 0;

 public:
  std::map<std::string, int> taken_back;
};

TEST(RandomCommands, TheFactsGiveTheStateAgainAndPointsDutiesFoulsAndGateHold) {
  const int runs = std::getenv("QIPU_LONG") ? 200 : 10;
  std::set<std::string> accepted, taken_back;
  int in_knockout = 0;
  for (int seed = 1; seed <= runs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomRun run(static_cast<std::uint64_t>(seed));
    for (int i = 0; i < 500; ++i) {
      run.step();
      if (::testing::Test::HasFatalFailure()) return;
      if (i % 5 != 4) continue;
      run.event().pass(0);
      run.check();
      if (::testing::Test::HasFatalFailure()) return;
    }
    run.replay();
    for (const auto& [type, n] : run.accepted_) accepted.insert(type);
    for (const auto& [type, n] : run.taken_back) taken_back.insert(type);
    in_knockout += run.event().state.sections[0].knockout.rounds.size() == 2;
  }
  // The runs reach what they are to try.
  EXPECT_GE(in_knockout, runs / 4);
  for (const char* type : {"record.append", "record.replace", "record.gap", "record.submit", "record.sign", "record.confirm", "record.dispute", "record.accept", "record.find_false", "record.reopen", "record.move",
                           "result.register", "result.correct", "result.sign", "duty.excuse", "duty.paper", "duty.reassign", "duty.extend", "foul.confirm", "foul.reject", "board.designate", "board.broadcast",
                           "match.override", "match.choose", "round.swap", "undo"})
    EXPECT_TRUE(accepted.contains(type)) << type;
  for (const char* type : {"result.register", "result.correct", "duty.excuse", "duty.paper", "duty.reassign", "foul.add", "foul.confirm", "board.designate", "board.broadcast", "match.override", "record.find_false", "entrant.withdraw"})
    EXPECT_TRUE(taken_back.contains(type)) << type;
}

}  // namespace
}  // namespace qipu::recorder
