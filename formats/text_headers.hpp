// Lines such as 红方：柳大华 above pasted moves, and the PGN names that they stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace qipu::formats {

/// "红方：柳大华" → {"Red", "柳大华"}; nothing when the line is no known header.
std::optional<std::pair<std::string, std::string>> text_header(std::string_view line);

}  // namespace qipu::formats
