// The desk for whoever may read the data folder: a socket beside the journal through which the command line
// writes while the service runs. One line of JSON in, {"as":NAME,"type","data"}, one line out, as on the WebSocket.
#pragma once

#include <atomic>
#include <expected>
#include <string>
#include <string_view>
#include <thread>

#include "server/app/ledger.hpp"
#include "server/protocol/json.hpp"

namespace qipu::app {

/// FOLDER/qipu.sock.
std::string local_socket_path(const std::string& folder);

class LocalDesk {
 public:
  explicit LocalDesk(Ledger& ledger) : ledger_(ledger) {}
  ~LocalDesk() { stop(); }
  LocalDesk(const LocalDesk&) = delete;
  LocalDesk& operator=(const LocalDesk&) = delete;

  /// Listens, for the folder's owner and root alone. `local.unusable` when the socket cannot be made.
  std::expected<void, Problem> start(const std::string& folder);
  void stop();

 private:
  void run();
  void serve(int line);
  std::string answer(std::string_view request);
  Ledger& ledger_;
  std::string path_;
  int listener_ = -1, wake_ = -1;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

/// What a command line has done.
struct LocalAnswer {
  std::string data;  ///< JSON, as the WebSocket's answer holds it
  std::uint64_t seq = 0;
};

/// Performs a message of the protocol on a data folder as chief arbiter NAME: through the service when one runs on it,
/// otherwise by opening the journal. `data` is JSON.
std::expected<LocalAnswer, Problem> perform_locally(const std::string& folder, const std::string& as,
                                                    std::string_view type, std::string_view data);

/// The same for a message whose form the decoder already knows: decided, on disk, answered.
std::expected<LocalAnswer, Problem> perform_as_chief(Ledger& ledger, const std::string& as,
                                                     std::string_view type, const protocol::Json* data);

}  // namespace qipu::app
