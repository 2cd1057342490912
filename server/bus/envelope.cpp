#include "server/bus/envelope.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <charconv>

namespace qipu::bus {
namespace {

constexpr std::string_view kMagic = "qipu1";
using Mac = std::array<unsigned char, 32>;

Mac mac_of(std::string_view signed_bytes, std::string_view key) {
  Mac mac{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(signed_bytes.data()), signed_bytes.size(), mac.data(), &size);
  return mac;
}

std::string_view take_word(std::string_view& rest) {
  const std::size_t end = rest.find(' ');
  if (end == std::string_view::npos) return {};
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return word;
}

bool read_number(std::string_view word, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size() && !word.empty();
}

}  // namespace

bool is_venue_name(std::string_view name) {
  if (name.empty() || name.size() > 64) return false;
  for (char c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'))
      return false;
  return true;
}

std::string subject_of(std::string_view venue) { return "qipu.public." + std::string(venue); }

std::string seal(const Envelope& envelope, std::string_view key) {
  std::string text = std::string(kMagic) + ' ' + envelope.venue + ' ' + std::to_string(envelope.epoch) + ' ' +
                     std::to_string(envelope.seq) + ' ' + envelope.body;
  const Mac mac = mac_of(text, key);
  text.insert(0, reinterpret_cast<const char*>(mac.data()), mac.size());
  return text;
}

std::optional<Envelope> open(std::string_view bytes, std::string_view key) {
  if (bytes.size() < sizeof(Mac) || bytes.size() > sizeof(Mac) + longest_body + 256) return std::nullopt;
  std::string_view rest = bytes.substr(sizeof(Mac));
  const Mac mac = mac_of(rest, key);
  if (CRYPTO_memcmp(mac.data(), bytes.data(), mac.size()) != 0) return std::nullopt;
  Envelope envelope;
  if (take_word(rest) != kMagic) return std::nullopt;
  envelope.venue = take_word(rest);
  if (!is_venue_name(envelope.venue)) return std::nullopt;
  if (!read_number(take_word(rest), envelope.epoch) || !read_number(take_word(rest), envelope.seq))
    return std::nullopt;
  if (rest.size() > longest_body) return std::nullopt;
  envelope.body = rest;
  return envelope;
}

}  // namespace qipu::bus
