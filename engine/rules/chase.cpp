// New captures (rule:C6, rule:C7, rule:C12): what a capture is worth after the move, against what it was
// worth before it.
#include <algorithm>

#include "engine/rules/ply_search.hpp"

namespace qipu::rules {
namespace {

constexpr Bars no_bars{};

}  // namespace

const Bars& PlySearch::bars_before() {
  if (!bars_before_) {
    bars_before_.emplace();
    bars_before_->old_gains = exchanges_.gains_on_square(before_);
    Field y = before_.passed();
    bars_before_->old_threats = exchanges_.pending(y);
  }
  return *bars_before_;
}

// Whether the moved piece is needed for the capture. A general never is.
bool PlySearch::takes_part(const Hit& hit) {
  const Square s = context_.move.to;
  if (hit.capture.from == s) return true;
  const auto removed = without(null_reply_.position(), s);
  if (!removed) return false;
  Field field(*removed);
  if (!captures_of(field.position()).contains(hit.capture)) return true;
  return !exchanges_.worth_of(field, hit.capture, bars_).effective ||
         exchanges_.is_exchange_of_equals(field, hit.capture, bars_);
}

int PlySearch::old_worth(Move capture, const Bars& bars, bool exchange_counts) {
  const CaptureWorth worth = exchanges_.worth_of(before_, capture, bars);
  if (worth.mates) return mate_score;
  if (!worth.effective) return -1;
  if (!exchange_counts && exchanges_.is_exchange_of_equals(before_, capture, bars)) return -1;
  return worth.worth();
}

// Worth the same before and after when nothing at all is left out.
bool PlySearch::same_without_bars(Move now, Move before, bool exchange_counts) {
  const CaptureWorth a = exchanges_.worth_of(null_reply_, now, no_bars);
  if (!a.effective) return false;
  const CaptureWorth b = exchanges_.worth_of(before_, before, no_bars);
  if (!b.effective || a.worth() != b.worth()) return false;
  return exchange_counts || !exchanges_.is_exchange_of_equals(before_, before, no_bars);
}

// In check nothing could be taken elsewhere, but what only the check forbade is no doing of the reply. The
// check is thought away with the piece that gives it.
bool PlySearch::could_take_but_for_check(SquareSet attackers, Square target) {
  if (attackers.empty()) return false;
  const SquareSet checkers = context_.before.attackers(context_.before.king(x()), opponent(x()));
  if (checkers.size() != 1 || checkers.contains(target)) return true;
  const auto unchecked = without(context_.before, *checkers.begin());
  if (!unchecked) return true;
  Field field(*unchecked), y(unchecked->passed());
  const Bars bars{.old_gains = exchanges_.gains_on_square(field),
                  .old_threats = exchanges_.pending(y),
                  .frozen = {},
                  .spared = {}};
  const MoveList captures = captures_of(*unchecked);
  for (Square piece : attackers)
    if (captures.contains({piece, target}) && exchanges_.worth_of(field, {piece, target}, bars).effective)
      return true;
  return false;
}

// `exchange_counts`: exchanges of equals before the move count as what they are worth, too.
bool PlySearch::is_new(Hit& hit, bool exchange_counts) {
  const Square s = context_.move.to, t = hit.capture.to;
  const bool by_moved = hit.capture.from == s;
  const Square from = by_moved ? context_.move.from : hit.capture.from;
  SquareSet attackers = context_.before.attackers(t, x());
  hit.was_attack = attackers.contains(from);
  for (Square piece : attackers)  // what a general or pawn could take was no attack
    if (!ExchangeSearch::counts(context_.before, {piece, t})) attackers.erase(piece);
  if (!by_moved) attackers = attackers & SquareSet(from);
  if (was_in_check()) return !could_take_but_for_check(attackers, t);

  const MoveList captures = captures_of(context_.before);
  const int now = hit.worth.worth();
  for (Square piece : attackers) {
    const Move capture{piece, t};
    if (!captures.contains(capture)) continue;
    const bool was_worth_it = old_worth(capture, bars_before(), exchange_counts) >= now;
    // The capture was there. It is new all the same if a threat that the move has parried spoilt it.
    if (kill_was_threatened() && mates_.mate_in(context_.before.after(capture), budget_.mate_checks) > 0) {
      hit.parried |= was_worth_it;
      continue;
    }
    if (same_without_bars(hit.capture, capture, exchange_counts)) return false;
    if (!was_worth_it) continue;
    Bars bars = bars_before();
    bars.old_threats.erase(piece);
    if (takes_part(hit)) bars.old_threats.erase(context_.move.from);
    if (bars.old_threats == bars_before().old_threats || old_worth(capture, bars, exchange_counts) >= now)
      return false;
    hit.parried = true;
  }
  return true;
}

// A pair of one kind that now attack each other and did not before, where Y's taking gains nothing: an offer
// to exchange.
bool PlySearch::even_pair_is_new(Move capture) {
  const Square s = context_.move.to;
  const PieceKind kind = null_reply_.position().at(capture.from)->kind;
  if (kind != null_reply_.position().at(capture.to)->kind || kind == PieceKind::king ||
      kind == PieceKind::pawn)
    return false;
  Field y(context_.after);
  const Move counter{capture.to, capture.from};
  if (!captures_of(y.position()).contains(counter)) return false;
  const Square from = capture.from == s ? context_.move.from : capture.from;
  if (context_.before.attackers(capture.to, x()).contains(from)) return false;
  Bars bars{.old_gains = bars_.old_threats, .old_threats = bars_.old_gains, .frozen = {}, .spared = {}};
  bars.old_gains.erase(capture.from);
  bars.old_threats.erase(capture.to);
  const CaptureWorth worth = exchanges_.worth_of(y, counter, bars);
  return !worth.effective && !worth.mates;
}

const ChaseFacts& PlySearch::chase() {
  if (chase_) return *chase_;
  chase_.emplace();
  Field y(context_.after);
  bars_.old_gains = exchanges_.gains_on_square(null_reply_);
  bars_.old_threats = exchanges_.pending(y);
  for (Move capture : captures_of(null_reply_.position())) {
    if (!ExchangeSearch::counts(null_reply_.position(), capture)) continue;
    Hit hit{.capture = capture, .worth = exchanges_.worth_of(null_reply_, capture, bars_)};
    if (!hit.worth.effective) {
      if (!hit.worth.mates && !chase_->new_exchange) chase_->new_exchange = even_pair_is_new(capture);
      continue;
    }
    chase_->any_effective = true;
    if (exchanges_.is_exchange_of_equals(null_reply_, capture, bars_)) {
      exchanges_now_.push_back(capture);
      if (!chase_->new_exchange) chase_->new_exchange = is_new(hit, true);
    } else if (is_new(hit, false)) {
      chase_->hits.push_back(hit);
    }
  }
  return *chase_;
}

const RunFacts& PlySearch::run() {
  if (run_) return *run_;
  run_.emplace();
  chase();
  const auto gain = runs_.best(null_reply_, {.bars = bars_, .exchanges = exchanges_now_});
  // A mate is a kill or none at all: what a mating run would win on its way is no second threat.
  if (gain.at_least == 0 || !gain.target || kill() > 0 || mated_before()) return *run_;
  int before = 0;
  if (was_in_check()) {
    before = runs_.best(before_, {.bars = no_bars, .ignore_check = true}).at_least;
  } else {
    before = runs_.best(before_, {.bars = bars_before()}).at_least;
    for (Move capture : captures_of(context_.before))
      if (before < gain.at_least) {
        const CaptureWorth worth = exchanges_.worth_of(before_, capture, bars_before());
        before = std::max(before, worth.mates ? mate_score : worth.worth());
      }
  }
  if (gain.at_least <= before) return *run_;
  run_->gain = gain.at_least;
  run_->first = gain.first;
  run_->target = *gain.target;
  return *run_;
}

}  // namespace qipu::rules
