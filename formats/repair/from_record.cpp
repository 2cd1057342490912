#include "formats/repair/from_record.hpp"

#include <algorithm>

#include "formats/repair/correction.hpp"

namespace qipu::repair {
namespace {

Position start_of(const formats::Record& record) {
  return Position::from(record.start).value_or(Position::start());
}

// The same repaired record once, the cheaper story of it; the rest in the order of cost.
void merge(Diagnosis& into, Diagnosis&& other, std::size_t limit) {
  for (Candidate& candidate : other.candidates) {
    const auto same = std::ranges::find(into.candidates, candidate.moves, &Candidate::moves);
    if (same == into.candidates.end()) {
      into.candidates.push_back(std::move(candidate));
    } else if (candidate.cost < same->cost) {
      *same = std::move(candidate);
    }
  }
  std::ranges::stable_sort(into.candidates, [](const Candidate& a, const Candidate& b) {
    return std::pair(!a.complete, a.cost) < std::pair(!b.complete, b.cost);
  });
  for (std::size_t i = 0; i < into.candidates.size(); ++i)
    into.candidates[i].unique = i == 0 && into.candidates[i].complete &&
                                (into.candidates.size() == 1 || !into.candidates[1].complete ||
                                 into.candidates[1].cost >= into.candidates[0].cost + 1.0);
  if (into.candidates.size() > limit) into.candidates.resize(limit);
  into.contradicted = into.contradicted || other.contradicted;
  into.budget_spent = into.budget_spent || other.budget_spent;
  into.readings += other.readings;
  if (!into.final_doubtful) into.final_doubtful = other.final_doubtful;
  if (!into.overlooked_check) into.overlooked_check = other.overlooked_check;
  if (!into.second_game_at) into.second_game_at = other.second_game_at;
}

}  // namespace

Written written_as(formats::Format format, const std::vector<std::string>& unread) {
  int words = 0, points = 0;
  for (const std::string& text : unread) {
    const Entry entry = entry_of(text);
    words += entry.said.has_value();
    points += entry.points.has_value();
  }
  if (words != points) return words > points ? Written::words : Written::points;
  switch (format) {
    case formats::Format::pgn:
    case formats::Format::text:
      return Written::unsure;
    case formats::Format::wxf:
      return Written::words;
    default:
      return Written::points;
  }
}

Evidence evidence_of(const formats::Record& record, const std::vector<std::string>& unread,
                     const Known& known, bool as_points) {
  Evidence evidence;
  evidence.start = start_of(record);
  evidence.final = known.final;
  evidence.result = known.result;
  evidence.entries = entries_of_moves(evidence.start, record.main_line());
  for (Entry& entry : evidence.entries) {
    if (as_points) {
      entry.said.reset();
      entry.text = iccs(*entry.points);
    } else {
      entry.points.reset();
    }
  }
  std::vector<Entry> rest;
  for (const std::string& text : unread) rest.push_back(entry_of(text));
  // The words of the legal prefix are ours: only the rest shows the style of the source.
  if (!as_points) mark_sides(rest);
  evidence.entries.insert(evidence.entries.end(), rest.begin(), rest.end());
  return evidence;
}

Diagnosis repair_record(const formats::Record& record, const std::vector<std::string>& unread,
                        const Known& known, Written written, std::size_t limit, const Budget& budget) {
  if (written != Written::unsure)
    return repair(evidence_of(record, unread, known, written == Written::points), limit, budget);
  Diagnosis diagnosis = repair(evidence_of(record, unread, known, false), limit, budget);
  if (diagnosis.contradicted)
    merge(diagnosis, repair(evidence_of(record, unread, known, true), limit, budget), limit);
  return diagnosis;
}

}  // namespace qipu::repair
