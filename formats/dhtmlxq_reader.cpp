// DhtmlXQ: the blocks of Chinese web pages and forums. Each key is read on its own, whatever its closing tag
// says.
#include <map>

#include "formats/dhtmlxq_names.hpp"
#include "formats/notation/resolve.hpp"
#include "formats/reading.hpp"
#include "formats/result_words.hpp"
#include "formats/xqf_layout.hpp"

namespace qipu::formats {
namespace {

constexpr std::size_t max_keys = 20000;
constexpr std::string_view open_mark = "[DhtmlXQ_";

std::optional<int> number(std::string_view text) {
  int value = 0;
  if (text.empty() || text.size() > 6) return std::nullopt;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "||") {
      out += '\n';
      i += 2;
    } else if (text[i] == '\\' && text.substr(i + 1, 1) == "u" && i + 6 <= text.size()) {
      char32_t code = 0;
      bool hex = true;
      for (char c : text.substr(i + 2, 4)) {
        const int digit = c >= '0' && c <= '9'                 ? c - '0'
                          : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                               : -1;
        hex = hex && digit >= 0;
        code = code * 16 + static_cast<char32_t>(digit & 15);
      }
      if (hex && (code < 0xd800 || code > 0xdfff)) {
        append_utf8(out, code);
        i += 6;
      } else {
        out += text[i++];
      }
    } else {
      out += text[i++];
    }
  }
  return out;
}

struct Branch {
  int parent = 0, step = 1;
  std::string moves;
};

class Block {
 public:
  Block(std::string_view text, Reading& reading) : text_(text), reading_(reading) {}

  void read() {
    ParseOutcome& outcome = reading_.begin();
    collect();
    headers(outcome.record);
    const std::string main = digits("movelist");
    const std::string first_branch = digits("move_0_1_0");
    branches_[0] = {0, 1, main.empty() ? first_branch : main};
    collect_branches();
    TreeBuilder builder(outcome);
    const auto setup = start(outcome, branches_[0].moves);
    const bool has_moves = branches_[0].moves.size() >= 4;
    if (setup && builder.start(*setup, has_moves)) {
      tree(outcome, builder);
      comments(outcome.record);
    } else {
      for (std::size_t i = 0; i + 4 <= branches_[0].moves.size() && outcome.unread.size() < max_unread;
           i += 4)
        outcome.unread.push_back(branches_[0].moves.substr(i, 4));
    }
    reading_.emit();
  }

 private:
  void collect() {
    for (std::size_t at = text_.find(open_mark); at != std::string_view::npos && values_.size() < max_keys;) {
      const std::size_t key_begin = at + open_mark.size(), key_end = text_.find(']', key_begin);
      if (key_end == std::string_view::npos) break;
      const std::string_view key = text_.substr(key_begin, key_end - key_begin);
      const std::size_t next = text_.find(open_mark, key_end);
      std::size_t end = text_.find("[/DhtmlXQ", key_end);
      if (end == std::string_view::npos || (next != std::string_view::npos && next < end)) end = next;
      if (end == std::string_view::npos) end = text_.size();
      if (key.size() < 40) values_.emplace(std::string(key), text_.substr(key_end + 1, end - key_end - 1));
      at = next;
    }
  }

  std::string_view value(const std::string& key) const {
    const auto it = values_.find(key);
    return it == values_.end() ? std::string_view() : it->second;
  }
  std::string digits(const std::string& key) const {
    std::string out;
    for (char c : value(key))
      if (c >= '0' && c <= '9') out += c;
    return out;
  }

  void headers(Record& record) {
    for (const auto& [key, value] : values_) {
      std::string_view text = value;
      while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r'))
        text.remove_suffix(1);
      if (text.empty()) continue;
      std::string_view name;
      for (const auto& [k, n] : dhtmlxq::keys)
        if (k == key) name = n;
      if (key == "result") {
        record.result_text = text;
        const auto result = read_result(text);
        record.result = result.value_or(StatedResult::unknown);
        if (!result)
          reading_.warn(make_problem("result.unknown", "看不懂的结果", "The result is no known word"));
      }
      if (key == "binit" || key == "movelist" || key == "fen" || key == "init" || key == "ver" ||
          key == "length" || key == "result" || key.starts_with("move_") || key.starts_with("comment"))
        continue;
      record.headers.emplace_back(name.empty() ? key : std::string(name), unescaped(text.substr(0, 4096)));
    }
  }

  static std::optional<Square> point(char x, char y) {
    if (x < '0' || x > '8' || y < '0' || y > '9') return std::nullopt;
    return Square::at(x - '0', 9 - (y - '0'));
  }

  std::optional<Setup> start(ParseOutcome& outcome, std::string_view moves) {
    if (const std::string_view fen = value("fen"); fen.find('/') != std::string_view::npos) {
      if (const auto parsed = parse_fen(fen)) return *parsed;
      reading_.warn(make_problem("dhtmlxq.fen", "fen 一项不能读，改用 binit",
                                 "The fen field cannot be read; binit is used"));
    }
    Setup setup = Setup::start();
    const std::string binit = digits("binit");
    if (!binit.empty()) {
      if (binit.size() < 64) {
        Problem p = make_problem("dhtmlxq.binit", "binit 应有 64 个数字", "binit must have 64 digits");
        p.params.emplace_back("digits", std::to_string(binit.size()));
        p.at->ply = 1;
        if (binit.size() % 2 || binit.size() < 4) {
          outcome.first_error = std::move(p);
          return std::nullopt;
        }
        reading_.warn(std::move(p));
      }
      setup = Setup{};
      for (std::size_t i = 0; i < 32 && 2 * i + 1 < binit.size(); ++i)
        if (const auto at = point(binit[2 * i], binit[2 * i + 1])) setup[*at] = xqf::slot_piece(i);
    }
    if (moves.size() >= 2)
      if (const auto from = point(moves[0], moves[1]); from && setup[*from])
        setup.to_move = setup[*from]->side;
    return setup;
  }

  void collect_branches() {
    for (const auto& [key, text] : values_) {
      if (!key.starts_with("move_")) continue;
      const std::string_view rest = std::string_view(key).substr(5);
      const std::size_t a = rest.find('_'), b = rest.rfind('_');
      if (a == std::string_view::npos || a == b) continue;
      const auto parent = number(rest.substr(0, a)), step = number(rest.substr(a + 1, b - a - 1)),
                 id = number(rest.substr(b + 1));
      if (!parent || !step || !id || *id == 0 || *step == 0) continue;
      branches_[*id] = {*parent, *step, digits(key)};
    }
  }

  /// The nodes of a line, from ply 1; a branch shares its parent's up to where it leaves.
  void tree(ParseOutcome& outcome, TreeBuilder& builder) {
    lines_[0] = {};
    line(outcome, builder, 0, 0);
    // Branches in the order of their numbers; a parent has a smaller number, others wait for a second pass.
    for (int pass = 0; pass < 2; ++pass)
      for (const auto& [id, branch] : branches_) {
        if (id == 0 || lines_.contains(id) || !lines_.contains(branch.parent)) continue;
        const auto& parent = lines_[branch.parent];
        const auto depth = static_cast<std::uint32_t>(branch.step - 1);
        if (depth > parent.size() || (outcome.first_error && branch.parent == 0 && depth >= parent.size())) {
          unplaced(id);
          continue;
        }
        std::vector<std::uint32_t> nodes(parent.begin(), parent.begin() + depth);
        if ((work_ += depth + 1) > 4 * max_nodes) return;
        builder.back_to(0);
        for (std::uint32_t node : nodes) builder.descend(node);
        lines_[id] = std::move(nodes);
        line(outcome, builder, id, depth);
      }
    for (const auto& [id, branch] : branches_)
      if (!lines_.contains(id)) unplaced(id);
  }

  void unplaced(int id) {
    Problem p = make_problem("dhtmlxq.branch", "有一条变着接不上", "A branch has no line that it leaves");
    p.params.emplace_back("branch", std::to_string(id));
    reading_.warn(std::move(p));
  }

  void line(ParseOutcome& outcome, TreeBuilder& builder, int id, std::uint32_t depth) {
    const std::string& moves = branches_[id].moves;
    std::vector<std::uint32_t>& nodes = lines_[id];
    for (std::size_t i = 0; i + 4 <= moves.size() && outcome.record.nodes.size() < max_nodes;
         i += 4, ++depth) {
      const auto from = point(moves[i], moves[i + 1]), to = point(moves[i + 2], moves[i + 3]);
      const auto move = from && to ? std::optional(Move{*from, *to}) : std::nullopt;
      const auto why = move ? builder.position().why_illegal(*move) : std::optional(Illegality::no_piece);
      if (!why) {
        nodes.push_back(builder.play(*move));
        continue;
      }
      Problem p = notation::problem({notation::MoveFault::illegal, move, why}, moves.substr(i, 4));
      p.at->ply = depth + 1;
      if (id != 0) {
        p.code.insert(0, "variation.");
        reading_.warn(std::move(p));
        return;
      }
      outcome.first_error = std::move(p);
      for (std::size_t k = i; k + 4 <= moves.size() && outcome.unread.size() < max_unread; k += 4)
        outcome.unread.push_back(moves.substr(k, 4));
      if (i + 8 > moves.size() && (*why == Illegality::in_check || *why == Illegality::kings_facing))
        outcome.record.illegal_last = move;
      return;
    }
    if (moves.size() % 4 != 0)
      reading_.warn(make_problem("dhtmlxq.movelist", "着法的数字不是四的倍数",
                                 "The digits of a move list are no multiple of four"));
  }

  void comments(Record& record) {
    for (const auto& [key, text] : values_) {
      if (!key.starts_with("comment") || text.empty()) continue;
      const std::string_view rest = std::string_view(key).substr(7);
      const std::size_t a = rest.find('_');
      const auto id = a == std::string_view::npos ? std::optional(0) : number(rest.substr(0, a));
      const auto ply = number(a == std::string_view::npos ? rest : rest.substr(a + 1));
      std::string comment = unescaped(text);
      while (!comment.empty() && (comment.back() == '\n' || comment.back() == '\r')) comment.pop_back();
      if (comment.empty()) continue;
      const auto line = id ? lines_.find(*id) : lines_.end();
      if (!ply || line == lines_.end() || static_cast<std::size_t>(*ply) > line->second.size()) {
        Problem p = make_problem("dhtmlxq.comment", "有一条注释接不上", "A comment belongs to no move");
        p.at->text = shortened(comment);
        reading_.warn(std::move(p));
      } else if (*ply == 0) {
        record.start_comment = std::move(comment);
      } else {
        record.nodes[line->second[static_cast<std::size_t>(*ply - 1)]].comment = std::move(comment);
      }
    }
  }

  std::string_view text_;
  Reading& reading_;
  std::map<std::string, std::string_view> values_;
  std::map<int, Branch> branches_;
  std::map<int, std::vector<std::uint32_t>> lines_;
  std::size_t work_ = 0;
};

}  // namespace

void read_dhtmlxq(std::string_view text, Reading& reading) {
  constexpr std::string_view begin = "[DhtmlXQ]";
  std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return Block(text, reading).read();
  while (at != std::string_view::npos) {
    const std::size_t next = text.find(begin, at + begin.size());
    const std::string_view block = text.substr(at, next - at);
    if (block.find("movelist]") != std::string_view::npos || block.find("binit]") != std::string_view::npos)
      Block(block, reading).read();
    at = next;
  }
}

}  // namespace qipu::formats
