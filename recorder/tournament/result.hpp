// The result of a game as it is registered: who wins, how, and whether a game was played at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/piece.hpp"

namespace qipu::tournament {

enum class ResultKind : std::uint8_t {
  mate,
  stalemate,
  resign,
  time,
  agreed,
  ruling,
  limit,
  simple_draw,
  foul,
  illegal,
  absent
};
/// "mate stalemate resign time agreed ruling limit simple_draw foul illegal absent".
std::string_view name(ResultKind kind);
std::optional<ResultKind> parse_result_kind(std::string_view text);

/// A registered result. `played` is false for walk-overs and when both were absent: then there is no record
/// to owe.
struct Result {
  Outcome outcome = Outcome::none;
  ResultKind kind = ResultKind::resign;
  bool played = true;
  bool operator==(const Result&) const = default;

  /// The winner's side; nothing for a draw or a double loss.
  std::optional<Side> winner() const {
    if (outcome == Outcome::red_wins) return Side::red;
    if (outcome == Outcome::black_wins) return Side::black;
    return std::nullopt;
  }
  bool walkover() const { return !played && winner().has_value(); }
};

/// "red black draw both_lose red_walkover black_walkover none".
std::string_view outcome_name(const Result& result);
/// Reads the same words; a walk-over is an unplayed game. Both absent is `both_lose` with kind `absent`.
std::optional<Result> parse_result(std::string_view outcome, ResultKind kind);
/// Whether such a result can be: a mate or a resignation has a winner, an agreed draw none, …
bool consistent(const Result& result);

}  // namespace qipu::tournament
