#include "engine/endgame/verify.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace qipu::endgame {
namespace {

// The tables of the class and of those behind its captures, found before the tasks start.
class Tables {
 public:
  Tables(const Table& own, TableSource& source) : own_(&own) {
    const Material& material = own.shape().material();
    for (const Side side : {Side::red, Side::black})
      for (int kind = 1; kind < 7; ++kind)
        if (material.force(side)[static_cast<PieceKind>(kind)]) {
          const Material less = material.without(side, static_cast<PieceKind>(kind));
          at(side, static_cast<PieceKind>(kind)) = {source.table(less.canonical()), less != less.canonical()};
        }
  }
  Value value(Metric metric, const Position& next, std::optional<Piece> taken) const {
    const Entry entry = taken ? behind_[index(taken->side, taken->kind)] : Entry{own_, false};
    const Side to_move = entry.reversed ? opponent(next.to_move()) : next.to_move();
    return entry.table->value(metric, to_move, entry.table->shape().placement(next, entry.reversed));
  }
  bool complete() const {
    return std::all_of(used_.begin(), used_.end(), [&](std::size_t i) { return behind_[i].table; });
  }

 private:
  struct Entry {
    const Table* table = nullptr;
    bool reversed = false;
  };
  static std::size_t index(Side side, PieceKind kind) {
    return static_cast<std::size_t>(side) * 7 + static_cast<std::size_t>(kind);
  }
  Entry& at(Side side, PieceKind kind) {
    used_.push_back(index(side, kind));
    return behind_[used_.back()];
  }
  const Table* own_;
  std::array<Entry, 14> behind_;
  std::vector<std::size_t> used_;
};

// What a value must be, from what its successors are worth to the other side.
class Expected {
 public:
  explicit Expected(Metric metric) : metric_(metric) {}
  void see(Value next, bool capture) {
    const bool fresh = capture && metric_ != Metric::mate;
    const int plies = fresh ? 1 : next.plies + 1;
    if (next.worth == Worth::loss) shortest_win_ = std::min(shortest_win_, plies);
    if (next.worth == Worth::win) {
      longest_loss_ = std::max(longest_loss_, plies);
    } else {
      refuge_ = true;
    }
  }
  Value value() const {
    const int limit = limit_rounds(metric_) ? 2 * limit_rounds(metric_) : none;
    if (shortest_win_ < none) return within({Worth::win, static_cast<std::uint16_t>(shortest_win_)}, limit);
    return refuge_ ? Value{} : within({Worth::loss, static_cast<std::uint16_t>(longest_loss_)}, limit);
  }

 private:
  static constexpr int none = 1 << 20;
  static Value within(Value value, int limit) { return value.plies > limit ? Value{} : value; }
  Metric metric_;
  int shortest_win_ = none, longest_loss_ = 0;
  bool refuge_ = false;
};

struct Check {
  const Table& table;
  const Tables& tables;
  std::vector<Metric> metrics;

  void position(const Setup& setup, std::uint64_t index, Verification& result) const {
    const auto position = Position::from(setup);
    if (!position) {
      for (const Metric metric : metrics) compare(setup, metric, index, {Worth::illegal, 0}, result);
      return;
    }
    ++result.positions;
    std::array<std::optional<Expected>, metric_count> expected;
    for (const Metric metric : metrics) expected[static_cast<std::size_t>(metric)].emplace(metric);
    for (const Move m : position->legal_moves()) {
      const auto taken = position->at(m.to);
      const Position next = position->after(m);
      for (const Metric metric : metrics) {
        const bool leaves = taken && !limit_rounds(metric);
        expected[static_cast<std::size_t>(metric)]->see(
            tables.value(leaves ? Metric::mate : metric, next, taken), taken.has_value());
      }
    }
    for (const Metric metric : metrics)
      compare(setup, metric, index, expected[static_cast<std::size_t>(metric)]->value(), result);
  }
  void compare(const Setup& setup, Metric metric, std::uint64_t index, Value wanted,
               Verification& result) const {
    const Value stored = table.value(metric, setup.to_move, index);
    if (stored != wanted && !result.mismatch) result.mismatch = Mismatch{setup, metric, stored, wanted};
  }
};

}  // namespace

Verification verify(const Table& table, TableSource& source, Executor& executor) {
  const Tables tables(table, source);
  if (!tables.complete()) return {};
  Check check{table, tables, {}};
  for (const Metric metric : {Metric::mate, Metric::capture, Metric::capture_in_40, Metric::capture_in_30})
    if (!table.plane(metric, Side::red).empty()) check.metrics.push_back(metric);
  const Shape& shape = table.shape();
  const std::uint64_t parts = std::clamp<std::uint64_t>(shape.size() / 50'000, 1, 64);
  std::vector<Verification> results(parts);
  executor.run(parts, [&](std::size_t part) {
    for (std::uint64_t i = shape.size() * part / parts; i < shape.size() * (part + 1) / parts; ++i) {
      const Placement placement = shape.placement(i);
      for (const Side to_move : {Side::red, Side::black}) {
        const auto setup = shape.setup(placement, to_move);
        if (setup) {
          check.position(*setup, i, results[part]);
        } else if (table.value(Metric::mate, to_move, i).worth != Worth::illegal && !results[part].mismatch) {
          results[part].mismatch =
              Mismatch{{}, Metric::mate, table.value(Metric::mate, to_move, i), {Worth::illegal, 0}};
        }
      }
    }
  });
  Verification all;
  for (const Verification& result : results) {
    all.positions += result.positions;
    if (!all.mismatch) all.mismatch = result.mismatch;
  }
  return all;
}

}  // namespace qipu::endgame
