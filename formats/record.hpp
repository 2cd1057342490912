// A record (棋谱): headers and a tree of moves, as every reader produces it and every writer takes it.
// Moves in a record are legal from the start position, except a last move of the main line that was really
// played though illegal (rule:M5), which is kept beside the tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/problem.hpp"

namespace qipu::formats {

/// The result that a record states, normalised.
enum class StatedResult : std::uint8_t { unknown, red_wins, black_wins, draw };
/// "1-0", "0-1", "1/2-1/2", "*".
std::string_view text(StatedResult result);

/// One move of the tree. Nodes lie in one array; links are indices, `none` where there is nothing.
struct Node {
  static constexpr std::uint32_t none = 0xffffffff;
  Move move;
  std::uint32_t parent = none;           ///< none: played from the start position
  std::uint32_t first_child = none;      ///< the main continuation
  std::uint32_t next_sibling = none;     ///< the next variation of the same ply
  std::string comment;                   ///< after the move, UTF-8
  std::optional<std::int64_t> clock_ms;  ///< time left on the mover's clock after the move
};

/// A place where moves are honestly missing: after `after_ply` plies of the main line.
struct Gap {
  std::uint32_t after_ply;
  std::optional<std::uint32_t> plies;     ///< how many are missing, where known
  std::optional<std::string> resume_fen;  ///< the position from which the record goes on
  bool operator==(const Gap&) const = default;
};

struct Record {
  /// Header tags in file order, names as PGN spells them (Event, Site, Date, Round, Red, Black, RedTeam,
  /// BlackTeam, Result, Opening, ECCO, …); values UTF-8. A format's own headers that have no PGN name keep
  /// their own name.
  std::vector<std::pair<std::string, std::string>> headers;
  Setup start = Setup::start();  ///< always passes Position::from()
  std::string start_comment;     ///< before the first move
  std::vector<Node> nodes;
  std::uint32_t first =
      Node::none;  ///< first move of the main line; its next_sibling are variations of ply 1
  std::optional<Move> illegal_last;  ///< an illegal move that was really played, after the main line
  std::vector<Gap> gaps;
  StatedResult result = StatedResult::unknown;
  std::string result_text;  ///< as it stands in the source
  /// The source's file header as it was (XQF: 1,024 bytes), so that a writer of the same format keeps what
  /// has no name.
  std::string origin;

  const std::string* header(std::string_view name) const;
  void set_header(std::string_view name, std::string value);
  /// The moves of the main line.
  std::vector<Move> main_line() const;
  /// The main line played out. Precondition: the record's invariant (all moves legal, no gaps) holds.
  Game game() const;
  /// Appends a move after `parent` (Node::none: at the start), as its last child; returns its index.
  std::uint32_t append(std::uint32_t parent, Move move);
  /// A record with just a main line.
  static Record of(const Setup& start, const std::vector<Move>& moves);
};

enum class Format : std::uint8_t { xqf, pgn, dhtmlxq, cbr, cbl, cbf, mxq, wxf, text };
std::string_view name(Format format);
enum class Encoding : std::uint8_t { none, utf8, utf16, gb18030, big5 };
std::string_view name(Encoding encoding);

/// What reading one game gives: the good prefix, every warning, and the first error with its place.
struct ParseOutcome {
  Record record;
  Format format = Format::text;
  Encoding encoding = Encoding::none;
  std::vector<Problem> warnings;
  std::optional<Problem> first_error;
  bool deleted = false;  ///< a library slot marked as deleted
  /// The arrangement that the source states where it is no position; record.start is then the opening and has
  /// no moves.
  std::optional<Setup> faulty_start;
  /// The moves of the main line from the first error on, as they stand (or as ICCS where the source is
  /// binary).
  std::vector<std::string> unread;
};

/// Number of branches: nodes that are not the first choice at their ply.
std::uint32_t variations(const Record& record);
/// Number of comments, the one before the first move included.
std::uint32_t comments(const Record& record);

}  // namespace qipu::formats
