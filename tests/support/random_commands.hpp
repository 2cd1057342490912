// Random commands over a running event, the same for the same seed: sensible ones that bring the event on, and careless and
// hostile ones among them.
#pragma once

#include <initializer_list>
#include <random>
#include <utility>

#include "recorder/tournament/knockout.hpp"
#include "tests/support/recorder_event.hpp"

namespace qipu::recorder {

struct RandomCommand {
  Command command;
  Role role = Role::chief;
  int entrant = 0;  ///< of the player who asks; 0: none
  std::string section = "open";
};

class RandomCommands {
 public:
  RandomCommands(const Event& event, std::uint64_t seed) : event_(event), random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }

  RandomCommand next() {
    section_ = one_in(4) ? "children" : "open";
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        return onward();
      case 3:
      case 4:
      case 5:
        return record();
      case 6:
        return judgement();
      case 7:
        return duty();
      case 8:
        return correction();
      default:
        return foul_or_entrant();
    }
  }

 private:
  SectionId id() const { return *event_.state.regulation.find_section(section_); }
  const tournament::Section& section() const { return event_.state.section(id()); }
  std::string pick(std::initializer_list<const char*> list) { return *(list.begin() + below(static_cast<int>(list.size()))); }
  std::string reason() { return one_in(8) ? "" : "随机"; }

  /// A game of one of the last rounds, rarely an older one or none at all.
  std::string game() {
    std::vector<std::string> games;
    const auto add = [&](RoundId round) {
      for (const auto* g : section().games_of(round)) games.push_back(event_.state.text(g->id));
    };
    for (const auto& round : section().rounds) add(round.id);
    for (const auto& round : section().knockout.rounds) add(round.id);
    if (games.empty() || one_in(40)) return section_ + "-99-1";
    const int n = static_cast<int>(games.size()), recent = std::min(n, 8);
    return games[static_cast<std::size_t>(one_in(5) ? below(n) : n - 1 - below(recent))];
  }
  int player_of(const std::string& text) {
    const auto id = event_.state.parse_game(text);
    const auto* g = id ? event_.state.find(*id) : nullptr;
    if (!g) return 1;
    if (one_in(12)) return 1 + below(12);
    return one_in(2) ? g->red.value : g->black.value;
  }
  int owner_of(const std::string& text) {
    const auto id = event_.state.parse_game(text);
    const auto* g = id ? event_.state.find(*id) : nullptr;
    const auto owner = g ? duty_of(event_.state, *g, event_.now).owner : std::nullopt;
    return owner && !one_in(6) ? owner->value : player_of(text);
  }
  std::string entrant() { return section_ + "-" + std::to_string(1 + below(13)); }
  Instant later() { return {event_.now.ms + (below(60) - 5) * Event::minute}; }

  RandomCommand desk(Command command) { return {std::move(command), one_in(15) ? Role::player : one_in(4) ? Role::arbiter : Role::chief, 0, section_}; }
  RandomCommand player(Command command, int no) { return {std::move(command), Role::player, no, section_}; }
  std::string outcome(bool knockout) {
    if (one_in(10)) return pick({"red_walkover", "black_walkover", "both_lose"});
    return one_in(knockout ? 2 : 4) ? "draw" : pick({"red", "black"});
  }

  /// What the event waits for.
  RandomCommand onward() {
    const auto& rule = event_.state.regulation.section(id());
    const auto& rounds = section().rounds;
    const auto unfinished = [&](const std::vector<const tournament::Game*>& games) -> const tournament::Game* {
      for (const auto* g : games)
        if (!g->result) return g;
      return nullptr;
    };
    for (const auto& round : rounds)
      if (const auto* g = unfinished(section().games_of(round.id)))
        return desk(ResultRegister{event_.state.text(g->id), outcome(false), "", "", ""});
    const auto& knockout = section().knockout;
    if (rule.knockout && static_cast<int>(rounds.size()) >= rule.knockout->promote_after && one_in(2)) {
      if (!knockout.rounds.empty())
        for (const auto& match : knockout.rounds.back().matches) {
          const auto state = tournament::match_state(*rule.knockout, match);
          const std::string text = event_.state.text(match.id);
          if (state.needs == tournament::MatchNeeds::result) {
            std::vector<const tournament::Game*> games;
            for (const auto& g : match.games) games.push_back(&g);
            return desk(ResultRegister{event_.state.text(unfinished(games)->id), outcome(true), "", "", ""});
          }
          if (state.needs == tournament::MatchNeeds::choice) return desk(MatchChoose{text, pick({"red", "black"})});
          if (state.needs == tournament::MatchNeeds::decision && match.upper)
            return desk(MatchDecide{text, section_ + "-" + std::to_string(match.upper->value), "裁判长裁定"});
          if (state.winner && one_in(2)) {
            if (one_in(2)) return desk(MatchOverride{text, section_ + "-" + std::to_string(state.winner->value), "裁判长特许"});
            if (!match.games.empty()) return desk(DutyPaper{event_.state.text(match.games.front().id), "交了纸谱"});
          }
        }
      return desk(RoundPair{section_, "k" + std::to_string(knockout.rounds.size() + 1), {}});
    }
    const std::string next = std::to_string(rounds.size() + 1);
    const RoundId draft{id(), tournament::PhaseKind::swiss, static_cast<std::uint8_t>(rounds.size() + 1)};
    if (!event_.state.drafts.contains(draft)) return desk(RoundPair{section_, next, {}});
    if (one_in(4)) return desk(RoundSwap{section_, next, entrant(), entrant(), reason()});
    return desk(RoundPublish{section_, next});
  }

  RandomCommand record() {
    static const std::vector<std::string> line = {"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2", "g6g5", "c3c4", "c6c5", "炮八进四", "no move"};
    const std::string text = game();
    const auto found = event_.state.parse_game(text);
    const int plies = found ? static_cast<int>(event_.state.game(*found).sheet.plies.size()) : 0;
    switch (below(10)) {
      case 0:
      case 1:
      case 2: {
        const int from = one_in(5) ? below(6) : plies;
        const int count = 1 + below(4);
        RecordAppend append{text, from, {}, {}, one_in(20)};
        for (int i = from; i < from + count; ++i) append.moves.push_back(line[static_cast<std::size_t>(std::min(i, static_cast<int>(line.size()) - 1))]);
        if (one_in(3)) append.clock.assign(append.moves.size(), 1'800'000 - plies * 4'000);
        return player(std::move(append), player_of(text));
      }
      case 3:
        return player(RecordReplace{text, plies ? below(plies) : 0, below(3), one_in(2) ? std::vector<std::string>{pick({"h2e2", "b2e2", "c3c4", "h9g7"})} : std::vector<std::string>{}}, player_of(text));
      case 4:
        return player(RecordGap{text, one_in(3) ? "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w" : "", plies, one_in(2) ? std::optional(below(5)) : std::nullopt}, player_of(text));
      case 5:
        // "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7" in base64.
        return player(RecordSubmit{text, "text", "utf-8", one_in(8) ? "%%%" : "aDJlMiBoOWc3IGgwZzIgaTloOSBiMGMyIGI5Yzc="}, player_of(text));
      case 6:
      case 7:
        return player(RecordSign{text, one_in(20) ? "00" : ""}, owner_of(text));
      case 8:
        return player(RecordConfirm{text, "", ""}, player_of(text));
      default:
        return one_in(2) ? player(RecordDispute{text, reason(), below(10)}, player_of(text)) : player(RecordOffer{text, below(10)}, player_of(text));
    }
  }

  RandomCommand judgement() {
    const std::string text = game();
    switch (below(8)) {
      case 0:
        return desk(RecordAccept{text, reason(), ""});
      case 1:
        return desk(RecordFindFalse{text, reason(), ""});
      case 2:
        return desk(RecordReopen{text, reason(), ""});
      case 3:
        return desk(RecordSettle{text, reason(), ""});
      case 4:
        return desk(RecordCompletionRefused{text, reason(), ""});
      case 5:
        return desk(RecordRequestCompletion{text, reason(), later()});
      case 6:
        return desk(RecordMove{text, one_in(3) ? "" : game(), reason(), one_in(2)});
      default:
        return desk(BoardDesignate{text, reason(), !one_in(3)});
    }
  }

  RandomCommand duty() {
    const std::string text = game();
    switch (below(9)) {
      case 0:
        return player(DutyRequestExcuse{text, reason()}, player_of(text));
      case 1:
        return desk(DutyExcuse{text, reason()});
      case 2:
        return desk(DutyRefuseExcuse{text, reason()});
      case 3:
        return desk(DutyPaper{text, reason()});
      case 4:
        return desk(DutyCalled{text, reason()});
      case 5:
        return desk(DutyReassign{text, section_ + "-" + std::to_string(player_of(text)), reason()});
      case 6:
        return desk(one_in(4) ? DutyExtend{"", section_, std::to_string(std::max<std::size_t>(1, section().rounds.size())), reason(), later()} : DutyExtend{text, "", "", reason(), later()});
      default:
        return desk(BoardBroadcast{text, "直播", one_in(2), one_in(2)});
    }
  }

  RandomCommand correction() {
    const std::string text = game();
    if (one_in(3) && !event_.state.undoable.empty()) {
      const int n = static_cast<int>(event_.state.undoable.size());
      return desk(Undo{event_.state.undoable[static_cast<std::size_t>(n - 1 - below(std::min(n, 6)))].seq, reason()});
    }
    if (one_in(3)) return player(ResultState{text, outcome(false), "", "", ""}, player_of(text));
    if (one_in(3)) return player(ResultSign{text, ""}, player_of(text));
    return desk(ResultCorrect{text, one_in(12) ? "none" : outcome(false), "", reason(), one_in(6) ? pick({"keep", "repair", "reopen", "?"}) : ""});
  }

  RandomCommand foul_or_entrant() {
    const std::string foul = "f" + std::to_string(section().fouls.empty() ? 1 : section().fouls[static_cast<std::size_t>(below(static_cast<int>(section().fouls.size())))].id);
    switch (below(9)) {
      case 0:
        return desk(FoulAdd{entrant(), pick({"D1", "D2_ring", "D5", "fast", "D99"}), one_in(2) ? game() : "", reason()});
      case 1:
      case 2:
        return desk(FoulConfirm{foul, "", reason()});
      case 3:
        return desk(FoulReject{foul, "", reason()});
      case 4:
        return player(FoulAnswer{foul, "contest", "网络断了"}, 1 + below(12));
      case 5:
        return one_in(6) ? desk(EntrantWithdraw{entrant(), reason(), {}}) : desk(EntrantReadmit{entrant(), reason(), {}});
      case 6:
        return {Propose{game(), "simple_draw", "certain", "reg:G2", "", "", below(3)}, one_in(3) ? Role::player : Role::system, 0, section_};
      case 7:
        return desk(ProposalAccept{"p" + std::to_string(1 + below(4)), reason(), ""});
      default:
        return desk(DelaySetting{section_, "", one_in(2) ? game() : "", below(3) * 300});
    }
  }

  const Event& event_;
  std::mt19937_64 random_;
  std::string section_ = "open";
};

}  // namespace qipu::recorder
