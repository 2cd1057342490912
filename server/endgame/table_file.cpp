#include "server/endgame/table_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "engine/endgame/slots.hpp"

namespace qipu::endgame {
namespace {

constexpr std::string_view kMagic = "qipu-endgame-1\n";
constexpr int kLevel = 6;

Problem refusal(std::string code, Text message, const std::string& file) {
  return Problem{std::move(code), std::move(message), {{"file", file}}, "", std::nullopt};
}
Problem damaged(const Material& material) {
  return refusal("endgame.file_damaged", {"残局库文件已损坏", "The table file is damaged"},
                 file_name(material));
}

void put(std::string& out, std::uint64_t value) {
  for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> (8 * i));
}

// Takes bytes from the front; after a short read everything fails.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  std::string_view take(std::uint64_t n) {
    if (n > rest_.size()) ok_ = false;
    const std::string_view taken = ok_ ? rest_.substr(0, n) : std::string_view{};
    if (ok_) rest_.remove_prefix(n);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::string_view bytes = take(8);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

// Which positions are legal with `to_move` to move, by index.
std::vector<bool> legality(const Shape& shape, Side to_move) {
  const Slots slots(shape);
  std::vector<bool> legal(shape.size());
  const std::size_t outers = slots.outer_attackers().size();
  std::vector<std::uint32_t> outer(shape.places());
  std::vector<int> inner(shape.places());
  for (std::uint64_t place = 0; place < shape.places(); ++place) {
    const Placement placement = shape.placement(place);
    for (std::size_t i = 0; i < outers; ++i)
      outer[place] = slots.outer_with(outer[place], i, placement.points[i]);
    inner[place] = slots.has_inner() ? placement.points[outers] : 0;
  }
  std::vector<PointSet> sets(slots.outers());
  for (std::uint32_t pair = 0; pair < shape.pairs(); ++pair) {
    for (std::uint32_t o = 0; o < slots.outers(); ++o) sets[o] = slots.legal(pair, o, to_move);
    for (std::uint64_t place = 0; place < shape.places(); ++place) {
      const PointSet set = sets[outer[place]];
      legal[pair * shape.places() + place] = slots.has_inner() ? set.contains(inner[place]) : !set.empty();
    }
  }
  return legal;
}

std::uint8_t illegal_code(const Plane& plane) {
  for (std::size_t i = 0; i < plane.meaning.size(); ++i)
    if (plane.meaning[i].worth == Worth::illegal) return static_cast<std::uint8_t>(i);
  return 0;
}

std::string compressed(std::vector<std::uint8_t> codes, std::uint8_t illegal) {
  for (std::size_t i = 1; i < codes.size(); ++i)
    if (codes[i] == illegal) codes[i] = codes[i - 1];
  std::string out(compressBound(static_cast<uLong>(codes.size())), '\0');
  uLongf size = static_cast<uLongf>(out.size());
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, codes.data(), static_cast<uLong>(codes.size()),
            kLevel);
  out.resize(size);
  return out;
}

std::optional<Plane> read_plane(Reader& in, std::uint64_t size, const std::vector<bool>& legal) {
  Plane plane;
  const std::uint64_t meanings = in.number();
  if (!in.ok() || meanings < 2 || meanings > 256) return std::nullopt;
  for (std::uint64_t i = 0; i < meanings; ++i) {
    const std::uint64_t packed = in.number();
    if ((packed & 0xff) > 3) return std::nullopt;
    plane.meaning.push_back({static_cast<Worth>(packed & 0xff), static_cast<std::uint16_t>(packed >> 8)});
  }
  const std::string_view bytes = in.take(in.number());
  if (!in.ok()) return std::nullopt;
  plane.codes.resize(size);
  uLongf got = static_cast<uLongf>(size);
  if (uncompress(plane.codes.data(), &got, reinterpret_cast<const Bytef*>(bytes.data()),
                 static_cast<uLong>(bytes.size())) != Z_OK ||
      got != size)
    return std::nullopt;
  const std::uint8_t illegal = illegal_code(plane);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (!legal[i]) plane.codes[i] = illegal;
    if (plane.codes[i] >= meanings) return std::nullopt;
  }
  return plane;
}

constexpr std::uint64_t kNone = ~std::uint64_t{0};

void put_census(std::string& out, const Census& c) {
  for (const std::uint64_t n : {c.legal, c.wins, c.draws, c.losses, c.settled_losses}) put(out, n);
  for (const auto& longest : {c.longest_win, c.longest_loss}) put(out, longest ? *longest : kNone);
}

Census read_census(Reader& in) {
  Census c;
  for (std::uint64_t* n : {&c.legal, &c.wins, &c.draws, &c.losses, &c.settled_losses}) *n = in.number();
  for (auto* longest : {&c.longest_win, &c.longest_loss})
    if (const std::uint64_t n = in.number(); n != kNone) *longest = static_cast<std::uint16_t>(n);
  return c;
}

}  // namespace

std::string file_name(const Material& material) { return material.name() + ".qpe"; }

std::string to_bytes(const Table& table) {
  std::string out(kMagic);
  out += table.shape().material().name() + '\n';
  put(out, table.shape().size());
  for (const Side side : {Side::red, Side::black}) put_census(out, table.census(side));
  for (int metric = 0; metric < metric_count; ++metric)
    for (const Side side : {Side::red, Side::black}) {
      const Plane& plane = table.plane(static_cast<Metric>(metric), side);
      put(out, plane.empty() ? 0 : 1);
      if (plane.empty()) continue;
      put(out, plane.meaning.size());
      for (const Value v : plane.meaning)
        put(out, static_cast<std::uint64_t>(v.worth) | std::uint64_t{v.plies} << 8);
      const std::string packed = compressed(plane.codes, illegal_code(plane));
      put(out, packed.size());
      out += packed;
    }
  put(out, crc32_z(0, reinterpret_cast<const Bytef*>(out.data()), out.size()));
  return out;
}

std::expected<Table, Problem> from_bytes(const Material& material, std::string_view bytes) {
  const std::string head = std::string(kMagic) + material.name() + '\n';
  if (bytes.size() < head.size() + 16 || !bytes.starts_with(head)) return std::unexpected(damaged(material));
  Reader sum(bytes.substr(bytes.size() - 8));
  bytes.remove_suffix(8);
  if (sum.number() != crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()))
    return std::unexpected(damaged(material));
  Reader in(bytes.substr(head.size()));
  Table table(material);
  if (in.number() != table.shape().size()) return std::unexpected(damaged(material));
  for (const Side side : {Side::red, Side::black}) table.census(side) = read_census(in);
  const std::array<std::vector<bool>, 2> legal = {legality(table.shape(), Side::red),
                                                  legality(table.shape(), Side::black)};
  for (int metric = 0; metric < metric_count; ++metric)
    for (const Side side : {Side::red, Side::black}) {
      if (in.number() == 0) continue;
      auto plane = read_plane(in, table.shape().size(), legal[static_cast<std::size_t>(side)]);
      if (!plane) return std::unexpected(damaged(material));
      table.plane(static_cast<Metric>(metric), side) = std::move(*plane);
    }
  if (!in.at_end() || table.plane(Metric::mate, Side::red).empty() ||
      table.plane(Metric::capture, Side::black).empty())
    return std::unexpected(damaged(material));
  return table;
}

std::expected<void, Problem> save(const Table& table, const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / file_name(table.shape().material());
  const std::filesystem::path draft = path.string() + ".part";
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  {
    std::ofstream out(draft, std::ios::binary | std::ios::trunc);
    const std::string bytes = to_bytes(table);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.flush();
    if (!out) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) std::filesystem::rename(draft, path, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(draft, ignored);
    return std::unexpected(refusal("endgame.file_unwritable",
                                   {"无法写入残局库文件", "The table file cannot be written"},
                                   path.string()));
  }
  return {};
}

std::expected<Table, Problem> load(const Material& material, const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / file_name(material);
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return std::unexpected(refusal("endgame.file_missing",
                                   {"没有这个残局库文件", "There is no such table file"}, path.string()));
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return from_bytes(material, bytes);
}

}  // namespace qipu::endgame
