// Who watches what: topics, their last pushes for those who come back, and delivery. A push is encoded once
// for all. A reader that falls behind gets a snapshot instead of what it missed.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/app/ledger.hpp"
#include "server/net/server.hpp"

namespace qipu::app {

struct TopicPush {
  std::string topic, type, data;  ///< data is JSON
  std::uint64_t seq = 0;
};

/// How pushes are written for somebody: WebSocket frames; server-sent events, lines of JSON or the bare data as chunks of an
/// HTTP answer without end.
enum class Framing : std::uint8_t { websocket, sse, ndjson, bare };
std::string framed(Framing framing, const TopicPush& push);

class Topics {
 public:
  /// Writes a snapshot of a topic for this peer; empty: there is none.
  using Snapshot = std::function<std::string(net::Peer&, const std::string& topic)>;
  explicit Topics(Snapshot snapshot) : snapshot_(std::move(snapshot)) {}
  /// `seq`: of the state that the service starts with; nobody can have missed pushes of before.
  void start(net::Server& server, std::uint64_t seq);

  /// On the peer's shard.
  void subscribe(const std::shared_ptr<net::Peer>& peer, Audience audience, const std::string& topic,
                 Framing framing = Framing::websocket, std::uint64_t since = 0);
  /// On the peer's shard: what happened up to `since` has been sent.
  void sent(net::Peer& peer, Audience audience, const std::string& topic, std::uint64_t since);
  void unsubscribe(net::Peer& peer, const std::string& topic);
  void leave(net::Peer& peer);
  /// Pushes of a topic after `since`; nothing when they are not all there any more.
  std::optional<std::vector<TopicPush>> missed(Audience audience, const std::string& topic,
                                               std::uint64_t since, std::uint64_t now) const;
  /// Any thread.
  void publish(Audience audience, std::vector<TopicPush> pushes);
  /// Whether anybody watches, so that nothing is encoded for nobody.
  bool watched(Audience audience, const std::string& topic) const;

 private:
  struct Watching {
    std::weak_ptr<net::Peer> peer;
    net::Peer* key = nullptr;
    bool behind = false;
    Framing framing = Framing::websocket;
    std::uint64_t since = 0;  ///< what is not newer was sent already
  };
  struct Shard {
    std::unordered_map<std::string, std::vector<Watching>> by_topic;  // only on the shard's thread
    std::unordered_map<net::Peer*, std::vector<std::string>> by_peer;
  };
  static std::string key(Audience audience, std::string_view topic) {
    return (audience == Audience::inside ? "+" : "-") + std::string(topic);
  }
  struct Ready {
    std::string name;
    std::uint64_t seq = 0;
    std::array<net::Bytes, 4> frames;  ///< by framing, those that somebody wants; none: nobody watched when it was made
  };
  void deliver(Shard& shard, const Ready& push);
  void forget(Shard& shard, const std::string& name, const net::Peer& peer);
  void catch_up(unsigned shard);

  Snapshot snapshot_;
  std::atomic<net::Server*> server_{nullptr};
  std::uint64_t base_ = 0;
  std::vector<Shard> shards_;
  std::vector<unsigned> ticks_;  // by shard: seconds, for signs of life
  mutable std::mutex mutex_;
  struct Kept {
    std::deque<TopicPush> pushes;
    std::uint64_t complete_since = 0;  // every push after this one is kept
    std::array<int, 4> watchers{};  // by framing
    bool anybody() const { return watchers != std::array<int, 4>{}; }
  };
  std::unordered_map<std::string, Kept> kept_;
};

}  // namespace qipu::app
