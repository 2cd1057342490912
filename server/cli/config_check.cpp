#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/config/config.hpp"

namespace qipu::cli {
namespace {

int check_file(const std::string& path, const std::string& language) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) {
    std::fprintf(stderr, "qipu: cannot read %s\n", path.c_str());
    return no_input;
  }
  const auto config = config::read(text.str(), path);
  const auto problems = config ? config::check(*config) : config.error();
  for (const Problem& problem : problems) {
    const std::string& message = speak_chinese(language) ? problem.message.zh : problem.message.en;
    const std::uint32_t line = problem.at && problem.at->line ? *problem.at->line : 0;
    std::printf("%s:%u: %s\n", path.c_str(), line, message.c_str());
  }
  return problems.empty() ? fine : findings;
}

}  // namespace

void add_config(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("config", "Check a configuration file, or print one with every key");
  command->require_subcommand(1);
  auto path = std::make_shared<std::string>(), language = std::make_shared<std::string>();
  CLI::App* check = command->add_subcommand("check", "Check a configuration file");
  check->add_option("FILE", *path, "The file")->required();
  check->add_option("--lang", *language, "zh or en");
  check->footer("Example: qipu config check /etc/qipu/qipu.toml");
  check->callback([path, language, &outcome] { outcome.exit_code = check_file(*path, *language); });
  CLI::App* example = command->add_subcommand("example", "Print a file with every key, its default and a sentence");
  example->footer("Example: qipu config example > qipu.toml");
  example->callback([&outcome] {
    std::fputs(config::commented_example().c_str(), stdout);
    outcome.exit_code = fine;
  });
}

}  // namespace qipu::cli
