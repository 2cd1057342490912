// Chinese move notation 四字记谱: 炮二平五, 马８进７, 前马进四, 三兵平六, 前七平六, 炮前退二. Read in any
// mixture of simplified, traditional, full-width and ASCII characters; written in the standard short form.
// Source: xqbase's record standard.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "formats/notation/move_text.hpp"

namespace qipu::notation {

struct ReadMoveText {
  MoveText text;
  std::size_t length = 0;  ///< bytes of the move
};
/// The move at the beginning of UTF-8 text, exactly four characters; nothing when there is none. Looks at no
/// board.
std::optional<ReadMoveText> read_chinese(std::string_view text);

/// Reads a text that is one move in Chinese notation; surrounding blanks are allowed.
Resolution resolve_chinese(const Position& position, std::string_view text);

/// Spelling of the piece and number characters.
enum class Script : std::uint8_t {
  standard,     ///< Red 车马相仕帅炮兵 with 一…九, Black 车马象士将炮卒 with １…９
  ascii,        ///< the same with 1…9 for Black
  traditional,  ///< standard with 車馬帥將進後, all of which Big5 has
};
/// "炮二平五". Precondition: a piece stands on `move.from`.
std::string write_chinese(const Position& position, Move move, Script script = Script::standard);

}  // namespace qipu::notation
