#include <algorithm>
#include <string>
#include <utility>

#include "recorder/tournament/pairing.hpp"
#include "recorder/tournament/swiss_graph.hpp"

namespace qipu::tournament {
namespace {

constexpr int first_width = 16, width_without_proof = 48, most_proved = 2000, widest = 256, most_solves = 60;

/// Sum of the blossoms that hold both ends: they are nested, so the common ones are the common beginning of
/// two lists.
class BlossomSums {
 public:
  BlossomSums(const Matching& matching, int nodes) : of_(static_cast<std::size_t>(nodes)) {
    std::vector<std::size_t> order(matching.blossoms.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      return matching.blossoms[a].nodes.size() > matching.blossoms[b].nodes.size();
    });
    for (std::size_t k : order) {
      values_.push_back(matching.blossoms[k].value);
      for (int node : matching.blossoms[k].nodes)
        of_[static_cast<std::size_t>(node)].push_back(values_.size() - 1);
    }
  }
  Int128 of(int a, int b) const {
    const auto &x = of_[static_cast<std::size_t>(a)], &y = of_[static_cast<std::size_t>(b)];
    Int128 sum = 0;
    for (std::size_t k = 0; k < x.size() && k < y.size() && x[k] == y[k]; ++k) sum += values_[x[k]];
    return sum;
  }

 private:
  std::vector<Int128> values_;
  std::vector<std::vector<std::size_t>> of_;
};

struct Candidate {
  Int128 slack;
  int a, b;
};

/// Pairs that are not in the graph and would improve the matching; none: the optimum over all allowed pairs
/// is proved.
std::vector<Candidate> price(const SwissCost& cost, const Packing& packing, const Matching& matching) {
  const int n = cost.size();
  const auto& seats = cost.seats();
  const auto& y = matching.dual;
  const BlossomSums blossoms(matching, n + (cost.odd() ? 1 : 0));
  std::vector<Int128> least;  // smallest dual of each group
  for (int i = 0; i < n; ++i) {
    const auto group = static_cast<std::size_t>(seats[static_cast<std::size_t>(i)].group);
    if (group == least.size()) {
      least.push_back(y[static_cast<std::size_t>(i)]);
    } else {
      least[group] = std::min(least[group], y[static_cast<std::size_t>(i)]);
    }
  }
  std::vector<Candidate> found, of_player;
  for (int i = 0; i < n; ++i) {
    of_player.clear();
    const Seat& a = seats[static_cast<std::size_t>(i)];
    for (int j = i + 1; j < n;) {
      const Seat& b = seats[static_cast<std::size_t>(j)];
      Fields gap{};
      cost.gap_fields(a.points, b.points, a.group, gap);
      const Int128 base = 4 * packing.pack(gap) + y[static_cast<std::size_t>(i)];
      if (base + least[static_cast<std::size_t>(b.group)] < 0)
        for (int k = j; k < b.group_end; ++k) {
          // What is cheap to know first: most pairs end at the duals or at the blossoms that hold both.
          const Int128 duals = base + y[static_cast<std::size_t>(k)];
          if (duals >= 0) continue;
          const Int128 shared = blossoms.of(i, k);
          if (duals + shared >= 0) continue;
          const PairCost pair = cost.pair(i, k);
          if (!pair.allowed) continue;
          const Int128 slack = 4 * packing.pack(pair.fields) + y[static_cast<std::size_t>(i)] +
                               y[static_cast<std::size_t>(k)] + shared;
          if (slack < 0) of_player.push_back({slack, i, k});
        }
      j = b.group_end;
    }
    if (cost.odd()) {
      const PairCost bye = cost.bye(i);
      if (bye.allowed) {
        const Int128 slack = 4 * packing.pack(bye.fields) + y[static_cast<std::size_t>(i)] +
                             y[static_cast<std::size_t>(n)] + blossoms.of(i, n);
        if (slack < 0) of_player.push_back({slack, i, n});
      }
    }
    std::ranges::sort(of_player, [](const Candidate& x, const Candidate& z) {
      return x.slack != z.slack ? x.slack < z.slack : x.b < z.b;
    });
    const std::size_t most = std::min<std::size_t>(of_player.size(), 6);
    found.insert(found.end(), of_player.begin(), of_player.begin() + static_cast<std::ptrdiff_t>(most));
  }
  return found;
}

struct Solution {
  Matching matching;
  bool proved = false, fits = true;
  int width = 0, solves = 0;
};

Matching solve(const SwissCost& cost, const std::vector<GraphEdge>& edges, int nodes,
               std::optional<Packing>& packing) {
  packing.emplace(cost, edges, nodes);
  if (!packing->fits()) return {};
  std::vector<MatchingEdge> weighted;
  weighted.reserve(edges.size());
  for (const auto& edge : edges) weighted.push_back({edge.a, edge.b, packing->pack(edge.fields)});
  return minimum_cost_matching(nodes, weighted);
}

/// Somebody whom no pair and no bye is open to: then no graph has a pairing, and none needs to be solved to
/// know it.
bool somebody_stranded(const SwissCost& cost) {
  const int n = cost.size();
  const auto open = [&](int i) {
    if (cost.odd() && cost.bye(i).allowed) return true;
    // Nearest ranks first: the first or second nearly always will do.
    for (int step = 1; step < n; ++step) {
      if (i + step < n && cost.pair(i, i + step).allowed) return true;
      if (i - step >= 0 && cost.pair(i - step, i).allowed) return true;
    }
    return false;
  };
  for (int i = 0; i < n; ++i)
    if (!open(i)) return true;
  return false;
}

/// Whether the full graph has a perfect pairing, whatever it costs.
bool pairable(const SwissCost& cost) {
  const int n = cost.size();
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j)
      if (cost.pair(i, j).allowed) pairs.emplace_back(i, j);
    if (cost.odd() && cost.bye(i).allowed) pairs.emplace_back(i, n);
  }
  return has_perfect_matching(n + (cost.odd() ? 1 : 0), pairs);
}

/// The optimum under the present relaxations; not perfect when even the full graph has none.
Solution optimum(const SwissCost& cost) {
  Solution out;
  const int n = cost.size();
  const bool prove = n <= most_proved;
  bool asked = !prove;
  if (somebody_stranded(cost)) return out;
  for (int width = prove ? first_width : width_without_proof;; width *= 2) {
    if (width > widest) width = n;
    SwissGraph graph(cost, width);
    std::vector<GraphEdge> edges = graph.edges();
    std::optional<Packing> packing;
    out.width = std::min(width, n);
    for (int round = 0; round < most_solves; ++round) {
      out.matching = solve(cost, edges, graph.nodes(), packing);
      ++out.solves;
      out.fits = packing->fits();
      if (!out.fits) return out;
      if (!out.matching.perfect) {
        // Wider graphs are only worth solving where one of them has a pairing.
        if (!std::exchange(asked, true) && !pairable(cost)) return out;
        break;
      }
      out.proved = graph.full();
      if (graph.full() || !prove) return out;
      const auto better = price(cost, *packing, out.matching);
      if (better.empty()) {
        out.proved = true;
        return out;
      }
      for (const auto& candidate : better) {
        const PairCost pair = candidate.b == n ? cost.bye(candidate.a) : cost.pair(candidate.a, candidate.b);
        edges.push_back({candidate.a, candidate.b, pair.fields});
      }
    }
    if (graph.full()) return out;
  }
}

Problem no_pairing(const SwissCost& cost, const PairingRequest& request) {
  const std::string n = std::to_string(cost.size());
  Problem problem{
      "no_pairing",
      {n + " 名棋手在本轮找不到任何合乎规定的编排（都已相遇过）；可改循环赛，或由裁判长准许重复对阵",
       "no pairing of " + n +
           " players exists without a rematch; play a round-robin, or let the chief arbiter "
           "allow a rematch"},
      {{"players", n}, {"round", std::to_string(request.round)}},
      "",
      std::nullopt};
  return problem;
}

std::string colour_text(const Seat& seat) {
  std::string out;
  for (auto colour : seat.colours) out += colour < 0 ? '-' : colour == 0 ? 'r' : 'b';
  return out;
}

Text sentence(const PairingReason& reason, bool bye, bool odd_group) {
  const std::string points = std::to_string(reason.points), theirs = std::to_string(reason.opponent_points);
  if (bye)
    return {"积 " + points + " 分，轮空：最低分段中未轮空者",
            points + " points: the bye, the lowest who had none"};
  Text text;
  if (reason.floated == 0) {
    text = {"同积 " + points + " 分", "equal scores, " + points};
  } else if (reason.floated > 0) {
    text = {"积 " + points + " 分下调，对 " + theirs + " 分", "down from " + points + " to " + theirs};
  } else {
    text = {"积 " + points + " 分上调，对 " + theirs + " 分", "up from " + points + " to " + theirs};
  }
  if (reason.floated != 0 && odd_group) {
    text.zh += "（本分段人数为单）";
    text.en += " (the group is odd)";
  }
  if (reason.due) {
    text.zh += reason.got_due
                   ? "；应走" + std::string(*reason.due == Side::red ? "先" : "后") + "，如愿"
                   : "；应走" + std::string(*reason.due == Side::red ? "先" : "后") + "，对手更需要";
    text.en += std::string("; due ") + (*reason.due == Side::red ? "red" : "black") +
               (reason.got_due ? ", given" : ", not given");
  }
  return text;
}

class Answer {
 public:
  Answer(const PairingRequest& request, const SwissCost& cost, const Solution& solution)
      : request_(request), cost_(cost), seats_(cost.seats()), solution_(solution) {}

  PairingAnswer make() {
    out_.round = request_.round;
    out_.engine = "cn-swiss/1";
    out_.seed = request_.rule.seed;
    out_.proved = solution_.proved;
    out_.width = solution_.width;
    out_.solves = solution_.solves;
    const int n = cost_.size();
    std::vector<std::pair<int, int>> boards;
    for (int i = 0; i < n; ++i) {
      const int j = solution_.matching.mate[static_cast<std::size_t>(i)];
      if (j == n) {
        take_bye(i);
      } else if (i < j) {
        boards.push_back({i, j});
      }
    }
    std::ranges::sort(boards, [&](const auto& x, const auto& y) {
      const auto key = [&](const auto& p) {
        const int high = seat(p.first).points, low = seat(p.second).points;
        return std::array{-high, -(high + low), p.first};
      };
      return key(x) < key(y);
    });
    for (const auto& [i, j] : boards) take_pair(i, j);
    out_.parity_bound = parity_bound();
    std::ranges::sort(out_.reasons, {}, &PairingReason::rank);
    return std::move(out_);
  }

 private:
  const Seat& seat(int i) const { return seats_[static_cast<std::size_t>(i)]; }

  void add(const Fields& fields) {
    for (std::size_t f = 0; f < cost_fields; ++f) out_.sums[f] += fields[f];
  }

  void take_bye(int i) {
    out_.bye = seat(i).no;
    add(cost_.bye(i).fields);
    if (seat(i).had_bye) out_.relaxed.push_back({seat(i).no, {}, Relaxation::second_bye});
    PairingReason reason = about(i);
    reason.floated = 1;
    reason.sentence = sentence(reason, true, false);
    out_.reasons.push_back(std::move(reason));
  }

  void take_pair(int i, int j) {
    const PairCost pair = cost_.pair(i, j);
    add(pair.fields);
    const EntrantNo red = seat(pair.upper_red ? i : j).no, black = seat(pair.upper_red ? j : i).no;
    out_.pairs.push_back({red, black});
    const auto report = [&](bool broken, Relaxation relaxation) {
      if (broken) out_.relaxed.push_back({red, black, relaxation});
    };
    report(pair.fields[static_cast<int>(CostField::three_running)] > 0, Relaxation::three_running);
    report(pair.fields[static_cast<int>(CostField::surplus_three)] > 0, Relaxation::surplus_three);
    report(cost_.kept_apart(i, j), Relaxation::forbidden);
    report(cost_.met(i, j), Relaxation::rematch);
    for (const auto& [me, other, is_red] :
         {std::tuple{i, j, pair.upper_red}, std::tuple{j, i, !pair.upper_red}}) {
      PairingReason reason = about(me);
      reason.opponent_points = seat(other).points;
      reason.floated = reason.points > reason.opponent_points   ? 1
                       : reason.points < reason.opponent_points ? -1
                                                                : 0;
      if (const int due = cost_.due(me); due != 0) {
        reason.due = due > 0 ? Side::red : Side::black;
        reason.got_due = (*reason.due == Side::red) == is_red;
      }
      reason.sentence = sentence(reason, false, reason.group_size % 2 != 0);
      out_.reasons.push_back(std::move(reason));
    }
  }

  PairingReason about(int i) const {
    PairingReason reason;
    const Seat& me = seat(i);
    reason.entrant = me.no;
    reason.points = me.points;
    reason.rank = i + 1;
    reason.group_size = me.group_end - me.group_begin;
    reason.colours = colour_text(me);
    const int half = reason.group_size / 2, position = i - me.group_begin;
    const int target = me.group_begin + (position < half ? position + half : position - half);
    if (half > 0) reason.target = seat(target).no;
    return reason;
  }

  std::int64_t parity_bound() const {
    std::int64_t bound = 0;
    int above = 0;
    for (int i = 0; i < cost_.size(); ++i) {
      if (seat(i).no != out_.bye) ++above;
      if (i + 1 < cost_.size() && seat(i).points != seat(i + 1).points && above % 2 != 0)
        bound += seat(i).points - seat(i + 1).points;
    }
    return bound;
  }

  const PairingRequest& request_;
  const SwissCost& cost_;
  const std::vector<Seat>& seats_;
  const Solution& solution_;
  PairingAnswer out_;
};

}  // namespace

std::expected<PairingAnswer, Problem> pair_swiss(const PairingRequest& request) {
  SwissCost cost(request);
  if (cost.size() < 2)
    return std::unexpected(Problem{"too_few_players",
                                   {"可编排的棋手不足两人", "fewer than two players can be paired"},
                                   {{"players", std::to_string(cost.size())}},
                                   "",
                                   std::nullopt});
  Relaxed relaxed;
  Solution solution = optimum(cost);
  bool Relaxed::*const steps[] = {&Relaxed::three_running, &Relaxed::surplus_three, &Relaxed::forbidden};
  for (auto step : steps) {
    if (solution.matching.perfect || !solution.fits) break;
    relaxed.*step = true;
    cost.relax(relaxed);
    solution = optimum(cost);
  }
  if (!solution.matching.perfect && request.allow_rematch) {
    for (auto step : {&Relaxed::second_bye, &Relaxed::rematch}) {
      if (solution.matching.perfect || !solution.fits) break;
      relaxed.*step = true;
      cost.relax(relaxed);
      solution = optimum(cost);
    }
  }
  if (!solution.fits)
    return std::unexpected(
        Problem{"points_too_far_apart",
                {"积分相差过大，编排算不下", "the points lie too far apart to be compared exactly"},
                {{"players", std::to_string(cost.size())}},
                "",
                std::nullopt});
  if (!solution.matching.perfect) return std::unexpected(no_pairing(cost, request));
  return Answer(request, cost, solution).make();
}

std::optional<Problem> rounds_warning(int active_players, int rounds) {
  if (rounds <= active_players / 2) return std::nullopt;
  const std::string n = std::to_string(active_players), r = std::to_string(rounds);
  return Problem{"too_many_rounds",
                 {n + " 人编排 " + r + " 轮，可能出现无法编排的轮次；建议改为循环赛",
                  n + " players over " + r + " rounds: a round may have no pairing; consider a round-robin"},
                 {{"players", n}, {"rounds", r}},
                 "",
                 std::nullopt};
}

}  // namespace qipu::tournament
