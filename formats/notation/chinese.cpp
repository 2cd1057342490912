#include "formats/notation/chinese.hpp"

#include <utility>

namespace qipu::notation {
namespace {

constexpr std::string_view chinese_digits[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
constexpr std::string_view wide_digits[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
constexpr std::string_view directions[] = {"进", "退", "平"};

Selector selector(Symbol place) {
  constexpr Selector::Kind kinds[] = {Selector::front, Selector::middle, Selector::rear};
  return {kinds[place.value()], 0};
}

/// Fills in piece, file and selector from the first two characters.
bool subject(Symbol a, Symbol b, MoveText& text) {
  switch (a.kind()) {
    case Symbol::piece:  // 炮二, 炮前
      text.piece = static_cast<PieceKind>(a.value());
      if (b.kind() == Symbol::number) {
        text.file = static_cast<std::uint8_t>(b.value());
        return true;
      }
      if (b.kind() != Symbol::place) return false;
      text.selector = selector(b);
      return true;
    case Symbol::place:  // 前马, 前七
      text.selector = selector(a);
      if (b.kind() == Symbol::piece) {
        text.piece = static_cast<PieceKind>(b.value());
        return true;
      }
      text.file = static_cast<std::uint8_t>(b.value());
      return b.kind() == Symbol::number;
    case Symbol::number:  // 三兵, 二七
      if (a.value() > 5) return false;
      text.selector = {Selector::nth, static_cast<std::uint8_t>(a.value())};
      if (b.kind() == Symbol::number) {
        text.file = static_cast<std::uint8_t>(b.value());
        return true;
      }
      return b == Symbol(Symbol::piece, static_cast<int>(PieceKind::pawn));
    default:
      return false;
  }
}

/// Both forms of a character take three bytes, so it is replaced where it stands.
void make_traditional(std::string& text) {
  constexpr std::pair<std::string_view, std::string_view> forms[] = {
      {"车", "車"}, {"马", "馬"}, {"帅", "帥"}, {"将", "將"}, {"进", "進"}, {"后", "後"}};
  for (std::size_t i = 0; i + 3 <= text.size(); i += static_cast<unsigned char>(text[i]) < 0x80 ? 1 : 3)
    for (const auto& [simplified, traditional] : forms)
      if (text.compare(i, 3, simplified) == 0) {
        text.replace(i, 3, traditional);
        break;
      }
}

}  // namespace

std::optional<ReadMoveText> read_chinese(std::string_view text) {
  ReadMoveText read;
  Symbol symbols[4];
  for (Symbol& s : symbols) {
    const ReadSymbol next = read_symbol(text.substr(read.length));
    s = next.symbol;
    if (s.kind() == Symbol::other) return std::nullopt;
    read.length += next.length;
  }
  if (symbols[2].kind() != Symbol::direction || symbols[3].kind() != Symbol::number) return std::nullopt;
  if (!subject(symbols[0], symbols[1], read.text)) return std::nullopt;
  read.text.direction = static_cast<Direction>(symbols[2].value());
  read.text.number = static_cast<std::uint8_t>(symbols[3].value());
  return read;
}

Resolution resolve_chinese(const Position& position, std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  const auto read = read_chinese(text);
  if (!read || read->length != text.size()) return std::unexpected(Unresolved{});
  return resolve(position, read->text);
}

std::string write_chinese(const Position& position, Move move, Script script) {
  const Piece piece = *position.at(move.from);
  const MoveText text = describe(position, move);
  std::string out;
  const auto number = [&](int n) {
    if (piece.side == Side::black && script == Script::ascii) {
      out += static_cast<char>('0' + n);
    } else {
      out += (piece.side == Side::red ? chinese_digits : wide_digits)[n - 1];
    }
  };
  switch (text.selector.kind) {
    case Selector::none:
      break;
    case Selector::front:
      out += "前";
      break;
    case Selector::middle:
      out += "中";
      break;
    case Selector::rear:
      out += "后";
      break;
    case Selector::nth:
      out += chinese_digits[text.selector.number - 1];
      break;
  }
  out += name_zh(piece);
  if (text.selector.kind == Selector::none) number(text.file);
  out += directions[static_cast<int>(text.direction)];
  number(text.number);
  if (script == Script::traditional) make_traditional(out);
  return out;
}

}  // namespace qipu::notation
