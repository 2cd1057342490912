// CBR and CBL (象棋桥 CCBridge), version 2 records and their libraries. The index of a library tells live
// slots from deleted ones.
#include <array>

#include "formats/reading.hpp"

namespace qipu::formats {
namespace {

using Bytes = std::span<const std::byte>;

std::uint32_t u32(Bytes b, std::size_t at) {
  std::uint32_t v = 0;
  for (std::size_t i = 4; i-- > 0;) v = v << 8 | std::to_integer<std::uint32_t>(b[at + i]);
  return v;
}
std::uint8_t u8(Bytes b, std::size_t at) { return std::to_integer<std::uint8_t>(b[at]); }

struct Field {
  std::string_view name;
  std::size_t offset, size;
};
constexpr std::array fields = {
    Field{"Title", 180, 128},     Field{"Event", 692, 64},        Field{"Round", 756, 64},
    Field{"Section", 820, 32},    Field{"Board", 852, 32},        Field{"Date", 884, 64},
    Field{"Site", 948, 64},       Field{"TimeControl", 1012, 64}, Field{"Red", 1076, 64},
    Field{"RedTeam", 1140, 64},   Field{"RedTime", 1204, 64},     Field{"RedElo", 1268, 32},
    Field{"Black", 1300, 64},     Field{"BlackTeam", 1364, 64},   Field{"BlackTime", 1428, 64},
    Field{"BlackElo", 1492, 32},  Field{"Referee", 1524, 64},     Field{"Recorder", 1588, 64},
    Field{"Annotator", 1652, 64}, Field{"Author", 1780, 64}};
constexpr std::size_t result_at = 2076, side_at = 2112, number_at = 2116, board_at = 2120, nodes_at = 2214;

std::string_view wide_string(Bytes b, std::size_t at, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(b.data() + at), size);
  std::size_t end = 0;
  while (end + 1 < all.size() && (all[end] != 0 || all[end + 1] != 0)) end += 2;
  return all.substr(0, end);
}

std::optional<Piece> piece(std::uint8_t code) {
  constexpr std::string_view order = "RNBAKCP";
  const unsigned side = code >> 4, kind = code & 15;
  if ((side != 1 && side != 2) || kind < 1 || kind > 7) return std::nullopt;
  return Piece{side == 1 ? Side::red : Side::black, piece_from_letter(order[kind - 1])->kind};
}
std::optional<Square> square(std::uint8_t v) {
  if (v >= 90) return std::nullopt;
  return Square::at(v % 9, 9 - v / 9);
}

class CbrRecord {
 public:
  CbrRecord(Bytes bytes, Reading& reading) : bytes_(bytes), reading_(reading) {}

  /// False when the caller wants no more.
  bool read(bool deleted) {
    ParseOutcome& outcome = reading_.begin();
    outcome.deleted = deleted;
    if (u8(bytes_, 19) != 2) {
      Problem p = make_problem("cbr.version", "没有见过的 CBR 版本", "A CBR version that was never seen");
      p.params.emplace_back("version", std::to_string(u8(bytes_, 19)));
      reading_.warn(std::move(p));
    }
    for (const Field& field : fields)
      reading_.header(field.name, wide_string(bytes_, field.offset, field.size), Encoding::utf16);
    const std::uint8_t result = u8(bytes_, result_at);
    outcome.record.result = result < 4 ? static_cast<StatedResult>(result) : StatedResult::unknown;
    outcome.record.result_text =
        result < 4 ? std::string(text(outcome.record.result)) : "?" + std::to_string(result);
    moves(outcome);
    return reading_.emit();
  }

 private:
  struct CbrNode {
    std::optional<Move> move;
    bool last = false, sibling = false;
    std::string_view comment;
  };
  bool node(CbrNode& out) {
    if (bytes_.size() - at_ < 4) return false;
    const std::uint8_t flag = u8(bytes_, at_);
    const auto from = square(u8(bytes_, at_ + 2)), to = square(u8(bytes_, at_ + 3));
    at_ += 4;
    out = {from && to ? std::optional(Move{*from, *to}) : std::nullopt, (flag & 1) != 0, (flag & 2) != 0, {}};
    if (!(flag & 4)) return true;
    if (bytes_.size() - at_ < 4) return false;
    const std::uint32_t length = u32(bytes_, at_);
    at_ += 4;
    if (length > bytes_.size() - at_) return false;
    out.comment = {reinterpret_cast<const char*>(bytes_.data() + at_), length};
    at_ += length;
    return true;
  }
  std::string comment(std::string_view bytes) {
    DecodedField field = decode_field(bytes, Encoding::utf16);
    while (!field.text.empty() && field.text.back() == '\0') field.text.pop_back();
    if (field.faults)
      reading_.warn(make_problem("comment.undecodable", "注释里有不能识别的字节",
                                 "A comment has bytes that are no text"));
    return std::move(field.text);
  }

  void moves(ParseOutcome& outcome) {
    CbrNode root, next;
    const bool whole = node(root);
    outcome.record.start_comment = comment(root.comment);
    const std::size_t first = at_;
    const bool has_moves = whole && !root.last && node(next);
    at_ = first;
    Setup setup;
    for (std::uint8_t i = 0; i < 90; ++i) setup[*square(i)] = piece(u8(bytes_, board_at + i));
    setup.to_move = u8(bytes_, side_at) == 2 ? Side::black : Side::red;
    if (const unsigned number = u8(bytes_, number_at) | u8(bytes_, number_at + 1) << 8;
        number > 0 && number < 10000)
      setup.move_number = static_cast<int>(number);
    if (has_moves && next.move && setup[next.move->from]) setup.to_move = setup[next.move->from]->side;
    TreeBuilder builder(outcome);
    const bool position = builder.start(setup, has_moves);
    if (!whole || (!root.last && !has_moves)) return damaged(outcome, false);
    if (has_moves && position) tree(outcome, builder);
  }

  void tree(ParseOutcome& outcome, TreeBuilder& builder) {
    DepthFirstTree tree(outcome, builder);
    std::vector<std::uint32_t> open;
    CbrNode next;
    for (std::uint32_t depth = 0; outcome.record.nodes.size() < max_nodes;) {
      const std::size_t begin = at_;
      if (!node(next)) {
        damaged(outcome, tree.main_over());
        break;
      }
      const std::uint32_t index = tree.add(depth, next.move, begin);
      if (!next.comment.empty() && index != Node::none)
        outcome.record.nodes[index].comment = comment(next.comment);
      if (!next.last) {
        if (next.sibling) open.push_back(depth);
        ++depth;
      } else if (!next.sibling) {
        if (open.empty()) break;
        depth = open.back();
        open.pop_back();
      }
    }
    tree.finish();
  }

  void damaged(ParseOutcome& outcome, bool in_variation) {
    Problem p = make_problem("cbr.truncated", "文件在着法中间断了", "The file ends inside its moves");
    p.at->offset = at_;
    p.at->ply = static_cast<std::uint32_t>(outcome.record.main_line().size() + 1);
    if (outcome.first_error || in_variation) return reading_.warn(std::move(p));
    outcome.first_error = std::move(p);
  }

  Bytes bytes_;
  Reading& reading_;
  std::size_t at_ = nodes_at;
};

constexpr std::string_view record_magic{"CCBridge Record\0", 16};

}  // namespace

void read_cbr(Bytes bytes, Reading& reading) {
  reading.summary.encoding = Encoding::utf16;
  if (bytes.size() < nodes_at + 4 || u8(bytes, 19) < 2) {
    reading.summary.fault =
        bytes.size() < nodes_at + 4
            ? make_problem("cbr.too_short", "CBR 文件残缺", "The CBR file is cut")
            : make_problem("cbr.version_1", "第一版的 CBR 不能读", "CBR of version 1 cannot be read");
    return;
  }
  CbrRecord(bytes, reading).read(false);
}

void read_cbl(Bytes bytes, Reading& reading) {
  constexpr std::size_t index_at = 66624, entry = 276;
  reading.summary.encoding = Encoding::utf16;
  const std::uint32_t slots = bytes.size() < index_at ? 0 : u32(bytes, 60);
  if (slots == 0 || slots > (bytes.size() - index_at) / entry) {
    reading.summary.fault = make_problem("cbl.damaged", "棋库文件残缺", "The library file is damaged");
    return;
  }
  // The records lie on steps of 4,096 bytes in the order of the used index entries.
  std::size_t at = index_at + entry * slots;
  std::uint32_t slot = 0;
  while (at + nodes_at + 4 <= bytes.size()) {
    const std::string_view here(reinterpret_cast<const char*>(bytes.data() + at), record_magic.size());
    if (here != record_magic) {
      at += 4096;
      continue;
    }
    std::size_t end = at + 4096;
    while (end + record_magic.size() <= bytes.size() &&
           std::string_view(reinterpret_cast<const char*>(bytes.data() + end), record_magic.size()) !=
               record_magic)
      end += 4096;
    if (end + record_magic.size() > bytes.size()) end = bytes.size();
    while (slot < slots && u32(bytes, index_at + entry * slot) == 0) ++slot;
    const bool deleted = slot < slots && u32(bytes, index_at + entry * slot) == 5;
    ++slot;
    if (!CbrRecord(bytes.subspan(at, end - at), reading).read(deleted)) return;
    at = end;
  }
  while (slot < slots && u32(bytes, index_at + entry * slot) == 0) ++slot;
  if (slot < slots || reading.summary.games == 0) {
    Problem p = make_problem("cbl.damaged", "棋库文件残缺，索引里的棋谱没有全部找到",
                             "The library file is damaged: not every record of its index is there");
    p.params.emplace_back("records", std::to_string(reading.summary.games));
    reading.summary.fault = std::move(p);
  }
}

}  // namespace qipu::formats
