#include "server/cli/repair_input.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string_view>

#include "formats/repair/entry.hpp"

namespace qipu::cli {
namespace {

constexpr std::size_t kLongestFile = 64u << 20;
constexpr std::size_t kMostMoves = 4000;

Problem refusal(std::string code, std::string zh, std::string en, const std::string& file) {
  return {std::move(code), {std::move(zh), std::move(en)}, {{"file", file}}, "", std::nullopt};
}

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

// The text of one game: games begin where tags follow moves.
std::optional<std::string_view> game_text(std::string_view text, std::uint32_t number) {
  std::uint32_t game = 1;
  std::size_t begin = 0;
  bool moves = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const bool tag = line.starts_with('['), blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (tag && moves) {
      if (game == number) return text.substr(begin, at - begin);
      ++game;
      begin = at;
      moves = false;
    }
    moves = moves || (!tag && !blank);
    at = end + 1;
  }
  return game == number ? std::optional(text.substr(begin)) : std::nullopt;
}

std::optional<std::string> tag(std::string_view text, std::string_view name) {
  const std::string open = "[" + std::string(name) + " \"";
  const std::size_t at = text.find(open);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t end = text.find('"', at + open.size());
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(at + open.size(), end - at - open.size()));
}

formats::StatedResult stated(const std::optional<std::string>& result) {
  if (result == "1-0") return formats::StatedResult::red_wins;
  if (result == "0-1") return formats::StatedResult::black_wins;
  if (result == "1/2-1/2") return formats::StatedResult::draw;
  return formats::StatedResult::unknown;
}

}  // namespace

std::expected<RepairInput, Problem> read_repair_input(const std::string& file, std::uint32_t number) {
  const auto bytes = bytes_of_file(file);
  if (!bytes)
    return std::unexpected(
        refusal("file.unreadable", "读不了这个文件：" + file, "This file cannot be read: " + file, file));
  const auto text = game_text(*bytes, number);
  if (!text)
    return std::unexpected(refusal("file.no_such_game", "文件里没有第 " + std::to_string(number) + " 局",
                                   "The file has no game " + std::to_string(number), file));
  RepairInput input;
  input.record.result = stated(tag(*text, "Result"));
  if (const auto fen = tag(*text, "FEN")) {
    const auto setup = parse_fen(*fen);
    if (!setup) return std::unexpected(setup.error());
    if (const auto position = Position::from(*setup); !position)
      return std::unexpected(problem(position.error()));
    input.record.start = *setup;
  }
  Position position = Position::from(input.record.start).value();
  std::uint32_t last = formats::Node::none;
  auto entries = repair::entries_of_text(*text, kMostMoves);
  repair::mark_sides(entries);
  if (entries.empty())
    return std::unexpected(refusal("file.no_moves", "文件里没有着法", "The file holds no moves", file));
  const auto words =
      std::ranges::count_if(entries, [](const repair::Entry& e) { return e.said.has_value(); });
  input.written = 2 * static_cast<std::size_t>(words) >= entries.size() ? repair::Written::words
                                                                        : repair::Written::points;
  for (const repair::Entry& entry : entries) {
    const auto move = input.unread.empty() ? repair::read(position, entry) : std::nullopt;
    if (move) {
      last = input.record.append(last, *move);
      position.make(*move);
      continue;
    }
    if (input.unread.empty()) {
      Place place;
      place.file = file, place.game = number,
      place.ply = static_cast<std::uint32_t>(input.record.nodes.size() + 1), place.text = entry.text;
      input.first_error =
          Problem{"move.unplayable",
                  {"第 " + std::to_string(*place.ply) + " 着 " + entry.text + " 走不通",
                   "Ply " + std::to_string(*place.ply) + ", " + entry.text + ", cannot be played"},
                  {{"move", entry.text}},
                  "",
                  place};
    }
    input.unread.push_back(entry.text);
  }
  return input;
}

}  // namespace qipu::cli
