// gzip, for answers and embedded pages.
#pragma once

#include <string>
#include <string_view>

namespace qipu::app {

/// The gzip form of a text; deterministic. Level 1 to 9.
std::string gzip(std::string_view text, int level);

}  // namespace qipu::app
