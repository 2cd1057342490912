// Small records of every format, made here: seeds for mutations and for the fuzz targets.
#pragma once

#include <string>
#include <vector>

#include "formats/encoding.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"

namespace qipu::formats {

struct RecordSample {
  std::string name;  ///< as a file's name: the extension tells the reader where the content alone does not
  std::string bytes;
};

/// A game with headers, comments, a variation in a variation, and a result.
inline Record sample_record() {
  const auto move = [](std::string_view text) { return *Move::parse(text); };
  Record record;
  record.headers = {{"Event", "邀请赛"}, {"Date", "2026.05.01"}, {"Red", "选手 001"}, {"Black", "选手 002"}};
  record.start_comment = "红先";
  std::uint32_t last = Node::none;
  for (const char* text : {"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5", "h0h6", "h7i7"})
    last = record.append(last, move(text));
  record.nodes[1].comment = "屏风马\n常见";
  const std::uint32_t other = record.append(0, move("h7e7"));
  record.append(other, move("h0g2"));
  record.nodes[record.append(other, move("e2e6"))].comment = "炮打中卒";
  record.append(Node::none, move("c3c4"));
  record.result = StatedResult::red_wins;
  record.result_text = "1-0";
  return record;
}

inline Record sample_endgame() {
  const auto setup = parse_fen("3k5/9/9/9/9/9/9/9/5K3/R8 w - - 4 61");
  Record record = Record::of(*setup, {*Move::parse("a0a8"), *Move::parse("d9e9")});
  record.start = *setup;
  return record;
}

namespace samples {

inline std::string wide(std::string_view utf8) { return encode_text(utf8, Encoding::utf16).bytes; }

inline void put_u32(std::string& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(value >> 8 * i);
}

/// A CBR record of version 2 in the opening with a comment and one variation.
inline std::string cbr() {
  std::string bytes(2214, '\0');
  bytes.replace(0, 15, "CCBridge Record");
  bytes[19] = 2;
  const auto text = [&](std::size_t at, std::string_view value) {
    const std::string w = wide(value);
    bytes.replace(at, w.size(), w);
  };
  text(180, "中炮对屏风马");
  text(1076, "选手 001");
  text(1300, "选手 002");
  bytes[2076] = 1;
  bytes[2112] = 1;
  const Setup start = Setup::start();
  for (int i = 0; i < 90; ++i)
    if (const auto& piece = start[Square::at(i % 9, 9 - i / 9)]) {
      constexpr PieceKind order[] = {PieceKind::rook,    PieceKind::horse, PieceKind::elephant,
                                     PieceKind::advisor, PieceKind::king,  PieceKind::cannon,
                                     PieceKind::pawn};
      for (int k = 0; k < 7; ++k)
        if (order[k] == piece->kind)
          bytes[2120 + static_cast<std::size_t>(i)] =
              static_cast<char>((piece->side == Side::red ? 0x10 : 0x20) + k + 1);
    }
  const auto node = [&](int flag, std::string_view move, std::string_view comment = {}) {
    const auto point = [](std::string_view at) { return 9 * (9 - (at[1] - '0')) + (at[0] - 'a'); };
    bytes += static_cast<char>(flag | (comment.empty() ? 0 : 4));
    bytes += '\0';
    bytes += static_cast<char>(move.empty() ? 0 : point(move.substr(0, 2)));
    bytes += static_cast<char>(move.empty() ? 0 : point(move.substr(2, 2)));
    if (comment.empty()) return;
    const std::string w = wide(comment);
    bytes.append(4, '\0');
    put_u32(bytes, bytes.size() - 4, static_cast<std::uint32_t>(w.size()));
    bytes += w;
  };
  node(0, "", "红先");
  node(0, "h2e2");
  node(2, "h9g7", "屏风马");
  node(1, "h0g2");
  node(1, "h7e7");
  return bytes;
}

/// A library with a live and a deleted slot.
inline std::string cbl() {
  constexpr std::size_t index_at = 66624, entry = 276, slots = 2;
  const std::string record = cbr();
  std::string bytes(index_at + entry * slots, '\0');
  bytes.replace(0, 15, "CCBridgeLibrary");
  put_u32(bytes, 60, slots);
  put_u32(bytes, index_at, 7);
  put_u32(bytes, index_at + entry, 5);
  for (std::size_t i = 0; i < slots; ++i) {
    bytes += record;
    bytes.append(4096 - record.size() % 4096, '\0');
  }
  return bytes;
}

inline std::string mxq() {
  std::string bytes;
  for (std::string_view field : {"弈天", "2026-05-01", "选手001-胜-选手002", "1500", "1480", "1", "2", "3",
                                 "4", "5", "认输", "Moves", "7C-4C", "7J-6H", "7A-6C", "Ends"}) {
    const std::string encoded = encode_text(field, Encoding::gb18030).bytes;
    bytes += static_cast<char>(encoded.size());
    bytes += encoded;
  }
  return bytes;
}

inline std::string cbf() {
  return "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\"><Head>"
         "<Name>中炮</Name><Red>选手 001</Red><RecordResult>3</RecordResult><FEN>"
         "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN></Head><MoveList>"
         "<Move value=\"00-00\"><![CDATA[红先]]></Move><Move value=\"77-47\" />"
         "<Move value=\"70-62\" branch=\"1\"><![CDATA[屏风马]]></Move><Move value=\"79-67\" end=\"1\"/>"
         "<Move value=\"72-42\" end=\"1\"/></MoveList></ChineseChessRecord>\n";
}

}  // namespace samples

inline std::vector<RecordSample> record_samples() {
  using notation::Notation;
  const Record game = sample_record(), endgame = sample_endgame();
  const std::string pgn = write_pgn(game).bytes + "\n" + write_pgn(endgame, {Notation::iccs}).bytes;
  return {
      {"v10.xqf", write_xqf(game).bytes},
      {"v18.xqf", write_xqf(game, XqfVersion::v18).bytes},
      {"chinese.pgn", pgn},
      {"wxf.pgn", write_pgn(game, {Notation::wxf}).bytes},
      {"gb18030.pgn", write_pgn(game, {Notation::chinese, Encoding::gb18030}).bytes},
      {"big5.pgn",
       encode_text("[Red \"選手\"]\n\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ 1-0\n", Encoding::big5)
           .bytes},
      {"utf16.pgn", "\xff\xfe" + samples::wide(write_pgn(game).bytes)},
      {"page.html", "<html><body>" + write_dhtmlxq(game).bytes + "</body></html>"},
      {"game.wxf", write_wxf(game).bytes},
      {"list.txt", write_iccs(endgame).bytes},
      {"pasted.txt",
       "赛事：邀请赛\n红方：选手 001\n------\n 1. 炮二平五 马８进７\n 2. 马二进三 车９平８\n------\n红胜\n"},
      {"uci.txt", "position startpos moves h3e3 h10g8 h1g3"},
      {"winboard.pgn", "[White \"a\"]\n[Variant \"xiangqi\"]\n\n1. Che2 {+0.20/8 0.1} Hg7 2. Hg2 Rh9 *\n"},
      {"record.cbr", samples::cbr()},
      {"library.cbl", samples::cbl()},
      {"game.mxq", samples::mxq()},
      {"game.cbf", samples::cbf()},
  };
}

}  // namespace qipu::formats
