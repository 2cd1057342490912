#include <algorithm>
#include <array>

#include "formats/clock_comment.hpp"
#include "formats/encoding.hpp"
#include "formats/notation/resolve.hpp"
#include "formats/reading.hpp"
#include "formats/tags.hpp"
#include "formats/write.hpp"

namespace qipu::formats {
namespace {

// What a damaged binary file can leave in a text would make the PGN look binary.
constexpr bool control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool is_tag_name(std::string_view name) {
  return !name.empty() && name.size() <= 40 && name.front() != '%' &&
         std::none_of(name.begin(), name.end(), [](char c) {
           return control(c) || std::string_view(" \"[]").find(c) != std::string_view::npos;
         });
}

constexpr std::array<std::string_view, 9> first_tags = {"Event", "Site",      "Date",  "Round", "RedTeam",
                                                        "Red",   "BlackTeam", "Black", "Result"};

class PgnWriter {
 public:
  PgnWriter(const Record& record, const PgnOptions& options)
      : record_(record), options_(options), position_(*Position::from(record.start)) {}

  Written write() {
    tags();
    out_ += '\n';
    moves();
    word(text(record_.result));
    out_ += '\n';
    return finish();
  }

 private:
  void tag(std::string_view name, std::string_view value) {
    out_ += '[';
    out_ += name;
    out_ += " \"";
    for (char c : value) {
      if (c == '"' || c == '\\') out_ += '\\';
      out_ += control(c) ? ' ' : c;
    }
    out_ += "\"]\n";
  }

  void tags() {
    tag("Game", "Chinese Chess");
    for (std::string_view name : first_tags) {
      const std::string* value = record_.header(name);
      const bool team = name == "RedTeam" || name == "BlackTeam";
      if (name == "Result") {
        tag(name, text(record_.result));
      } else if (value && !value->empty()) {
        tag(name, *value);
        if (options_.white_alias && name.starts_with("Red"))
          tag("White" + std::string(name.substr(3)), *value);
      } else if (!team) {
        tag(name, name == "Date" ? "????.??.??" : "?");
      }
    }
    for (const auto& [name, value] : record_.headers) {
      const bool done = std::find(first_tags.begin(), first_tags.end(), name) != first_tags.end();
      if (done || value.empty() || name == "Game" || name == "FEN" || name == "Format" || name == "SetUp" ||
          name.starts_with("White"))
        continue;
      // A name that reads as one of the tags above (GAME, Fen) would begin another game.
      const std::string read_as = canonical_tag(name).name;
      const bool twice =
          read_as != name &&
          (read_as == "Game" || read_as == "FEN" || read_as == "Format" || record_.header(read_as) ||
           std::find(first_tags.begin(), first_tags.end(), read_as) != first_tags.end());
      if (is_tag_name(name) && !twice) {
        tag(name, value);
      } else {
        losses_.push_back(make_problem("pgn.cannot_hold", "这一项的名称不能作 PGN 标签",
                                       "The name of this header cannot be a tag of PGN"));
        losses_.back().params.emplace_back("header", name);
      }
    }
    if (record_.start != Setup::start()) tag("FEN", to_fen(record_.start));
    if (options_.notation == notation::Notation::wxf) tag("Format", "WXF");
    if (options_.notation == notation::Notation::iccs) tag("Format", "ICCS");
    if (options_.notation == notation::Notation::chinese) tag("Format", "Chinese");
  }

  // Lines are filled up to 80 columns; characters of Chinese text take two.
  void word(std::string_view word) {
    int width = 0;
    for (char c : word) {
      const auto u = static_cast<unsigned char>(c);
      width += u < 0x80 ? 1 : u >= 0xe0 ? 2 : 0;
    }
    if (column_ > 0 && column_ + 1 + width > 80) {
      out_ += '\n';
      column_ = 0;
    } else if (column_ > 0 && !glue_) {
      out_ += ' ';
      ++column_;
    }
    out_ += word;
    column_ += width;
    glue_ = false;
  }

  void comment(const std::string& text, const std::optional<std::int64_t>& clock = {}) {
    std::string inside;
    if (options_.clocks && clock) inside = write_clock(*clock);
    if (!text.empty()) {
      if (!inside.empty()) inside += ' ';
      inside += text;
    }
    if (inside.empty()) return;
    for (char& c : inside)
      if (control(c) && c != '\n' && c != '\r' && c != '\t') c = ' ';
    if (std::replace(inside.begin(), inside.end(), '}', ')'),
        inside.find('}') == std::string::npos && text.find('}') != std::string::npos)
      braces_ = true;
    // A line that begins like a tag would end the comment for readers that mend open ones.
    for (std::size_t at = 0; (at = inside.find("\n[", at)) != std::string::npos; ++at)
      inside.insert(at + 1, 1, ' ');
    word("{" + inside + "}");
    number_due_ = true;
  }

  std::string spelled(Move move) const {
    switch (options_.notation) {
      case notation::Notation::wxf:
        return notation::write_wxf(position_, move);
      case notation::Notation::chinese:
        return notation::write_chinese(
            position_, move,
            options_.encoding == Encoding::big5 ? notation::Script::traditional : notation::Script::standard);
      default:
        return notation::write_iccs(move);
    }
  }

  void move(Move move) {
    const int ply = static_cast<int>(path_.size());
    const bool black_first = record_.start.to_move == Side::black;
    const int number = record_.start.move_number + (ply + (black_first ? 1 : 0)) / 2;
    const bool red = position_.to_move() == Side::red;
    if (red || number_due_) word(std::to_string(number) + (red ? "." : "..."));
    number_due_ = false;
    word(spelled(move));
  }

  void make(Move m) { path_.push_back({m, position_.make(m)}); }
  void back_to(std::size_t depth) {
    while (path_.size() > depth) {
      position_.unmake(path_.back().move, path_.back().undo);
      path_.pop_back();
    }
  }

  /// Walks the tree without recursion: a stack of what is still to be written.
  void moves() {
    enum class Do { line, after, variation, close };
    struct Task {
      Do what;
      std::uint32_t node;
      bool siblings;
      std::size_t depth;
    };
    number_due_ = true;
    comment(record_.start_comment);
    std::vector<Task> tasks;
    std::uint32_t main_end = Node::none;
    for (std::uint32_t n = record_.first; n != Node::none; n = record_.nodes[n].first_child) main_end = n;
    const auto illegal = [&] {
      if (!record_.illegal_last) return;
      move(*record_.illegal_last);
    };
    if (record_.first == Node::none) illegal();
    if (record_.first != Node::none) tasks.push_back({Do::line, record_.first, true, 0});
    while (!tasks.empty()) {
      const Task task = tasks.back();
      tasks.pop_back();
      switch (task.what) {
        case Do::line: {
          const Node& node = record_.nodes[task.node];
          move(node.move);
          comment(node.comment, node.clock_ms);
          tasks.push_back({Do::after, task.node, false, 0});
          if (!task.siblings) break;
          const std::size_t begin = tasks.size();
          for (std::uint32_t s = node.next_sibling; s != Node::none; s = record_.nodes[s].next_sibling)
            tasks.push_back({Do::variation, s, false, 0});
          std::reverse(tasks.begin() + static_cast<std::ptrdiff_t>(begin), tasks.end());
          break;
        }
        case Do::after: {
          make(record_.nodes[task.node].move);
          if (const std::uint32_t child = record_.nodes[task.node].first_child; child != Node::none) {
            tasks.push_back({Do::line, child, true, 0});
          } else if (task.node == main_end) {
            illegal();
          }
          break;
        }
        case Do::variation:
          word("(");
          glue_ = true;
          number_due_ = true;
          tasks.push_back({Do::close, 0, false, path_.size()});
          tasks.push_back({Do::line, task.node, false, 0});
          break;
        case Do::close:
          back_to(task.depth);
          glue_ = true;
          word(")");
          number_due_ = true;
          break;
      }
    }
  }

  Written finish() {
    Written written;
    written.losses = std::move(losses_);
    if (braces_)
      written.losses.push_back(
          make_problem("pgn.brace", "注释里的 } 写成了 )", "A } in a comment was written as )"));
    if (!record_.gaps.empty())
      written.losses.push_back(
          make_problem("pgn.gap", "PGN 不能表示缺着", "PGN has no way to say that moves are missing"));
    EncodedText encoded = encode_text(out_, options_.encoding);
    if (encoded.lost) {
      Problem p =
          make_problem("encoding.cannot_hold", "有些字这种编码没有", "The encoding lacks some characters");
      p.params.emplace_back("characters", std::to_string(encoded.lost));
      p.at->text = encoded.first_lost;
      written.losses.push_back(std::move(p));
    }
    written.bytes = std::move(encoded.bytes);
    return written;
  }

  struct Step {
    Move move;
    Position::Undo undo;
  };
  const Record& record_;
  const PgnOptions& options_;
  Position position_;
  std::vector<Step> path_;
  std::string out_;
  std::vector<Problem> losses_;
  int column_ = 0;
  bool glue_ = false, number_due_ = true, braces_ = false;
};

}  // namespace

Written write_pgn(const Record& record, const PgnOptions& options) {
  return PgnWriter(record, options).write();
}

}  // namespace qipu::formats
