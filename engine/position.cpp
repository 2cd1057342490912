#include "engine/position.hpp"

#include "engine/moves.hpp"

namespace qipu {
namespace {

constexpr bool can_stand(Piece p, Square s) {
  const int f = s.file(), r = p.side == Side::red ? s.rank() : 9 - s.rank();
  switch (p.kind) {
    case PieceKind::king:
      return f >= 3 && f <= 5 && r <= 2;
    case PieceKind::advisor:
      return (r == 1 && f == 4) || ((r == 0 || r == 2) && (f == 3 || f == 5));
    case PieceKind::elephant:
      return ((r == 0 || r == 4) && (f == 2 || f == 6)) || (r == 2 && (f == 0 || f == 4 || f == 8));
    case PieceKind::pawn:
      return r > 4 || ((r == 3 || r == 4) && f % 2 == 0);
    default:
      return true;
  }
}

constexpr int owned[] = {1, 2, 2, 2, 2, 2, 5};         // of every kind
constexpr int number_from[] = {0, 1, 3, 5, 7, 9, 11};  // piece_id of every kind, from the general

SetupFaults faults_of_pieces(const Setup& setup, bool pawns_anywhere) {
  SetupFaults faults;
  int counts[2][7] = {};
  for (int i = 0; i < Square::count; ++i) {
    const auto& piece = setup[Square::at(i)];
    if (!piece) continue;
    ++counts[static_cast<int>(piece->side)][static_cast<int>(piece->kind)];
    const bool free = pawns_anywhere && piece->kind == PieceKind::pawn;
    if (!free && !can_stand(*piece, Square::at(i))) faults.insert(SetupFault::impossible_square);
  }
  for (const auto& side : counts) {
    if (side[0] == 0) faults.insert(SetupFault::no_king);
    if (side[0] > 1) faults.insert(SetupFault::several_kings);
    for (int kind = 1; kind < 7; ++kind)
      if (side[kind] > owned[kind]) faults.insert(SetupFault::too_many_pieces);
  }
  return faults;
}

/// The board of a setup; pieces beyond those a side owns are left out.
Board board_of(const Setup& setup) {
  Board board;
  board.point_of.fill(dead_point);
  int placed[2][7] = {};
  for (int i = 0; i < Square::count; ++i) {
    const auto& piece = setup[Square::at(i)];
    if (!piece) continue;
    const int kind = static_cast<int>(piece->kind);
    int& n = placed[static_cast<int>(piece->side)][kind];
    if (n == owned[kind]) continue;
    const int id = piece_id::first(piece->side) + number_from[kind] + n++;
    const Point& p = reach::point(i);
    board.piece_at[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(id);
    board.point_of[static_cast<std::size_t>(id)] = static_cast<std::uint8_t>(i);
    board.of(piece->side).insert(Square::at(i));
    board.files[p.file] |= p.file_bit;
    board.key ^= key_of(id, Square::at(i));
  }
  board.to_move = setup.to_move;
  if (setup.to_move == Side::black) board.key ^= tables.black_to_move;
  return board;
}

}  // namespace

Position Position::start() { return *from(Setup::start()); }

std::expected<Position, SetupFaults> Position::from(const Setup& setup) { return from(setup, false); }

std::expected<Position, SetupFaults> Position::from_diagram(const Setup& setup) { return from(setup, true); }

std::expected<Position, SetupFaults> Position::from(const Setup& setup, bool pawns_anywhere) {
  SetupFaults faults = faults_of_pieces(setup, pawns_anywhere);
  Position p;
  p.board_ = board_of(setup);
  if (!faults.contains(SetupFault::no_king) && !faults.contains(SetupFault::several_kings)) {
    const Side idle = opponent(setup.to_move);
    const Square mover = p.king(setup.to_move);
    for (Square attacker : p.attackers(p.king(idle), setup.to_move))
      faults.insert(attacker == mover ? SetupFault::kings_facing : SetupFault::opponent_in_check);
  }
  if (!faults.empty()) return std::unexpected(faults);
  return p;
}

std::expected<Position, Problem> Position::from_fen(std::string_view fen) {
  const auto setup = parse_fen(fen);
  if (!setup) return std::unexpected(setup.error());
  const auto position = from(*setup);
  if (!position) return std::unexpected(problem(position.error()));
  return *position;
}

Setup Position::setup() const {
  Setup setup;
  for (int i = 0; i < Square::count; ++i) setup[Square::at(i)] = at(Square::at(i));
  setup.to_move = board_.to_move;
  return setup;
}

SquareSet Position::pieces(Side side, PieceKind kind) const {
  SquareSet set;
  const int first = piece_id::first(side) + number_from[static_cast<int>(kind)];
  for (int id = first; id < first + owned[static_cast<int>(kind)]; ++id)
    set = set | reach::point(board_.where(id)).bit;
  return set;
}

SquareSet Position::pieces_on_file(Side side, PieceKind kind, int file) const {
  std::uint64_t south = 0, north = 0;
  const int first = piece_id::first(side) + number_from[static_cast<int>(kind)];
  for (int id = first; id < first + owned[static_cast<int>(kind)]; ++id) {
    const Point& p = reach::point(board_.where(id));
    const std::uint64_t there = -std::uint64_t{p.file == file};
    south |= p.bit.south() & there;
    north |= p.bit.north() & there;
  }
  return SquareSet::of(south, north);
}

bool Position::operator==(const Position& o) const {
  if (board_.key != o.board_.key || board_.to_move != o.board_.to_move) return false;
  for (int i = 0; i < Square::count; ++i)
    if (code_at(Square::at(i)) != o.code_at(Square::at(i))) return false;
  return true;
}

SquareSet Position::attackers(Square target, Side by) const {
  const SquareSet occupied = board_.occupied();
  const Point& t = reach::point(target.index());
  const int first = piece_id::first(by);
  const SquareSet as_rook = reach::rook(board_, occupied, t),
                  as_cannon = reach::cannon(board_, occupied, t) & occupied;
  SquareSet set;
  const auto among = [&](int begin, int end, SquareSet sight) {
    for (int id = first + begin; id < first + end; ++id)
      set = set | (reach::point(board_.where(id)).bit & sight);
  };
  among(piece_id::rooks, piece_id::cannons, as_rook);
  among(piece_id::cannons, piece_id::pawns, as_cannon);
  const auto reaching = [&](int begin, int end) {
    for (int id = first + begin; id < first + end; ++id)
      if (reach::of(board_, occupied, id).contains(target)) set = set | reach::point(board_.where(id)).bit;
  };
  reaching(0, piece_id::rooks);
  reaching(piece_id::pawns, piece_id::end);
  if (board_.id_at(target.index()) == piece_id::first(opponent(by)) &&
      t.file == reach::point(board_.where(first)).file)
    among(0, 1, as_rook);
  return set;
}

bool Position::in_check(Side side) const {
  return is_attacked(board_, board_.occupied(), opponent(side), king(side).index(), {});
}

bool Position::gives_check(Move move) const {
  return is_attacked(board_, board_.occupied(), board_.to_move, king(opponent(board_.to_move)).index(),
                     {board_.id_at(move.from.index()), move.from.index(), move.to.index()});
}

bool Position::may_give_check(Move move) const {
  const int target = board_.where(piece_id::first(opponent(board_.to_move)));
  const SquareSet& watched = tables.watched[reach::point(target).palace];
  return watched.contains(move.from) || watched.contains(move.to);
}

SquareSet Position::checkers_after(Move move) const {
  SquareSet set;
  const int id = board_.id_at(move.from.index());
  each_attacker(board_, board_.occupied(), board_.to_move, king(opponent(board_.to_move)).index(),
                {id, move.from.index(), move.to.index()}, [&](int attacker) {
                  set.insert(Square::at(attacker));
                  return false;
                });
  return set;
}

SquareSet Position::pinned(Side side) const {
  const SquareSet occupied = board_.occupied(), own = board_.of(side);
  const Restraints restraints(board_, occupied, side);
  SquareSet set;
  for (int id = piece_id::first(side) + 1; id < piece_id::first(side) + piece_id::end; ++id)
    if (!reach::of(board_, occupied, id).without(own).without(restraints.unexposed(id)).empty())
      set = set | reach::point(board_.where(id)).bit;
  return set;
}

Terminal Position::terminal() const {
  if (has_legal_move()) return Terminal::none;
  return in_check() ? Terminal::checkmate : Terminal::stalemate;
}

MoveList Position::legal_moves() const { return list_moves(board_, SquareSet::all()); }

MoveList Position::legal_captures() const { return list_moves(board_, board_.of(opponent(board_.to_move))); }

int Position::legal_move_count() const { return count_moves(board_); }

Position Position::passed() const {
  Position p = *this;
  p.board_.to_move = opponent(board_.to_move);
  p.board_.key ^= tables.black_to_move;
  return p;
}

}  // namespace qipu
