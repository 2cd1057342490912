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

std::string framed(Framing framing, const TopicPush& push) {
  switch (framing) {
    case Framing::websocket:
      return net::encode_frame(net::Opcode::text, protocol::push(push.type, push.topic, push.seq, push.data));
    case Framing::sse:
      // JSON has no line break inside.
      return net::chunk("id: " + std::to_string(push.seq) + "\nevent: " + push.type + "\ndata: " + push.data + "\n\n");
    case Framing::ndjson:
      return net::chunk("{\"seq\":" + std::to_string(push.seq) + ",\"type\":\"" + push.type + "\",\"data\":" + push.data + "}\n");
    case Framing::bare:
      return net::chunk(push.data + "\n");
  }
  return {};
}

void Topics::start(net::Server& server, std::uint64_t seq) {
  base_ = seq;
  shards_.resize(server.shards());
  ticks_.resize(server.shards());
  server_ = &server;
  for (unsigned i = 0; i < server.shards(); ++i)
    server.post_after(i, std::chrono::seconds(1), [this, i] { catch_up(i); });
}

void Topics::subscribe(const std::shared_ptr<net::Peer>& peer, Audience audience, const std::string& topic, Framing framing,
                       std::uint64_t since) {
  Shard& shard = shards_[peer->shard];
  const std::string name = key(audience, topic);
  auto& own = shard.by_peer[peer.get()];
  if (std::ranges::find(own, name) != own.end() || own.size() >= most_topics_of_a_peer) return;
  own.push_back(name);
  shard.by_topic[name].push_back({peer, peer.get(), false, framing, since});
  const std::lock_guard lock(mutex_);
  ++kept_[name].watchers[static_cast<std::size_t>(framing)];
}

void Topics::sent(net::Peer& peer, Audience audience, const std::string& topic, std::uint64_t since) {
  const auto found = shards_[peer.shard].by_topic.find(key(audience, topic));
  if (found == shards_[peer.shard].by_topic.end()) return;
  for (Watching& watching : found->second)
    if (watching.key == &peer) watching.since = std::max(watching.since, since);
}

void Topics::unsubscribe(net::Peer& peer, const std::string& topic) {
  Shard& shard = shards_[peer.shard];
  const auto own = shard.by_peer.find(&peer);
  if (own == shard.by_peer.end()) return;
  for (const Audience audience : {Audience::inside, Audience::open}) {
    const std::string name = key(audience, topic);
    if (std::erase(own->second, name) == 0) continue;
    forget(shard, name, peer);
  }
}

void Topics::forget(Shard& shard, const std::string& name, const net::Peer& peer) {
  auto& watching = shard.by_topic[name];
  const auto found = std::ranges::find(watching, &peer, &Watching::key);
  if (found == watching.end()) return;
  const auto framing = static_cast<std::size_t>(found->framing);
  watching.erase(found);
  if (watching.empty()) shard.by_topic.erase(name);
  const std::lock_guard lock(mutex_);
  --kept_[name].watchers[framing];
}

void Topics::leave(net::Peer& peer) {
  if (shards_.empty()) return;
  Shard& shard = shards_[peer.shard];
  const auto own = shard.by_peer.find(&peer);
  if (own == shard.by_peer.end()) return;
  for (const std::string& name : own->second) forget(shard, name, peer);
  shard.by_peer.erase(own);
}

bool Topics::watched(Audience audience, const std::string& topic) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(key(audience, topic));
  return found != kept_.end() && found->second.anybody();
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
  auto ready = std::make_shared<std::vector<Ready>>();
  {
    const std::lock_guard lock(mutex_);
    for (TopicPush& push : pushes) {
      std::string name = key(audience, push.topic);
      Kept& kept = kept_[name];
      if (kept.anybody()) {
        Ready& one = ready->emplace_back(name, push.seq);
        for (std::size_t i = 0; i < one.frames.size(); ++i)
          if (kept.watchers[i] > 0 && !push.data.empty()) one.frames[i] = net::bytes(framed(static_cast<Framing>(i), push));
      }
      if (!kept.anybody() || push.data.empty()) {
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
      for (const Ready& one : *ready) deliver(shards_[i], one);
    });
}

void Topics::deliver(Shard& shard, const Ready& push) {
  const auto found = shard.by_topic.find(push.name);
  if (found == shard.by_topic.end()) return;
  // Who is cut leaves the list while it is gone through.
  std::vector<std::shared_ptr<net::Peer>> slow, again;
  const bool untold = std::ranges::none_of(push.frames, [](const net::Bytes& frame) { return bool(frame); });
  for (Watching& watching : found->second) {
    // Made before anybody watched: a stream that came since, without a snapshot of it, has to come again.
    if (untold && watching.framing != Framing::websocket && push.seq > watching.since)
      if (auto peer = watching.peer.lock()) again.push_back(std::move(peer));
    const net::Bytes& frame = push.frames[static_cast<std::size_t>(watching.framing)];
    const auto peer = watching.peer.lock();
    if (!peer || watching.behind || push.seq <= watching.since || !frame || peer->send(frame)) continue;
    // A WebSocket gets a snapshot when it has caught up; a stream comes again by itself and says where it was.
    watching.behind = true;
    if (watching.framing != Framing::websocket) slow.push_back(peer);
  }
  for (const auto& peer : slow) peer->close(1008, "too slow");
  for (const auto& peer : again) peer->close(1012, "begin again");
}

void Topics::catch_up(unsigned index) {
  Shard& shard = shards_[index];
  const bool sign_of_life = ++ticks_[index] % 15 == 0;
  static const net::Bytes comment = net::bytes(net::chunk(": \n\n")), empty_line = net::bytes(net::chunk("\n"));
  for (auto& [name, watching] : shard.by_topic)
    for (Watching& one : watching) {
      if (one.framing != Framing::websocket) {
        if (const auto peer = sign_of_life && !one.behind ? one.peer.lock() : nullptr)
          peer->send(one.framing == Framing::sse ? comment : empty_line);
        continue;
      }
      const auto peer = one.behind ? one.peer.lock() : nullptr;
      if (!peer || peer->waiting() > caught_up_below) continue;
      const std::string snapshot = snapshot_(*peer, name.substr(1));
      if (snapshot.empty() || peer->send(net::text_frame(snapshot))) one.behind = false;
    }
  if (net::Server* server = server_)
    server->post_after(index, std::chrono::seconds(1), [this, index] { catch_up(index); });
}

}  // namespace qipu::app
