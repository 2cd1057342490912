// What a command is answered with when it is accepted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/problem.hpp"

namespace qipu::recorder {

struct Answer {
  std::optional<int> ply;                 ///< plies that the record has now
  std::optional<Problem> illegal;         ///< the first move that could not be taken; those before it are kept
  std::vector<std::string> legal_prefix;  ///< what was taken, as ICCS
  std::vector<std::string> tail;          ///< kept moves that no longer fit
  std::vector<std::uint32_t> proposals;   ///< made by this command
  std::vector<Problem> warnings;
  std::optional<bool> accepted;           ///< of a submitted record: it became the record of the game
  std::string id;                         ///< of what was made: "f12", …
  std::string hash;                       ///< of the record, as it would be signed
  bool operator==(const Answer&) const = default;
};

}  // namespace qipu::recorder
