#include "formats/record.hpp"

namespace qipu::formats {

std::string_view text(StatedResult result) {
  constexpr std::string_view texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
  return texts[static_cast<int>(result)];
}

std::string_view name(Format format) {
  constexpr std::string_view names[] = {"xqf", "pgn", "dhtmlxq", "cbr", "cbl", "cbf", "mxq", "wxf", "text"};
  return names[static_cast<int>(format)];
}

std::string_view name(Encoding encoding) {
  constexpr std::string_view names[] = {"none", "utf-8", "utf-16", "gb18030", "big5"};
  return names[static_cast<int>(encoding)];
}

const std::string* Record::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (key == name) return &value;
  return nullptr;
}

void Record::set_header(std::string_view name, std::string value) {
  for (auto& [key, old] : headers)
    if (key == name) {
      old = std::move(value);
      return;
    }
  headers.emplace_back(std::string(name), std::move(value));
}

std::vector<Move> Record::main_line() const {
  std::vector<Move> moves;
  for (std::uint32_t n = first; n != Node::none; n = nodes[n].first_child) moves.push_back(nodes[n].move);
  return moves;
}

Game Record::game() const {
  Game game = *Game::from(start);
  for (Move move : main_line())
    if (!game.play(move)) break;
  return game;
}

std::uint32_t Record::append(std::uint32_t parent, Move move) {
  const auto index = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back(Node{move, parent});
  std::uint32_t* link = parent == Node::none ? &first : &nodes[parent].first_child;
  while (*link != Node::none) link = &nodes[*link].next_sibling;
  *link = index;
  return index;
}

Record Record::of(const Setup& start, const std::vector<Move>& moves) {
  Record record;
  record.start = start;
  std::uint32_t last = Node::none;
  for (Move move : moves) last = record.append(last, move);
  return record;
}

std::uint32_t variations(const Record& record) {
  std::uint32_t count = 0;
  for (const Node& node : record.nodes) count += node.next_sibling != Node::none;
  return count;
}

std::uint32_t comments(const Record& record) {
  std::uint32_t count = !record.start_comment.empty();
  for (const Node& node : record.nodes) count += !node.comment.empty();
  return count;
}

}  // namespace qipu::formats
