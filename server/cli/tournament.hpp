// The parts of `qipu tournament`: what is read, what is written.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/cli/command.hpp"

namespace qipu::cli {

struct TournamentOptions {
  std::string data = "qipu-data", as, lang;
  bool json = false;
  std::string section, round;
  int board = 0, game = 0;

  bool zh() const;
  /// --as, or who is signed in to the machine.
  std::string actor() const;
  /// "open-k1-3-g2"; with game 0 "open-8-12".
  std::string game_id() const;
};

/// --data --json --lang, and --as for those that write.
void add_common_options(CLI::App& verb, TournamentOptions& options, bool writes);
void add_section_option(CLI::App& verb, TournamentOptions& options);
void add_round_option(CLI::App& verb, TournamentOptions& options);
void add_board_options(CLI::App& verb, TournamentOptions& options);

/// Performs a message of the protocol and prints what it is answered; `data` is JSON.
int write_and_tell(const TournamentOptions& options, std::string_view type, const std::string& data);

void add_tournament_reads(CLI::App& tournament, Outcome& outcome);
void add_tournament_acts(CLI::App& tournament, Outcome& outcome);
/// The pairs of a round as they stand.
int print_pairings(const TournamentOptions& options);
void add_tournament_setup(CLI::App& tournament, Outcome& outcome);

}  // namespace qipu::cli
