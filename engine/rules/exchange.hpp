// What a capture nets once everything has been taken back (rule:C9): the exchange it starts, the checks that
// undo it, whether the captured piece could have traded itself (rule:C11). "X" is the side whose capture is
// looked at, "Y" the other.
#pragma once

#include <optional>

#include "engine/rules/field.hpp"
#include "engine/rules/mate_run.hpp"
#include "engine/rules/material.hpp"

namespace qipu::rules {

/// What does not count in an exchange because it stood there before it.
struct Bars {
  PieceSet
      old_gains;  ///< Y's pieces that X could take with gain anyway: taking them is not this capture's doing
  PieceSet old_threats;  ///< X's pieces that Y could take with gain anyway: losing them is not this capture's
                         ///< doing
  PieceSet frozen;       ///< pieces that may not move
  PieceSet spared;       ///< Y's pieces that X may not take at all (tests of weight)
};

struct CaptureWorth {
  bool effective = false;  ///< a gain: a chase, unless it is an exchange of equals
  bool mates = false;      ///< the capture itself mates: a kill, no chase
  int local = 0;           ///< L: on the square of the capture alone
  int exchange = 0;        ///< E: everything that follows from it
  bool mated = false;      ///< Y mates in one right after it
  bool undone = false;     ///< Y wins it back, or more, by a run of checks
  int worth() const { return effective ? (exchange > 0 ? exchange : 0) : -1; }
};

class ExchangeSearch {
 public:
  ExchangeSearch(Meter& meter, MateSearch& mates) : meter_(meter), mates_(mates) {}

  /// Precondition: `capture` is a legal capture in `field` (X to move) of a piece that is no general.
  CaptureWorth worth_of(Field& field, Move capture, const Bars& bars);
  /// The pieces that the side to move can take with gain at once, by whatever piece.
  PieceSet pending(Field& field);
  /// The pieces that it can take with gain on the square of the capture, whatever follows elsewhere.
  PieceSet gains_on_square(Field& field);
  /// Whether t, the piece that `capture` takes, could have traded itself: it attacks a piece of its own kind
  /// that can take it.
  bool is_exchange_of_equals(Field& field, Move capture, const Bars& bars);
  /// E after a capture onto `last` with that balance for X; the side to move in `field` replies.
  int exchange_after(Field& field, Side x, Square last, Balance balance, const Bars& bars);
  /// X's capture of a general or by a general or pawn does not count (rule:C1), unless it uncovers another
  /// piece's check (rule:C3).
  static bool counts(const Position& position, Move capture);

 private:
  struct Line {  // what stays the same down one line of exchange
    Side x;
    const Bars& bars;
    bool local;
    Square target;  // local: captures elsewhere end the line
  };
  int search(Field& field, const Line& line, Square last, Balance balance, int depth, int alpha, int beta);
  bool allowed(const Field& field, const Line& line, Move move, Square last) const;
  bool undone_by_checks(Field& field, Side x, Balance balance, const Bars& bars, bool taken, int checks);
  bool reply_loses(Field& field, Side x, Balance balance, const Bars& bars, bool taken, int checks);

  Meter& meter_;
  MateSearch& mates_;
};

}  // namespace qipu::rules
