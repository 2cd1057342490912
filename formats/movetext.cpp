#include "formats/movetext.hpp"

#include <algorithm>

#include "formats/movetext_characters.hpp"
#include "formats/result_words.hpp"

namespace qipu::formats {
namespace {

using notation::MoveFault;
using notation::Resolution;
using notation::Symbol;
using notation::Unresolved;

/// Full-width letters, digits and signs that WXF and ICCS are typed in.
constexpr bool wide_ascii(char32_t c) { return c > 0xff01 && c < 0xff5e; }

}  // namespace

void LineCounter::locate(std::size_t offset, Place& place) {
  offset = std::min(offset, text_.size());
  if (offset < line_start_) *this = LineCounter(text_);
  for (; at_ < offset; ++at_) {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
      column_ = 1;
    } else {
      column_ += (static_cast<unsigned char>(text_[at_]) & 0xc0) != 0x80;
    }
  }
  std::uint32_t column = column_;
  for (std::size_t i = at_; i > offset; --i)
    column -= (static_cast<unsigned char>(text_[i - 1]) & 0xc0) != 0x80;
  place.line = line_;
  place.column = column;
  place.offset = offset;
}

bool is_tag_line(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return false;
  std::size_t i = at + 1;
  const std::size_t limit = std::min(text.size(), at + 48);
  while (i < limit && !blank(text[i]) && text[i] != '"' && text[i] != ']' && text[i] != '%') ++i;
  if (i == at + 1) return false;
  while (i < limit && (text[i] == ' ' || text[i] == '\t')) ++i;
  return i < limit && text[i] == '"';
}

Movetext::Movetext(std::string_view text, std::size_t at, Reading& reading, TreeBuilder& builder,
                   LineCounter& lines, MovetextOptions options)
    : text_(text), at_(at), reading_(reading), builder_(builder), lines_(lines), options_(options) {}

std::size_t Movetext::read() {
  reading_.outcome().record.nodes.reserve(128);
  while (!done_ && at_ < text_.size()) step();
  if (!pending_comment_.empty()) {
    fresh_variation_ = false;
    attach({});
  }
  if (!variations_.empty())
    reading_.warn(
        make_problem("movetext.open_variation", "有的变着没有写完括号", "A variation is not closed"));
  if (strange_words_ > 0) {
    Problem p = make_problem("movetext.words_skipped", "着法之间有别的文字，没有读入",
                             "Words between the moves were passed over");
    p.params.emplace_back("words", std::to_string(strange_words_));
    reading_.warn(std::move(p));
  }
  return at_;
}

void Movetext::step() {
  const char c = text_[at_];
  if (blank(c)) {
    ++at_;
    return;
  }
  if (static_cast<unsigned char>(c) >= 0x80) return wide_character();
  switch (c) {
    case '{':
      return brace_comment();
    case '(':
      if (starts_variation(at_ + 1)) return open_variation();
      {  // prose in brackets, as xqbase's readers take it
        const std::size_t begin = at_ + 1, close = text_.substr(begin, 4096).find(')');
        const std::size_t end = close == std::string_view::npos ? begin : begin + close;
        if (close == std::string_view::npos) {
          ++at_;
          return;
        }
        comment(begin, end);
        at_ = end + 1;
        return;
      }
    case ')':
      ++at_;
      return close_variation();
    case ';': {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      comment(at_ + 1, end);
      at_ = end;
      return;
    }
    case '[':
      if (is_tag_line(text_, at_)) {
        done_ = true;
        return;
      }
      ++at_;
      return;
    case '*':
      if (variations_.empty() && skipped_depth_ == 0) return finish(at_, at_ + 1);
      ++at_;
      return;
    case '$': {
      std::size_t end = at_ + 1;
      while (end < text_.size() && digit(text_[end]) && end - at_ < 4) ++end;
      comment(at_, end);
      at_ = end;
      return;
    }
    case '!':
    case '?': {
      std::size_t end = at_;
      while (end < text_.size() && (text_[end] == '!' || text_[end] == '?') && end - at_ < 4) ++end;
      comment(at_, end);
      at_ = end;
      return;
    }
    case '.':
      if (main_plies_ == 0 && text_.substr(at_, 2) == "..") omitted_first_ = true;
      ++at_;
      return;
    case '-':
    case '=':
    case '_':
    case ',':
    case ':':
    case ']':
    case '}':
    case '|':
    case '/':
    case '#':
    case '"':
      if (c == '-' && at_ + 1 < text_.size() && letter(text_[at_ + 1])) return word();
      ++at_;
      return;
    default:
      return word();
  }
}

void Movetext::word() {
  // 三兵平六 and 炮2平5 may begin with an ASCII digit: four symbols decide before a move number does.
  const std::size_t begin = at_;
  if (digit(text_[begin]) && begin + 1 < text_.size() &&
      static_cast<unsigned char>(text_[begin + 1]) >= 0x80) {
    if (const auto move = notation::read_chinese(text_.substr(begin, 16))) {
      at_ = begin + move->length;
      return take_move(notation::resolve(builder_.position(), move->text), begin, at_);
    }
  }
  std::size_t end = begin;
  while (end < text_.size() && static_cast<unsigned char>(text_[end]) < 0x80 && !ends_word(text_[end])) ++end;
  const std::string_view token = text_.substr(begin, end - begin);
  if (digit(token.front()) && number_or_result(token, begin)) return;
  at_ = end;
  take_ascii_move(token, begin, end);
}

bool Movetext::number_or_result(std::string_view token, std::size_t begin) {
  std::size_t digits = 0;
  while (digits < token.size() && digit(token[digits])) ++digits;
  const bool number = digits == token.size() || (token[digits] == '.' && digits + 1 == token.size());
  if (!number && variations_.empty() && skipped_depth_ == 0) {
    for (std::string_view result : {"1-0", "0-1", "1/2-1/2", "1/2", "0.5-0.5"})
      if (token.starts_with(result) && (token.size() == result.size() || !digit(token[result.size()]))) {
        finish(begin, begin + result.size());
        return true;
      }
  }
  if (digits == token.size()) {
    at_ = begin + digits;
    return true;
  }
  if (token[digits] == '.' || token[digits] == ':') {
    std::size_t end = digits;
    while (end < token.size() && (token[end] == '.' || token[end] == ':')) ++end;
    if (end - digits > 1 && main_plies_ == 0) omitted_first_ = true;
    at_ = begin + end;
    return true;
  }
  return false;
}

void Movetext::wide_character() {
  const std::size_t begin = at_;
  if (const auto move = notation::read_chinese(text_.substr(begin, 16))) {
    at_ = begin + move->length;
    return take_move(notation::resolve(builder_.position(), move->text), begin, at_);
  }
  const auto c = notation::decode(text_.substr(at_, 4));
  if (c.length == 0) {
    ++at_;
    return;
  }
  if (wide_ascii(c.code) && c.code != U'（' && c.code != U'）' && c.code != U'，') {
    // Ｃ２＝５: four characters that fold to a move, perhaps with the next move right behind them.
    std::size_t end = begin, characters = 0;
    while (characters < 4) {
      const auto next = notation::decode(text_.substr(end, 4));
      if (!wide_ascii(next.code)) break;
      end += next.length;
      ++characters;
    }
    const auto folded = notation::fold(text_.substr(begin, end - begin));
    if (characters == 4 && notation::read_wxf(folded.view())) {
      at_ = end;
      return take_ascii_move(folded.view(), begin, end);
    }
    if (characters == 4 && notation::read_iccs(folded.view())) {
      at_ = end;
      return take_ascii_move(folded.view(), begin, end);
    }
  }
  switch (c.code) {
    case U'（': {
      const std::size_t close = text_.substr(begin, 8192).find("）");
      if (close == std::string_view::npos) break;
      comment(begin + 3, begin + close);
      at_ = begin + close + 3;
      return;
    }
    case U'…':
      if (main_plies_ == 0) omitted_first_ = true;
      break;
    case U'！':
    case U'？':
      comment(begin, begin + 3);
      break;
    default:
      break;
  }
  if (c.code >= 0x2000 && c.code < 0x3100 && c.code != U'〇') {  // punctuation, rules, wide blanks
    at_ = begin + c.length;
    return;
  }
  if ((c.code > 0xff00 && c.code < 0xff10) || c.code == 0xff1a || c.code == 0xff0e || c.code == 0xfeff ||
      c.code < 0xc0) {
    at_ = begin + c.length;
    return;
  }
  std::size_t end = begin;
  while (end < text_.size() && !ends_word(text_[end]) && end - begin < 400) {
    const auto next = notation::decode(text_.substr(end, 4));
    if (next.length == 0 || next.code == U'\u3000' || next.code == U'（') break;
    end += next.length;
  }
  if (end == begin) end = begin + c.length;
  at_ = end;
  const std::string_view token = text_.substr(begin, end - begin);
  if (variations_.empty() && skipped_depth_ == 0 && token.size() <= 24) {
    if (const auto result = read_result(token); result && !token.empty()) return finish(begin, end);
  }
  strange(begin, end);
}

void Movetext::strange(std::size_t begin, std::size_t end) {
  const std::string_view token = text_.substr(begin, end - begin);
  // A word that is a broken move (two of its first four characters belong to moves) is an error, other words
  // are prose.
  int symbols = 0;
  std::size_t at = 0;
  for (int i = 0; i < 4 && at < token.size(); ++i) {
    const auto c = notation::decode(token.substr(at, 4));
    symbols += notation::symbol(c.code).kind() != Symbol::other;
    at += c.length ? c.length : 1;
  }
  const bool broken_move = symbols >= 3 || (symbols == 2 && token.size() <= 12 && !options_.prose);
  if (broken_move && token.size() <= 24) return fail(Unresolved{}, begin, end);
  ++strange_words_;
}

void Movetext::take_ascii_move(std::string_view token, std::size_t begin, std::size_t end) {
  while (!token.empty() &&
         (token.back() == '!' || token.back() == '?' || token.back() == ',' || token.back() == ';'))
    token.remove_suffix(1);
  const Position& position = builder_.position();
  if (const Resolution r = notation::resolve_wxf(position, token);
      r || r.error().fault != MoveFault::unreadable)
    return take_move(r, begin, end);
  bool upper = false, lower = false;
  for (char c : token) upper |= c >= 'A' && c <= 'Z', lower |= c >= 'a' && c <= 'z';
  Resolution san = upper && lower ? notation::resolve_san(position, token) : std::unexpected(Unresolved{});
  if (san) return take_move(san, begin, end);
  const auto zero = notation::read_iccs(token);
  const auto one = notation::read_uci(token);
  if (zero && (zero->from.rank() == 0 || zero->to.rank() == 0)) saw_rank_zero_ = true;
  if (zero || one) {
    const auto& move = options_.points == notation::Notation::uci ? one : zero;
    const Resolution r =
        move ? notation::resolve_points(position, *move, options_.points) : std::unexpected(Unresolved{});
    if (!r && variations_.empty()) coordinates_failed_ = true;
    if (r || san.error().fault == MoveFault::unreadable) return take_move(r, begin, end);
  }
  if (!(upper && lower)) san = notation::resolve_san(position, token);
  if (san || san.error().fault != MoveFault::unreadable) return take_move(san, begin, end);
  if (const auto result = read_result(token);
      result && variations_.empty() && skipped_depth_ == 0 && token.size() > 1)
    return finish(begin, end);
  // A word with a digit that stands where a move is expected is a broken move; names and prose have none.
  const bool has_digit = std::any_of(token.begin(), token.end(), digit);
  if (!options_.prose && has_digit && token.size() <= 8) return fail(Unresolved{}, begin, end);
  ++strange_words_;
}

void Movetext::take_move(const Resolution& resolution, std::size_t begin, std::size_t end) {
  if (dead_ || skipped_depth_ > 0) {
    auto& unread = reading_.outcome().unread;
    if (failed_ && variations_.empty() && skipped_depth_ == 0 && unread.size() < max_unread) {
      unread.emplace_back(text_.substr(begin, end - begin));
      reading_.outcome().record.illegal_last.reset();
    }
    return;
  }
  if (!resolution) return fail(resolution.error(), begin, end);
  if (resolution->loose) {
    Problem p = make_problem("move.loose", "按记谱规则这一着不明确，只有一种合法走法，照它读入",
                             "The notation does not single out the piece; the only legal move was taken");
    p.at->ply = builder_.depth() + 1;
    p.at->text = std::string(text_.substr(begin, end - begin));
    lines_.locate(begin, *p.at);
    reading_.warn(std::move(p));
  }
  play(resolution->move);
}

void Movetext::play(Move move) {
  if (reading_.outcome().record.nodes.size() >= max_nodes) {
    if (!dead_)
      reading_.warn(make_problem("tree.too_large", "棋谱树太大，后面的没有读入",
                                 "The tree is too large; the rest was not read"));
    dead_ = true;
    return;
  }
  builder_.play(move);
  if (variations_.empty()) ++main_plies_;
  if (fresh_variation_) {
    fresh_variation_ = false;
    if (!pending_comment_.empty()) attach({});
  }
}

void Movetext::fail(const Unresolved& fault, std::size_t begin, std::size_t end) {
  ParseOutcome& outcome = reading_.outcome();
  if (dead_ || skipped_depth_ > 0) return take_move(Resolution(std::unexpected(fault)), begin, end);
  Problem p = notation::problem(fault, text_.substr(begin, end - begin));
  p.at->ply = builder_.depth() + 1;
  lines_.locate(begin, *p.at);
  dead_ = true;
  if (!variations_.empty()) {
    p.code.insert(0, "variation.");
    reading_.warn(std::move(p));
    return;
  }
  failed_ = true;
  outcome.first_error = std::move(p);
  outcome.unread.emplace_back(text_.substr(begin, end - begin));
  if (fault.move && (fault.why == Illegality::in_check || fault.why == Illegality::kings_facing))
    outcome.record.illegal_last = fault.move;
}

void Movetext::finish(std::size_t begin, std::size_t end) {
  result_ = text_.substr(begin, end - begin);
  at_ = end;
  done_ = true;
}

}  // namespace qipu::formats
