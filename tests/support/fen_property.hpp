// What must hold for any bytes that are read as FEN. For the fuzz target and for the mutations of the normal
// suite.
#pragma once

#include <string>
#include <string_view>

#include "engine/position.hpp"
#include "tests/support/plain_rules.hpp"

namespace qipu {

/// What does not hold, or nothing.
inline std::string fen_fault(std::string_view bytes) {
  const auto setup = parse_fen(bytes);
  if (!setup) {
    const Problem& problem = setup.error();
    if (!problem.code.starts_with("fen.") || problem.message.zh.empty() || problem.message.en.empty())
      return "a refusal without code or words";
    if (!problem.at || !problem.at->offset || *problem.at->offset > bytes.size())
      return "a refusal without place";
    return {};
  }
  const std::string fen = to_fen(*setup);
  const auto again = parse_fen(fen);
  if (!again || *again != *setup) return "not read back: " + fen;
  if (to_fen(*again) != fen) return "not canonical: " + fen;

  const auto position = Position::from(*setup);
  if (!position) return position.error().empty() ? "refused without a reason: " + fen : std::string();
  if (position->setup().pieces != setup->pieces) return "pieces lost: " + fen;
  const MoveList legal = position->legal_moves();
  const plain::Grid grid(*setup);
  if (grid.legal().size() != legal.size() ||
      static_cast<std::size_t>(position->legal_move_count()) != legal.size())
    return "another number of moves: " + fen;
  for (Move move : grid.legal())
    if (!legal.contains(move) || !position->is_legal(move)) return "misses " + iccs(move) + ": " + fen;
  for (Move move : legal) {
    Position next = *position;
    const auto undo = next.make(move);
    if (position->gives_check(move) != next.in_check()) return "wrong check after " + iccs(move) + ": " + fen;
    next.unmake(move, undo);
    if (!(next == *position)) return "not taken back: " + iccs(move) + ": " + fen;
  }
  return {};
}

}  // namespace qipu
