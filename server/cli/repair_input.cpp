#include "server/cli/repair_input.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string_view>

#include "formats/read.hpp"

namespace qipu::cli {
namespace {

constexpr std::size_t kLongestFile = 64u << 20;

std::optional<std::string> bytes_of_file(const std::string& name) {
  std::string bytes;
  const auto take = [&](std::istream& in) {
    char chunk[1 << 16];
    while (in.read(chunk, sizeof chunk) || in.gcount() > 0) {
      bytes.append(chunk, static_cast<std::size_t>(in.gcount()));
      if (bytes.size() > kLongestFile) return false;
    }
    return true;
  };
  if (name == "-") return take(std::cin) ? std::optional(bytes) : std::nullopt;
  std::ifstream in(name, std::ios::binary);
  return in && take(in) ? std::optional(bytes) : std::nullopt;
}

// Whether a text writes this move by its points: h2e2, H2E2, H2-E2.
bool writes_points(std::string_view bytes, Move move) {
  const std::string small = iccs(move);
  std::string large = small;
  for (char& c : large) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  const std::string dashed = large.substr(0, 2) + "-" + large.substr(2);
  for (const std::string& form : {small, large, dashed})
    if (bytes.find(form) != std::string_view::npos) return true;
  return false;
}

repair::Written written(const formats::ParseOutcome& parsed, std::string_view bytes) {
  const repair::Written known = repair::written_as(parsed.format, parsed.unread);
  if (known != repair::Written::unsure || parsed.record.first == formats::Node::none) return known;
  return writes_points(bytes, parsed.record.nodes[parsed.record.first].move) ? repair::Written::points
                                                                             : repair::Written::words;
}

// DhtmlXQ counts files from the left and ranks from the top: "7747" is h2e2.
std::string as_points(std::string text) {
  const bool digits =
      text.size() == 4 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || text[0] > '8' || text[2] > '8') return text;
  const auto rank = [](char c) { return static_cast<char>('0' + ('9' - c)); };
  return {static_cast<char>('a' + (text[0] - '0')), rank(text[1]), static_cast<char>('a' + (text[2] - '0')),
          rank(text[3])};
}

}  // namespace

std::expected<RepairInput, Problem> read_repair_input(const std::string& file, std::uint32_t number) {
  const auto bytes = bytes_of_file(file);
  if (!bytes)
    return std::unexpected(Problem{"file.unreadable",
                                   {"读不了这个文件：" + file, "This file cannot be read: " + file},
                                   {{"file", file}},
                                   "",
                                   std::nullopt});
  formats::ReadOptions options;
  options.name = file;
  auto parsed = formats::read_game(formats::bytes_of(*bytes), options, number);
  if (!parsed) return std::unexpected(parsed.error());
  RepairInput input;
  if (parsed->format == formats::Format::dhtmlxq)
    for (std::string& text : parsed->unread) text = as_points(std::move(text));
  input.written = written(*parsed, *bytes);
  input.record = std::move(parsed->record);
  input.unread = std::move(parsed->unread);
  input.first_error = std::move(parsed->first_error);
  if (input.first_error && input.first_error->at) input.first_error->at->file = file;
  return input;
}

}  // namespace qipu::cli
