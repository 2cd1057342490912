// Variations and comments of a move text: where they begin and end, and the node that they belong to.
#include "formats/clock_comment.hpp"
#include "formats/movetext.hpp"
#include "formats/movetext_characters.hpp"

namespace qipu::formats {
namespace {

constexpr std::size_t max_variation_depth = 500;

}  // namespace

bool Movetext::starts_variation(std::size_t at) const {
  const std::size_t limit = std::min(text_.size(), at + 64);
  std::size_t i = at;
  while (i < limit && (blank(text_[i]) || text_[i] == '(')) ++i;
  if (i < limit && text_[i] == '{') return true;
  std::size_t number = i;
  while (number < limit && digit(text_[number])) ++number;
  if (number > i && number < limit && (text_[number] == '.' || blank(text_[number]))) {
    i = number;
    while (i < limit && (text_[i] == '.' || blank(text_[i]) || text_.substr(i, 3) == "…"))
      i += text_.substr(i, 3) == "…" ? 3 : 1;
  }
  if (notation::read_chinese(text_.substr(i, 16))) return true;
  std::size_t end = i;
  while (end < text_.size() && end - i < 40 && !ends_word(text_[end])) ++end;
  const std::string_view token = text_.substr(i, end - i);
  const auto folded = notation::fold(token);
  const std::string_view ascii = folded.view();
  if (ascii.empty()) return false;
  if (notation::read_wxf(ascii) || notation::read_iccs(ascii) || notation::read_uci(ascii)) return true;
  return ascii.size() >= 2 && ascii.size() <= 7 &&
         Square::parse(ascii.substr(ascii.size() - 2 - (ascii.back() == '+' || ascii.back() == '#'), 2))
             .has_value();
}

void Movetext::open_variation() {
  ++at_;
  if (skipped_depth_ > 0 || variations_.size() >= max_variation_depth || builder_.depth() == 0) {
    if (skipped_depth_++ == 0)
      reading_.warn(
          builder_.depth() == 0
              ? make_problem("movetext.variation_first", "第一着之前的变着没有读入",
                             "A variation before the first move was not taken")
              : make_problem("movetext.too_deep", "变着嵌套太深", "Variations are nested too deep"));
    return;
  }
  variations_.push_back({builder_.depth(), builder_.node(), dead_});
  // In a line that is broken off already, its variations hang on moves that were not taken.
  if (!dead_) builder_.back_to(builder_.depth() - 1);
  fresh_variation_ = !dead_;
}

void Movetext::close_variation() {
  if (skipped_depth_ > 0) {
    --skipped_depth_;
    return;
  }
  if (variations_.empty()) return;
  if (fresh_variation_ && !pending_comment_.empty()) {
    fresh_variation_ = false;
    attach({});
  }
  fresh_variation_ = false;
  const Variation v = variations_.back();
  variations_.pop_back();
  if (!v.dead) {
    builder_.back_to(v.depth - 1);
    builder_.descend(v.node);
  }
  dead_ = v.dead;
}

void Movetext::brace_comment() {
  const std::size_t begin = at_ + 1;
  const std::size_t close = find_from('}', begin, next_brace_);
  // A comment that is not closed must not swallow the next games.
  std::size_t tags = std::string_view::npos;
  const std::string_view inside = text_.substr(begin, std::min(close, text_.size()) - begin);
  for (std::size_t line = inside.find("\n["); line != std::string_view::npos;
       line = inside.find("\n[", line + 2))
    if (inside.substr(line + 2).starts_with("Game ") || inside.substr(line + 2).starts_with("Event ")) {
      tags = line;
      break;
    }
  if (close != std::string_view::npos && tags == std::string_view::npos) {
    comment(begin, close);
    at_ = close + 1;
    return;
  }
  const std::size_t end = tags == std::string_view::npos ? text_.size() : begin + tags;
  Problem p = make_problem("movetext.open_comment", "注释没有写完括号", "A comment is not closed");
  lines_.locate(at_, *p.at);
  reading_.warn(std::move(p));
  comment(begin, end);
  at_ = end;
}

std::size_t Movetext::find_from(char c, std::size_t at, std::size_t& cache) const {
  if (cache < at) cache = text_.find(c, at);
  return cache;
}

void Movetext::comment(std::size_t begin, std::size_t end) {
  std::string_view text = text_.substr(begin, end - begin);
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  if (text.empty() || skipped_depth_ > 0) return;
  if (fresh_variation_) {
    if (!pending_comment_.empty()) pending_comment_ += ' ';
    pending_comment_ += text;
    return;
  }
  attach(text);
}

void Movetext::attach(std::string_view text) {
  Record& record = reading_.outcome().record;
  const std::uint32_t node = builder_.node();
  std::string& target = node == Node::none ? record.start_comment : record.nodes[node].comment;
  const auto add = [&](std::string_view more) {
    if (more.empty()) return;
    if (!target.empty()) target += ' ';
    target += more;
  };
  add(pending_comment_);
  pending_comment_.clear();
  std::string rest;
  if (const auto clock = take_clock(text, rest); clock && node != Node::none) {
    record.nodes[node].clock_ms = clock;
    add(rest);
  } else {
    add(text);
  }
}

}  // namespace qipu::formats
