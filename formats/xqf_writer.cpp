#include <cstring>

#include "formats/encoding.hpp"
#include "formats/private_data.hpp"
#include "formats/reading.hpp"
#include "formats/write.hpp"
#include "formats/xqf_layout.hpp"

namespace qipu::formats {
namespace {

using namespace xqf;

class XqfWriter {
 public:
  XqfWriter(const Record& record, XqfVersion version)
      : record_(record), plain_(version == XqfVersion::v10), header_(header_size, '\0') {
    if (record.origin.size() == header_size && record.origin.starts_with("XQ")) header_ = record.origin;
    header_[0] = 'X';
    header_[1] = 'Q';
    std::memset(header_.data() + at_version, 0, at_pieces - at_version);
    header_[at_version] = static_cast<char>(version);
  }

  Written write() {
    pieces();
    header_[at_side] = record_.start.to_move == Side::black ? 1 : 0;
    constexpr char results[] = {0, 1, 2, 3};
    if (record_.result != StatedResult::unknown || header_[at_result] < 4)
      header_[at_result] = results[static_cast<int>(record_.result)];
    strings();
    out_.bytes = std::move(header_);
    nodes();
    if (!record_.gaps.empty())
      lose("gap", "棋谱有缺着，只写到第一处缺着",
           "The record has gaps; what follows the first is not written");
    return std::move(out_);
  }

 private:
  void lose(std::string_view what, std::string_view zh, std::string_view en, std::string_view name = {}) {
    Problem p = make_problem("xqf.cannot_hold", zh, en);
    p.params.emplace_back("what", std::string(what));
    if (!name.empty()) p.params.emplace_back("header", std::string(name));
    out_.losses.push_back(std::move(p));
  }

  void pieces() {
    std::array<std::uint8_t, 32> points;
    points.fill(0xff);
    for (int i = 0; i < Square::count; ++i) {
      const auto& piece = record_.start[Square::at(i)];
      if (!piece) continue;
      for (std::size_t slot = 0; slot < 32; ++slot)
        if (slot_piece(slot) == *piece && points[slot] == 0xff) {
          points[slot] = point(Square::at(i));
          break;
        }
    }
    if (record_.start == Setup::start()) points = opening;
    for (std::size_t i = 0; i < 32; ++i)
      header_[at_pieces + i] = static_cast<char>(points[plain_ ? i : (i + 1) % 32]);
  }

  static bool is_field(std::string_view name) {
    for (const Field& field : fields)
      if (field.name == name) return true;
    return name == "Type" || name == "Result" || name == "FEN" || name == "Format" || name == "Game";
  }

  void strings() {
    for (const Field& field : fields) {
      const std::string* value = record_.header(field.name);
      const std::size_t capacity = field.offset == 0x50 ? long_title_capacity : field.capacity;
      const std::size_t stored =
          std::min<std::size_t>(static_cast<unsigned char>(header_[field.offset]), capacity);
      std::string was = decode_field(header_.substr(field.offset + 1, stored), Encoding::gb18030).text;
      was = was.substr(0, was.find('\0'));
      while (!was.empty() && was.back() == ' ') was.pop_back();
      if (was == (value ? *value : std::string())) continue;  // keeps cut and odd bytes as they were
      std::memset(header_.data() + field.offset, 0, 1 + std::max(stored, field.capacity));
      if (!value) continue;
      std::string bytes = fitting(*value, field.capacity);
      if (encode_text(*value, Encoding::gb18030).bytes.size() > field.capacity)
        lose("length", "这一项太长，截短了", "A field is too long and was cut", field.name);
      header_[field.offset] = static_cast<char>(bytes.size());
      std::memcpy(header_.data() + field.offset + 1, bytes.data(), bytes.size());
    }
    for (std::size_t i = 0; i < types.size(); ++i)
      if (const std::string* type = record_.header("Type"); type && *type == types[i])
        header_[at_type] = static_cast<char>(i);
    for (const auto& [name, value] : record_.headers)
      if (!value.empty() && !is_field(name))
        lose("header", "XQF 没有这一项", "XQF has no field for this header", name);
    for (const Node& node : record_.nodes)
      if (node.clock_ms) {
        lose("clock", "XQF 不能存每着的用时", "XQF has no place for clocks");
        break;
      }
  }

  /// The longest beginning of whole characters that fits.
  static std::string fitting(std::string_view value, std::size_t capacity) {
    for (std::size_t end = value.size();; --end) {
      if (end < value.size() && (static_cast<unsigned char>(value[end]) & 0xc0) == 0x80) continue;
      std::string bytes = encode_text(value.substr(0, end), Encoding::gb18030).bytes;
      if (bytes.size() <= capacity) return bytes;
      if (end > capacity * 3) end = capacity * 3 + 1;
    }
  }

  void node(std::uint8_t from, std::uint8_t to, bool child, bool sibling, std::string_view comment) {
    const std::string bytes = encode_text(comment, Encoding::gb18030).bytes;
    std::uint8_t flag = plain_ ? static_cast<std::uint8_t>((child ? 0xf0 : 0) | (sibling ? 0x0f : 0))
                               : static_cast<std::uint8_t>((child ? 0x80 : 0) | (sibling ? 0x40 : 0) |
                                                           (bytes.empty() ? 0 : 0x20));
    out_.bytes += {static_cast<char>(from), static_cast<char>(to), static_cast<char>(flag), '\0'};
    if (!plain_ && bytes.empty()) return;
    std::uint32_t length = static_cast<std::uint32_t>(bytes.size()) + (plain_ ? 0 : 767);
    for (int i = 0; i < 4; ++i, length >>= 8) out_.bytes += static_cast<char>(length & 0xff);
    out_.bytes += bytes;
  }

  void nodes() {
    const bool root_child = record_.first != Node::none || record_.illegal_last;
    plain_ ? node(0x18, 0x20, root_child, false, record_.start_comment)
           : node(88, 81, root_child, false, record_.start_comment);
    const auto move = [&](Move m, bool child, bool sibling, std::string_view comment) {
      node(static_cast<std::uint8_t>(point(m.from) + 24), static_cast<std::uint8_t>(point(m.to) + 32), child,
           sibling, comment);
    };
    std::uint32_t main = record_.first;
    if (main == Node::none && record_.illegal_last) return move(*record_.illegal_last, false, false, {});
    std::vector<std::uint32_t> open;
    for (std::uint32_t n = record_.first; n != Node::none;) {
      const Node& here = record_.nodes[n];
      const bool last_of_main = n == main && here.first_child == Node::none;
      const bool illegal_follows = last_of_main && record_.illegal_last;
      move(here.move, here.first_child != Node::none || illegal_follows, here.next_sibling != Node::none,
           here.comment);
      if (illegal_follows) move(*record_.illegal_last, false, false, {});
      if (n == main) main = here.first_child;
      if (here.next_sibling != Node::none) open.push_back(here.next_sibling);
      n = here.first_child;
      if (n == Node::none && !open.empty()) {
        n = open.back();
        open.pop_back();
      }
    }
  }

  const Record& record_;
  bool plain_;
  std::string header_;
  Written out_;
};

}  // namespace

Written write_xqf(const Record& record, XqfVersion version) { return XqfWriter(record, version).write(); }

}  // namespace qipu::formats
