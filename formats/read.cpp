#include "formats/read.hpp"

#include <algorithm>

#include "formats/movetext.hpp"
#include "formats/reading.hpp"

namespace qipu::formats {
namespace {

std::string_view view(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool has_extension(std::string_view name, std::string_view extension) {
  if (name.size() < extension.size()) return false;
  const std::string_view end = name.substr(name.size() - extension.size());
  return std::equal(end.begin(), end.end(), extension.begin(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

Problem not_a_record(std::string_view code, std::string_view zh, std::string_view en) {
  return make_problem(code, zh, en);
}

bool has_tag_line(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t i = at;
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    if (is_tag_line(text, i)) return true;
    at = text.find('\n', at);
    if (at == std::string_view::npos) return false;
    ++at;
  }
  return false;
}

/// Whether a line begins with `word`, blanks before it allowed.
bool has_line(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    std::size_t i = at;
    while (i > 0 && at - i < 64 && (text[i - 1] == ' ' || text[i - 1] == '\t')) --i;
    if (i == 0 || text[i - 1] == '\n') return true;
  }
  return false;
}

/// Binary formats by their magic; false when it is none of them.
bool read_binary(std::span<const std::byte> bytes, Reading& reading) {
  const std::string_view data = view(bytes);
  ReadSummary& summary = reading.summary;
  const auto as = [&](Format format, auto reader) {
    summary.format = format;
    reader(bytes, reading);
    return true;
  };
  if (data.starts_with("XQ") && (bytes.size() < 3 || static_cast<unsigned char>(data[2]) < 0x20)) {
    if (bytes.size() >= 1024) return as(Format::xqf, read_xqf);
    summary.fault = not_a_record("xqf.too_short", "XQF 文件不到 1024 字节，是残缺的",
                                 "An XQF file has at least 1,024 bytes; this one is cut");
    return true;
  }
  if (data.starts_with(std::string_view("CCBridge Record\0", 16))) return as(Format::cbr, read_cbr);
  if (data.starts_with(std::string_view("CCBridgeLibrary\0", 16))) return as(Format::cbl, read_cbl);
  if (data.starts_with("CCBridge") && data.size() >= 20 && data[8] == 0x15) {
    summary.fault = not_a_record(
        "cbl.legacy", "这是旧版的压缩棋库，本程序不能读；请用象棋桥另存为新版",
        "This is a compressed library of the old kind, which cannot be read; save it anew in CCBridge");
    return true;
  }
  if (is_mxq(data)) return as(Format::mxq, read_mxq);
  return false;
}

/// Binary rubbish is refused before anything guesses at moves in it.
bool is_binary(std::string_view text) {
  std::size_t controls = 0;
  const std::string_view sample = text.substr(0, 65536);
  for (char c : sample)
    controls += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  return controls * 100 > sample.size();
}

Problem encoding_warning(const DecodedText& text) {
  Problem p = make_problem("encoding.invalid", "有些字节不是这种编码的文字",
                           "Some bytes are no text in this encoding");
  p.params.emplace_back("encoding", std::string(name(text.encoding)));
  p.params.emplace_back("bytes", std::to_string(text.faults));
  p.at->offset = text.first_fault;
  return p;
}

void read_textual(std::span<const std::byte> bytes, Reading& reading) {
  const DecodedText text = decode_text(bytes, reading.options.encoding);
  const std::string_view content = text.view();
  ReadSummary& summary = reading.summary;
  if (is_binary(content) || has_extension(reading.options.name, ".xqf") ||
      has_extension(reading.options.name, ".cbr") || has_extension(reading.options.name, ".cbl") ||
      has_extension(reading.options.name, ".mxq")) {
    const bool typed = content.find("[DhtmlXQ") != std::string_view::npos || has_tag_line(content);
    if (is_binary(content) || !typed) {
      summary.fault = not_a_record("file.not_a_record", "这不是棋谱文件", "This is no game record");
      return;
    }
  }
  summary.encoding = text.encoding;
  if (text.faults) reading.warn_first(encoding_warning(text));
  const auto as = [&](Format format, auto reader) {
    summary.format = format;
    reader(content, reading);
  };
  const std::size_t first = std::min(content.find_first_not_of(" \t\r\n"), content.size());
  // What a file begins with counts before what stands somewhere in it, perhaps inside a value.
  if (is_tag_line(content, first)) {
    as(Format::pgn, read_pgn);
  } else if (content.find("[DhtmlXQ") != std::string_view::npos) {
    as(Format::dhtmlxq, read_dhtmlxq);
  } else if (content.find("<ChineseChessRecord") != std::string_view::npos) {
    as(Format::cbf, read_cbf);
  } else if (content.substr(first).starts_with("FORMAT") || has_line(content, "START{")) {
    as(Format::wxf, read_wxf);
  } else if (has_tag_line(content)) {
    as(Format::pgn, read_pgn);
  } else {
    as(Format::text, read_text);
  }
  if (summary.games == 0 && !summary.fault)
    summary.fault = not_a_record("file.not_a_record", "这不是棋谱文件", "This is no game record");
}

}  // namespace

ReadSummary read_records(std::span<const std::byte> bytes, const ReadOptions& options, const GameSink& sink) {
  ReadSummary summary;
  if (bytes.empty()) {
    summary.fault = not_a_record("file.empty", "文件是空的", "The file is empty");
    return summary;
  }
  Reading reading(options, summary, sink);
  if (!read_binary(bytes, reading)) read_textual(bytes, reading);
  if (summary.fault) {
    if (summary.games == 0) {
      summary.format.reset();
      summary.encoding = Encoding::none;
    }
  }
  return summary;
}

std::expected<ParseOutcome, Problem> read_game(std::span<const std::byte> bytes, const ReadOptions& options,
                                               std::uint32_t number) {
  std::optional<ParseOutcome> found;
  std::uint32_t game = 0;
  const ReadSummary summary = read_records(bytes, options, [&](ParseOutcome&& outcome) {
    if (++game != number) return true;
    found = std::move(outcome);
    return false;
  });
  if (found) return std::move(*found);
  if (summary.fault) return std::unexpected(*summary.fault);
  Problem p = make_problem("file.no_such_game", "文件里没有这一局", "The file has no such game");
  p.params.emplace_back("game", std::to_string(number));
  p.params.emplace_back("games", std::to_string(game));
  return std::unexpected(std::move(p));
}

}  // namespace qipu::formats
