#include <cstdio>
#include <memory>
#include <string>

#include "server/app/digest.hpp"
#include "server/app/local_desk.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string data = "qipu-data", name, scope, lang;
  bool json = false;
};

// The key is made here and told once; the journal keeps its hash.
int run(const Options& options, bool give) {
  const bool zh = speak_chinese(options.lang);
  const std::string key = give ? app::random_token() : std::string();
  protocol::JsonText entry;
  entry.object().member("name", options.name).member("key_hash", give ? app::sha256(key) : std::string()).member("scope", options.scope).end();
  const auto done = app::perform_locally(options.data, "console", "broadcaster_key.set", entry.view());
  if (!done) {
    print_error(done.error(), options.json, zh);
    return findings;
  }
  if (options.json) {
    protocol::JsonText out;
    out.object().member("name", options.name).member("scope", options.scope).member("key", key).end();
    std::puts(out.view().c_str());
  } else if (give) {
    std::printf(zh ? "%s 的转播凭证，只显示这一次：%s\n" : "key of %s, shown once: %s\n", options.name.c_str(), key.c_str());
  } else {
    std::printf(zh ? "%s 的转播凭证已作废\n" : "the key of %s is no longer valid\n", options.name.c_str());
  }
  return fine;
}

}  // namespace

void add_broadcaster_key(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("broadcaster-key", "Keys by which broadcasters push games");
  command->require_subcommand(1);
  for (const bool give : {true, false}) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = command->add_subcommand(give ? "add" : "revoke", give ? "Make a key, or another one; it is shown once" : "A key is no longer valid");
    verb->add_option("--data", options->data, "Folder of the journal; the service may be running on it");
    verb->add_option("--name,name", options->name, "Who broadcasts")->required();
    if (give) verb->add_option("--scope", options->scope, "Only this section, round or game: open, open/8, open-8-3");
    verb->add_option("--lang", options->lang, "zh or en")->check(CLI::IsMember({"zh", "en"}));
    verb->add_flag("--json", options->json, "One JSON object");
    verb->footer(give ? "Example: qipu broadcaster-key add --data /var/lib/qipu --scope open --name webcast" : "Example: qipu broadcaster-key revoke --data /var/lib/qipu --name webcast");
    verb->callback([options, &outcome, give] { outcome.exit_code = run(*options, give); });
  }
}

}  // namespace qipu::cli
