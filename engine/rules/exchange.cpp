#include "engine/rules/exchange.hpp"

#include <algorithm>

namespace qipu::rules {
namespace {

constexpr int exchange_depth = 8;
constexpr int undoing_checks = 3;
constexpr int undoing_nodes = 30'000;

Balance after_capture(const Field& field, Side x, Balance balance, Move move) {
  const auto taken = field.position().at(move.to);
  if (!taken) return balance;
  return balance.with(taken->side == x ? -1 : 1, *taken, move.to);
}

bool is_piece(const Position& position, Square s, PieceKind kind) {
  const auto piece = position.at(s);
  return piece && piece->kind == kind;
}

}  // namespace

bool ExchangeSearch::counts(const Position& position, Move capture) {
  if (!is_piece(position, capture.from, PieceKind::king) &&
      !is_piece(position, capture.from, PieceKind::pawn))
    return true;
  SquareSet checkers = position.checkers_after(capture);
  checkers.erase(capture.to);
  return !checkers.empty();
}

bool ExchangeSearch::allowed(const Field& field, const Line& line, Move move, Square last) const {
  if (line.bars.frozen.contains(field.id(move.from))) return false;
  const Square taken = field.id(move.to);
  const bool x_moves = field.to_move() == line.x;
  if (x_moves && line.bars.spared.contains(taken)) return false;
  if (move.to == last) return true;
  if (line.local) return false;
  if (!x_moves) return !line.bars.old_threats.contains(taken);
  return !line.bars.old_gains.contains(taken) && !is_piece(field.position(), move.from, PieceKind::king) &&
         !is_piece(field.position(), move.from, PieceKind::pawn);
}

// Captures by turns; either side may stop. In check there is no stopping: every evasion is tried.
int ExchangeSearch::search(Field& field, const Line& line, Square last, Balance balance, int depth, int alpha,
                           int beta) {
  const bool maximise = field.to_move() == line.x;
  const int stand = balance.score();
  if (depth == 0 || !meter_.spend()) return stand;
  const bool evade = !line.local && field.position().in_check();
  int best = stand;
  if (!evade) {
    if (maximise ? stand >= beta : stand <= alpha) return stand;
    maximise ? alpha = std::max(alpha, stand) : beta = std::min(beta, stand);
  }
  const MoveList moves = evade ? moves_of(field.position()) : captures_of(field.position());
  if (evade && moves.empty()) return maximise ? -mate_score : mate_score;
  bool tried = false;
  for (const bool on_square : {true, false}) {
    for (Move move : moves) {
      if ((move.to == last) != on_square) continue;
      const bool capture = field.position().at(move.to).has_value();
      if (evade ? line.bars.frozen.contains(field.id(move.from)) : !allowed(field, line, move, last))
        continue;
      const Balance next = after_capture(field, line.x, balance, move);
      const Played played(field, move);
      const int value = search(field, line, capture ? move.to : last, next, depth - 1, alpha, beta);
      if (!tried && evade) best = value;
      tried = true;
      if (maximise) {
        best = std::max(best, value);
        alpha = std::max(alpha, value);
      } else {
        best = std::min(best, value);
        beta = std::min(beta, value);
      }
      if (alpha >= beta) return best;
    }
  }
  return best;
}

int ExchangeSearch::exchange_after(Field& field, Side x, Square last, Balance balance, const Bars& bars) {
  return search(field, {x, bars, false, last}, last, balance, exchange_depth, -2 * mate_score,
                2 * mate_score);
}

// Y to move: a check to which every reply loses, by a capture that brings the balance below zero, by mate, or
// by more checks.
bool ExchangeSearch::undone_by_checks(Field& field, Side x, Balance balance, const Bars& bars, bool taken,
                                      int checks) {
  if (checks == 0 || !meter_.spend()) return false;
  for (Move check : moves_of(field.position())) {
    if (!field.position().gives_check(check)) continue;
    const bool capture = field.position().at(check.to).has_value();
    if (capture && bars.old_threats.contains(field.id(check.to))) continue;
    const Balance next = after_capture(field, x, balance, check);
    const Played played(field, check);
    bool all = true;
    for (Move reply : field.position().legal_moves()) {
      const Balance then = after_capture(field, x, next, reply);
      const Played replied(field, reply);
      all = reply_loses(field, x, then, bars, taken || capture, checks - 1);
      if (!all) break;
    }
    if (all) return true;
  }
  return false;
}

bool ExchangeSearch::reply_loses(Field& field, Side x, Balance balance, const Bars& bars, bool taken,
                                 int checks) {
  if (taken && balance.score() < 0) return true;
  for (Move capture : captures_of(field.position())) {
    if (bars.old_threats.contains(field.id(capture.to))) continue;
    const Balance next = after_capture(field, x, balance, capture);
    if (next.score() >= 0) continue;
    const Played played(field, capture);
    if (search(field, {x, bars, false, capture.to}, capture.to, next, exchange_depth, -1, 0) < 0) return true;
  }
  return undone_by_checks(field, x, balance, bars, taken, checks);
}

CaptureWorth ExchangeSearch::worth_of(Field& field, Move capture, const Bars& bars) {
  CaptureWorth worth;
  const Position& position = field.position();
  const Side x = field.to_move();
  if (!is_valued(*position.at(capture.to), capture.to) || bars.spared.contains(field.id(capture.to)))
    return worth;
  const Balance balance = after_capture(field, x, {}, capture);
  const Played played(field, capture);
  if (!position.has_legal_move()) {
    worth.mates = position.in_check();
    worth.effective = !worth.mates;
    worth.local = worth.exchange = mate_score;
    return worth;
  }
  worth.mated = mates_.mate_in_one(position);
  if (worth.mated) return worth;
  worth.local = search(field, {x, bars, true, capture.to}, capture.to, balance, exchange_depth,
                       -2 * mate_score, 2 * mate_score);
  worth.exchange = exchange_after(field, x, capture.to, balance, bars);
  if (!((worth.local > 0 && worth.exchange >= 0) || worth.exchange > 0)) return worth;
  const Meter::Allowance allowance(meter_, undoing_nodes);
  worth.undone = undone_by_checks(field, x, balance, bars, false, undoing_checks);
  worth.effective = !worth.undone;
  return worth;
}

PieceSet ExchangeSearch::pending(Field& field) {
  PieceSet set;
  const Side x = field.to_move();
  const Bars none;
  for (Move capture : captures_of(field.position())) {
    const Square target = field.id(capture.to);
    if (set.contains(target) || !is_valued(*field.position().at(capture.to), capture.to)) continue;
    const Balance balance = after_capture(field, x, {}, capture);
    const Played played(field, capture);
    if (search(field, {x, none, true, capture.to}, capture.to, balance, exchange_depth, -2 * mate_score,
               2 * mate_score) <= 0)
      continue;
    if (mates_.mate_in_one(field.position())) continue;
    const Meter::Allowance allowance(meter_, undoing_nodes);
    if (!undone_by_checks(field, x, balance, none, false, undoing_checks)) set.insert(target);
  }
  return set;
}

PieceSet ExchangeSearch::gains_on_square(Field& field) {
  PieceSet set;
  const Side x = field.to_move();
  const Bars none;
  for (Move capture : captures_of(field.position())) {
    const Square target = field.id(capture.to);
    if (set.contains(target) || !is_valued(*field.position().at(capture.to), capture.to)) continue;
    const Balance balance = after_capture(field, x, {}, capture);
    const Played played(field, capture);
    if (search(field, {x, none, true, capture.to}, capture.to, balance, exchange_depth, 0, 1) > 0)
      set.insert(target);
  }
  return set;
}

bool ExchangeSearch::is_exchange_of_equals(Field& field, Move capture, const Bars& bars) {
  const Position& position = field.position();
  const Square t = capture.to;
  const PieceKind kind = position.at(t)->kind;
  if (kind == PieceKind::pawn || kind == PieceKind::king) return false;
  Field replies = field.passed();
  const MoveList counter_captures = captures_of(replies.position());
  Bars frozen = bars;
  // For Y the parts are exchanged: what X could take anyway is not the counter-capture's doing.
  const Bars of_y{.old_gains = bars.old_threats, .old_threats = bars.old_gains, .frozen = {}, .spared = {}};
  bool partner = false;
  for (Move taker : captures_of(position)) {
    if (taker.to != t || position.at(taker.from)->kind != kind) continue;
    const Move counter{t, taker.from};
    if (!counter_captures.contains(counter)) continue;
    Bars y = of_y;
    y.old_gains.erase(field.id(taker.from));
    y.old_threats.erase(field.id(t));
    const CaptureWorth worth = worth_of(replies, counter, y);
    if (worth.mated || (!worth.mates && (worth.local < 0 || worth.exchange < 0))) continue;
    if (taker.from == capture.from) return true;
    frozen.frozen.insert(field.id(taker.from));
    partner = true;
  }
  return partner && !worth_of(field, capture, frozen).effective;
}

}  // namespace qipu::rules
