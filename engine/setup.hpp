// An unchecked arrangement of pieces, as it comes from a file or a hand, and the reasons why it may be no
// position.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "engine/piece.hpp"
#include "engine/problem.hpp"
#include "engine/square.hpp"

namespace qipu {

/// Pieces on points, the side to move and the counters of FEN. Anything goes; Position::from() checks it.
struct Setup {
  std::array<std::optional<Piece>, Square::count> pieces{};
  Side to_move = Side::red;
  int quiet_plies = 0;  ///< plies since the last capture
  int move_number = 1;  ///< the number of the move pair (回合) that is being played

  std::optional<Piece>& operator[](Square s) { return pieces[static_cast<std::size_t>(s.index())]; }
  const std::optional<Piece>& operator[](Square s) const {
    return pieces[static_cast<std::size_t>(s.index())];
  }
  bool operator==(const Setup&) const = default;

  static Setup start();
};

/// A reason why a Setup is no Position. Several can hold at once.
enum class SetupFault : std::uint8_t {
  no_king,            ///< a side without its general
  several_kings,      ///< a side with more than one general
  too_many_pieces,    ///< more of a kind than a side owns
  impossible_square,  ///< a general, advisor, elephant or soldier where it can never stand
  kings_facing,       ///< 将帅照面: the generals face each other
  opponent_in_check,  ///< the side not to move is in check
};

/// The set of reasons, in the order of the enumeration.
class SetupFaults {
 public:
  constexpr void insert(SetupFault fault) {
    bits_ |= static_cast<std::uint8_t>(1u << static_cast<int>(fault));
  }
  constexpr bool contains(SetupFault fault) const { return bits_ >> static_cast<int>(fault) & 1; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool operator==(const SetupFaults&) const = default;

 private:
  std::uint8_t bits_ = 0;
};

/// A stable slug: "no_king", …
std::string_view code(SetupFault fault);
/// A sentence for the person.
Text explain(SetupFault fault);
/// All reasons of the set in one problem with code "setup.<first fault>".
Problem problem(SetupFaults faults);

/// Reads FEN with two to six fields: `w`, `r` or `b` for the side, E H G letters, missing counters.
/// Refuses text that is no arrangement at all, with the offset of the fault; does not check the arrangement.
std::expected<Setup, Problem> parse_fen(std::string_view fen);
/// Canonical six-field FEN with `w` or `b`.
std::string to_fen(const Setup& setup);

/// FEN of the starting position.
inline constexpr std::string_view start_fen =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

}  // namespace qipu
