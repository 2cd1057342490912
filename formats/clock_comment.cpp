#include "formats/clock_comment.hpp"

namespace qipu::formats {

std::optional<std::int64_t> take_clock(std::string_view comment, std::string& rest) {
  const std::size_t begin = comment.find("[%clk ");
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = comment.find(']', begin);
  if (end == std::string_view::npos || end - begin > 30) return std::nullopt;
  const std::string_view time = comment.substr(begin + 6, end - begin - 6);
  std::int64_t total = 0, part = 0, scale = 0;
  int colons = 0;
  for (char c : time) {
    if (c == ' ' && scale == 0) continue;
    if (c >= '0' && c <= '9') {
      if (scale == 0) {
        part = part * 10 + (c - '0');
        if (part > 1000000) return std::nullopt;
      } else if (scale > 0) {
        total += (c - '0') * scale;
        scale = scale == 1 ? -1 : scale / 10;
      }
    } else if (c == ':' && scale == 0 && ++colons <= 2) {
      total = (total + part) * 60;
      part = 0;
    } else if (c == '.' && scale == 0) {
      total = (total + part) * 1000;
      part = 0;
      scale = 100;
    } else {
      return std::nullopt;
    }
  }
  if (scale == 0) total = (total + part) * 1000;
  rest = comment.substr(0, begin);
  while (!rest.empty() && rest.back() == ' ') rest.pop_back();
  std::string_view after = comment.substr(end + 1);
  while (!after.empty() && after.front() == ' ') after.remove_prefix(1);
  if (!rest.empty() && !after.empty()) rest += ' ';
  rest += after;
  return total;
}

std::string write_clock(std::int64_t milliseconds) {
  const std::int64_t tenths = (milliseconds < 0 ? 0 : milliseconds) / 100, seconds = tenths / 10;
  const auto two = [](std::int64_t n) { return std::string(n < 10 ? "0" : "") + std::to_string(n); };
  std::string text =
      "[%clk " + std::to_string(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
  if (tenths % 10) text += "." + std::to_string(tenths % 10);
  return text + "]";
}

}  // namespace qipu::formats
