// Making a move and taking it back, in line: searches spend most of their time here. Included by
// position.hpp.
#pragma once

#include <cstdint>

#include "engine/board.hpp"
#include "engine/position.hpp"
#include "engine/reach.hpp"

namespace qipu {

inline std::uint64_t key_of(int id, Square s) {
  return tables.key[piece_id::codes[static_cast<std::size_t>(id)]][static_cast<std::size_t>(s.index())];
}

inline Position::Undo make(Board& board, Move move) {
  const int from = move.from.index(), to = move.to.index();
  const Point &f = reach::point(from), &t = reach::point(to);
  const Side us = board.to_move, them = opponent(us);
  const int moved = board.id_at(from), captured = board.id_at(to);
  Position::Undo undo;
  undo.key = board.key;
  board.key = undo.key ^ key_of(moved, move.from) ^ key_of(moved, move.to) ^ key_of(captured, move.to) ^
              tables.black_to_move;
  board.to_move = them;

  undo.pieces = board.of(them);
  board.of(them) = undo.pieces.without(t.bit);
  board.of(us) = board.of(us) ^ f.bit ^ t.bit;

  std::uint16_t &from_file = board.files[f.file], &to_file = board.files[t.file];
  undo.from_file = from_file;
  undo.to_file = to_file;
  from_file ^= f.file_bit;
  to_file |= t.file_bit;

  undo.captured = static_cast<std::uint8_t>(captured);
  board.piece_at[static_cast<std::size_t>(from)] = 0;
  board.piece_at[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(moved);
  board.point_of[static_cast<std::size_t>(captured)] =
      dead_point;  // number 0 takes this when nothing is captured
  board.point_of[static_cast<std::size_t>(moved)] = static_cast<std::uint8_t>(to);
  return undo;
}

inline void unmake(Board& board, Move move, const Position::Undo& undo) {
  const int from = move.from.index(), to = move.to.index();
  const Point &f = reach::point(from), &t = reach::point(to);
  const Side them = board.to_move, us = opponent(them);
  const int moved = board.id_at(to), captured = undo.captured;
  board.of(us) = board.of(us) ^ f.bit ^ t.bit;
  board.of(them) = undo.pieces;
  board.files[f.file] = undo.from_file;
  board.files[t.file] = undo.to_file;
  board.key = undo.key;
  board.to_move = us;
  board.piece_at[static_cast<std::size_t>(from)] = static_cast<std::uint8_t>(moved);
  board.piece_at[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(captured);
  board.point_of[static_cast<std::size_t>(captured)] = static_cast<std::uint8_t>(to);
  board.point_of[static_cast<std::size_t>(moved)] = static_cast<std::uint8_t>(from);
}

inline Position::Undo Position::make(Move move) { return qipu::make(board_, move); }
inline void Position::unmake(Move move, const Undo& undo) { qipu::unmake(board_, move, undo); }

}  // namespace qipu
