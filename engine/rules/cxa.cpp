// The Chinese rules: what they call each move, in the order in which they ask. Source: rules.md 2, 3.2.
#include <algorithm>

#include "engine/rules/ply_search.hpp"

namespace qipu::rules {
namespace {

Square id_of(const PlyContext& context, Square s) {
  return Square::at(context.ids_after[static_cast<std::size_t>(s.index())]);
}

bool is_guard(PieceKind kind) { return kind == PieceKind::advisor || kind == PieceKind::elephant; }

// rule:C5: the last attacking piece keeps the drawing key point; the guard that it happens to hit is not
// chased.
bool holds_key_point(PlySearch& search) {
  const Position& position = search.context().after;
  const auto strong = [&](Side side) {
    int count = 0;
    for (Square s : position.pieces(side)) {
      const PieceKind kind = position.at(s)->kind;
      count += kind != PieceKind::king && !is_guard(kind);
    }
    return count;
  };
  if (strong(search.x()) != 1 || strong(opponent(search.x())) <= 1) return false;
  for (const Hit& hit : search.chase().hits)
    if (!is_guard(position.at(hit.capture.to)->kind)) return false;
  if (search.run().gain > 0 && search.chase().hits.empty() &&
      !is_guard(position.at(search.run().target)->kind))
    return false;
  return search.kill_is_parried();
}

Via via_of(const PlyContext& context, const Hit& hit) {
  if (hit.worth.local <= 0) return Via::exchange;
  if (hit.capture.from == context.move.to) return Via::direct;
  return hit.was_attack ? Via::root_cut : Via::discovered;
}

Certainty certainty_of(const PlyContext& context, const Hit& hit, const Reason& reason) {
  if (hit.worth.local != hit.worth.exchange || hit.parried) return Certainty::arbiter;
  const bool plain = hit.capture.from == context.move.to && !hit.was_attack && reason.root == Root::unrooted;
  return plain ? Certainty::certain : Certainty::likely;
}

void name_kill(NamedPly& ply, PlySearch& search) {
  const PlyContext& context = search.context();
  ply.finding.label = Label::kill;
  ply.finding.heavy = true;
  ply.certainty = search.kill() <= 3 ? Certainty::likely : Certainty::arbiter;
  const Move first = search.killing_move();
  ply.finding.reasons.push_back({.kind = Label::kill,
                                 .by = first.from,
                                 .piece = context.after.at(first.from)->kind,
                                 .target = context.after.king(opponent(search.x())),
                                 .via = first.from == context.move.to ? Via::direct : Via::discovered,
                                 .first = first,
                                 .checks = search.kill()});
}

void name_chase(NamedPly& ply, PlySearch& search) {
  const PlyContext& context = search.context();
  ply.finding.label = Label::chase;
  ply.certainty = Certainty::arbiter;
  for (const Hit& hit : search.chase().hits) {
    const auto weight = search.weight(hit);
    Reason reason{.kind = Label::chase,
                  .by = hit.capture.from,
                  .piece = context.after.at(hit.capture.from)->kind,
                  .target = hit.capture.to,
                  .target_piece = context.after.at(hit.capture.to)->kind,
                  .root = weight.root,
                  .protector = weight.protector,
                  .fault = weight.fault,
                  .supporter = weight.supporter,
                  .joint = weight.joint,
                  .via = via_of(context, hit),
                  .heavy = weight.heavy};
    ply.certainty = std::min(ply.certainty, certainty_of(context, hit, reason));
    ply.finding.heavy |= weight.heavy;
    ply.targets.push_back(static_cast<std::uint8_t>(id_of(context, hit.capture.to).index()));
    ply.finding.reasons.push_back(reason);
  }
  if (!ply.finding.reasons.empty()) return;
  const auto weight = search.weight_of_run();
  const RunFacts& run = search.run();
  ply.finding.heavy = weight.heavy;
  ply.finding.reasons.push_back({.kind = Label::chase,
                                 .by = run.first.from,
                                 .piece = context.after.at(run.first.from)->kind,
                                 .target = run.target,
                                 .target_piece = context.after.at(run.target)->kind,
                                 .root = weight.root,
                                 .supporter = weight.supporter,
                                 .joint = weight.joint,
                                 .via = Via::check,
                                 .heavy = weight.heavy,
                                 .first = run.first});
}

}  // namespace

NamedPly name_ply_cxa(const PlyContext& context, const SearchBudget& budget) {
  NamedPly ply;
  ply.finding = {.ply = context.ply, .move = context.move};
  PlySearch search(context, budget);
  if (search.gives_check()) {
    name_check(ply, context);
  } else if (search.was_in_check() && search.moved() == PieceKind::king) {
    ply.finding.clause = "rule:C2";
  } else if (search.kill() > 0 && !search.kill_by_own_check() && !search.kill_is_the_chase()) {
    name_kill(ply, search);
  } else if (!search.chase().hits.empty() || search.run().gain > 0) {
    if (holds_key_point(search)) {
      ply.finding.clause = "rule:C5";
      ply.certainty = Certainty::arbiter;
    } else {
      name_chase(ply, search);
      ply.finding.heavy |= search.kill() > 0 && !search.kill_by_own_check();  // rule:P7
    }
  } else if (search.chase().new_exchange) {
    ply.finding.label = Label::exchange;
    ply.finding.clause = "rule:C11";
    ply.certainty = Certainty::likely;
  } else if (search.obstructs()) {
    ply.finding.label = Label::block;
    ply.certainty = Certainty::likely;
  } else if (search.chase().any_effective) {
    ply.finding.clause = "rule:C6";
    ply.certainty = Certainty::likely;
  }
  ply.exhausted = search.exhausted();
  if (ply.exhausted) ply.certainty = Certainty::arbiter;
  return ply;
}

}  // namespace qipu::rules
