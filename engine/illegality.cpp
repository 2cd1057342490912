// Why a move may not be played, and the sentences for it.
#include "engine/moves.hpp"
#include "engine/position.hpp"

namespace qipu {
namespace {

/// Why a piece of `kind` does not get from one point to another, when it does not.
Illegality why_not_its_move(PieceKind kind, Side side, Move move, bool takes) {
  const int df = move.to.file() - move.from.file(), dr = move.to.rank() - move.from.rank();
  const int af = df < 0 ? -df : df, ar = dr < 0 ? -dr : dr;
  switch (kind) {
    case PieceKind::king:
      return af + ar == 1 ? Illegality::leaves_palace : Illegality::not_its_move;
    case PieceKind::advisor:
      return af == 1 && ar == 1 ? Illegality::leaves_palace : Illegality::not_its_move;
    case PieceKind::elephant:
      if (af != 2 || ar != 2) return Illegality::not_its_move;
      return (move.to.rank() <= 4) == (side == Side::red) ? Illegality::eye_blocked
                                                          : Illegality::crosses_river;
    case PieceKind::horse:
      return af * ar == 2 ? Illegality::leg_blocked : Illegality::not_its_move;
    case PieceKind::rook:
      return df && dr ? Illegality::not_its_move : Illegality::path_blocked;
    case PieceKind::cannon:
      if (df && dr) return Illegality::not_its_move;
      return takes ? Illegality::cannon_no_screen : Illegality::cannon_over_screen;
    case PieceKind::pawn:
      if (af + ar != 1) return Illegality::not_its_move;
      return dr ? Illegality::pawn_backward : Illegality::pawn_sideways;
  }
  return Illegality::not_its_move;
}

}  // namespace

bool Position::is_legal(Move move) const {
  const Side us = board_.to_move;
  const int from = move.from.index(), to = move.to.index(), id = board_.id_at(from), king_id = piece_id::first(us);
  if (static_cast<unsigned>(id - king_id) >= piece_id::end || board_.of(us).contains(move.to)) return false;
  const SquareSet occupied = board_.occupied();
  if (!reach::of(board_, occupied, id).contains(move.to)) return false;
  return !is_attacked(board_, occupied, opponent(us), id == king_id ? to : board_.where(king_id), {id, from, to});
}

std::optional<Illegality> Position::why_illegal(Move move) const {
  const auto piece = at(move.from);
  const Side us = board_.to_move, them = opponent(us);
  if (!piece) return Illegality::no_piece;
  if (piece->side != us) return Illegality::opponents_piece;
  if (move.from == move.to) return Illegality::same_square;
  const auto target = at(move.to);
  if (target && target->side == us) return Illegality::own_piece_there;

  const SquareSet occupied = board_.occupied();
  const int id = board_.id_at(move.from.index()), king_id = piece_id::first(us);
  if (!reach::of(board_, occupied, id).contains(move.to))
    return why_not_its_move(piece->kind, us, move, target.has_value());

  const int general = id == king_id ? move.to.index() : board_.where(king_id);
  bool exposed = false, by_other = false;
  const int other = board_.where(piece_id::first(them));
  each_attacker(board_, occupied, them, general, {id, move.from.index(), move.to.index()}, [&](int attacker) {
    exposed = true;
    return by_other = attacker != other;
  });
  if (!exposed) return std::nullopt;
  return by_other ? Illegality::in_check : Illegality::kings_facing;
}

std::string_view code(Illegality why) {
  constexpr std::string_view codes[] = {
      "no_piece",         "opponents_piece",    "same_square",   "own_piece_there",
      "not_its_move",     "leaves_palace",      "crosses_river", "pawn_backward",
      "pawn_sideways",    "leg_blocked",        "eye_blocked",   "path_blocked",
      "cannon_no_screen", "cannon_over_screen", "kings_facing",  "in_check"};
  return codes[static_cast<int>(why)];
}

Text explain(Illegality why) {
  switch (why) {
    case Illegality::no_piece:
      return {"这里没有棋子", "There is no piece here"};
    case Illegality::opponents_piece:
      return {"这是对方的棋子", "This is the other side's piece"};
    case Illegality::same_square:
      return {"起点和终点是同一个位置", "The move starts and ends on the same point"};
    case Illegality::own_piece_there:
      return {"那里有自己的棋子", "An own piece stands there"};
    case Illegality::not_its_move:
      return {"这种棋子不这样走", "This piece does not move like that"};
    case Illegality::leaves_palace:
      return {"将（帅）、士（仕）不能出九宫", "The general and the advisors may not leave the palace"};
    case Illegality::crosses_river:
      return {"象（相）不能过河", "The elephant may not cross the river"};
    case Illegality::pawn_backward:
      return {"兵（卒）不能后退", "A soldier may not go back"};
    case Illegality::pawn_sideways:
      return {"兵（卒）没过河不能横走", "A soldier may not go sideways before it has crossed the river"};
    case Illegality::leg_blocked:
      return {"蹩马腿", "The horse's leg is blocked"};
    case Illegality::eye_blocked:
      return {"塞象眼", "The elephant's eye is blocked"};
    case Illegality::path_blocked:
      return {"路上有棋子挡着", "A piece stands in the way"};
    case Illegality::cannon_no_screen:
      return {"炮吃子要隔一个子", "A cannon takes by jumping exactly one piece"};
    case Illegality::cannon_over_screen:
      return {"炮不吃子不能隔子走", "A cannon that does not take may not jump"};
    case Illegality::kings_facing:
      return {"走了以后将帅照面", "The generals would face each other"};
    case Illegality::in_check:
      return {"走了以后自己被将军", "The own general would be in check"};
  }
  return {};
}

}  // namespace qipu
