#include "recorder/tournament/round_import.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "recorder/tournament/csv.hpp"
#include "recorder/tournament/pairing_check.hpp"
#include "recorder/tournament/trf.hpp"

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

// The letters of both players' cells; both lost is "00", both absent "--".
std::optional<Result> result_of(char red, char black) {
  const auto one_of = [](char letter, std::string_view letters) {
    return letters.find(letter) != std::string_view::npos;
  };
  constexpr std::string_view win = "1Ww", loss = "0Ll", draw = "=Dd";
  if (one_of(red, loss) && one_of(black, loss)) return result_of("0-0");
  if (red == '-' && black == '-') return result_of("-:-");
  if (red == '+' || black == '-') return result_of("+");
  if (black == '+' || red == '-') return result_of("-:+");
  if (one_of(red, win) || one_of(black, loss)) return result_of("1-0");
  if (one_of(black, win) || one_of(red, loss)) return result_of("0-1");
  if (one_of(red, draw) || one_of(black, draw)) return result_of("=");
  return std::nullopt;
}

class Import {
 public:
  Import(const Regulation& regulation, const Section& section, int round, std::string_view file)
      : regulation_(regulation), section_(section), file_(file) {
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
      lines_[a->value] = line;
      return std::nullopt;
    }
    const auto b = entrant_of(section_, black);
    if (!b)
      return fault("round.unknown_entrant", "名单里没有：" + std::string(black),
                   "not in the list: " + std::string(black), file_, line, black);
    if (!seen_.insert(b->value).second)
      return fault("round.twice", "一个人排了两次", "somebody is paired twice", file_, line, black);
    lines_[a->value] = lines_[b->value] = line;
    Game game;
    game.id = {imported_.round.id, static_cast<std::uint16_t>(imported_.round.games.size() + 1), 0};
    game.red = *a;
    game.black = *b;
    game.result = result;
    imported_.round.games.push_back(std::move(game));
    return std::nullopt;
  }

  ImportedRound finish() {
    std::vector<EntrantNo> absent;
    for (const auto& entrant : section_.entrants)
      if (entrant.in_play() && !seen_.contains(entrant.no.value)) {
        // Unlisted players get nothing, not a bye.
        imported_.round.absences.push_back({entrant.no, true, 0});
        absent.push_back(entrant.no);
        imported_.warnings.push_back(fault("round.unlisted", "本轮没有排到：" + entrant.person.name,
                                           "not paired this round: " + entrant.person.name, file_, 0,
                                           entrant.person.name));
      }
    // What the round breaks is said, and left as it stands: the arbiter knows why.
    std::vector<PairingPair> pairs;
    for (const Game& game : imported_.round.games) pairs.push_back({game.red, game.black});
    const auto request = pairing_request(regulation_, section_, imported_.round.id.number, absent);
    for (Problem& broken : check_pairing(request, pairs, imported_.round.bye).faults) {
      broken.at = Place{};
      broken.at->file = std::string(file_);
      const auto who = broken.params.empty() ? std::nullopt : number(broken.params.front().second);
      if (const auto line = who ? lines_.find(*who) : lines_.end(); line != lines_.end())
        broken.at->line = line->second;
      imported_.warnings.push_back(std::move(broken));
    }
    return std::move(imported_);
  }
  bool empty() const { return imported_.round.games.empty() && !imported_.round.bye; }

 private:
  const Regulation& regulation_;
  const Section& section_;
  std::string_view file_;
  ImportedRound imported_;
  std::set<std::uint16_t> seen_;
  std::map<int, std::uint32_t> lines_;  // where each entrant stands
};

}  // namespace

std::expected<ImportedRound, Problem> import_round_csv(const Regulation& regulation, const Section& section,
                                                       int round, std::string_view text,
                                                       std::string_view file) {
  const auto lines = read_csv(text);
  Import import(regulation, section, round, file);
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

std::expected<ImportedRound, Problem> import_round_trf(const Regulation& regulation, const Section& section,
                                                       int round, std::string_view text,
                                                       std::string_view file) {
  const auto trf = read_trf(text, file);
  if (!trf) return std::unexpected(trf.error());
  Import import(regulation, section, round, file);
  const auto cell_of = [&](const TrfPlayer& player) {
    const auto r = static_cast<std::size_t>(round - 1);
    return r < player.cells.size() ? player.cells[r]
                                   : TrfCell{.opponent = 0, .colour = ' ', .result = ' ', .zeros = false};
  };
  std::map<int, TrfCell> cells;
  int full_byes = 0;
  bool given_bye = false;
  for (const TrfPlayer& player : trf->players) {
    const TrfCell cell = cells[player.number] = cell_of(player);
    given_bye |= cell.opponent == 0 && (cell.result == 'U' || cell.result == 'u');
    full_byes += cell.opponent == 0 && (cell.result == 'F' || cell.result == 'f');
  }
  std::set<int> done;
  for (const TrfPlayer& player : trf->players) {
    const TrfCell& cell = cells[player.number];
    const std::uint32_t line = player.line_number;
    if (done.contains(player.number)) continue;
    if (cell.opponent == 0) {
      // One who asked for a full point may stand beside the one who was given the bye.
      const bool bye = cell.result == 'U' || cell.result == 'u' ||
                       ((cell.result == 'F' || cell.result == 'f') && !given_bye && full_byes == 1);
      if (bye)
        if (auto problem = import.pair(line, std::to_string(player.number), "", std::nullopt))
          return std::unexpected(*problem);
      continue;
    }
    const auto found = cells.find(cell.opponent);
    const TrfCell other = found == cells.end() ? TrfCell{} : found->second;
    if (found != cells.end() && other.opponent != player.number)
      return std::unexpected(fault("round.disagrees", "两人的对手不一致：" + std::to_string(player.number),
                                   "the two do not name each other: " + std::to_string(player.number), file,
                                   line, player.line));
    const auto is = [](char colour, char lower, char upper) { return colour == lower || colour == upper; };
    const bool red = is(cell.colour, 'w', 'W') || (!is(cell.colour, 'b', 'B') && !is(other.colour, 'w', 'W'));
    if (auto problem =
            import.pair(line, std::to_string(red ? player.number : cell.opponent),
                        std::to_string(red ? cell.opponent : player.number),
                        result_of(red ? cell.result : other.result, red ? other.result : cell.result)))
      return std::unexpected(*problem);
    done.insert(cell.opponent);
  }
  if (import.empty())
    return std::unexpected(fault("round.empty", "没有读到对阵", "no pairing was read", file, 1));
  return import.finish();
}

}  // namespace qipu::tournament
