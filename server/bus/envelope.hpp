// What travels on the bus: one public fact of one venue, numbered, with a MAC so that only the venue can
// write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qipu::bus {

/// `seq` numbers the public facts of an epoch from 1 without holes. A venue raises its epoch when it starts
/// anew or is restored from a backup. An empty body says only how far the venue is (`seq` is then its last).
struct Envelope {
  std::string venue;  ///< slug: letters, digits, '-' and '_', at most 64
  std::uint64_t epoch = 0;
  std::uint64_t seq = 0;
  std::string body;
  bool operator==(const Envelope&) const = default;
};

/// The longest body that is sent or read.
inline constexpr std::size_t longest_body = 1 << 20;

bool is_venue_name(std::string_view name);
/// "qipu.public.{venue}".
std::string subject_of(std::string_view venue);

std::string seal(const Envelope& envelope, std::string_view key);
/// Nothing when the bytes are no envelope, or the MAC (HMAC-SHA-256 under `key`) is not right.
std::optional<Envelope> open(std::string_view bytes, std::string_view key);

}  // namespace qipu::bus
