// Checks a finished table position by position: every value against those of its successors, with the
// engine's own move generation instead of the generator's sets.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/endgame/executor.hpp"
#include "engine/endgame/table.hpp"

namespace qipu::endgame {

struct Mismatch {
  Setup setup;
  Metric metric;
  Value stored, expected;
};

struct Verification {
  std::uint64_t positions = 0;       ///< legal positions checked, both sides to move
  std::optional<Mismatch> mismatch;  ///< the first in the order of the index, within one task
  bool complete() const { return !mismatch && positions > 0; }
};

/// Re-derives the value of every position. Precondition: the source has the classes behind the captures.
Verification verify(const Table& table, TableSource& source, Executor& executor);

}  // namespace qipu::endgame
