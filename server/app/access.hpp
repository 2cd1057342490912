// Who may do what: one table, role by message, and nothing that does not stand in it is allowed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace qipu::app {

enum class Role : std::uint8_t { visitor, player, scribe, broadcaster, reader, scorer, arbiter, chief };
constexpr unsigned role_count = 8;
/// "public player scribe broadcaster reader scorer arbiter chief".
std::string_view name(Role role);
std::optional<Role> parse_role(std::string_view text);
/// Whether the role signs in at the desk and sees everything as it happens.
constexpr bool is_desk(Role role) { return role >= Role::reader; }

struct MessageRule {
  std::string_view type;
  unsigned roles;             ///< bits by Role
  bool writes;                ///< goes to the one writer
  std::string_view fields;    ///< "game,from_ply,moves,clock?" for the documentation
  std::string_view sentence;
  bool allows(Role role) const { return roles >> static_cast<unsigned>(role) & 1; }
};

std::span<const MessageRule> message_rules();
const MessageRule* find_message(std::string_view type);

}  // namespace qipu::app
