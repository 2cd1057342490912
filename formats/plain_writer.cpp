// WXF files and plain lists of moves: main lines only.
#include "formats/notation/resolve.hpp"
#include "formats/reading.hpp"
#include "formats/write.hpp"

namespace qipu::formats {
namespace {

std::string value(const Record& record, std::string_view name) {
  const std::string* found = record.header(name);
  std::string text = found ? *found : "";
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == ';') c = ' ';
  return text;
}

/// "1. a b\n2. c d\n" with the spelling that `spell` gives.
template <class Spell>
std::string move_lines(const Record& record, Spell spell) {
  Position position = *Position::from(record.start);
  std::vector<Move> moves = record.main_line();
  if (record.illegal_last) moves.push_back(*record.illegal_last);
  std::string out;
  int number = record.start.move_number;
  bool open = false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool red = position.to_move() == Side::red;
    if (red || !open) out += std::to_string(number) + (red ? ". " : ". ... ");
    out += spell(position, moves[i]);
    out += red ? " " : "\n";
    open = red;
    if (!red) ++number;
    if (i + 1 < moves.size() || !record.illegal_last) position.make(moves[i]);
  }
  if (open) out += '\n';
  return out;
}

std::vector<Problem> main_line_only(const Record& record, std::string_view code) {
  std::vector<Problem> losses;
  const auto lose = [&](std::string_view what, std::string_view zh, std::string_view en) {
    losses.push_back(make_problem(code, zh, en));
    losses.back().params.emplace_back("what", std::string(what));
  };
  if (variations(record)) lose("variations", "变着没有写", "Variations are not written");
  if (comments(record)) lose("comments", "注释没有写", "Comments are not written");
  if (!record.gaps.empty()) lose("gap", "缺着没有写", "Gaps are not written");
  return losses;
}

}  // namespace

Written write_wxf(const Record& record) {
  Written out;
  out.losses = main_line_only(record, "wxf.cannot_hold");
  const auto player = [&](std::string_view side) {
    const std::string elo = value(record, std::string(side) + "Elo");
    return value(record, side) + ";" + value(record, std::string(side) + "Team") + ";" + elo + ";";
  };
  out.bytes = "FORMAT\tWXF\nGAME\t" + value(record, "Title") + "\nRED\t" + player("Red") + "\nBLACK\t" +
              player("Black") + "\nDATE\t" + value(record, "Date") + "\nEVENT\t" + value(record, "Event") +
              "\nRESULT\t" + std::string(text(record.result)) + "\n";
  if (record.start != Setup::start()) out.bytes += "FEN\t" + to_fen(record.start) + "\n";
  out.bytes += "\nSTART{\n" + move_lines(record, notation::write_wxf) + "}END\n";
  for (const auto& [name, text] : record.headers) {
    constexpr std::string_view held =
        " Title Red Black RedTeam BlackTeam RedElo BlackElo Date Event Result FEN Game Format ";
    if (text.empty() || held.find(" " + name + " ") != std::string_view::npos) continue;
    out.losses.push_back(
        make_problem("wxf.cannot_hold", "WXF 没有这一项", "WXF has no line for this header"));
    out.losses.back().params.emplace_back("header", name);
  }
  return out;
}

Written write_iccs(const Record& record) {
  Written out;
  out.losses = main_line_only(record, "iccs.cannot_hold");
  if (!record.headers.empty())
    out.losses.push_back(
        make_problem("iccs.cannot_hold", "只写着法，没有写表头", "Only moves are written, no headers"));
  if (record.start != Setup::start()) out.bytes = "FEN " + to_fen(record.start) + "\n";
  out.bytes += move_lines(record, [](const Position&, Move move) { return notation::write_iccs(move); });
  out.bytes += std::string(text(record.result)) + "\n";
  return out;
}

}  // namespace qipu::formats
