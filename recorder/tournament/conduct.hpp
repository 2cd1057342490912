// What an arbiter may do about conduct at and away from the board (reg:C2, D8, G3, G4, S4, D14, D15): advice
// with its clause, never a result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

/// One proposal to the arbiter.
struct Advice {
  std::string code;    ///< stable: "early_end", "late", "forfeit" …
  std::string clause;  ///< "reg:G3" …
  LossEffect effect = LossEffect::may;
  Text why;
  bool operator==(const Advice&) const = default;
};

/// reg:G3, A19: an agreed draw, or a resignation, before both bounds have passed. Nothing when the bounds are
/// kept, when the kind is another, or when what is known does not show it. `minutes` and `rounds` as far as
/// they are known.
std::optional<Advice> early_end(const Regulation& regulation, Pace pace, ResultKind kind,
                                std::optional<int> minutes, std::optional<int> rounds);

/// reg:G4, A20: a position that would draw by repetition at move pair `rounds`, with Red able to vary.
std::optional<Advice> early_draw(const Regulation& regulation, int rounds);

/// reg:C2: a wrong clock setting found `minutes` after the start: corrected, or in principle not.
Advice clock_setting(const Regulation& regulation, int minutes);

/// reg:D8: seated `minutes` after the chief arbiter announced the start.
std::optional<Advice> late_arrival(const Regulation& regulation, int minutes);

/// reg:S4, A28, D14, D15 for one entrant after the Swiss rounds so far.
struct ForfeitAdvice {
  int unreasoned = 0;                          ///< rounds forfeited without a reason that was accepted
  int running = 0;                             ///< the longest run of forfeited rounds at the end
  bool warn = false;                           ///< a task for the arbiter
  bool drop = false;                           ///< not paired until re-admitted
  bool bar_next = false, public_list = false;  ///< a no-show without declared withdrawal: proposed
  bool operator==(const ForfeitAdvice&) const = default;
};
ForfeitAdvice forfeit_advice(const Regulation& regulation, const Section& section, EntrantNo entrant);

/// reg:S3: those who have not signed a result that they must sign.
std::vector<EntrantNo> unsigned_players(const Game& game);

}  // namespace qipu::tournament
