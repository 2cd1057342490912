// Endgame tables: positions a second, bytes a position, time of a look-up: endgame_bench [--large] [--threads
// N]. Anchors: a public generator's times for the same families on a machine of this kind, 4.9 s (rook
// against all guards, one core) and 164 s (rook and soldier against all guards, two cores).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/endgame/generate.hpp"
#include "engine/endgame/probe.hpp"
#include "engine/endgame/verify.hpp"
#include "server/endgame/table_file.hpp"
#include "server/endgame/threads.hpp"

namespace {

using namespace qipu;
using namespace qipu::endgame;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Family : public TableSource {
 public:
  Family(Metrics metrics, unsigned threads) : metrics_(metrics), threads_(threads) {}
  const Table* table(const Material& canonical) override {
    if (const auto it = tables_.find(canonical); it != tables_.end()) return it->second.get();
    for (const Material& less : behind(canonical)) table(less);
    auto built = generate(canonical, *this, threads_, metrics_);
    if (!built) std::exit((std::fprintf(stderr, "%s\n", built.error().code.c_str()), 1));
    positions += 2 * built->shape().size();
    return (tables_[canonical] = std::make_unique<Table>(std::move(*built))).get();
  }
  const std::map<Material, std::unique_ptr<Table>>& all() const { return tables_; }
  std::uint64_t positions = 0;

 private:
  Metrics metrics_;
  Threads threads_;
  std::map<Material, std::unique_ptr<Table>> tables_;
};

void family(const char* name, const char* what, Metrics metrics, unsigned threads, int rounds,
            double anchor) {
  std::vector<double> seconds;
  std::uint64_t positions = 0;
  for (int i = 0; i < rounds; ++i) {
    Family tables(metrics, threads);
    const double begin = now();
    tables.table(Material::parse(name)->canonical());
    seconds.push_back(now() - begin);
    positions = tables.positions;
  }
  std::ranges::sort(seconds);
  const double median = seconds[seconds.size() / 2];
  std::printf("%-12s and all behind it, %-26s %u thread%s %9.1f M positions %8.3f s %7.1f M/s", name, what,
              threads, threads == 1 ? ", " : "s,", 1e-6 * static_cast<double>(positions), median,
              1e-6 * static_cast<double>(positions) / median);
  if (anchor > 0) std::printf("  %.1f times the anchor's speed", anchor / median);
  std::printf("\n");
}

void look_ups(Family& tables, const char* name) {
  const Table& table = *tables.table(Material::parse(name)->canonical());
  std::mt19937_64 random(1);
  std::vector<Position> positions;
  std::vector<std::pair<Side, Placement>> placements;
  while (positions.size() < 50'000) {
    const Side side = random() % 2 ? Side::red : Side::black;
    const Placement placement = table.shape().placement(random() % table.shape().size());
    const auto setup = table.shape().setup(placement, side);
    const auto position = setup ? Position::from(*setup) : std::unexpected(SetupFaults{});
    if (!position) continue;
    positions.push_back(*position);
    placements.emplace_back(side, placement);
  }
  std::uint64_t sum = 0;
  double begin = now();
  for (int round = 0; round < 20; ++round)
    for (const auto& [side, placement] : placements) sum += table.value(Metric::mate, side, placement).plies;
  const double by_placement = (now() - begin) / 20 / static_cast<double>(placements.size());
  begin = now();
  for (int round = 0; round < 20; ++round)
    for (const Position& position : positions) sum += probe_value(position, tables)->plies;
  const double by_position = (now() - begin) / 20 / static_cast<double>(positions.size());
  std::printf("%-12s look-up of a placement %6.1f ns, of a position %6.1f ns (sum %llu)\n", name,
              1e9 * by_placement, 1e9 * by_position, static_cast<unsigned long long>(sum));
}

void sizes(const Family& tables) {
  std::uint64_t bytes = 0, positions = 0;
  for (const auto& [material, table] : tables.all())
    bytes += to_bytes(*table).size(), positions += 2 * table->shape().size();
  std::printf("files: %.3f bytes a position for mate and capture together, %.1f MB\n",
              static_cast<double>(bytes) / static_cast<double>(positions), 1e-6 * static_cast<double>(bytes));
}

void verification(Family& tables, const char* name) {
  Executor executor;
  const Table& table = *tables.table(Material::parse(name)->canonical());
  const double begin = now();
  const Verification verified = verify(table, tables, executor);
  std::printf("%-12s verified: %llu positions, %.0f ns a position, %s\n", name,
              static_cast<unsigned long long>(verified.positions),
              1e9 * (now() - begin) / static_cast<double>(verified.positions),
              verified.complete() ? "no mismatch" : "MISMATCH");
}

}  // namespace

int main(int argc, char** argv) {
  bool large = false;
  unsigned threads = 2;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--large") == 0) large = true;
    if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
      threads = static_cast<unsigned>(std::atoi(argv[++i]));
  }
  family("KRvKAABB", "plies to mate", Metrics::mate_only, 1, 5, 4.9);
  family("KRvKAABB", "plies to mate and capture", Metrics::all, 1, 5, 0);
  Family tables(Metrics::all, 1);
  tables.table(*Material::parse("KRvKAABB"));
  look_ups(tables, "KRvKAABB");
  look_ups(tables, "KNvKN");
  sizes(tables);
  verification(tables, "KRvKAAB");
  if (large) family("KRPvKAABB", "plies to mate", Metrics::mate_only, threads, 1, 164);
  return 0;
}
