// Clocks in comments: [%clk h:mm:ss], as chess PGN has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qipu::formats {

/// The clock in a comment, in milliseconds, and the comment without it in `rest`; nothing when there is none.
std::optional<std::int64_t> take_clock(std::string_view comment, std::string& rest);
/// "[%clk 0:14:59]", with tenths where they are not zero.
std::string write_clock(std::int64_t milliseconds);

}  // namespace qipu::formats
