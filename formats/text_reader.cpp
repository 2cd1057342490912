// Pasted text: XQStudio's text export, a forum post, or a bare list of moves in any notation.
#include <algorithm>

#include "formats/movetext.hpp"
#include "formats/reading.hpp"
#include "formats/result_words.hpp"
#include "formats/text_headers.hpp"

namespace qipu::formats {
namespace {

constexpr std::size_t max_header_lines = 60;

bool is_rule(std::string_view line) {
  return line.size() >= 3 && line.find_first_not_of("-=_*~ \t\r") == std::string_view::npos;
}

/// Whether the line holds a move; the moves begin there.
bool has_move(std::string_view line) {
  for (std::size_t i = 0; i < line.size();) {
    const auto c = notation::decode(line.substr(i, 4));
    if (c.length == 0) return false;
    if (notation::symbol(c.code).kind() != notation::Symbol::other &&
        notation::read_chinese(line.substr(i, 16)))
      return true;
    const bool word_start =
        i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t' || line[i - 1] == '.' || c.length > 1;
    if (word_start) {
      std::size_t end = i;
      while (end < line.size() && line[end] != ' ' && line[end] != '\t' && line[end] != '\r' && end - i < 13)
        ++end;
      const auto folded = notation::fold(line.substr(i, end - i));
      if (notation::read_wxf(folded.view()) || notation::read_iccs(folded.view()) ||
          notation::read_uci(folded.view()))
        return true;
    }
    i += c.length;
  }
  return false;
}

}  // namespace

void read_text(std::string_view text, Reading& reading) {
  ParseOutcome& outcome = reading.begin();
  Record& record = outcome.record;
  std::size_t at = 0;
  std::string first_line;
  Setup setup = Setup::start();
  for (std::size_t lines = 0; at < text.size() && lines < max_header_lines; ++lines) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const bool position_line = line.starts_with("position fen ") || line.starts_with("fen ");
    if (const auto header = text_header(line)) {
      if (header->first == "FEN") {
        if (const auto parsed = parse_fen(header->second)) setup = *parsed;
      } else if (!header->second.empty()) {
        record.set_header(header->first, header->second);
      }
    } else if (position_line || line.starts_with("position startpos")) {
      // UCCI and UCI: position fen … moves h2e2 …
      const std::size_t fen = position_line ? line.find("fen ") + 4 : line.size();
      const std::size_t moves = line.find(" moves ");
      if (position_line)
        if (const auto parsed = parse_fen(line.substr(fen, moves - fen))) setup = *parsed;
      if (moves != std::string_view::npos) {
        at += moves + 7;
        break;
      }
    } else if (const auto fen = parse_fen(line); fen && line.find('/') != std::string_view::npos) {
      setup = *fen;
    } else if (has_move(line)) {
      break;
    } else if (!is_rule(line) && first_line.empty() &&
               line.find_first_not_of(" \t\r\n") != std::string_view::npos) {
      first_line = shortened(line.substr(line.find_first_not_of(" \t")), 200);
      while (!first_line.empty() && (first_line.back() == '\r' || first_line.back() == ' '))
        first_line.pop_back();
    }
    at = end + 1;
  }
  if (!first_line.empty() && !record.header("Title")) record.headers.emplace_back("Title", first_line);
  if (const std::string* result = record.header("Result")) {
    record.result_text = *result;
    record.result = read_result(*result).value_or(StatedResult::unknown);
  }
  at = std::min(at, text.size());

  const ParseOutcome clean = outcome;
  std::uint32_t best_moves = 0;
  std::optional<ParseOutcome> best;
  std::string_view terminator;
  const auto attempt = [&](notation::Notation points, Setup start) {
    outcome = clean;
    TreeBuilder builder(outcome);
    if (!builder.start(start, true)) return std::pair(false, false);
    LineCounter lines(text);
    Movetext movetext(text, at, reading, builder, lines, {true, points});
    movetext.read();
    if (!best || movetext.moves() > best_moves) {
      best = outcome;
      best_moves = movetext.moves();
      terminator = movetext.result();
    }
    return std::pair(outcome.first_error && movetext.coordinates_failed(),
                     outcome.first_error && movetext.moves() == 0);
  };
  const auto [coordinates, none] = attempt(notation::Notation::iccs, setup);
  if (coordinates) attempt(notation::Notation::uci, setup);
  if (none && best_moves == 0) {
    setup.to_move = opponent(setup.to_move);
    attempt(notation::Notation::iccs, setup);
  }
  if (best) outcome = std::move(*best);
  if (record.result == StatedResult::unknown && !terminator.empty()) {
    record.result = read_result(terminator).value_or(StatedResult::unknown);
    record.result_text = terminator;
  }
  if (record.nodes.empty() && !outcome.first_error && !outcome.faulty_start &&
      record.start == Setup::start()) {
    reading.summary.format.reset();
    reading.summary.fault = make_problem("file.not_a_record", "这不是棋谱", "This is no game record");
    return;
  }
  reading.emit();
}

}  // namespace qipu::formats
