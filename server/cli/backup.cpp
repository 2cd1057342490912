#include <cstdio>
#include <memory>
#include <string>

#include "recorder/store/journal_copy.hpp"
#include "server/app/ledger.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string data = "qipu-data", file, lang;
  bool json = false;
};

int exit_code_of(const Problem& problem) {
  return problem.code == "store.none" || problem.code == "restore.source" || problem.code == "backup.source" ? no_input : findings;
}

int tell(const Options& options, const std::expected<store::JournalCopy, Problem>& copy, const char* zh_form, const char* en_form) {
  const bool zh = speak_chinese(options.lang);
  if (!copy) {
    print_error(copy.error(), options.json, zh);
    return exit_code_of(copy.error());
  }
  if (options.json) {
    protocol::JsonText out;
    out.object().member("file", copy->file).member("seq", copy->seq).member("head", copy->head).member("bytes", copy->bytes).member("epoch", copy->epoch).end();
    std::puts(out.view().c_str());
  } else {
    std::printf(zh ? zh_form : en_form, copy->file.c_str(), static_cast<unsigned long long>(copy->seq), copy->head.substr(0, 12).c_str());
  }
  return fine;
}

int back_up(const Options& options) {
  return tell(options, store::back_up(options.data, options.file), "已备份到 %s：%llu 条，校验 %s\n", "backed up to %s: %llu entries, head %s\n");
}

int restore(const Options& options) {
  return tell(options, store::restore(options.file, options.data), "已恢复到 %s：%llu 条，校验 %s\n", "restored to %s: %llu entries, head %s\n");
}

int examine(const Options& options) {
  const bool zh = speak_chinese(options.lang);
  auto found = store::examine(options.data);
  if (!found) {
    print_error(found.error(), options.json, zh);
    return exit_code_of(found.error());
  }
  std::uint64_t facts = 0;
  std::string head;
  if (found->empty()) {
    // What the journal tells must also make a state.
    if (const auto ledger = app::Ledger::snapshot(options.data)) {
      const auto last = (*ledger)->recent(1);
      facts = last.empty() ? 0 : last.front().seq;
      head = (*ledger)->head();
    } else {
      found->push_back(ledger.error());
    }
  }
  if (options.json) {
    protocol::JsonText out;
    out.object().member("data", options.data).member("facts", facts).member("head", head).key("findings").array();
    for (const Problem& problem : *found) out.raw(problem_json(problem, zh));
    out.end().end();
    std::puts(out.view().c_str());
  } else {
    for (const Problem& problem : *found) print_error(problem, false, zh);
    if (found->empty())
      std::printf(zh ? "完好：%llu 条，校验 %s\n" : "sound: %llu entries, head %s\n", static_cast<unsigned long long>(facts), head.substr(0, 12).c_str());
  }
  return found->empty() ? fine : findings;
}

CLI::App& add(CLI::App& app, Outcome& outcome, const std::shared_ptr<Options>& options, const char* name, const char* sentence, const char* example, int (*run)(const Options&)) {
  CLI::App* command = app.add_subcommand(name, sentence);
  command->add_option("--data", options->data, "Folder of the journal");
  command->add_option("--lang", options->lang, "zh or en")->check(CLI::IsMember({"zh", "en"}));
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(example);
  command->callback([options, run, &outcome] { outcome.exit_code = run(*options); });
  return *command;
}

}  // namespace

void add_backup(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  add(app, outcome, options, "backup", "Copy the journal to a file, also while the service runs", "Example: qipu backup --data /var/lib/qipu -o /media/stick/qipu.backup", back_up)
      .add_option("-o,--output", options->file, "The copy")
      ->required();
  options = std::make_shared<Options>();
  add(app, outcome, options, "restore", "Bring a backup into an empty folder", "Example: qipu restore qipu.backup --data /var/lib/qipu", restore)
      .add_option("file", options->file, "The backup")
      ->required();
  options = std::make_shared<Options>();
  add(app, outcome, options, "doctor", "Examine a folder: database, hash chain, replay; exit 1 on findings", "Example: qipu doctor --data /var/lib/qipu", examine);
}

}  // namespace qipu::cli
