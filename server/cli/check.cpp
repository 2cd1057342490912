#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/cli/check_line.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/record_files.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string encoding, lang;
  bool ndjson = false, json = false, rulings = false;
};

/// What one file gave: its lines in order.
struct FileReport {
  std::string lines;
  bool done = false, finding = false, unreadable = false;
};

FileReport check_file(const std::string& name, const formats::ReadOptions& read,
                      const CheckOptions& options) {
  FileReport report;
  const auto bytes = file_bytes(name);
  const auto add = [&](const CheckedGame& game) {
    report.lines += game.line;
    report.finding = report.finding || game.finding;
  };
  if (!bytes) {
    report.unreadable = true;
    add(check_line(Problem{"file.unreadable", {"读不了这个文件", "The file cannot be read"}, {}, "", {}},
                   name, options));
    return report;
  }
  formats::ReadOptions with_name = read;
  with_name.name = name;
  std::uint32_t game = 0;
  const auto summary =
      formats::read_records(formats::bytes_of(*bytes), with_name, [&](formats::ParseOutcome&& outcome) {
        add(check_line(outcome, name, ++game, options));
        return true;
      });
  if (summary.fault || game == 0)
    add(check_line(summary.fault.value_or(Problem{
                       "file.not_a_record", {"这不是棋谱文件", "This is no game record"}, {}, "", {}}),
                   name, options));
  return report;
}

void show_progress(std::size_t done, std::size_t all) {
  constexpr int width = 40;
  const int filled = static_cast<int>(done * width / all);
  std::fprintf(stderr, "\r[%s%s] %zu/%zu", std::string(static_cast<std::size_t>(filled), '#').c_str(),
               std::string(static_cast<std::size_t>(width - filled), ' ').c_str(), done, all);
  if (done == all) std::fputc('\n', stderr);
}

int run(const Options& options) {
  formats::ReadOptions read;
  if (!options.encoding.empty()) {
    read.encoding = encoding_named(options.encoding);
    if (!read.encoding) {
      std::fprintf(stderr, "qipu: unknown encoding %s\n", options.encoding.c_str());
      return wrong_usage;
    }
  }
  const CheckOptions check{options.ndjson || options.json, options.rulings, speak_chinese(options.lang)};
  const std::vector<std::string> files = record_files(options.paths);
  if (files.empty()) {
    std::fprintf(stderr, "qipu: no file there\n");
    return no_input;
  }
  std::vector<FileReport> reports(files.size());
  std::mutex mutex;
  std::condition_variable ready;
  std::atomic<std::size_t> next{0};
  std::size_t printed = 0;
  // Readers may be some files ahead of the printing, not all of them.
  constexpr std::size_t ahead = 256;
  const auto work = [&] {
    for (std::size_t i; (i = next.fetch_add(1)) < files.size();) {
      {
        std::unique_lock lock(mutex);
        ready.wait(lock, [&] { return i < printed + ahead; });
      }
      FileReport report = check_file(files[i], read, check);
      const std::lock_guard lock(mutex);
      reports[i] = std::move(report);
      reports[i].done = true;
      ready.notify_all();
    }
  };
  std::vector<std::thread> threads;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t t = 0; t < std::min(cores, files.size()); ++t) threads.emplace_back(work);
  const bool progress = files.size() > 20 && isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
  bool finding = false;
  std::size_t unreadable = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    FileReport report;
    {
      std::unique_lock lock(mutex);
      ready.wait(lock, [&] { return reports[i].done; });
      report = std::move(reports[i]);
      printed = i + 1;
      ready.notify_all();
    }
    std::fwrite(report.lines.data(), 1, report.lines.size(), stdout);
    finding = finding || report.finding;
    unreadable += report.unreadable;
    if (progress) show_progress(i + 1, files.size());
  }
  for (std::thread& thread : threads) thread.join();
  std::fflush(stdout);
  return unreadable == files.size() ? no_input : finding ? findings : fine;
}

}  // namespace

void add_check(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Read game records and say what is wrong with them");
  command->add_option("PATH", options->paths, "Files or folders; - is standard input")->required();
  command->add_flag("--ndjson", options->ndjson, "One JSON object a line");
  command->add_flag("--json", options->json, "The same as --ndjson");
  command->add_option("--encoding", options->encoding, "utf-8, utf-16, gb18030 or big5 instead of detection");
  command->add_flag("--rulings", options->rulings, "Also rule on the repetition at the end");
  command->add_option("--lang", options->lang, "zh or en");
  command->footer("Example: qipu check games/ --ndjson");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
