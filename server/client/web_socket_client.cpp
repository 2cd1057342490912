#include "server/client/web_socket_client.hpp"

#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>

namespace qipu::client {

std::string text_of(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string quoted(std::string_view text) {
  return text_of(rapidjson::Value(text.data(), static_cast<rapidjson::SizeType>(text.size())));
}

std::unique_ptr<WebSocketClient> WebSocketClient::connect(const std::string& host, std::uint16_t port,
                                                          const std::string& path) {
  addrinfo hints{}, *found = nullptr;
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return nullptr;
  int s = -1;
  for (const addrinfo* one = found; one && s < 0; one = one->ai_next) {
    s = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (s >= 0 && ::connect(s, one->ai_addr, one->ai_addrlen) != 0) {
      ::close(s);
      s = -1;
    }
  }
  ::freeaddrinfo(found);
  if (s < 0) return nullptr;
  std::unique_ptr<WebSocketClient> client(new WebSocketClient(s));
  const int on = 1;
  ::setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const std::string request =
      "GET " + path + " HTTP/1.1\r\nHost: " + host + ":" + std::to_string(port) +
      "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: qipu.v1\r\n\r\n";
  if (::send(s, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
    return nullptr;
  std::string head;
  for (char c; !head.ends_with("\r\n\r\n"); head += c) {
    pollfd ready{s, POLLIN, 0};
    if (::poll(&ready, 1, 10000) <= 0 || ::recv(s, &c, 1, 0) != 1) return nullptr;
  }
  if (!head.starts_with("HTTP/1.1 101 ")) return nullptr;
  return client;
}

WebSocketClient::~WebSocketClient() { cut(); }

void WebSocketClient::cut() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool WebSocketClient::send_frame(std::uint8_t opcode, std::string_view payload) {
  if (socket_ < 0) return false;
  std::string frame{static_cast<char>(0x80 | opcode)};
  const std::size_t size = payload.size();
  const int width = size < 126 ? 0 : size < 65536 ? 2 : 8;
  frame += static_cast<char>(0x80 | (width == 0 ? static_cast<int>(size) : width == 2 ? 126 : 127));
  for (int i = width - 1; i >= 0; --i) frame += static_cast<char>(size >> (8 * i));
  frame.append("\1\2\3\4", 4);
  for (std::size_t i = 0; i < size; ++i)
    frame += static_cast<char>(payload[i] ^ static_cast<char>(i % 4 + 1));
  for (std::string_view rest = frame; !rest.empty();) {
    const ssize_t sent = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      cut();
      return false;
    }
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool WebSocketClient::send_text(std::string_view text) { return send_frame(1, text); }

bool WebSocketClient::send(std::string_view type, std::string_view id, std::string_view data) {
  return send_text("{\"v\":1,\"type\":" + quoted(type) + ",\"id\":" + quoted(id) +
                   ",\"data\":" + std::string(data) + "}");
}

std::optional<rapidjson::Document> WebSocketClient::receive(int milliseconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (socket_ >= 0) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[i]); };
    if (buffer_.size() >= 2) {
      std::size_t size = byte(1) & 0x7f, head = 2;
      const std::size_t width = size == 126 ? 2 : size == 127 ? 8 : 0;
      if (buffer_.size() >= 2 + width) {
        if (width) size = 0;
        for (std::size_t i = 0; i < width; ++i) size = size << 8 | byte(2 + i);
        head += width;
        if (buffer_.size() >= head + size) {
          const int opcode = byte(0) & 15;
          const bool fin = byte(0) & 0x80;
          const std::string payload = buffer_.substr(head, size);
          buffer_.erase(0, head + size);
          if (opcode == 9) send_frame(10, payload);
          if (opcode == 8) {
            if (size >= 2)
              close_code_ =
                  static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
            cut();
            return std::nullopt;
          }
          if (opcode > 2) continue;
          message_ += payload;
          if (!fin) continue;
          rapidjson::Document document;
          document.Parse(message_.data(), message_.size());
          message_.clear();
          return document;
        }
      }
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    pollfd ready{socket_, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) return std::nullopt;
    char chunk[65536];
    const ssize_t got = ::recv(socket_, chunk, sizeof chunk, 0);
    if (got <= 0) {
      cut();
      return std::nullopt;
    }
    buffer_.append(chunk, static_cast<std::size_t>(got));
  }
  return std::nullopt;
}

std::optional<rapidjson::Document> WebSocketClient::answer(std::string_view id, int milliseconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    auto message = receive(static_cast<int>(left));
    if (!message) return std::nullopt;
    if (message->IsObject() && message->HasMember("id") && (*message)["id"].IsString() &&
        (*message)["id"].GetString() == id)
      return message;
    pushes_.push_back(std::move(*message));
  }
}

std::optional<rapidjson::Document> WebSocketClient::call(std::string_view type, std::string_view data,
                                                         int milliseconds) {
  const std::string id = "c" + std::to_string(next_id_++);
  if (!send(type, id, data)) return std::nullopt;
  return answer(id, milliseconds);
}

std::optional<rapidjson::Document> WebSocketClient::push(int milliseconds) {
  if (pushes_.empty()) return receive(milliseconds);
  rapidjson::Document first = std::move(pushes_.front());
  pushes_.pop_front();
  return first;
}

}  // namespace qipu::client
