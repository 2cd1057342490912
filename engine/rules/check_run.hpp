// Winning material by a run of checks (rule 24.13): after every reply a capture or a further check. Source:
// rules.md 2 捉 (d).
#pragma once

#include <optional>
#include <vector>

#include "engine/rules/exchange.hpp"

namespace qipu::rules {

class CheckRun {
 public:
  CheckRun(Meter& meter, MateSearch& mates, ExchangeSearch& exchanges, int nodes, int most_checks)
      : meter_(meter), mates_(mates), exchanges_(exchanges), nodes_(nodes), most_checks_(most_checks) {}

  struct Question {
    const Bars& bars;
    bool ignore_check = false;  ///< X's own general may stand attacked
    PieceSet no_capture = {};   ///< X's pieces that may give check but take nothing
    /// Captures that are exchanges of equals before the run begins, by the pieces' identities.
    std::vector<Move> exchanges = {};
  };
  struct Gain {
    int at_least = 0;  ///< 0, 10, 40, 100 or 200
    Move first{};      ///< the first check
    std::optional<Square> target =
        {};  ///< who is won, the most valuable one found; nobody when every line mates
  };
  /// What the side to move can win for certain.
  Gain best(Field& field, const Question& question);
  /// Whether it can win at least so much.
  bool wins(Field& field, const Question& question, int threshold);

 private:
  bool check(Field& field, const Question& question, Balance balance, int checks);
  bool answer(Field& field, const Question& question, Balance balance, int checks);
  bool may_take(const Field& field, const Question& question, Move move) const;
  bool takes_enough(Field& field, const Question& question, Balance balance);

  Meter& meter_;
  MateSearch& mates_;
  ExchangeSearch& exchanges_;
  int nodes_, most_checks_;
  Side x_ = Side::red;
  int threshold_ = 0;
  int depth_ = 0;
  std::optional<Move> first_;
  std::optional<Square> target_;
  int target_value_ = -1;
};

}  // namespace qipu::rules
