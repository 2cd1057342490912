#include "recorder/tournament/result.hpp"

#include "recorder/tournament/round.hpp"

namespace qipu::tournament {

std::string_view outcome_name(const Result& result) {
  switch (result.outcome) {
    case Outcome::red_wins:
      return result.played ? "red" : "red_walkover";
    case Outcome::black_wins:
      return result.played ? "black" : "black_walkover";
    case Outcome::draw:
      return "draw";
    case Outcome::both_lose:
      return "both_lose";
    case Outcome::none:
      break;
  }
  return "none";
}

std::optional<Result> parse_result(std::string_view outcome, ResultKind kind) {
  const bool played = kind != ResultKind::absent;
  if (outcome == "red") return Result{Outcome::red_wins, kind, played};
  if (outcome == "black") return Result{Outcome::black_wins, kind, played};
  if (outcome == "draw") return Result{Outcome::draw, kind, true};
  if (outcome == "both_lose") return Result{Outcome::both_lose, kind, played};
  if (outcome == "red_walkover") return Result{Outcome::red_wins, ResultKind::absent, false};
  if (outcome == "black_walkover") return Result{Outcome::black_wins, ResultKind::absent, false};
  if (outcome == "none") return Result{Outcome::none, kind, played};
  return std::nullopt;
}

bool consistent(const Result& result) {
  if (result.outcome == Outcome::none) return true;
  const bool decisive = result.winner().has_value();
  if (!result.played) return result.kind == ResultKind::absent && result.outcome != Outcome::draw;
  switch (result.kind) {
    case ResultKind::mate:
    case ResultKind::stalemate:
    case ResultKind::resign:
    case ResultKind::time:
      return decisive;
    case ResultKind::illegal:
    case ResultKind::foul:
      return result.outcome != Outcome::draw;
    case ResultKind::agreed:
    case ResultKind::limit:
    case ResultKind::simple_draw:
      return !decisive;  // an early agreed draw may be scored as a double loss
    case ResultKind::ruling:
      return true;
    case ResultKind::absent:
      return false;
  }
  return false;
}

std::vector<EntrantNo> must_sign(const Game& game) {
  if (!game.result || game.result->outcome == Outcome::none) return {};
  if (const auto winner = game.winner()) return {*winner};
  if (!game.result->played) return {};
  return {game.red, game.black};
}

bool Round::finished() const {
  for (const auto& game : games)
    if (!game.result || game.result->outcome == Outcome::none) return false;
  return true;
}

}  // namespace qipu::tournament
