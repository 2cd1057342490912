#include "recorder/tournament/csv.hpp"

namespace qipu::tournament {
namespace {

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  char best = ',';
  std::size_t most = 0;
  for (const char c : {',', ';', '\t'}) {
    std::size_t count = 0;
    for (const char d : first) count += d == c;
    if (count > most) best = c, most = count;
  }
  return best;
}

std::string trimmed(std::string_view cell) {
  while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
  return std::string(cell);
}

}  // namespace

std::vector<CsvLine> read_csv(std::string_view text, std::size_t most) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const char separator = separator_of(text);
  std::vector<CsvLine> lines;
  CsvLine current{1, {}};
  std::string cell;
  std::uint32_t number = 1;
  bool quoted = false, was_quoted = false;
  const auto end_cell = [&] {
    current.cells.push_back(was_quoted ? cell : trimmed(cell));
    cell.clear();
    was_quoted = false;
  };
  const auto end_line = [&] {
    end_cell();
    if (current.cells.size() > 1 || !current.cells.front().empty()) lines.push_back(std::move(current));
    current = {number + 1, {}};
  };
  for (std::size_t i = 0; i < text.size() && lines.size() < most; ++i) {
    const char c = text[i];
    const bool line_end = c == '\n' || c == '\r';
    if (quoted) {
      if (c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
        cell += '"';
        ++i;
      } else if (c == '"') {
        quoted = false;
      } else {
        cell += c;
      }
      number += c == '\n';
    } else if (c == '"' && trimmed(cell).empty()) {
      quoted = was_quoted = true;
      cell.clear();
    } else if (c == separator) {
      end_cell();
    } else if (line_end) {
      if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
      end_line();
      ++number;
    } else if (!was_quoted || (c != ' ' && c != '\t')) {
      cell += c;
    }
  }
  if (!cell.empty() || !current.cells.empty()) end_line();
  return lines;
}

std::string csv_cell(std::string_view text) {
  std::string cell;
  const bool formula = !text.empty() && (text.front() == '=' || text.front() == '+' || text.front() == '-' ||
                                         text.front() == '@' || text.front() == '\t');
  if (formula) cell += '\'';
  cell += text;
  if (cell.find_first_of(",;\"\r\n\t") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace qipu::tournament
