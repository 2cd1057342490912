#include "server/cli/endgame_build.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/endgame/generate.hpp"
#include "engine/endgame/verify.hpp"
#include "server/cli/problem_json.hpp"
#include "server/endgame/table_file.hpp"
#include "server/endgame/table_store.hpp"
#include "server/endgame/threads.hpp"

namespace qipu::cli {
namespace {

using endgame::Material;

struct Options {
  std::string directory = "endgame-tables", lang;
  std::vector<std::string> materials;
  std::uint64_t most_positions = 20'000'000;
  bool json = false, skip_verification = false;
};

struct Built {
  Material material;
  std::uint64_t positions = 0, checked = 0, bytes = 0;
  double seconds = 0;
  bool kept = false;  // a sound file was there
};

const std::vector<std::string>& guards() {
  static const std::vector<std::string> all = {"", "A", "AA", "B", "BB", "AB", "AAB", "ABB", "AABB"};
  return all;
}

// What an arbiter meets first: one attacker against guards, the cannon with guards of its own, two soldiers,
// a soldier beside another piece, and one attacker against one with guards.
std::vector<Material> usual_classes() {
  std::vector<Material> list;
  const auto add = [&](const std::string& name) { list.push_back(Material::parse(name)->canonical()); };
  for (const auto& theirs : guards()) {
    for (const char* attackers : {"", "R", "N", "C", "P", "PP", "NP", "CP", "RP"})
      add(std::string("K") + attackers + "vK" + theirs);
    for (const auto& own : guards()) add("KC" + own + "vK" + theirs), add("K" + own + "vK" + theirs);
    for (const char* attacker : {"R", "N", "C", "P"})
      for (const char* other : {"R", "N", "C", "P"}) add(std::string("K") + attacker + "vK" + other + theirs);
  }
  return list;
}

// With every class behind a capture, fewest pieces first.
std::vector<Material> in_order(std::vector<Material> wanted) {
  std::set<Material> all;
  while (!wanted.empty()) {
    const Material material = wanted.back();
    wanted.pop_back();
    if (!all.insert(material).second) continue;
    for (const Material& less : endgame::behind(material)) wanted.push_back(less);
  }
  std::vector<Material> list(all.begin(), all.end());
  std::ranges::stable_sort(list, [](const Material& a, const Material& b) {
    return std::pair(a.pieces(), endgame::index_size(a)) < std::pair(b.pieces(), endgame::index_size(b));
  });
  return list;
}

int refuse(const Options& options, const Problem& problem, int exit_code) {
  print_error(problem, options.json, speak_chinese(options.lang));
  return exit_code;
}

void show_progress(std::size_t done, std::size_t all, const Material& material) {
  if (!isatty(STDERR_FILENO)) return;
  std::fprintf(stderr, "\r\033[K[%zu/%zu] %s", done, all, material.name().c_str());
  std::fflush(stderr);
}

class Builder {
 public:
  explicit Builder(const Options& options) : options_(options), threads_(0), store_({{}, 0, 1}) {}

  std::expected<Built, Problem> build(const Material& material) {
    Built built{material, endgame::positions(material)};
    const auto begin = std::chrono::steady_clock::now();
    const std::filesystem::path directory = options_.directory;
    if (auto loaded = endgame::load(material, directory)) {
      store_.keep(std::move(*loaded));
      built.kept = true;
    } else {
      auto table = endgame::generate(material, store_, threads_);
      if (!table) return std::unexpected(table.error());
      if (!options_.skip_verification) {
        const endgame::Verification verified = endgame::verify(*table, store_, threads_);
        if (!verified.complete()) return std::unexpected(mismatch(material, verified));
        built.checked = verified.positions;
      }
      if (auto saved = endgame::save(*table, directory); !saved) return std::unexpected(saved.error());
      store_.keep(std::move(*table));
    }
    std::error_code ignored;
    built.bytes = std::filesystem::file_size(directory / endgame::file_name(material), ignored);
    built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return built;
  }

 private:
  static Problem mismatch(const Material& material, const endgame::Verification& verified) {
    const std::string fen = verified.mismatch ? to_fen(verified.mismatch->setup) : "";
    return {"endgame.verification_failed",
            {"残局库自检不符：" + material.name() + " " + fen,
             "The table contradicts itself: " + material.name() + " " + fen},
            {{"material", material.name()}, {"fen", fen}},
            "",
            std::nullopt};
  }
  const Options& options_;
  endgame::Threads threads_;
  endgame::TableStore store_;
};

void print(const Built& built) {
  std::printf("%-16s %12llu positions %10llu bytes  %s  %.2f s\n", built.material.name().c_str(),
              static_cast<unsigned long long>(built.positions), static_cast<unsigned long long>(built.bytes),
              built.kept      ? "kept"
              : built.checked ? "verified"
                              : "built",
              built.seconds);
  std::fflush(stdout);
}

void print_json(const std::vector<Built>& all, std::size_t left_out) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> json(buffer);
  json.StartObject();
  json.Key("classes");
  json.StartArray();
  for (const Built& built : all) {
    json.StartObject();
    json.Key("material"), json.String(built.material.name().c_str());
    json.Key("positions"), json.Uint64(built.positions);
    json.Key("verified"), json.Uint64(built.checked);
    json.Key("bytes"), json.Uint64(built.bytes);
    json.Key("seconds"), json.Double(built.seconds);
    json.Key("kept"), json.Bool(built.kept);
    json.EndObject();
  }
  json.EndArray();
  json.Key("left_out"), json.Uint64(left_out);
  json.EndObject();
  std::printf("%s\n", buffer.GetString());
}

int run(const Options& options) {
  std::vector<Material> wanted;
  for (const std::string& name : options.materials) {
    const auto material = Material::parse(name);
    if (!material)
      return refuse(options,
                    {"endgame.unknown_material",
                     {"看不懂子力：" + name, "This is no material: " + name},
                     {{"material", name}},
                     "",
                     std::nullopt},
                    wrong_usage);
    if (endgame::positions(material->canonical()) > options.most_positions && material->attackers() > 6)
      return refuse(options,
                    {"endgame.too_large",
                     {"这类残局太大", "This class is too large"},
                     {{"material", name}},
                     "",
                     std::nullopt},
                    wrong_usage);
    wanted.push_back(material->canonical());
  }
  const std::vector<Material> list = in_order(wanted.empty() ? usual_classes() : wanted);
  Builder builder(options);
  std::vector<Built> all;
  std::size_t left_out = 0;
  for (const Material& material : list) {
    if (endgame::positions(material) > options.most_positions) {
      ++left_out;
      continue;
    }
    show_progress(all.size() + left_out + 1, list.size(), material);
    const auto built = builder.build(material);
    if (!built && built.error().code == "endgame.missing_class") {
      ++left_out;
      continue;
    }
    if (!built)
      return refuse(options, built.error(),
                    built.error().code == "endgame.file_unwritable" ? no_input : internal_fault);
    all.push_back(*built);
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K");
    if (!options.json) print(*built);
  }
  if (options.json) print_json(all, left_out);
  if (left_out && !options.json)
    std::fprintf(stderr, "qipu: %zu classes left out: beyond --max-positions %llu\n", left_out,
                 static_cast<unsigned long long>(options.most_positions));
  return fine;
}

}  // namespace

CLI::App* add_endgame_build(CLI::App& endgame, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  if (const char* directory = std::getenv("QIPU_ENDGAME_DIR")) options->directory = directory;
  CLI::App* command = endgame.add_subcommand(
      "build", "Build and verify tables, one file a class; what is there already is kept");
  command->add_option("--dir", options->directory, "Folder of the tables")->capture_default_str();
  command
      ->add_option("--materials", options->materials,
                   "Classes with all that lies behind them; the usual ones when left out")
      ->delimiter(',');
  command->add_option("--max-positions", options->most_positions, "Leave larger classes out")
      ->capture_default_str();
  command->add_flag("--no-verify", options->skip_verification, "Do not verify what is built");
  command->add_option("--lang", options->lang, "zh or en; the locale's when left out")
      ->check(CLI::IsMember({"zh", "en"}));
  command->add_flag("--json", options->json, "One JSON object at the end");
  command->footer(
      "Example: qipu endgame build --dir tables --materials KRvKAABB,KNPvKAA --max-positions 30000000");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
  return command;
}

}  // namespace qipu::cli
