// WXF move notation: C2=5, H8+7, R9.8, C+-2, +C-2, H++7, Pa=6. `+` advances, `-` retreats, `=` or `.` goes
// sideways. Source: the xqbase record standard and the files of PlayOK; letters of either case for either
// side.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/notation/move_text.hpp"

namespace qipu::notation {

/// The move that the whole of an ASCII text is; nothing when it is none. Looks at no board.
std::optional<MoveText> read_wxf(std::string_view text);
/// Reads a text that is one WXF move, also with a digit 1–7 for the piece (king advisor elephant horse rook
/// cannon pawn) or 1–5 before a pawn's file.
Resolution resolve_wxf(const Position& position, std::string_view text);
/// "C2=5", "H++7", "Pa+1". Precondition: a piece stands on `move.from`.
std::string write_wxf(const Position& position, Move move);

}  // namespace qipu::notation
