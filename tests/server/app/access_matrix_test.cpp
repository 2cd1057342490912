// Who may do what: every cell of the table of roles and messages, over a connection.
#include "server/app/access.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "server/app/digest.hpp"
#include "server/app/service.hpp"
#include "server/client/web_socket_client.hpp"
#include "tests/support/http_client.hpp"

namespace qipu::app {
namespace {

namespace fs = std::filesystem;

class Access : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "qipu-access-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    config::Config config;
    config.data = folder_;
    config.server.port = 0;
    config.messages_per_second = 10'000;
    config.message_burst = 10'000;
    service_ = std::make_unique<Service>(config);
    ASSERT_TRUE(service_->open(false));
    auto server = net::Server::start(config.server, *service_);
    ASSERT_TRUE(server);
    server_ = std::move(*server);
    service_->start(*server_);
    recorder::TournamentNew create;
    create.id = create.preset = "shizhu-2019";
    desk(create);
    desk(recorder::EntrantsImport{"no,name,section\n1,选手 1,open\n2,选手 2,open\n", "list.csv"});
    desk(recorder::RoundImport{"open", "1", "csv", "board,red,black\n1,1,2\n"});
    recorder::PassIssue player, scribe;
    player.entrant = "open-1";
    player.token_hash = sha256("player");
    scribe.game = "open-1-1";
    scribe.kind = "scribe";
    scribe.token_hash = sha256("scribe");
    desk(player);
    desk(scribe);
    desk(recorder::BroadcasterKeyEntry{"webcast", sha256("broadcaster"), ""});
  }
  void TearDown() override {
    service_->stop_writing();
    server_.reset();
    service_.reset();
    fs::remove_all(folder_);
  }
  void desk(recorder::Command command, recorder::Role role = recorder::Role::chief) {
    recorder::Context context;
    context.by.role = role;
    context.by.name = "测试";
    const auto outcome = service_->ledger().perform(std::move(command), context);
    ASSERT_TRUE(outcome.answer) << outcome.answer.error().message.en;
  }
  // A connection of this role that has said hello.
  std::unique_ptr<client::WebSocketClient> connect(Role role) {
    std::string token;
    if (role == Role::player || role == Role::scribe || role == Role::broadcaster) token = std::string(name(role));
    if (is_desk(role)) {
      const std::string user(name(role));
      desk(recorder::DeskUserEntry{"u-" + user, user, hash_password("secret")}, recorder::Role::system);
      const auto answer = test::http(server_->port(), "POST", "/api/v1/desk/login", {"Content-Type: application/json"}, R"({"user":"u-)" + user + R"(","password":"secret"})");
      if (answer) {
        const auto at = answer->body.find("\"token\":\"") + 9;
        token = answer->body.substr(at, answer->body.find('"', at) - at);
      }
    }
    auto line = client::WebSocketClient::connect(server_->port());
    if (!line) return nullptr;
    const auto hello = line->call("hello", token.empty() ? "{}" : R"({"token":")" + token + "\"}");
    EXPECT_TRUE(hello && (*hello)["type"] == "ok") << name(role);
    if (hello && hello->HasMember("data")) EXPECT_EQ(std::string((*hello)["data"]["role"].GetString()), std::string(name(role)));
    return line;
  }

  std::string folder_;
  std::unique_ptr<Service> service_;
  std::unique_ptr<net::Server> server_;
};

TEST_F(Access, EveryCellOfTheTableHoldsOverAConnection) {
  int allowed = 0, refused = 0;
  for (unsigned i = 0; i < role_count; ++i) {
    const Role role = static_cast<Role>(i);
    const auto line = connect(role);
    ASSERT_TRUE(line) << name(role);
    for (const MessageRule& rule : message_rules()) {
      if (rule.type == "hello") continue;
      // Without data: what is allowed gets as far as its fields, what is not does not.
      const auto answer = line->call(rule.type, "{}");
      ASSERT_TRUE(answer) << name(role) << " " << rule.type;
      const bool error = (*answer)["type"] == "error";
      const std::string code = error ? (*answer)["error"]["code"].GetString() : "";
      if (rule.allows(role)) {
        EXPECT_NE(code, "access.role") << name(role) << " " << rule.type;
        ++allowed;
      } else {
        EXPECT_EQ(code, "access.role") << name(role) << " " << rule.type;
        ++refused;
      }
    }
    EXPECT_TRUE(line->connected()) << "a refusal costs nobody the connection";
  }
  EXPECT_EQ(allowed + refused, static_cast<int>(role_count * (message_rules().size() - 1)));
  EXPECT_GT(allowed, 100);
  EXPECT_GT(refused, 200);
}

TEST_F(Access, WhatStandsInNoTableIsUnknownToEverybody) {
  for (const Role role : {Role::visitor, Role::player, Role::chief}) {
    const auto line = connect(role);
    ASSERT_TRUE(line);
    for (const char* type : {"proposal.make", "desk_user.set", "broadcaster_key.set", "tournament.new", "record.erase", "", "RECORD.APPEND"}) {
      const auto answer = line->call(type, "{}");
      ASSERT_TRUE(answer) << type;
      EXPECT_STREQ((*answer)["type"].GetString(), "error") << name(role) << " " << type;
      if (*type) EXPECT_STREQ((*answer)["error"]["code"].GetString(), "unknown_type") << name(role) << " " << type;
    }
  }
}

TEST_F(Access, NothingIsAnsweredBeforeHelloAndAWrongTokenOpensNothing) {
  const auto line = client::WebSocketClient::connect(server_->port());
  ASSERT_TRUE(line);
  const auto early = line->call("record.append", "{}");
  ASSERT_TRUE(early);
  EXPECT_STREQ((*early)["error"]["code"].GetString(), "message.hello_first");
  const auto wrong = line->call("hello", R"({"token":"no such token"})");
  ASSERT_TRUE(wrong);
  EXPECT_STREQ((*wrong)["type"].GetString(), "error");
}

TEST_F(Access, EveryMessageIsAllowedToSomebodyAndHasADescription) {
  std::set<std::string_view> types;
  for (const MessageRule& rule : message_rules()) {
    EXPECT_TRUE(types.insert(rule.type).second) << rule.type;
    EXPECT_NE(rule.roles, 0u) << rule.type;
    EXPECT_FALSE(rule.sentence.empty()) << rule.type;
    if (rule.writes) EXPECT_FALSE(rule.allows(Role::visitor) || rule.allows(Role::reader)) << rule.type << " is a write";
  }
}

}  // namespace
}  // namespace qipu::app
