#include "server/cli/text_table.hpp"

#include <algorithm>
#include <vector>

namespace qipu::cli {
namespace {

// How many columns of a terminal a text takes: everything from the CJK blocks on is wide.
std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) == 0x80) continue;
    width += byte > 0xE2 ? 2 : 1;
  }
  return width;
}

const rapidjson::Value* member_at(const rapidjson::Value& row, std::string_view path) {
  const rapidjson::Value* value = &row;
  while (!path.empty()) {
    const auto dot = path.find('.');
    const std::string name(path.substr(0, dot));
    if (!value->IsObject() || !value->HasMember(name.c_str())) return nullptr;
    value = &(*value)[name.c_str()];
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  return value;
}

std::string cell(const rapidjson::Value* value, bool zh) {
  if (!value || value->IsNull()) return "";
  if (value->IsString()) return {value->GetString(), value->GetStringLength()};
  if (value->IsInt64()) return std::to_string(value->GetInt64());
  if (value->IsDouble()) return std::to_string(value->GetDouble());
  if (value->IsBool()) return value->GetBool() ? (zh ? "是" : "yes") : (zh ? "否" : "no");
  if (value->IsArray()) {
    std::string text;
    for (const auto& item : value->GetArray()) text += (text.empty() ? "" : ",") + cell(&item, zh);
    return text;
  }
  if (const auto* said = member_at(*value, zh ? "zh" : "en")) return cell(said, zh);
  return cell(member_at(*value, "name"), zh);
}

}  // namespace

std::string text_table(const rapidjson::Value& rows, std::span<const Column> columns, bool zh) {
  std::vector<std::vector<std::string>> lines(1);
  std::vector<bool> numeric(columns.size(), true);
  for (const Column& column : columns) lines.front().emplace_back(zh ? column.zh : column.en);
  for (const auto& row : rows.GetArray()) {
    auto& line = lines.emplace_back();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto* value = member_at(row, columns[i].path);
      numeric[i] = numeric[i] && (!value || value->IsNumber() || value->IsNull());
      line.push_back(cell(value, zh));
    }
  }
  std::vector<std::size_t> widths(columns.size());
  for (const auto& line : lines)
    for (std::size_t i = 0; i < columns.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i]));
  std::string out;
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string blanks(widths[i] - width_of(line[i]), ' ');
      text += numeric[i] ? blanks + line[i] : line[i] + blanks;
      text += "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

}  // namespace qipu::cli
