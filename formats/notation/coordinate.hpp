// Moves by points: ICCS H2-E2 and h2e2 (ranks 0–9), UCI of Western programs h3e3 and a10a9 (ranks 1–10), and
// WinBoard's SAN Che2, E0a2, cxc4, Rxf9+ (ranks 0–9).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/notation/move_text.hpp"

namespace qipu::notation {

/// "h2e2", "H2E2", "H2-E2"; the whole text.
std::optional<Move> read_iccs(std::string_view text);
/// "h3e3", "a10a9", "H3-E3": ranks 1–10.
std::optional<Move> read_uci(std::string_view text);
/// "H2-E2".
std::string write_iccs(Move move);

/// A legal move or why not.
Resolution resolve_points(const Position& position, Move move, Notation notation);
/// WinBoard's SAN, resolved by legality; a bare pawn move can stay ambiguous.
Resolution resolve_san(const Position& position, std::string_view text);

}  // namespace qipu::notation
