// How often repair finds what was damaged: rescue_bench [--seed N] [--records N] [--kinds abdegG…] FILE.pgn…
// Damages real games by a seeded model and counts: left no trace, found first, among the first three; over
// visible damage and over all; and the time a record takes.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "formats/repair/repair.hpp"
#include "tests/support/record_damage.hpp"

namespace {

using namespace qipu;
using test::Damage;

struct Row {
  int records = 0, traceless = 0, first = 0, first_three = 0, family_first = 0, family_three = 0;
  std::vector<double> ms;
  void operator+=(const Row& o) {
    records += o.records, traceless += o.traceless, first += o.first, first_three += o.first_three;
    family_first += o.family_first, family_three += o.family_three;
    ms.insert(ms.end(), o.ms.begin(), o.ms.end());
  }
};

// The same inserted moves at another ply are the same family; the edits of the true repair are known from its
// moves.
bool same_family(const std::vector<Move>& a, const std::vector<Move>& b) {
  if (a.size() != b.size()) return false;
  const auto sorted = [](std::vector<Move> m) {
    std::ranges::sort(m, {}, [](Move x) { return x.from.index() * 90 + x.to.index(); });
    return m;
  };
  return sorted(a) == sorted(b);
}

Row measure(Damage kind, const std::vector<std::vector<Move>>& games, std::uint64_t seed, int records,
            bool as_text, bool final_known) {
  Row row;
  test::Damager damager(seed + static_cast<std::uint64_t>(kind), as_text);
  for (int tries = 0; row.records < records && tries < records * 2000; ++tries) {
    const auto& game = games[damager.pick(games.size())];
    const auto damaged = damager.damage(kind, game);
    if (!damaged) continue;
    ++row.records;
    repair::Evidence evidence;
    evidence.entries = damaged->entries;
    if (final_known) {
      Position final = Position::start();
      for (const Move move : game) final.make(move);
      evidence.final = final;
    }
    const auto begin = std::chrono::steady_clock::now();
    const repair::Diagnosis diagnosis = repair::repair(evidence, 10);
    row.ms.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    if (!diagnosis.contradicted) {
      ++row.traceless;
      continue;
    }
    for (std::size_t i = 0; i < diagnosis.candidates.size() && i < 3; ++i) {
      if (diagnosis.candidates[i].moves != game) continue;
      row.first += i == 0;
      ++row.first_three;
      break;
    }
    for (std::size_t i = 0; i < diagnosis.candidates.size() && i < 3; ++i) {
      if (!same_family(diagnosis.candidates[i].moves, game)) continue;
      row.family_first += i == 0;
      ++row.family_three;
      break;
    }
  }
  return row;
}

void print(const char* what, Row row) {
  const double visible = std::max(1, row.records - row.traceless), all = std::max(1, row.records);
  std::ranges::sort(row.ms);
  const auto at = [&](double q) {
    return row.ms.empty()
               ? 0
               : row.ms[std::min(row.ms.size() - 1,
                                 static_cast<std::size_t>(q * static_cast<double>(row.ms.size())))];
  };
  std::printf(
      "  %-22s %5d  no trace %4.1f %%  first %5.1f %%  three %5.1f %%  family %5.1f / %5.1f %%  all %5.1f / "
      "%5.1f %%  median %6.2f  p95 %7.2f  max %7.1f ms\n",
      what, row.records, 100 * row.traceless / all, 100 * row.first / visible,
      100 * row.first_three / visible, 100 * row.family_first / visible, 100 * row.family_three / visible,
      100 * row.first / all, 100 * row.first_three / all, at(0.5), at(0.95), at(1));
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seed = 777;
  int records = 300;
  bool all_kinds = false;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seed" && i + 1 < argc) {
      seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (word == "--records" && i + 1 < argc) {
      records = std::atoi(argv[++i]);
    } else if (word == "--all") {
      all_kinds = true;
    } else {
      files.push_back(word);
    }
  }
  if (files.empty() && std::filesystem::exists(QIPU_SHARED "/corpus/pgn"))
    for (const auto& entry : std::filesystem::directory_iterator(QIPU_SHARED "/corpus/pgn"))
      if (entry.path().filename().string().starts_with("wukong-")) files.push_back(entry.path().string());
  std::ranges::sort(files);
  std::vector<std::vector<Move>> games;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (auto& game : test::games_of_iccs_pgn(text))
      if (std::ranges::find(games, game) == games.end()) games.push_back(std::move(game));
  }
  if (games.empty()) {
    std::fprintf(stderr, "rescue_bench: no games; name PGN files with ICCS moves\n");
    return 3;
  }
  std::printf("%zu games, seed %llu, %d records a kind\n", games.size(),
              static_cast<unsigned long long>(seed), records);
  const std::vector<Damage> accepted = {Damage::wrong_square, Damage::missing_ply, Damage::swapped,
                                        Damage::mistyped,     Damage::doubled,     Damage::doubled_in_column};
  const std::vector<Damage> others = {Damage::missing_in_column, Damage::missing_pair, Damage::mirrored_file,
                                      Damage::piece_confused,    Damage::front_rear,   Damage::twin,
                                      Damage::two_faults};
  for (const bool final_known : {true, false})
    for (const bool as_text : {true, false}) {
      std::printf("final %s, %s\n", final_known ? "known" : "unknown",
                  as_text ? "Chinese text" : "coordinates");
      Row sum;
      for (const Damage kind : accepted) {
        const Row row = measure(kind, games, seed, records, as_text, final_known);
        print(test::name(kind), row);
        sum += row;
      }
      print("acceptance mix", sum);
      if (!all_kinds) continue;
      for (const Damage kind : others) {
        if (!as_text && (kind == Damage::piece_confused || kind == Damage::front_rear)) continue;
        print(test::name(kind), measure(kind, games, seed, records, as_text, final_known));
      }
    }
}
