#include "server/config/instant.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace qipu {
namespace {

std::tm broken_down(Instant instant) {
  std::int64_t seconds = instant / 1000;
  if (instant % 1000 < 0) --seconds;
  const std::time_t time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  gmtime_r(&time, &parts);
  return parts;
}

}  // namespace

namespace {

// A rehearsal moves the clock on: QIPU_CLOCK_FILE names a file of eight bytes, the milliseconds to add.
std::int64_t shift() {
  static const std::atomic<std::int64_t>* const moved = [] -> const std::atomic<std::int64_t>* {
    const char* path = std::getenv("QIPU_CLOCK_FILE");
    const int file = path ? ::open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return nullptr;
    void* memory = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<const std::atomic<std::int64_t>*>(memory);
  }();
  return moved ? moved->load(std::memory_order_relaxed) : 0;
}

}  // namespace

Instant now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count() + shift();
}

std::string to_rfc3339(Instant instant) {
  const std::tm t = broken_down(instant);
  std::array<char, 48> text;
  const int size = std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday,
                                 t.tm_hour, t.tm_min, t.tm_sec, static_cast<int>(((instant % 1000) + 1000) % 1000));
  return {text.data(), static_cast<std::size_t>(size)};
}

std::optional<Instant> from_rfc3339(std::string_view text) {
  const std::string copy(text);
  std::tm t{};
  int used = 0;
  if (std::sscanf(copy.c_str(), "%4d-%2d-%2d%*1[Tt ]%2d:%2d:%2d%n", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min, &t.tm_sec, &used) != 6 || used == 0)
    return std::nullopt;
  if (t.tm_mon < 1 || t.tm_mon > 12 || t.tm_mday < 1 || t.tm_mday > 31 || t.tm_hour > 23 || t.tm_min > 59 || t.tm_sec > 60) return std::nullopt;
  t.tm_year -= 1900;
  t.tm_mon -= 1;
  Instant instant = static_cast<Instant>(timegm(&t)) * 1000;
  std::size_t at = static_cast<std::size_t>(used);
  if (at < copy.size() && copy[at] == '.') {
    int scale = 100;
    for (++at; at < copy.size() && copy[at] >= '0' && copy[at] <= '9'; ++at, scale /= 10) instant += (copy[at] - '0') * scale;
  }
  if (at + 1 == copy.size() && (copy[at] == 'Z' || copy[at] == 'z')) return instant;
  int hours = 0, minutes = 0;
  if (at + 6 != copy.size() || (copy[at] != '+' && copy[at] != '-') || std::sscanf(copy.c_str() + at + 1, "%2d:%2d", &hours, &minutes) != 2)
    return std::nullopt;
  const Instant offset = (hours * 60 + minutes) * 60'000LL;
  return copy[at] == '+' ? instant - offset : instant + offset;
}

std::string to_http_date(Instant instant) {
  constexpr std::array<const char*, 7> days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::tm t = broken_down(instant);
  std::array<char, 64> text;
  const int size = std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT", days[static_cast<std::size_t>(t.tm_wday)],
                                 t.tm_mday, months[static_cast<std::size_t>(t.tm_mon)], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
  return {text.data(), static_cast<std::size_t>(size)};
}

std::optional<Instant> from_http_date(std::string_view text) {
  std::tm t{};
  const std::string copy(text);
  if (!strptime(copy.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &t)) return std::nullopt;
  return static_cast<Instant>(timegm(&t)) * 1000;
}

}  // namespace qipu
