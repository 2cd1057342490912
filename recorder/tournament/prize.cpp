#include "recorder/tournament/prize.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "recorder/tournament/csv.hpp"
#include "recorder/tournament/knockout.hpp"
#include "recorder/tournament/standings.hpp"

namespace qipu::tournament {
namespace {

std::string number(int n) { return std::to_string(n); }

int amount(const PrizeListRule& rule, int place) {
  for (const auto& row : rule.rows)
    if (place >= row.from && place <= row.to) return row.yuan;
  return 0;
}

// The order that a list ranks by: the overall one, or that of the Swiss alone (reg:Z4).
std::vector<OverallRow> order_of(const Regulation& regulation, const Section& section, bool swiss_alone) {
  if (!swiss_alone) return overall_order(regulation, section);
  std::vector<OverallRow> rows;
  for (const auto& row : standings(regulation, section).rows)
    rows.push_back({row.rank, row.entrant, row.tied_with, std::nullopt, {}});
  return rows;
}

PrizeList make_list(const Regulation& regulation, const Section& section, const PrizeListRule& rule,
                    const std::set<std::pair<int, int>>& paid) {
  PrizeList list{rule.id, rule.name, rule.clause, {}, 0, rule.total(), {}};
  const auto order = order_of(regulation, section, rule.swiss_order);
  const auto eligible_rows = sub_list(regulation, section, order, rule.who);
  const int places = rule.places();
  int place = 0;
  for (const auto& row : eligible_rows) {
    const EntrantId id{section.id, row.entrant};
    // Highest prize only: who has one already gives way to the next (reg:A21).
    if (!regulation.prize.cumulate && paid.contains({id.section.index, id.no.value})) continue;
    if (place == places) {
      if (!list.rows.empty() && !row.tied_with.empty() &&
          std::ranges::find(row.tied_with, list.rows.back().entrant.no) != row.tied_with.end())
        list.tied_at_end.push_back(id);
      continue;
    }
    ++place;
    PrizeGrant grant{place, id, amount(rule, place), row.rank, {}};
    grant.why = {rule.name.zh + "第 " + number(place) + " 名（总排名第 " + number(row.rank) + "）",
                 rule.name.en + ", place " + number(place) + " (" + number(row.rank) + " overall)"};
    list.total += grant.yuan;
    list.rows.push_back(std::move(grant));
  }
  return list;
}

// reg:Z6, A23: the full schedule is played when no round was forfeited up to the end of what the player had
// to play.
bool full_schedule(const Section& section, EntrantNo no) {
  const Entrant* entrant = section.find(no);
  if (!entrant || entrant->state != EntrantState::active || entrant->entered_round > 1) return false;
  const auto lost_unplayed = [&](const Game& game) {
    const auto side = game.side_of(no);
    return side && game.result && !game.result->played && game.result->winner() != side;
  };
  for (const auto& round : section.rounds) {
    if (std::ranges::any_of(round.games, lost_unplayed)) return false;
    if (std::ranges::any_of(round.absences, [&](const Absence& absence) { return absence.entrant == no; }))
      return false;
  }
  for (const auto& round : section.knockout.rounds)
    for (const auto& match : round.matches)
      if (std::ranges::any_of(match.games, lost_unplayed)) return false;
  return true;
}

SubsidyRow subsidy_of(const Regulation& regulation, const Section& section, const Entrant& entrant,
                      const SubsidyRule& rule, bool has_prize) {
  const EntrantId id{section.id, entrant.no};
  const auto no = [&](std::string zh, std::string en) {
    return SubsidyRow{id, false, {std::move(zh), std::move(en)}};
  };
  if (!entrant.attributes.student_proof)
    return no("没有看到学生证或学籍证明", "no student card or proof of enrolment was seen");
  if (rule.needs_full_schedule && !full_schedule(section, entrant.no))
    return no("没有赛完全部赛程", "did not play the full schedule");
  const auto fouls = count_fouls(regulation, section.fouls, id);
  if (rule.needs_clean_record && fouls.intentional) return no("有蓄意犯规记录", "has an intentional foul");
  if (rule.needs_no_prize && has_prize) return no("已得名次奖", "has won a placing prize");
  return {id, true, {"符合全部条件", "meets every condition"}};
}

}  // namespace

Prizes prizes(const Regulation& regulation, const std::vector<Section>& sections) {
  Prizes all;
  all.announced = regulation.prize.announced;
  std::set<std::pair<int, int>> paid;
  for (const auto& rule : regulation.prize.lists) {
    const auto section = regulation.find_section(rule.section);
    if (!section || section->index >= sections.size()) continue;
    all.lists.push_back(make_list(regulation, sections[section->index], rule, paid));
    const PrizeList& list = all.lists.back();
    for (const auto& row : list.rows) paid.insert({row.entrant.section.index, row.entrant.no.value});
    all.total += list.total;
    all.budget += list.budget;
  }
  if (regulation.prize.subsidy)
    for (const auto& section : sections)
      for (const auto& entrant : section.entrants) {
        if (!entrant.attributes.student || entrant.state == EntrantState::waiting ||
            entrant.state == EntrantState::excluded)
          continue;
        all.subsidy.push_back(subsidy_of(regulation, section, entrant, *regulation.prize.subsidy,
                                         paid.contains({section.id.index, entrant.no.value})));
        if (all.subsidy.back().granted) all.total += regulation.prize.subsidy->yuan;
      }
  for (const auto& rule : regulation.prize.seats) {
    const auto id = regulation.find_section(rule.section);
    if (!id || id->index >= sections.size()) continue;
    const Section& section = sections[id->index];
    SeatList seats{rule.id, rule.name, {}, rule.champion_title};
    // reg:A25: filtered first, ranked then, cut last.
    for (const auto& row : sub_list(regulation, section, overall_order(regulation, section), rule.who)) {
      const int place = static_cast<int>(seats.rows.size()) + 1;
      if (place > rule.seats) break;
      seats.rows.push_back(
          {place,
           {section.id, row.entrant},
           0,
           row.rank,
           {rule.name.zh + "第 " + number(place) + " 名", rule.name.en + ", place " + number(place)}});
    }
    all.seats.push_back(std::move(seats));
  }
  return all;
}

std::string prizes_csv(const Regulation& regulation, const std::vector<Section>& sections,
                       const Prizes& prizes) {
  std::string text = "list,place,section,no,name,unit,yuan,reason\n";
  const auto line = [&](const std::string& list, int place, EntrantId id, int yuan, const std::string& why) {
    const Entrant* entrant = sections[id.section.index].find(id.no);
    const std::string cells[] = {list,
                                 place ? number(place) : "",
                                 regulation.section(id.section).slug,
                                 number(id.no.value),
                                 entrant ? entrant->person.name : "",
                                 entrant ? entrant->person.unit : "",
                                 number(yuan),
                                 why};
    bool first = true;
    for (const auto& cell : cells) {
      text += (first ? "" : ",") + csv_cell(cell);
      first = false;
    }
    text += '\n';
  };
  for (const auto& list : prizes.lists)
    for (const auto& row : list.rows) line(list.id, row.place, row.entrant, row.yuan, row.why.zh);
  for (const auto& row : prizes.subsidy)
    if (row.granted)
      line("subsidy", 0, row.entrant, regulation.prize.subsidy ? regulation.prize.subsidy->yuan : 0,
           row.why.zh);
  return text;
}

}  // namespace qipu::tournament
