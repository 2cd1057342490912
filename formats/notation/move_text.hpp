// A move as players say it: which piece, which way, how far. Chinese notation and WXF are two spellings of
// it; the piece is found on the board and the move is whatever reading is legal (formats: resolver by
// legality).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "engine/move.hpp"
#include "engine/position.hpp"
#include "formats/notation/symbols.hpp"

namespace qipu::notation {

/// Which of several like pieces is meant.
struct Selector {
  enum Kind : std::uint8_t { none, front, middle, rear, nth };
  Kind kind = none;
  std::uint8_t number = 0;  ///< for nth: 1–5
  constexpr bool operator==(const Selector&) const = default;
};

struct MoveText {
  PieceKind piece = PieceKind::pawn;
  std::uint8_t file = 0;  ///< 1–9 from the mover's right; 0: not said
  Selector selector;
  Direction direction = Direction::forward;
  std::uint8_t number =
      0;  ///< 1–9: a file, or a distance for king, rook, cannon and pawn moving along a file
  constexpr bool operator==(const MoveText&) const = default;
};

enum class MoveFault : std::uint8_t {
  unreadable,  ///< no move in a notation that we know
  no_piece,    ///< no piece on the board fits
  illegal,     ///< a piece fits, but the move is not legal
  ambiguous,   ///< several legal moves fit
};

/// Why a text gave no move. `move` and `why` are there when exactly one reading was left and it is not legal.
struct Unresolved {
  MoveFault fault = MoveFault::unreadable;
  std::optional<Move> move;
  std::optional<Illegality> why;
};

enum class Notation : std::uint8_t {
  chinese,  ///< 炮二平五
  wxf,      ///< C2=5
  iccs,     ///< h2e2, H2-E2: ranks 0–9
  uci,      ///< h3e3, a10a9: ranks 1–10
  san,      ///< Che2, Rxf9+: WinBoard, ranks 0–9
};

struct Resolved {
  Move move;
  Notation notation = Notation::chinese;
  bool loose = false;  ///< the text does not single the piece out by the rules of notation; only legality did
};
using Resolution = std::expected<Resolved, Unresolved>;

/// The one legal move that the text can mean.
Resolution resolve(const Position& position, const MoveText& text);
/// How the move is said. Precondition: a piece stands on `move.from`.
MoveText describe(const Position& position, Move move);

}  // namespace qipu::notation
