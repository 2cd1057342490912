#include "recorder/tournament/matching.hpp"

#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <limits>

static_assert(std::numeric_limits<qipu::tournament::Int128>::is_integer,
              "the solver would choose a wrong dual scale");

namespace qipu::tournament {

Matching minimum_cost_matching(int nodes, const std::vector<MatchingEdge>& edges) {
  using Graph = lemon::SmartGraph;
  Matching result;
  Graph graph;
  graph.reserveNode(nodes);
  graph.reserveEdge(static_cast<int>(edges.size()));
  for (int i = 0; i < nodes; ++i) graph.addNode();
  Graph::EdgeMap<Int128> weight(graph);
  for (const auto& edge : edges)
    weight[graph.addEdge(Graph::nodeFromId(edge.a), Graph::nodeFromId(edge.b))] = -edge.cost;
  lemon::MaxWeightedPerfectMatching<Graph, Graph::EdgeMap<Int128>> solver(graph, weight);
  if (!solver.run()) return result;
  result.perfect = true;
  result.mate.resize(static_cast<std::size_t>(nodes));
  result.dual.resize(static_cast<std::size_t>(nodes));
  for (int i = 0; i < nodes; ++i) {
    const Graph::Node node = Graph::nodeFromId(i);
    result.mate[static_cast<std::size_t>(i)] = graph.id(solver.mate(node));
    result.dual[static_cast<std::size_t>(i)] = solver.nodeValue(node);
  }
  for (int k = 0; k < solver.blossomNum(); ++k) {
    Blossom blossom;
    blossom.value = solver.blossomValue(k);
    for (decltype(solver)::BlossomIt it(solver, k); it != lemon::INVALID; ++it)
      blossom.nodes.push_back(graph.id(it));
    result.blossoms.push_back(static_cast<Blossom&&>(blossom));
  }
  return result;
}

bool has_perfect_matching(int nodes, const std::vector<std::pair<int, int>>& pairs) {
  using Graph = lemon::SmartGraph;
  if (nodes % 2 != 0) return false;
  Graph graph;
  graph.reserveNode(nodes);
  graph.reserveEdge(static_cast<int>(pairs.size()));
  for (int i = 0; i < nodes; ++i) graph.addNode();
  for (const auto& pair : pairs) graph.addEdge(Graph::nodeFromId(pair.first), Graph::nodeFromId(pair.second));
  lemon::MaxMatching<Graph> solver(graph);
  solver.run();
  return solver.matchingSize() * 2 == nodes;
}

}  // namespace qipu::tournament
