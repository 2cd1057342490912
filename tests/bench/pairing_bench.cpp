// Time to pair the next Swiss round, with proof, and to make the standings. Events are generated: score-group
// neighbours meet, nobody twice, about a quarter of the games drawn. The field's figures are those published
// for the Dutch system.
//   pairing_bench            a table
//   pairing_bench FILE.trf   the next round of that file
//   pairing_bench FILE.trf PROGRAM   and another program on it, alternating, quality beside time
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "recorder/tournament/pairing_check.hpp"
#include "recorder/tournament/preset.hpp"
#include "recorder/tournament/standings.hpp"
#include "recorder/tournament/swiss_graph.hpp"
#include "recorder/tournament/trf.hpp"

namespace {

using namespace qipu;
using namespace qipu::tournament;

double user_ms() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) * 1e3 +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-3;
}
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}
EntrantNo no(int n) { return EntrantNo{static_cast<std::uint16_t>(n)}; }

struct Generated {
  PairingRequest request;
  std::vector<Round> rounds;
};

Generated generate(int players, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> score(static_cast<std::size_t>(players) + 1), balance(score.size());
  std::vector<std::set<int>> met(score.size());
  Generated made;
  for (int p = 1; p <= players; ++p) {
    PairingPlayer player;
    player.no = no(p);
    player.order = p;
    made.request.players.push_back(player);
  }
  for (int r = 1; r <= rounds; ++r) {
    std::vector<std::pair<int, int>> order;
    std::vector<unsigned> lots(score.size());
    for (auto& lot : lots) lot = random();
    std::vector<int> list;
    for (int p = 1; p <= players; ++p) list.push_back(p);
    std::sort(list.begin(), list.end(), [&](int a, int b) {
      return std::pair(-score[static_cast<std::size_t>(a)], lots[static_cast<std::size_t>(a)]) <
             std::pair(-score[static_cast<std::size_t>(b)], lots[static_cast<std::size_t>(b)]);
    });
    std::set<int> used;
    Round round;
    round.id = {SectionId{}, PhaseKind::swiss, static_cast<std::uint8_t>(r)};
    for (std::size_t i = 0; i < list.size(); ++i) {
      const int p = list[i];
      if (used.contains(p)) continue;
      int q = 0;
      for (std::size_t k = i + 1; k < list.size() && !q; ++k)
        if (!used.contains(list[k]) && !met[static_cast<std::size_t>(p)].contains(list[k])) q = list[k];
      used.insert(p);
      if (!q) {
        made.request.players[static_cast<std::size_t>(p - 1)].history.push_back({});
        continue;
      }
      used.insert(q);
      const bool first = std::pair(balance[static_cast<std::size_t>(p)], random()) <
                         std::pair(balance[static_cast<std::size_t>(q)], random());
      const int red = first ? p : q, black = first ? q : p;
      ++balance[static_cast<std::size_t>(red)], --balance[static_cast<std::size_t>(black)];
      met[static_cast<std::size_t>(p)].insert(q), met[static_cast<std::size_t>(q)].insert(p);
      const int luck = static_cast<int>(random() % 100), points = luck < 36 ? 2 : luck < 62 ? 1 : 0;
      score[static_cast<std::size_t>(red)] += points, score[static_cast<std::size_t>(black)] += 2 - points;
      made.request.players[static_cast<std::size_t>(red - 1)].history.push_back(
          {PlayedRound::Kind::game, no(black), Side::red, points});
      made.request.players[static_cast<std::size_t>(black - 1)].history.push_back(
          {PlayedRound::Kind::game, no(red), Side::black, 2 - points});
      Game game;
      game.id = {round.id, static_cast<std::uint16_t>(round.games.size() + 1), 0};
      game.red = no(red), game.black = no(black);
      game.result = Result{points == 2   ? Outcome::red_wins
                           : points == 1 ? Outcome::draw
                                         : Outcome::black_wins,
                           points == 1 ? ResultKind::agreed : ResultKind::resign, true};
      round.games.push_back(game);
    }
    made.rounds.push_back(std::move(round));
  }
  for (int p = 1; p <= players; ++p)
    made.request.players[static_cast<std::size_t>(p - 1)].points = score[static_cast<std::size_t>(p)];
  made.request.round = rounds + 1;
  made.request.rounds_planned = rounds + 5;
  return made;
}

struct Timed {
  double ms = 0;
  PairingAnswer answer;
  bool clean = false;
};
Timed time(const PairingRequest& request, int runs) {
  Timed timed;
  std::vector<double> values;
  for (int i = 0; i < runs; ++i) {
    const double begin = user_ms();
    auto answer = pair_swiss(request);
    values.push_back(user_ms() - begin);
    if (!answer) return timed;
    timed.answer = std::move(*answer);
  }
  timed.ms = median(values);
  timed.clean =
      check_pairing(request, timed.answer.pairs, timed.answer.bye, timed.answer.relaxed).faults.empty();
  return timed;
}

// The same round over the graph of all allowed pairs, one solve: what the sparse graph and its proof save.
double full_graph_ms(const PairingRequest& request) {
  const double begin = user_ms();
  const SwissCost cost(request);
  const SwissGraph graph(cost, cost.size());
  const Packing packing(cost, graph.edges(), graph.nodes());
  std::vector<MatchingEdge> edges;
  for (const auto& edge : graph.edges()) edges.push_back({edge.a, edge.b, packing.pack(edge.fields)});
  const bool perfect = minimum_cost_matching(graph.nodes(), edges).perfect;
  return perfect ? user_ms() - begin : 0;
}

// Another program of the field on the same file, as `PROGRAM --dutch FILE -p OUT`; OUT is the number of pairs
// and the pairs, 0 being the bye.
struct Other {
  double ms = 0;
  std::vector<PairingPair> pairs;
  std::optional<EntrantNo> bye;
};
std::optional<Other> run_other(const char* program, const char* file) {
  char out[] = "/tmp/pairing-bench-XXXXXX";
  const int made = ::mkstemp(out);
  if (made < 0) return std::nullopt;
  ::close(made);
  rusage before{}, after{};
  getrusage(RUSAGE_CHILDREN, &before);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(program, program, "--dutch", file, "-p", out, nullptr);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  getrusage(RUSAGE_CHILDREN, &after);
  std::ifstream in(out);
  std::optional<Other> other;
  if (int count = 0; WIFEXITED(status) && WEXITSTATUS(status) == 0 && in >> count) {
    const auto ms = [](const rusage& r) {
      return static_cast<double>(r.ru_utime.tv_sec) * 1e3 + static_cast<double>(r.ru_utime.tv_usec) * 1e-3;
    };
    other.emplace().ms = ms(after) - ms(before);
    for (int red = 0, black = 0; in >> red >> black;) {
      if (black == 0) {
        other->bye = no(red);
      } else {
        other->pairs.push_back({no(red), no(black)});
      }
    }
  }
  ::unlink(out);
  return other;
}

void print_quality(const char* whose, const PairingCheck& check) {
  std::printf(
      "%-8s difference %d, cross-score %d, three %d, surplus %d, alternation %d, repeated floats %d, faults "
      "%zu\n",
      whose, check.difference, check.cross_score, check.three_running + check.surplus_three, check.surplus,
      check.alternation, check.repeated_floats, check.faults.size());
}

int pair_file(const char* name, const char* program) {
  std::ifstream in(name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto trf = read_trf(text, name);
  if (!trf) return std::fprintf(stderr, "%s\n", trf.error().message.en.c_str()), 1;
  const auto request = trf_request(*trf, 0, {});
  if (!request) return std::fprintf(stderr, "%s\n", request.error().message.en.c_str()), 1;
  Timed timed = time(*request, 9);
  std::printf("%zu players, round %d: %.2f ms, %s\n", request->players.size(), request->round, timed.ms,
              timed.answer.proved ? "proved" : "not proved");
  print_quality("ours", check_pairing(*request, timed.answer.pairs, timed.answer.bye, timed.answer.relaxed));
  if (!program) return 0;
  std::vector<double> ratios;
  std::optional<Other> other;
  for (int round = 0; round < 5; ++round) {
    other = run_other(program, name);
    if (!other) return std::fprintf(stderr, "%s does not pair this file\n", program), 1;
    ratios.push_back(other->ms / time(*request, 1).ms);
  }
  print_quality("theirs", check_pairing(*request, other->pairs, other->bye));
  std::printf("median of five, alternating: %.0f times as quick\n", median(ratios));
  return 0;
}

double standings_ms(const Generated& made, int players) {
  const auto regulation = load_preset("swiss");
  if (!regulation) return -1;
  Section section;
  section.id = SectionId{};
  for (int p = 1; p <= players; ++p) {
    Entrant entrant;
    entrant.no = no(p);
    section.entrants.push_back(entrant);
  }
  section.rounds = made.rounds;
  std::vector<double> values;
  for (int i = 0; i < 9; ++i) {
    const double begin = user_ms();
    const auto table = standings(*regulation, section);
    values.push_back(user_ms() - begin);
    if (table.rows.size() != section.entrants.size()) return -1;
  }
  return median(values);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) return pair_file(argv[1], argc > 2 ? argv[2] : nullptr);
  struct Row {
    int players, rounds;
    double field_ms;
  };
  // Without a figure: no published time for the Dutch system.
  std::printf(
      "players rounds      ms   field ms   ratio  proved clean  width solves  full ms  full/ours  difference "
      " cross\n");
  for (const Row& row : {Row{120, 6, 30},
                         {260, 1, 220},
                         {260, 3, 300},
                         {260, 6, 280},
                         {260, 10, 300},
                         {500, 6, 2130},
                         {1000, 6, 24700},
                         {2000, 8, 251000},
                         {5000, 15, 0},
                         {10000, 15, 0}}) {
    const Generated made = generate(row.players, row.rounds, 1);
    const int runs = row.players > 2000 ? 3 : row.players > 600 ? 5 : 15;
    const Timed timed = time(made.request, runs);
    // Alternating, so that both see the same machine.
    std::vector<double> full, ratios;
    for (int i = 0; row.players <= 1000 && i < 5; ++i) {
      full.push_back(full_graph_ms(made.request));
      ratios.push_back(full.back() / time(made.request, 1).ms);
    }
    const auto check =
        check_pairing(made.request, timed.answer.pairs, timed.answer.bye, timed.answer.relaxed);
    std::printf("%7d %6d %7.2f %10.0f %7.0f  %6s %5s  %5d %6d  %7.1f  %9.1f  %10d %6d\n", row.players,
                row.rounds, timed.ms, row.field_ms, row.field_ms / timed.ms,
                timed.answer.proved ? "yes" : "no", timed.clean ? "yes" : "no", timed.answer.width,
                timed.answer.solves, full.empty() ? 0 : median(full), full.empty() ? 0 : median(ratios),
                check.difference, check.cross_score);
  }
  for (const int players : {1000, 10000})
    std::printf("standings, %d players, 11 rounds: %.2f ms\n", players,
                standings_ms(generate(players, 11, 2), players));
  return 0;
}
