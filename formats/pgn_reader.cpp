// PGN for Xiangqi: many games, every notation, tags of every program. Source: the xqbase record standard,
// part 3, and the deviations that real files show.
#include <algorithm>

#include "formats/movetext.hpp"
#include "formats/reading.hpp"
#include "formats/result_words.hpp"
#include "formats/tags.hpp"

namespace qipu::formats {
namespace {

constexpr bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0'; }
constexpr std::size_t max_tags = 200, max_value = 8192;

class PgnReader {
 public:
  PgnReader(std::string_view text, Reading& reading) : text_(text), reading_(reading), lines_(text) {}

  void read() {
    skip_preamble();
    while (at_ < text_.size()) {
      skip_blanks();
      if (at_ >= text_.size() || !game()) break;
    }
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && blank(text_[at_])) ++at_;
  }
  /// Words before the first tag are passed over.
  void skip_preamble() {
    while (at_ < text_.size() && !is_tag_line(text_, at_)) {
      const std::size_t line = text_.find('\n', at_);
      if (line == std::string_view::npos) {
        at_ = 0;
        return;
      }
      at_ = line + 1;
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
  }

  bool game() {
    ParseOutcome& outcome = reading_.begin();
    fen_.reset();
    tags(outcome);
    counted_ = lines_;
    const std::size_t begin = at_;
    const std::vector<Problem> tag_warnings = std::move(outcome.warnings);
    outcome.warnings.clear();

    Attempt best = attempt(begin, tag_warnings, notation::Notation::iccs, false);
    if (outcome.first_error && best.position) {
      if (best.coordinates) retry(begin, tag_warnings, notation::Notation::uci, false, best);
      // "1. …" says that Black moves first; a side that is stated stands otherwise.
      const bool red_first = outcome.record.start.to_move == Side::red;
      if (outcome.first_error && best.moves == 0 && (best.omitted ? red_first : !fen_side_))
        retry(begin, tag_warnings, notation::Notation::iccs, true, best);
    }
    at_ = best.end;
    lines_ = counted_;  // so that each line of the file is counted about once
    result(outcome, best.result);
    rest_of_game();
    return reading_.emit();
  }

  struct Attempt {
    std::size_t end = 0;
    std::uint32_t moves = 0;
    bool position = true, coordinates = false, omitted = false;
    std::string_view result;
  };

  /// Another reading of the same moves is kept when it gets further.
  void retry(std::size_t begin, const std::vector<Problem>& warnings, notation::Notation points,
             bool other_side, Attempt& best) {
    ParseOutcome& outcome = reading_.outcome();
    ParseOutcome first = outcome;
    const Attempt again = attempt(begin, warnings, points, other_side);
    if (again.position && again.moves > best.moves) {
      best = again;
      if (other_side)
        reading_.warn(make_problem("start.side", "没有写明谁先走，以第一着为准",
                                   "The side to move is not stated; the first move decides"));
    } else {
      outcome = std::move(first);
    }
  }

  Attempt attempt(std::size_t begin, const std::vector<Problem>& warnings, notation::Notation points,
                  bool other_side) {
    ParseOutcome& outcome = reading_.outcome();
    outcome.record.nodes.clear();
    outcome.record.first = Node::none;
    outcome.record.start_comment.clear();
    outcome.record.illegal_last.reset();
    outcome.faulty_start.reset();
    outcome.first_error.reset();
    outcome.unread.clear();
    outcome.warnings = warnings;
    TreeBuilder builder(outcome);
    Attempt a;
    a.position = start(outcome, builder, begin, other_side);
    if (!a.position) {
      // Without a position no move means anything: pass over them up to the next game.
      a.end = begin;
      while (a.end < text_.size() && !((a.end == 0 || text_[a.end - 1] == '\n') && is_tag_line(text_, a.end)))
        ++a.end;
      return a;
    }
    LineCounter lines = lines_;
    Movetext movetext(text_, begin, reading_, builder, lines, {false, points});
    a.end = movetext.read();
    counted_ = lines;
    a.moves = movetext.moves();
    a.result = movetext.result();
    a.coordinates = movetext.coordinates_failed();
    a.omitted = movetext.omitted_first();
    return a;
  }

  bool start(ParseOutcome& outcome, TreeBuilder& builder, std::size_t moves_at, bool other_side) {
    Setup setup = Setup::start();
    if (fen_) {
      const auto parsed = parse_fen(*fen_);
      if (!parsed) {
        outcome.first_error = parsed.error();
        if (!outcome.first_error->at) outcome.first_error->at = Place{};
        outcome.first_error->at->ply = 1;
        outcome.first_error->at->text = shortened(*fen_, 120);
        LineCounter lines = lines_;
        lines.locate(fen_at_, *outcome.first_error->at);
        return false;
      }
      setup = *parsed;
    }
    if (other_side) setup.to_move = opponent(setup.to_move);
    std::size_t at = moves_at;
    while (at < text_.size() && blank(text_[at])) ++at;
    const bool has_moves = at < text_.size() && text_[at] != '[' && text_[at] != '*';
    return builder.start(setup, has_moves);
  }

  void tags(ParseOutcome& outcome) {
    bool blank_line = false;
    std::size_t count = 0;
    while (true) {
      std::size_t newlines = 0;
      while (at_ < text_.size() && blank(text_[at_])) newlines += text_[at_++] == '\n';
      if (count > 0 && newlines > 1) blank_line = true;
      if (at_ >= text_.size() || text_[at_] != '[') return;
      const std::size_t begin = at_;
      std::string_view name, value;
      if (!tag(name, value)) return;
      TagName canonical = canonical_tag(name);
      // Headers without moves: the next game begins where the names begin again.
      if (count > 0 && outcome.record.header(canonical.name) &&
          (blank_line || canonical.name == outcome.record.headers.front().first)) {
        at_ = begin;
        return;
      }
      ++count;
      add_tag(outcome, canonical, value, begin);
    }
  }

  void add_tag(ParseOutcome& outcome, TagName& name, std::string_view value, std::size_t at) {
    if (name.corrected) {
      Problem p = make_problem("tag.misspelt", "标签名写错了，按相近的读入",
                               "A tag name is misspelt and was read as the nearest one");
      p.params.emplace_back("tag", name.name);
      locate(at, p);
      reading_.warn(std::move(p));
    }
    if (outcome.record.header(name.name)) {
      // White beside Red says the same twice.
      if (*outcome.record.header(name.name) == value) return;
      Problem p = make_problem("tag.twice", "同一标签出现两次，以第一个为准",
                               "A tag stands twice; the first is kept");
      p.params.emplace_back("tag", name.name);
      p.at->text = shortened(value);
      locate(at, p);
      return reading_.warn(std::move(p));
    }
    if (outcome.record.headers.size() >= max_tags)
      return reading_.warn(make_problem("tag.too_many", "标签太多", "There are too many tags"));
    std::string text;
    text.reserve(value.size());
    for (std::size_t i = 0; i < value.size() && text.size() < max_value; ++i) {
      if (value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\')) ++i;
      text += value[i];
    }
    if (name.name == "FEN" && text.find('/') != std::string::npos) {
      fen_ = text;
      fen_at_ = at;
      fen_side_ = text.find_first_of(" \t", text.find_first_not_of(' ')) != std::string::npos;
    }
    if (name.name == "Result") {
      outcome.record.result_text = text;
      if (const auto result = read_result(text)) {
        outcome.record.result = *result;
      } else {
        Problem p = make_problem("result.unknown", "看不懂的结果", "The result is no known word");
        p.at->text = shortened(text);
        locate(at, p);
        reading_.warn(std::move(p));
      }
    }
    outcome.record.headers.emplace_back(std::move(name.name), std::move(text));
  }

  /// `[Name "value"]`, also without quotes; leaves `at_` behind it.
  bool tag(std::string_view& name, std::string_view& value) {
    const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
    std::size_t i = at_ + 1;
    while (i < line_end && (text_[i] == ' ' || text_[i] == '\t')) ++i;
    const std::size_t name_begin = i;
    while (i < line_end && !blank(text_[i]) && text_[i] != '"' && text_[i] != ']') ++i;
    name = text_.substr(name_begin, i - name_begin);
    if (name.empty() || name.front() == '%' || name.size() > 64) return false;
    while (i < line_end && (text_[i] == ' ' || text_[i] == '\t')) ++i;
    if (i < line_end && text_[i] == '"') {
      const std::size_t begin = ++i;
      // The value ends at the first quote that a bracket follows; quotes inside it need not be escaped.
      std::size_t last_quote = std::string_view::npos;
      for (; i < line_end; ++i) {
        if (text_[i] == '\\' && i + 1 < line_end && (text_[i + 1] == '"' || text_[i + 1] == '\\')) {
          ++i;
          continue;
        }
        if (text_[i] != '"') continue;
        last_quote = i;
        std::size_t next = i + 1;
        while (next < line_end && (text_[next] == ' ' || text_[next] == '\t')) ++next;
        if (next < line_end && text_[next] == ']') {
          value = text_.substr(begin, i - begin);
          at_ = next + 1;
          return true;
        }
      }
      std::size_t end = last_quote == std::string_view::npos ? line_end : last_quote;
      while (end > begin &&
             (blank(text_[end - 1]) || (last_quote == std::string_view::npos && text_[end - 1] == ']')))
        --end;
      value = text_.substr(begin, end - begin);
      at_ = line_end;
      return true;
    }
    const std::size_t close = text_.substr(0, line_end).find(']', i);
    if (close == std::string_view::npos) return false;
    value = text_.substr(i, close - i);
    at_ = close + 1;
    return true;
  }

  void result(ParseOutcome& outcome, std::string_view terminator) {
    Record& record = outcome.record;
    if (terminator.empty()) return;
    const auto stated = read_result(terminator);
    if (record.result == StatedResult::unknown &&
        (record.result_text.empty() || read_result(record.result_text))) {
      if (stated && *stated != StatedResult::unknown) {
        if (!record.result_text.empty()) differs(record, terminator);
        record.result = *stated;
        record.result_text = terminator;
      } else if (record.result_text.empty()) {
        record.result_text = terminator;
      }
    } else if (stated && *stated != StatedResult::unknown && *stated != record.result) {
      differs(record, terminator);
    }
  }

  void differs(const Record& record, std::string_view terminator) {
    Problem p = make_problem("result.differs", "标签里的结果和着法后面的不一样",
                             "The result tag and the result after the moves differ");
    p.params.emplace_back("tag", record.result_text);
    p.params.emplace_back("terminator", std::string(terminator));
    reading_.warn(std::move(p));
  }

  /// After the result comes at most an advertisement.
  void rest_of_game() {
    const std::size_t begin = at_;
    bool line_start = false, text = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        line_start = true;
      } else if (c == '[' && (line_start || !text) && is_tag_line(text_, at_)) {
        break;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        line_start = false;
        text = true;
      }
    }
    if (!text) return;
    std::string_view ignored = text_.substr(begin, at_ - begin);
    ignored = ignored.substr(std::min(ignored.find_first_not_of(" \t\r\n"), ignored.size()));
    Problem p = make_problem("pgn.text_after_result", "结果后面的文字没有读入",
                             "Text after the result was passed over");
    p.at->text = shortened(ignored);
    locate(begin, p);
    reading_.warn(std::move(p));
  }

  void locate(std::size_t at, Problem& p) { lines_.locate(at, *p.at); }

  std::string_view text_;
  std::size_t at_ = 0, fen_at_ = 0;
  Reading& reading_;
  LineCounter lines_, counted_ = lines_;
  std::optional<std::string> fen_;
  bool fen_side_ = false;
};

}  // namespace

void read_pgn(std::string_view text, Reading& reading) { PgnReader(text, reading).read(); }

}  // namespace qipu::formats
