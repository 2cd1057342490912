#include <cstdio>
#include <memory>
#include <string>

#include "formats/encoding.hpp"
#include "formats/read.hpp"
#include "recorder/tournament/trf.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/record_files.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string file, lang;
  int round = 0;
  bool json = false;
};

void print_json(const tournament::PairingAnswer& answer) {
  protocol::JsonText out;
  out.object().member("round", answer.round).key("pairs").array();
  for (const auto& pair : answer.pairs) out.array().number(pair.red.value).number(pair.black.value).end();
  out.end().key("bye");
  if (answer.bye) {
    out.number(answer.bye->value);
  } else {
    out.null();
  }
  out.key("relaxed").array();
  for (const auto& relaxed : answer.relaxed) {
    out.object().member("red", relaxed.red.value).key("black");
    if (relaxed.black.value) {
      out.number(relaxed.black.value);
    } else {
      out.null();
    }
    out.member("relaxation", tournament::name(relaxed.relaxation)).end();
  }
  out.end().key("reasons").object();
  for (const auto& reason : answer.reasons) out.member(std::to_string(reason.entrant.value), reason.sentence);
  out.end().member("proved", answer.proved).member("engine", answer.engine).end();
  std::puts(out.view().c_str());
}

void print_text(const tournament::PairingAnswer& answer, bool zh) {
  std::printf(zh ? "第 %d 轮\n" : "round %d\n", answer.round);
  int board = 0;
  for (const auto& pair : answer.pairs)
    std::printf("%4d  %4d - %4d\n", ++board, pair.red.value, pair.black.value);
  if (answer.bye) std::printf(zh ? "轮空 %d\n" : "bye %d\n", answer.bye->value);
  for (const auto& relaxed : answer.relaxed)
    std::printf(zh ? "放宽：%d - %d  %s\n" : "relaxed: %d - %d  %s\n", relaxed.red.value, relaxed.black.value,
                std::string(tournament::name(relaxed.relaxation)).c_str());
}

int run(const Options& options) {
  const bool zh = speak_chinese(options.lang);
  const auto refuse = [&](const Problem& problem, int exit_code) {
    print_error(problem, options.json, zh);
    return exit_code;
  };
  const auto bytes = file_bytes(options.file);
  if (!bytes)
    return refuse({"file.unreadable",
                   {"读不到文件 " + options.file, "cannot read " + options.file},
                   {{"file", options.file}},
                   "",
                   std::nullopt},
                  no_input);
  const auto text = formats::decode_text(formats::bytes_of(*bytes));
  const auto trf = tournament::read_trf(text.view(), options.file);
  if (!trf) return refuse(trf.error(), no_input);
  for (const Problem& warning : trf->warnings) print_error(warning, false, zh);
  const auto request = tournament::trf_request(*trf, options.round, {});
  // Only a round that cannot be asked for is refused here.
  if (!request) return refuse(request.error(), wrong_usage);
  const auto answer = tournament::pair_swiss(*request);
  if (!answer) return refuse(answer.error(), findings);
  if (options.json) {
    print_json(*answer);
  } else {
    print_text(*answer, zh);
  }
  return fine;
}

}  // namespace

void add_pair(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("pair", "Pair the next Swiss round (积分编排) of a TRF file");
  command->add_option("--trf", options->file, "The tournament as TRF; - is standard input")->required();
  command->add_option("--round", options->round, "Which round; otherwise the next one")
      ->check(CLI::Range(1, 200));
  command->add_option("--lang", options->lang, "zh or en")->check(CLI::IsMember({"zh", "en"}));
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: qipu pair --trf open.trf --json");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
