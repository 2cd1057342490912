// Speed of reading records: every move resolved and checked for legality, one thread, by notation, encoding
// and format; with the rulings of every game; and instructions a ply.
//   formats_bench              all ways, five alternating rounds, medians
//   formats_bench WAY PASSES   for callgrind: WAY is one of those printed
// The games are those of the corpus beside the project, else random ones.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "engine/rules/judge.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"

namespace {

using namespace qipu;
using formats::Encoding;
using notation::Notation;

// Published figures of the field: the fastest C++ chess library resolves and checks this many plies a second.
constexpr double kFieldPlies = 12.3e6, kFieldInstructions = 651;

struct Way {
  const char* name;
  Notation notation = Notation::chinese;
  Encoding encoding = Encoding::utf8;
  bool xqf = false, rulings = false;
};
constexpr Way kWays[] = {{"chinese"},
                         {"gb18030", Notation::chinese, Encoding::gb18030},
                         {"big5", Notation::chinese, Encoding::big5},
                         {"wxf", Notation::wxf},
                         {"iccs", Notation::iccs},
                         {"xqf", Notation::iccs, Encoding::utf8, true},
                         {"rulings", Notation::chinese, Encoding::utf8, false, true}};

std::vector<formats::Record> games() {
  namespace fs = std::filesystem;
  std::vector<formats::Record> games;
  const auto take = [&](formats::ParseOutcome&& outcome) {
    if (outcome.first_error || outcome.record.nodes.size() < 20 || outcome.record.start != Setup::start())
      return true;
    formats::Record line = formats::Record::of(outcome.record.start, outcome.record.main_line());
    for (const char* name : {"Event", "Date", "Red", "Black"})
      if (const std::string* value = outcome.record.header(name)) line.set_header(name, *value);
    line.result = outcome.record.result;
    games.push_back(std::move(line));
    return true;
  };
  const fs::path corpus = fs::path(QIPU_SHARED) / "corpus";
  if (fs::exists(corpus))
    for (const auto& entry : fs::recursive_directory_iterator(corpus)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      const std::string name = entry.path().string();
      formats::read_records(formats::bytes_of(bytes), {std::nullopt, name}, take);
    }
  std::mt19937 random(1);
  while (games.size() < 500) {
    formats::Record record;
    Position position = Position::start();
    std::uint32_t last = formats::Node::none;
    for (int ply = 0; ply < 80; ++ply) {
      const MoveList legal = position.legal_moves();
      if (legal.empty()) break;
      last = record.append(last, legal[random() % legal.size()]);
      position.make(record.nodes[last].move);
    }
    games.push_back(std::move(record));
  }
  return games;
}

struct Material {
  std::vector<std::string> files;
  std::size_t bytes = 0;
};
Material material(const Way& way, const std::vector<formats::Record>& games) {
  Material m;
  if (!way.xqf) m.files.emplace_back();
  for (const formats::Record& game : games) {
    if (way.xqf) {
      m.files.push_back(formats::write_xqf(game, formats::XqfVersion::v18).bytes);
    } else {
      m.files[0] += formats::write_pgn(game, {way.notation, way.encoding}).bytes + "\n";
    }
  }
  for (const std::string& file : m.files) m.bytes += file.size();
  return m;
}

struct Count {
  std::uint64_t plies = 0, games = 0, faults = 0;
};
Count read(const Way& way, const Material& m) {
  Count count;
  for (const std::string& file : m.files)
    formats::read_records(formats::bytes_of(file), {}, [&](formats::ParseOutcome&& outcome) {
      ++count.games;
      count.plies += outcome.record.nodes.size();
      count.faults += outcome.first_error.has_value();
      if (way.rulings) count.faults += rules::judge(outcome.record.game()).stage == rules::Stage::loss_due;
      return true;
    });
  return count;
}

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Instructions of `passes` readings, by callgrind; 0 without valgrind.
double instructions(const Way& way, int passes) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = "valgrind --tool=callgrind --callgrind-out-file=/dev/null '" + self + "' " +
                              way.name + ' ' + std::to_string(passes) + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return 0;
  double found = 0;
  for (char line[512]; std::fgets(line, sizeof line, pipe);)
    if (const std::size_t at = std::string_view(line).find("Collected :"); at != std::string_view::npos)
      found = std::strtod(line + at + 11, nullptr);
  pclose(pipe);
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const auto all = games();
  if (argc == 3) {
    const auto way = std::find_if(std::begin(kWays), std::end(kWays),
                                  [&](const Way& w) { return std::string_view(w.name) == argv[1]; });
    if (way == std::end(kWays)) return 2;
    const std::vector<formats::Record> few(all.begin(), all.begin() + 200);
    const Material m = material(*way, few);
    Count count;
    for (int i = 0; i < std::atoi(argv[2]); ++i) count = read(*way, m);
    std::printf("%llu\n", static_cast<unsigned long long>(count.plies));
    return 0;
  }
  constexpr int kRounds = 5;
  std::vector<Material> materials;
  for (const Way& way : kWays) materials.push_back(material(way, all));
  std::vector<double> speeds[std::size(kWays)], ratios[std::size(kWays)];
  Count counts[std::size(kWays)];
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t w = 0; w < std::size(kWays); ++w) {
      const double begin = user_seconds();
      std::uint64_t plies = 0;
      while (user_seconds() - begin < 0.3) plies += (counts[w] = read(kWays[w], materials[w])).plies;
      speeds[w].push_back(static_cast<double>(plies) / (user_seconds() - begin));
      ratios[w].push_back(speeds[w].back() / speeds[0].back());
    }
  std::printf(
      "%zu games; medians of %d alternating rounds; the field's fastest: %.1f million plies a second\n",
      all.size(), kRounds, kFieldPlies * 1e-6);
  std::printf("%-8s %12s %10s %9s %10s %8s\n", "", "Mplies/s", "games/s", "MB/s", "/chinese", "/field");
  for (std::size_t w = 0; w < std::size(kWays); ++w) {
    const double speed = median(speeds[w]), passes = speed / static_cast<double>(counts[w].plies);
    std::printf("%-8s %12.2f %10.0f %9.1f %10.2f %8.2f%s\n", kWays[w].name, speed * 1e-6,
                passes * static_cast<double>(counts[w].games),
                passes * static_cast<double>(materials[w].bytes) * 1e-6, median(ratios[w]),
                speed / kFieldPlies, counts[w].games == all.size() ? "" : "  games are missing");
  }
  if (std::system("valgrind --version >/dev/null 2>&1") != 0) {
    std::printf("no valgrind here: instructions not counted\n");
    return 0;
  }
  std::printf("\ninstructions a ply; the field: %.0f\n", kFieldInstructions);
  for (const Way& way : kWays) {
    const std::vector<formats::Record> few(all.begin(), all.begin() + 200);
    const double plies = static_cast<double>(read(way, material(way, few)).plies);
    std::printf("%-8s %12.0f\n", way.name, (instructions(way, 3) - instructions(way, 1)) / 2 / plies);
    std::fflush(stdout);
  }
}
