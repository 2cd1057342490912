#include "server/net/address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

namespace qipu::net {
namespace {

constexpr std::size_t max_keys = 50'000;

struct Parsed {
  std::array<std::uint8_t, 16> bytes{};
  bool v4 = false;
};

std::optional<Parsed> parse_address(std::string_view text) {
  const std::string copy(text);
  Parsed parsed;
  in_addr v4{};
  if (inet_pton(AF_INET, copy.c_str(), &v4) == 1) {
    parsed.bytes[10] = parsed.bytes[11] = 0xff;
    std::memcpy(parsed.bytes.data() + 12, &v4, 4);
    parsed.v4 = true;
    return parsed;
  }
  in6_addr v6{};
  if (inet_pton(AF_INET6, copy.c_str(), &v6) != 1) return std::nullopt;
  std::memcpy(parsed.bytes.data(), &v6, 16);
  return parsed;
}

}  // namespace

std::expected<Network, std::string> Network::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto parsed = parse_address(text.substr(0, slash));
  if (!parsed) return std::unexpected("no IP address: " + std::string(text));
  Network network{parsed->bytes, 128};
  if (slash == std::string_view::npos) return network;
  const std::string_view digits = text.substr(slash + 1);
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (error != std::errc{} || end != digits.data() + digits.size() || bits > (parsed->v4 ? 32u : 128u))
    return std::unexpected("no prefix length: " + std::string(text));
  network.prefix = bits + (parsed->v4 ? 96 : 0);
  return network;
}

bool Network::contains(std::string_view text) const {
  const auto parsed = parse_address(text);
  if (!parsed) return false;
  const unsigned whole = prefix / 8, rest = prefix % 8;
  if (!std::equal(address.begin(), address.begin() + whole, parsed->bytes.begin())) return false;
  return rest == 0 || (address[whole] >> (8 - rest)) == (parsed->bytes[whole] >> (8 - rest));
}

bool contains(const std::vector<Network>& networks, std::string_view address) {
  return std::ranges::any_of(networks, [&](const Network& network) { return network.contains(address); });
}

bool TokenBucket::take(double rate, double burst, std::chrono::steady_clock::time_point now, double cost) {
  if (filled == std::chrono::steady_clock::time_point{}) tokens = burst;
  else tokens = std::min(burst, tokens + rate * std::chrono::duration<double>(now - filled).count());
  filled = now;
  if (tokens < cost) return false;
  tokens -= cost;
  return true;
}

bool RateLimit::take(const std::string& key, std::chrono::steady_clock::time_point now, double factor) {
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= max_keys)
    std::erase_if(buckets_, [&](const auto& entry) {
      return entry.second.tokens + rate_ * std::chrono::duration<double>(now - entry.second.filled).count() >= burst_;
    });
  if (buckets_.size() >= max_keys && !buckets_.contains(key)) return false;
  return buckets_[key].take(rate_ * factor, burst_ * factor, now);
}

}  // namespace qipu::net
