#include "server/cli/record_json.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace qipu::cli {
namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

void put(Json& json, const char* key, std::string_view text) {
  json.Key(key);
  json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void link(Json& json, const char* key, std::uint32_t node) {
  json.Key(key);
  node == formats::Node::none ? json.Null() : json.Uint(node);
}

}  // namespace

std::string record_json(const formats::ParseOutcome& outcome) {
  const formats::Record& record = outcome.record;
  rapidjson::StringBuffer buffer;
  Json json(buffer);
  json.StartObject();
  put(json, "format", formats::name(outcome.format));
  json.Key("headers");
  json.StartObject();
  for (const auto& [key, value] : record.headers) put(json, key.c_str(), value);
  json.EndObject();
  put(json, "start_fen", to_fen(record.start));
  put(json, "result", text(record.result));
  put(json, "result_text", record.result_text);
  json.Key("moves");
  json.StartArray();
  for (const Move move : record.main_line()) json.String(iccs(move).c_str());
  json.EndArray();
  put(json, "comment", record.start_comment);
  // The tree as a list: each node names its parent, its first continuation and the next choice at its ply.
  json.Key("tree");
  json.StartArray();
  for (std::uint32_t i = 0; i < record.nodes.size(); ++i) {
    const formats::Node& node = record.nodes[i];
    json.StartObject();
    json.Key("id"), json.Uint(i);
    put(json, "move", iccs(node.move));
    link(json, "parent", node.parent);
    link(json, "next", node.first_child);
    link(json, "variation", node.next_sibling);
    if (!node.comment.empty()) put(json, "comment", node.comment);
    if (node.clock_ms) json.Key("clock_ms"), json.Int64(*node.clock_ms);
    json.EndObject();
  }
  json.EndArray();
  json.Key("illegal_last");
  if (record.illegal_last) {
    json.String(iccs(*record.illegal_last).c_str());
  } else {
    json.Null();
  }
  json.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

}  // namespace qipu::cli
