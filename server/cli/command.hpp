// The commands of the binary. Each is one file in this folder that adds itself to the parser; names, fields and
// exit codes are a contract with scripts.
#pragma once

#include <CLI/CLI.hpp>

namespace qipu::cli {

/// Exit codes.
enum : int { fine = 0, findings = 1, wrong_usage = 2, no_input = 3, internal_fault = 70 };

/// A command registers its options and, as callback, its run; the run leaves its exit code here.
struct Outcome {
  int exit_code = fine;
};

void add_perft(CLI::App& app, Outcome& outcome);
void add_check(CLI::App& app, Outcome& outcome);
void add_convert(CLI::App& app, Outcome& outcome);
void add_judge(CLI::App& app, Outcome& outcome);
void add_endgame(CLI::App& app, Outcome& outcome);
void add_repair(CLI::App& app, Outcome& outcome);
void add_serve(CLI::App& app, Outcome& outcome);
void add_config(CLI::App& app, Outcome& outcome);
void add_replay(CLI::App& app, Outcome& outcome);
void add_desk_user(CLI::App& app, Outcome& outcome);
void add_tournament(CLI::App& app, Outcome& outcome);
void add_pair(CLI::App& app, Outcome& outcome);
void add_backup(CLI::App& app, Outcome& outcome);
void add_broadcaster_key(CLI::App& app, Outcome& outcome);

}  // namespace qipu::cli
