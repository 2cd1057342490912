#include "server/cli/tournament.hpp"

#include <cstdio>
#include <cstdlib>

#include "server/app/local_desk.hpp"
#include "server/cli/problem_json.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {

bool TournamentOptions::zh() const { return speak_chinese(lang); }

std::string TournamentOptions::actor() const {
  if (!as.empty()) return as;
  const char* user = std::getenv("USER");
  return user && *user ? user : "console";
}

std::string TournamentOptions::game_id() const {
  return section + "-" + round + "-" + std::to_string(board) + (game > 0 ? "-g" + std::to_string(game) : "");
}

void add_common_options(CLI::App& verb, TournamentOptions& options, bool writes) {
  verb.add_option("--data", options.data, "Folder of the journal; the service may be running on it");
  if (writes) verb.add_option("--as", options.as, "Whose act it is, for the audit");
  verb.add_option("--lang", options.lang, "zh or en")->check(CLI::IsMember({"zh", "en"}));
  verb.add_flag("--json", options.json, "One JSON object");
}

void add_section_option(CLI::App& verb, TournamentOptions& options) {
  verb.add_option("--section", options.section, "Section, e.g. open or children")->required();
}

void add_round_option(CLI::App& verb, TournamentOptions& options) {
  verb.add_option("--round", options.round, "Round, e.g. 8, or k1 of the knockout")->required();
}

void add_board_options(CLI::App& verb, TournamentOptions& options) {
  add_section_option(verb, options);
  add_round_option(verb, options);
  verb.add_option("--board", options.board, "Board, or match of the knockout")->required()->check(CLI::Range(1, 10000));
  verb.add_option("--game", options.game, "Game of a knockout match")->check(CLI::Range(1, 3));
}

int write_and_tell(const TournamentOptions& options, std::string_view type, const std::string& data) {
  const auto done = app::perform_locally(options.data, options.actor(), type, data);
  if (!done) {
    print_error(done.error(), options.json, options.zh());
    return done.error().code.starts_with("store.") ? no_input : findings;
  }
  const auto answer = protocol::parse_json(done->data, 64);
  if (options.json) {
    // The answer and where it stands in the journal.
    protocol::JsonText out;
    out.object().member("seq", done->seq).key("answer").raw(done->data).end();
    std::puts(out.view().c_str());
  } else {
    std::printf(options.zh() ? "已记入（第 %llu 条）\n" : "done (entry %llu)\n", static_cast<unsigned long long>(done->seq));
    if (answer && answer->HasMember("id") && (*answer)["id"].IsString()) std::printf("%s\n", (*answer)["id"].GetString());
  }
  if (!answer || !answer->HasMember("warnings")) return fine;
  int exit_code = fine;
  for (const auto& warning : (*answer)["warnings"].GetArray()) {
    const char* key = options.zh() ? "message_zh" : "message_en";
    if (warning.IsObject() && warning.HasMember(key) && warning[key].IsString()) std::fprintf(stderr, "qipu: %s\n", warning[key].GetString());
    exit_code = findings;
  }
  return exit_code;
}

void add_tournament(CLI::App& app, Outcome& outcome) {
  CLI::App* tournament = app.add_subcommand("tournament", "The event: entries, rounds, results, duties, gate, standings, prizes");
  tournament->require_subcommand(1);
  tournament->footer("Example: qipu tournament duties --data /var/lib/qipu --section open --round 8 --json");
  add_tournament_setup(*tournament, outcome);
  add_tournament_acts(*tournament, outcome);
  add_tournament_reads(*tournament, outcome);
}

}  // namespace qipu::cli
