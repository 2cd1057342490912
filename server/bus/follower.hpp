// The replica's side of the bus: turns what arrives, lost, doubled, late or in any order, into the venue's
// facts, each once and in order. Holes are filled from the venue over HTTP; a higher epoch starts over.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/bus/envelope.hpp"

namespace qipu::bus {

/// What the venue answers to "give me what comes after".
struct Page {
  std::uint64_t epoch = 0;
  std::uint64_t last = 0;       ///< the venue's newest fact
  std::vector<Envelope> facts;  ///< the next ones after what was asked for, in order
};

class Follower {
 public:
  /// Asks the venue for the facts of its present epoch after `after`; nothing when it cannot be reached now.
  using Fetch = std::function<std::optional<Page>(std::uint64_t after)>;
  using Apply = std::function<void(const Envelope&)>;
  /// Forget everything: a new epoch begins.
  using Reset = std::function<void(std::uint64_t epoch)>;

  Follower(std::string venue, Fetch fetch, Apply apply, Reset reset);

  /// Takes a message of the bus. Not thread-safe: one thread drives a follower.
  void receive(const Envelope& envelope);
  /// Fills what is missing, if anything is; called by receive() and to be called from time to time, because a
  /// fetch can fail. Returns whether the follower now has all it knows of.
  bool catch_up();

  std::uint64_t epoch() const { return epoch_; }
  std::uint64_t applied() const { return applied_; }
  /// Facts known to exist that are not applied yet.
  std::uint64_t behind() const { return known_ > applied_ ? known_ - applied_ : 0; }
  /// Messages of the bus that were dropped because their epoch is over or they were applied before.
  std::uint64_t duplicates() const { return duplicates_; }

 private:
  void begin_epoch(std::uint64_t epoch);
  void apply_waiting();
  std::string venue_;
  Fetch fetch_;
  Apply apply_;
  Reset reset_;
  std::uint64_t epoch_ = 0, applied_ = 0, known_ = 0, duplicates_ = 0;
  std::map<std::uint64_t, Envelope> waiting_;  // arrived before their turn
};

}  // namespace qipu::bus
