// `qipu endgame build`: builds and verifies tables, one file a class.
#pragma once

#include "server/cli/command.hpp"

namespace qipu::cli {

CLI::App* add_endgame_build(CLI::App& endgame, Outcome& outcome);

}  // namespace qipu::cli
