// Tables for people: rows of a JSON answer in aligned columns.
#pragma once

#include <rapidjson/document.h>

#include <span>
#include <string>
#include <string_view>

namespace qipu::cli {

struct Column {
  std::string_view path;  ///< of the member in a row, "red.name"
  std::string_view zh, en;
};

/// A line of heads and a line a row; numbers to the right, wide characters counted as two. Lists are joined by commas.
std::string text_table(const rapidjson::Value& rows, std::span<const Column> columns, bool zh);

}  // namespace qipu::cli
