#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "engine/position.hpp"
#include "server/cli/command.hpp"

namespace qipu::cli {
namespace {

struct Options {
  int depth = 4;
  std::string fen{start_fen};
  bool divide = false, json = false;
};

int run(const Options& options) {
  const auto position = Position::from_fen(options.fen);
  if (!position) {
    std::fprintf(stderr, "qipu: %s / %s\n", position.error().message.zh.c_str(), position.error().message.en.c_str());
    return no_input;
  }
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  if (options.divide && options.depth > 0) {
    for (Move m : position->legal_moves()) {
      const std::uint64_t n = perft(position->after(m), options.depth - 1);
      nodes += n;
      std::fprintf(options.json ? stderr : stdout, "%s: %llu\n", iccs(m).c_str(), static_cast<unsigned long long>(n));
    }
  } else {
    nodes = perft(*position, options.depth);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double rate = seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
  std::printf(options.json ? "{\"depth\":%d,\"nodes\":%llu,\"seconds\":%.6f,\"nodes_per_second\":%.0f}\n"
                           : "depth %d: %llu nodes, %.3f s, %.0f nodes/s\n",
              options.depth, static_cast<unsigned long long>(nodes), seconds, rate);
  return fine;
}

}  // namespace

void add_perft(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("perft", "Count the leaf nodes of the tree of legal moves");
  command->add_option("--depth", options->depth, "Plies to look ahead")->required()->check(CLI::Range(0, 20));
  command->add_option("--fen", options->fen, "Position; the start position when left out");
  command->add_flag("--divide", options->divide, "A line for each first move");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: qipu perft --depth 5 --json");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
