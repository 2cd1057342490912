// The world and Asian rules: what attacks is decided by looking, without search; kills, exchanges and joint
// attacks do not exist. Source: rules.md 3.4.
#include "engine/rules/field.hpp"
#include "engine/rules/material.hpp"
#include "engine/rules/rule_set.hpp"

namespace qipu::rules {
namespace {

bool is_guard(PieceKind kind) { return kind == PieceKind::advisor || kind == PieceKind::elephant; }

// Whether a legal capture attacks; the side to move is the attacker.
bool attacks(const Position& position, Move capture) {
  const Piece taker = *position.at(capture.from), target = *position.at(capture.to);
  if (taker.kind == PieceKind::king || taker.kind == PieceKind::pawn || !is_valued(target, capture.to))
    return false;
  if (target.kind == PieceKind::rook && taker.kind != PieceKind::rook) return true;
  if ((target.kind == PieceKind::horse || target.kind == PieceKind::cannon) && is_guard(taker.kind))
    return true;
  if (taker.kind == target.kind && captures_of(position.passed()).contains({capture.to, capture.from}))
    return false;
  const Position taken = position.after(capture);
  for (Move recapture : captures_of(taken))
    if (recapture.to == capture.to) return false;
  return true;
}

// For the position before the move an attack also stood when no enemy piece was seen to protect the target:
// stepping off a line that hid a root is no chase, cutting a root that was seen is one.
bool attacked_before(const PlyContext& context, Square from, Square target) {
  const Move capture{from, target};
  // In check it could not take, but what only the check forbade is no doing of the reply.
  const bool reached = context.before.in_check()
                           ? context.before.attackers(target, context.mover()).contains(from)
                           : captures_of(context.before).contains(capture);
  if (!reached) return false;
  if (attacks(context.before, capture)) return true;
  const Piece taker = *context.before.at(from);
  const bool same_kind = taker.kind == context.before.at(target)->kind;
  if (same_kind && captures_of(context.before.passed()).contains({target, from})) return false;
  return !context.before.attacked(target, opponent(context.mover()));
}

Root root_of(const Position& position, Move capture) {
  if (!position.after(capture).attacked(capture.to, opponent(position.to_move()))) return Root::unrooted;
  for (Move recapture : captures_of(position.after(capture)))
    if (recapture.to == capture.to) return Root::rooted;
  return Root::false_root;
}

}  // namespace

NamedPly name_ply_wxf(const PlyContext& context, const SearchBudget&) {
  NamedPly ply;
  ply.finding = {.ply = context.ply, .move = context.move};
  if (context.after.in_check()) {
    name_check(ply, context);
    return ply;
  }
  const Position null_reply = context.after.passed();
  for (Move capture : captures_of(null_reply)) {
    if (!attacks(null_reply, capture)) continue;
    const bool by_moved = capture.from == context.move.to;
    const Square from = by_moved ? context.move.from : capture.from;
    if (attacked_before(context, from, capture.to)) continue;
    const bool stood = context.before.attackers(capture.to, context.mover()).contains(from);
    ply.finding.label = Label::chase;
    ply.finding.heavy = true;
    ply.targets.push_back(context.ids_after[static_cast<std::size_t>(capture.to.index())]);
    ply.finding.reasons.push_back({.kind = Label::chase,
                                   .by = capture.from,
                                   .piece = null_reply.at(capture.from)->kind,
                                   .target = capture.to,
                                   .target_piece = null_reply.at(capture.to)->kind,
                                   .root = root_of(null_reply, capture),
                                   .via = by_moved ? Via::direct
                                          : stood  ? Via::root_cut
                                                   : Via::discovered});
    if (!by_moved || ply.finding.reasons.back().root == Root::false_root) ply.certainty = Certainty::likely;
  }
  return ply;
}

}  // namespace qipu::rules
