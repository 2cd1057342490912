// Who somebody is, from a token: entrant and board passes and broadcaster keys by their hashes in the
// journal, another device by the code on the pass, the desk by a sign-in that lasts some hours. Secrets are
// made here and kept nowhere in clear.
#pragma once

#include <expected>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "server/app/ledger.hpp"
#include "server/app/session.hpp"

namespace qipu::app {

struct SignedIn {
  std::string token, role, name;
  std::int64_t expires_ms = 0;
};

/// A pass that was just made: shown once.
struct FreshPass {
  recorder::PassIssue command;
  std::string token, code, red_sign, black_sign;
};

class Credentials {
 public:
  /// `folder` holds the key by which tokens of further devices are recognised; it is made when it is missing.
  Credentials(Ledger& ledger, const std::string& folder, int session_hours);

  /// Nothing: the token is not valid (any more).
  std::optional<Identity> of_token(std::string_view token) const;
  /// Slow by intention (Argon2id): never on a thread that serves connections.
  std::expected<SignedIn, Problem> sign_in(std::string_view user, std::string_view password);
  void sign_out(std::string_view token);
  /// A token for another device, by the code on a pass.
  std::optional<std::string> token_of_code(std::string_view code) const;
  static FreshPass make_pass(std::string entrant, std::string game, std::string kind);
  /// The four digits of a half of a board card, as the journal knows them.
  static std::string sign_hash(std::string_view game, std::string_view digits);

  static recorder::Role role_of(Role role);
  /// The actor that an identity is, for the decision.
  static recorder::Actor actor(const Identity& who, const recorder::State& state);

 private:
  std::string device_token(std::string_view code_hash) const;
  Ledger& ledger_;
  int session_hours_;
  std::string key_;
  mutable std::mutex mutex_;
  std::map<std::string, SignedIn, std::less<>> sessions_;  // by token hash
};

}  // namespace qipu::app
