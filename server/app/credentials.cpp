#include "server/app/credentials.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "server/app/digest.hpp"
#include "server/config/instant.hpp"

namespace qipu::app {
namespace {

constexpr std::size_t most_sessions = 1000;
constexpr std::string_view device_prefix = "d.";

std::string read_or_make_key(const std::string& folder) {
  const std::string file = folder + "/device.key";
  std::string key;
  if (std::ifstream in(file); std::getline(in, key) && key.size() >= 22) return key;
  key = random_token() + random_token();
  const mode_t before = ::umask(0077);
  std::ofstream(file, std::ios::trunc) << key << '\n';
  ::umask(before);
  return key;
}

std::string four_digits() {
  unsigned char bytes[4];
  RAND_bytes(bytes, sizeof bytes);
  const unsigned n = (bytes[0] << 16 | bytes[1] << 8 | bytes[2]) % 10000;
  std::string text = std::to_string(n);
  return std::string(4 - text.size(), '0') + text;
}

Identity of_pass(const recorder::State& state, const recorder::PassIssued& pass, std::string token_hash) {
  Identity who;
  who.token_hash = std::move(token_hash);
  if (pass.entrant) {
    who.role = Role::player;
    who.entrant = state.text(*pass.entrant);
  } else {
    who.role = Role::scribe;
    if (pass.game) who.scope = state.text(*pass.game);
  }
  return who;
}

}  // namespace

Credentials::Credentials(Ledger& ledger, const std::string& folder, int session_hours)
    : ledger_(ledger), session_hours_(session_hours), key_(read_or_make_key(folder)) {}

std::string Credentials::device_token(std::string_view code_hash) const {
  unsigned char mac[32];
  unsigned size = 0;
  HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
       reinterpret_cast<const unsigned char*>(code_hash.data()), code_hash.size(), mac, &size);
  static constexpr char digits[] = "0123456789abcdef";
  std::string text(device_prefix);
  text += code_hash.substr(0, 16);
  text += '.';
  for (int i = 0; i < 16; ++i) {
    text += digits[mac[i] >> 4];
    text += digits[mac[i] & 15];
  }
  return text;
}

std::optional<Identity> Credentials::of_token(std::string_view token) const {
  const std::string hash = sha256(token);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = sessions_.find(hash); found != sessions_.end()) {
      if (found->second.expires_ms < now()) return std::nullopt;
      Identity who;
      who.role = parse_role(found->second.role).value_or(Role::reader);
      who.name = found->second.name;
      who.token_hash = hash;
      return who;
    }
  }
  return ledger_.read(Audience::inside, [&](const recorder::State& state) -> std::optional<Identity> {
    if (const auto found = state.passes.find(hash); found != state.passes.end())
      return of_pass(state, found->second.issued, hash);
    if (token.starts_with(device_prefix))
      for (const auto& [own, pass] : state.passes)
        if (!pass.issued.code_hash.empty() && same_secret(device_token(pass.issued.code_hash), token))
          return of_pass(state, pass.issued, own);
    for (const auto& [name, key] : state.broadcaster_keys)
      if (!key.key_hash.empty() && same_secret(key.key_hash, hash)) {
        Identity who;
        who.role = Role::broadcaster;
        who.name = name;
        who.scope = key.scope;
        who.token_hash = hash;
        return who;
      }
    return std::nullopt;
  });
}

std::expected<SignedIn, Problem> Credentials::sign_in(std::string_view user, std::string_view password) {
  const auto account = ledger_.read(Audience::inside, [&](const recorder::State& state) {
    const auto found = state.desk_users.find(user);
    return found == state.desk_users.end() ? std::optional<recorder::DeskUserSet>() : found->second;
  });
  // An account that does not exist costs the same time as a wrong password.
  static const std::string nobody = hash_password(random_password());
  const bool right =
      verify_password(account && !account->password_hash.empty() ? account->password_hash : nobody, password);
  if (!account || account->password_hash.empty() || !right)
    return std::unexpected(Problem{
        "access.password", {"用户名或密码不对", "the name or the password is wrong"}, {}, "", std::nullopt});
  SignedIn in{random_token(), account->role, account->name, now() + std::int64_t{session_hours_} * 3'600'000};
  const std::lock_guard lock(mutex_);
  std::erase_if(sessions_, [](const auto& session) { return session.second.expires_ms < now(); });
  if (sessions_.size() >= most_sessions) sessions_.erase(sessions_.begin());
  SignedIn kept = in;
  kept.token.clear();
  sessions_.emplace(sha256(in.token), std::move(kept));
  return in;
}

void Credentials::sign_out(std::string_view token) {
  const std::lock_guard lock(mutex_);
  if (const auto found = sessions_.find(sha256(token)); found != sessions_.end()) sessions_.erase(found);
}

std::optional<std::string> Credentials::token_of_code(std::string_view code) const {
  std::string upper(code);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  });
  const std::string hash = sha256(upper);
  return ledger_.read(Audience::inside, [&](const recorder::State& state) -> std::optional<std::string> {
    for (const auto& [own, pass] : state.passes)
      if (!pass.issued.code_hash.empty() && same_secret(pass.issued.code_hash, hash))
        return device_token(hash);
    return std::nullopt;
  });
}

std::string Credentials::sign_hash(std::string_view game, std::string_view digits) {
  return sha256(std::string(game) + ":" + std::string(digits));
}

FreshPass Credentials::make_pass(std::string entrant, std::string game, std::string kind) {
  FreshPass pass;
  pass.token = random_token();
  pass.code = random_code();
  pass.command.entrant = std::move(entrant);
  pass.command.game = std::move(game);
  pass.command.kind = kind.empty() ? (pass.command.entrant.empty() ? "board" : "entrant") : std::move(kind);
  pass.command.token_hash = sha256(pass.token);
  pass.command.code_hash = sha256(pass.code);
  if (!pass.command.game.empty()) {
    pass.red_sign = four_digits();
    pass.black_sign = four_digits();
    pass.command.red_sign_hash = sign_hash(pass.command.game, pass.red_sign);
    pass.command.black_sign_hash = sign_hash(pass.command.game, pass.black_sign);
  }
  return pass;
}

recorder::Role Credentials::role_of(Role role) {
  switch (role) {
    case Role::visitor:
      return recorder::Role::visitor;
    case Role::player:
      return recorder::Role::player;
    case Role::scribe:
      return recorder::Role::scribe;
    case Role::broadcaster:
      return recorder::Role::broadcaster;
    case Role::reader:
      return recorder::Role::reader;
    case Role::scorer:
      return recorder::Role::scorer;
    case Role::arbiter:
      return recorder::Role::arbiter;
    case Role::chief:
      return recorder::Role::chief;
  }
  return recorder::Role::visitor;
}

recorder::Actor Credentials::actor(const Identity& who, const recorder::State& state) {
  recorder::Actor actor;
  actor.role = role_of(who.role);
  actor.name = who.name;
  if (!who.entrant.empty()) actor.entrant = state.parse_entrant(who.entrant);
  if (!who.scope.empty()) actor.game = state.parse_game(who.scope);
  return actor;
}

}  // namespace qipu::app
