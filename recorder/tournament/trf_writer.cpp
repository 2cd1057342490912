#include <algorithm>
#include <cstdio>
#include <map>

#include "recorder/tournament/score_table.hpp"
#include "recorder/tournament/standings.hpp"
#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// At most `width` characters, filled up with blanks on the other side.
std::string field(std::string_view text, std::size_t width, bool right = false) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (begins && count++ == width) break;
    // No line break and no column may come out of a name.
    out += static_cast<unsigned char>(text[i]) < 0x20 ? ' ' : text[i];
  }
  const std::string blanks(width - std::min(width, characters(out)), ' ');
  return right ? blanks + out : out + blanks;
}
std::string number(std::optional<int> value, std::size_t width) {
  return field(value ? std::to_string(*value) : "", width, true);
}

std::string points(int tenths) {
  char text[16];
  std::snprintf(text, sizeof text, "%d.%d", tenths / 10, std::abs(tenths % 10));
  return field(text, 4, true);
}

std::string cell_text(const TrfCell& cell) {
  if (cell.empty() && !cell.zeros) return std::string(10, ' ');
  const std::string opponent = cell.opponent ? number(cell.opponent, 4) : cell.zeros ? "0000" : "    ";
  return "  " + opponent + ' ' + cell.colour + ' ' + cell.result;
}

std::string player_line(const TrfPlayer& p) {
  std::string line = "001 " + number(p.number, 4) + ' ' + p.sex + field(p.title, 3, true) + ' ' +
                     field(p.name, 33) + ' ' + number(p.rating, 4) + ' ' + field(p.federation, 3) + ' ' +
                     field(p.fide_number, 11, true) + ' ' + field(p.birth, 10) + ' ' + points(p.points_x10) +
                     ' ' + number(p.rank, 4);
  for (const TrfCell& cell : p.cells) line += cell_text(cell);
  return line;
}

TrfCell cell_of(const Game& game, EntrantNo who) {
  TrfCell cell;
  const bool red = game.red == who;
  cell.opponent = red ? game.black.value : game.red.value;
  cell.colour = red ? 'w' : 'b';
  if (!game.result || game.result->outcome == Outcome::none) return cell;
  const bool played = game.result->played;
  switch (game.result->outcome) {
    case Outcome::draw:
      cell.result = '=';
      break;
    case Outcome::both_lose:
      cell.result = played ? '0' : '-';
      break;
    default: {
      const bool won = (game.result->outcome == Outcome::red_wins) == red;
      cell.result = played ? (won ? '1' : '0') : won ? '+' : '-';
    }
  }
  return cell;
}

}  // namespace

std::string write_trf(const TrfFile& trf) {
  std::string out;
  const auto line = [&](std::string_view text) { out.append(text).append(trf.line_end); };
  const std::size_t before = std::min(trf.head_lines, trf.lines.size());
  for (std::size_t i = 0; i < before; ++i) line(trf.lines[i].first + trf.lines[i].second);
  for (const TrfPlayer& player : trf.players) {
    auto read = read_trf_player(player.line);
    if (read) read->line_number = player.line_number;
    line(read == player ? player.line : player_line(player));
  }
  for (std::size_t i = before; i < trf.lines.size(); ++i) line(trf.lines[i].first + trf.lines[i].second);
  return out;
}

TrfFile trf_of(const Regulation& regulation, const Section& section) {
  const SectionRule& rule = regulation.section(section.id);
  TrfFile trf;
  trf.rounds = rule.swiss_rounds;
  const auto& r = regulation.score;
  trf.points = {r.win * 10,
                r.draw * 10,
                r.loss * 10,
                regulation.bye.points * 10,
                regulation.bye.absent_points * 10,
                regulation.bye.points * 10,
                regulation.bye.absent_points * 10,
                r.win * 10,
                r.loss * 10,
                true};
  trf.name = regulation.name.zh + " " + rule.name.zh;
  trf.lines = {{"012", " " + trf.name},
               {"092", " Individual: Swiss-System"},
               {"XXR", " " + std::to_string(rule.swiss_rounds)},
               {"162", "  W " + points(trf.points.win) + "    D " + points(trf.points.draw) + "    L " +
                           points(trf.points.loss) + "    P " + points(trf.points.bye) + "    Z " +
                           points(trf.points.zero_bye)}};
  trf.head_lines = trf.lines.size();
  const auto standings = tournament::standings(regulation, section);
  std::map<std::uint16_t, int> rank;
  for (const auto& row : standings.rows) rank[row.entrant.value] = row.rank;
  const ScoreTable table(regulation, section, static_cast<int>(section.rounds.size()));
  for (const Entrant& entrant : section.entrants) {
    TrfPlayer p;
    p.number = entrant.no.value;
    p.sex = entrant.attributes.sex == Sex::female ? 'w' : ' ';
    p.name = entrant.person.name;
    p.birth = entrant.person.birth_year ? std::to_string(entrant.person.birth_year) : "";
    if (const auto found = rank.find(entrant.no.value); found != rank.end()) p.rank = found->second;
    int total = 0;
    for (const Round& round : section.rounds) {
      TrfCell cell{.opponent = 0, .colour = '-', .result = 'Z', .zeros = true};
      if (round.bye == entrant.no) cell.result = 'U';
      for (const Game& game : round.games)
        if (game.side_of(entrant.no)) cell = cell_of(game, entrant.no);
      total += table.at(entrant.no, static_cast<int>(round.id.number)).points;
      p.cells.push_back(cell);
    }
    p.points_x10 = total * 10;
    trf.players.push_back(std::move(p));
  }
  return trf;
}

}  // namespace qipu::tournament
