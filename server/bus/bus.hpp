// The bus between a venue and what serves its public: an interface with two adapters, in process and NATS.
// A bus may lose, repeat, delay and reorder; nobody relies on it for more than speed (see follower.hpp).
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace qipu::bus {

/// A bus that could not be reached or used.
struct BusFault {
  std::string message;
};

class Subscription {
 public:
  virtual ~Subscription() = default;  ///< ends the subscription; no handler runs after it
};

class Bus {
 public:
  virtual ~Bus() = default;
  /// Hands a message over; returns before it is delivered. Refuses when there is no connection.
  virtual std::expected<void, BusFault> publish(std::string_view subject, std::string_view bytes) = 0;
  /// `subject` may end in ".>" for everything below it. The handler runs on a thread of the bus, one message
  /// at a time.
  using Handler = std::function<void(std::string_view subject, std::string_view bytes)>;
  virtual std::expected<std::unique_ptr<Subscription>, BusFault> subscribe(std::string subject,
                                                                           Handler handler) = 0;
  virtual bool connected() const = 0;
};

/// Delivers within the process, in order, on the publisher's thread.
std::unique_ptr<Bus> make_in_process_bus();

/// A NATS server or cluster, "nats://host:4222,nats://other:4222". Reconnects for ever; messages published
/// while there is no connection are refused, not kept. A fault when the binary was built without NATS or the
/// address is no address; a server that does not answer yet is no fault.
std::expected<std::unique_ptr<Bus>, BusFault> connect_nats(const std::string& urls);

}  // namespace qipu::bus
