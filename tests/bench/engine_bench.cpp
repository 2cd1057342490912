// Speed of the move generator: nodes a second of user time and instructions a leaf, three ways of visiting
// the last ply (counted, listed, every move made and unmade) beside the plain rules that the tests compare
// with.
//   engine_bench                          all positions, five alternating rounds, medians
//   engine_bench WAY DEPTH [FEN]          one count, for callgrind: WAY is counted, listed, made or plain
// Instructions are counted where valgrind is installed (build with -DQIPU_MARCH=x86-64-v3 at most: it knows
// no AVX-512).
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position.hpp"
#include "tests/support/plain_rules.hpp"

namespace {

using namespace qipu;

// Published figures of other programs, instructions a leaf of perft(4) from the start: the strongest engine's
// bulk count and the fastest maker of every leaf move.
constexpr double kFieldCounted = 147, kFieldMade = 747;

std::uint64_t listed(Position& p, int depth) {
  const MoveList moves = p.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (Move m : moves) {
    const auto undo = p.make(m);
    nodes += listed(p, depth - 1);
    p.unmake(m, undo);
  }
  return nodes;
}

std::uint64_t made(Position& p, int depth) {
  std::uint64_t nodes = 0;
  for (Move m : p.legal_moves()) {
    const auto undo = p.make(m);
    nodes += depth == 1 ? 1 : made(p, depth - 1);
    p.unmake(m, undo);
  }
  return nodes;
}

enum Way { counted_way, listed_way, made_way, plain_way, ways };
constexpr std::string_view kWays[] = {"counted", "listed", "made", "plain"};

std::uint64_t visit(Way way, const Setup& setup, int depth) {
  Position p = *Position::from(setup);
  switch (way) {
    case counted_way:
      return perft(p, depth);
    case listed_way:
      return listed(p, depth);
    case made_way:
      return made(p, depth);
    default:
      return plain::perft(plain::Grid(setup), depth);
  }
}

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

/// Million nodes a second of user time.
double speed(Way way, const Setup& setup, int depth) {
  const double begin = user_seconds();
  const std::uint64_t nodes = visit(way, setup, depth);
  return static_cast<double>(nodes) * 1e-6 / std::max(user_seconds() - begin, 1e-6);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::optional<double> instructions(Way way, int depth, const std::string& fen) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = "valgrind --tool=callgrind --callgrind-out-file=/dev/null '" + self + "' " +
                              std::string(kWays[way]) + ' ' + std::to_string(depth) + " '" + fen + "' 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return std::nullopt;
  std::optional<double> found;
  for (char line[512]; std::fgets(line, sizeof line, pipe);)
    if (const char* at = std::string_view(line).find("Collected :") == std::string_view::npos
                             ? nullptr
                             : line + std::string_view(line).find("Collected :"))
      found = std::strtod(at + 11, nullptr);
  pclose(pipe);
  return found;
}

struct Row {
  const char* name;
  const char* fen;
};
constexpr Row kRows[] = {
    {"start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
    {"A", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"},
    {"B", "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1"},
    {"C", "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1"},
};

void print_speeds() {
  constexpr int kRounds = 5;
  std::printf("Mnodes/s of user time, medians of %d alternating rounds (plain: depth 3)\n", kRounds);
  std::printf("%-6s %9s %9s %9s %9s %14s %13s %13s\n", "", "counted", "listed", "made", "plain",
              "counted/listed", "counted/made", "made/plain");
  for (const Row& row : kRows) {
    const Setup setup = *parse_fen(row.fen);
    std::vector<double> speeds[ways], by_listed, by_made, by_plain;
    for (int round = 0; round < kRounds; ++round) {
      double s[ways];
      for (int w = 0; w < ways; ++w) {
        s[w] = speed(static_cast<Way>(w), setup, w == plain_way ? 3 : 5);
        speeds[w].push_back(s[w]);
      }
      by_listed.push_back(s[counted_way] / s[listed_way]);
      by_made.push_back(s[counted_way] / s[made_way]);
      by_plain.push_back(s[made_way] / s[plain_way]);
    }
    std::printf("%-6s %9.1f %9.1f %9.1f %9.2f %14.2f %13.2f %13.1f\n", row.name, median(speeds[0]),
                median(speeds[1]), median(speeds[2]), median(speeds[3]), median(by_listed), median(by_made),
                median(by_plain));
    std::fflush(stdout);
  }
}

void print_instructions() {
  if (std::system("valgrind --version >/dev/null 2>&1") != 0) {
    std::printf("no valgrind here: instructions not counted\n");
    return;
  }
  std::printf("\ninstructions a leaf, perft(4) less start-up; the field: counted %.0f, made %.0f\n",
              kFieldCounted, kFieldMade);
  std::printf("%-6s %9s %9s %9s\n", "", "counted", "listed", "made");
  for (const Row& row : kRows) {
    std::printf("%-6s", row.name);
    const Setup setup = *parse_fen(row.fen);
    const double leaves = static_cast<double>(perft(*Position::from(setup), 4));
    for (Way way : {counted_way, listed_way, made_way}) {
      const auto all = instructions(way, 4, row.fen), idle = instructions(way, 1, row.fen);
      if (all && idle) std::printf(" %9.1f", (*all - *idle) / leaves);
      std::fflush(stdout);
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 3) {
    const auto way = std::find(std::begin(kWays), std::end(kWays), argv[1]) - std::begin(kWays);
    const auto setup = parse_fen(argc > 3 ? argv[3] : start_fen);
    if (way == ways || !setup || !Position::from(*setup)) return 2;
    std::printf("%llu\n",
                static_cast<unsigned long long>(visit(static_cast<Way>(way), *setup, std::atoi(argv[2]))));
    return 0;
  }
  print_speeds();
  print_instructions();
}
