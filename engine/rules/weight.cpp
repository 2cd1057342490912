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
std::optional<Piece> screen(const Position& position, Move capture) {
  const int df = capture.to.file() - capture.from.file(), dr = capture.to.rank() - capture.from.rank();
  const int sf = (df > 0) - (df < 0), sr = (dr > 0) - (dr < 0);
  for (int f = capture.from.file() + sf, r = capture.from.rank() + sr;
       f != capture.to.file() || r != capture.to.rank(); f += sf, r += sr)
    if (const auto piece = position.at(Square::at(f, r))) return piece;
  return std::nullopt;
}

bool is_strong(PieceKind kind) {
  return kind == PieceKind::rook || kind == PieceKind::horse || kind == PieceKind::cannon;
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
    if (taker.kind == PieceKind::cannon) {
      const auto over = screen(position, hit.capture);
      weight.joint = over && over->side == x() && is_strong(over->kind);
      weight.heavy = !weight.joint;
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
    const bool under_rooted = position.attackers(t, x()).size() > roots.size();
    return {.heavy = false, .joint = true, .root = under_rooted ? Root::under_rooted : Root::rooted};
  }
  return {.root = hit.worth.local > 0 ? Root::false_root : Root::rooted};
}

PlySearch::Weight PlySearch::weight_of_run() {
  const Position& position = null_reply_.position();
  Bars spared = bars_;
  spared.spared = rooks(position, opponent(x()));
  if (!runs_.wins(null_reply_, {.bars = spared, .exchanges = exchanges_now_}, 10))
    return {.root = Root::rooted};
  for (Square s : position.pieces(x())) {
    if (!is_strong(position.at(s)->kind)) continue;
    PieceSet silent;
    silent.insert(s);
    if (!runs_.wins(null_reply_, {.bars = bars_, .no_capture = silent, .exchanges = exchanges_now_}, 10))
      continue;
    const auto removed = without(position, s);
    if (!removed) continue;
    Field field(*removed);
    if (!runs_.wins(field, {.bars = bars_, .exchanges = exchanges_now_}, 10))
      return {.heavy = false, .joint = true, .root = Root::rooted};
  }
  return {};
}

}  // namespace qipu::rules
