#include "server/bus/outbox.hpp"

#include <algorithm>
#include <chrono>

namespace qipu::bus {
namespace {

// How often the venue says how far it is, so that a replica notices a lost tail.
constexpr auto kHeadEvery = std::chrono::milliseconds(500);
constexpr auto kRetryAfter = std::chrono::milliseconds(100);
constexpr std::size_t kBatch = 256;

}  // namespace

Outbox::Outbox(std::string venue, std::uint64_t epoch, std::string key, Bus* bus, Drive drive)
    : venue_(std::move(venue)), epoch_(epoch), key_(std::move(key)), bus_(bus) {
  if (bus_ && drive == Drive::own_thread) thread_ = std::thread([this] { run(); });
}

Outbox::~Outbox() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Outbox::append(std::vector<std::string> bodies) {
  {
    const std::lock_guard lock(mutex_);
    std::move(bodies.begin(), bodies.end(), std::back_inserter(bodies_));
  }
  changed_.notify_all();
}

std::vector<Envelope> Outbox::read(std::uint64_t after, std::size_t limit) const {
  const std::lock_guard lock(mutex_);
  std::vector<Envelope> facts;
  for (std::uint64_t seq = after + 1; seq <= bodies_.size() && facts.size() < limit; ++seq)
    facts.push_back({venue_, epoch_, seq, bodies_[seq - 1]});
  return facts;
}

std::uint64_t Outbox::last() const {
  const std::lock_guard lock(mutex_);
  return bodies_.size();
}

std::uint64_t Outbox::published() const {
  const std::lock_guard lock(mutex_);
  return published_;
}

bool Outbox::publish(bool head) {
  const std::string subject = subject_of(venue_);
  for (const Envelope& fact : read(published(), kBatch)) {
    if (!bus_->publish(subject, seal(fact, key_))) return false;
    const std::lock_guard lock(mutex_);
    published_ = fact.seq;
  }
  return !head || bus_->publish(subject, seal({venue_, epoch_, last(), ""}, key_)).has_value();
}

void Outbox::run() {
  auto next_head = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    changed_.wait_until(lock, next_head, [&] { return stopping_ || published_ < bodies_.size(); });
    if (stopping_) break;
    lock.unlock();
    const bool head = std::chrono::steady_clock::now() >= next_head;
    const bool taken = publish(head);
    if (head) next_head = std::chrono::steady_clock::now() + kHeadEvery;
    lock.lock();
    if (!taken) {
      changed_.wait_for(lock, kRetryAfter, [&] { return stopping_; });
      next_head = std::chrono::steady_clock::now();
    }
  }
}

}  // namespace qipu::bus
