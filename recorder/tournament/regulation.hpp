// The regulation (竞赛规程) as a value: every number that decides something is a field, set by a preset file.
// Field comments cite the clause whose value they hold; where a regulation is silent the decision reg:A1–A36
// is the value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/ids.hpp"

namespace qipu::tournament {

/// Pace of a game: 慢棋, 快棋, 超快棋.
enum class Pace : std::uint8_t { slow, fast, ultra };
std::string_view name(Pace pace);

/// A side's clock: seconds at the start and seconds added each move.
struct Clock {
  int base_s = 0, increment_s = 0;
  bool operator==(const Clock&) const = default;
};

/// reg:C1, G1, G3 for one pace.
struct PaceRule {
  Clock red, black;
  int natural_limit_rounds = 40;  ///< reg:G1
  std::optional<int>
      early_end_minutes;  ///< reg:G3, A19: no agreed draw or resignation before; nothing: no time bound
  std::optional<int> early_end_rounds;
  bool operator==(const PaceRule&) const = default;
};

/// reg:C2, A11.
struct ClockRule {
  int correct_within_minutes = 10;      ///< wrong setting found later: in principle not corrected
  int fast_piece_off_may_lose_s = 180;  ///< reg:D9: at or below, knocking a piece off may lose (A11)
  int fast_piece_off_lost_s = 60;       ///< reg:D12: below, it loses at once
  bool ultra_inherits_fast = true;      ///< reg:A12
  bool operator==(const ClockRule&) const = default;
};

/// reg:F12.
struct ScoreRule {
  int win = 2, draw = 1, loss = 0;
  bool operator==(const ScoreRule&) const = default;
};

/// reg:A8, A27.
struct ByeRule {
  int points = 2;
  bool counts_as_win = true;
  bool counts_as_black = false;      ///< for 后走局数
  int absent_points = 0;             ///< an absence that was announced
  bool walkover_win_is_bye = false;  ///< a won walk-over also forbids a bye later
  bool operator==(const ByeRule&) const = default;
};

/// What standings compare, in this order.
enum class Criterion : std::uint8_t {
  points,
  cumulative,
  wins,
  fouls,
  second_games,  ///< reg:S1
  direct_encounter,
  opponents_sum,
  black_wins,
  lots,
  manual,  ///< last resorts (reg:A7) and other events' orders
  seed     ///< the entrants' number: never a decision, only a display order
};
std::string_view name(Criterion criterion);
std::optional<Criterion> parse_criterion(std::string_view text);

/// How "without round 1 …" is read (reg:A6).
enum class DropRound : std::uint8_t { none, chain, scores, last_rounds };
std::string_view name(DropRound drop);

struct TieBreakRule {
  std::vector<Criterion> order = {Criterion::points, Criterion::cumulative, Criterion::wins, Criterion::fouls,
                                  Criterion::second_games};
  DropRound drop = DropRound::chain;  ///< `last_rounds`: compare the score without the last k rounds instead
  std::vector<Criterion> last_resort = {Criterion::direct_encounter, Criterion::opponents_sum,
                                        Criterion::lots};
  bool cumulative_minus_fouls = true;  ///< reg:A5
  bool walkover_black_counts = true;   ///< reg:A8: 后走局数 counts a walk-over's allotted black
  bool operator==(const TieBreakRule&) const = default;
};

/// How the gaps between the scores of a pair are weighed: nearest, most equal, or the table between them.
enum class GapMode : std::uint8_t { nearest, balanced, most_equal };
std::string_view name(GapMode mode);

/// reg:F11 and the pairing engine's choices.
struct PairingRule {
  std::string engine = "cn-swiss";
  GapMode gap = GapMode::balanced;
  bool forbid_three_running = true;   ///< 禁连三
  bool forbid_surplus_three = true;   ///< 禁多三
  bool keep_units_apart = false;      ///< 同单位回避
  bool walkover_keeps_colour = true;  ///< a walk-over's colour counts
  bool walkover_is_met = true;        ///< … and its opponent counts as met
  std::uint64_t seed = 0;             ///< lots of round 1 and ties; stored with the tournament and shown
  bool operator==(const PairingRule&) const = default;
};

enum class Bracket : std::uint8_t { fixed, reseed };                     ///< reg:A2
enum class ThirdPlace : std::uint8_t { seed, playoff, split };           ///< reg:A3
enum class Substitute : std::uint8_t { walkover, next };                 ///< reg:A4
enum class GateScope : std::uint8_t { match, player };                   ///< reg:A16
enum class FoulScope : std::uint8_t { match, game };                     ///< reg:A10
enum class BothLose : std::uint8_t { arbiter, smaller_number, nobody };  ///< reg:A34
std::string_view name(Bracket), name(ThirdPlace), name(Substitute), name(GateScope), name(FoulScope),
    name(BothLose);

/// reg:F3–F10, D11, K7.
struct KnockoutRule {
  int promote_after = 7;  ///< Swiss rounds played before the first `promote_count` leave
  int promote_count = 32;
  int rounds = 5;
  std::vector<Pace> games = {Pace::slow, Pace::fast, Pace::ultra};  ///< reg:F6–F9: at most three
  bool smaller_number_red_first = true;                             ///< reg:F7
  bool swap_each_game = true;                                       ///< reg:F8
  bool last_game_smaller_chooses = true;                            ///< reg:F9
  bool last_game_draw_advances_black = true;
  Bracket bracket = Bracket::fixed;
  ThirdPlace third_place = ThirdPlace::seed;
  Substitute substitute = Substitute::walkover;
  GateScope gate = GateScope::match;
  FoulScope foul_scope = FoulScope::match;
  int fouls_lost = 2;  ///< reg:D11: this many in the fast phase lose directly
  BothLose both_lose = BothLose::arbiter;
  bool operator==(const KnockoutRule&) const = default;
};

/// A playing section (组).
struct SectionRule {
  std::string slug;  ///< "open"
  Text name;
  std::vector<std::string> aliases;  ///< reg:A26
  int cap = 0;                       ///< reg:E3; 0: none
  bool waiting_list = true;          ///< reg:A27
  int swiss_rounds = 11;
  std::optional<KnockoutRule> knockout;
  int top_boards = 10;         ///< reg:K1, A17: boards 1 … of the section's own list
  std::optional<int> max_age;  ///< reg:A24: older ones are refused
  bool operator==(const SectionRule&) const = default;
};

/// reg:K1–K7, A15, A16, A18, A32, A35.
struct RecordRule {
  bool masters = true;       ///< every board with a titled player
  bool knockout_all = true;  ///< reg:K7: every game that is not broadcast
  bool broadcast_exempt = true;
  int deadline_minutes = 30;  ///< after the result
  int deadline_min_after_registration = 15;
  bool before_next_knockout_game = true;
  int unconfirmed_after_minutes = 10;  ///< silence is then shown as 对方未确认
  bool double_loss_owner_red = true;   ///< reg:A18
  bool late_designation_fresh = true;  ///< reg:A35
  bool operator==(const RecordRule&) const = default;
};

/// Loss of the game by a foul: none, an arbiter may (有权), or directly (直接/立即判负).
enum class LossEffect : std::uint8_t { none, may, direct };
std::string_view name(LossEffect effect);
/// What else an arbiter may do.
enum class Sanction : std::uint8_t { none, strike_off, disqualify, note };
/// Where a kind of foul can be committed.
enum class FoulPhase : std::uint8_t { any, slow, fast };

/// A kind of foul or other case of the list (reg:D1–D18, K4).
struct FoulKind {
  std::string code;    ///< "D1", "D2_ring", "book" …
  std::string clause;  ///< "reg:D1"
  Text name;
  bool counts = true;                  ///< +1 foul
  bool deducts_cumulative = false;     ///< reg:S2, A33
  bool intentional = false;            ///< reg:A22, default mark
  LossEffect loss = LossEffect::none;  ///< of a single one
  std::string pair_of;                 ///< reg:D10: two of one counter in a game may lose; the counter's name
  Sanction sanction = Sanction::none;
  bool bars_next = false;    ///< reg:D14
  bool public_list = false;  ///< reg:D15
  FoulPhase phase = FoulPhase::any;
  bool operator==(const FoulKind&) const = default;
};

struct FoulRule {
  std::vector<FoulKind> kinds;
  bool k4_deducts = true;        ///< reg:A32
  bool promotion_cutoff = true;  ///< reg:A9: later fouls do not change knockout numbers
  int late_after_minutes = 10;   ///< reg:D8
  const FoulKind* find(std::string_view code) const {
    for (const auto& kind : kinds)
      if (kind.code == code) return &kind;
    return nullptr;
  }
  bool operator==(const FoulRule&) const = default;
};

/// reg:S4, A28.
struct ForfeitRule {
  int warn_after = 1;          ///< unreasoned absences
  int drop_after_running = 2;  ///< rounds forfeited in a row
  bool operator==(const ForfeitRule&) const = default;
};

/// reg:G4, A20.
struct EarlyDrawRule {
  int rounds = 20;
  bool red_must_vary = true;
  bool operator==(const EarlyDrawRule&) const = default;
};

/// Who may be on a list: every condition that is set must hold.
struct Eligibility {
  std::optional<bool> female, resident, origin, shizhu, member, titled;
  std::optional<int> min_age, max_age;
  std::optional<bool> in_knockout;
  bool operator==(const Eligibility&) const = default;
};

/// Places `from`…`to` get `yuan` each.
struct PrizeRow {
  int from = 1, to = 1, yuan = 0;
  bool operator==(const PrizeRow&) const = default;
};

/// reg:Z1–Z5: a filter over the overall order of a section, and the money by place.
struct PrizeListRule {
  std::string id;  ///< "open", "women", "members" …
  Text name;
  std::string section;
  Eligibility who;
  std::vector<PrizeRow> rows;
  std::string clause;
  bool swiss_order = false;  ///< ranked by the Swiss order alone (reg:Z4)
  int places() const;
  int total() const;  ///< when every place is paid
  bool operator==(const PrizeListRule&) const = default;
};

enum class AgeRule : std::uint8_t { year_difference, completed_years };  ///< reg:A24

/// reg:Z6, A22, A23.
struct SubsidyRule {
  int yuan = 300;
  bool needs_full_schedule = true, needs_clean_record = true, needs_no_prize = true;
  bool operator==(const SubsidyRule&) const = default;
};

/// reg:Z7, A25: seats in the next stage; the first of a list may carry a title.
struct SeatRule {
  std::string id;
  Text name;
  std::string section;
  Eligibility who;
  int seats = 3;
  std::optional<Text> champion_title;
  bool operator==(const SeatRule&) const = default;
};

struct PrizeRule {
  std::vector<PrizeListRule> lists;
  bool cumulate = true;  ///< reg:A21; false: the highest only, the rest moves down the list
  std::optional<SubsidyRule> subsidy;
  std::vector<SeatRule> seats;
  int announced = 0;  ///< reg:A31
  AgeRule age = AgeRule::year_difference;
  bool operator==(const PrizeRule&) const = default;
};

/// A day of the calendar.
struct Day {
  int year = 0, month = 0, day = 0;
  auto operator<=>(const Day&) const = default;
};

/// reg:E1, E3.
struct EntryRule {
  Day first_day, last_day;
  std::optional<Instant> check_in_until, entry_closes;
  int fee_yuan = 0;
  std::vector<std::string>
      exclusions;  ///< names of those who may not enter (reg:E4), matched with the unit when "name/unit"
  bool operator==(const EntryRule&) const = default;
};

/// The whole regulation.
struct Regulation {
  std::string id;  ///< "shizhu-2019"
  Text name;
  std::string rules = "cxa2011";  ///< reg:F1
  EntryRule entry;
  std::vector<SectionRule> sections;
  ScoreRule score;
  ByeRule bye;
  TieBreakRule tie_break;
  PairingRule pairing;
  ClockRule clocks;
  PaceRule slow, fast, ultra;
  EarlyDrawRule early_draw;
  RecordRule record;
  FoulRule foul;
  ForfeitRule forfeit;
  PrizeRule prize;
  std::vector<std::string> patches;  ///< notices applied, in order
  bool operator==(const Regulation&) const = default;

  const PaceRule& pace(Pace pace) const {
    return pace == Pace::slow ? slow : pace == Pace::fast ? fast : ultra;
  }
  const SectionRule& section(SectionId id) const { return sections[id.index]; }
  /// By slug, Chinese or English name, or alias (reg:A26).
  std::optional<SectionId> find_section(std::string_view word) const;
};

/// reg:E7 and A29.
enum class Official : std::uint8_t { chief, executive_chief, deputy, arbiter, reporter, scoring_desk };
std::string_view name(Official official);
std::optional<Official> parse_official(std::string_view text);
/// Whether the role may give the chief arbiter's consent (reg:K5, A29: the chief or the executive chief).
constexpr bool may_consent(Official official) {
  return official == Official::chief || official == Official::executive_chief;
}

/// What the calendar says of an age in the tournament's year (reg:A24). 0 when the birth year is unknown.
int age_at(const Regulation& regulation, int birth_year);

}  // namespace qipu::tournament
