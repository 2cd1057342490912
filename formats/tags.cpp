#include "formats/tags.hpp"

#include <array>
#include <cstddef>

namespace qipu::formats {
namespace {

constexpr std::array<std::string_view, 34> known = {
    "Game",      "Event",    "Site",   "Date",       "Round",       "RedTeam",     "Red",
    "BlackTeam", "Black",    "Result", "Opening",    "Variation",   "ECCO",        "FEN",
    "Format",    "RedTitle", "RedElo", "BlackTitle", "BlackElo",    "EventDate",   "Section",
    "Stage",     "Board",    "Time",   "Variant",    "TimeControl", "Termination", "Annotator",
    "Mode",      "PlyCount", "RedNA",  "BlackNA",    "RedType",     "BlackType"};

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

/// One letter wrong, missing, too many, or two neighbours swapped.
bool nearly(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && lower(a[i]) == lower(b[i])) ++i;
  const std::string_view x = a.substr(i), y = b.substr(i);
  if (x.size() == y.size())
    return same(x.substr(x.empty() ? 0 : 1), y.substr(y.empty() ? 0 : 1)) ||
           (x.size() >= 2 && lower(x[0]) == lower(y[1]) && lower(x[1]) == lower(y[0]) &&
            same(x.substr(2), y.substr(2)));
  if (x.size() == y.size() + 1) return same(x.substr(1), y);
  if (y.size() == x.size() + 1) return same(x, y.substr(1));
  return false;
}

}  // namespace

TagName canonical_tag(std::string_view written) {
  for (std::string_view name : known)
    if (name == written) return {std::string(name), false};
  if (written.size() >= 5 && same(written.substr(0, 5), "White") && written.size() <= 12)
    return {"Red" + std::string(written.substr(5)), false};
  for (std::string_view name : known)
    if (same(name, written)) return {std::string(name), false};
  if (written.size() >= 4)
    for (std::string_view name : known)
      if (name.size() >= 5 && lower(name[0]) == lower(written[0]) && nearly(written, name))
        return {std::string(name), true};
  return {std::string(written), false};
}

}  // namespace qipu::formats
