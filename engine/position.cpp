#include "engine/position.hpp"

namespace qipu {
namespace {

constexpr std::uint8_t code_of(Piece p) {
  return static_cast<std::uint8_t>(1 + static_cast<int>(p.side) * 7 + static_cast<int>(p.kind));
}
constexpr Piece piece_of(std::uint8_t c) {
  return Piece{static_cast<Side>((c - 1) / 7), static_cast<PieceKind>((c - 1) % 7)};
}

constexpr bool inside(int file, int rank) { return file >= 0 && file < 9 && rank >= 0 && rank < 10; }
constexpr bool in_palace(Side side, int file, int rank) {
  return file >= 3 && file <= 5 && (side == Side::red ? rank >= 0 && rank <= 2 : rank >= 7 && rank <= 9);
}
constexpr bool own_half(Side side, int rank) { return side == Side::red ? rank <= 4 : rank >= 5; }

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

constexpr std::uint64_t mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
#ifdef __wasm__
// A phone downloads the module: a table of random numbers does not compress, so they are made when asked for.
struct Keys {
  struct Row {
    int code;
    constexpr std::uint64_t operator[](std::size_t s) const {
      return code == 0 ? 0 : mix(static_cast<std::uint64_t>(code * 90) + s);
    }
  };
  struct Rows {
    constexpr Row operator[](int code) const { return {code}; }
  };
  Rows of;
  std::uint64_t black_to_move = mix(4242);
};
#else
struct Keys {
  std::uint64_t of[15][Square::count]{};
  std::uint64_t black_to_move = mix(4242);
  constexpr Keys() {
    for (int c = 1; c < 15; ++c)
      for (int s = 0; s < Square::count; ++s) of[c][s] = mix(static_cast<std::uint64_t>(c * 90 + s));
  }
};
#endif
constexpr Keys keys;

constexpr int kStraight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr int kHorse[8][2] = {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}};
constexpr int kDiagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

}  // namespace

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

Position Position::start() { return *from(Setup::start()); }

std::expected<Position, SetupFaults> Position::from(const Setup& setup) {
  constexpr int limits[] = {1, 2, 2, 2, 2, 2, 5};
  Position p;
  SetupFaults faults;
  int counts[2][7] = {};
  for (int i = 0; i < Square::count; ++i) {
    const Square s = Square::at(i);
    const auto& piece = setup[s];
    if (!piece) continue;
    ++counts[static_cast<int>(piece->side)][static_cast<int>(piece->kind)];
    if (!can_stand(*piece, s)) faults.insert(SetupFault::impossible_square);
    if (piece->kind == PieceKind::king) p.kings_[static_cast<std::size_t>(piece->side)] = s;
    p.board_[static_cast<std::size_t>(i)] = code_of(*piece);
    p.key_ ^= keys.of[code_of(*piece)][i];
  }
  p.to_move_ = setup.to_move;
  if (setup.to_move == Side::black) p.key_ ^= keys.black_to_move;
  for (const auto& side : counts) {
    if (side[0] == 0) faults.insert(SetupFault::no_king);
    if (side[0] > 1) faults.insert(SetupFault::several_kings);
    for (int k = 1; k < 7; ++k)
      if (side[k] > limits[k]) faults.insert(SetupFault::too_many_pieces);
  }
  if (!faults.contains(SetupFault::no_king) && !faults.contains(SetupFault::several_kings)) {
    const Square r = p.kings_[0], b = p.kings_[1];
    bool facing = r.file() == b.file();
    for (int rank = r.rank() + 1; facing && rank < b.rank(); ++rank)
      facing = !p.at(Square::at(r.file(), rank));
    if (facing) {
      faults.insert(SetupFault::kings_facing);
    } else if (p.in_check(opponent(p.to_move_))) {
      faults.insert(SetupFault::opponent_in_check);
    }
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
  setup.to_move = to_move_;
  return setup;
}

SquareSet Position::pieces(Side side) const {
  SquareSet set;
  for (int i = 0; i < Square::count; ++i)
    if (const auto p = at(Square::at(i)); p && p->side == side) set.insert(Square::at(i));
  return set;
}

template <class F>
void Position::pseudo_moves(Square from, F&& visit) const {
  const Piece piece = piece_of(board_[static_cast<std::size_t>(from.index())]);
  const int f = from.file(), r = from.rank();
  const auto occupied = [&](int file, int rank) {
    return board_[static_cast<std::size_t>(rank * 9 + file)] != 0;
  };
  const auto step = [&](int file, int rank) {
    if (!inside(file, rank)) return;
    const Square to = Square::at(file, rank);
    if (const auto there = at(to); !there || there->side != piece.side) visit(Move{from, to});
  };
  switch (piece.kind) {
    case PieceKind::king:
      for (const auto& [df, dr] : kStraight)
        if (in_palace(piece.side, f + df, r + dr)) step(f + df, r + dr);
      break;
    case PieceKind::advisor:
      for (const auto& [df, dr] : kDiagonal)
        if (in_palace(piece.side, f + df, r + dr)) step(f + df, r + dr);
      break;
    case PieceKind::elephant:
      for (const auto& [df, dr] : kDiagonal) {
        const int tf = f + 2 * df, tr = r + 2 * dr;
        if (inside(tf, tr) && own_half(piece.side, tr) && !occupied(f + df, r + dr)) step(tf, tr);
      }
      break;
    case PieceKind::horse:
      for (const auto& [df, dr] : kHorse) {
        if (!inside(f + df, r + dr)) continue;
        if (!occupied(f + df / 2, r + dr / 2)) step(f + df, r + dr);
      }
      break;
    case PieceKind::rook:
      for (const auto& [df, dr] : kStraight)
        for (int x = f + df, y = r + dr; inside(x, y); x += df, y += dr) {
          step(x, y);
          if (occupied(x, y)) break;
        }
      break;
    case PieceKind::cannon:
      for (const auto& [df, dr] : kStraight) {
        int x = f + df, y = r + dr;
        for (; inside(x, y) && !occupied(x, y); x += df, y += dr) step(x, y);
        for (x += df, y += dr; inside(x, y); x += df, y += dr)
          if (occupied(x, y)) {
            step(x, y);
            break;
          }
      }
      break;
    case PieceKind::pawn: {
      step(f, r + (piece.side == Side::red ? 1 : -1));
      if (!own_half(piece.side, r)) {
        step(f - 1, r);
        step(f + 1, r);
      }
      break;
    }
  }
}

SquareSet Position::attackers(Square target, Side by) const {
  SquareSet set;
  const int f = target.file(), r = target.rank();
  const auto is = [&](int file, int rank, PieceKind kind) {
    return board_[static_cast<std::size_t>(rank * 9 + file)] == code_of(Piece{by, kind});
  };
  for (const auto& [df, dr] : kStraight) {
    int seen = 0;
    for (int x = f + df, y = r + dr; inside(x, y) && seen < 2; x += df, y += dr) {
      const auto piece = at(Square::at(x, y));
      if (!piece) continue;
      ++seen;
      if (piece->side != by) continue;
      const Square s = Square::at(x, y);
      const int distance = (x > f ? x - f : f - x) + (y > r ? y - r : r - y);
      if (seen == 1) {
        if (piece->kind == PieceKind::rook) set.insert(s);
        if (piece->kind == PieceKind::king) {
          const auto there = at(target);
          const bool enemy_king = there && there->kind == PieceKind::king && there->side != by && df == 0;
          if (enemy_king || (distance == 1 && in_palace(by, f, r))) set.insert(s);
        }
        if (piece->kind == PieceKind::pawn && distance == 1) {
          const int forward = by == Side::red ? 1 : -1;
          if ((df == 0 && r - y == forward) || (dr == 0 && !own_half(by, y))) set.insert(s);
        }
      } else if (piece->kind == PieceKind::cannon) {
        set.insert(s);
      }
    }
  }
  for (const auto& [df, dr] : kHorse) {
    const int x = f - df, y = r - dr;
    if (inside(x, y) && is(x, y, PieceKind::horse) && !at(Square::at(x + df / 2, y + dr / 2)))
      set.insert(Square::at(x, y));
  }
  for (const auto& [df, dr] : kDiagonal) {
    if (inside(f + df, r + dr) && in_palace(by, f, r) && is(f + df, r + dr, PieceKind::advisor))
      set.insert(Square::at(f + df, r + dr));
    const int x = f + 2 * df, y = r + 2 * dr;
    if (inside(x, y) && own_half(by, r) && is(x, y, PieceKind::elephant) && !at(Square::at(f + df, r + dr)))
      set.insert(Square::at(x, y));
  }
  return set;
}

bool Position::attacked(Square target, Side by) const { return !attackers(target, by).empty(); }

MoveList Position::legal_moves() const {
  MoveList list;
  Position copy = *this;
  for (int i = 0; i < Square::count; ++i) {
    const auto piece = at(Square::at(i));
    if (!piece || piece->side != to_move_) continue;
    pseudo_moves(Square::at(i), [&](Move m) {
      const Undo undo = copy.make(m);
      if (!copy.in_check(to_move_)) list.push_back(m);
      copy.unmake(m, undo);
    });
  }
  return list;
}

MoveList Position::legal_captures() const {
  MoveList list;
  for (Move m : legal_moves())
    if (at(m.to)) list.push_back(m);
  return list;
}

bool Position::has_legal_move() const { return !legal_moves().empty(); }

std::optional<Illegality> Position::why_illegal(Move move) const {
  const auto piece = at(move.from);
  if (!piece) return Illegality::no_piece;
  if (piece->side != to_move_) return Illegality::opponents_piece;
  if (move.from == move.to) return Illegality::same_square;
  const auto target = at(move.to);
  if (target && target->side == to_move_) return Illegality::own_piece_there;

  bool pseudo = false;
  pseudo_moves(move.from, [&](Move m) { pseudo |= m == move; });
  if (!pseudo) {
    const int f = move.from.file(), r = move.from.rank(), tf = move.to.file(), tr = move.to.rank();
    const int df = tf - f, dr = tr - r, af = df < 0 ? -df : df, ar = dr < 0 ? -dr : dr;
    switch (piece->kind) {
      case PieceKind::king:
        return af + ar == 1 ? Illegality::leaves_palace : Illegality::not_its_move;
      case PieceKind::advisor:
        return af == 1 && ar == 1 ? Illegality::leaves_palace : Illegality::not_its_move;
      case PieceKind::elephant:
        if (af != 2 || ar != 2) return Illegality::not_its_move;
        return own_half(to_move_, tr) ? Illegality::eye_blocked : Illegality::crosses_river;
      case PieceKind::horse:
        return af * ar == 2 ? Illegality::leg_blocked : Illegality::not_its_move;
      case PieceKind::rook:
        return df && dr ? Illegality::not_its_move : Illegality::path_blocked;
      case PieceKind::cannon:
        if (df && dr) return Illegality::not_its_move;
        return target ? Illegality::cannon_no_screen : Illegality::cannon_over_screen;
      case PieceKind::pawn:
        if (af + ar != 1) return Illegality::not_its_move;
        return dr ? Illegality::pawn_backward : Illegality::pawn_sideways;
    }
  }
  const Position next = after(move);
  if (!next.in_check(to_move_)) return std::nullopt;
  const SquareSet attackers = next.attackers(next.king(to_move_), opponent(to_move_));
  return attackers == SquareSet(next.king(opponent(to_move_))) ? Illegality::kings_facing
                                                               : Illegality::in_check;
}

SquareSet Position::checkers_after(Move move) const {
  const Position next = after(move);
  return next.attackers(next.king(next.to_move_), to_move_);
}

SquareSet Position::pinned(Side side) const {
  SquareSet set;
  Position p = *this;
  p.to_move_ = side;
  const SquareSet standing = attackers(king(side), opponent(side));
  for (Square s : pieces(side)) {
    if (s == king(side)) continue;
    p.pseudo_moves(s, [&](Move m) {
      Position q = p;
      q.make(m);
      if (!q.attackers(q.king(side), opponent(side)).without(standing).empty()) set.insert(s);
    });
  }
  return set;
}

Terminal Position::terminal() const {
  if (has_legal_move()) return Terminal::none;
  return in_check() ? Terminal::checkmate : Terminal::stalemate;
}

Position::Undo Position::make(Move move) {
  const auto from = static_cast<std::size_t>(move.from.index()),
             to = static_cast<std::size_t>(move.to.index());
  const Undo undo{key_, board_[to]};
  const std::uint8_t moved = board_[from];
  key_ ^= keys.of[moved][from] ^ keys.of[moved][to] ^ keys.of[board_[to]][to] ^ keys.black_to_move;
  board_[to] = moved;
  board_[from] = 0;
  if (piece_of(moved).kind == PieceKind::king) kings_[static_cast<std::size_t>(to_move_)] = move.to;
  to_move_ = opponent(to_move_);
  return undo;
}

void Position::unmake(Move move, Undo undo) {
  const auto from = static_cast<std::size_t>(move.from.index()),
             to = static_cast<std::size_t>(move.to.index());
  to_move_ = opponent(to_move_);
  board_[from] = board_[to];
  board_[to] = undo.captured;
  if (piece_of(board_[from]).kind == PieceKind::king) kings_[static_cast<std::size_t>(to_move_)] = move.from;
  key_ = undo.key;
}

Position Position::passed() const {
  Position p = *this;
  p.to_move_ = opponent(to_move_);
  p.key_ ^= keys.black_to_move;
  return p;
}

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  const MoveList moves = position.legal_moves();
  if (depth == 1) return moves.size();
  Position p = position;
  std::uint64_t nodes = 0;
  for (Move m : moves) {
    const auto undo = p.make(m);
    nodes += perft(p, depth - 1);
    p.unmake(m, undo);
  }
  return nodes;
}

}  // namespace qipu
