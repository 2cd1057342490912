#include "formats/repair/correction.hpp"

#include <algorithm>

#include "formats/notation/chinese.hpp"

namespace qipu::repair {
namespace {

constexpr std::size_t kFollowing = 12;  // entries after a doubtful one that tell its readings apart

std::optional<Move> by_points(const Position& position, const Entry& entry) {
  if (!entry.points || !position.is_legal(*entry.points)) return std::nullopt;
  // Another piece that happens to stand there now did not make this move.
  if (entry.said && position.at(entry.points->from)->kind != entry.said->piece) return std::nullopt;
  return entry.points;
}

std::optional<Move> by_words(const Position& position, const Entry& entry) {
  if (!entry.said) return std::nullopt;
  const auto resolved = notation::resolve(position, *entry.said);
  return resolved ? std::optional(resolved->move) : std::nullopt;
}

std::optional<Illegality> why_not(const Position& position, const Entry& entry) {
  if (entry.points) return position.why_illegal(*entry.points);
  if (!entry.said) return std::nullopt;
  const auto resolved = notation::resolve(position, *entry.said);
  return resolved ? std::nullopt : resolved.error().why;
}

std::optional<Corrected::Ply> fit(const Position& position, const Entry& entry, bool tail, Fit otherwise) {
  if (entry.side && *entry.side != position.to_move()) return std::nullopt;
  if (const auto move = by_points(position, entry))
    return Corrected::Ply{*move, tail ? Fit::by_points : otherwise};
  if (const auto move = by_words(position, entry))
    return Corrected::Ply{*move, tail ? Fit::by_words : otherwise};
  return std::nullopt;
}

}  // namespace

std::vector<Entry> entries_of_moves(const Position& start, const std::vector<Move>& moves) {
  std::vector<Entry> entries;
  Position position = start;
  for (const Move move : moves) {
    entries.push_back(
        {notation::write_chinese(position, move), notation::describe(position, move), move, std::nullopt});
    position.make(move);
  }
  return entries;
}

std::optional<Corrected> correct(const Position& start, const std::vector<Entry>& entries,
                                 const Correction& correction) {
  const auto size = static_cast<int>(entries.size());
  if (correction.at < 1 || correction.at > size + 1 || correction.erase < 0 ||
      correction.erase > size + 1 - correction.at)
    return std::nullopt;
  const auto at = static_cast<std::size_t>(correction.at - 1), inserted = correction.insert.size();
  std::vector<Entry> line(entries.begin(), entries.begin() + correction.at - 1);
  line.insert(line.end(), correction.insert.begin(), correction.insert.end());
  line.insert(line.end(), entries.begin() + correction.at - 1 + correction.erase, entries.end());
  Corrected result;
  Position position = start;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool tail = i >= at + inserted;
    const auto ply = fit(position, line[i], tail, i < at ? Fit::before : Fit::entered);
    if (!ply) {
      result.unfit.assign(line.begin() + static_cast<std::ptrdiff_t>(i), line.end());
      result.entered_unfit = i >= at && !tail;
      result.why = why_not(position, line[i]);
      const std::size_t end = std::min(line.size(), i + 1 + kFollowing);
      result.nearest = suggest(position, line[i],
                               std::vector<Entry>(line.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                                  line.begin() + static_cast<std::ptrdiff_t>(end)));
      break;
    }
    result.plies.push_back(*ply);
    position.make(ply->move);
  }
  return result;
}

std::vector<std::vector<Move>> bridge_gap(const Position& before, const Position& after,
                                          std::optional<int> exact, int most, std::size_t limit) {
  std::vector<std::vector<Move>> ways;
  for (int plies = exact.value_or(1); plies <= exact.value_or(most) && ways.size() < limit; ++plies) {
    const bool same_side = before.to_move() == after.to_move();
    if (same_side != (plies % 2 == 0)) continue;
    for (auto& way : bridge(before, after, plies, limit - ways.size())) ways.push_back(std::move(way));
  }
  return ways;
}

}  // namespace qipu::repair
