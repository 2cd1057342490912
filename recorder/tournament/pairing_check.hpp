// The independent checker of pairings: derives again, from the request alone and by other code than the
// engine, whether a pairing is allowed and what it costs. Used after every pairing, for manual swaps and for
// imported rounds.
#pragma once

#include <vector>

#include "recorder/tournament/pairing.hpp"

namespace qipu::tournament {

struct PairingCheck {
  std::vector<Problem>
      faults;  ///< somebody twice or missing, rematch, second bye, forbidden pair, colour limit not reported
  int difference = 0;   ///< sum of score differences
  int cross_score = 0;  ///< pairs of unequal scores
  int three_running = 0, surplus_three = 0, surplus = 0, alternation = 0, repeated_floats = 0;
  bool operator==(const PairingCheck&) const = default;
};

/// Checks boards and bye against the request. `relaxed` names what was relaxed on purpose.
PairingCheck check_pairing(const PairingRequest& request, std::span<const PairingPair> pairs,
                           std::optional<EntrantNo> bye, std::span<const RelaxedPair> relaxed = {});

/// The manual phase: two pairings of one round compared.
struct PairingDifference {
  std::vector<PairingPair> only_engine, only_manual;
  bool bye_differs = false;
  PairingCheck engine, manual;
};
PairingDifference compare(const PairingRequest& request, const PairingAnswer& engine,
                          std::span<const PairingPair> manual, std::optional<EntrantNo> manual_bye);

/// Exchanges two players between their places (boards, colours or the bye); refuses unknown ones.
std::expected<PairingAnswer, Problem> swap_players(const PairingAnswer& answer, EntrantNo a, EntrantNo b);

}  // namespace qipu::tournament
