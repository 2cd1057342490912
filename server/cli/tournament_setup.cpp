#include <cstdio>

#include "formats/encoding.hpp"
#include "formats/read.hpp"
#include "recorder/tournament/entry_list.hpp"
#include "server/app/local_desk.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/record_files.hpp"
#include "server/cli/tournament.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

using protocol::JsonText;

struct SetupOptions : TournamentOptions {
  std::string preset, id, name, file, notice, a, b, reason;
  std::vector<std::string> absent;
  bool template_only = false, draft = false;
};

// The text of a file as UTF-8; what is no text in its encoding refuses it.
std::expected<std::string, Problem> text_of_file(const std::string& name) {
  const auto bytes = file_bytes(name);
  if (!bytes)
    return std::unexpected(Problem{"file.unreadable", {"读不到文件 " + name, "cannot read " + name}, {{"file", name}}, "", std::nullopt});
  const auto text = formats::decode_text(formats::bytes_of(*bytes));
  if (text.faults > 0) {
    Place place;
    place.file = name;
    place.offset = text.first_fault;
    return std::unexpected(Problem{"file.encoding", {"文件里有不是文字的字节", "the file holds bytes that are no text"}, {{"file", name}}, "", place});
  }
  return std::string(text.view());
}

int refuse(const SetupOptions& options, const Problem& problem) {
  print_error(problem, options.json, options.zh());
  return no_input;
}

int create(const SetupOptions& options) {
  std::string toml;
  if (!options.notice.empty()) {
    auto text = text_of_file(options.notice);
    if (!text) return refuse(options, text.error());
    toml = std::move(*text);
  }
  JsonText out;
  out.object().member("preset", options.preset).member("id", options.id.empty() ? options.preset : options.id).member("name", options.name).member("toml", toml).end();
  return write_and_tell(options, "tournament.new", out.view());
}

int enter(const SetupOptions& options) {
  if (options.template_only) {
    std::fputs(tournament::entry_template().c_str(), stdout);
    return fine;
  }
  const auto text = text_of_file(options.file);
  if (!text) return refuse(options, text.error());
  JsonText out;
  out.object().member("text", *text).member("file", options.file).end();
  return write_and_tell(options, "entrants.import", out.view());
}

int import_pairings(const SetupOptions& options) {
  if (options.file.empty()) return print_pairings(options);
  const auto text = text_of_file(options.file);
  if (!text) return refuse(options, text.error());
  std::string ending = options.file.substr(options.file.rfind('.') == std::string::npos ? options.file.size() : options.file.rfind('.'));
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool trf = ending.starts_with(".trf") || text->starts_with("012 ") || text->starts_with("001 ");
  JsonText out;
  out.object().member("section", options.section).member("round", options.round).member("format", trf ? "trf" : "csv").member("text", *text).end();
  return write_and_tell(options, "round.import", out.view());
}

int pair(const SetupOptions& options) {
  JsonText out;
  out.object().member("section", options.section).member("round", options.round).key("absent").array();
  for (const auto& entrant : options.absent) out.text(entrant);
  out.end().end();
  const int paired = write_and_tell(options, "round.pair", out.view());
  if (paired != fine || options.draft) return paired;
  JsonText publish;
  publish.object().member("section", options.section).member("round", options.round).end();
  const auto published = app::perform_locally(options.data, options.actor(), "round.publish", publish.view());
  if (published) return fine;
  print_error(published.error(), false, options.zh());
  return findings;
}

// "17" or "open-17".
std::string entrant_text(const SetupOptions& options, const std::string& text) {
  return text.find('-') == std::string::npos ? options.section + "-" + text : text;
}

int swap(const SetupOptions& options) {
  JsonText out;
  out.object().member("section", options.section).member("round", options.round);
  out.member("a", entrant_text(options, options.a)).member("b", entrant_text(options, options.b));
  out.member("reason", options.reason).end();
  return write_and_tell(options, "round.swap", out.view());
}

int publish(const SetupOptions& options) {
  JsonText out;
  out.object().member("section", options.section).member("round", options.round).end();
  return write_and_tell(options, "round.publish", out.view());
}

std::shared_ptr<SetupOptions> verb_of(CLI::App& tournament, Outcome& outcome, const std::string& name, const std::string& sentence,
                                      const std::string& example, int (*run)(const SetupOptions&), CLI::App*& verb) {
  auto options = std::make_shared<SetupOptions>();
  verb = tournament.add_subcommand(name, sentence);
  add_common_options(*verb, *options, true);
  verb->footer("Example: qipu tournament " + example);
  verb->callback([options, run, &outcome] { outcome.exit_code = run(*options); });
  return options;
}

}  // namespace

void add_tournament_setup(CLI::App& tournament, Outcome& outcome) {
  CLI::App* verb = nullptr;
  auto options = verb_of(tournament, outcome, "new", "Create the event by a preset", "new --data DIR --preset shizhu-2019", create, verb);
  verb->add_option("--preset", options->preset, "shizhu-2019, swiss or knockout")->required();
  verb->add_option("--id", options->id, "Its id in addresses; otherwise the preset's");
  verb->add_option("--name", options->name, "Its name");
  verb->add_option("--notice", options->notice, "A TOML file that changes fields of the preset");
  options = verb_of(tournament, outcome, "entrants", "Enter the players of a list (CSV in UTF-8 or GBK)", "entrants --import entries.csv", enter, verb);
  auto* file = verb->add_option("--import", options->file, "The list; - is standard input");
  auto* blank = verb->add_flag("--template", options->template_only, "Print an empty list");
  file->excludes(blank);
  verb->callback([options, &outcome, verb] {
    if (options->file.empty() && !options->template_only) throw CLI::RequiredError("--import or --template");
    outcome.exit_code = enter(*options);
  });
  options = verb_of(tournament, outcome, "pairings", "The pairs of a round; with --import, taken from other software's CSV or TRF",
                    "pairings --section open --round 3 --import round3.csv", import_pairings, verb);
  add_section_option(*verb, *options);
  add_round_option(*verb, *options);
  verb->add_option("--import", options->file, "The file; - is standard input");
  options = verb_of(tournament, outcome, "pair", "Pair the next round and publish it", "pair --section open --round 8", pair, verb);
  add_section_option(*verb, *options);
  add_round_option(*verb, *options);
  verb->add_option("--absent", options->absent, "Entrants who miss the round, e.g. open-17")->delimiter(',');
  verb->add_flag("--draft", options->draft, "Leave it as a draft for the desk to look at");
  options = verb_of(tournament, outcome, "swap", "Exchange two players of a draft by hand; exit 1 when that breaks a rule",
                    "swap --section open --round 8 --a 17 --b 3 --reason 同队回避", swap, verb);
  add_section_option(*verb, *options);
  add_round_option(*verb, *options);
  verb->add_option("--a", options->a, "One, by number")->required();
  verb->add_option("--b", options->b, "The other")->required();
  verb->add_option("--reason", options->reason, "Why; it is logged")->required();
  options = verb_of(tournament, outcome, "publish", "Publish the draft of a round", "publish --section open --round 8", publish, verb);
  add_section_option(*verb, *options);
  add_round_option(*verb, *options);
}

}  // namespace qipu::cli
