// A round (轮): its boards, its bye, who is absent; and the knockout matches with up to three games.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recorder/tournament/ids.hpp"
#include "recorder/tournament/regulation.hpp"
#include "recorder/tournament/result.hpp"

namespace qipu::tournament {

/// A game that was paired. Times are those of facts.
struct Game {
  GameId id;
  EntrantNo red, black;
  Pace pace = Pace::slow;
  std::optional<Result> result;
  std::optional<Instant> started_at, ended_at;  ///< the game; nothing: not known
  std::optional<Instant> registered_at;         ///< when the result was registered
  std::vector<EntrantNo> signed_by;             ///< who signed the result at the desk (reg:S3)
  bool excused_absence = false;                 ///< a forfeit with a reason that an arbiter accepted (reg:S4)
  bool operator==(const Game&) const = default;

  EntrantNo player(Side side) const { return side == Side::red ? red : black; }
  EntrantNo opponent_of(EntrantNo who) const { return who == red ? black : red; }
  std::optional<Side> side_of(EntrantNo who) const {
    if (who == red) return Side::red;
    if (who == black) return Side::black;
    return std::nullopt;
  }
  std::optional<EntrantNo> winner() const {
    if (!result || !result->winner()) return std::nullopt;
    return player(*result->winner());
  }
};

/// Who must report the result and sign (reg:S3, A13): the winner, both if drawn or both lose.
std::vector<EntrantNo> must_sign(const Game& game);

/// A player who is not paired in a round and not given the bye.
struct Absence {
  EntrantNo entrant;
  bool announced = true;  ///< false: no reason given (reg:S4, D14)
  int points = 0;         ///< what the preset gives
  bool operator==(const Absence&) const = default;
};

/// A Swiss round.
struct Round {
  RoundId id;
  std::vector<Game> games;  ///< by board, from board 1
  std::optional<EntrantNo> bye;
  std::vector<Absence> absences;
  bool published = false;
  bool operator==(const Round&) const = default;

  const Game* find(std::uint16_t board) const {
    return board >= 1 && board <= games.size() ? &games[board - 1u] : nullptr;
  }
  bool finished() const;  ///< every game has a result
};

/// A knockout match (对阵). Slots can be empty (reg:A34): a walk-over for the other.
struct Match {
  BoardId id;
  std::optional<EntrantNo> upper, lower;  ///< upper has the smaller number (编号)
  std::vector<Game> games;                ///< 1–3, in order
  std::optional<Side> chosen;        ///< reg:F9: the side that the smaller number chose for the last game
  std::optional<EntrantNo> decided;  ///< an arbiter's decision: who goes on (reg:A34)
  bool nobody = false;               ///< an arbiter's decision: nobody goes on
  std::string reason;
  bool third_place = false;  ///< the play-off of reg:A3
  bool operator==(const Match&) const = default;
};

struct KnockoutRound {
  RoundId id;
  std::vector<Match> matches;
  bool published = false;
  bool operator==(const KnockoutRound&) const = default;
};

}  // namespace qipu::tournament
