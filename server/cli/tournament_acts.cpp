#include <functional>

#include "server/app/ledger.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/tournament.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

using protocol::JsonText;

struct ActOptions : TournamentOptions {
  std::string outcome, kind, reason, entrant, foul, to, where;
  int no = 0, from_round = -1;
  bool off = false, done = false;

  std::string entrant_id() const { return entrant.empty() ? section + "-" + std::to_string(no) : entrant; }
};

using Run = std::function<int(const ActOptions&)>;

CLI::App& add_verb(CLI::App& parent, Outcome& outcome, const std::shared_ptr<ActOptions>& options, const std::string& name,
                   const std::string& sentence, const std::string& example, Run run) {
  CLI::App* verb = parent.add_subcommand(name, sentence);
  add_common_options(*verb, *options, true);
  verb->footer("Example: qipu tournament " + example);
  verb->callback([options, run = std::move(run), &outcome] { outcome.exit_code = run(*options); });
  return *verb;
}

void add_entrant_options(CLI::App& verb, ActOptions& options) {
  auto* entrant = verb.add_option("--entrant", options.entrant, "Entrant, e.g. open-17");
  auto* section = verb.add_option("--section", options.section, "Section, with --no");
  auto* no = verb.add_option("--no", options.no, "Entry number in the section")->check(CLI::Range(1, 65535));
  section->needs(no);
  no->needs(section);
  entrant->excludes(section);
}

void need_entrant(const ActOptions& options) {
  if (options.entrant.empty() && options.no == 0) throw CLI::RequiredError("--entrant, or --section and --no");
}

void add_reason(CLI::App& verb, ActOptions& options, bool required = true) {
  auto* reason = verb.add_option("--reason", options.reason, "Why; stands in the audit");
  if (required) reason->required();
}

// A result that stands already is corrected, another one is registered.
int enter_result(const ActOptions& options) {
  auto ledger = app::Ledger::snapshot(options.data);
  if (!ledger) {
    print_error(ledger.error(), options.json, options.zh());
    return no_input;
  }
  const bool stands = (*ledger)->read(app::Audience::inside, [&](const recorder::State& state) {
    const auto id = state.parse_game(options.game_id());
    const auto* game = id ? state.find(*id) : nullptr;
    return game && game->result;
  });
  ledger->reset();  // a reader would keep the writer from closing its log
  JsonText out;
  out.object().member("game", options.game_id()).member("outcome", options.outcome).member("kind", options.kind).member("reason", options.reason).end();
  return write_and_tell(options, stands ? "result.correct" : "result.register", out.view());
}

int duty_act(const ActOptions& options, std::string_view type) {
  JsonText out;
  out.object().member("duty", options.game_id()).member("reason", options.reason);
  if (!options.to.empty()) out.member("to", options.to);
  out.end();
  return write_and_tell(options, type, out.view());
}

void add_entrant_acts(CLI::App& tournament, Outcome& outcome) {
  for (const auto& [name, sentence] : {std::pair{"withdraw", "A player leaves the event"}, {"readmit", "A player who left comes back"},
                                       {"late", "A player comes in late"}, {"exclude", "A player is excluded"}}) {
    auto options = std::make_shared<ActOptions>();
    const std::string type = std::string("entrant.") + name;
    CLI::App& verb = add_verb(tournament, outcome, options, name, sentence, std::string(name) + " --section open --no 17 --reason 身体不适",
                              [type](const ActOptions& o) {
                                need_entrant(o);
                                JsonText out;
                                out.object().member("entrant", o.entrant_id()).member("reason", o.reason);
                                if (o.from_round >= 0) out.member("round", o.from_round);
                                out.end();
                                return write_and_tell(o, type, out.view());
                              });
    add_entrant_options(verb, *options);
    verb.add_option("--round", options->from_round, "Withdrawn: the last round played; late: the first")->check(CLI::Range(0, 100));
    add_reason(verb, *options, false);
  }
}

void add_board_acts(CLI::App& tournament, Outcome& outcome) {
  auto options = std::make_shared<ActOptions>();
  CLI::App& designate = add_verb(tournament, outcome, options, "designate", "A board must be recorded because the arbiter says so",
                                 "designate --section open --round 8 --board 31", [](const ActOptions& o) {
                                   JsonText out;
                                   out.object().member("game", o.game_id()).member("on", !o.off).member("reason", o.reason).end();
                                   return write_and_tell(o, "board.designate", out.view());
                                 });
  add_board_options(designate, *options);
  designate.add_flag("--off", options->off, "Take it back");
  add_reason(designate, *options, false);

  options = std::make_shared<ActOptions>();
  CLI::App& broadcast = add_verb(tournament, outcome, options, "broadcast", "A board is broadcast live, or no longer",
                                 "broadcast --section open --round k1 --board 1", [](const ActOptions& o) {
                                   JsonText out;
                                   out.object().member("game", o.game_id()).member("on", !o.off && !o.done).member("done", o.done).member("where", o.where).end();
                                   return write_and_tell(o, "board.broadcast", out.view());
                                 });
  add_board_options(broadcast, *options);
  broadcast.add_option("--where", options->where, "Where it is shown");
  broadcast.add_flag("--off", options->off, "It is not broadcast");
  broadcast.add_flag("--done", options->done, "It was broadcast to the game's end");

  for (const auto& [name, sentence] : {std::pair{"excuse", "The chief arbiter excuses a record"}, {"paper", "A record is accepted on paper"},
                                       {"reassign", "Somebody else has to make a record"}}) {
    options = std::make_shared<ActOptions>();
    const std::string type = std::string("duty.") + name;
    CLI::App& verb = add_verb(tournament, outcome, options, name, sentence, std::string(name) + " --section open --round 8 --board 3 --reason 身体不适",
                              [type](const ActOptions& o) { return duty_act(o, type); });
    add_board_options(verb, *options);
    if (type == "duty.reassign") verb.add_option("--to", options->to, "Entrant, e.g. open-17")->required();
    add_reason(verb, *options, type != "duty.paper");
  }
}

void add_foul_acts(CLI::App& tournament, Outcome& outcome) {
  // `fouls` lists them; `foul` acts.
  CLI::App* foul = tournament.add_subcommand("foul", "Establish, confirm or reject a foul");
  foul->require_subcommand(1);
  auto options = std::make_shared<ActOptions>();
  CLI::App& add = add_verb(*foul, outcome, options, "add", "Establish a foul", "foul add --section open --no 17 --kind phone --reason 手机响", [](const ActOptions& o) {
    need_entrant(o);
    JsonText out;
    out.object().member("entrant", o.entrant_id()).member("kind", o.kind).member("reason", o.reason);
    if (!o.round.empty() && o.board > 0) out.member("game", o.entrant_id().substr(0, o.entrant_id().rfind('-')) + "-" + o.round + "-" + std::to_string(o.board));
    out.end();
    return write_and_tell(o, "foul.add", out.view());
  });
  add_entrant_options(add, *options);
  add.add_option("--kind", options->kind, "Kind by the regulation")->required();
  add.add_option("--round", options->round, "Round of the game that it is about");
  add.add_option("--board", options->board, "Board of that game");
  add_reason(add, *options);
  for (const bool confirm : {true, false}) {
    options = std::make_shared<ActOptions>();
    CLI::App& verb = add_verb(*foul, outcome, options, confirm ? "confirm" : "reject", confirm ? "A proposed foul is established" : "A proposed foul is rejected",
                              confirm ? "foul confirm --foul f12" : "foul reject --foul f12 --reason 网络故障", [confirm](const ActOptions& o) {
                                JsonText out;
                                out.object().member("foul", o.foul).member("section", o.section).member("reason", o.reason).end();
                                return write_and_tell(o, confirm ? "foul.confirm" : "foul.reject", out.view());
                              });
    verb.add_option("--foul", options->foul, "Its number, e.g. f12")->required();
    verb.add_option("--section", options->section, "Section");
    add_reason(verb, *options, !confirm);
  }
}

}  // namespace

void add_tournament_acts(CLI::App& tournament, Outcome& outcome) {
  auto options = std::make_shared<ActOptions>();
  CLI::App& result = add_verb(tournament, outcome, options, "result", "Register or correct a result",
                              "result --section open --round 8 --board 3 --outcome red --kind resign", enter_result);
  add_board_options(result, *options);
  result.add_option("--outcome", options->outcome, "Who wins")
      ->required()
      ->check(CLI::IsMember({"red", "black", "draw", "both_lose", "red_walkover", "black_walkover", "none"}));
  result.add_option("--kind", options->kind, "How it ended")
      ->check(CLI::IsMember({"mate", "stalemate", "resign", "time", "agreed", "ruling", "limit", "simple_draw", "foul", "illegal", "absent"}));
  add_reason(result, *options, false);
  add_entrant_acts(tournament, outcome);
  add_board_acts(tournament, outcome);
  add_foul_acts(tournament, outcome);

  options = std::make_shared<ActOptions>();
  CLI::App& override_gate = add_verb(tournament, outcome, options, "override", "The chief arbiter lets a player enter the next round",
                                     "override --section open --round k2 --board 1 --entrant open-17 --reason 裁判长决定", [](const ActOptions& o) {
                                       JsonText out;
                                       out.object().member("match", o.game_id()).member("entrant", o.entrant).member("reason", o.reason).end();
                                       return write_and_tell(o, "match.override", out.view());
                                     });
  add_board_options(override_gate, *options);
  override_gate.add_option("--entrant", options->entrant, "Entrant, e.g. open-17")->required();
  add_reason(override_gate, *options);
}

}  // namespace qipu::cli
