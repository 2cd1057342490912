// The files that the build put into the binary.
#pragma once

#include <span>
#include <string_view>

namespace qipu::app {

struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};
std::span<const EmbeddedFile> embedded_files();

}  // namespace qipu::app
