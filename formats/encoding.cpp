#include "formats/encoding.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "formats/notation/chinese.hpp"

namespace qipu::formats {
namespace {

constexpr char32_t replacement = 0xfffd;

/// An iconv conversion that is closed at its end.
class Conversion {
 public:
  Conversion(const char* to, const char* from) : handle_(iconv_open(to, from)) {}
  ~Conversion() {
    if (valid()) iconv_close(handle_);
  }
  Conversion(const Conversion&) = delete;
  Conversion& operator=(const Conversion&) = delete;
  bool valid() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

  /// One whole character into `out`; the number of bytes written, 0 when the input is none.
  std::size_t one(std::string_view in, char* out, std::size_t capacity) {
    char* from = const_cast<char*>(in.data());
    std::size_t left = in.size(), room = capacity;
    iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    if (iconv(handle_, &from, &left, &out, &room) == static_cast<std::size_t>(-1) || left != 0) return 0;
    return capacity - room;
  }

 private:
  iconv_t handle_;
};

char32_t code_point(const char* bytes, std::size_t size) {
  const auto c = notation::decode({bytes, size});
  return c.length == size ? c.code : 0;
}

/// The two-byte characters of an encoding: code points of the basic plane, 0 where there is none.
struct DoubleByte {
  static constexpr int first_lead = 0x81, leads = 126, first_trail = 0x40, trails = 191;
  std::vector<std::uint16_t> codes = std::vector<std::uint16_t>(static_cast<std::size_t>(leads * trails));

  static std::size_t index(unsigned lead, unsigned trail) {
    return (lead - first_lead) * trails + (trail - first_trail);
  }
  std::uint16_t operator()(unsigned lead, unsigned trail) const {
    if (lead < first_lead || lead >= first_lead + leads || trail < first_trail) return 0;
    if (trail >= first_trail + trails) return 0;
    return codes[index(lead, trail)];
  }
  void add(const char* name) {
    Conversion conversion("UTF-8", name);
    if (!conversion.valid()) return;
    for (unsigned lead = first_lead; lead < first_lead + leads; ++lead)
      for (unsigned trail = first_trail; trail < first_trail + trails; ++trail) {
        std::uint16_t& code = codes[index(lead, trail)];
        const char in[2] = {static_cast<char>(lead), static_cast<char>(trail)};
        char out[16];
        if (code != 0) continue;
        const char32_t c = code_point(out, conversion.one({in, 2}, out, sizeof out));
        if (c >= 0x80 && c < 0x10000) code = static_cast<std::uint16_t>(c);
      }
  }
};

const DoubleByte& gb18030_table() {
  static const DoubleByte table = [] {
    DoubleByte t;
    t.add("GB18030");
    return t;
  }();
  return table;
}
const DoubleByte& big5_table() {
  static const DoubleByte table = [] {
    DoubleByte t;
    t.add("CP950");
    t.add("BIG5-HKSCS");
    return t;
  }();
  return table;
}

/// The four-byte character of GB18030 at the front of `text`, or 0.
char32_t four_bytes(std::string_view text) {
  if (text.size() < 4) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x81 || byte(0) > 0xfe || byte(1) < 0x30 || byte(1) > 0x39 || byte(2) < 0x81 ||
      byte(2) > 0xfe || byte(3) < 0x30 || byte(3) > 0x39)
    return 0;
  static thread_local Conversion conversion("UTF-8", "GB18030");
  char out[16];
  return conversion.valid() ? code_point(out, conversion.one(text.substr(0, 4), out, sizeof out)) : 0;
}

/// Output that is written in place: three bytes of UTF-8 for two of the source is the most that can come.
struct Sink {
  std::string& out;
  char* at;
  explicit Sink(std::string& target, std::size_t source) : out(target) {
    out.resize(source * 3 + 4);
    at = out.data();
  }
  void put(char32_t c) {
    if (c < 0x80) {
      *at++ = static_cast<char>(c);
    } else if (c < 0x800) {
      *at++ = static_cast<char>(0xc0 | c >> 6);
      *at++ = static_cast<char>(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
      *at++ = static_cast<char>(0xe0 | c >> 12);
      *at++ = static_cast<char>(0x80 | (c >> 6 & 0x3f));
      *at++ = static_cast<char>(0x80 | (c & 0x3f));
    } else {
      *at++ = static_cast<char>(0xf0 | c >> 18);
      *at++ = static_cast<char>(0x80 | (c >> 12 & 0x3f));
      *at++ = static_cast<char>(0x80 | (c >> 6 & 0x3f));
      *at++ = static_cast<char>(0x80 | (c & 0x3f));
    }
  }
  void finish() { out.resize(static_cast<std::size_t>(at - out.data())); }
};

void note_fault(DecodedText& text, std::size_t offset) {
  if (text.faults++ == 0) text.first_fault = offset;
}

void decode_double_byte(std::string_view in, bool gb, DecodedText& text) {
  const DoubleByte& table = gb ? gb18030_table() : big5_table();
  Sink sink(text.storage, in.size());
  for (std::size_t i = 0; i < in.size();) {
    const unsigned char a = static_cast<unsigned char>(in[i]);
    if (a < 0x80) {
      *sink.at++ = in[i++];
      continue;
    }
    if (i + 1 < in.size()) {
      if (const char32_t c = table(a, static_cast<unsigned char>(in[i + 1]))) {
        sink.put(c);
        i += 2;
        continue;
      }
      if (const char32_t c = gb ? four_bytes(in.substr(i)) : 0) {
        sink.put(c);
        i += 4;
        continue;
      }
    }
    note_fault(text, i);
    sink.put(replacement);
    ++i;
  }
  sink.finish();
}

void decode_utf8(std::string_view in, DecodedText& text) {
  Sink sink(text.storage, in.size());
  for (std::size_t i = 0; i < in.size();) {
    const auto c = notation::decode(in.substr(i, 4));
    if (c.length == 0) {
      note_fault(text, i);
      sink.put(replacement);
      ++i;
      continue;
    }
    std::memcpy(sink.at, in.data() + i, c.length);
    sink.at += c.length;
    i += c.length;
  }
  sink.finish();
}

void decode_utf16(std::string_view in, bool big_endian, DecodedText& text) {
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<unsigned char>(in[i]), b = static_cast<unsigned char>(in[i + 1]);
    return static_cast<char32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  Sink sink(text.storage, in.size());
  std::size_t i = 0;
  for (; i + 1 < in.size(); i += 2) {
    char32_t c = unit(i);
    if (c >= 0xd800 && c < 0xdc00 && i + 3 < in.size() && unit(i + 2) >= 0xdc00 && unit(i + 2) < 0xe000) {
      c = 0x10000 + ((c - 0xd800) << 10) + (unit(i + 2) - 0xdc00);
      i += 2;
    } else if (c >= 0xd800 && c < 0xe000) {
      note_fault(text, i);
      c = replacement;
    }
    sink.put(c);
  }
  if (i < in.size()) {
    note_fault(text, i);
    sink.put(replacement);
  }
  sink.finish();
}

/// Moves in Chinese notation that a sample of the text shows.
std::size_t count_moves(std::string_view text) {
  std::size_t moves = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = notation::decode(text.substr(i, 4));
    if (c.length >= 3 && notation::symbol(c.code).kind() != notation::Symbol::other) {
      if (const auto move = notation::read_chinese(text.substr(i, 16))) {
        ++moves;
        i += move->length;
        continue;
      }
    }
    i += c.length ? c.length : 1;
  }
  return moves;
}

/// UTF-16 without a mark: text that is half ASCII has zero bytes, all in odd or all in even places.
std::optional<bool> looks_like_utf16(std::string_view in) {
  const std::size_t size = std::min<std::size_t>(in.size() & ~std::size_t{1}, 4096);
  std::size_t zeros[2] = {};
  for (std::size_t i = 0; i < size; ++i) zeros[i & 1] += in[i] == 0;
  if (size < 8 || (zeros[0] + zeros[1]) * 16 < size) return std::nullopt;
  if (zeros[0] == 0) return false;
  if (zeros[1] == 0) return true;
  return std::nullopt;
}

Encoding guess(std::string_view in) {
  const std::string_view sample = in.substr(0, std::size_t{1} << 16);
  Encoding best = Encoding::gb18030;
  std::size_t best_moves = 0, best_faults = 0;
  bool first = true;
  for (Encoding encoding : {Encoding::gb18030, Encoding::big5, Encoding::utf8}) {
    DecodedText text;
    encoding == Encoding::utf8 ? decode_utf8(sample, text)
                               : decode_double_byte(sample, encoding == Encoding::gb18030, text);
    const std::size_t moves = count_moves(text.storage);
    if (first || moves > best_moves || (moves == best_moves && text.faults < best_faults)) {
      best = encoding;
      best_moves = moves;
      best_faults = text.faults;
    }
    first = false;
  }
  return best;
}

std::string_view view(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void append_utf8(std::string& out, char32_t code) {
  std::string one;
  Sink sink(one, 2);
  sink.put(code);
  sink.finish();
  out += one;
}

bool is_utf8(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      std::uint64_t eight;
      while (end - p >= 8 && (std::memcpy(&eight, p, 8), (eight & 0x8080808080808080) == 0)) p += 8;
      while (p != end && static_cast<unsigned char>(*p) < 0x80) ++p;
      continue;
    }
    // Three bytes with neither short forms (e0) nor surrogates (ed) among them: nearly all of Chinese text.
    while (end - p >= 4) {
      std::uint8_t b[4];
      std::memcpy(b, p, 4);
      const std::uint32_t word = b[0] | b[1] << 8 | b[2] << 16 | static_cast<std::uint32_t>(b[3]) << 24;
      if ((word & 0xc0c0f0) != 0x8080e0 || b[0] == 0xe0 || b[0] == 0xed) break;
      p += 3;
    }
    if (end - p >= 4 && static_cast<unsigned char>(*p) < 0x80) continue;
    const auto c = notation::decode({p, static_cast<std::size_t>(std::min<std::ptrdiff_t>(end - p, 4))});
    if (c.length == 0) return false;
    p += c.length;
  }
  return true;
}

DecodedText decode_text(std::span<const std::byte> bytes, std::optional<Encoding> stated) {
  std::string_view in = view(bytes);
  DecodedText text;
  std::optional<bool> utf16;
  if (in.starts_with("\xef\xbb\xbf") && stated.value_or(Encoding::utf8) == Encoding::utf8) {
    in.remove_prefix(3);
    stated = Encoding::utf8;
  } else if ((in.starts_with("\xff\xfe") || in.starts_with("\xfe\xff")) &&
             stated.value_or(Encoding::utf16) == Encoding::utf16) {
    utf16 = in[0] == '\xfe';
    in.remove_prefix(2);
  } else if (!stated || *stated == Encoding::utf16) {
    utf16 = looks_like_utf16(in);
    if (!utf16 && stated) utf16 = false;
  }
  if (utf16) {
    text.encoding = Encoding::utf16;
    text.owns = true;
    decode_utf16(in, *utf16, text);
    return text;
  }
  if ((!stated || *stated == Encoding::utf8 || *stated == Encoding::none) && is_utf8(in)) {
    text.borrowed = in;
    return text;
  }
  text.owns = true;
  text.encoding = stated && *stated != Encoding::none ? *stated : guess(in);
  if (text.encoding == Encoding::utf8) {
    decode_utf8(in, text);
  } else {
    decode_double_byte(in, text.encoding == Encoding::gb18030, text);
  }
  return text;
}

DecodedField decode_field(std::string_view bytes, Encoding encoding) {
  DecodedText text;
  switch (encoding) {
    case Encoding::utf16:
      decode_utf16(bytes, false, text);
      break;
    case Encoding::gb18030:
      decode_double_byte(bytes, true, text);
      break;
    case Encoding::big5:
      decode_double_byte(bytes, false, text);
      break;
    default:
      decode_utf8(bytes, text);
  }
  DecodedField field;
  field.text = std::move(text.storage);
  field.faults = text.faults;
  constexpr std::string_view mark = "\xef\xbf\xbd";
  if (text.faults == 1 && text.first_fault + 1 == bytes.size() && field.text.ends_with(mark)) {
    field.text.resize(field.text.size() - mark.size());
    field.faults = 0;
    field.cut = true;
  }
  return field;
}

EncodedText encode_text(std::string_view utf8, Encoding encoding) {
  EncodedText encoded;
  if (encoding == Encoding::utf8 || encoding == Encoding::none) {
    encoded.bytes = utf8;
    return encoded;
  }
  const char* name = encoding == Encoding::gb18030 ? "GB18030"
                     : encoding == Encoding::big5  ? "CP950"
                                                   : "UTF-16LE";
  Conversion conversion(name, "UTF-8");
  for (std::size_t i = 0; i < utf8.size();) {
    const auto c = notation::decode(utf8.substr(i, 4));
    const std::size_t length = c.length ? c.length : 1;
    char out[16];
    if (c.length == 1 && encoding != Encoding::utf16) {
      encoded.bytes += utf8[i];
    } else if (const std::size_t n = c.length && conversion.valid()
                                         ? conversion.one(utf8.substr(i, length), out, sizeof out)
                                         : 0) {
      encoded.bytes.append(out, n);
    } else {
      if (encoded.lost++ == 0) encoded.first_lost = utf8.substr(i, length);
      encoded.bytes += '?';
      if (encoding == Encoding::utf16) encoded.bytes += '\0';
    }
    i += length;
  }
  return encoded;
}

}  // namespace qipu::formats
