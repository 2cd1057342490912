#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "engine/position.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"

namespace qipu::cli {
namespace {

struct Options {
  int depth = 4;
  std::string fen{start_fen}, lang;
  bool divide = false, json = false;
};

struct Count {
  std::uint64_t nodes = 0;
  std::string rows;  // of --divide
};

/// The subtree of each first move, as lines or as the elements of a JSON array.
Count divide(const Position& position, const Options& options) {
  Count count;
  for (Move m : position.legal_moves()) {
    const std::uint64_t nodes = perft(position.after(m), options.depth - 1);
    count.nodes += nodes;
    if (options.json) {
      count.rows += (count.rows.empty() ? "" : ",") + ("{\"move\":\"" + iccs(m)) +
                    "\",\"nodes\":" + std::to_string(nodes) + "}";
    } else {
      count.rows += iccs(m) + ": " + std::to_string(nodes) + "\n";
    }
  }
  return count;
}

int run(const Options& options) {
  const auto position = Position::from_fen(options.fen);
  if (!position) {
    print_error(position.error(), options.json, speak_chinese(options.lang));
    return no_input;
  }
  const bool divided = options.divide && options.depth > 0;
  const auto begin = std::chrono::steady_clock::now();
  const Count count = divided ? divide(*position, options) : Count{perft(*position, options.depth), {}};
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double rate = seconds > 0 ? static_cast<double>(count.nodes) / seconds : 0;
  const auto nodes = static_cast<unsigned long long>(count.nodes);
  if (options.json) {
    const std::string rows = divided ? ",\"divide\":[" + count.rows + "]" : "";
    std::printf("{\"depth\":%d,\"nodes\":%llu,\"seconds\":%.6f,\"nodes_per_second\":%.0f%s}\n", options.depth,
                nodes, seconds, rate, rows.c_str());
  } else {
    std::printf("%sdepth %d: %llu nodes, %.3f s, %.0f nodes/s\n", count.rows.c_str(), options.depth, nodes,
                seconds, rate);
  }
  return fine;
}

}  // namespace

void add_perft(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("perft", "Count the leaf nodes of the tree of legal moves");
  command->add_option("--depth", options->depth, "Plies to look ahead")->required()->check(CLI::Range(0, 20));
  command->add_option("--fen", options->fen, "Position; the start position when left out");
  command->add_flag("--divide", options->divide, "The count of each first move too");
  command->add_flag("--json", options->json, "One JSON object");
  command->add_option("--lang", options->lang, "zh or en; the locale's when left out")
      ->check(CLI::IsMember({"zh", "en"}));
  command->footer("Example: qipu perft --depth 5 --json");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
