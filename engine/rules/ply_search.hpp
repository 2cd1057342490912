// What one move does, as facts of the position before and after it; what a rule set makes of them is not
// decided here. "X" made the move, "Y" replies. Facts are found when they are asked for.
#pragma once

#include <optional>
#include <vector>

#include "engine/rules/check_run.hpp"
#include "engine/rules/exchange.hpp"
#include "engine/rules/rule_set.hpp"

namespace qipu::rules {

/// A capture that the move made available or made effective.
struct Hit {
  Move capture;  ///< after a pass of Y
  CaptureWorth worth;
  bool was_attack = false;  ///< the piece attacked the target before the move as well
  bool parried =
      false;  ///< new only because the move parried a threat against a piece that takes part (rule:C7)
};

struct ChaseFacts {
  std::vector<Hit> hits;       ///< new, direct
  bool any_effective = false;  ///< some capture gains, new or old
  bool new_exchange = false;   ///< a newly made capture, or offer, that is an exchange of equals
};

/// Gain by a run of checks that begins with the next move.
struct RunFacts {
  int gain = 0;     ///< 0: none that is new
  Move first{};     ///< the first check
  Square target{};  ///< who is won
};

class PlySearch {
 public:
  PlySearch(const PlyContext& context, const SearchBudget& budget);

  const PlyContext& context() const { return context_; }
  Side x() const { return context_.mover(); }
  bool gives_check() const { return context_.after.in_check(); }
  bool was_in_check() const { return context_.before.in_check(); }
  PieceKind moved() const { return context_.after.at(context_.move.to)->kind; }

  const ChaseFacts& chase();
  const RunFacts& run();
  /// Checks in which X now mates though it did not before; 0: no new kill.
  int kill();
  /// The first move of the quickest kill. Precondition: kill() > 0.
  Move killing_move() const { return killing_move_; }
  /// Every kill begins with a capture that is a new chase: naming follows the capture.
  bool kill_is_the_chase();
  /// rule 自毙: the mate came from Y's own check, not from the reply to it.
  bool kill_by_own_check();
  /// Y threatened before the move to mate by checks.
  bool kill_was_threatened();
  bool kill_is_parried();
  /// Whether the moved piece parries a kill by standing in the way of an enemy piece.
  bool obstructs();
  /// rule:P5. Whether the attack weighs fully; root and joint say why.
  struct Weight {
    bool heavy = true;
    bool joint = false;
    Root root = Root::unrooted;
    std::optional<Square> protector = {};
    RootFault fault = RootFault::none;
    std::optional<Square> supporter = {};
  };
  Weight weight(const Hit& hit);
  Weight weight_of_run();

  bool exhausted() const { return meter_.exhausted(); }
  int spent() const { return meter_.spent(); }

 private:
  Weight false_root(const Hit& hit, SquareSet roots);
  bool is_new(Hit& hit, bool exchange_counts);
  bool could_take_but_for_check(SquareSet attackers, Square target);
  bool same_without_bars(Move now, Move before, bool exchange_counts);
  int old_worth(Move capture, const Bars& bars, bool exchange_counts);
  /// X could already mate by checks before the move.
  bool mated_before();
  bool takes_part(const Hit& hit);
  bool even_pair_is_new(Move capture);
  const Bars& bars_before();

  const PlyContext& context_;
  SearchBudget budget_;
  Meter meter_;
  MateSearch mates_;
  ExchangeSearch exchanges_;
  CheckRun runs_;
  Field before_;      ///< X to move
  Field null_reply_;  ///< after the move, X to move again
  Bars bars_;         ///< of null_reply_
  std::optional<Bars> bars_before_;
  std::optional<ChaseFacts> chase_;
  std::optional<RunFacts> run_;
  std::optional<int> kill_;
  std::optional<bool> threatened_;
  std::vector<Move> exchanges_now_;
  Move killing_move_{};
};

}  // namespace qipu::rules
