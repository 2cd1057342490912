// An event for tests: commands are decided and become state at once, by a clock that the test moves.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "recorder/decide.hpp"
#include "recorder/duties.hpp"
#include "recorder/evolve.hpp"
#include "recorder/tournament/preset.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::recorder {

class Event {
 public:
  static constexpr std::int64_t minute = 60'000;

  explicit Event(int open = 0, int children = 0, const std::string& preset = "shizhu-2019") {
    TournamentNew create;
    create.id = create.preset = preset;
    desk(create);
    if (open || children) enter(open, children);
  }
  explicit Event(const TournamentNew& create) { desk(create); }
  void enter(int open, int children) {
    std::string csv = "no,name,section,birth_year,title\n";
    for (int no = 1; no <= open; ++no) csv += std::to_string(no) + ",选手 " + std::to_string(no) + ",open,1990," + (no == master_ ? "大师" : "") + "\n";
    for (int no = 1; no <= children; ++no) csv += std::to_string(no) + ",少年 " + std::to_string(no) + ",children,2010,\n";
    desk(EntrantsImport{csv, "list.csv"});
  }

  /// What a command is answered; it has become state when it was not refused.
  std::expected<Answer, Problem> perform(const Command& command, Role role, std::optional<EntrantNo> entrant = {}, const std::string& request = "") {
    Context context;
    context.now = now;
    context.by.role = role;
    context.by.name = "测试";
    context.request = request;
    if (entrant) context.by.entrant = EntrantId{section_, *entrant};
    auto decision = decide(state, command, context);
    if (!decision) return std::unexpected(decision.error());
    const Answer answer = decision->answer;
    for (auto& stored : stamp(state, command, context, std::move(*decision))) take(std::move(stored));
    remember(state, request, digest(command), answer);
    return answer;
  }
  Answer desk(const Command& command) { return good(perform(command, Role::chief)); }
  Answer player(const Command& command, int no) { return good(perform(command, Role::player, EntrantNo{static_cast<std::uint16_t>(no)})); }
  /// The code of the refusal; empty: it was not refused.
  std::string refused(const Command& command, Role role = Role::chief, int no = 0) {
    const auto answer = perform(command, role, no ? std::optional(EntrantNo{static_cast<std::uint16_t>(no)}) : std::nullopt);
    return answer ? "" : answer.error().code;
  }
  /// Minutes go by, and with them what falls due.
  void pass(std::int64_t minutes) {
    now.ms += minutes * minute;
    for (auto& stored : tick(state, now)) take(std::move(stored));
  }

  void pair(const std::string& section, const std::string& round) {
    desk(RoundPair{section, round, {}});
    desk(RoundPublish{section, round});
  }
  void result(const std::string& game, const std::string& outcome, const std::string& kind = "") { desk(ResultRegister{game, outcome, kind, "", ""}); }
  /// A whole round with results: the smaller number wins, every fifth board is drawn.
  void play(const std::string& section, const std::string& round) {
    pair(section, round);
    for (const auto* game : games(section, round)) {
      const bool draw = game->id.board % 5 == 0;
      result(state.text(game->id), draw ? "draw" : game->red < game->black ? "red" : "black");
    }
  }
  std::vector<const tournament::Game*> games(const std::string& section, const std::string& round) const {
    const SectionId id = *state.regulation.find_section(section);
    return state.section(id).games_of(*tournament::parse_round(round, id));
  }
  const tournament::Game& game(const std::string& text) const { return *state.find(*state.parse_game(text)); }
  tournament::Duty duty(const std::string& text) const { return duty_of(state, game(text), now); }
  std::string state_of(const std::string& text) const { return std::string(tournament::name(duty(text).state)); }
  std::vector<tournament::Foul> fouls(const std::string& section = "open") const { return state.section(*state.regulation.find_section(section)).fouls; }
  int owner(const std::string& text) const {
    const auto d = duty(text);
    return d.owner ? d.owner->value : 0;
  }
  int other(const std::string& text) const {
    const auto& g = game(text);
    return owner(text) == g.red.value ? g.black.value : g.red.value;
  }
  tournament::StandingRow row(int no, const std::string& section = "open") const {
    const auto table = tournament::standings(state.regulation, state.section(*state.regulation.find_section(section)));
    for (const auto& r : table.rows)
      if (r.entrant.value == no) return r;
    return {};
  }
  /// The owner writes a record of some moves that are legal from the opening.
  void write(const std::string& text, int no, std::size_t plies = 8) {
    static const std::vector<std::string> moves = {"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2", "g6g5", "c3c4", "c6c5"};
    player(RecordAppend{text, 0, {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(plies)}, {}, false}, no);
  }
  void write_and_sign(const std::string& text) {
    const int no = owner(text);
    write(text, no);
    player(RecordSign{text, ""}, no);
  }

  /// Somebody of this number in the first round is a master.
  void master(int no) { master_ = no; }
  void in(const std::string& section) { section_ = *state.regulation.find_section(section); }

  State state;
  Instant now{1'556'668'800'000};  // 1 May 2019, 08:00 in Chongqing
  std::vector<StoredFact> facts;

 private:
  void take(StoredFact stored) {
    const auto problem = evolve(state, stored);
    EXPECT_FALSE(problem) << problem->message.en;
    facts.push_back(std::move(stored));
  }
  Answer good(const std::expected<Answer, Problem>& answer) {
    EXPECT_TRUE(answer) << answer.error().code << ": " << answer.error().message.en;
    return answer ? *answer : Answer{};
  }
  SectionId section_{};
  int master_ = 0;
};

}  // namespace qipu::recorder
