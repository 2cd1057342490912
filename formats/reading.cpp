#include "formats/reading.hpp"

#include <utility>

#include "formats/notation/resolve.hpp"
#include "formats/private_data.hpp"

namespace qipu::formats {

Problem make_problem(std::string_view code, std::string_view zh, std::string_view en) {
  return Problem{std::string(code), {std::string(zh), std::string(en)}, {}, "", Place{}};
}

std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

const Position& TreeBuilder::opening() {
  static const Position opening = Position::start();
  return opening;
}

bool TreeBuilder::start(const Setup& setup, bool has_moves) {
  path_.clear();
  last_child_.clear();
  last_first_ = Node::none;
  if (setup == Setup::start()) {
    outcome_->record.start = setup;
    position_ = opening();
    return true;
  }
  const auto position = Position::from(setup);
  if (position) {
    outcome_->record.start = setup;
    position_ = *position;
    return true;
  }
  outcome_->faulty_start = setup;
  outcome_->record.start = Setup::start();
  Problem p = problem(position.error());
  p.at = Place{};
  p.at->text = to_fen(setup);
  if (has_moves) {
    p.at->ply = 1;
    outcome_->first_error = std::move(p);
  } else {
    outcome_->warnings.push_back(std::move(p));
  }
  return false;
}

void TreeBuilder::back_to(std::uint32_t depth) {
  while (path_.size() > depth) {
    position_.unmake(path_.back().move, path_.back().undo);
    path_.pop_back();
  }
}

std::uint32_t TreeBuilder::play(Move move) {
  auto& nodes = outcome_->record.nodes;
  const auto index = static_cast<std::uint32_t>(nodes.size());
  const std::uint32_t parent = node();
  Node& node = nodes.emplace_back();
  node.move = move;
  node.parent = parent;
  last_child_.push_back(Node::none);
  std::uint32_t& last = parent == Node::none ? last_first_ : last_child_[parent];
  if (last != Node::none) {
    nodes[last].next_sibling = index;
  } else if (parent == Node::none) {
    outcome_->record.first = index;
  } else {
    nodes[parent].first_child = index;
  }
  last = index;
  path_.push_back({move, position_.make(move), index});
  return index;
}

void TreeBuilder::descend(std::uint32_t node) {
  const Move move = outcome_->record.nodes[node].move;
  path_.push_back({move, position_.make(move), node});
}

void DepthFirstTree::reject(std::uint32_t depth, std::optional<Move> move, bool main, std::uint64_t offset) {
  Problem p;
  std::optional<Illegality> why;
  if (move) {
    why = builder_.position().why_illegal(*move);
    p = notation::problem({notation::MoveFault::illegal, move, why}, iccs(*move));
  } else {
    p = make_problem("move.off_board", "这一着的位置不在棋盘上",
                     "This move has a point that is not on the grid");
  }
  p.at->ply = depth + 1;
  p.at->offset = offset;
  if (main) {
    outcome_.first_error = std::move(p);
    if (why == Illegality::in_check || why == Illegality::kings_facing) outcome_.record.illegal_last = move;
  } else if (illegal_variations_++ < 20) {
    p.code.insert(0, "variation.");
    outcome_.warnings.push_back(std::move(p));
  }
}

std::uint32_t DepthFirstTree::add(std::uint32_t depth, std::optional<Move> move, std::uint64_t offset) {
  const bool main = !main_over_ && depth == main_length_;
  if (main) {
    ++main_length_;
  } else {
    main_over_ = true;
  }
  // After the main line's error its siblings go too: they would become the main line.
  if (cut_ && (depth < *cut_ || (depth == *cut_ && !cut_is_main_))) cut_.reset();
  if (cut_) {
    ++dropped_;
    if (main) {
      outcome_.record.illegal_last.reset();
      if (unread_main_++ < max_unread) outcome_.unread.push_back(move ? iccs(*move) : "?");
    }
    return Node::none;
  }
  builder_.back_to(depth);
  if (!move || !builder_.position().is_legal(*move)) {
    reject(depth, move, main, offset);
    cut_ = depth;
    cut_is_main_ = main;
    if (main) outcome_.unread.push_back(move ? iccs(*move) : "?");
    return Node::none;
  }
  return builder_.play(*move);
}

void DepthFirstTree::finish() {
  if (dropped_ == 0) return;
  Problem p =
      make_problem("tree.cut", "错着后面的着法没有读入", "Moves that follow an illegal move were not taken");
  p.params.emplace_back("moves", std::to_string(dropped_));
  outcome_.warnings.push_back(std::move(p));
}

ParseOutcome& Reading::begin() {
  Record& record = outcome_.record;
  record.headers.clear();
  record.start_comment.clear();
  record.nodes.clear();
  record.first = Node::none;
  record.illegal_last.reset();
  record.gaps.clear();
  record.result = StatedResult::unknown;
  record.result_text.clear();
  record.origin.clear();
  outcome_.format = summary.format.value_or(Format::text);
  outcome_.encoding = summary.encoding;
  outcome_.warnings.clear();
  outcome_.first_error.reset();
  outcome_.deleted = false;
  outcome_.faulty_start.reset();
  outcome_.unread.clear();
  return outcome_;
}

bool Reading::emit() {
  ++summary.games;
  drop_private_data(outcome_);
  for (Problem& p : of_file_) outcome_.warnings.push_back(std::move(p));
  of_file_.clear();
  const auto place = [&](Problem& p) {
    if (!p.at) p.at = Place{};
    p.at->game = summary.games;
  };
  for (Problem& p : outcome_.warnings) place(p);
  if (outcome_.first_error) place(*outcome_.first_error);
  return sink_(std::move(outcome_));
}

void Reading::warn(Problem problem) {
  if (outcome_.warnings.size() < max_warnings) outcome_.warnings.push_back(std::move(problem));
}

void Reading::header(std::string_view name, std::string_view bytes, Encoding encoding) {
  while (!bytes.empty() && (bytes.back() == ' ' || bytes.back() == '\0')) bytes.remove_suffix(1);
  if (bytes.empty()) return;
  DecodedField field = decode_field(bytes, encoding);
  if (field.faults || field.cut) {
    Problem p = field.cut ? make_problem("header.cut", "这一项的最后一个字被截断了",
                                         "The last character of a field is cut")
                          : make_problem("header.undecodable", "这一项里有不能识别的字节",
                                         "A field has bytes that are no text");
    p.params.emplace_back("header", std::string(name));
    p.at->text = shortened(field.text);
    warn(std::move(p));
  }
  if (!field.text.empty()) outcome_.record.headers.emplace_back(std::string(name), std::move(field.text));
}

}  // namespace qipu::formats
