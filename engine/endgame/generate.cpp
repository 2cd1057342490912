#include "engine/endgame/generate.hpp"

#include <algorithm>

#include "engine/endgame/retrograde.hpp"

namespace qipu::endgame {
namespace {

constexpr std::uint8_t kDraw = 0, kIllegal = 1;

std::array<Raw, 2> blank(const Ground& ground, Executor& executor) {
  const Slots& slots = *ground.slots;
  const auto places = static_cast<std::size_t>(slots.inner_places());
  std::array<Raw, 2> raw;
  for (std::size_t side = 0; side < 2; ++side) {
    raw[side].meaning = {{Worth::draw, 0}, {Worth::illegal, 0}};
    raw[side].codes.assign(slots.size() * places, kIllegal);
    executor.run(ground.parts.size(), [&](std::size_t i) {
      const Ground::Part& part = ground.parts[i];
      for (std::size_t slot = slots.slot(part.first_pair, 0); slot < slots.slot(part.last_pair, 0); ++slot)
        ground.legal[side][slot].for_each([&](int p) {
          raw[side].codes[slot * places + static_cast<std::size_t>(slots.inner_place(p))] = kDraw;
        });
    });
  }
  return raw;
}

// From the generator's ordered places to the table's index, which keeps equal attackers unordered.
Plane pack(Raw&& raw, const Slots& slots) {
  const Shape& shape = slots.shape();
  Plane plane{{}, std::move(raw.meaning)};
  if (shape.plain()) {
    plane.codes = std::move(raw.codes);
    return plane;
  }
  std::vector<std::uint32_t> ordered(shape.places());
  for (std::uint64_t place = 0; place < shape.places(); ++place) {
    const Placement placement = shape.placement(place);
    std::uint32_t outer = 0;
    for (std::size_t i = 0; i < slots.outer_attackers().size(); ++i)
      outer = slots.outer_with(outer, i, placement.points[i]);
    ordered[place] =
        outer * static_cast<std::uint32_t>(slots.inner_places()) +
        static_cast<std::uint32_t>(slots.inner_place(placement.points[slots.outer_attackers().size()]));
  }
  const std::size_t wide = std::size_t{slots.outers()} * static_cast<std::size_t>(slots.inner_places());
  plane.codes.resize(shape.size());
  for (std::size_t pair = 0; pair < shape.pairs(); ++pair)
    for (std::size_t place = 0; place < ordered.size(); ++place)
      plane.codes[pair * ordered.size() + place] = raw.codes[pair * wide + ordered[place]];
  return plane;
}

void take_census(Table& table) {
  const Shape& shape = table.shape();
  for (const Side side : {Side::red, Side::black}) {
    Census& census = table.census(side);
    const Plane &mate = table.plane(Metric::mate, side), &capture = table.plane(Metric::capture, side);
    std::array<std::uint64_t, 256> mates{}, captures{};
    for (std::uint32_t pair = 0; pair < shape.pairs(); ++pair) {
      const auto weight = static_cast<std::uint64_t>(shape.weight(pair));
      for (std::uint64_t i = pair * shape.places(); i < (pair + 1) * shape.places(); ++i) {
        mates[mate.codes[i]] += weight;
        if (!capture.empty()) captures[capture.codes[i]] += weight;
      }
    }
    for (std::size_t code = 0; code < mate.meaning.size(); ++code) {
      const auto [worth, plies] = mate.meaning[code];
      const std::uint64_t n = mates[code];
      if (n == 0 || worth == Worth::illegal) continue;
      census.legal += n;
      (worth == Worth::win ? census.wins : worth == Worth::loss ? census.losses : census.draws) += n;
      if (worth == Worth::win) census.longest_win = std::max(census.longest_win.value_or(0), plies);
      if (worth == Worth::loss) census.longest_loss = std::max(census.longest_loss.value_or(0), plies);
    }
    for (std::size_t code = 0; code < capture.meaning.size(); ++code)
      if (capture.meaning[code].worth == Worth::loss && capture.meaning[code].plies > 4)
        census.settled_losses += captures[code];
  }
}

Problem refusal(std::string code, const Material& material, Text message) {
  return Problem{std::move(code), std::move(message), {{"material", material.name()}}, "", std::nullopt};
}

}  // namespace

std::optional<std::uint16_t> Table::longest() const {
  std::optional<std::uint16_t> most;
  for (const Census& census : census_)
    for (const auto& plies : {census.longest_win, census.longest_loss})
      if (plies) most = std::max(most.value_or(0), *plies);
  return most;
}

std::vector<Material> behind(const Material& material) {
  std::vector<Material> classes;
  for (const Side side : {Side::red, Side::black})
    for (int kind = 1; kind < 7; ++kind)
      if (material.force(side)[static_cast<PieceKind>(kind)]) {
        const Material less = material.without(side, static_cast<PieceKind>(kind)).canonical();
        if (std::find(classes.begin(), classes.end(), less) == classes.end()) classes.push_back(less);
      }
  return classes;
}

std::expected<Table, Problem> generate(const Material& material, TableSource& source, Executor& executor,
                                       Metrics metrics) {
  std::uint64_t wide = index_size(material);
  for (const Force* force : {&material.first, &material.second})
    for (const std::uint8_t count : force->count)
      for (std::uint64_t k = 2; k <= count && wide >> 37 == 0; ++k) wide *= k;
  if (wide >> 37)
    return std::unexpected(refusal("endgame.too_large", material,
                                   {"这类残局太大，无法计算", "This class of endgames is too large"}));
  Table table(material);
  const Slots slots(table.shape());
  const Captures captures(slots, source);
  if (!captures.missing().empty())
    return std::unexpected(refusal("endgame.missing_class", captures.missing().front(),
                                   {"缺少吃子后的残局库", "A class that a capture leads to is missing"}));
  const Ground ground = Ground::of(slots, captures, executor);
  std::uint16_t longest_to_capture = 0;
  for (const Metric metric : {Metric::mate, Metric::capture, Metric::capture_in_40, Metric::capture_in_30}) {
    if (metric != Metric::mate && metrics == Metrics::mate_only) break;
    if (const int rounds = limit_rounds(metric);
        rounds && longest_to_capture <= 2 * rounds && !captures.limited(metric))
      continue;
    std::array<Raw, 2> raw = blank(ground, executor);
    for (const Side winner : {Side::red, Side::black}) {
      Pass pass(ground, metric, winner, executor, raw);
      if (!pass.run())
        return std::unexpected(
            refusal("endgame.too_deep", material,
                    {"最长胜局太长，超出残局库的范围", "The longest wins are beyond what a table holds"}));
      if (metric == Metric::capture) longest_to_capture = std::max(longest_to_capture, pass.longest());
    }
    for (const Side side : {Side::red, Side::black})
      table.plane(metric, side) = pack(std::move(raw[static_cast<std::size_t>(side)]), slots);
  }
  take_census(table);
  return table;
}

}  // namespace qipu::endgame
