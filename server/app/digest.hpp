// Digests, secrets and passwords.
#pragma once

#include <string>
#include <string_view>

namespace qipu::app {

/// SHA-256 as 64 hexadecimal digits.
std::string sha256(std::string_view text);
/// 128 random bits as 22 characters of base64url.
std::string random_token();
/// Six characters to type, without those that look alike.
std::string random_code();
/// Sixteen characters for a first password.
std::string random_password();
/// Compares in a time that does not depend on where the texts differ.
bool same_secret(std::string_view a, std::string_view b);
/// Argon2id, as its encoded text with salt and parameters.
std::string hash_password(std::string_view password);
bool verify_password(const std::string& encoded, std::string_view password);
std::string to_base64(std::string_view bytes);
/// False when the text is no base64.
bool from_base64(std::string_view text, std::string& out);

}  // namespace qipu::app
