#include "engine/rules/check_run.hpp"

namespace qipu::rules {
namespace {

constexpr int thresholds[] = {10, 40, 100, 200};

Balance after_capture(const Position& position, Side x, Balance balance, Move move) {
  const auto taken = position.at(move.to);
  return taken ? balance.with(taken->side == x ? -1 : 1, *taken, move.to) : balance;
}

}  // namespace

bool CheckRun::may_take(const Field& field, const Question& question, Move move) const {
  const Square target = field.id(move.to);
  for (Move pair : question.exchanges)
    if (pair == Move{field.id(move.from), target}) return false;
  return !question.bars.old_gains.contains(target) && !question.bars.spared.contains(target) &&
         !question.no_capture.contains(field.id(move.from)) && ExchangeSearch::counts(field.position(), move);
}

// X to move: a capture that leaves it ahead by the threshold once everything has been taken back.
bool CheckRun::takes_enough(Field& field, const Question& question, Balance balance) {
  for (Move capture : captures_of(field.position())) {
    const Piece piece = *field.position().at(capture.to);
    if (!is_valued(piece, capture.to) || !may_take(field, question, capture)) continue;
    const Balance next = after_capture(field.position(), x_, balance, capture);
    const Square target = field.id(capture.to);
    bool enough = false;
    {
      const Played played(field, capture);
      if (mates_.mate_in_one(field.position())) continue;
      enough = exchanges_.exchange_after(field, x_, capture.to, next, question.bars) >= threshold_;
    }
    if (!enough) continue;
    const int value = piece_value(piece.kind);
    if (value > target_value_) target_value_ = value, target_ = target;
    return true;
  }
  return false;
}

bool CheckRun::answer(Field& field, const Question& question, Balance balance, int checks) {
  for (Move reply : moves_of(field.position())) {
    const Balance next = after_capture(field.position(), x_, balance, reply);
    const Played played(field, reply);
    if (!takes_enough(field, question, next) && !check(field, question, next, checks)) return false;
  }
  return true;
}

bool CheckRun::check(Field& field, const Question& question, Balance balance, int checks) {
  if (checks == 0 || !meter_.spend(question.ignore_check ? ignoring_check_nodes : 1)) return false;
  const Position& position = field.position();
  for (Move move : question.ignore_check ? moves_ignoring_check(position) : moves_of(position)) {
    if (!position.gives_check(move)) continue;
    if (position.at(move.to) && !may_take(field, question, move)) continue;
    const Balance next = after_capture(position, x_, balance, move);
    const auto found = target_;
    const int found_value = target_value_;
    const Played played(field, move);
    if (!answer(field, question, next, checks - 1)) {
      target_ = found, target_value_ = found_value;
      continue;
    }
    if (checks == depth_) first_ = move;
    return true;
  }
  return false;
}

bool CheckRun::wins(Field& field, const Question& question, int threshold) {
  const Meter::Allowance allowance(meter_, nodes_);
  x_ = field.to_move();
  threshold_ = threshold;
  for (depth_ = 1; depth_ <= most_checks_; ++depth_)
    if (check(field, question, {}, depth_)) return true;
  return false;
}

CheckRun::Gain CheckRun::best(Field& field, const Question& question) {
  Gain gain;
  for (int threshold : thresholds) {
    first_.reset(), target_.reset(), target_value_ = -1;
    if (!wins(field, question, threshold) || !first_) break;
    gain = {threshold, *first_, target_};
  }
  return gain;
}

}  // namespace qipu::rules
