#include "server/config/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <atomic>
#include <cstdio>

#include "server/config/instant.hpp"

namespace qipu::log {
namespace {

std::atomic<Form> chosen{Form::people};
std::atomic<Level> least_level{Level::info};
constexpr std::array<std::string_view, 4> names = {"debug", "info", "warn", "error"};

spdlog::logger& sink() {
  static const auto logger = [] {
    auto made = std::make_shared<spdlog::logger>("qipu", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%v");
    made->set_level(spdlog::level::trace);
    return made;
  }();
  return *logger;
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", byte);
      out += code;
    } else {
      out += c;
    }
  }
}

}  // namespace

void set_up(Form form, Level least) {
  chosen = form;
  least_level = least;
}

std::string line(Form form, Level level, std::string_view time, std::string_view what, std::initializer_list<Field> fields) {
  const std::string_view name = names[static_cast<std::size_t>(level)];
  std::string out;
  const auto member = [&](std::string_view key, std::string_view value) {
    if (form == Form::json) {
      out += out.empty() ? "{\"" : ",\"";
      append_escaped(out, key);
      out += "\":\"";
      append_escaped(out, value);
      out += '"';
    } else {
      if (!out.empty()) out += ' ';
      if (key != "time" && key != "level" && key != "what") {
        out += key;
        out += '=';
      }
      append_escaped(out, value);
    }
  };
  member("time", time);
  member("level", name);
  member("what", what);
  for (const auto& [key, value] : fields) member(key, value);
  if (form == Form::json) out += '}';
  return out;
}

void write(Level level, std::string_view what, std::initializer_list<Field> fields) {
  if (chosen == Form::none || level < least_level) return;
  sink().info("{}", line(chosen, level, to_rfc3339(now()), what, fields));
}

}  // namespace qipu::log
