#include <cstdio>
#include <exception>

#include "server/cli/command.hpp"

int main(int argc, char** argv) {
  using namespace qipu::cli;
  CLI::App app{"Qipu (棋谱): game records for over-the-board Xiangqi", "qipu"};
  app.set_version_flag("--version", "qipu " QIPU_VERSION);
  app.require_subcommand(1);
  app.footer("Example: qipu check games/ --ndjson");
  Outcome outcome;
  add_perft(app, outcome);
  add_check(app, outcome);
  add_convert(app, outcome);
  add_judge(app, outcome);
  add_endgame(app, outcome);
  add_repair(app, outcome);
  add_serve(app, outcome);
  add_config(app, outcome);
  add_replay(app, outcome);
  add_desk_user(app, outcome);
  add_tournament(app, outcome);
  add_pair(app, outcome);
  add_backup(app, outcome);
  add_broadcaster_key(app, outcome);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? fine : wrong_usage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "qipu: internal fault: %s\n", error.what());
    return internal_fault;
  }
  return outcome.exit_code;
}
