// WXF files of PlayOK and XieXie: header lines, then START{ moves }END.
#include <algorithm>

#include "formats/movetext.hpp"
#include "formats/reading.hpp"
#include "formats/result_words.hpp"

namespace qipu::formats {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

/// "name ; team ; rating …" as PlayOK writes it: the first is the name, a number after it the rating.
void player(Record& record, std::string_view side, std::string_view value) {
  for (int field = 0; !value.empty(); ++field) {
    const std::size_t end = std::min(value.find(';'), value.size());
    const std::string_view part = trimmed(value.substr(0, end));
    value.remove_prefix(std::min(end + 1, value.size()));
    if (part.empty()) continue;
    const bool numeric = part.find_first_not_of("0123456789") == std::string_view::npos;
    record.set_header(std::string(side) + (field == 0 ? "" : numeric ? "Elo" : "Team"), std::string(part));
  }
}

bool is_word(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  });
}

std::string_view header_name(std::string_view key) {
  constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"DATE", "Date"}, {"EVENT", "Event"}, {"SITE", "Site"}, {"GAME", "Title"}};
  for (const auto& [from, to] : names)
    if (from == key) return to;
  return key;
}

}  // namespace

void read_wxf(std::string_view text, Reading& reading) {
  std::size_t at = 0;
  while (at < text.size()) {
    ParseOutcome& outcome = reading.begin();
    Record& record = outcome.record;
    Setup setup = Setup::start();
    std::optional<Problem> fen_fault;
    bool any = false, started = false;
    while (at < text.size() && !started) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = trimmed(text.substr(at, end - at));
      const std::size_t key_end = std::min(line.find_first_of(" \t"), line.size());
      const std::string_view key = line.substr(0, key_end), value = trimmed(line.substr(key_end));
      const std::size_t start_mark = line.find("START");
      if (start_mark == 0) {
        const std::size_t brace = text.find('{', at);
        started = true;
        at = brace == std::string_view::npos ? end : brace + 1;
        break;
      }
      any = any || !line.empty();
      if (key == "RED") {
        player(record, "Red", value);
      } else if (key == "BLACK") {
        player(record, "Black", value);
      } else if (key == "FEN") {
        if (const auto parsed = parse_fen(value)) {
          setup = *parsed;
        } else {
          fen_fault = parsed.error();
        }
      } else if (key == "RESULT") {
        record.result_text = value;
        record.result = read_result(value).value_or(StatedResult::unknown);
      } else if (!is_word(key)) {
        if (!line.empty()) {
          Problem p = make_problem("wxf.line_unread", "这一行看不懂，没有读入", "A line was not understood");
          p.at->text = shortened(line);
          reading.warn(std::move(p));
        }
      } else if (!value.empty() && key != "FORMAT") {
        record.set_header(header_name(key), std::string(value));
      }
      at = std::min(end + 1, text.size());
    }
    if (!any && !started) return;
    const std::size_t close = std::min(text.find("}END", at), text.size());
    if (!started)
      reading.warn(
          make_problem("wxf.no_moves", "没有 START{，没有着法", "There is no START{ and so no move"));
    else if (close == text.size())
      reading.warn(make_problem("wxf.no_end", "着法后面没有 }END", "The moves are not closed with }END"));
    TreeBuilder builder(outcome);
    if (fen_fault) {
      outcome.first_error = std::move(fen_fault);
      if (!outcome.first_error->at) outcome.first_error->at = Place{};
      outcome.first_error->at->ply = 1;
    } else if (started) {
      const std::string_view moves = text.substr(0, close);
      if (builder.start(setup, moves.find_first_not_of(" \t\r\n", at) != std::string_view::npos)) {
        LineCounter lines(text);
        Movetext movetext(moves, at, reading, builder, lines, {});
        movetext.read();
        if (record.result_text.empty() && !movetext.result().empty()) {
          record.result_text = movetext.result();
          record.result = read_result(movetext.result()).value_or(StatedResult::unknown);
        }
      }
    }
    if (!reading.emit()) return;
    at = std::min(close + 4, text.size());
  }
}

}  // namespace qipu::formats
