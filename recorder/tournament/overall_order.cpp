// The order over everything (reg:A36) and its sub-lists (reg:Z1–Z5).
#include <algorithm>

#include "recorder/tournament/knockout.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::tournament {
namespace {

bool holds(const std::optional<bool>& wanted, bool value) { return !wanted || *wanted == value; }

}  // namespace

std::vector<OverallRow> overall_order(const Regulation& regulation, const Section& section) {
  std::vector<OverallRow> rows;
  const auto stands = [&](EntrantNo no) {
    const Entrant* entrant = section.find(no);
    return entrant && entrant->state != EntrantState::expelled && entrant->state != EntrantState::excluded;
  };
  for (const auto& place : knockout_places(regulation, section)) {
    if (!stands(place.entrant)) continue;
    rows.push_back({static_cast<int>(rows.size()) + 1, place.entrant, place.tied_with, place.left_in, place.why});
  }
  const int through_knockout = static_cast<int>(rows.size());
  int behind = 0;
  int last_rank = 0, shown = 0;
  for (const auto& row : standings(regulation, section).rows) {
    if (section.knockout.number_of(row.entrant)) continue;
    ++behind;
    // Tied ones of the Swiss order share their first place here too.
    if (row.rank != last_rank) shown = through_knockout + behind;
    last_rank = row.rank;
    rows.push_back({shown, row.entrant, row.tied_with, std::nullopt,
                    {"积分赛第 " + std::to_string(row.rank) + " 名", "place " + std::to_string(row.rank) + " of the Swiss"}});
  }
  return rows;
}

bool eligible(const Regulation& regulation, const Section& section, const Entrant& entrant, const Eligibility& who) {
  const Attributes& a = entrant.attributes;
  if (entrant.state == EntrantState::expelled || entrant.state == EntrantState::excluded || entrant.state == EntrantState::waiting) return false;
  if (!holds(who.female, a.sex == Sex::female) || !holds(who.resident, a.resident) || !holds(who.origin, a.origin) || !holds(who.shizhu, a.shizhu) ||
      !holds(who.member, a.member) || !holds(who.titled, entrant.has_title()) || !holds(who.in_knockout, section.knockout.number_of(entrant.no).has_value()))
    return false;
  if (!who.min_age && !who.max_age) return true;
  const int age = age_at(regulation, entrant.person.birth_year);
  // Without a birth year no age list can take the entrant.
  return age > 0 && age >= who.min_age.value_or(0) && age <= who.max_age.value_or(200);
}

std::vector<OverallRow> sub_list(const Regulation& regulation, const Section& section, const std::vector<OverallRow>& order, const Eligibility& who) {
  std::vector<OverallRow> rows;
  for (const auto& row : order) {
    const Entrant* entrant = section.find(row.entrant);
    if (!entrant || !eligible(regulation, section, *entrant, who)) continue;
    OverallRow copy = row;
    std::erase_if(copy.tied_with, [&](EntrantNo no) {
      const Entrant* other = section.find(no);
      return !other || !eligible(regulation, section, *other, who);
    });
    rows.push_back(std::move(copy));
  }
  return rows;
}

}  // namespace qipu::tournament
