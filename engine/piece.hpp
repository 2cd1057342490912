// Sides and pieces. Words: king 将帅, advisor 士仕, elephant 象相, horse 马, rook 车, cannon 炮, pawn 卒兵.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace qipu {

enum class Side : std::uint8_t { red, black };

constexpr Side opponent(Side side) { return static_cast<Side>(static_cast<int>(side) ^ 1); }
constexpr std::string_view name(Side side) { return side == Side::red ? "red" : "black"; }
constexpr std::string_view name_zh(Side side) { return side == Side::red ? "红方" : "黑方"; }

enum class PieceKind : std::uint8_t { king, advisor, elephant, horse, rook, cannon, pawn };

/// "king advisor elephant horse rook cannon pawn", as the JSON interfaces spell them.
constexpr std::string_view name(PieceKind kind) {
  constexpr std::string_view names[] = {"king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"};
  return names[static_cast<int>(kind)];
}

struct Piece {
  Side side;
  PieceKind kind;
  constexpr bool operator==(const Piece&) const = default;
};

/// FEN letter: K A B N R C P, small for Black.
constexpr char letter(Piece piece) {
  const char upper = "KABNRCP"[static_cast<int>(piece.kind)];
  return piece.side == Side::red ? upper : static_cast<char>(upper + 32);
}

/// Reads a FEN letter; E is also elephant, H and M also horse, G also king; nothing for any other letter.
constexpr std::optional<Piece> piece_from_letter(char c) {
  const Side side = c >= 'a' ? Side::black : Side::red;
  switch (c >= 'a' && c <= 'z' ? c - 32 : c) {
    case 'K':
    case 'G':
      return Piece{side, PieceKind::king};
    case 'A':
      return Piece{side, PieceKind::advisor};
    case 'B':
    case 'E':
      return Piece{side, PieceKind::elephant};
    case 'N':
    case 'H':
    case 'M':
      return Piece{side, PieceKind::horse};
    case 'R':
      return Piece{side, PieceKind::rook};
    case 'C':
      return Piece{side, PieceKind::cannon};
    case 'P':
      return Piece{side, PieceKind::pawn};
    default:
      return std::nullopt;
  }
}

/// The name of a piece in simplified Chinese as it is printed for its side: 帅 将, 仕 士, 相 象, 马, 车, 炮,
/// 兵 卒.
constexpr std::string_view name_zh(Piece piece) {
  constexpr std::string_view red[] = {"帅", "仕", "相", "马", "车", "炮", "兵"};
  constexpr std::string_view black[] = {"将", "士", "象", "马", "车", "炮", "卒"};
  return (piece.side == Side::red ? red : black)[static_cast<int>(piece.kind)];
}

/// How a game ended, as registered for the pairing.
enum class Outcome : std::uint8_t { none, red_wins, black_wins, draw, both_lose };

}  // namespace qipu
