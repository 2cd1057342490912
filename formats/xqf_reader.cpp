// XQF 1.0 to 1.8. A byte of the header never decides what the board shows: the pieces are always decoded, and
// the side to move is that of the first piece that moves.
#include "formats/reading.hpp"
#include "formats/xqf_layout.hpp"

namespace qipu::formats {
namespace {

using namespace xqf;

struct XqfNode {
  std::optional<Move> move;
  bool has_child = false, has_sibling = false;
  std::string_view comment;  ///< encrypted, in the file
  std::size_t comment_at = 0;
};

class XqfReader {
 public:
  XqfReader(std::span<const std::byte> bytes, Reading& reading)
      : data_(reinterpret_cast<const std::uint8_t*>(bytes.data())),
        size_(bytes.size()),
        reading_(reading),
        encoding_(reading.field_encoding(Encoding::gb18030)),
        keys_(keys(data_)),
        plain_(data_[at_version] < 0x0b) {}

  void read() {
    ParseOutcome& outcome = reading_.begin();
    outcome.record.origin.assign(reinterpret_cast<const char*>(data_), header_size);
    check_keys();
    headers(outcome.record);
    XqfNode root;
    if (!node(root)) {
      damaged(outcome);
      root = {};
    }
    outcome.record.start_comment = comment(root);
    const std::size_t first = at_;
    XqfNode ahead;
    const bool has_moves = root.has_child && node(ahead);
    at_ = first;
    TreeBuilder builder(outcome);
    const Setup setup = start(has_moves ? ahead.move : std::nullopt);
    const bool position = builder.start(setup, has_moves);
    if (root.has_child && position) {
      tree(outcome, builder);
    } else if (has_moves) {
      main_line_unread(outcome);
    } else if (!root.has_child && root.has_sibling) {
      reading_.warn(make_problem("xqf.root_sibling", "根节点标着有变着", "The root node claims a sibling"));
    }
    if (position && at_ < size_ && !outcome.first_error) trailing();
    reading_.emit();
  }

 private:
  std::uint8_t body(std::size_t at) const {
    return static_cast<std::uint8_t>(data_[at] - keys_.stream[(at - header_size) % 32]);
  }

  void check_keys() {
    const std::uint8_t version = data_[at_version];
    if (!plain_ &&
        ((data_[at_keys_sum] + data_[at_key_xy] + data_[at_key_from] + data_[at_key_to]) & 0xff) != 0)
      reading_.warn(make_problem("xqf.keys_sum", "文件的密钥校验和不对",
                                 "The check value of the file's keys does not fit"));
    if (version < 0x0a || version > 0x12 || version == 0x0e || version == 0x11) {
      Problem p = make_problem("xqf.version", "没有见过的 XQF 版本", "An XQF version that was never seen");
      p.params.emplace_back("version", std::to_string(version));
      reading_.warn(std::move(p));
    }
  }

  void headers(Record& record) {
    for (const Field& field : fields) {
      std::size_t length = data_[field.offset];
      const std::size_t limit =
          field.offset == 0x50 && length > field.capacity ? long_title_capacity : field.capacity;
      if (length > limit) {
        Problem p = make_problem("xqf.field_length", "这一项的长度超过了它的位置",
                                 "A field claims more bytes than it has");
        p.params.emplace_back("header", std::string(field.name));
        reading_.warn(std::move(p));
        length = limit;
      }
      std::string_view bytes(reinterpret_cast<const char*>(data_ + field.offset + 1), length);
      bytes = bytes.substr(0, bytes.find('\0'));
      reading_.header(field.name, bytes, encoding_);
    }
    if (const std::uint8_t type = data_[at_type]; type > 0 && type < types.size())
      record.headers.emplace_back("Type", std::string(types[type]));
    const std::uint8_t result = data_[at_result];
    constexpr StatedResult results[] = {StatedResult::unknown, StatedResult::red_wins,
                                        StatedResult::black_wins, StatedResult::draw};
    if (result < 4) {
      record.result = results[result];
      record.result_text = text(record.result);
      return;
    }
    record.result_text = "?" + std::to_string(result);
    Problem p = make_problem("result.unknown", "不认识的结果代码", "The result has a value without meaning");
    p.at->text = record.result_text;
    reading_.warn(std::move(p));
  }

  Setup start(std::optional<Move> first) {
    Setup setup;
    const bool rotated = data_[at_version] >= 0x0c;
    for (std::size_t i = 0; i < 32; ++i) {
      const auto value = static_cast<std::uint8_t>(data_[at_pieces + i] - keys_.pieces);
      if (value > 89) continue;
      const std::size_t slot = rotated ? (keys_.pieces + 1 + i) % 32 : i;
      auto& point = setup[square(value)];
      if (point) {
        Problem p = make_problem("xqf.two_pieces", "一个位置上有两个棋子", "Two pieces stand on one point");
        const auto name = square(value).name();
        p.at->text = std::string(name.data(), name.size());
        reading_.warn(std::move(p));
      }
      point = slot_piece(slot);
    }
    setup.to_move = data_[at_side] == 1 ? Side::black : Side::red;
    if (first && setup[first->from]) {
      const Side mover = setup[first->from]->side;
      if (mover != setup.to_move && data_[at_side] < 2)
        reading_.warn(make_problem("start.side", "文件写的先走方与第一着不符，以第一着为准",
                                   "The side to move that the file states is not the one that moves first"));
      setup.to_move = mover;
    }
    return setup;
  }

  /// Reads the node at `at_` and moves on; false when the file ends inside it.
  bool node(XqfNode& out) {
    if (size_ - at_ < 4) return false;
    const auto from = static_cast<std::uint8_t>(body(at_) - 24 - keys_.from);
    const auto to = static_cast<std::uint8_t>(body(at_ + 1) - 32 - keys_.to);
    const std::uint8_t flag = body(at_ + 2);
    at_ += 4;
    out.move = from <= 89 && to <= 89 ? std::optional(Move{square(from), square(to)}) : std::nullopt;
    out.has_child = plain_ ? (flag & 0xf0) != 0 : (flag & 0x80) != 0;
    out.has_sibling = plain_ ? (flag & 0x0f) != 0 : (flag & 0x40) != 0;
    out.comment = {};
    if (!plain_ && !(flag & 0x20)) return true;
    if (size_ - at_ < 4) return false;
    std::uint32_t length = 0;
    for (int i = 3; i >= 0; --i) length = length << 8 | body(at_ + static_cast<std::size_t>(i));
    at_ += 4;
    length -= keys_.comment;
    if (length > size_ - at_) return false;
    out.comment = {reinterpret_cast<const char*>(data_ + at_), length};
    out.comment_at = at_;
    at_ += length;
    return true;
  }

  std::string comment(const XqfNode& node) {
    std::string bytes(node.comment.size(), '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(body(node.comment_at + i));
    while (!bytes.empty() && bytes.back() == '\0') bytes.pop_back();
    DecodedField field = decode_field(bytes, encoding_);
    if (field.faults || field.cut) {
      Problem p = make_problem("comment.undecodable", "注释里有不能识别的字节",
                               "A comment has bytes that are no text");
      p.at->offset = node.comment_at;
      reading_.warn(std::move(p));
    }
    return std::move(field.text);
  }

  void tree(ParseOutcome& outcome, TreeBuilder& builder) {
    DepthFirstTree tree(outcome, builder);
    std::vector<std::uint32_t> open;  // depths at which a sibling is still to come
    XqfNode next;
    for (std::uint32_t depth = 0;;) {
      const std::size_t begin = at_;
      if (!node(next)) {
        damaged(outcome, tree.main_over());
        break;
      }
      if (outcome.record.nodes.size() >= max_nodes) {
        reading_.warn(make_problem("tree.too_large", "棋谱树太大，后面的没有读入",
                                   "The tree is too large; the rest was not read"));
        break;
      }
      const std::uint32_t index = tree.add(depth, next.move, begin);
      if (!next.comment.empty()) {
        std::string text = comment(next);
        if (index != Node::none) outcome.record.nodes[index].comment = std::move(text);
      }
      if (next.has_child) {
        if (next.has_sibling) open.push_back(depth);
        ++depth;
      } else if (!next.has_sibling) {
        if (open.empty()) break;
        depth = open.back();
        open.pop_back();
      }
    }
    tree.finish();
  }

  /// Without a position the main line is only listed.
  void main_line_unread(ParseOutcome& outcome) {
    XqfNode next;
    while (outcome.unread.size() < max_unread && node(next)) {
      outcome.unread.push_back(next.move ? iccs(*next.move) : "?");
      if (!next.has_child) break;
    }
  }

  void damaged(ParseOutcome& outcome, bool in_variation = false) {
    Problem p = make_problem("xqf.truncated", "文件在着法中间断了", "The file ends inside its moves");
    p.at->offset = at_;
    p.at->ply = static_cast<std::uint32_t>(outcome.record.main_line().size() + 1);
    if (!outcome.first_error && !in_variation) {
      outcome.first_error = std::move(p);
    } else {
      reading_.warn(std::move(p));
    }
  }

  void trailing() {
    Problem p = make_problem("xqf.trailing", "着法后面还有内容", "There are bytes after the moves");
    p.at->offset = at_;
    p.params.emplace_back("bytes", std::to_string(size_ - at_));
    reading_.warn(std::move(p));
  }

  const std::uint8_t* data_;
  std::size_t size_;
  Reading& reading_;
  Encoding encoding_;
  Keys keys_;
  bool plain_;
  std::size_t at_ = header_size;
};

}  // namespace

void read_xqf(std::span<const std::byte> bytes, Reading& reading) {
  reading.summary.encoding = reading.field_encoding(Encoding::gb18030);
  XqfReader(bytes, reading).read();
}

}  // namespace qipu::formats
