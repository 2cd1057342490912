// Text encodings at the border: everything inside is UTF-8. Tables come from iconv; decoding is strict byte
// by byte, and a lone lead byte costs itself alone, never the quote after it. Detection: byte order mark,
// strict UTF-8, then whichever of GB18030 and Big5 gives more moves in Chinese notation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/record.hpp"

namespace qipu::formats {

/// A text as UTF-8: a view of the source where that is UTF-8 already, else of `storage`.
struct DecodedText {
  std::string storage;
  std::string_view borrowed;
  bool owns = false;
  Encoding encoding = Encoding::utf8;
  std::size_t faults = 0;       ///< bytes that are no text in this encoding; each became U+FFFD
  std::size_t first_fault = 0;  ///< offset of the first in the source

  std::string_view view() const { return owns ? std::string_view(storage) : borrowed; }
};

/// Decodes a whole file; `stated` overrides detection. The result may view `bytes`.
DecodedText decode_text(std::span<const std::byte> bytes, std::optional<Encoding> stated = std::nullopt);

struct DecodedField {
  std::string text;
  std::size_t faults = 0;
  bool cut = false;  ///< the last character was cut in the middle and is left out
};
/// Decodes a field of a binary format. A character cut at the end of the field is dropped and said so.
DecodedField decode_field(std::string_view bytes, Encoding encoding);

struct EncodedText {
  std::string bytes;
  std::size_t lost = 0;      ///< characters that the encoding lacks; each became '?'
  std::string first_lost{};  ///< the first of them, UTF-8
};
/// UTF-8 to another encoding; UTF-16 is little-endian without byte order mark.
EncodedText encode_text(std::string_view utf8, Encoding encoding);

bool is_utf8(std::string_view text);
/// Appends a code point as UTF-8.
void append_utf8(std::string& out, char32_t code);

}  // namespace qipu::formats
