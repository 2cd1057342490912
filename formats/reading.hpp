// What the readers of the single formats share: the game being read, its tree on a board, and the way out to
// the caller.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "formats/encoding.hpp"
#include "formats/read.hpp"

namespace qipu::formats {

/// Bounds that no real record comes near.
inline constexpr std::size_t max_nodes = 200000;
inline constexpr std::size_t max_unread = 2000;
inline constexpr std::size_t max_warnings = 200;

Problem make_problem(std::string_view code, std::string_view zh, std::string_view en);
/// Shortened to at most `bytes` without cutting a character.
std::string shortened(std::string_view text, std::size_t bytes = 60);

/// Grows a record's tree while its moves are played on a board. Moves are at a depth: 0 is the first ply.
class TreeBuilder {
 public:
  explicit TreeBuilder(ParseOutcome& outcome) : outcome_(&outcome), position_(opening()) {
    constexpr std::size_t most_games = 160;  // plies; longer ones grow
    path_.reserve(most_games);
    last_child_.reserve(most_games);
  }

  /// Sets the start; when it is no position, keeps it as faulty and reports it (an error if `has_moves`).
  bool start(const Setup& setup, bool has_moves);
  const Position& position() const { return position_; }
  std::uint32_t depth() const { return static_cast<std::uint32_t>(path_.size()); }
  /// The node of the last move on the board, or none.
  std::uint32_t node() const { return path_.empty() ? Node::none : path_.back().node; }
  void back_to(std::uint32_t depth);
  /// Plays a legal move and makes it a node after the present one; returns its index.
  std::uint32_t play(Move move);
  /// Plays an existing node's move. Precondition: it continues the present line.
  void descend(std::uint32_t node);

 private:
  struct Step {
    Move move;
    Position::Undo undo;
    std::uint32_t node;
  };
  static const Position& opening();
  ParseOutcome* outcome_;
  Position position_;
  std::vector<Step> path_;
  std::vector<std::uint32_t> last_child_;  // by node, so that many variations stay linear
  std::uint32_t last_first_ = Node::none;
};

/// Takes the nodes of a binary tree in depth-first order. An illegal move ends the main line with an error,
/// or cuts a variation with a warning; nothing that follows it is kept, and all of it is counted.
class DepthFirstTree {
 public:
  DepthFirstTree(ParseOutcome& outcome, TreeBuilder& builder) : outcome_(outcome), builder_(builder) {}
  /// The node of the move at `depth`, or none when it was dropped. `from`/`to` may be off the grid (nullopt).
  std::uint32_t add(std::uint32_t depth, std::optional<Move> move, std::uint64_t offset);
  /// Whether the main line has ended, so that what follows belongs to variations.
  bool main_over() const { return main_over_; }
  /// Reports what was dropped. Call once, at the end.
  void finish();

 private:
  void reject(std::uint32_t depth, std::optional<Move> move, bool main, std::uint64_t offset);
  ParseOutcome& outcome_;
  TreeBuilder& builder_;
  std::uint32_t main_length_ = 0;
  std::optional<std::uint32_t> cut_;  // depth of the illegal move under which everything is dropped
  bool main_over_ = false, cut_is_main_ = false;
  std::uint32_t dropped_ = 0, illegal_variations_ = 0, unread_main_ = 0;
};

/// One file on its way through a reader.
class Reading {
 public:
  Reading(const ReadOptions& options, ReadSummary& summary, const GameSink& sink)
      : options(options), summary(summary), sink_(sink) {}
  const ReadOptions& options;
  ReadSummary& summary;
  /// A cleared outcome of the file's format and encoding.
  ParseOutcome& begin();
  ParseOutcome& outcome() { return outcome_; }
  /// Numbers the game, drops private data and hands it on; false: stop reading.
  bool emit();
  void warn(Problem problem);
  /// A warning about the whole file, which the first game carries.
  void warn_first(Problem problem) { of_file_.push_back(std::move(problem)); }
  /// The text encoding of a binary format's strings.
  Encoding field_encoding(Encoding usual) const {
    return options.encoding.value_or(usual) == Encoding::none ? usual : options.encoding.value_or(usual);
  }
  /// Sets a header from raw bytes, with a warning when they are damaged. Empty values are left out.
  void header(std::string_view name, std::string_view bytes, Encoding encoding);

 private:
  const GameSink& sink_;
  ParseOutcome outcome_;
  std::vector<Problem> of_file_;
};

void read_xqf(std::span<const std::byte> bytes, Reading& reading);
void read_cbr(std::span<const std::byte> bytes, Reading& reading);
void read_cbl(std::span<const std::byte> bytes, Reading& reading);
void read_mxq(std::span<const std::byte> bytes, Reading& reading);
bool is_mxq(std::string_view bytes);
void read_cbf(std::string_view text, Reading& reading);
void read_dhtmlxq(std::string_view text, Reading& reading);
void read_wxf(std::string_view text, Reading& reading);
void read_pgn(std::string_view text, Reading& reading);
void read_text(std::string_view text, Reading& reading);

}  // namespace qipu::formats
