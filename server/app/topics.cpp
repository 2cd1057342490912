#include "server/app/topics.hpp"

#include <algorithm>

#include "server/net/frame.hpp"
#include "server/protocol/envelope.hpp"

namespace qipu::app {
namespace {

constexpr std::size_t most_kept = 128;
constexpr std::size_t most_topics_of_a_peer = 64;
constexpr std::size_t caught_up_below = 32 * 1024;

}  // namespace

void Topics::start(net::Server& server, std::uint64_t seq) {
  base_ = seq;
  shards_.resize(server.shards());
  server_ = &server;
  for (unsigned i = 0; i < server.shards(); ++i)
    server.post_after(i, std::chrono::seconds(1), [this, i] { catch_up(i); });
}

void Topics::subscribe(const std::shared_ptr<net::Peer>& peer, Audience audience, const std::string& topic) {
  Shard& shard = shards_[peer->shard];
  const std::string name = key(audience, topic);
  auto& own = shard.by_peer[peer.get()];
  if (std::ranges::find(own, name) != own.end() || own.size() >= most_topics_of_a_peer) return;
  own.push_back(name);
  shard.by_topic[name].push_back({peer, peer.get(), false});
  const std::lock_guard lock(mutex_);
  ++kept_[name].watchers;
}

void Topics::unsubscribe(net::Peer& peer, const std::string& topic) {
  Shard& shard = shards_[peer.shard];
  const auto own = shard.by_peer.find(&peer);
  if (own == shard.by_peer.end()) return;
  for (const Audience audience : {Audience::inside, Audience::open}) {
    const std::string name = key(audience, topic);
    if (std::erase(own->second, name) == 0) continue;
    std::erase_if(shard.by_topic[name], [&](const Watching& w) { return w.key == &peer; });
    const std::lock_guard lock(mutex_);
    --kept_[name].watchers;
  }
}

void Topics::leave(net::Peer& peer) {
  if (shards_.empty()) return;
  Shard& shard = shards_[peer.shard];
  const auto own = shard.by_peer.find(&peer);
  if (own == shard.by_peer.end()) return;
  for (const std::string& name : own->second) {
    std::erase_if(shard.by_topic[name], [&](const Watching& w) { return w.key == &peer; });
    if (shard.by_topic[name].empty()) shard.by_topic.erase(name);
    const std::lock_guard lock(mutex_);
    --kept_[name].watchers;
  }
  shard.by_peer.erase(own);
}

bool Topics::watched(Audience audience, const std::string& topic) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(key(audience, topic));
  return found != kept_.end() && (found->second.watchers > 0);
}

std::optional<std::vector<TopicPush>> Topics::missed(Audience audience, const std::string& topic,
                                                     std::uint64_t since, std::uint64_t present) const {
  if (since > present) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(key(audience, topic));
  if (found == kept_.end() || since < std::max(base_, found->second.complete_since)) return std::nullopt;
  std::vector<TopicPush> pushes;
  for (const TopicPush& push : found->second.pushes)
    if (push.seq > since) pushes.push_back(push);
  return pushes;
}

void Topics::publish(Audience audience, std::vector<TopicPush> pushes) {
  net::Server* server = server_;
  if (!server || pushes.empty()) return;
  struct Ready {
    std::string name, topic;
    net::Bytes frame;
  };
  auto ready = std::make_shared<std::vector<Ready>>();
  {
    const std::lock_guard lock(mutex_);
    for (TopicPush& push : pushes) {
      std::string name = key(audience, push.topic);
      Kept& kept = kept_[name];
      if (kept.watchers > 0)
        ready->push_back(
            {name, push.topic, net::text_frame(protocol::push(push.type, push.topic, push.seq, push.data))});
      if (kept.watchers == 0 || push.data.empty()) {
        // Nobody to come back: the next one starts with a snapshot.
        kept.complete_since = push.seq;
        kept.pushes.clear();
        continue;
      }
      kept.pushes.push_back(std::move(push));
      if (kept.pushes.size() > most_kept) {
        kept.complete_since = kept.pushes.front().seq;
        kept.pushes.pop_front();
      }
    }
  }
  if (ready->empty()) return;
  for (unsigned i = 0; i < server->shards(); ++i)
    server->post(i, [this, i, ready] {
      for (const Ready& one : *ready) deliver(shards_[i], one.name, one.topic, one.frame);
    });
}

void Topics::deliver(Shard& shard, const std::string& name, const std::string&, const net::Bytes& frame) {
  const auto found = shard.by_topic.find(name);
  if (found == shard.by_topic.end()) return;
  for (Watching& watching : found->second)
    if (const auto peer = watching.peer.lock(); peer && !watching.behind && !peer->send(frame))
      watching.behind = true;
}

void Topics::catch_up(unsigned index) {
  Shard& shard = shards_[index];
  for (auto& [name, watching] : shard.by_topic)
    for (Watching& one : watching) {
      const auto peer = one.behind ? one.peer.lock() : nullptr;
      if (!peer || peer->waiting() > caught_up_below) continue;
      const std::string snapshot = snapshot_(*peer, name.substr(1));
      if (snapshot.empty() || peer->send(net::text_frame(snapshot))) one.behind = false;
    }
  if (net::Server* server = server_)
    server->post_after(index, std::chrono::seconds(1), [this, index] { catch_up(index); });
}

}  // namespace qipu::app
