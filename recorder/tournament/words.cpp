#include <array>
#include <string_view>

#include "recorder/tournament/duty.hpp"
#include "recorder/tournament/entrant.hpp"
#include "recorder/tournament/foul.hpp"
#include "recorder/tournament/pairing.hpp"
#include "recorder/tournament/regulation.hpp"
#include "recorder/tournament/result.hpp"

namespace qipu::tournament {
namespace {

using Words = std::string_view;

constexpr std::array<Words, 3> paces = {"slow", "fast", "ultra"};
constexpr std::array<Words, 11> criteria = {"points",       "cumulative",       "wins",          "fouls",
                                            "second_games", "direct_encounter", "opponents_sum", "black_wins",
                                            "lots",         "manual",           "seed"};
constexpr std::array<Words, 4> drops = {"none", "chain", "scores", "last_rounds"};
constexpr std::array<Words, 3> gaps = {"nearest", "balanced", "most_equal"};
constexpr std::array<Words, 2> brackets = {"fixed", "reseed"};
constexpr std::array<Words, 3> third_places = {"seed", "playoff", "split"};
constexpr std::array<Words, 2> substitutes = {"walkover", "next"};
constexpr std::array<Words, 2> gate_scopes = {"match", "player"};
constexpr std::array<Words, 2> foul_scopes = {"match", "game"};
constexpr std::array<Words, 3> both_loses = {"arbiter", "smaller_number", "nobody"};
constexpr std::array<Words, 3> effects = {"none", "may", "direct"};
constexpr std::array<Words, 6> officials = {"chief",   "executive_chief", "deputy",
                                            "arbiter", "reporter",        "scoring_desk"};
constexpr std::array<Words, 11> kinds = {"mate",  "stalemate",   "resign", "time",    "agreed", "ruling",
                                         "limit", "simple_draw", "foul",   "illegal", "absent"};
constexpr std::array<Words, 4> duty_reasons = {"top_boards", "master", "designated", "knockout"};
constexpr std::array<Words, 11> duty_states = {"not_required", "required", "submitted", "incomplete",
                                               "doubtful",     "complete", "false",     "accepted_on_paper",
                                               "excused",      "exempt",   "overdue"};
constexpr std::array<Words, 3> foul_states = {"proposed", "confirmed", "rejected"};
constexpr std::array<Words, 6> entrant_states = {"active",  "waiting",  "withdrawn",
                                                 "dropped", "excluded", "expelled"};
constexpr std::array<Words, 3> sexes = {"unknown", "male", "female"};
constexpr std::array<Words, 3> titles = {"none", "master", "grandmaster"};
constexpr std::array<Words, 5> relaxations = {"three_running", "surplus_three", "forbidden", "second_bye",
                                              "rematch"};
constexpr std::array<Words, cost_fields> fields = {
    "surplus_three", "three_running", "bye_score", "difference", "gap_shape", "top_first",
    "surplus",       "alternation",   "floats",    "fold",       "tie"};

template <class Enum, std::size_t n>
std::optional<Enum> find(const std::array<Words, n>& words, Words text) {
  for (std::size_t i = 0; i < n; ++i)
    if (words[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

template <class Enum, std::size_t n>
Words word(const std::array<Words, n>& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

}  // namespace

std::string_view name(Pace value) { return word(paces, value); }
std::string_view name(Criterion value) { return word(criteria, value); }
std::string_view name(DropRound value) { return word(drops, value); }
std::string_view name(GapMode value) { return word(gaps, value); }
std::string_view name(Bracket value) { return word(brackets, value); }
std::string_view name(ThirdPlace value) { return word(third_places, value); }
std::string_view name(Substitute value) { return word(substitutes, value); }
std::string_view name(GateScope value) { return word(gate_scopes, value); }
std::string_view name(FoulScope value) { return word(foul_scopes, value); }
std::string_view name(BothLose value) { return word(both_loses, value); }
std::string_view name(LossEffect value) { return word(effects, value); }
std::string_view name(Official value) { return word(officials, value); }
std::string_view name(ResultKind value) { return word(kinds, value); }
std::string_view name(DutyReason value) { return word(duty_reasons, value); }
std::string_view name(DutyState value) { return word(duty_states, value); }
std::string_view name(FoulState value) { return word(foul_states, value); }
std::string_view name(EntrantState value) { return word(entrant_states, value); }
std::string_view name(Sex value) { return word(sexes, value); }
std::string_view name(Title value) { return word(titles, value); }
std::string_view name(Relaxation value) { return word(relaxations, value); }
std::string_view name(CostField value) { return word(fields, value); }

std::optional<Criterion> parse_criterion(std::string_view text) { return find<Criterion>(criteria, text); }
std::optional<Official> parse_official(std::string_view text) { return find<Official>(officials, text); }
std::optional<ResultKind> parse_result_kind(std::string_view text) { return find<ResultKind>(kinds, text); }
std::optional<DutyState> parse_duty_state(std::string_view text) {
  return find<DutyState>(duty_states, text);
}

std::optional<Sex> parse_sex(std::string_view text) {
  if (text.empty() || text == "unknown") return Sex::unknown;
  if (text == "male" || text == "m" || text == "M" || text == "男") return Sex::male;
  if (text == "female" || text == "f" || text == "F" || text == "w" || text == "女") return Sex::female;
  return std::nullopt;
}

std::optional<Title> parse_title(std::string_view text) {
  if (text.empty() || text == "none" || text == "无" || text == "-") return Title::none;
  if (text == "grandmaster" || text == "gm" || text == "GM" || text == "特级大师" || text == "象棋特级大师" ||
      text == "特大")
    return Title::grandmaster;
  if (text == "master" || text == "大师" || text == "象棋大师" || text == "国家大师" || text == "M")
    return Title::master;
  return std::nullopt;
}

}  // namespace qipu::tournament
