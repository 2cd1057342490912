#include "formats/dhtmlxq_names.hpp"
#include "formats/reading.hpp"
#include "formats/result_words.hpp"
#include "formats/write.hpp"
#include "formats/xqf_layout.hpp"

namespace qipu::formats {
namespace {

class DhtmlxqWriter {
 public:
  explicit DhtmlxqWriter(const Record& record) : record_(record) {}

  Written write() {
    out_.bytes = "[DhtmlXQ]\n";
    key("ver", "www_dpxq_com");
    key("init", "500,350");
    for (const auto& [k, name] : dhtmlxq::keys) {
      const std::string* value = record_.header(name);
      key(k, value ? *value : "");
    }
    key("result", result_zh(record_.result));
    key("binit", binit());
    if (record_.start != Setup::start()) key("fen", to_fen(record_.start));
    lines();
    out_.bytes += "[/DhtmlXQ]\n";
    for (const auto& [name, value] : record_.headers) {
      bool held = name == "Result" || name == "FEN" || name == "Game" || name == "Format" || value.empty();
      for (const auto& [k, n] : dhtmlxq::keys) held = held || n == name;
      if (held) continue;
      lose("DhtmlXQ 没有这一项", "DhtmlXQ has no key for this header");
      out_.losses.back().params.emplace_back("header", name);
    }
    if (!record_.gaps.empty())
      lose("DhtmlXQ 不能表示缺着", "DhtmlXQ has no way to say that moves are missing");
    return std::move(out_);
  }

 private:
  void lose(std::string_view zh, std::string_view en) {
    out_.losses.push_back(make_problem("dhtmlxq.cannot_hold", zh, en));
  }

  void key(std::string_view name, std::string_view value) {
    const std::string k(name);
    out_.bytes += "[DhtmlXQ_" + k + "]" + escaped(value) + "[/DhtmlXQ_" + k + "]\n";
  }
  static std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const char next = i + 1 < text.size() ? text[i + 1] : '\0';
      if (c == '\r') continue;
      if (c == '\n') {
        out += "||";
      } else if (c == '\\' && next == 'u') {
        out += "\\u005c";
      } else if (c == '|' && next == '|') {
        out += "\\u007c";
      } else if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
        out += ' ';  // what a damaged binary file can leave
      } else if (c == '[') {
        out += "\\u005b";  // a bracket could end the value
      } else {
        out += c;
      }
    }
    return out;
  }

  static void point(std::string& out, Square s) {
    out += static_cast<char>('0' + s.file());
    out += static_cast<char>('0' + 9 - s.rank());
  }
  static std::string digits(Move move) {
    std::string out;
    point(out, move.from);
    point(out, move.to);
    return out;
  }

  std::string binit() const {
    std::string slots[32];
    const Setup start = record_.start;
    if (start == Setup::start()) {
      for (std::size_t i = 0; i < 32; ++i) point(slots[i], xqf::square(xqf::opening[i]));
    } else {
      for (int i = 0; i < Square::count; ++i)
        if (const auto& piece = start[Square::at(i)])
          for (std::size_t slot = 0; slot < 32; ++slot)
            if (xqf::slot_piece(slot) == *piece && slots[slot].empty()) {
              point(slots[slot], Square::at(i));
              break;
            }
    }
    std::string out;
    for (const std::string& slot : slots) out += slot.empty() ? "99" : slot;
    return out;
  }

  /// The main line, then each variation as a branch of the line that it leaves; branches are numbered as they
  /// are met.
  void lines() {
    struct Branch {
      std::uint32_t node;
      int parent;
      std::uint32_t step;
    };
    std::vector<Branch> branches{{record_.first, 0, 1}};
    std::string comments;
    const auto comment = [&](std::size_t id, std::uint32_t ply, std::string_view text) {
      if (text.empty()) return;
      const std::string name = "comment" + (id ? std::to_string(id) + "_" : "") + std::to_string(ply);
      comments += "[DhtmlXQ_" + name + "]" + escaped(text) + "[/DhtmlXQ_" + name + "]\n";
    };
    comment(0, 0, record_.start_comment);
    for (std::size_t id = 0; id < branches.size(); ++id) {
      const Branch branch = branches[id];
      std::string moves;
      std::uint32_t ply = branch.step;
      for (std::uint32_t n = branch.node; n != Node::none; n = record_.nodes[n].first_child, ++ply) {
        const Node& node = record_.nodes[n];
        moves += digits(node.move);
        comment(id, ply, node.comment);
        if (node.next_sibling != Node::none && (id == 0 || n != branch.node))
          for (std::uint32_t s = node.next_sibling; s != Node::none; s = record_.nodes[s].next_sibling)
            branches.push_back({s, static_cast<int>(id), ply});
      }
      if (id == 0) {
        if (record_.illegal_last) moves += digits(*record_.illegal_last);
        key("movelist", moves);
      } else {
        key("move_" + std::to_string(branch.parent) + "_" + std::to_string(branch.step) + "_" +
                std::to_string(id),
            moves);
      }
    }
    out_.bytes += comments;
  }

  const Record& record_;
  Written out_;
};

}  // namespace

Written write_dhtmlxq(const Record& record) { return DhtmlxqWriter(record).write(); }

}  // namespace qipu::formats
