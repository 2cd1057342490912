// Writers: a record in, the bytes of a file out, and what the target cannot hold. The server, the recorder
// and the pages use these for downloads, the clipboard and broadcasts.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/notation/move_text.hpp"
#include "formats/record.hpp"

namespace qipu::formats {

struct Written {
  std::string bytes;
  std::vector<Problem> losses;  ///< one for each kind of thing that the target cannot hold
};

struct PgnOptions {
  notation::Notation notation = notation::Notation::chinese;  ///< chinese, wxf or iccs
  Encoding encoding = Encoding::utf8;
  bool white_alias = false;  ///< also writes White, WhiteTeam … beside Red
  bool clocks = false;       ///< writes the clocks as [%clk h:mm:ss]
};
/// One game as PGN: tags (Game first, the seven, then the others in their order), a blank line, moves,
/// result, newline. Several games in one file are joined with a blank line between.
Written write_pgn(const Record& record, const PgnOptions& options = {});

enum class XqfVersion : std::uint8_t { v10 = 0x0a, v18 = 0x12 };
/// XQF with GB18030 text. A record that came from XQF keeps the header bytes that have no name.
Written write_xqf(const Record& record, XqfVersion version = XqfVersion::v10);

/// `[DhtmlXQ]…[/DhtmlXQ]` as Chinese web pages and forums take it, UTF-8, with branches and comments.
Written write_dhtmlxq(const Record& record);

/// A WXF file (FORMAT WXF … START{ }END).
Written write_wxf(const Record& record);

/// The main line as a plain list of ICCS moves, with the start position in front where it is not the opening.
Written write_iccs(const Record& record);

}  // namespace qipu::formats
