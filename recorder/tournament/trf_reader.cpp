#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

constexpr std::size_t largest_file = 16 * 1024 * 1024;
constexpr std::size_t most_players = 9999, most_rounds = 200, most_warnings = 100;
constexpr std::size_t most_forbidden = 100'000;
constexpr std::size_t first_cell = 91, cell_width = 10;
constexpr int largest_points = 1000;  // no scoring gives more for a game, and sums of it stay small

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<int> integer(std::string_view text) {
  text = trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value)
                                                                                   : std::nullopt;
}

// "6.5", "6,5" and "6" in tenths.
std::optional<int> tenths(std::string_view text) {
  text = trimmed(text);
  const auto point = text.find_first_of(".,");
  const auto whole = integer(text.substr(0, point));
  if (!whole || *whole > largest_points || *whole < -largest_points) return std::nullopt;
  if (point == std::string_view::npos) return *whole * 10;
  const std::string_view rest = text.substr(point + 1);
  const auto part = rest.empty() ? std::optional(0) : integer(rest.substr(0, 1));
  return part ? std::optional(*whole * 10 + (text.front() == '-' ? -*part : *part)) : std::nullopt;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> list;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
    if (end > begin) list.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

std::vector<int> numbers(std::string_view text) {
  std::vector<int> list;
  for (const auto word : words(text))
    if (const auto n = integer(word)) list.push_back(*n);
  return list;
}

/// At most 60 bytes of a text for a message, whole characters.
std::string excerpt(std::string_view text) {
  std::size_t end = std::min<std::size_t>(text.size(), 60);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end));
}

/// What a column of a line is: a character; a place of a fixed-width screen, where a Chinese character takes
/// two (that is also a byte of GBK); or a byte of UTF-8. Programs do all three.
enum class Layout : std::uint8_t { characters, places, bytes };

class Columns {
 public:
  Columns(std::string_view line, Layout layout) : line_(line) {
    if (layout == Layout::bytes) return;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const auto byte = static_cast<unsigned char>(line[i]);
      if ((byte & 0xC0) == 0x80) continue;
      if (layout == Layout::places && byte >= 0xC0) starts_.push_back(i);
      starts_.push_back(i);
    }
    starts_.push_back(line.size());
  }
  /// The layout in which the points stand in their columns.
  static Layout of(std::string_view line) {
    if (std::ranges::all_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
      return Layout::bytes;
    for (const Layout layout : {Layout::characters, Layout::places, Layout::bytes}) {
      const Columns columns(line, layout);
      const auto digit = [&](std::size_t at) { return columns.one(at) >= '0' && columns.one(at) <= '9'; };
      if (digit(81) && (columns.one(82) == '.' || columns.one(82) == ',') && digit(83)) return layout;
    }
    return Layout::characters;
  }
  std::size_t size() const { return starts_.empty() ? line_.size() : starts_.size() - 1; }
  /// `count` columns from `at` (0-based); shorter or empty at the line's end.
  std::string_view operator()(std::size_t at, std::size_t count) const {
    if (at >= size()) return {};
    const std::size_t end = std::min(size(), at + count);
    return starts_.empty() ? line_.substr(at, end - at)
                           : line_.substr(starts_[at], starts_[end] - starts_[at]);
  }
  char one(std::size_t at) const {
    const auto text = (*this)(at, 1);
    return text.size() == 1 ? text.front() : ' ';
  }

 private:
  std::string_view line_;
  std::vector<std::size_t> starts_;
};

struct Odd {
  std::string code;
  Text sentence;
  std::string text;
  std::size_t column;  // 1-based
};

TrfCell read_cell(const Columns& columns, std::size_t at, std::vector<Odd>& odd) {
  TrfCell cell;
  const auto opponent = columns(at, 4);
  const auto number = integer(opponent);
  if (!number && !trimmed(opponent).empty())
    odd.push_back(
        {"trf.opponent", {"对手号读不懂", "an opponent that is no number"}, std::string(opponent), at + 1});
  cell.opponent = std::max(0, number.value_or(0));
  cell.zeros = number.has_value();
  cell.colour = columns.one(at + 5);
  cell.result = columns.one(at + 7);
  constexpr std::string_view letters = " 10=+-WLDHFUZwldhfuz";
  if (letters.find(cell.result) == std::string_view::npos) {
    odd.push_back(
        {"trf.result", {"结果读不懂", "a result that is none"}, std::string(columns(at, 8)), at + 8});
    cell.result = ' ';
  }
  return cell;
}

/// A player's line; without a number, nobody.
std::optional<TrfPlayer> read_line(std::string_view line, std::vector<Odd>& odd) {
  const Columns columns(line, Columns::of(line));
  const auto number = integer(columns(4, 4));
  if (!number || *number <= 0) return std::nullopt;
  TrfPlayer p;
  p.line = std::string(line);
  p.number = *number;
  p.sex = columns.one(9);
  p.title = std::string(trimmed(columns(10, 3)));
  p.name = std::string(trimmed(columns(14, 33)));
  p.rating = integer(columns(48, 4));
  p.federation = std::string(trimmed(columns(53, 3)));
  p.fide_number = std::string(trimmed(columns(57, 11)));
  p.birth = std::string(trimmed(columns(69, 10)));
  const auto points = tenths(columns(80, 4));
  if (!points && !trimmed(columns(80, 4)).empty())
    odd.push_back(
        {"trf.points", {"积分读不懂", "points that are no number"}, std::string(columns(80, 4)), 81});
  p.points_x10 = points.value_or(0);
  p.rank = integer(columns(85, 4));
  for (std::size_t at = first_cell; at < columns.size() && p.cells.size() < most_rounds; at += cell_width)
    p.cells.push_back(read_cell(columns, at, odd));
  while (!p.cells.empty() && p.cells.back().empty()) p.cells.pop_back();
  return p;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::expected<TrfFile, Problem> read() {
    if (text_.size() > largest_file)
      return std::unexpected(fault("trf.too_large", "文件过大", "the file is too large", {}));
    if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
    const auto first = text_.find_first_of("\r\n");
    if (first != std::string_view::npos)
      trf_.line_end = text_[first] == '\n' ? "\n" : text_.substr(first, 2) == "\r\n" ? "\r\n" : "\r";
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find_first_of("\r\n", begin), text_.size());
      ++line_;
      take(text_.substr(begin, end - begin));
      begin = end + 1;
      if (end + 1 < text_.size() && text_[end] == '\r' && text_[end + 1] == '\n') ++begin;
    }
    if (trf_.players.empty())
      return std::unexpected(fault("trf.no_players", "这不是 TRF：没有一行选手（001）",
                                   "this is no TRF: it has no player line (001)", {}));
    for (const auto& player : trf_.players)
      for (std::size_t r = 0; r < player.cells.size(); ++r)
        if (player.cells[r].opponent != 0 && !seen_.contains(player.cells[r].opponent))
          warn("trf.unknown_opponent", "对手不在名单里：" + std::to_string(player.cells[r].opponent),
               "an opponent who is not in the list: " + std::to_string(player.cells[r].opponent), player.line,
               player.line_number);
    return std::move(trf_);
  }

 private:
  Problem fault(std::string code, std::string zh, std::string en, std::string_view text,
                std::uint32_t line = 0, std::uint32_t column = 0) const {
    Problem p{std::move(code), {std::move(zh), std::move(en)}, {}, "", Place{}};
    p.at->file = std::string(file_);
    p.at->line = line ? line : std::max(line_, 1u);
    if (column) p.at->column = column;
    if (!text.empty()) p.at->text = excerpt(text);
    return p;
  }
  void warn(std::string code, std::string zh, std::string en, std::string_view text, std::uint32_t line = 0,
            std::uint32_t column = 0) {
    if (trf_.warnings.size() < most_warnings)
      trf_.warnings.push_back(fault(std::move(code), std::move(zh), std::move(en), text, line, column));
  }

  void take(std::string_view line) {
    if (trimmed(line).empty()) return;
    const std::string_view code = line.substr(0, 3),
                           rest = line.size() > 3 ? line.substr(3) : std::string_view();
    if (code == "001") return player(line);
    if (code == "012") trf_.name = std::string(trimmed(rest));
    trf_.lines.emplace_back(code, rest);
    if (code == "XXR" || code == "142") {
      if (const auto n = numbers(rest); !n.empty() && n[0] >= 0 && n[0] <= static_cast<int>(most_rounds))
        trf_.rounds = n[0];
    } else if (code == "XXC" || code == "152") {
      for (const auto word : words(rest))
        if (word.starts_with("white") || word.starts_with("W") || word == "w")
          trf_.first_colour = Side::red;
        else if (word.starts_with("black") || word.starts_with("B") || word == "b")
          trf_.first_colour = Side::black;
    } else if (code == "XXP" || code == "260") {
      auto n = numbers(rest);
      // 260 begins with the first and the last round that it is for.
      if (code == "260" && n.size() >= 4) n.erase(n.begin(), n.begin() + 2);
      for (std::size_t i = 0; i < n.size(); ++i)
        for (std::size_t k = i + 1; k < n.size() && trf_.forbidden.size() < most_forbidden; ++k)
          trf_.forbidden.emplace_back(n[i], n[k]);
      if (trf_.forbidden.size() >= most_forbidden)
        warn("trf.forbidden", "禁配对过多", "too many pairs kept apart", line, line_);
    } else if (code == "XXZ") {
      trf_.absent.emplace_back(0, numbers(rest));
    } else if (code == "240") {
      // "240 H 003 12 15": kind, round, players.
      auto n = numbers(rest);
      if (!n.empty()) {
        const int round = n.front();
        n.erase(n.begin());
        trf_.absent.emplace_back(round, std::move(n));
      }
    } else if (code == "XXA" || code == "250") {
      accelerate(rest);
    } else if (code == "162" || code.starts_with("BB")) {
      score(code, rest);
    } else if (code == "XXS") {
      for (const auto word : words(rest))
        if (const auto equals = word.find('='); equals != std::string_view::npos)
          set_points(word.substr(0, equals), tenths(word.substr(equals + 1)));
    }
  }

  void accelerate(std::string_view rest) {
    const auto list = words(rest);
    const auto who = list.empty() ? std::nullopt : integer(list[0]);
    if (!who) return;
    std::vector<int> virtual_points;
    for (std::size_t i = 1; i < list.size(); ++i) virtual_points.push_back(tenths(list[i]).value_or(0));
    trf_.accelerated.emplace_back(*who, std::move(virtual_points));
  }

  // "162  W 2.0    D 1.0"; "BBW  2.0".
  void score(std::string_view code, std::string_view rest) {
    const auto list = words(rest);
    if (code != "162") return set_points(code.substr(2), list.empty() ? std::nullopt : tenths(list[0]));
    for (std::size_t i = 0; i + 1 < list.size(); ++i)
      if (const auto value = tenths(list[i + 1]); value && list[i].size() <= 2 && !integer(list[i]))
        set_points(list[i], value);
  }

  void set_points(std::string_view letter, std::optional<int> value) {
    if (!value) return;
    TrfPoints& p = trf_.points;
    if (!p.stated) {
      p.stated = true;
      bye_stated_ = forfeit_stated_ = false;
    }
    if (letter == "W" || letter == "WW" || letter == "BW") {
      p.win = *value;
      if (!bye_stated_) p.bye = p.full_bye = *value;
      if (!forfeit_stated_) p.forfeit_win = *value;
    } else if (letter == "D" || letter == "WD" || letter == "BD") {
      p.draw = p.half_bye = *value;
    } else if (letter == "L" || letter == "WL" || letter == "BL") {
      p.loss = *value;
    } else if (letter == "U" || letter == "P") {
      p.bye = *value;
      bye_stated_ = true;
    } else if (letter == "Z") {
      p.zero_bye = *value;
    } else if (letter == "H") {
      p.half_bye = *value;
    } else if (letter == "F" || letter == "FL") {
      // BBF is what a forfeited game gives the one who was not there.
      p.forfeit_loss = *value;
    } else if (letter == "FW") {
      p.forfeit_win = *value;
      forfeit_stated_ = true;
    }
  }

  void player(std::string_view line) {
    std::vector<Odd> odd;
    auto p = read_line(line, odd);
    if (!p) return warn("trf.number", "这一行没有选手号", "a player line without a number", line, line_, 5);
    if (!seen_.insert(p->number).second)
      return warn("trf.twice", "选手号重复：" + std::to_string(p->number),
                  "a number that stands twice: " + std::to_string(p->number), line, line_, 5);
    if (trf_.players.size() >= most_players)
      return warn("trf.too_many", "选手过多", "too many players", line, line_);
    for (const Odd& o : odd)
      warn(o.code, o.sentence.zh, o.sentence.en, o.text, line_, static_cast<std::uint32_t>(o.column));
    p->line_number = line_;
    if (trf_.players.empty()) trf_.head_lines = trf_.lines.size();
    trf_.players.push_back(std::move(*p));
  }

  std::string_view text_, file_;
  TrfFile trf_;
  std::uint32_t line_ = 0;
  std::set<int> seen_;
  bool bye_stated_ = false, forfeit_stated_ = false;
};

}  // namespace

int TrfFile::played() const {
  std::size_t rounds = 0;
  for (const auto& player : players)
    for (std::size_t r = player.cells.size(); r > rounds; --r)
      if (player.cells[r - 1].opponent != 0 && player.cells[r - 1].result != ' ') rounds = r;
  return static_cast<int>(rounds);
}

std::expected<TrfFile, Problem> read_trf(std::string_view text, std::string_view file) {
  return Reader(text, file).read();
}

std::optional<TrfPlayer> read_trf_player(std::string_view line) {
  std::vector<Odd> odd;
  return line.starts_with("001") ? read_line(line, odd) : std::nullopt;
}

int points_of(const TrfFile& trf, const TrfCell& cell) {
  const TrfPoints& p = trf.points;
  switch (cell.result) {
    case '1':
    case 'W':
    case 'w':
      return p.win;
    case '=':
    case 'D':
    case 'd':
      return p.draw;
    case '0':
    case 'L':
    case 'l':
      return p.loss;
    case '+':
      return p.forfeit_win;
    case '-':
      return p.forfeit_loss;
    case 'U':
    case 'u':
      return p.bye;
    case 'F':
    case 'f':
      return p.full_bye;
    case 'H':
    case 'h':
      return p.half_bye;
    default:
      return p.zero_bye;
  }
}

}  // namespace qipu::tournament
