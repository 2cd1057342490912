#include "server/bus/follower.hpp"

#include <algorithm>

namespace qipu::bus {
namespace {

// More than this waits in the venue, not in memory.
constexpr std::size_t kMostWaiting = 4096;

}  // namespace

Follower::Follower(std::string venue, Fetch fetch, Apply apply, Reset reset)
    : venue_(std::move(venue)),
      fetch_(std::move(fetch)),
      apply_(std::move(apply)),
      reset_(std::move(reset)) {}

void Follower::begin_epoch(std::uint64_t epoch) {
  epoch_ = epoch;
  applied_ = known_ = 0;
  waiting_.clear();
  reset_(epoch);
}

void Follower::apply_waiting() {
  for (auto next = waiting_.find(applied_ + 1); next != waiting_.end(); next = waiting_.find(applied_ + 1)) {
    apply_(next->second);
    ++applied_;
    waiting_.erase(next);
  }
}

void Follower::receive(const Envelope& envelope) {
  if (envelope.venue != venue_) return;
  if (envelope.epoch < epoch_) {
    ++duplicates_;
    return;
  }
  if (envelope.epoch > epoch_) begin_epoch(envelope.epoch);
  known_ = std::max(known_, envelope.seq);
  if (!envelope.body.empty()) {
    if (envelope.seq <= applied_ || waiting_.contains(envelope.seq)) {
      ++duplicates_;
      return;
    }
    if (waiting_.size() < kMostWaiting) waiting_.emplace(envelope.seq, envelope);
    apply_waiting();
  }
  if (behind() > 0) catch_up();
}

bool Follower::catch_up() {
  while (epoch_ == 0 || behind() > 0) {
    const auto page = fetch_(applied_);
    if (!page) return false;
    // The page answers for the venue's present epoch: after a change it is a page of another numbering.
    if (page->epoch < epoch_) return false;
    if (page->epoch > epoch_) {
      begin_epoch(page->epoch);
      if (!page->facts.empty() && page->facts.front().seq != 1) continue;
    }
    known_ = std::max(known_, page->last);
    const std::uint64_t before = applied_;
    for (const Envelope& fact : page->facts)
      if (fact.epoch == epoch_ && fact.seq > applied_) waiting_.insert_or_assign(fact.seq, fact);
    apply_waiting();
    if (applied_ == before) return behind() == 0;
  }
  return true;
}

}  // namespace qipu::bus
