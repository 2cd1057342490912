// The service's log: one JSON object a line on standard error (or lines for people), never with bodies, tokens or names
// of people. Values are escaped, so that a line stays a line.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace qipu::log {

enum class Form { people, json, none };
enum class Level { debug, info, warning, error };
using Field = std::pair<std::string_view, std::string>;

void set_up(Form form, Level least);
void write(Level level, std::string_view what, std::initializer_list<Field> fields);
inline void debug(std::string_view what, std::initializer_list<Field> fields) { write(Level::debug, what, fields); }
inline void info(std::string_view what, std::initializer_list<Field> fields) { write(Level::info, what, fields); }
inline void warning(std::string_view what, std::initializer_list<Field> fields) { write(Level::warning, what, fields); }
inline void error(std::string_view what, std::initializer_list<Field> fields) { write(Level::error, what, fields); }
/// The line that write() would print, without its end.
std::string line(Form form, Level level, std::string_view time, std::string_view what, std::initializer_list<Field> fields);

}  // namespace qipu::log
