#include "formats/notation/resolve.hpp"

#include <algorithm>

namespace qipu::notation {
namespace {

constexpr bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool lower(char c) { return c >= 'a' && c <= 'z'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && (blank(text.back()) || text.back() == '!' || text.back() == '?'))
    text.remove_suffix(1);
  // "12." or "12…": digits followed by dots are a move number; "12=3" is not.
  std::size_t n = 0;
  while (n < text.size() && text[n] >= '0' && text[n] <= '9') ++n;
  if (n == 0 || n >= text.size() || text[n] != '.') return text;
  std::size_t dots = n;
  while (dots < text.size() && (text[dots] == '.' || blank(text[dots]))) ++dots;
  if (dots + 2 < text.size()) text.remove_prefix(dots);
  return text;
}

/// E0a2 is SAN, E0A2 and e0a2 are ICCS: only the mixture of cases tells.
bool mixed_case(std::string_view text) {
  bool up = false, low = false;
  for (char c : text) up |= upper(c), low |= lower(c);
  return up && low;
}

}  // namespace

Folded fold(std::string_view text) {
  Folded folded;
  while (!text.empty()) {
    const Character c = decode(text);
    char32_t code = c.code;
    if (c.length == 0) return {};
    if (code >= 0xff01 && code <= 0xff5e) code -= 0xfee0;
    if (code == 0x2212 || (code >= 0x2010 && code <= 0x2015)) code = U'-';
    if (code >= 0x80 || folded.size == sizeof folded.data) return {};
    folded.data[folded.size++] = static_cast<char>(code);
    text.remove_prefix(c.length);
  }
  return folded;
}

std::string_view name(Notation notation) {
  constexpr std::string_view names[] = {"chinese", "wxf", "iccs", "uci", "san"};
  return names[static_cast<int>(notation)];
}

Resolution resolve(const Position& position, std::string_view text, Notation prefer) {
  text = trimmed(text);
  if (const auto chinese = read_chinese(text); chinese && chinese->length == text.size())
    return resolve(position, chinese->text);
  const Folded folded = fold(text);
  const std::string_view ascii = folded.view();
  if (ascii.empty()) return std::unexpected(Unresolved{});
  Resolution best = resolve_wxf(position, ascii);
  if (best || best.error().fault != MoveFault::unreadable) return best;

  const auto points = [&](Notation notation) -> Resolution {
    const auto move = notation == Notation::uci ? read_uci(ascii) : read_iccs(ascii);
    return move ? resolve_points(position, *move, notation) : std::unexpected(Unresolved{});
  };
  const Notation order[] = {mixed_case(ascii) ? Notation::san : prefer, Notation::iccs, Notation::uci,
                            Notation::san};
  best = std::unexpected(Unresolved{});
  for (Notation notation : order) {
    const Resolution r = notation == Notation::san ? resolve_san(position, ascii) : points(notation);
    if (r) return r;
    if (best.error().fault == MoveFault::unreadable) best = r;
  }
  return best;
}

Problem problem(const Unresolved& fault, std::string_view text) {
  Problem p;
  p.at = Place{};
  std::size_t size = std::min<std::size_t>(text.size(), 60);
  while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  p.at->text = std::string(text.substr(0, size));
  switch (fault.fault) {
    case MoveFault::unreadable:
      p.code = "move.unreadable";
      p.message = {"看不懂这一着", "This is no move in a known notation"};
      break;
    case MoveFault::no_piece:
      p.code = "move.no_piece";
      p.message = {"没有能这样走的棋子", "No piece of the side to move fits this move"};
      break;
    case MoveFault::ambiguous:
      p.code = "move.ambiguous";
      p.message = {"不止一个棋子能这样走", "More than one piece can make this move"};
      break;
    case MoveFault::illegal:
      p.code = "move.illegal";
      p.message = {"这一着不合规则", "This move is not legal"};
      break;
  }
  if (fault.why) {
    p.code = "move." + std::string(code(*fault.why));
    p.message = explain(*fault.why);
  }
  if (fault.move) p.params.emplace_back("move", iccs(*fault.move));
  return p;
}

}  // namespace qipu::notation
