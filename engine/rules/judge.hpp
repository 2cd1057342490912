// Rulings on repetition and natural limits: what each side does in a cycle, what the rules make of it, and
// why. Source: 《象棋竞赛规则(2011)》 棋例 (rule:P1–P7, rule:C1–C12, rule:R1–R6), rule:N1–N7, reg:G1, reg:G4.
// Pure; a ruling is advice: nothing here ends a game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/rules/natural_limit.hpp"

namespace qipu::rules {

/// `wxf` are the world rules, which follow the Asian ones: "axf" names the same rule set.
enum class RuleSet : std::uint8_t { cxa2011, wxf };
std::optional<RuleSet> rule_set(std::string_view name);
std::string_view name(RuleSet rules);

/// What a move does: 将 杀 捉 兑 献 拦 跟 闲 (rules.md 2). The first three are attacks (打).
enum class Label : std::uint8_t { check, kill, chase, exchange, offer, block, follow, idle };
constexpr bool is_attack(Label label) { return label <= Label::chase; }
std::string_view name(Label label);
std::string_view name_zh(Label label);  ///< "将" …

/// How the target is protected: with a true root, none, fewer roots than attackers, or a root that cannot
/// take back.
enum class Root : std::uint8_t { rooted, unrooted, under_rooted, false_root };
std::string_view name(Root root);
/// Why a false root does not protect: taking back would expose its general, be answered by mate, or lose
/// more.
enum class RootFault : std::uint8_t { none, pinned, mated, loses };
std::string_view name(RootFault fault);
/// How the attack came about: by the moved piece, uncovered, by cutting a root, through checks, through an
/// exchange.
enum class Via : std::uint8_t { direct, discovered, root_cut, check, exchange };
std::string_view name(Via via);

/// One attack that a move newly makes. Squares are those after the move.
struct Reason {
  Label kind = Label::chase;  ///< check, kill or chase
  Square by;
  PieceKind piece = PieceKind::rook;
  Square target;
  PieceKind target_piece = PieceKind::king;
  Root root = Root::unrooted;
  std::optional<Square> protector;    ///< false root: the piece that does not protect
  RootFault fault = RootFault::none;  ///< false root: why not
  std::optional<Square> supporter;    ///< joint: a piece without which the attack fails
  bool joint = false;                 ///< works only because two or more pieces cooperate
  Via via = Via::direct;
  bool heavy = true;  ///< weighs in the ladder (rule:P5): check, kill, chase of a rook or of an unrooted
                      ///< piece by one piece
  std::optional<Move> first;  ///< kill, chase through checks: the first check that is threatened
  int checks = 0;             ///< kill: the mate takes at most this many checks
  Text text;
};

/// A ply of the cycle, named.
struct PlyFinding {
  int ply = 0;  ///< 1-based in the game
  Move move;
  Label label = Label::idle;
  bool heavy = false;
  std::vector<Reason> reasons;  ///< empty unless the label is an attack
  std::string clause;           ///< the clause that decided the label, where one did
  Text note;                    ///< one sentence: what the move does and why it counts or does not
};

enum class Conduct : std::uint8_t { idle, check, kill, chase, mixed };
std::string_view name(Conduct conduct);
/// Columns of the outcome matrix (rules.md 3.1).
enum class ConductClass : std::uint8_t { allowed, perpetual_check, heavy, light };
std::string_view name(ConductClass c);

struct SideConduct {
  Conduct conduct = Conduct::idle;  ///< idle: at least one move is no attack
  ConductClass conduct_class = ConductClass::allowed;
  std::vector<PlyFinding> plies;  ///< one cycle, in playing order
};

enum class MustChange : std::uint8_t { none, red, black };
std::string_view name(MustChange side);
enum class IfUnchanged : std::uint8_t { keep_playing, red_loses, black_loses, draw, arbiter };
std::string_view name(IfUnchanged what);  ///< keep_playing is "continue"
/// rule:R1–R3.
enum class Stage : std::uint8_t { none, warning, pending, loss_due };
std::string_view name(Stage stage);
enum class Certainty : std::uint8_t { certain, likely, arbiter };
std::string_view name(Certainty certainty);

/// The repetition that ends with the last move.
struct Cycle {
  int first_ply = 0;  ///< 1-based: where the first of `times` rounds of the cycle begins
  int plies = 0;      ///< length of one cycle
  int times = 0;      ///< how often it has been played in a row
  bool operator==(const Cycle&) const = default;
};

/// reg:G4: a repetition draw inside the first rounds means that Red must vary.
struct EarlyDraw {
  bool early_draw = false;
  MustChange must_change = MustChange::none;
  IfUnchanged if_unchanged = IfUnchanged::keep_playing;
  std::string clause = "reg:G4";
  Text text;
};

/// When a repetition reaches which stage (rule:R3).
struct StageOptions {
  int warning_occurrences = 3;  ///< the position stands for this time
  int pending_times = 3;        ///< full cycles
  int loss_times = 4;           ///< full cycles of a side that must change
};

/// Nodes that the searches may use; what is not found within them is not claimed, and certainty becomes
/// `arbiter`.
struct SearchBudget {
  int mate_nodes = 40'000;    ///< per question "does a run of checks mate"
  int run_nodes = 40'000;     ///< per question "does a run of checks win material"
  int ply_nodes = 150'000;    ///< per ply, all questions together
  int total_nodes = 600'000;  ///< per ruling; shared out evenly over the plies of the cycle
  int mate_checks = 7;
  int run_checks = 4;
};

/// How explanations spell a move in Chinese; without one, points are named.
using MoveText = std::string (*)(const Position&, Move);

struct JudgeOptions {
  RuleSet rules = RuleSet::cxa2011;
  Pace pace = Pace::slow;
  LimitOptions limit = {};  ///< the natural limit; `rounds` 0: by pace
  StageOptions stages = {};
  SearchBudget budget = {};
  bool audit = false;       ///< fill `Verdict::limit_audit`
  bool regulation = false;  ///< fill `Verdict::regulation`
  MoveText move_zh = nullptr;
  int early_draw_rounds = 20;  ///< reg:G4
};

struct Verdict {
  int plies = 0;
  Setup final_setup;
  Terminal terminal = Terminal::none;
  std::optional<Cycle> cycle;
  int occurrences = 1;  ///< how often the final position has stood on the board
  bool series =
      false;  ///< rule:R5: a series of attacks without a plain cycle was ruled; `red` and `black` hold it
  SideConduct red, black;
  MustChange must_change = MustChange::none;
  IfUnchanged if_unchanged = IfUnchanged::keep_playing;
  Stage stage = Stage::none;
  Certainty certainty = Certainty::certain;
  bool budget_exhausted = false;
  std::vector<std::string> clauses;
  LimitStanding natural_limit;
  std::vector<LimitAuditLine> limit_audit;  ///< only when asked for
  std::optional<EarlyDraw> regulation;
  Text explanation;

  const SideConduct& of(Side side) const { return side == Side::red ? red : black; }
};

/// Rules on the cycle that ends with the last move of the game, as though it went on for ever. Takes
/// milliseconds; bounded by `options.budget`. The same game and options give the same verdict.
Verdict judge(const Game& game, const JudgeOptions& options = {});

/// What a live game may ask after every move: no search, time linear in the moves since the last capture.
struct Glance {
  int occurrences = 1;         ///< of the present position
  std::optional<Cycle> cycle;  ///< the last move completed a repetition; judge() says what it means
  Stage stage = Stage::none;   ///< by counting alone: at most `pending`
  bool worth_judging = false;  ///< a cycle, or a quiet series long enough for rule:R5
  LimitStanding natural_limit;
};
Glance glance(const Game& game, const JudgeOptions& options = {});

/// The object that `qipu judge --json` prints, on one line.
std::string to_json(const Verdict& verdict);

}  // namespace qipu::rules
