#include "formats/repair/entry.hpp"

#include <algorithm>
#include <array>

namespace qipu::repair {
namespace {

using notation::Direction;
using notation::MoveText;
using notation::Selector;

bool look_alike(int a, int b) {
  constexpr std::array<std::pair<int, int>, 8> pairs = {
      {{1, 7}, {3, 8}, {5, 6}, {6, 9}, {3, 5}, {7, 9}, {1, 2}, {2, 3}}};
  return std::ranges::any_of(
      pairs, [&](auto p) { return (p.first == a && p.second == b) || (p.first == b && p.second == a); });
}

double digit_distance(int a, int b) {
  if (look_alike(a, b)) return 0.85;
  return a - b == 1 || b - a == 1 || a == 10 - b ? 0.9 : 1.0;
}

bool moves_along_a_file(const MoveText& text) {
  const bool straight = text.piece == PieceKind::king || text.piece == PieceKind::rook ||
                        text.piece == PieceKind::cannon || text.piece == PieceKind::pawn;
  return straight && text.direction != Direction::sideways;
}

bool mirrored(const MoveText& a, const MoveText& b) {
  if (a.piece != b.piece || a.direction != b.direction || a.selector != b.selector || a.file != 10 - b.file)
    return false;
  return moves_along_a_file(a) ? a.number == b.number : a.number == 10 - b.number;
}

bool confusable(PieceKind a, PieceKind b) {
  const auto big = [](PieceKind k) {
    return k == PieceKind::rook || k == PieceKind::horse || k == PieceKind::cannon;
  };
  return big(a) && big(b);
}

double said_distance(const MoveText& a, const MoveText& b) {
  const bool piece = a.piece != b.piece, direction = a.direction != b.direction,
             number = a.number != b.number;
  const bool both_files = a.selector == b.selector && a.selector.kind == Selector::none;
  const bool file =
      both_files ? a.file != b.file : a.selector != b.selector || (a.file && b.file && a.file != b.file);
  const int fields = piece + direction + number + file;
  if (fields == 0) return 0.3;
  if (mirrored(a, b)) return 0.9;
  if (fields == 1) {
    if (number) return digit_distance(a.number, b.number);
    if (direction) return 0.95;
    if (piece) return confusable(a.piece, b.piece) ? 0.95 : 1.3;
    if (both_files) return digit_distance(a.file, b.file);
    return a.selector.kind != Selector::none && b.selector.kind != Selector::none ? 0.8 : 1.2;
  }
  if (fields == 2) {
    if (piece) return 2.0;
    if (direction && number) return 1.25;
    if (file && number) return 1.4;
    return 1.7;
  }
  return fields == 3 ? 2.4 : 3.0;
}

double points_distance(Move a, Move b) {
  if (a == b) return 0.3;
  const bool from_file = a.from.file() != b.from.file(), from_rank = a.from.rank() != b.from.rank();
  const bool to_file = a.to.file() != b.to.file(), to_rank = a.to.rank() != b.to.rank();
  const int characters = from_file + from_rank + to_file + to_rank;
  if (characters == 1) return to_file || to_rank ? 0.95 : 1.0;
  if (a.from.mirrored() == b.from && a.to.mirrored() == b.to) return 0.9;
  if (a.from == b.from) return 1.2;
  if (a.from == b.to && a.to == b.from) return 1.3;
  if (a.to == b.to) return 1.5;
  return characters == 2 ? 2.0 : characters == 3 ? 2.5 : 3.0;
}

constexpr bool breaks(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == ';' || c == '|';
}

// Skips a bracketed passage; quotes inside tags are honoured, nesting is counted, never recursed.
std::size_t past_brackets(std::string_view text, std::size_t i, char open, char close) {
  int depth = 0;
  bool quoted = false;
  for (; i < text.size(); ++i) {
    if (open == '[' && text[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (text[i] == open && open != close) ++depth;
    if (text[i] == close && --depth <= 0) return i + 1;
  }
  return i;
}

bool is_number_or_result(std::string_view word) {
  if (word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "红胜" ||
      word == "黑胜" || word == "和棋" || word == "红先胜" || word == "红先负" || word == "红先和")
    return true;
  return std::ranges::all_of(word, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

// The side by the numerals of a Chinese move.
std::optional<Side> side_by_numerals(const Entry& entry) {
  if (!entry.said) return std::nullopt;
  bool chinese = false, arabic = false;
  const std::string_view text = entry.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] >= '1' && text[i] <= '9') arabic = true;
    const std::string_view wide = text.substr(i, 3);
    if (wide.size() == 3 && wide.starts_with("\xef\xbc") && static_cast<unsigned char>(wide[2]) >= 0x91 &&
        static_cast<unsigned char>(wide[2]) <= 0x99)
      arabic = true;
    for (const std::string_view numeral : {"一", "二", "三", "四", "五", "六", "七", "八", "九"})
      chinese = chinese || wide == numeral;
  }
  if (chinese == arabic) return std::nullopt;
  return chinese ? Side::red : Side::black;
}

}  // namespace

void mark_sides(std::vector<Entry>& entries) {
  std::vector<std::optional<Side>> sides;
  for (const Entry& entry : entries) sides.push_back(side_by_numerals(entry));
  std::size_t pairs = 0, alternating = 0;
  for (std::size_t i = 1; i < sides.size(); ++i)
    if (sides[i] && sides[i - 1]) ++pairs, alternating += sides[i] != sides[i - 1];
  if (pairs < 4 || alternating * 5 < pairs * 4) return;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const bool slip = i > 0 && i + 1 < sides.size() && sides[i] == sides[i - 1] && sides[i] == sides[i + 1];
    if (!slip) entries[i].side = sides[i];
  }
}

Entry entry_of(Move move) { return {iccs(move), std::nullopt, move, std::nullopt}; }

Entry entry_of(std::string_view text) {
  Entry entry;
  entry.text = std::string(text.substr(0, 64));
  if (const auto chinese = notation::read_chinese(text); chinese && chinese->length == text.size()) {
    entry.said = chinese->text;
    return entry;
  }
  const notation::Folded folded = notation::fold(text);
  if (const auto move = notation::read_iccs(folded.view())) {
    entry.points = move;
  } else if (const auto wxf = notation::read_wxf(folded.view())) {
    entry.said = wxf;
  } else if (const auto uci = notation::read_uci(folded.view())) {
    entry.points = uci;
  }
  return entry;
}

std::optional<Move> read(const Position& position, const Entry& entry) {
  if (entry.side && *entry.side != position.to_move()) return std::nullopt;
  if (entry.points && position.is_legal(*entry.points)) return entry.points;
  if (!entry.said) return std::nullopt;
  const auto resolved = notation::resolve(position, *entry.said);
  return resolved ? std::optional(resolved->move) : std::nullopt;
}

std::optional<Move> read_overlooking_check(const Position& position, const Entry& entry) {
  if (entry.side && *entry.side != position.to_move()) return std::nullopt;
  const auto exposes = [&](Move move) {
    const auto why = position.why_illegal(move);
    return why == Illegality::in_check || why == Illegality::kings_facing;
  };
  if (entry.points) return exposes(*entry.points) ? entry.points : std::nullopt;
  if (!entry.said) return std::nullopt;
  const auto resolved = notation::resolve(position, *entry.said);
  if (resolved || !resolved.error().move || !exposes(*resolved.error().move)) return std::nullopt;
  return resolved.error().move;
}

double distance(const Position& position, const Entry& entry, Move move) {
  if (entry.points) return points_distance(*entry.points, move);
  if (entry.said) return said_distance(*entry.said, notation::describe(position, move));
  return 1.2;
}

std::vector<Entry> entries_of_text(std::string_view text, std::size_t limit) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < text.size() && entries.size() < limit;) {
    const char c = text[i];
    if (breaks(c) ||
        (static_cast<unsigned char>(c) < 0x80 && (c == '.' || c == ')' || c == '}' || c == ']'))) {
      ++i;
    } else if (c == '[') {
      i = past_brackets(text, i, '[', ']');
    } else if (c == '{') {
      // Comments do not nest.
      const std::size_t end = text.find('}', i);
      i = end == std::string_view::npos ? text.size() : end + 1;
    } else if (c == '(') {
      i = past_brackets(text, i, '(', ')');
    } else if (c == '$') {
      while (i < text.size() && !breaks(text[i])) ++i;
    } else if (const auto chinese = notation::read_chinese(text.substr(i))) {
      entries.push_back(
          {std::string(text.substr(i, chinese->length)), chinese->text, std::nullopt, std::nullopt});
      i += chinese->length;
    } else {
      std::size_t end = i;
      while (end < text.size() && !breaks(text[end]) && text[end] != '[' && text[end] != '{' &&
             text[end] != '(' && text[end] != ')')
        ++end;
      std::string_view word = text.substr(i, end - i);
      i = end;
      // "12.C2=5": the number belongs to no move.
      std::size_t digits = 0;
      while (digits < word.size() && word[digits] >= '0' && word[digits] <= '9') ++digits;
      if (digits > 0 && digits < word.size() && word[digits] == '.') {
        while (digits < word.size() && word[digits] == '.') ++digits;
        i -= word.size() - digits;
        continue;
      }
      if (!is_number_or_result(word)) entries.push_back(entry_of(word));
    }
  }
  return entries;
}

}  // namespace qipu::repair
