// An arbiter at the desk and a player's phone, as the service sees them: sign-in, requests that survive a cut
// line and a service that was killed, because they are sent again under the same id until they are answered.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/client/web_socket_client.hpp"

namespace qipu::sim {

/// Counts for the report.
struct Counters {
  std::uint64_t requests = 0, repeated = 0, cuts = 0, refused = 0;
};

class Client {
 public:
  /// `token` is asked for at every connection: a desk signs in anew after the service was killed.
  Client(std::uint16_t port, std::function<std::string()> token, std::string name, Counters& counters);
  /// Asks until there is an answer; nothing after 30 seconds without one. The answer is
  /// {"type":"ok"|"error",…}.
  std::optional<rapidjson::Document> ask(const std::string& type, const std::string& data);
  /// Like ask(); the data of an ok, or nothing and the refusal kept for the report.
  std::optional<rapidjson::Document> get(const std::string& type, const std::string& data);
  /// Sends a request and cuts the line before its answer can be read; the next ask() of the same data repeats
  /// it.
  void send_and_cut(const std::string& type, const std::string& data);
  void cut();
  const std::string& last_refusal() const { return last_refusal_; }
  /// The data of the hello's answer.
  const rapidjson::Document& hello() const { return hello_; }
  bool connect();

 private:
  std::uint16_t port_;
  std::function<std::string()> token_;
  std::string name_, last_refusal_;
  Counters& counters_;
  std::unique_ptr<client::WebSocketClient> line_;
  rapidjson::Document hello_;
  std::string pending_id_;
  std::uint64_t next_ = 1;
};

}  // namespace qipu::sim
