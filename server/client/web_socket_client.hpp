// A well-behaved client of the WebSocket protocol: requests with ids, answers, pushes; and a network that can
// be cut.
#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace qipu::client {

class WebSocketClient {
 public:
  /// Connects to ws://host:port/path with sub-protocol qipu.v1; nothing when it cannot. `host` is an IPv4
  /// address or a name.
  static std::unique_ptr<WebSocketClient> connect(const std::string& host, std::uint16_t port,
                                                  const std::string& path = "/ws");
  static std::unique_ptr<WebSocketClient> connect(std::uint16_t port) { return connect("127.0.0.1", port); }
  ~WebSocketClient();
  WebSocketClient(const WebSocketClient&) = delete;
  WebSocketClient& operator=(const WebSocketClient&) = delete;

  /// Sends {"v":1,"type":type,"id":id,"data":data} without waiting; `data` is JSON text. False when the line
  /// is cut.
  bool send(std::string_view type, std::string_view id, std::string_view data);
  /// Sends any text as one message.
  bool send_text(std::string_view text);
  /// The answer to `id`, keeping pushes that arrive before it; nothing when the line is cut or nothing comes
  /// in time.
  std::optional<rapidjson::Document> answer(std::string_view id, int milliseconds = 10000);
  /// send() and answer() with an id of its own.
  std::optional<rapidjson::Document> call(std::string_view type, std::string_view data,
                                          int milliseconds = 10000);
  /// The next push, waiting for it.
  std::optional<rapidjson::Document> push(int milliseconds = 10000);
  /// Cuts the line without a word.
  void cut();
  bool connected() const { return socket_ >= 0; }
  /// The close code that the service sent, 0 while it has sent none.
  int close_code() const { return close_code_; }

 private:
  explicit WebSocketClient(int socket) : socket_(socket) {}
  std::optional<rapidjson::Document> receive(int milliseconds);
  bool send_frame(std::uint8_t opcode, std::string_view payload);
  int socket_;
  int close_code_ = 0;
  std::uint64_t next_id_ = 1;
  std::string buffer_, message_;
  std::deque<rapidjson::Document> pushes_;
};

/// The text of a JSON value.
std::string text_of(const rapidjson::Value& value);
/// "…" with everything that JSON wants escaped.
std::string quoted(std::string_view text);

}  // namespace qipu::client
