// The venue's side of the bus: the public facts of this epoch in order, and a thread that publishes them.
// The venue never waits for it: append() only stores. When the bus is down it goes on from where it was.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/bus/bus.hpp"
#include "server/bus/envelope.hpp"

namespace qipu::bus {

class Outbox {
 public:
  /// `bus` may be null: then facts are only kept for read(). It must outlive the outbox. With Drive::caller
  /// there is no thread and publish() is called instead.
  enum class Drive { own_thread, caller };
  Outbox(std::string venue, std::uint64_t epoch, std::string key, Bus* bus, Drive drive = Drive::own_thread);
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  /// Adds facts that the public may see now. Any thread.
  void append(std::vector<std::string> bodies);
  /// Facts after `after`, at most `limit`: what a replica asks for over HTTP to fill a hole.
  std::vector<Envelope> read(std::uint64_t after, std::size_t limit) const;
  std::uint64_t last() const;       ///< number of the newest fact, 0 when there is none
  std::uint64_t published() const;  ///< up to which fact the bus has taken them
  /// Publishes what waits, and how far the venue is when `head` is set; false when the bus refused.
  bool publish(bool head);
  std::uint64_t epoch() const { return epoch_; }
  const std::string& venue() const { return venue_; }

 private:
  void run();
  const std::string venue_;
  const std::uint64_t epoch_;
  const std::string key_;
  Bus* const bus_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> bodies_;
  std::uint64_t published_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace qipu::bus
