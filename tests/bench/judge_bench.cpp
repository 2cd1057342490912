// How long rulings take: every published figure, and a long game judged again after every ply. Prints user
// time.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "engine/rules/judge.hpp"
#include "ruling_cases.hpp"

namespace {

using namespace qipu;

double user_ms() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) * 1e3 + static_cast<double>(usage.ru_utime.tv_usec) / 1e3;
}

// Median of several rounds: user time has the grain of the kernel's accounting, so each round repeats.
template <class F>
double median_ms(F&& work) {
  std::vector<double> rounds;
  for (int round = 0; round < 5; ++round) {
    constexpr int repeats = 4;
    const double begin = user_ms();
    for (int k = 0; k < repeats; ++k) work();
    rounds.push_back((user_ms() - begin) / repeats);
  }
  std::ranges::sort(rounds);
  return rounds[rounds.size() / 2];
}

void figures(const char* file) {
  const auto cases = support::ruling_cases(std::string(QIPU_SHARED) + "/cases/" + file);
  if (!cases) {
    std::printf("%s: not there, skipped\n", file);
    return;
  }
  std::vector<std::pair<double, std::string>> times;
  int slow = 0;
  for (const auto& ruling : *cases) {
    const Game game = support::played(ruling);
    const rules::JudgeOptions options{.rules = *rules::rule_set(ruling.rules)};
    times.emplace_back(median_ms([&] { rules::judge(game, options); }), ruling.id);
    slow += times.back().first >= 10;
  }
  std::ranges::sort(times);
  std::printf("%s: %zu rulings, median %.2f ms, 90%% %.2f ms, worst %.2f ms (%s), 10 ms or more: %d\n", file,
              times.size(), times[times.size() / 2].first, times[times.size() * 9 / 10].first,
              times.back().first, times.back().second.c_str(), slow);
}

void whole_games() {
  const auto games = support::ruling_cases(std::string(QIPU_SHARED) + "/cases/natural-limit.jsonl");
  if (!games) return;
  for (const auto& record : *games) {
    const int plies = std::min<int>(120, static_cast<int>(record.moves.size()));
    const auto work = [&](auto&& each) {
      Game game(*Position::from_diagram(record.start));
      for (int k = 0; k < plies; ++k) {
        if (!game.play(record.moves[static_cast<std::size_t>(k)])) return;
        each(game);
      }
    };
    const double judged = median_ms([&] { work([](const Game& game) { rules::judge(game); }); });
    const double glanced = median_ms([&] { work([](const Game& game) { rules::glance(game); }); });
    std::printf("%s: %d plies, judged after every ply %.2f ms, glanced at after every ply %.3f ms\n",
                record.id.c_str(), plies, judged, glanced);
  }
}

}  // namespace

int main() {
  figures("cxa.jsonl");
  figures("wxf.jsonl");
  whole_games();
}
