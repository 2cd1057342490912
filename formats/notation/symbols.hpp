// The characters of Chinese move notation (四字记谱): pieces, numbers, directions and 前中后 in simplified
// and traditional form, full-width and ASCII digits. Red and black characters of a piece mean the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/piece.hpp"

namespace qipu::notation {

/// What a character means in a move, packed into a byte: class in the high half, value in the low one.
class Symbol {
 public:
  enum Class : std::uint8_t { other = 0x00, piece = 0x10, number = 0x20, direction = 0x30, place = 0x40 };
  constexpr Symbol() = default;
  constexpr Symbol(Class c, int value) : bits_(static_cast<std::uint8_t>(c | value)) {}
  constexpr Class kind() const { return static_cast<Class>(bits_ & 0xf0); }
  /// Piece kind, number 1–9, Direction or Among.
  constexpr int value() const { return bits_ & 0x0f; }
  constexpr bool operator==(const Symbol&) const = default;

 private:
  std::uint8_t bits_ = 0;
};

enum class Direction : std::uint8_t { forward, backward, sideways };
/// Which of several pieces on a file: 前 中 后.
enum class Among : std::uint8_t { front, middle, rear };

/// One character of UTF-8 text. `length` 0: no valid character stands there.
struct Character {
  char32_t code = 0;
  std::uint8_t length = 0;
};

/// Decodes the character at the beginning of `text`, strictly (no overlong forms, no surrogates).
constexpr Character decode(std::string_view text) {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto tail = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xc0) == 0x80; };
  const unsigned char a = byte(0);
  if (a < 0x80) return {a, 1};
  if (a >= 0xe0 && a < 0xf0) {
    if (!tail(1) || !tail(2)) return {};
    const char32_t c = static_cast<char32_t>((a & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f));
    if (c < 0x800 || (c >= 0xd800 && c < 0xe000)) return {};
    return {c, 3};
  }
  if (a >= 0xc2 && a < 0xe0) {
    if (!tail(1)) return {};
    return {static_cast<char32_t>((a & 0x1f) << 6 | (byte(1) & 0x3f)), 2};
  }
  if (a >= 0xf0 && a < 0xf5) {
    if (!tail(1) || !tail(2) || !tail(3)) return {};
    const char32_t c = static_cast<char32_t>((a & 0x07) << 18 | (byte(1) & 0x3f) << 12 |
                                             (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f));
    if (c < 0x10000 || c > 0x10ffff) return {};
    return {c, 4};
  }
  return {};
}

namespace detail {

// Two levels, since the symbols lie on few of the 256 pages of the plane.
struct SymbolTable {
  std::array<std::uint8_t, 256> page{};
  std::array<std::array<Symbol, 256>, 40> symbols{};
  std::uint8_t pages = 1;  // page 0 is empty

  constexpr void set(char32_t c, Symbol s) {
    std::uint8_t& p = page[c >> 8];
    if (p == 0) p = pages++;
    symbols[p][c & 0xff] = s;
  }
  constexpr void pieces(std::u32string_view characters, PieceKind kind) {
    for (char32_t c : characters) set(c, Symbol(Symbol::piece, static_cast<int>(kind)));
  }
  constexpr SymbolTable() {
    pieces(U"帅帥将將", PieceKind::king);
    pieces(U"仕士", PieceKind::advisor);
    pieces(U"相象", PieceKind::elephant);
    pieces(U"马馬傌", PieceKind::horse);
    pieces(U"车車俥伡", PieceKind::rook);
    pieces(U"炮砲包", PieceKind::cannon);
    pieces(U"兵卒", PieceKind::pawn);
    const std::u32string_view digits = U"一二三四五六七八九";
    for (int n = 1; n <= 9; ++n) {
      const Symbol s(Symbol::number, n);
      set(digits[static_cast<std::size_t>(n - 1)], s);
      set(U'0' + static_cast<char32_t>(n), s);
      set(U'０' + static_cast<char32_t>(n), s);
    }
    for (char32_t c : std::u32string_view(U"进進"))
      set(c, Symbol(Symbol::direction, static_cast<int>(Direction::forward)));
    set(U'退', Symbol(Symbol::direction, static_cast<int>(Direction::backward)));
    set(U'平', Symbol(Symbol::direction, static_cast<int>(Direction::sideways)));
    set(U'前', Symbol(Symbol::place, static_cast<int>(Among::front)));
    set(U'中', Symbol(Symbol::place, static_cast<int>(Among::middle)));
    for (char32_t c : std::u32string_view(U"后後"))
      set(c, Symbol(Symbol::place, static_cast<int>(Among::rear)));
  }
};
inline constexpr SymbolTable symbol_table;

}  // namespace detail

constexpr Symbol symbol(char32_t c) {
  return c < 0x10000 ? detail::symbol_table.symbols[detail::symbol_table.page[c >> 8]][c & 0xff] : Symbol();
}

/// The symbol at the beginning of UTF-8 text and its bytes; `other` for every other character and for bytes
/// that are none. The way of most of a game's text.
struct ReadSymbol {
  Symbol symbol;
  std::uint8_t length = 0;
};
constexpr ReadSymbol read_symbol(std::string_view text) {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {symbol(byte(0)), 1};
  if (text.size() < 3) return {};
  const unsigned three = byte(0) | byte(1) << 8 | static_cast<unsigned>(byte(2)) << 16;
  if ((three & 0xc0c0f0) != 0x8080e0) return {};
  const char32_t c = static_cast<char32_t>((byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f));
  return c < 0x800 ? ReadSymbol{} : ReadSymbol{symbol(c), 3};
}

}  // namespace qipu::notation
