// Networks and how fast one address may come: a hall is one NAT address, so known networks get their own bound.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace qipu::net {

/// An IPv4 or IPv6 network, as "192.168.0.0/16", "::1" or "10.1.2.3".
struct Network {
  std::array<std::uint8_t, 16> address{};
  unsigned prefix = 128;  ///< of the 128 bits; IPv4 stands in its mapped form
  static std::expected<Network, std::string> parse(std::string_view text);
  bool contains(std::string_view address) const;
};

bool contains(const std::vector<Network>& networks, std::string_view address);

/// A bucket that fills at a rate: one token an act.
struct TokenBucket {
  double tokens = 0;
  std::chrono::steady_clock::time_point filled{};
  bool take(double rate, double burst, std::chrono::steady_clock::time_point now, double cost = 1);
};

/// Buckets by key, bounded in number: when full, the keys that have rested are forgotten. Any thread.
class RateLimit {
 public:
  RateLimit(double rate, double burst) : rate_(rate), burst_(burst) {}
  bool take(const std::string& key, std::chrono::steady_clock::time_point now, double factor = 1);

 private:
  double rate_, burst_;
  std::mutex mutex_;
  std::unordered_map<std::string, TokenBucket> buckets_;
};

}  // namespace qipu::net
