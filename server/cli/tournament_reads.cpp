#include <cstdio>
#include <functional>
#include <vector>

#include "server/app/ledger.hpp"
#include "server/app/reads.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/text_table.hpp"
#include "server/cli/tournament.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

struct Read {
  std::string_view verb, what;  ///< of the command line; of the desk's tables
  std::string_view sentence, example;
  bool section = false, round = false;
  std::string_view list;        ///< the member that holds the rows
  std::vector<Column> columns;
};

const std::vector<Read>& reads() {
  static const std::vector<Read> all = {
      {"show", "overview", "Sections, rounds and what is open", "show --data DIR", false, false, "sections",
       {{"section", "组别", "section"}, {"name", "名称", "name"}, {"entrants", "人数", "entrants"}, {"round", "本轮", "round"}}},
      {"duties", "duties", "Which records are required, why, whose they are and how they stand", "duties --section open --round 8", true, true, "duties",
       {{"board", "台", "board"}, {"game", "局", "game"}, {"red_name", "红方", "red"}, {"black_name", "黑方", "black"}, {"reasons", "为何", "why"},
        {"owner", "谁录", "owner"}, {"deadline", "期限", "deadline"}, {"state", "状态", "state"}, {"clause", "条款", "clause"}}},
      {"gate", "gate", "Who may enter the next round and what is missing; exit 1 when it is closed", "gate --section open --round k2", true, true, "",
       {}},
      {"standings", "standings", "Standings with what separates each from the next", "standings --section open", true, false, "rows",
       {{"rank", "名次", "rank"}, {"no", "号", "no"}, {"name", "姓名", "name"}, {"unit", "单位", "unit"}, {"points", "积分", "points"},
        {"cumulative", "累进分", "cumulative"}, {"wins", "胜局", "wins"}, {"fouls", "犯规", "fouls"}, {"second_games", "后手", "second games"},
        {"separated_by", "区分", "separated by"}}},
      {"pairings", "pairing", "The pairs of a round", "pairings --section open --round 8", true, true, "pairs",
       {{"board", "台", "board"}, {"red.name", "红方", "red"}, {"red_points", "分", "points"}, {"black.name", "黑方", "black"}, {"black_points", "分", "points"}}},
      {"export", "trf", "The section as a TRF file, for other software", "export --section open > open.trf", true, false, "", {}},
      {"bracket", "bracket", "The knockout", "bracket --section open --json", true, false, "", {}},
      {"fouls", "fouls", "Fouls, proposed and established", "fouls --json", false, false, "rows",
       {{"foul", "号", "foul"}, {"name", "姓名", "name"}, {"kind", "款", "kind"}, {"kind_name", "事由", "what"}, {"clause", "条款", "clause"},
        {"round", "轮", "round"}, {"state", "状态", "state"}, {"reason", "理由", "reason"}, {"by", "裁判", "by"}}},
      {"prizes", "prizes", "Prize lists and their totals", "prizes --json", false, false, "", {}},
  };
  return all;
}

void print_gate(const rapidjson::Value& gate, bool zh) {
  std::printf("%s\n", gate["open"].GetBool() ? (zh ? "都可入场" : "open") : (zh ? "有人不得入场" : "closed"));
  for (const auto& match : gate["matches"].GetArray())
    for (const auto& player : match["players"].GetArray()) {
      std::printf("%s  %s  %s", match["match"].GetString(), player["name"].GetString(),
                  player["may_enter"].GetBool() ? (zh ? "可入场" : "may enter") : (zh ? "不得入场" : "may not enter"));
      for (const auto& missing : player["missing"].GetArray())
        std::printf("  %s %s", missing["game"].GetString(), missing["state"].GetString());
      std::printf("\n");
    }
}

void print_prizes(const rapidjson::Value& prizes, bool zh) {
  static const std::vector<Column> columns = {{"place", "名次", "place"}, {"entrant", "号", "entrant"}, {"name", "姓名", "name"}, {"amount", "元", "yuan"}};
  for (const auto& list : prizes["lists"].GetArray()) {
    std::printf("%s\n%s\n", list["list"].GetString(), text_table(list["rows"], columns, zh).c_str());
  }
  std::printf(zh ? "合计 %lld 元\n" : "total %lld yuan\n", static_cast<long long>(prizes["total"].GetInt64()));
}

int run(const TournamentOptions& options, const Read& read) {
  const bool zh = options.zh();
  const auto refuse = [&](const Problem& problem, int exit_code) {
    print_error(problem, options.json, zh);
    return exit_code;
  };
  const auto ledger = app::Ledger::snapshot(options.data);
  if (!ledger) return refuse(ledger.error(), no_input);
  app::Identity who;
  who.role = app::Role::chief;
  protocol::JsonText question;
  question.object().member("section", options.section);
  if (!options.round.empty()) question.member("round", options.round);
  question.end();
  const auto data = protocol::parse_json(question.view());
  const std::string answer = app::desk_json(**ledger, who, read.what, &*data);
  const auto document = protocol::parse_json(answer.empty() ? "null" : answer, 64);
  if (!document || !document->IsObject())
    return refuse({"not_found", {"没有这个组别或轮次", "there is no such section or round"},
                   {{"section", options.section}, {"round", options.round}}, "", std::nullopt}, findings);
  const bool closed = read.verb == "gate" && !(*document)["open"].GetBool();
  if (read.verb == "export" && !options.json) {
    std::fputs((*document)["text"].GetString(), stdout);
  } else if (options.json || (read.list.empty() && read.verb != "gate" && read.verb != "prizes")) {
    std::puts(answer.c_str());
  } else if (read.verb == "gate") {
    print_gate(*document, zh);
  } else if (read.verb == "prizes") {
    print_prizes(*document, zh);
  } else {
    const std::string list(read.list);
    if (document->HasMember(list.c_str())) std::fputs(text_table((*document)[list.c_str()], read.columns, zh).c_str(), stdout);
  }
  return closed ? findings : fine;
}

}  // namespace

void add_tournament_reads(CLI::App& tournament, Outcome& outcome) {
  for (const Read& read : reads()) {
    if (read.verb == "pairings") continue;  // stands with its import
    auto options = std::make_shared<TournamentOptions>();
    CLI::App* verb = tournament.add_subcommand(std::string(read.verb), std::string(read.sentence));
    add_common_options(*verb, *options, false);
    if (read.section) add_section_option(*verb, *options);
    if (read.round) add_round_option(*verb, *options);
    verb->footer("Example: qipu tournament " + std::string(read.example));
    verb->callback([options, &read, &outcome] { outcome.exit_code = run(*options, read); });
  }
}

int print_pairings(const TournamentOptions& options) {
  for (const Read& read : reads())
    if (read.verb == "pairings") return run(options, read);
  return internal_fault;
}

}  // namespace qipu::cli
