#include "recorder/tournament/round_import.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "recorder/tournament/csv.hpp"

namespace qipu::tournament {
namespace {

Problem fault(std::string code, std::string zh, std::string en, std::string_view file, std::uint32_t line,
              std::string_view text = {}) {
  Problem p{std::move(code), {std::move(zh), std::move(en)}, {}, "", Place{}};
  p.at->file = std::string(file);
  p.at->line = line;
  if (!text.empty()) p.at->text = std::string(text.substr(0, 60));
  return p;
}

std::optional<int> number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value)
                                                                                   : std::nullopt;
}

std::optional<EntrantNo> entrant_of(const Section& section, std::string_view text) {
  if (const auto n = number(text); n && *n >= 1 && *n <= 65535) {
    const EntrantNo no{static_cast<std::uint16_t>(*n)};
    return section.find(no) ? std::optional(no) : std::nullopt;
  }
  std::optional<EntrantNo> found;
  for (const auto& entrant : section.entrants)
    if (entrant.person.name == text || entrant.person.name + "/" + entrant.person.unit == text) {
      if (found) return std::nullopt;
      found = entrant.no;
    }
  return found;
}

bool is_bye(std::string_view text) {
  return text.empty() || text == "bye" || text == "BYE" || text == "轮空" || text == "-";
}

// The words that organisers' programs write; "0-0" is a double loss.
std::optional<Result> result_of(std::string_view text) {
  static const std::map<std::string_view, Result> words = {
      {"1-0", {Outcome::red_wins, ResultKind::resign, true}},
      {"0-1", {Outcome::black_wins, ResultKind::resign, true}},
      {"2-0", {Outcome::red_wins, ResultKind::resign, true}},
      {"0-2", {Outcome::black_wins, ResultKind::resign, true}},
      {"1-1", {Outcome::draw, ResultKind::agreed, true}},
      {"1/2-1/2", {Outcome::draw, ResultKind::agreed, true}},
      {"=", {Outcome::draw, ResultKind::agreed, true}},
      {"和", {Outcome::draw, ResultKind::agreed, true}},
      {"和棋", {Outcome::draw, ResultKind::agreed, true}},
      {"红胜", {Outcome::red_wins, ResultKind::resign, true}},
      {"胜", {Outcome::red_wins, ResultKind::resign, true}},
      {"黑胜", {Outcome::black_wins, ResultKind::resign, true}},
      {"负", {Outcome::black_wins, ResultKind::resign, true}},
      {"0-0", {Outcome::both_lose, ResultKind::ruling, true}},
      {"双负", {Outcome::both_lose, ResultKind::ruling, true}},
      {"+", {Outcome::red_wins, ResultKind::absent, false}},
      {"+:-", {Outcome::red_wins, ResultKind::absent, false}},
      {"+--", {Outcome::red_wins, ResultKind::absent, false}},
      {"-", {Outcome::black_wins, ResultKind::absent, false}},
      {"-:+", {Outcome::black_wins, ResultKind::absent, false}},
      {"--+", {Outcome::black_wins, ResultKind::absent, false}},
      {"-:-", {Outcome::both_lose, ResultKind::absent, false}}};
  const auto found = words.find(text);
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

bool met(const Section& section, EntrantNo a, EntrantNo b) {
  for (const auto& round : section.rounds)
    for (const auto& game : round.games)
      if (game.side_of(a) && game.side_of(b)) return true;
  return false;
}

class Import {
 public:
  Import(const Section& section, int round, std::string_view file) : section_(section), file_(file) {
    imported_.round.id = {section.id, PhaseKind::swiss, static_cast<std::uint8_t>(round)};
  }

  std::optional<Problem> pair(std::uint32_t line, std::string_view red, std::string_view black,
                              std::optional<Result> result) {
    const auto a = entrant_of(section_, red);
    if (!a)
      return fault("round.unknown_entrant", "名单里没有：" + std::string(red),
                   "not in the list: " + std::string(red), file_, line, red);
    if (!seen_.insert(a->value).second)
      return fault("round.twice", "一个人排了两次", "somebody is paired twice", file_, line, red);
    if (is_bye(black)) {
      if (imported_.round.bye)
        return fault("round.byes", "轮空的不止一个", "more than one bye", file_, line, red);
      imported_.round.bye = *a;
      return std::nullopt;
    }
    const auto b = entrant_of(section_, black);
    if (!b)
      return fault("round.unknown_entrant", "名单里没有：" + std::string(black),
                   "not in the list: " + std::string(black), file_, line, black);
    if (!seen_.insert(b->value).second)
      return fault("round.twice", "一个人排了两次", "somebody is paired twice", file_, line, black);
    if (met(section_, *a, *b))
      imported_.warnings.push_back(fault("round.rematch", "这两人以前对过", "these two have met before",
                                         file_, line, std::string(red) + "-" + std::string(black)));
    Game game;
    game.id = {imported_.round.id, static_cast<std::uint16_t>(imported_.round.games.size() + 1), 0};
    game.red = *a;
    game.black = *b;
    game.result = result;
    imported_.round.games.push_back(std::move(game));
    return std::nullopt;
  }

  ImportedRound finish() {
    for (const auto& entrant : section_.entrants)
      if (entrant.in_play() && !seen_.contains(entrant.no.value)) {
        // Unlisted players get nothing, not a bye.
        imported_.round.absences.push_back({entrant.no, true, 0});
        imported_.warnings.push_back(fault("round.unlisted", "本轮没有排到：" + entrant.person.name,
                                           "not paired this round: " + entrant.person.name, file_, 0,
                                           entrant.person.name));
      }
    return std::move(imported_);
  }
  bool empty() const { return imported_.round.games.empty() && !imported_.round.bye; }

 private:
  const Section& section_;
  std::string_view file_;
  ImportedRound imported_;
  std::set<std::uint16_t> seen_;
};

}  // namespace

std::expected<ImportedRound, Problem> import_round_csv(const Regulation&, const Section& section, int round,
                                                       std::string_view text, std::string_view file) {
  const auto lines = read_csv(text);
  Import import(section, round, file);
  std::vector<std::pair<int, const CsvLine*>> ordered;
  bool header = false;
  for (const auto& line : lines) {
    if (line.cells.size() < 2)
      return std::unexpected(fault("round.columns", "每行要有台号、红、黑",
                                   "a line needs board, red and black", file, line.line));
    const auto board = number(line.cells[0]);
    if (!board && ordered.empty() && !header) {
      header = true;
      continue;
    }
    if (!board || *board < 1)
      return std::unexpected(fault("round.board", "台号看不懂：" + line.cells[0],
                                   "no board number: " + line.cells[0], file, line.line, line.cells[0]));
    ordered.emplace_back(*board, &line);
  }
  std::ranges::stable_sort(ordered, {}, &std::pair<int, const CsvLine*>::first);
  for (const auto& [board, line] : ordered) {
    const std::string result_text = line->cells.size() > 3 ? line->cells[3] : "";
    const auto result = result_of(result_text);
    if (!result && !result_text.empty() && result_text != "*")
      return std::unexpected(fault("round.result", "结果看不懂：" + result_text,
                                   "the result cannot be read: " + result_text, file, line->line,
                                   result_text));
    if (auto problem =
            import.pair(line->line, line->cells[1], line->cells.size() > 2 ? line->cells[2] : "", result))
      return std::unexpected(*problem);
  }
  if (import.empty())
    return std::unexpected(fault("round.empty", "没有读到对阵", "no pairing was read", file, 1));
  return import.finish();
}

std::expected<ImportedRound, Problem> import_round_trf(const Regulation&, const Section& section, int round,
                                                       std::string_view text, std::string_view file) {
  Import import(section, round, file);
  std::uint32_t number_of_line = 0;
  const std::size_t column = 91 + static_cast<std::size_t>(round - 1) * 10;
  std::set<int> done;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (end < text.size() && text[end] == '\r' && begin < text.size() && text[begin] == '\n') ++begin;
    ++number_of_line;
    if (!line.starts_with("001") || line.size() < column + 8) continue;
    const auto own = number(line.substr(4, 4)), other = number(line.substr(column, 4));
    const char colour = line[column + 5], letter = line[column + 7];
    if (!own || done.contains(*own)) continue;
    if (!other || *other == 0) {
      if (letter == 'U' || letter == 'F')
        if (auto problem = import.pair(number_of_line, std::to_string(*own), "", std::nullopt))
          return std::unexpected(*problem);
      continue;
    }
    const bool red = colour == 'w' || colour == 'W' || colour == 'r';
    std::optional<Result> result;
    if (letter == '1' || letter == '0') result = result_of((letter == '1') == red ? "1-0" : "0-1");
    if (letter == '=') result = result_of("=");
    if (letter == '+' || letter == '-') result = result_of((letter == '+') == red ? "+" : "-");
    if (auto problem = import.pair(number_of_line, std::to_string(red ? *own : *other),
                                   std::to_string(red ? *other : *own), result))
      return std::unexpected(*problem);
    done.insert(*other);
  }
  if (import.empty())
    return std::unexpected(fault("round.empty", "没有读到对阵", "no pairing was read", file, 1));
  return import.finish();
}

}  // namespace qipu::tournament
