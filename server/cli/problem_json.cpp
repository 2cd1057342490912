#include "server/cli/problem_json.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdio>
#include <cstdlib>

namespace qipu::cli {
namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

void put(Json& json, std::string_view text) {
  json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

template <class T>
void put_number(Json& json, const char* key, const std::optional<T>& value) {
  if (!value) return;
  json.Key(key);
  json.Uint64(*value);
}

void put_place(Json& json, const Place& place) {
  json.StartObject();
  if (place.file) json.Key("file"), put(json, *place.file);
  put_number(json, "game", place.game);
  put_number(json, "ply", place.ply);
  put_number(json, "line", place.line);
  put_number(json, "column", place.column);
  put_number(json, "offset", place.offset);
  if (place.text) json.Key("text"), put(json, *place.text);
  json.EndObject();
}

}  // namespace

std::string problem_json(const Problem& problem, bool zh) {
  rapidjson::StringBuffer buffer;
  Json json(buffer);
  json.StartObject();
  json.Key("code"), put(json, problem.code);
  json.Key("message"), put(json, zh ? problem.message.zh : problem.message.en);
  json.Key("message_zh"), put(json, problem.message.zh);
  json.Key("message_en"), put(json, problem.message.en);
  json.Key("params");
  json.StartObject();
  for (const auto& [name, value] : problem.params) json.Key(name.c_str()), put(json, value);
  json.EndObject();
  json.Key("clause");
  if (problem.clause.empty())
    json.Null();
  else
    put(json, problem.clause);
  json.Key("at");
  if (problem.at)
    put_place(json, *problem.at);
  else
    json.Null();
  json.EndObject();
  return buffer.GetString();
}

void print_error(const Problem& problem, bool json, bool zh) {
  if (json) {
    std::printf("{\"error\":%s}\n", problem_json(problem, zh).c_str());
    return;
  }
  std::fprintf(stderr, "qipu: %s\n", (zh ? problem.message.zh : problem.message.en).c_str());
}

bool speak_chinese(std::string_view lang) {
  if (!lang.empty()) return lang == "zh";
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(name); value && *value)
      return std::string_view(value).starts_with("zh");
  return false;
}

}  // namespace qipu::cli
