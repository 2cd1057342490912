// What the service keeps with a connection: who it is, what it watches, what it was answered.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/app/access.hpp"
#include "server/net/address.hpp"
#include "server/net/peer.hpp"
#include "server/protocol/problem_json.hpp"

namespace qipu::app {

/// Who acts: from a token, never from a message.
struct Identity {
  Role role = Role::visitor;
  std::string name;                ///< a desk user's; shown in the audit
  std::string entrant;             ///< a player's id, "open-17"
  std::string scope;               ///< a scribe's or board pass's game or round, a broadcaster's section; empty: all
  std::string token_hash;          ///< by which a revoked token's connections are found
};

struct Session {
  Identity who;
  bool greeted = false;
  protocol::Language language = protocol::Language::zh;
  std::string device;
  std::vector<std::string> topics;
  net::TokenBucket bucket;
  unsigned strikes = 0;            ///< messages beyond the rate
};

inline Session& session_of(net::Peer& peer) { return *static_cast<Session*>(peer.session.get()); }

}  // namespace qipu::app
