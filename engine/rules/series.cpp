#include "engine/rules/series.hpp"

#include <algorithm>

#include "engine/rules/explain.hpp"
#include "engine/rules/repetition.hpp"

namespace qipu::rules {
namespace {

PieceIds ids_at_start() {
  PieceIds ids{};
  for (int i = 0; i < Square::count; ++i) ids[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
  return ids;
}

void follow(PieceIds& ids, Move move) {
  ids[static_cast<std::size_t>(move.to.index())] = ids[static_cast<std::size_t>(move.from.index())];
}

// Identical pieces may have changed places when the cycle closes. Played on, each then takes the other's
// part, so such pieces count as one target: pieces in one orbit get one id.
void merge_orbits(std::vector<PlyContext>& list, const PieceIds& at_end, const Position& position) {
  PieceIds root = ids_at_start();
  const auto find = [&](std::uint8_t id) {
    while (root[id] != id) id = root[id];
    return id;
  };
  for (Side side : {Side::red, Side::black})
    for (Square s : position.pieces(side)) {
      const std::uint8_t a = find(static_cast<std::uint8_t>(s.index()));
      const std::uint8_t b = find(at_end[static_cast<std::size_t>(s.index())]);
      root[std::max(a, b)] = std::min(a, b);
    }
  for (auto& context : list)
    for (auto& id : context.ids_after) id = find(id);
}

}  // namespace

std::vector<PlyContext> contexts_of(const Game& game, int first, int last) {
  std::vector<PlyContext> list;
  Position position = game.position_after(first - 1);
  PieceIds ids = ids_at_start();
  for (int ply = first; ply <= last; ++ply) {
    const Move move = game.moves()[static_cast<std::size_t>(ply - 1)];
    const Position after = position.after(move);
    follow(ids, move);
    PlyContext context{.ply = ply, .move = move, .before = position, .after = after, .earlier = std::nullopt};
    context.ids_after = ids;
    if (!list.empty()) context.earlier = list.back().before;
    list.push_back(context);
    position = after;
  }
  return list;
}

std::vector<PlyContext> contexts_of_cycle(const Game& game, const Cycle& cycle) {
  auto list = contexts_of(game, game.ply() - cycle.plies + 1, game.ply());
  list.front().earlier = list.back().before;
  const PieceIds at_end = list.back().ids_after;
  merge_orbits(list, at_end, game.position());
  return list;
}

std::vector<NamedPly> series_of(const Game& game, Side side, const JudgeOptions& options) {
  constexpr int longest = 24;
  const int first_quiet = first_quiet_ply(game);
  int last = game.ply();
  if (last > 0 && game.side_at(last) != side) --last;
  if ((last - first_quiet) / 2 + 1 < series_moves) return {};
  const int first = std::max(first_quiet, last - 2 * (longest - 1));
  SearchBudget budget = options.budget;
  budget.ply_nodes = std::min(budget.ply_nodes, budget.total_nodes / (2 * longest));
  const auto list = contexts_of(game, std::max(1, first - 1), last);

  std::vector<NamedPly> plies;
  SquareSet points;
  for (int k = static_cast<int>(list.size()) - 1; k >= 0 && list[static_cast<std::size_t>(k)].ply >= first;
       k -= 2) {
    const PlyContext& context = list[static_cast<std::size_t>(k)];
    NamedPly named = entry(options.rules).name_ply(context, budget);
    if (!is_attack(named.finding.label)) break;
    describe(context, named, options);
    points.insert(context.move.to);
    plies.push_back(std::move(named));
  }
  if (static_cast<int>(plies.size()) < series_moves || points.size() < series_points) return {};
  std::ranges::reverse(plies);
  if (entry(options.rules).class_of(plies) == ConductClass::allowed) return {};
  return plies;
}

}  // namespace qipu::rules
