// Commands from messages: the fields that a command names, read with types and bounds.
#pragma once

#include <expected>
#include <string_view>

#include "recorder/command.hpp"
#include "server/protocol/json.hpp"

namespace qipu::app {

/// Code "unknown_type" when no command has this name, "message.field" when a field is absent, of another type
/// or too long.
std::expected<recorder::Command, Problem> command_from(std::string_view type, const protocol::Json* data);

}  // namespace qipu::app
