// JSON at the border: one guarded decoder for everything that comes from outside, and a streaming encoder.
#pragma once

#include <rapidjson/document.h>

#include <concepts>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"

namespace qipu::protocol {

using Json = rapidjson::Value;

/// Reads one JSON text. Refused: more than `max_depth` levels, a key twice in one object, raw NUL, a byte order mark,
/// broken UTF-8, lone surrogates, anything after the value. No recursion.
std::expected<rapidjson::Document, Problem> parse_json(std::string_view text, unsigned max_depth = 32);

inline std::string_view text_of(const Json& value) { return {value.GetString(), value.GetStringLength()}; }

/// The members of an object from outside, read one by one with type and bounds. The first thing that is wrong stays in
/// problem(); what is read after that is empty. Unknown members are ignored.
class Fields {
 public:
  /// Anything but an object is a problem at once. `place` names the object in messages.
  explicit Fields(const Json* object, std::string_view place = "data");

  std::string text(std::string_view name, std::size_t max_bytes = 256);
  std::optional<std::string> maybe_text(std::string_view name, std::size_t max_bytes = 256);
  std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most);
  std::optional<std::int64_t> maybe_integer(std::string_view name, std::int64_t least, std::int64_t most);
  bool flag(std::string_view name, bool otherwise);
  /// A list of short texts.
  std::vector<std::string> texts(std::string_view name, std::size_t max_count, std::size_t max_bytes);
  std::vector<std::optional<std::int64_t>> integers(std::string_view name, std::size_t max_count);
  /// The member itself, or null when it is absent or JSON's null.
  const Json* member(std::string_view name) const;
  void fail(std::string_view name, std::string_view zh, std::string_view en);

  bool good() const { return !problem_; }
  const std::optional<Problem>& problem() const { return problem_; }

 private:
  const Json* require(std::string_view name);
  const Json* object_;
  std::string place_;
  std::optional<Problem> problem_;
};

/// Writes JSON front to back. Keys and values are UTF-8 that is known to be good, or is repaired with U+FFFD.
class JsonText {
 public:
  JsonText& object() { return open('{'); }
  JsonText& array() { return open('['); }
  JsonText& end();
  JsonText& key(std::string_view name);
  JsonText& text(std::string_view value);
  JsonText& number(std::int64_t value);
  JsonText& real(double value, int digits = 6);
  JsonText& flag(bool value);
  JsonText& null();
  /// A value that is JSON already.
  JsonText& raw(std::string_view json);

  JsonText& member(std::string_view name, std::string_view value) { return key(name).text(value); }
  JsonText& member(std::string_view name, const char* value) { return key(name).text(value); }
  JsonText& member(std::string_view name, const std::string& value) { return key(name).text(value); }
  JsonText& member(std::string_view name, bool value) { return key(name).flag(value); }
  template <std::integral N>
  JsonText& member(std::string_view name, N value) {
    return key(name).number(static_cast<std::int64_t>(value));
  }
  template <class T>
  JsonText& member(std::string_view name, const std::optional<T>& value) {
    return value ? member(name, *value) : key(name).null();
  }
  JsonText& member(std::string_view name, const Text& value) {
    return key(name).object().member("zh", value.zh).member("en", value.en).end();
  }
  std::string take() { return std::move(out_); }
  const std::string& view() const { return out_; }

 private:
  JsonText& open(char bracket);
  void separate();
  std::string out_;
  std::string stack_;       // closing brackets that are due
  bool need_comma_ = false;
};

/// A text as it stands inside a JSON string, with its quotes.
void append_json_text(std::string& out, std::string_view value);

}  // namespace qipu::protocol
