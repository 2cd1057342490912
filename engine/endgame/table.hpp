// The finished table of one class: for every position and either side to move, win, draw or loss with the
// plies to mate and to the next capture. Repetition is a draw in it, stalemate a loss (rule:M4).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/endgame/shape.hpp"

namespace qipu::endgame {

/// What a position is worth for the side to move.
enum class Worth : std::uint8_t { draw, win, loss, illegal };

struct Value {
  Worth worth = Worth::draw;
  std::uint16_t plies = 0;  ///< to the end that the metric counts to; 0 for a draw
  bool operator==(const Value&) const = default;
};

/// What the plies of a value count to. The last two count only on captures after which the win can still be
/// forced with no more than that many rounds between captures (rule:N1), so that a win there is one which the
/// natural limit cannot stop.
enum class Metric : std::uint8_t { mate, capture, capture_in_40, capture_in_30 };
inline constexpr int metric_count = 4;
/// Rounds without a capture after which a draw may be claimed; 0: no limit.
constexpr int limit_rounds(Metric metric) {
  return metric == Metric::capture_in_40 ? 40 : metric == Metric::capture_in_30 ? 30 : 0;
}

/// Values of one metric and one side to move: a byte a position and what the bytes mean.
struct Plane {
  std::vector<std::uint8_t> codes;
  std::vector<Value> meaning;

  bool empty() const { return codes.empty(); }
  Value at(std::uint64_t index) const { return meaning[codes[index]]; }
};

/// Counts of one side to move, mirror images included.
struct Census {
  std::uint64_t legal = 0, wins = 0, draws = 0, losses = 0;
  std::uint64_t settled_losses = 0;  ///< losses that take more than four plies to the next capture or mate
  std::optional<std::uint16_t> longest_win, longest_loss;  ///< plies to mate
  bool operator==(const Census&) const = default;
};

class Table {
 public:
  explicit Table(const Material& material) : shape_(material) {}

  const Shape& shape() const { return shape_; }
  const Plane& plane(Metric metric, Side to_move) const { return planes_[at(metric, to_move)]; }
  Plane& plane(Metric metric, Side to_move) { return planes_[at(metric, to_move)]; }
  const Census& census(Side to_move) const { return census_[static_cast<std::size_t>(to_move)]; }
  Census& census(Side to_move) { return census_[static_cast<std::size_t>(to_move)]; }

  /// Every win of the class can be forced within this limit: the metric has no planes of its own and
  /// Metric::capture stands for it.
  bool unlimited(Metric metric) const { return plane(metric, Side::red).empty(); }
  Value value(Metric metric, Side to_move, std::uint64_t index) const {
    return plane(limit_rounds(metric) && unlimited(metric) ? Metric::capture : metric, to_move).at(index);
  }
  Value value(Metric metric, Side to_move, const Placement& placement) const {
    return value(metric, to_move, shape_.index(placement));
  }
  /// The longest plies of a decided position, either side to move and to win; nothing when all are draws.
  std::optional<std::uint16_t> longest() const;

 private:
  static std::size_t at(Metric metric, Side to_move) {
    return static_cast<std::size_t>(metric) * 2 + static_cast<std::size_t>(to_move);
  }
  Shape shape_;
  std::array<Plane, metric_count * 2> planes_;
  std::array<Census, 2> census_;
};

/// Where tables come from. Not thread safe unless an implementation says so.
class TableSource {
 public:
  virtual ~TableSource() = default;
  /// The table of a class, first side as given by `Material::canonical()`; null when it is not covered. The
  /// table lives as long as the source.
  virtual const Table* table(const Material& canonical) = 0;
};

}  // namespace qipu::endgame
