#include "formats/notation/wxf.hpp"

namespace qipu::notation {
namespace {

std::optional<PieceKind> piece_kind(char c) {
  const auto piece = piece_from_letter(c);
  return piece ? std::optional(piece->kind) : std::nullopt;
}
std::optional<Direction> direction(char c) {
  switch (c) {
    case '+':
      return Direction::forward;
    case '-':
      return Direction::backward;
    case '=':
    case '.':
      return Direction::sideways;
    default:
      return std::nullopt;
  }
}
constexpr bool digit(char c) { return c >= '1' && c <= '9'; }

Selector tandem(Direction sign) {
  constexpr Selector::Kind kinds[] = {Selector::front, Selector::rear, Selector::middle};
  return {kinds[static_cast<int>(sign)], 0};
}

bool subject(char a, char b, MoveText& text) {
  if (const auto kind = piece_kind(a)) {
    text.piece = *kind;
    if (digit(b)) {
      text.file = static_cast<std::uint8_t>(b - '0');
    } else if (const auto sign = direction(b)) {
      text.selector = tandem(*sign);
    } else if (*kind == PieceKind::pawn && (b | 32) >= 'a' && (b | 32) <= 'e') {
      text.selector = {Selector::nth, static_cast<std::uint8_t>((b | 32) - 'a' + 1)};
    } else {
      return false;
    }
    return true;
  }
  const auto kind = piece_kind(b);
  if (!kind) return false;
  text.piece = *kind;
  if (const auto sign = direction(a)) {
    text.selector = tandem(*sign);
    return true;
  }
  text.selector = {Selector::nth, static_cast<std::uint8_t>(a - '0')};
  return *kind == PieceKind::pawn && a >= '1' && a <= '5';
}

}  // namespace

std::optional<MoveText> read_wxf(std::string_view text) {
  if (text.size() != 4 || !digit(text[3])) return std::nullopt;
  const auto way = direction(text[2]);
  MoveText read;
  if (!way || !subject(text[0], text[1], read)) return std::nullopt;
  read.direction = *way;
  read.number = static_cast<std::uint8_t>(text[3] - '0');
  return read;
}

Resolution resolve_wxf(const Position& position, std::string_view text) {
  const auto as_wxf = [](Resolution r) {
    if (r) r->notation = Notation::wxf;
    return r;
  };
  if (const auto read = read_wxf(text)) return as_wxf(resolve(position, *read));
  if (text.size() != 4 || !digit(text[0]) || !digit(text[1]) || !digit(text[3]) || !direction(text[2]))
    return std::unexpected(Unresolved{});
  MoveText read;
  read.direction = *direction(text[2]);
  read.number = static_cast<std::uint8_t>(text[3] - '0');
  read.file = static_cast<std::uint8_t>(text[1] - '0');
  const int first = text[0] - '0';
  if (first <= 5) {
    read.selector = {Selector::nth, static_cast<std::uint8_t>(first)};
    if (const auto tandem_pawn = resolve(position, read); tandem_pawn && !tandem_pawn->loose)
      return as_wxf(tandem_pawn);
  }
  if (first > 7) return std::unexpected(Unresolved{});
  read.selector = {};
  read.piece = static_cast<PieceKind>(first - 1);
  return as_wxf(resolve(position, read));
}

std::string write_wxf(const Position& position, Move move) {
  const MoveText text = describe(position, move);
  std::string out(1, "KAEHRCP"[static_cast<int>(text.piece)]);
  switch (text.selector.kind) {
    case Selector::none:
      out += static_cast<char>('0' + text.file);
      break;
    case Selector::front:
      out += '+';
      break;
    case Selector::middle:
      out += '.';
      break;
    case Selector::rear:
      out += '-';
      break;
    case Selector::nth:
      out += static_cast<char>('a' + text.selector.number - 1);
      break;
  }
  out += "+-="[static_cast<int>(text.direction)];
  out += static_cast<char>('0' + text.number);
  return out;
}

}  // namespace qipu::notation
