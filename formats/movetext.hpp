// Move text as it stands in PGN and in what people paste: moves in any notation, numbers, comments,
// variations and a result, with everything else that is found between them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/notation/resolve.hpp"
#include "formats/reading.hpp"

namespace qipu::formats {

/// Counts lines and columns as they are asked for, in one pass over the text.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  /// Fills line, column (in characters) and offset. Offsets may not decrease much from call to call.
  void locate(std::size_t offset, Place& place);

 private:
  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
};

struct MovetextOptions {
  bool prose = false;  ///< pasted text: words between the moves are passed over
  notation::Notation points = notation::Notation::iccs;  ///< what h2e2 means: iccs (ranks 0–9) or uci (1–10)
};

/// Reads one game's moves into a started builder.
class Movetext {
 public:
  Movetext(std::string_view text, std::size_t at, Reading& reading, TreeBuilder& builder, LineCounter& lines,
           MovetextOptions options);
  /// Reads up to the result, the next game's tags or the end; returns where it stopped.
  std::size_t read();

  std::string_view result() const { return result_; }  ///< the terminator as it stands; empty: none
  bool coordinates_failed() const { return coordinates_failed_ && !saw_rank_zero_; }
  bool omitted_first() const { return omitted_first_; }  ///< "1. ……": Black's move came first
  std::uint32_t moves() const { return main_plies_; }

 private:
  struct Variation {
    std::uint32_t depth;  ///< of the line it leaves
    std::uint32_t node;   ///< the move it replaces
    bool dead;            ///< the line it leaves was already broken off
  };
  void step();
  void word();
  void wide_character();
  void take_move(const notation::Resolution& resolution, std::size_t begin, std::size_t end);
  void take_ascii_move(std::string_view token, std::size_t begin, std::size_t end);
  void play(Move move);
  void fail(const notation::Unresolved& fault, std::size_t begin, std::size_t end);
  void open_variation();
  void close_variation();
  bool starts_variation(std::size_t at) const;
  bool number_or_result(std::string_view token, std::size_t begin);
  void comment(std::size_t begin, std::size_t end);
  void brace_comment();
  void attach(std::string_view text);
  void strange(std::size_t begin, std::size_t end);
  void finish(std::size_t begin, std::size_t end);
  std::size_t find_from(char c, std::size_t at, std::size_t& cache) const;

  std::string_view text_;
  std::size_t at_;
  Reading& reading_;
  TreeBuilder& builder_;
  LineCounter& lines_;
  MovetextOptions options_;
  std::vector<Variation> variations_;
  std::string_view result_;
  std::string pending_comment_;
  std::size_t next_brace_ = 0;
  std::uint32_t main_plies_ = 0, strange_words_ = 0, skipped_depth_ = 0;
  bool done_ = false, dead_ = false, failed_ = false, coordinates_failed_ = false, saw_rank_zero_ = false;
  bool omitted_first_ = false, fresh_variation_ = false;
};

/// Whether a tag line `[Name "…` begins at `at`.
bool is_tag_line(std::string_view text, std::size_t at);

}  // namespace qipu::formats
