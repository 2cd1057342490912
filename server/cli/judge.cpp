#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/judge.hpp"
#include "formats/notation/chinese.hpp"
#include "formats/read.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/record_files.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string moves, fen, file, rules = "cxa2011", pace = "slow", regulation, lang;
  int game = 1, ply = -1;
  int limit_rounds = 0, counted_checks = 0;
  bool automatic_limit = false, audit = false, json = false;
};

// A game, or the exit code after the error has been printed.
struct Loaded {
  std::optional<Game> game;
  int exit_code = fine;
};

Loaded refuse(const Options& options, const Problem& problem, int exit_code) {
  print_error(problem, options.json, speak_chinese(options.lang));
  return {std::nullopt, exit_code};
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> list(1);
  for (const char c : text) {
    const bool space = c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
    if (!space)
      list.back() += c;
    else if (!list.back().empty())
      list.emplace_back();
  }
  if (list.back().empty()) list.pop_back();
  return list;
}

Problem at_ply(Problem problem, int ply, const std::string& text) {
  Place place;
  place.ply = static_cast<std::uint32_t>(ply);
  place.text = text.substr(0, 40);
  problem.at = place;
  problem.params = {{"move", text.substr(0, 40)}, {"ply", std::to_string(ply)}};
  return problem;
}

Loaded load_moves(const Options& options) {
  const auto setup = parse_fen(options.fen);
  if (!setup) return refuse(options, setup.error(), no_input);
  // Rulings are asked about printed diagrams too, which place soldiers where no game brings them.
  const auto start = Position::from_diagram(*setup);
  if (!start) return refuse(options, problem(start.error()), no_input);
  std::optional<Game> game(std::in_place, *start, setup->quiet_plies, setup->move_number);
  for (const std::string& word : words(options.moves)) {
    if (options.ply >= 0 && game->ply() >= options.ply) break;
    const auto move = Move::parse(word);
    const int ply = game->ply() + 1;
    if (!move)
      return refuse(options,
                    at_ply({"move.unreadable",
                            {"第 " + std::to_string(ply) + " 着不是坐标着法：" + word.substr(0, 40),
                             "Ply " + std::to_string(ply) + " is no ICCS move: " + word.substr(0, 40)}},
                           ply, word),
                    findings);
    if (const auto played = game->play(*move); !played) {
      const Text why = explain(played.error());
      return refuse(options,
                    at_ply({"move." + std::string(code(played.error())),
                            {"第 " + std::to_string(ply) + " 着 " + word + " 不合规则：" + why.zh,
                             "Ply " + std::to_string(ply) + ", " + word + ", is illegal: " + why.en}},
                           ply, word),
                    findings);
    }
  }
  return {*game, fine};
}

Problem file_problem(std::string code, Text message, const std::string& file) {
  Problem problem{std::move(code), std::move(message)};
  problem.at = Place{.file = file};
  return problem;
}

// The main line of a record, as far as it is known to be legal and whole; an error behind `--ply` does not
// matter.
Loaded load_file(const Options& options) {
  const auto content = file_bytes(options.file);
  if (!content)
    return refuse(options,
                  file_problem("file.unreadable",
                               {"无法读取文件 " + options.file, "Cannot read " + options.file}, options.file),
                  no_input);
  auto read = formats::read_game(formats::bytes_of(*content), {.name = options.file},
                                 static_cast<std::uint32_t>(options.game));
  if (!read) {
    if (!read.error().at) read.error().at.emplace();
    read.error().at->file = options.file;
    return refuse(options, read.error(), no_input);
  }
  const formats::Record& record = read->record;
  const auto start = Position::from_diagram(record.start);
  if (!start) return refuse(options, problem(start.error()), no_input);
  Game game(*start, record.start.quiet_plies, record.start.move_number);
  const std::uint32_t whole = record.gaps.empty() ? 0xffffffff : record.gaps.front().after_ply;
  for (Move move : record.main_line()) {
    if (static_cast<std::uint32_t>(game.ply()) >= whole || !game.play(move)) break;
  }
  if (options.ply >= 0 && options.ply <= game.ply()) return {game, fine};
  if (read->first_error) return refuse(options, *read->first_error, findings);
  if (whole != 0xffffffff)
    return refuse(options,
                  file_problem("record.gap",
                               {"第 " + std::to_string(game.ply()) + " 着之后缺着，不能据此裁定。",
                                "Moves are missing after ply " + std::to_string(game.ply()) +
                                    ": nothing can be ruled on."},
                               options.file),
                  findings);
  return {game, fine};
}

void print_text(const rules::Verdict& verdict, bool zh) {
  const auto& text = verdict.explanation;
  std::printf("%s\n", (zh ? text.zh : text.en).c_str());
  if (verdict.regulation && verdict.regulation->early_draw)
    std::printf("%s\n", (zh ? verdict.regulation->text.zh : verdict.regulation->text.en).c_str());
}

int run(const Options& options) {
  Loaded loaded = options.file.empty() ? load_moves(options) : load_file(options);
  if (!loaded.game) return loaded.exit_code;
  Game& game = *loaded.game;
  if (options.ply > game.ply())
    return refuse(options,
                  {"ply.beyond_the_end",
                   {"这局只有 " + std::to_string(game.ply()) + " 着。",
                    "The game has only " + std::to_string(game.ply()) + " plies."}},
                  findings)
        .exit_code;
  while (options.ply >= 0 && game.ply() > options.ply) game.undo();

  rules::JudgeOptions judging;
  judging.rules = *rules::rule_set(options.rules);
  judging.pace = *rules::pace(options.pace);
  judging.limit.rounds = options.limit_rounds;
  judging.limit.counted_checks = options.counted_checks;
  judging.limit.automatic = options.automatic_limit;
  judging.audit = options.audit;
  judging.move_zh = [](const Position& position, Move move) {
    return notation::write_chinese(position, move);
  };
  judging.regulation = !options.regulation.empty();
  const rules::Verdict verdict = rules::judge(game, judging);
  if (options.json)
    std::printf("%s\n", to_json(verdict).c_str());
  else
    print_text(verdict, speak_chinese(options.lang));
  return fine;
}

}  // namespace

void add_judge(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  options->fen = start_fen;
  CLI::App* command = app.add_subcommand(
      "judge", "Rule on the repetition that ends with the last move, and on the natural limit");
  auto* moves = command->add_option("--moves", options->moves, "Moves as ICCS, separated by spaces");
  auto* fen = command->add_option("--fen", options->fen,
                                  "Position from which they are played; the start position when left out");
  command->add_option("--ply", options->ply, "Rule after this ply; after the last one when left out")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--rules", options->rules, "Rule set")->check(CLI::IsMember({"cxa2011", "wxf", "axf"}));
  command->add_option("--pace", options->pace, "Decides the natural limit")
      ->check(CLI::IsMember({"slow", "fast", "ultra"}));
  command
      ->add_option("--limit-rounds", options->limit_rounds,
                   "Natural limit in rounds; by the pace when left out")
      ->check(CLI::PositiveNumber);
  command
      ->add_option(
          "--counted-checks", options->counted_checks,
          "How many of a side's own checks count for the natural limit (the rule book's own clause: 10)")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--automatic-limit", options->automatic_limit, "The limit ends the game without a claim");
  command->add_flag("--audit", options->audit, "List every ply since the last capture and how it counts");
  command->add_option("--regulation", options->regulation, "Add what the regulation says to the ruling")
      ->check(CLI::IsMember({"shizhu-2019"}));
  command->add_option("--lang", options->lang, "zh or en; the locale's when left out")
      ->check(CLI::IsMember({"zh", "en"}));
  command->add_flag("--json", options->json, "One JSON object");
  auto* file = command->add_option("--file", options->file,
                                   "A record in any format that is read; - is standard input");
  command->add_option("--game", options->game, "Which game of the file, from 1")
      ->check(CLI::PositiveNumber)
      ->needs(file);
  moves->excludes(file);
  fen->excludes(file);
  command->callback([=, &outcome] {
    if (moves->empty() && file->empty()) throw CLI::RequiredError("--moves or --file");
    outcome.exit_code = run(*options);
  });
  command->footer(
      "Example: qipu judge --fen \"2b6/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w - - 0 1\" --moves \"f0e0 e8f8 e0f0 "
      "f8e8\" --json");
}

}  // namespace qipu::cli
