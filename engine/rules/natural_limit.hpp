// The natural move limit (自然限着) and its audit from the record. Source: rule:N1–N7, reg:G1 (40 rounds
// slow, 30 fast; the claimant's own checks are not counted), reg:A12 (ultra-fast as fast).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/game.hpp"

namespace qipu::rules {

enum class Pace : std::uint8_t { slow, fast, ultra };
std::optional<Pace> pace(std::string_view name);
std::string_view name(Pace pace);

struct LimitOptions {
  int rounds = 0;  ///< 0: 40 slow, 30 fast and ultra-fast (reg:G1)
  int counted_checks =
      0;  ///< of a side's checks this many count after all; the rule book's own clause is 10 (rule:N4)
  bool automatic =
      false;  ///< rule:N7: twice `rounds` counted plies of both sides together end it, nobody claims
  int automatic_checks =
      10;  ///< rule:N7: a side's checks beyond these, and the replies to them, do not count
};

/// One side's count since the last capture (rule:N5).
struct LimitCount {
  int moves = 0;      ///< own moves since the last capture
  int checks = 0;     ///< of these, moves that gave check
  int countable = 0;  ///< moves without the checks that are left out
  bool may_claim = false;
  bool operator==(const LimitCount&) const = default;
};

struct LimitStanding {
  int limit_rounds = 40;
  int quiet_plies = 0;   ///< plies since the last capture, those before a given start position included
  int unseen_plies = 0;  ///< of these, plies before the start position: counted as moves that gave no check
  LimitCount red, black;
  bool automatic = false;       ///< the automatic variant was asked for
  int automatic_plies = 0;      ///< rule:N7: counted plies of both sides
  bool automatic_draw = false;  ///< only with LimitOptions::automatic

  const LimitCount& of(Side side) const { return side == Side::red ? red : black; }
  bool operator==(const LimitStanding&) const = default;
};

/// The count after the last move. Checkmate and stalemate outrank the limit (rule:N6): then nobody may claim.
LimitStanding natural_limit(const Game& game, Pace pace, const LimitOptions& options = {});

/// One line of the audit: a ply since the last capture and how it was counted.
struct LimitAuditLine {
  int ply = 0;  ///< 1-based
  Move move;
  Side side = Side::red;
  bool check = false;
  bool left_out = false;  ///< a check that does not count for its side
  int red_countable = 0;  ///< both counters after the ply
  int black_countable = 0;
  bool red_may_claim = false;
  bool black_may_claim = false;
};
/// The trail by which a claim is checked again: every ply since the last capture, in playing order.
std::vector<LimitAuditLine> natural_limit_audit(const Game& game, Pace pace,
                                                const LimitOptions& options = {});

}  // namespace qipu::rules
