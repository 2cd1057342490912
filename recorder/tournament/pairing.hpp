// Swiss pairing (积分编排): a request with everything that matters, an answer that says why. The answer is
// the optimum of one minimum-cost perfect matching over all allowed pairs, proved by its duals; the checker
// derives it independently.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

/// What one finished round was for one player.
struct PlayedRound {
  enum class Kind : std::uint8_t { absent, game, walkover, bye };
  Kind kind = Kind::absent;
  EntrantNo opponent;     ///< of a game or walk-over
  Side side = Side::red;  ///< allotted colour of a game or walk-over
  int points = 0;
  bool operator==(const PlayedRound&) const = default;
};

struct PairingPlayer {
  EntrantNo no;
  int order = 0;  ///< order among equal points and in round 1 (rating, lots); unique, small is strong
  int points = 0;
  bool active = true;                ///< to be paired this round
  std::string unit;                  ///< only used when units are kept apart
  std::vector<PlayedRound> history;  ///< one for each round before
  bool operator==(const PairingPlayer&) const = default;
};

struct PairingRequest {
  int round = 1;
  int rounds_planned = 0;
  std::vector<PairingPlayer> players;
  std::vector<std::pair<EntrantNo, EntrantNo>> forbidden;
  PairingRule rule;
  bool walkover_win_is_bye = false;
  bool allow_rematch = false;  ///< the chief arbiter's leave, as the last relaxation (reg: §5.4)
};

/// The hard limits that can be relaxed, in this order.
enum class Relaxation : std::uint8_t { three_running, surplus_three, forbidden, second_bye, rematch };
std::string_view name(Relaxation relaxation);

struct RelaxedPair {
  EntrantNo red, black;  ///< black is 0 for a bye
  Relaxation relaxation;
  bool operator==(const RelaxedPair&) const = default;
};

struct PairingPair {
  EntrantNo red, black;
  bool operator==(const PairingPair&) const = default;
};

/// Sums of the cost's fields over the pairing, most important first (pairing order, see swiss_cost.hpp).
enum class CostField : std::uint8_t {
  surplus_three,
  three_running,
  bye_score,
  difference,
  gap_shape,
  top_first,
  surplus,
  alternation,
  floats,
  fold,
  tie
};
constexpr int cost_fields = 11;
std::string_view name(CostField field);
using CostSums = std::array<std::int64_t, cost_fields>;

/// Why one player was paired as he was.
struct PairingReason {
  EntrantNo entrant;
  int points = 0, rank = 0, group_size = 0;
  int opponent_points = 0;
  int floated = 0;          ///< +1 down, −1 up
  std::string colours;      ///< "rbrb" before this round
  std::optional<Side> due;  ///< the colour that was due
  bool got_due = true;
  EntrantNo target;  ///< the fold partner
  Text sentence;
  bool operator==(const PairingReason&) const = default;
};

struct PairingAnswer {
  int round = 0;
  std::vector<PairingPair> pairs;  ///< by board, from board 1
  std::optional<EntrantNo> bye;
  std::vector<RelaxedPair> relaxed;
  std::vector<PairingReason> reasons;  ///< by rank
  CostSums sums{};
  bool proved = false;            ///< optimal over all allowed pairs, by the duals
  int width = 0, solves = 0;      ///< last graph width, and how often it was solved
  std::int64_t parity_bound = 0;  ///< the least sum of differences that any pairing could have
  std::string engine;             ///< "cn-swiss/1"
  std::uint64_t seed = 0;
  bool operator==(const PairingAnswer&) const = default;
};

/// Pairs a round. Refused when fewer than two are active, or when no perfect pairing exists even after every
/// relaxation that was allowed; then says so with the count of players and the remedy (round-robin, rematch
/// by the chief arbiter).
std::expected<PairingAnswer, Problem> pair_swiss(const PairingRequest& request);

/// The request of the next Swiss round of a section: who plays, their history, points and order.
/// `absent` are those who announced that they miss the round.
PairingRequest pairing_request(const Regulation& regulation, const Section& section, int round,
                               std::span<const EntrantNo> absent = {});

/// The round that an answer makes.
Round make_round(const Regulation& regulation, const PairingRequest& request, const PairingAnswer& answer,
                 SectionId section);

/// Set-up and running check: rounds that may have no pairing (more than half the players), said early.
std::optional<Problem> rounds_warning(int active_players, int rounds_left_and_played);

}  // namespace qipu::tournament
