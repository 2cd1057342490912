#include "recorder/fact.hpp"

#include <algorithm>
#include <array>

#include "recorder/evolve.hpp"

namespace qipu::recorder {
namespace {

constexpr auto fact_names = std::to_array<std::string_view>(
    {"TournamentCreated", "NoticeApplied",    "EntrantsEntered", "EntrantStateChanged", "PersonsPurged",     "RoundPaired",    "KnockoutSeeded",
     "KnockoutPaired",    "GameAdded",        "SideChosen",      "MatchDecided",        "RoundPublished",    "TieDecided",     "MovesAppended",
     "MovesReplaced",     "GapRecorded",      "VersionFiled",    "DrawOffered",         "RecordSubmitted",   "RecordSigned",   "RecordConfirmed",
     "RecordDisputed",    "RecordJudged",     "RecordMoved",     "OutcomeStated",       "OutcomeRegistered", "ResultSigned",   "BoardDesignated",
     "BroadcastSet",      "DutyChanged",      "FoulEntered",     "FoulJudged",          "FoulAnswered",      "GateOverridden", "ProposalMade",
     "ProposalSettled",   "DelaySet",         "PassIssued",      "DeskUserSet",         "BroadcasterKeySet", "ActUndone",
     "RoundReopened"});
static_assert(fact_names.size() == std::variant_size_v<Fact>);

}  // namespace

std::string_view name(const Fact& fact) { return fact_names[fact.index()]; }

std::string_view name(Source source) {
  static constexpr std::string_view names[] = {"player", "opponent", "scribe", "file", "paper", "broadcast", "desk"};
  return names[static_cast<int>(source)];
}

std::string_view name(Mark mark) {
  static constexpr std::string_view names[] = {"none", "to_check", "illegal_as_played", "corrected"};
  return names[static_cast<int>(mark)];
}

std::optional<GameId> game_of(const Fact& fact) {
  return std::visit(
      [](const auto& f) -> std::optional<GameId> {
        using F = std::decay_t<decltype(f)>;
        if constexpr (std::is_same_v<F, RecordMoved>)
          return f.to;
        else if constexpr (std::is_same_v<F, GameAdded>)
          return f.game.id;
        else if constexpr (requires { std::optional<GameId>(f.game); })
          return f.game;
        else
          return std::nullopt;
      },
      fact);
}

std::optional<SectionId> section_of(const Fact& fact) {
  if (const auto game = game_of(fact)) return game->round.section;
  return std::visit(
      [](const auto& f) -> std::optional<SectionId> {
        using F = std::decay_t<decltype(f)>;
        if constexpr (requires { SectionId(f.section); })
          return f.section;
        else if constexpr (requires { RoundId(f.round); })
          return f.round.section;
        else if constexpr (std::is_same_v<F, FoulEntered>)
          return f.foul.entrant.section;
        else if constexpr (requires { tournament::BoardId(f.match); })
          return f.match.round.section;
        else if constexpr (requires { EntrantId(f.entrant); })
          return f.entrant.section;
        else
          return std::nullopt;
      },
      fact);
}

Instant visible_at(const State& state, const Fact& fact, Instant now) {
  const auto value = [](const auto& map, const auto& key) {
    const auto found = map.find(key);
    return found == map.end() ? typename std::decay_t<decltype(map)>::mapped_type{} : found->second;
  };
  const auto section = section_of(fact);
  if (!section) return now;
  const auto game = game_of(fact);
  // What is drawn from results (pairings, fouls, prizes) waits for everything that the section still hides.
  if (!game) return std::max(now, value(state.section_visible, *section));
  int seconds = state.delay_seconds;
  if (const auto found = state.round_delays.find(game->round); found != state.round_delays.end()) seconds = found->second;
  if (const auto found = state.game_delays.find(*game); found != state.game_delays.end()) seconds = found->second;
  return std::max({now.plus_seconds(seconds), value(state.game_visible, *game), value(state.structure_visible, *section)});
}

}  // namespace qipu::recorder
