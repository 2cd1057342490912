// A checked position: legal moves, checks, attacks, and why a move is not legal. Source:
// 《象棋竞赛规则(2011)》 1–5, rule:M1–M5. No allocation, no exceptions.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "engine/board.hpp"
#include "engine/move.hpp"
#include "engine/piece.hpp"
#include "engine/problem.hpp"
#include "engine/setup.hpp"
#include "engine/square.hpp"

namespace qipu {

/// Why a move may not be played, the first that applies in this order.
enum class Illegality : std::uint8_t {
  no_piece,            ///< there is no piece on the point
  opponents_piece,     ///< the piece is the other side's
  same_square,         ///< from and to are the same point
  own_piece_there,     ///< an own piece stands on the target
  not_its_move,        ///< this kind of piece never moves like that
  leaves_palace,       ///< 将、士出九宫
  crosses_river,       ///< 象过河
  pawn_backward,       ///< 兵卒后退
  pawn_sideways,       ///< 未过河的兵卒横走
  leg_blocked,         ///< 蹩马腿
  eye_blocked,         ///< 塞象眼
  path_blocked,        ///< something stands between
  cannon_no_screen,    ///< a cannon captures without exactly one screen
  cannon_over_screen,  ///< a cannon that does not capture may not jump
  kings_facing,        ///< 将帅照面: the move leaves the generals facing each other
  in_check,            ///< 送将 or 应将不解: the own general can be taken after the move
};

std::string_view code(Illegality why);  ///< "leg_blocked", …
Text explain(Illegality why);           ///< a short sentence that a player understands

enum class Terminal : std::uint8_t { none, checkmate, stalemate };
constexpr std::string_view name(Terminal t) {
  return t == Terminal::none ? "none" : t == Terminal::checkmate ? "checkmate" : "stalemate";
}

class Position {
 public:
  static Position start();
  /// Checks a setup; refuses with every reason that holds.
  static std::expected<Position, SetupFaults> from(const Setup& setup);
  /// The same, but soldiers may stand anywhere: printed diagrams and compositions place them so.
  static std::expected<Position, SetupFaults> from_diagram(const Setup& setup);
  /// parse_fen() and from() in one.
  static std::expected<Position, Problem> from_fen(std::string_view fen);

  Setup setup() const;
  std::optional<Piece> at(Square s) const {
    const std::uint8_t code = code_at(s);
    return code ? std::optional(
                      Piece{static_cast<Side>((code - 1) / 7), static_cast<PieceKind>((code - 1) % 7)})
                : std::nullopt;
  }
  Side to_move() const { return board_.to_move; }
  Square king(Side side) const { return Square::at(board_.where(piece_id::first(side))); }
  /// The points on which `side` has pieces.
  SquareSet pieces(Side side) const { return board_.of(side); }
  /// The points of `side`'s pieces of one kind.
  SquareSet pieces(Side side, PieceKind kind) const;
  SquareSet pieces_on_file(Side side, PieceKind kind, int file) const;
  /// Placement and side to move, 64 bits; the same for the same position, whatever came before (rule:R4).
  std::uint64_t key() const { return board_.key; }

  /// All legal moves, in no particular order.
  MoveList legal_moves() const;
  /// Legal moves that take a piece.
  MoveList legal_captures() const;
  bool is_legal(Move move) const;
  /// Nothing when the move is legal.
  std::optional<Illegality> why_illegal(Move move) const;
  bool has_legal_move() const { return legal_move_count() != 0; }
  int legal_move_count() const;

  /// The side to move is in check (facing generals cannot arise in a checked position).
  bool in_check() const { return in_check(board_.to_move); }
  bool in_check(Side side) const;
  /// Points of `by`'s pieces that attack `target` as moves of pieces go, pins not looked at; a general
  /// attacks along an open file only the other general.
  SquareSet attackers(Square target, Side by) const;
  bool attacked(Square target, Side by) const { return !attackers(target, by).empty(); }
  /// The points of the pieces that give check after the legal `move`: empty when it gives none.
  SquareSet checkers_after(Move move) const;
  bool gives_check(Move move) const;
  /// False: the move gives no check beyond one that stands already. A look at two points, where gives_check() looks at the
  /// pieces.
  bool may_give_check(Move move) const;
  /// Pieces of `side`, the general aside, with a move that would expose the general to a piece that does not
  /// attack it already: 牵制.
  SquareSet pinned(Side side) const;
  Terminal terminal() const;

  /// What make() overwrote; give it back to unmake().
  struct Undo {
    SquareSet pieces;  ///< of the side that did not move
    std::uint64_t key;
    std::uint16_t from_file, to_file;
    std::uint8_t captured;  ///< the number of the piece that was taken, 0 when none was
  };
  /// Precondition: the move is at least pseudo-legal for the side to move.
  Undo make(Move move);
  void unmake(Move move, const Undo& undo);
  /// The position after a move; same precondition as make().
  Position after(Move move) const {
    Position p = *this;
    p.make(move);
    return p;
  }
  /// The same placement with the other side to move (a null move). The result may have the side not to move
  /// in check: analysis uses it, records never do.
  Position passed() const;

  /// The same pieces on the same points and the same side to move.
  bool operator==(const Position& o) const;

  /// How the engine keeps it; for the engine's own files.
  const Board& board() const { return board_; }

 private:
  Position() = default;
  static std::expected<Position, SetupFaults> from(const Setup& setup, bool pawns_anywhere);
  std::uint8_t code_at(Square s) const {
    return piece_id::codes[board_.piece_at[static_cast<std::size_t>(s.index())]];
  }
  Board board_;
};

/// Number of leaf nodes of the tree of legal moves of the given depth. The last ply is counted, not made.
std::uint64_t perft(const Position& position, int depth);

}  // namespace qipu

#include "engine/make.hpp"
