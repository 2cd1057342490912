// Presets: a regulation as a TOML text, and notices as patches on top of one. A wrong preset is refused with
// file, line and reason; nothing is guessed.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/regulation.hpp"

namespace qipu::tournament {

/// Reads a preset. Every key must be known, of the right type and range. At most 1 MiB.
std::expected<Regulation, Problem> read_preset(std::string_view toml, std::string_view file);

/// Applies a notice: the keys that it names replace those of `base`; lists with ids are changed entry by
/// entry.
std::expected<Regulation, Problem> apply_patch(const Regulation& base, std::string_view toml,
                                               std::string_view file);

/// Whether a regulation fits together: rounds against promotion, places against rows, known sections …
std::vector<Problem> check(const Regulation& regulation);

/// A preset that is built in.
struct BuiltInPreset {
  std::string_view id;
  std::string_view file;
  std::string_view toml;
};
std::span<const BuiltInPreset> built_in_presets();

/// A built-in preset with its notices applied, in order; `notices` false: as first published.
std::expected<Regulation, Problem> load_preset(std::string_view id, bool notices = true);

}  // namespace qipu::tournament
