// The files that `qipu check` and `qipu convert` are given: single ones, folders, standard input.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/record.hpp"

namespace qipu::cli {

/// Every file that the paths name, folders walked in the order of names; "-" stays.
std::vector<std::string> record_files(const std::vector<std::string>& paths);
/// The bytes of a file or of standard input; nothing when it cannot be read or is larger than 1 GiB.
std::optional<std::string> file_bytes(const std::string& name);
/// "utf-8", "gb18030", "gbk", "big5", "utf-16".
std::optional<formats::Encoding> encoding_named(std::string name);

}  // namespace qipu::cli
