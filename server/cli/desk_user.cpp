#include <cstdio>
#include <memory>
#include <string>

#include "server/app/digest.hpp"
#include "server/app/ledger.hpp"
#include "server/app/local_desk.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/protocol/json.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string data = "qipu-data", name, role = "arbiter", lang;
  bool json = false;
};

// The password is made here and told once: none ever stands on a command line.
int run(const Options& options, bool must_be_new) {
  const bool zh = speak_chinese(options.lang);
  std::string known;
  if (const auto ledger = app::Ledger::snapshot(options.data)) {
    known = (*ledger)->read(app::Audience::inside, [&](const recorder::State& state) {
      const auto found = state.desk_users.find(options.name);
      return found == state.desk_users.end() || found->second.password_hash.empty() ? std::string()
                                                                                    : found->second.role;
    });
  } else if (ledger.error().code != "store.none") {
    print_error(ledger.error(), options.json, zh);
    return findings;
  }
  if (known.empty() != must_be_new) {
    print_error(must_be_new
                    ? Problem{"desk_user.exists",
                              {"已有这个用户；用 reset 换密码",
                               "there is such an account; reset gives it another password"},
                              {},
                              "",
                              std::nullopt}
                    : Problem{"desk_user.none",
                              {"没有这个用户；用 add 新建", "there is no such account; add makes one"},
                              {},
                              "",
                              std::nullopt},
                options.json, zh);
    return findings;
  }
  const std::string password = app::random_password();
  protocol::JsonText entry;
  entry.object()
      .member("name", options.name)
      .member("role", must_be_new ? options.role : known)
      .member("password_hash", app::hash_password(password))
      .end();
  const auto done = app::perform_locally(options.data, "console", recorder::DeskUserEntry::type, entry.view());
  if (!done) {
    print_error(done.error(), options.json, zh);
    return findings;
  }
  if (options.json) {
    protocol::JsonText out;
    out.object()
        .member("user", options.name)
        .member("role", must_be_new ? options.role : known)
        .member("password", password)
        .end();
    std::puts(out.view().c_str());
  } else {
    std::printf(zh ? "%s（%s）的密码，只显示这一次：%s\n" : "password of %s (%s), shown once: %s\n",
                options.name.c_str(), (must_be_new ? options.role : known).c_str(), password.c_str());
  }
  return fine;
}

}  // namespace

void add_desk_user(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("desk-user", "Accounts of the arbiters' desk");
  command->require_subcommand(1);
  for (const bool add : {true, false}) {
    auto options = std::make_shared<Options>();
    CLI::App* verb =
        command->add_subcommand(add ? "add" : "reset", add ? "Make an account; its password is shown once"
                                                           : "Give an account another password");
    verb->add_option("--data", options->data, "Folder of the journal; the service may be running on it");
    verb->add_option("--name,name", options->name, "Name to sign in with")->required();
    if (add)
      verb->add_option("--role", options->role, "chief, arbiter, scorer or reader")
          ->check(CLI::IsMember({"chief", "arbiter", "scorer", "reader"}));
    verb->add_option("--lang", options->lang, "zh or en")->check(CLI::IsMember({"zh", "en"}));
    verb->add_flag("--json", options->json, "One JSON object");
    verb->footer(add ? "Example: qipu desk-user add --data /var/lib/qipu --role arbiter --name zhang"
                     : "Example: qipu desk-user reset --data /var/lib/qipu --name zhang");
    verb->callback([options, &outcome, add] { outcome.exit_code = run(*options, add); });
  }
}

}  // namespace qipu::cli
