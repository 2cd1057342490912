#include "recorder/tournament/standings.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "recorder/tournament/score_table.hpp"

namespace qipu::tournament {
namespace {

constexpr std::size_t most_criteria = 8;

/// The values of one entrant after leaving out some rounds, by place in TieBreakRule::order. Bigger is always
/// better: criteria where fewer is better are kept negated.
using Values = std::array<std::int32_t, most_criteria>;

struct Row {
  EntrantNo entrant;
  std::vector<Values> by_drop;  ///< [k]: without k rounds; [0] is everything
  StandingRow shown;
};

struct FoulsByRound {
  std::vector<int> fouls, deducted;
};

int tie_break_value(Criterion criterion, const StandingRow& row) {
  switch (criterion) {
    case Criterion::points:
      return row.points;
    case Criterion::cumulative:
      return row.cumulative;
    case Criterion::wins:
      return row.wins;
    case Criterion::fouls:
      return -row.fouls;
    case Criterion::second_games:
      return row.second_games;
    case Criterion::opponents_sum:
      return row.opponents_sum;
    case Criterion::black_wins:
      return row.black_wins;
    case Criterion::seed:
      return -static_cast<int>(row.entrant.value);
    case Criterion::direct_encounter:
    case Criterion::lots:
    case Criterion::manual:
      return 0;
  }
  return 0;
}

class Table {
 public:
  Table(const Regulation& regulation, const Section& section, const StandingsRequest& request)
      : regulation_(regulation),
        section_(section),
        request_(request),
        rule_(regulation.tie_break),
        scores_(regulation, section,
                request.rounds < 0 ? static_cast<int>(section.rounds.size()) : request.rounds) {}

  Standings make() {
    collect();
    std::vector<std::size_t> order(rows_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      const auto c = compare(rows_[a], rows_[b]);
      return c != 0 ? c > 0 : rows_[a].entrant < rows_[b].entrant;
    });
    // Groups that the criteria leave equal go to the last resorts, one after the other, each only inside what
    // is still tied.
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i : order) {
      if (!groups.empty() && compare(rows_[groups.back().front()], rows_[i]) == 0) {
        groups.back().push_back(i);
      } else {
        groups.push_back({i});
      }
    }
    Standings out{scores_.rounds(), {}};
    out.rows.reserve(rows_.size());
    for (auto& group : groups) emit(resolve(group), out);
    for (std::size_t i = 0; i + 1 < out.rows.size(); ++i)
      if (!out.rows[i].separated_by && out.rows[i].rank != out.rows[i + 1].rank)
        out.rows[i].separated_by =
            separation(by_entrant(out.rows[i].entrant), by_entrant(out.rows[i + 1].entrant));
    return out;
  }

 private:
  struct Part {  ///< entrants that stay equal, and what separates them from the part below
    std::vector<std::size_t> rows;
    std::optional<Separation> below;
  };

  void collect() {
    const std::size_t people = section_.entrants.size();
    std::vector<FoulsByRound> fouls(people);
    for (const auto& foul : section_.fouls) {
      const FoulKind* kind = regulation_.foul.find(foul.kind);
      if (!foul.counts() || !kind || !kind->counts || !section_.find(foul.entrant.no)) continue;
      if (request_.fouls_until && foul.at > *request_.fouls_until) continue;
      if (foul.round > scores_.rounds() && request_.rounds >= 0) continue;
      FoulsByRound& of = fouls[foul.entrant.no.value - 1u];
      if (of.fouls.empty()) {
        of.fouls.assign(static_cast<std::size_t>(scores_.rounds()) + 1, 0);
        of.deducted = of.fouls;
      }
      const auto round = static_cast<std::size_t>(std::clamp(foul.round, 0, scores_.rounds()));
      ++of.fouls[round];
      if (kind->code == "K4" ? regulation_.foul.k4_deducts : kind->deducts_cumulative) ++of.deducted[round];
    }
    rows_.reserve(people);
    place_.assign(people + 1, 0);
    for (const auto& entrant : section_.entrants) {
      const bool out = entrant.state == EntrantState::expelled || entrant.state == EntrantState::excluded ||
                       entrant.state == EntrantState::waiting;
      if (out || (request_.only_active && !entrant.in_play())) continue;
      place_[entrant.no.value] = rows_.size();
      rows_.push_back(measure(entrant, fouls[entrant.no.value - 1u]));
    }
    for (auto& row : rows_) {
      for (int r = 1; r <= scores_.rounds(); ++r) {
        const auto& cell = scores_.at(row.entrant, r);
        if (cell.opponent.value != 0 && section_.find(cell.opponent))
          row.shown.opponents_sum += total(cell.opponent);
      }
      fill_values(row, fouls[row.entrant.value - 1u]);
    }
  }

  int total(EntrantNo who) {
    if (totals_.empty()) totals_.assign(section_.entrants.size() + 1, -1);
    int& sum = totals_[who.value];
    if (sum < 0) {
      sum = 0;
      for (int r = 1; r <= scores_.rounds(); ++r) sum += scores_.at(who, r).points;
    }
    return sum;
  }

  bool counts_as_black(const RoundScore& cell) const {
    if (cell.kind == PlayedRound::Kind::absent || cell.side != Side::black) return false;
    if (cell.kind == PlayedRound::Kind::walkover) return rule_.walkover_black_counts;
    return cell.kind == PlayedRound::Kind::game || regulation_.bye.counts_as_black;
  }

  /// Adds the rounds after the first `from` and up to `to` to a row that shows nothing yet.
  void add_rounds(StandingRow& row, const FoulsByRound& fouls, int from, int to) const {
    for (int r = from + 1; r <= to; ++r) {
      const auto& cell = scores_.at(row.entrant, r);
      row.points += cell.points;
      row.cumulative += row.points;
      row.wins += cell.won;
      row.black_wins += cell.won && cell.side == Side::black && cell.kind != PlayedRound::Kind::bye;
      row.second_games += counts_as_black(cell);
      row.games += cell.kind == PlayedRound::Kind::game || cell.kind == PlayedRound::Kind::walkover;
    }
    if (fouls.fouls.empty()) return;
    for (int r = from == 0 ? 0 : from + 1; r <= to; ++r) {
      row.fouls += fouls.fouls[static_cast<std::size_t>(r)];
      if (rule_.cumulative_minus_fouls) row.cumulative -= fouls.deducted[static_cast<std::size_t>(r)];
    }
  }

  Row measure(const Entrant& entrant, const FoulsByRound& fouls) const {
    Row row;
    row.entrant = row.shown.entrant = entrant.no;
    row.shown.knockout_number = section_.knockout.number_of(entrant.no);
    add_rounds(row.shown, fouls, 0, scores_.rounds());
    return row;
  }

  void fill_values(Row& row, const FoulsByRound& fouls) const {
    const int drops = rule_.drop == DropRound::none ? 0 : std::max(0, scores_.rounds() - 1);
    row.by_drop.reserve(static_cast<std::size_t>(drops) + 1);
    for (int k = 0; k <= drops; ++k) {
      StandingRow part = row.shown;
      Values values{};
      if (k > 0) {
        part = StandingRow{};
        part.entrant = row.entrant;
        const bool from_the_end = rule_.drop == DropRound::last_rounds;
        add_rounds(part, fouls, from_the_end ? 0 : k, from_the_end ? scores_.rounds() - k : scores_.rounds());
      }
      // With `chain` the whole order is compared again without round 1; else only the score.
      const std::size_t criteria = std::min(rule_.order.size(), most_criteria);
      if (k == 0 || rule_.drop == DropRound::chain) {
        for (std::size_t c = 0; c < criteria; ++c) values[c] = tie_break_value(rule_.order[c], part);
      } else if (rule_.drop == DropRound::scores) {
        // "Lower score of round 1 first": who scored less in it has more of the same total without it.
        values[0] = part.points;
      } else {
        values[0] = part.points;
      }
      row.by_drop.push_back(values);
    }
  }

  static int compare(const Row& a, const Row& b) {
    for (std::size_t k = 0; k < a.by_drop.size(); ++k) {
      const auto c = a.by_drop[k] <=> b.by_drop[k];
      if (c != 0) return c > 0 ? 1 : -1;
    }
    return 0;
  }

  std::optional<Separation> separation(const Row& a, const Row& b) const {
    for (std::size_t k = 0; k < a.by_drop.size(); ++k)
      for (std::size_t c = 0; c < most_criteria; ++c)
        if (a.by_drop[k][c] != b.by_drop[k][c]) {
          const bool only_score = k > 0 && rule_.drop != DropRound::chain;
          const Criterion criterion = only_score ? Criterion::points : rule_.order[c];
          const int sign = criterion == Criterion::fouls || criterion == Criterion::seed ? -1 : 1;
          return Separation{criterion, static_cast<int>(k), sign * a.by_drop[k][c], sign * b.by_drop[k][c]};
        }
    return std::nullopt;
  }

  const Row& by_entrant(EntrantNo who) const { return rows_[place_[who.value]]; }

  /// Points in the games of a group among themselves; nothing unless all of them have met.
  std::optional<std::vector<int>> direct(const std::vector<std::size_t>& group) const {
    std::vector<int> points(group.size(), 0);
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::size_t met = 0;
      for (int r = 1; r <= scores_.rounds(); ++r) {
        const auto& cell = scores_.at(rows_[group[i]].entrant, r);
        for (std::size_t j = 0; j < group.size(); ++j)
          if (j != i && cell.opponent == rows_[group[j]].entrant) {
            ++met;
            points[i] += cell.points;
          }
      }
      if (met + 1 < group.size()) return std::nullopt;
    }
    return points;
  }

  /// Splits a part by values (bigger is better), keeping order inside.
  static std::vector<Part> split(const Part& part, const std::vector<int>& values, Criterion criterion) {
    std::vector<std::size_t> by(part.rows.size());
    std::iota(by.begin(), by.end(), std::size_t{0});
    std::ranges::stable_sort(by, [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    std::vector<Part> parts;
    const bool shows = criterion != Criterion::lots && criterion != Criterion::manual;
    for (std::size_t i = 0; i < by.size(); ++i) {
      if (i > 0 && values[by[i]] == values[by[i - 1]]) {
        parts.back().rows.push_back(part.rows[by[i]]);
        continue;
      }
      if (i > 0)
        parts.back().below =
            Separation{criterion, 0, shows ? values[by[i - 1]] : 0, shows ? values[by[i]] : 0};
      parts.push_back({{part.rows[by[i]]}, std::nullopt});
    }
    parts.back().below = part.below;
    return parts;
  }

  std::vector<Part> apply(const Part& part, Criterion criterion) const {
    std::vector<int> values(part.rows.size(), 0);
    if (criterion == Criterion::direct_encounter) {
      const auto points = direct(part.rows);
      if (!points) return {part};
      values = *points;
    } else {
      for (std::size_t i = 0; i < part.rows.size(); ++i)
        values[i] = tie_break_value(criterion, rows_[part.rows[i]].shown);
    }
    return split(part, values, criterion);
  }

  /// Decisions of arbiters and drawings of lots that name everybody of a tie.
  std::vector<Part> decide(const Part& part) const {
    for (auto tie = section_.ties.rbegin(); tie != section_.ties.rend(); ++tie) {
      std::vector<int> values;
      for (std::size_t i : part.rows) {
        const auto at = std::ranges::find(tie->order, rows_[i].entrant);
        if (at == tie->order.end()) break;
        values.push_back(-static_cast<int>(at - tie->order.begin()));
      }
      if (values.size() == part.rows.size())
        return split(part, values, tie->lots ? Criterion::lots : Criterion::manual);
    }
    return {part};
  }

  std::vector<Part> resolve(const std::vector<std::size_t>& group) const {
    std::vector<Part> parts{{group, std::nullopt}};
    if (group.size() < 2 || !request_.last_resort) return parts;
    const auto each = [&](auto&& step) {
      std::vector<Part> next;
      for (const auto& part : parts) {
        if (part.rows.size() < 2) {
          next.push_back(part);
        } else {
          for (auto& piece : step(part)) next.push_back(std::move(piece));
        }
      }
      parts = std::move(next);
    };
    for (Criterion criterion : rule_.last_resort)
      if (criterion != Criterion::lots && criterion != Criterion::manual)
        each([&](const Part& part) { return apply(part, criterion); });
    each([&](const Part& part) { return decide(part); });
    return parts;
  }

  void emit(const std::vector<Part>& parts, Standings& out) const {
    for (const auto& part : parts) {
      const int rank = static_cast<int>(out.rows.size()) + 1;
      for (std::size_t i : part.rows) {
        StandingRow row = rows_[i].shown;
        row.rank = rank;
        if (part.rows.size() > 1)
          for (std::size_t j : part.rows)
            if (j != i) row.tied_with.push_back(rows_[j].entrant);
        out.rows.push_back(std::move(row));
      }
      out.rows.back().separated_by = part.below;
    }
  }

  const Regulation& regulation_;
  const Section& section_;
  const StandingsRequest& request_;
  const TieBreakRule& rule_;
  ScoreTable scores_;
  std::vector<Row> rows_;
  std::vector<std::size_t> place_;
  std::vector<int> totals_;
};

}  // namespace

Standings standings(const Regulation& regulation, const Section& section, const StandingsRequest& request) {
  return Table(regulation, section, request).make();
}

std::vector<EntrantNo> draw_lots(std::uint64_t seed, std::vector<EntrantNo> tied) {
  std::ranges::sort(tied);
  // splitmix64 and a Fisher–Yates shuffle: the same on every machine, to be repeated by anybody who knows the
  // seed.
  std::uint64_t state = seed;
  const auto next = [&] {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  };
  for (std::size_t i = tied.size(); i > 1; --i) std::swap(tied[i - 1], tied[next() % i]);
  return tied;
}

std::string text(const Separation& separation) {
  std::string out(name(separation.criterion));
  if (separation.dropped > 0) out += "-" + std::to_string(separation.dropped);
  return out;
}

Text explain(const Separation& separation) {
  static constexpr std::array<std::string_view, 11> zh = {"积分",     "累进分",   "胜局",   "犯规",
                                                          "后走局数", "直接对局", "对手分", "后走胜局",
                                                          "抽签",     "裁判裁定", "编号"};
  static constexpr std::array<std::string_view, 11> en = {"points",
                                                          "cumulative points",
                                                          "wins",
                                                          "fouls",
                                                          "games as second player",
                                                          "their own game",
                                                          "opponents' points",
                                                          "wins as second player",
                                                          "lots",
                                                          "an arbiter's decision",
                                                          "number"};
  const auto i = static_cast<std::size_t>(separation.criterion);
  Text out{std::string(zh[i]), std::string(en[i])};
  if (separation.criterion != Criterion::lots && separation.criterion != Criterion::manual) {
    const std::string values = std::to_string(separation.ours) + " : " + std::to_string(separation.theirs);
    out.zh += " " + values;
    out.en += " " + values;
  }
  if (separation.dropped > 0) {
    out.zh = "除去 " + std::to_string(separation.dropped) + " 轮后比较：" + out.zh;
    out.en = "without " + std::to_string(separation.dropped) + " rounds: " + out.en;
  }
  return out;
}

}  // namespace qipu::tournament
