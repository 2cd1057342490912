#include "recorder/tournament/regulation.hpp"

namespace qipu::tournament {

int PrizeListRule::places() const {
  int most = 0;
  for (const auto& row : rows) most = row.to > most ? row.to : most;
  return most;
}

int PrizeListRule::total() const {
  int sum = 0;
  for (const auto& row : rows) sum += (row.to - row.from + 1) * row.yuan;
  return sum;
}

std::optional<SectionId> Regulation::find_section(std::string_view word) const {
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const SectionRule& rule = sections[i];
    bool found = rule.slug == word || rule.name.zh == word || rule.name.en == word;
    for (const auto& alias : rule.aliases) found |= alias == word;
    if (found) return SectionId{static_cast<std::uint8_t>(i)};
  }
  return std::nullopt;
}

int age_at(const Regulation& regulation, int birth_year) {
  if (birth_year <= 0) return 0;
  const int age = regulation.entry.first_day.year - birth_year;
  // Only the year is stored: of the two ages that are possible on day 1, the completed years are the lower
  // one for certain.
  return regulation.prize.age == AgeRule::completed_years && age > 0 ? age - 1 : age;
}

}  // namespace qipu::tournament
