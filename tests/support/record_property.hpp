// What must hold for any bytes that are read as records. For the fuzz targets and for the mutations of the
// normal suite.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/encoding.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"

namespace qipu::formats {

/// Every node of a record in depth-first order, each as "depth move comment"; blanks in comments joined.
inline std::vector<std::string> tree_lines(const Record& record, bool with_comments = true) {
  const auto squeezed = [](std::string_view text) {
    std::string out;
    for (char c : text) {
      const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!blank) {
        out += c;
      } else if (!out.empty() && out.back() != ' ') {
        out += ' ';
      }
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
  };
  std::vector<std::string> lines;
  if (with_comments) lines.push_back(squeezed(record.start_comment));
  std::vector<std::pair<std::uint32_t, std::size_t>> open;
  if (record.first != Node::none) open.emplace_back(record.first, 0);
  while (!open.empty()) {
    const auto [n, depth] = open.back();
    open.pop_back();
    const Node& node = record.nodes[n];
    lines.push_back(std::to_string(depth) + " " + iccs(node.move) +
                    (with_comments ? " " + squeezed(node.comment) : ""));
    if (node.next_sibling != Node::none) open.emplace_back(node.next_sibling, depth);
    if (node.first_child != Node::none) open.emplace_back(node.first_child, depth + 1);
  }
  return lines;
}

/// What does not hold of a record, or nothing: links, legality, texts.
inline std::string record_fault(const ParseOutcome& outcome) {
  const Record& record = outcome.record;
  const auto start = Position::from(record.start);
  if (!start) return "the start is no position";
  for (const auto& [name, value] : record.headers)
    if (!is_utf8(name) || !is_utf8(value)) return "a header is no text";
  if (!is_utf8(record.start_comment) || !is_utf8(record.result_text)) return "a text is no text";
  struct Step {
    Move move;
    Position::Undo undo;
  };
  Position position = *start;
  std::vector<Step> path;
  std::vector<std::pair<std::uint32_t, std::size_t>> open;
  std::size_t seen = 0;
  if (record.first != Node::none) open.emplace_back(record.first, 0);
  while (!open.empty()) {
    const auto [n, depth] = open.back();
    open.pop_back();
    if (n >= record.nodes.size()) return "a link leads nowhere";
    if (++seen > record.nodes.size()) return "the tree has a ring";
    for (; path.size() > depth; path.pop_back()) position.unmake(path.back().move, path.back().undo);
    const Node& node = record.nodes[n];
    if (!position.is_legal(node.move)) return "an illegal move " + iccs(node.move);
    if (!is_utf8(node.comment)) return "a comment is no text";
    if (node.next_sibling != Node::none) {
      if (record.nodes.at(node.next_sibling).parent != node.parent) return "a sibling of another parent";
      open.emplace_back(node.next_sibling, depth);
    }
    if (node.first_child != Node::none) {
      if (record.nodes.at(node.first_child).parent != n) return "a child of another parent";
      open.emplace_back(node.first_child, depth + 1);
    }
    path.push_back({node.move, position.make(node.move)});
  }
  if (seen != record.nodes.size()) return "nodes that hang on nothing";
  const auto problem = [&](const Problem& p) {
    return p.code.empty() || p.message.zh.empty() || p.message.en.empty() || !p.at || !p.at->game ||
           (p.at->text && !is_utf8(*p.at->text));
  };
  for (const Problem& p : outcome.warnings)
    if (problem(p)) return "a warning without code, words or place: " + p.code;
  if (!outcome.first_error) return {};
  if (problem(*outcome.first_error))
    return "an error without code, words or place: " + outcome.first_error->code;
  const auto& ply = outcome.first_error->at->ply;
  if (ply && *ply != record.main_line().size() + 1) return "the error is at another ply";
  return {};
}

/// The record written and read again: what was lost, or nothing. Texts are compared only where `texts`.
inline std::string round_trip_fault(const Record& record, const std::string& bytes, std::string_view what,
                                    bool whole_tree, bool texts) {
  const auto again = read_game(bytes_of(bytes));
  if (!again) return std::string(what) + " is not read back: " + again.error().code + ": " + bytes;
  if (again->record.start.pieces != record.start.pieces) return std::string(what) + " loses the start";
  if (again->record.main_line() != record.main_line()) return std::string(what) + " loses moves: " + bytes;
  if (again->record.result != record.result) return std::string(what) + " loses the result: " + bytes;
  if (whole_tree && tree_lines(again->record, texts) != tree_lines(record, texts))
    return std::string(what) + " loses branches" + (texts ? " or comments: " : ": ") + bytes;
  return {};
}

/// Everything that must hold for any bytes.
inline std::string reading_fault(std::string_view bytes, std::string_view name = {}, bool write = true) {
  ReadOptions options;
  options.name = name;
  std::string fault;
  std::uint32_t games = 0;
  const auto summary = read_records(bytes_of(bytes), options, [&](ParseOutcome&& outcome) {
    ++games;
    fault = record_fault(outcome);
    const Record& record = outcome.record;
    const bool writes = fault.empty() && write && games <= 3 && record.nodes.size() < 3000;
    if (writes) fault = round_trip_fault(record, write_xqf(record).bytes, "XQF 1.0", true, false);
    if (writes && fault.empty())
      fault = round_trip_fault(record, write_xqf(record, XqfVersion::v18).bytes, "XQF 1.8", true, false);
    if (writes && fault.empty())
      fault = round_trip_fault(record, write_pgn(record).bytes, "PGN", true, false);
    if (writes && fault.empty())
      fault = round_trip_fault(record, write_dhtmlxq(record).bytes, "DhtmlXQ", true, false);
    return fault.empty();
  });
  if (!fault.empty()) return fault;
  if (games != summary.games) return "another number of games";
  if (games == 0 && !summary.fault) return "nothing read and nothing said";
  if (summary.fault && (summary.fault->code.empty() || summary.fault->message.zh.empty()))
    return "a fault without code or words";
  return {};
}

}  // namespace qipu::formats
