#include "formats/notation/move_text.hpp"

#include <algorithm>
#include <array>

namespace qipu::notation {
namespace {

constexpr int file_of(Side side, int number) { return side == Side::red ? 9 - number : number - 1; }
constexpr int number_of(Side side, int file) { return side == Side::red ? 9 - file : file + 1; }
constexpr int forward(Side side) { return side == Side::red ? 1 : -1; }

/// Pieces of one kind and side: file by file from the mover's right, front to back inside a file. A side has
/// at most five of a kind.
struct Pieces {
  std::array<Square, 16> at;
  int count = 0;
  void push(Square s) {
    if (count < 16) at[static_cast<std::size_t>(count++)] = s;
  }
  Square operator[](int i) const { return at[static_cast<std::size_t>(i)]; }
};

void collect_file(const Position& position, Piece piece, int file, Pieces& out) {
  const int begin = out.count;
  for (Square s : position.pieces_on_file(piece.side, piece.kind, file)) out.push(s);
  // Points count from Red's side.
  if (piece.side == Side::red) std::reverse(out.at.begin() + begin, out.at.begin() + out.count);
}

/// Where a piece on `from` goes; nothing when that is off the grid or no way for its kind.
std::optional<Square> destination(Square from, const MoveText& text, Side side) {
  const int f = from.file(), r = from.rank(),
            way = text.direction == Direction::backward ? -forward(side) : forward(side);
  int file = f, rank = r;
  switch (text.piece) {
    case PieceKind::horse:
    case PieceKind::elephant:
    case PieceKind::advisor: {
      if (text.direction == Direction::sideways) return std::nullopt;
      file = file_of(side, text.number);
      const int across = file > f ? file - f : f - file;
      if (text.piece == PieceKind::horse ? across != 1 && across != 2
                                         : across != (text.piece == PieceKind::elephant ? 2 : 1))
        return std::nullopt;
      rank = r + way * (text.piece == PieceKind::horse ? 3 - across : across);
      break;
    }
    default:
      if (text.direction == Direction::sideways) {
        file = file_of(side, text.number);
        if (file == f) return std::nullopt;
      } else {
        rank = r + way * text.number;
      }
  }
  if (rank < 0 || rank > 9) return std::nullopt;
  return Square::at(file, rank);
}

/// Keeps the legal readings and what the illegal ones were like.
struct Readings {
  const Position& position;
  const MoveText& text;
  // Points as whole words: a move that is put together from bytes and read again at once waits for the memory.
  struct Points {
    int from = 0, to = 0;
    Move move() const { return {Square::at(from), Square::at(to)}; }
  } legal{}, illegal{};
  int legal_count = 0, illegal_count = 0, pieces = 0;

  void add(Square from) {
    ++pieces;
    const auto to = destination(from, text, position.to_move());
    if (!to) return;
    if (position.is_legal({from, *to})) {
      legal = {from.index(), to->index()};
      ++legal_count;
    } else {
      illegal = {from.index(), to->index()};
      ++illegal_count;
    }
  }
  Resolution result(bool loose) const {
    if (legal_count == 1) return Resolved{legal.move(), Notation::chinese, loose};
    if (legal_count > 1) return std::unexpected(Unresolved{MoveFault::ambiguous, {}, {}});
    if (illegal_count == 1)
      return std::unexpected(Unresolved{MoveFault::illegal, illegal.move(), position.why_illegal(illegal.move())});
    return std::unexpected(Unresolved{pieces ? MoveFault::illegal : MoveFault::no_piece, {}, {}});
  }
};

/// Whether a selector means the piece that is number `index` (from 0, front first) of `count` on its file.
bool selects(Selector selector, int index, int count) {
  switch (selector.kind) {
    case Selector::none:
      return true;
    case Selector::front:
      return index == 0;
    case Selector::middle:
      return index > 0 && index < count - 1;
    case Selector::rear:
      return index == count - 1;
    case Selector::nth:
      return index == selector.number - 1;
  }
  return false;
}

/// 前炮, 中兵, 二兵, 前七: the pieces that share a file and are the selected one.
void add_selected(Readings& readings, const Pieces& pieces) {
  const MoveText& text = readings.text;
  const Side side = readings.position.to_move();
  int counted = 0;  // of all that share a file, for 一兵 … 五兵 over two files
  for (int i = 0, end; i < pieces.count; i = end) {
    end = i + 1;
    while (end < pieces.count && pieces[end].file() == pieces[i].file()) ++end;
    if (end - i < 2 || (text.file && pieces[i].file() != file_of(side, text.file))) continue;
    for (int k = i; k < end; ++k, ++counted) {
      const int index = text.selector.kind == Selector::nth && !text.file ? counted : k - i;
      if (selects(text.selector, index, end - i)) readings.add(pieces[k]);
    }
  }
}

}  // namespace

Resolution resolve(const Position& position, const MoveText& text) {
  const Side side = position.to_move();
  const Piece piece{side, text.piece};
  Readings readings{position, text};
  if (text.file && text.selector.kind == Selector::none) {
    for (Square s : position.pieces_on_file(side, text.piece, file_of(side, text.file))) readings.add(s);
    return readings.result(false);
  }
  Pieces pieces;
  for (int n = 1; n <= 9; ++n) collect_file(position, piece, file_of(side, n), pieces);
  add_selected(readings, pieces);
  if (readings.legal_count > 0) return readings.result(false);
  // People also write 前马 when the horses stand on different files: whatever single move is legal is meant.
  Readings all{position, text};
  for (int i = 0; i < pieces.count; ++i)
    if (!text.file || pieces[i].file() == file_of(side, text.file)) all.add(pieces[i]);
  if (all.legal_count == 1 || readings.pieces == 0) return all.result(true);
  return readings.result(false);
}

MoveText describe(const Position& position, Move move) {
  const Piece piece = *position.at(move.from);
  const Side side = piece.side;
  MoveText text;
  text.piece = piece.kind;
  const int advance = (move.to.rank() - move.from.rank()) * forward(side);
  text.direction = advance > 0 ? Direction::forward : advance < 0 ? Direction::backward : Direction::sideways;
  const bool diagonal =
      piece.kind == PieceKind::horse || piece.kind == PieceKind::elephant || piece.kind == PieceKind::advisor;
  text.number = static_cast<std::uint8_t>(advance == 0 || diagonal ? number_of(side, move.to.file())
                                          : advance > 0            ? advance
                                                                   : -advance);
  text.file = static_cast<std::uint8_t>(number_of(side, move.from.file()));
  if (piece.kind == PieceKind::king || piece.kind == PieceKind::advisor || piece.kind == PieceKind::elephant)
    return text;

  Pieces same;
  collect_file(position, piece, move.from.file(), same);
  if (same.count < 2) return text;
  int index = 0, shared_files = 0, before = 0;
  while (same[index] != move.from) ++index;
  if (piece.kind == PieceKind::pawn) {
    for (int n = 1; n <= 9; ++n) {
      Pieces others;
      collect_file(position, piece, file_of(side, n), others);
      if (others.count < 2) continue;
      ++shared_files;
      if (n < text.file) before += others.count;
    }
  }
  text.file = 0;
  if (shared_files > 1 || same.count > 3) {
    text.selector = {Selector::nth, static_cast<std::uint8_t>(before + index + 1)};
  } else {
    text.selector.kind = index == 0                ? Selector::front
                         : index == same.count - 1 ? Selector::rear
                                                   : Selector::middle;
  }
  return text;
}

}  // namespace qipu::notation
