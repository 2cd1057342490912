#include "server/cli/record_files.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace qipu::cli {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30;

}  // namespace

std::vector<std::string> record_files(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    const std::size_t begin = files.size();
    for (fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end; it.increment(error))
      if (it->is_regular_file(error)) files.push_back(it->path().string());
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(begin), files.end());
  }
  return files;
}

std::optional<std::string> file_bytes(const std::string& name) {
  const auto close = [](std::FILE* f) {
    if (f != stdin) std::fclose(f);
  };
  std::error_code error;
  if (name != "-" && std::filesystem::is_directory(name, error)) return std::nullopt;
  const std::unique_ptr<std::FILE, decltype(close)> file(name == "-" ? stdin : std::fopen(name.c_str(), "rb"),
                                                         close);
  if (!file) return std::nullopt;
  std::string bytes;
  for (std::size_t room = std::size_t{1} << 16;; room = std::max(room, bytes.size())) {
    const std::size_t had = bytes.size();
    bytes.resize(had + room);
    const std::size_t got = std::fread(bytes.data() + had, 1, room, file.get());
    bytes.resize(had + got);
    if (got < room) break;
    if (bytes.size() > largest_file) return std::nullopt;
  }
  return std::ferror(file.get()) ? std::nullopt : std::optional(std::move(bytes));
}

std::optional<formats::Encoding> encoding_named(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  std::erase(name, '-');
  std::erase(name, '_');
  if (name == "utf8") return formats::Encoding::utf8;
  if (name == "utf16" || name == "utf16le") return formats::Encoding::utf16;
  if (name == "gb18030" || name == "gbk" || name == "gb2312" || name == "cp936")
    return formats::Encoding::gb18030;
  if (name == "big5" || name == "cp950") return formats::Encoding::big5;
  return std::nullopt;
}

}  // namespace qipu::cli
