// Commands about the tournament itself and its entrants.
#include <algorithm>

#include "recorder/decision.hpp"
#include "recorder/tournament/entry_list.hpp"
#include "recorder/tournament/preset.hpp"

namespace qipu::recorder {
namespace {

Decided one(Fact fact) {
  Decision decision;
  decision.facts.push_back(std::move(fact));
  return decision;
}

bool is_slug(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace

Decided Decider::operator()(const TournamentNew& c) const {
  if (auto no = must_be(Role::chief)) return std::unexpected(*no);
  if (state_.created())
    return std::unexpected(
        refused("tournament.exists", "这里已有一个赛事", "there is a tournament here already"));
  auto regulation =
      c.toml.empty() ? tournament::load_preset(c.preset) : tournament::read_preset(c.toml, c.preset);
  if (!regulation) return std::unexpected(regulation.error());
  const std::string id = c.id.empty() ? regulation->id : c.id;
  if (!is_slug(id))
    return std::unexpected(refused("tournament.id", "赛事代号只用小写字母、数字和连字符",
                                   "a tournament's id has small letters, digits and hyphens"));
  return one(TournamentCreated{id, c.preset, c.name.empty() ? regulation->name.zh : c.name, c.toml});
}

Decided Decider::operator()(const NoticeApply& c) const {
  if (auto no = must_be(Role::chief)) return std::unexpected(*no);
  const auto patched = tournament::apply_patch(state_.regulation, c.toml, c.file.empty() ? "notice" : c.file);
  if (!patched) return std::unexpected(patched.error());
  if (patched->sections.size() != state_.regulation.sections.size())
    return std::unexpected(
        refused("notice.sections", "补充通知不能增减组别", "a notice cannot add or remove sections"));
  return one(NoticeApplied{c.toml, c.file});
}

Decided Decider::operator()(const EntrantsImport& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  auto list = tournament::read_entries(state_.regulation, c.text, c.file.empty() ? "entrants.csv" : c.file,
                                       state_.sections);
  Decision decision;
  decision.answer.warnings = std::move(list.problems);
  if (list.rows.empty() && !decision.answer.warnings.empty())
    return std::unexpected(decision.answer.warnings.front());
  for (std::size_t i = 0; i < state_.sections.size(); ++i) {
    EntrantsEntered fact{SectionId{static_cast<std::uint8_t>(i)}, {}};
    std::vector<tournament::EntryRow> rows;
    for (const auto& row : list.rows)
      if (row.section == fact.section) rows.push_back(row);
    std::ranges::sort(rows, {}, [](const auto& row) { return row.entrant.no; });
    for (auto& row : rows) {
      decision.persons.push_back({{fact.section, row.entrant.no}, row.entrant.person});
      row.entrant.person = {};
      fact.entrants.push_back(std::move(row.entrant));
    }
    if (!fact.entrants.empty()) decision.facts.push_back(std::move(fact));
  }
  return decision;
}

Decided Decider::change_entrant(EntrantAct act, const std::string& text, const std::string& reason,
                                std::optional<int> round) const {
  if (auto no = must_be(act == EntrantAct::exclude ? Role::chief : Role::arbiter))
    return std::unexpected(*no);
  const auto id = entrant_of(text);
  if (!id) return std::unexpected(id.error());
  const auto& entrant = *state_.find(*id);
  const int played = static_cast<int>(state_.section(id->section).rounds.size());
  EntrantStateChanged fact{*id, entrant.state, entrant.left_after, entrant.entered_round, reason};
  if (reason.empty() && act != EntrantAct::late)
    return std::unexpected(refused("reason.missing", "请写明理由", "a reason is needed", "reg:D16"));
  switch (act) {
    case EntrantAct::withdraw:
      fact.state = tournament::EntrantState::withdrawn;
      fact.left_after = round.value_or(played);
      break;
    case EntrantAct::readmit:
      fact.state = tournament::EntrantState::active;
      fact.left_after = -1;
      break;
    case EntrantAct::exclude:
      fact.state = played == 0 ? tournament::EntrantState::excluded : tournament::EntrantState::expelled;
      fact.left_after = played;
      break;
    case EntrantAct::late:
      fact.state = tournament::EntrantState::active;
      fact.entered_round = round.value_or(played + 1);
      break;
  }
  return one(fact);
}

Decided Decider::operator()(const PersonsPurge& c) const {
  if (auto no = must_be(Role::chief)) return std::unexpected(*no);
  PersonsPurged fact{{}, c.reason};
  if (!c.entrant.empty()) {
    const auto entrant = entrant_of(c.entrant);
    if (!entrant) return std::unexpected(entrant.error());
    fact.entrants.push_back(*entrant);
  } else {
    for (const auto& section : state_.sections)
      for (const auto& entrant : section.entrants) fact.entrants.push_back({section.id, entrant.no});
  }
  return one(std::move(fact));
}

}  // namespace qipu::recorder
