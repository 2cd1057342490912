// Header names as PGN for Xiangqi spells them, and what other programs and typing mistakes make of them.
#pragma once

#include <string>
#include <string_view>

namespace qipu::formats {

struct TagName {
  std::string name;        ///< as a record keeps it
  bool corrected = false;  ///< it was misspelt
};
/// White → Red, fen → FEN, Balck → Black, …; other names stay as they are.
TagName canonical_tag(std::string_view written);

}  // namespace qipu::formats
