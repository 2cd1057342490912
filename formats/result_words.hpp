// The words with which records state a result.
#pragma once

#include <optional>
#include <string_view>

#include "formats/record.hpp"

namespace qipu::formats {

/// "1-0", "红先胜", "W", "和局", "*", "未知" …; nothing when the text is no result. Empty text is `unknown`.
std::optional<StatedResult> read_result(std::string_view text);
/// 红胜, 黑胜, 和局, 未知.
std::string_view result_zh(StatedResult result);

}  // namespace qipu::formats
