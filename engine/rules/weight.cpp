// Heavy or light (rule:P5): whether a chase is of a rook or of a piece without true root by one piece, or
// joint, or of a piece with too few roots. Decided by taking pieces off the board, not by one line of play.
#include "engine/rules/ply_search.hpp"

namespace qipu::rules {
namespace {

PieceSet rooks(const Position& position, Side side) {
  PieceSet set;
  for (Square s : position.pieces(side))
    if (position.at(s)->kind == PieceKind::rook) set.insert(s);
  return set;
}

// The piece over which a cannon takes.
std::optional<Square> screen(const Position& position, Move capture) {
  const int df = capture.to.file() - capture.from.file(), dr = capture.to.rank() - capture.from.rank();
  const int sf = (df > 0) - (df < 0), sr = (dr > 0) - (dr < 0);
  for (int f = capture.from.file() + sf, r = capture.from.rank() + sr;
       f != capture.to.file() || r != capture.to.rank(); f += sf, r += sr)
    if (position.at(Square::at(f, r))) return Square::at(f, r);
  return std::nullopt;
}

bool is_strong(PieceKind kind) {
  return kind == PieceKind::rook || kind == PieceKind::horse || kind == PieceKind::cannon;
}

// A cannon that takes over a rook, horse or cannon of its own side: the two of them attack jointly.
bool takes_over_own_piece(const Position& position, Move capture) {
  const Piece taker = *position.at(capture.from);
  if (taker.kind != PieceKind::cannon) return false;
  const auto over = screen(position, capture);
  return over && position.at(*over)->side == taker.side && is_strong(position.at(*over)->kind);
}

}  // namespace

PlySearch::Weight PlySearch::weight(const Hit& hit) {
  const Position& position = null_reply_.position();
  const Square t = hit.capture.to;
  const Piece taker = *position.at(hit.capture.from), target = *position.at(t);
  const SquareSet roots = position.after(hit.capture).attackers(t, opponent(x()));
  if (roots.empty()) return {};
  if (target.kind == PieceKind::rook && taker.kind != PieceKind::rook) {
    Weight weight{.root = Root::rooted};
    if (takes_over_own_piece(position, hit.capture)) {
      weight.joint = true;
      weight.heavy = false;
      weight.supporter = screen(position, hit.capture);
    }
    return weight;
  }
  if (hit.worth.local <= 0) {
    Bars bars = bars_;
    bars.spared = rooks(position, opponent(x()));
    if (!exchanges_.worth_of(null_reply_, hit.capture, bars).effective) return {.root = Root::rooted};
  }
  for (Square s : position.pieces(x())) {
    if (s == hit.capture.from || s == position.king(x())) continue;
    const auto removed = without(position, s);
    if (!removed) continue;
    Field field(*removed);
    const bool still = captures_of(field.position()).contains(hit.capture) &&
                       exchanges_.worth_of(field, hit.capture, bars_).effective;
    if (still) continue;
    const bool under_rooted =
        !takes_over_own_piece(position, hit.capture) && position.attackers(t, x()).size() > roots.size();
    return {.heavy = false,
            .joint = true,
            .root = under_rooted ? Root::under_rooted : Root::rooted,
            .supporter = s};
  }
  if (hit.worth.local <= 0) return {.root = Root::rooted};
  return false_root(hit, roots);
}

// Says of the protectors why the first of them does not take back.
PlySearch::Weight PlySearch::false_root(const Hit& hit, SquareSet roots) {
  const Position taken = null_reply_.position().after(hit.capture);
  const Move back{*roots.begin(), hit.capture.to};
  Weight weight{.root = Root::false_root, .protector = back.from, .fault = RootFault::loses};
  if (!taken.is_legal(back))
    weight.fault = RootFault::pinned;
  else if (mates_.mate_in_one(taken.after(back)))
    weight.fault = RootFault::mated;
  return weight;
}

PlySearch::Weight PlySearch::weight_of_run() {
  const Position& position = null_reply_.position();
  Bars spared = bars_;
  spared.spared = rooks(position, opponent(x()));
  if (!runs_.wins(null_reply_, {.bars = spared, .exchanges = exchanges_now_}, 10))
    return {.root = Root::rooted};
  for (Square s : position.pieces(x())) {
    if (s == position.king(x())) continue;
    PieceSet silent;
    silent.insert(s);
    if (!runs_.wins(null_reply_, {.bars = bars_, .no_capture = silent, .exchanges = exchanges_now_}, 10))
      continue;
    const auto removed = without(position, s);
    if (!removed) continue;
    Field field(*removed);
    if (!runs_.wins(field, {.bars = bars_, .exchanges = exchanges_now_}, 10))
      return {.heavy = false, .joint = true, .root = Root::rooted, .supporter = s};
  }
  return {};
}

}  // namespace qipu::rules
