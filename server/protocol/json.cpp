#include "server/protocol/json.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace qipu::protocol {
namespace {

Problem malformed(std::string_view why_zh, std::string_view why_en, std::optional<std::uint64_t> offset) {
  Problem problem{"json.malformed", {"不是合格的 JSON：" + std::string(why_zh), "not well-formed JSON: " + std::string(why_en)}, {}, "", {}};
  if (offset) problem.at = Place{.offset = offset};
  return problem;
}

// Passes the parser's reports on to the document and stops it at what RapidJSON would let through.
class Guard {
 public:
  Guard(rapidjson::Document& document, unsigned max_depth) : document_(document), max_depth_(max_depth) {}

  bool Null() { return document_.Null(); }
  bool Bool(bool b) { return document_.Bool(b); }
  bool Int(int i) { return document_.Int(i); }
  bool Uint(unsigned u) { return document_.Uint(u); }
  bool Int64(std::int64_t i) { return document_.Int64(i); }
  bool Uint64(std::uint64_t u) { return document_.Uint64(u); }
  bool Double(double d) { return document_.Double(d); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool copy) { return document_.RawNumber(text, length, copy); }
  bool String(const char* text, rapidjson::SizeType length, bool) { return document_.String(text, length, true); }
  bool StartObject() { return enter() && (keys_.emplace_back(), document_.StartObject()); }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (!keys_.back().emplace(text, length).second) {
      refusal = Problem{"json.duplicate_key", {"同一对象中键重复：" + std::string(text, length), "a key stands twice in one object: " + std::string(text, length)}, {}, "", {}};
      return false;
    }
    return document_.Key(text, length, true);
  }
  bool EndObject(rapidjson::SizeType count) {
    keys_.pop_back();
    --depth_;
    return document_.EndObject(count);
  }
  bool StartArray() { return enter() && document_.StartArray(); }
  bool EndArray(rapidjson::SizeType count) {
    --depth_;
    return document_.EndArray(count);
  }
  std::optional<Problem> refusal;

 private:
  bool enter() {
    if (++depth_ <= max_depth_) return true;
    refusal = Problem{"json.too_deep", {"JSON 嵌套过深", "JSON is nested too deeply"}, {{"max", std::to_string(max_depth_)}}, "", {}};
    return false;
  }
  rapidjson::Document& document_;
  unsigned max_depth_, depth_ = 0;
  std::vector<std::set<std::string>> keys_;
};

// Length of the well-formed UTF-8 sequence at `at`, 0 when there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!tail(1) || !tail(2) || (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F)) return 0;
    return 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!tail(1) || !tail(2) || !tail(3) || (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F)) return 0;
    return 4;
  }
  return 0;
}

}  // namespace

std::expected<rapidjson::Document, Problem> parse_json(std::string_view text, unsigned max_depth) {
  if (text.starts_with("\xEF\xBB\xBF")) return std::unexpected(malformed("以字节序标记开头", "begins with a byte order mark", 0));
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) return std::unexpected(malformed("含空字节", "holds a NUL byte", nul));
  const std::string copy(text);
  rapidjson::Document document;
  Guard guard(document, max_depth);
  rapidjson::Reader reader;
  rapidjson::StringStream stream(copy.c_str());
  rapidjson::ParseResult result;
  const auto generate = [&](rapidjson::Document&) {
    result = reader.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(stream, guard);
    return !result.IsError();
  };
  document.Populate(generate);
  if (guard.refusal) {
    guard.refusal->at = Place{.offset = result.Offset()};
    return std::unexpected(*guard.refusal);
  }
  if (result.IsError()) {
    const std::string why = rapidjson::GetParseError_En(result.Code());
    return std::unexpected(malformed("第 " + std::to_string(result.Offset()) + " 字节", why, result.Offset()));
  }
  return document;
}

Fields::Fields(const Json* object, std::string_view place) : object_(object), place_(place) {
  if (object_ && object_->IsNull()) object_ = nullptr;
  if (object_ && !object_->IsObject()) {
    object_ = nullptr;
    fail("", "应为对象", "must be an object");
  }
}

const Json* Fields::member(std::string_view name) const {
  if (!object_ || problem_) return nullptr;
  const auto found = object_->FindMember(Json(rapidjson::StringRef(name.data(), static_cast<rapidjson::SizeType>(name.size()))));
  return found == object_->MemberEnd() || found->value.IsNull() ? nullptr : &found->value;
}

void Fields::fail(std::string_view name, std::string_view zh, std::string_view en) {
  if (problem_) return;
  std::string path = place_;
  if (!name.empty()) path += "." + std::string(name);
  problem_ = Problem{"message.field", {path + "：" + std::string(zh), path + ": " + std::string(en)}, {{"field", path}}, "", {}};
}

const Json* Fields::require(std::string_view name) {
  const Json* value = member(name);
  if (!value) fail(name, "缺少", "is missing");
  return value;
}

std::optional<std::string> Fields::maybe_text(std::string_view name, std::size_t max_bytes) {
  const Json* value = member(name);
  if (!value) return std::nullopt;
  if (!value->IsString()) return fail(name, "应为文字", "must be a text"), std::nullopt;
  if (value->GetStringLength() > max_bytes) return fail(name, "太长", "is too long"), std::nullopt;
  if (text_of(*value).find('\0') != std::string_view::npos) return fail(name, "含空字符", "holds a NUL"), std::nullopt;
  return std::string(text_of(*value));
}

std::string Fields::text(std::string_view name, std::size_t max_bytes) {
  if (!require(name)) return {};
  auto value = maybe_text(name, max_bytes);
  return value ? std::move(*value) : std::string();
}

std::optional<std::int64_t> Fields::maybe_integer(std::string_view name, std::int64_t least, std::int64_t most) {
  const Json* value = member(name);
  if (!value) return std::nullopt;
  if (!value->IsInt64()) return fail(name, "应为整数", "must be an integer"), std::nullopt;
  if (value->GetInt64() < least || value->GetInt64() > most) return fail(name, "超出范围", "is out of range"), std::nullopt;
  return value->GetInt64();
}

std::int64_t Fields::integer(std::string_view name, std::int64_t least, std::int64_t most) {
  if (!require(name)) return least;
  return maybe_integer(name, least, most).value_or(least);
}

bool Fields::flag(std::string_view name, bool otherwise) {
  const Json* value = member(name);
  if (!value) return otherwise;
  if (!value->IsBool()) return fail(name, "应为 true 或 false", "must be true or false"), otherwise;
  return value->GetBool();
}

std::vector<std::string> Fields::texts(std::string_view name, std::size_t max_count, std::size_t max_bytes) {
  std::vector<std::string> out;
  const Json* value = member(name);
  if (!value) return out;
  if (!value->IsArray()) return fail(name, "应为列表", "must be a list"), out;
  if (value->Size() > max_count) return fail(name, "太多", "has too many items"), out;
  for (const Json& item : value->GetArray()) {
    if (!item.IsString() || item.GetStringLength() > max_bytes || text_of(item).find('\0') != std::string_view::npos)
      return fail(name, "应为短文字的列表", "must be a list of short texts"), std::vector<std::string>{};
    out.emplace_back(text_of(item));
  }
  return out;
}

std::vector<std::optional<std::int64_t>> Fields::integers(std::string_view name, std::size_t max_count) {
  std::vector<std::optional<std::int64_t>> out;
  const Json* value = member(name);
  if (!value) return out;
  if (!value->IsArray() || value->Size() > max_count) return fail(name, "应为列表", "must be a list of bounded length"), out;
  for (const Json& item : value->GetArray()) {
    if (item.IsNull()) out.emplace_back();
    else if (item.IsInt64()) out.emplace_back(item.GetInt64());
    else return fail(name, "应为整数的列表", "must be a list of integers"), std::vector<std::optional<std::int64_t>>{};
  }
  return out;
}

void append_json_text(std::string& out, std::string_view value) {
  out += '"';
  for (std::size_t i = 0; i < value.size();) {
    const auto byte = static_cast<unsigned char>(value[i]);
    if (byte >= 0x80) {
      const std::size_t length = sequence_length(value, i);
      if (length == 0) out += "\xEF\xBF\xBD";
      else out.append(value.substr(i, length));
      i += std::max<std::size_t>(1, length);
      continue;
    }
    ++i;
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += static_cast<char>(byte);
    } else if (byte < 0x20 || byte == 0x7f) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", byte);
      out += code;
    } else {
      out += static_cast<char>(byte);
    }
  }
  out += '"';
}

void JsonText::separate() {
  if (need_comma_) out_ += ',';
  need_comma_ = true;
}

JsonText& JsonText::open(char bracket) {
  separate();
  out_ += bracket;
  stack_ += bracket == '{' ? '}' : ']';
  need_comma_ = false;
  return *this;
}

JsonText& JsonText::end() {
  out_ += stack_.back();
  stack_.pop_back();
  need_comma_ = true;
  return *this;
}

JsonText& JsonText::key(std::string_view name) {
  separate();
  append_json_text(out_, name);
  out_ += ':';
  need_comma_ = false;
  return *this;
}

JsonText& JsonText::text(std::string_view value) {
  separate();
  append_json_text(out_, value);
  return *this;
}

JsonText& JsonText::number(std::int64_t value) {
  separate();
  out_ += std::to_string(value);
  return *this;
}

JsonText& JsonText::real(double value, int digits) {
  separate();
  if (!std::isfinite(value)) {
    out_ += "null";
    return *this;
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  out_ += text;
  return *this;
}

JsonText& JsonText::flag(bool value) {
  separate();
  out_ += value ? "true" : "false";
  return *this;
}

JsonText& JsonText::null() {
  separate();
  out_ += "null";
  return *this;
}

JsonText& JsonText::raw(std::string_view json) {
  separate();
  out_.append(json);
  return *this;
}

}  // namespace qipu::protocol
