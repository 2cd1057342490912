#include "server/app/digest.hpp"

#include <argon2.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <cstdlib>

namespace qipu::app {
namespace {

// OWASP's second recommendation: 19 MiB, two passes, one lane; some 20 ms.
constexpr std::uint32_t passes = 2, memory_kib = 19 * 1024, lanes = 1;

std::string random_bytes(std::size_t count) {
  std::string out(count, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(out.data()), static_cast<int>(count)) != 1) std::abort();
  return out;
}

std::string from_alphabet(std::string_view alphabet, std::size_t length) {
  std::string out;
  while (out.size() < length) {
    const auto byte = static_cast<unsigned char>(random_bytes(1)[0]);
    if (byte < 256 / alphabet.size() * alphabet.size()) out += alphabet[byte % alphabet.size()];
  }
  return out;
}

constexpr std::string_view base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string sha256(std::string_view text) {
  std::array<unsigned char, 32> digest;
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : digest) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

std::string random_token() {
  std::string text = to_base64(random_bytes(16));
  for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return text.substr(0, 22);
}

std::string random_code() { return from_alphabet("23456789ABCDEFGHJKMNPQRSTUVWXYZ", 6); }
std::string random_password() { return from_alphabet("23456789abcdefghijkmnpqrstuvwxyz", 16); }

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string hash_password(std::string_view password) {
  const std::string salt = random_bytes(16);
  std::array<char, 160> encoded{};
  if (argon2id_hash_encoded(passes, memory_kib, lanes, password.data(), password.size(), salt.data(), salt.size(), 32, encoded.data(),
                            encoded.size()) != ARGON2_OK)
    return {};
  return encoded.data();
}

bool verify_password(const std::string& encoded, std::string_view password) {
  return !encoded.empty() && argon2id_verify(encoded.c_str(), password.data(), password.size()) == ARGON2_OK;
}

std::string to_base64(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u; };
    const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (int k = 0; k < 4; ++k)
      out += i + static_cast<std::size_t>(k) <= bytes.size() ? base64_alphabet[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

bool from_base64(std::string_view text, std::string& out) {
  out.clear();
  while (text.ends_with('=')) text.remove_suffix(1);
  unsigned group = 0, bits = 0;
  for (char c : text) {
    if (c == '-') c = '+';
    if (c == '_') c = '/';
    const auto at = base64_alphabet.find(c);
    if (at == std::string_view::npos) return false;
    group = group << 6 | static_cast<unsigned>(at);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out += static_cast<char>(group >> bits & 0xff);
    }
  }
  return bits < 6;
}

}  // namespace qipu::app
