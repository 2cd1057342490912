#include "engine/rules/field.hpp"

namespace qipu::rules {
namespace {

MoveList not_onto(const MoveList& moves, Square king) {
  bool clean = true;
  for (Move m : moves) clean &= m.to != king;
  if (clean) return moves;
  MoveList list;
  for (Move m : moves)
    if (m.to != king) list.push_back(m);
  return list;
}

}  // namespace

std::optional<Position> without(const Position& position, Square square) {
  const auto piece = position.at(square);
  if (!piece || piece->kind == PieceKind::king) return std::nullopt;
  Setup setup = position.setup();
  setup[square] = std::nullopt;
  if (const auto removed = Position::from_diagram(setup)) return *removed;
  // The removal may open a line to the other general: then only the position with the turns exchanged can be
  // checked.
  setup.to_move = opponent(setup.to_move);
  if (const auto removed = Position::from_diagram(setup)) return removed->passed();
  return std::nullopt;
}

MoveList moves_of(const Position& position) {
  return not_onto(position.legal_moves(), position.king(opponent(position.to_move())));
}

MoveList captures_of(const Position& position) {
  return not_onto(position.legal_captures(), position.king(opponent(position.to_move())));
}

MoveList moves_ignoring_check(const Position& position) {
  MoveList list;
  const Square enemy_king = position.king(opponent(position.to_move()));
  const SquareSet own = position.pieces(position.to_move());
  for (Square from : own)
    for (int i = 0; i < Square::count; ++i) {
      const Square to = Square::at(i);
      if (own.contains(to) || to == enemy_king) continue;
      const auto why = position.why_illegal({from, to});
      if (!why || *why == Illegality::in_check || *why == Illegality::kings_facing)
        list.push_back({from, to});
    }
  return list;
}

}  // namespace qipu::rules
