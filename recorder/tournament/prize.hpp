// Prizes, subsidy, seats and titles (reg:Z1–Z7, A21–A25, A31): lists explained row by row.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/section.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::tournament {

struct PrizeGrant {
  int place = 0;
  EntrantId entrant;
  int yuan = 0;
  int overall_rank = 0;
  Text why;
  bool operator==(const PrizeGrant&) const = default;
};

struct PrizeList {
  std::string id;
  Text name;
  std::string clause;
  std::vector<PrizeGrant> rows;
  int total = 0;                       ///< paid
  int budget = 0;                      ///< when every place is paid
  std::vector<EntrantId> tied_at_end;  ///< equal with the last prize winner, not separated
  bool operator==(const PrizeList&) const = default;
};

/// reg:Z6: one row for each student, with the condition that failed.
struct SubsidyRow {
  EntrantId entrant;
  bool granted = false;
  Text why;
  bool operator==(const SubsidyRow&) const = default;
};

struct SeatList {
  std::string id;
  Text name;
  std::vector<PrizeGrant> rows;  ///< yuan is 0
  std::optional<Text> title;     ///< of the first
  bool operator==(const SeatList&) const = default;
};

struct Prizes {
  std::vector<PrizeList> lists;
  std::vector<SubsidyRow> subsidy;
  std::vector<SeatList> seats;
  int total = 0;   ///< lists and subsidy
  int budget = 0;  ///< lists in full, without the subsidy
  int announced = 0;
  bool operator==(const Prizes&) const = default;
};

/// The prizes of all sections, by SectionId.
Prizes prizes(const Regulation& regulation, const std::vector<Section>& sections);

/// The same as CSV for the treasurer: list, place, section, number, name, unit, yuan, reason.
std::string prizes_csv(const Regulation& regulation, const std::vector<Section>& sections,
                       const Prizes& prizes);

}  // namespace qipu::tournament
