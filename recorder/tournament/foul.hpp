// Fouls (犯规): proposed by the system or entered, confirmed or rejected by a named arbiter, reversible
// (reg:S2, D1–D18).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/ids.hpp"
#include "recorder/tournament/regulation.hpp"

namespace qipu::tournament {

enum class FoulState : std::uint8_t { proposed, confirmed, rejected };
std::string_view name(FoulState state);

struct Foul {
  std::uint32_t id = 0;  ///< from 1, shown as "f12"
  EntrantId entrant;
  std::string kind;  ///< code of a FoulKind of the regulation: "D1" …
  std::optional<GameId> game;
  int round =
      0;  ///< Swiss rounds finished or running when it was committed; drop-round comparison counts it there
  FoulState state = FoulState::proposed;
  bool intentional = false;  ///< reg:A22; set from the kind, an arbiter may change it
  bool from_duty = false;    ///< stands for a lapsed recording duty: at most one a game (reg:A14)
  std::string reason, by;
  Instant at;
  bool operator==(const Foul&) const = default;

  bool counts() const { return state == FoulState::confirmed; }
  /// Taken away by the service because the duty is another's or nobody's; not an arbiter's decision.
  bool lifted() const { return state == FoulState::rejected && by == "system"; }
};

/// What the confirmed fouls of one entrant come to.
struct FoulCount {
  int fouls = 0;     ///< confirmed, of every kind that counts as a foul
  int deducted = 0;  ///< of these, the ones that cost a cumulative point (reg:S2, reg:A33)
  bool intentional = false;
  bool operator==(const FoulCount&) const = default;
};

/// Counts the confirmed fouls of `entrant`. With `until`, only those committed at or before it (reg:A9).
FoulCount count_fouls(const Regulation& regulation, std::span<const Foul> fouls, EntrantId entrant,
                      std::optional<Instant> until = std::nullopt);

/// Loss of the game that follows from the fouls of one entrant in a game or match: proposed to the arbiter,
/// or direct.
struct FoulLoss {
  LossEffect effect;   ///< may: an arbiter decides (有权); direct: follows once the fact is established
  std::string clause;  ///< "reg:D10" …
  Text why;
};

/// Whether the confirmed fouls of `entrant` bring a loss in `game` (reg:D8–D12): kinds that lose at once, two
/// counters of the telephone (ringing, using), and two fouls in the fast phase of a knockout match (reg:D11,
/// reg:A10). `pace` is the pace of the game.
std::optional<FoulLoss> foul_loss(const Regulation& regulation, std::span<const Foul> fouls,
                                  EntrantId entrant, const GameId& game, Pace pace);

/// The kind under which a piece knocked off the board falls (reg:D1, D9, D12, A11, A12) with `clock_s`
/// seconds left on the mover's clock.
std::string piece_off_kind(const Regulation& regulation, Pace pace, int clock_s);

/// Both numbers that an arbiter is shown: fouls in this game, and in this event.
struct FoulNumbers {
  int game = 0, event = 0;
};
FoulNumbers foul_numbers(std::span<const Foul> fouls, EntrantId entrant, const GameId& game);

}  // namespace qipu::tournament
