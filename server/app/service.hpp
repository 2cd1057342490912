// The service: what comes in by HTTP and WebSocket, who may do it, and what it is answered. Reads are
// answered on the connection's shard; what changes something goes to the one writer and is acknowledged when
// it is on disk.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <string>

#include "server/app/credentials.hpp"
#include "server/app/game_watch.hpp"
#include "server/app/ledger.hpp"
#include "server/app/local_desk.hpp"
#include "server/app/session.hpp"
#include "server/app/topics.hpp"
#include "server/app/worker.hpp"
#include "server/config/config.hpp"
#include "server/demo/demo.hpp"
#include "server/net/server.hpp"
#include "server/protocol/envelope.hpp"

namespace qipu::app {

/// Names the rules that phones and service must agree on.
inline constexpr std::string_view rules_version = "cxa2011/1";

class Service final : public net::Handler {
 public:
  explicit Service(config::Config config);
  ~Service() override;
  /// What is told to the person who starts the service.
  struct Links {
    std::string phone, desk, live, user, password;
  };
  /// Opens the journal in the configured folder; with `demo` an empty one gets a demonstration tournament.
  std::expected<void, Problem> open(bool demo, const std::string& preset = {});
  Ledger& ledger() { return *ledger_; }
  /// Goes to work on a server that carries it.
  void start(net::Server& server);
  const Links& links() const { return links_; }
  /// Takes no more writes; those that wait are done.
  void stop_writing();
  /// Closes the journal.
  void close();

  void request(net::HttpRequest request, unsigned shard, net::Responder respond) override;
  std::size_t body_limit(const net::HttpRequest& head) const override;
  std::optional<net::HttpResponse> refuse_upgrade(const net::HttpRequest& head) override;
  void opened(const std::shared_ptr<net::Peer>& peer, const net::HttpRequest& head) override;
  void message(const std::shared_ptr<net::Peer>& peer, std::string_view payload, bool binary) override;
  std::size_t message_limit(net::Peer& peer, std::string_view beginning) override;
  void closed(const std::shared_ptr<net::Peer>& peer) override;

 private:
  net::HttpResponse answer_get(const net::HttpRequest& request, protocol::Language language);
  void answer_post(net::HttpRequest request, net::Responder respond);
  void push(net::HttpRequest request, net::Responder respond);
  void sign_in(const net::HttpRequest& request, const protocol::Json& body, net::Responder respond);
  void dispatch(const std::shared_ptr<net::Peer>& peer, Session& session, const protocol::Envelope& envelope,
                const MessageRule& rule);
  void greet(const std::shared_ptr<net::Peer>& peer, Session& session, const protocol::Envelope& envelope);
  void subscribe(const std::shared_ptr<net::Peer>& peer, Session& session,
                 const protocol::Envelope& envelope);
  void write(const std::shared_ptr<net::Peer>& peer, Session& session, const protocol::Envelope& envelope);
  void issue_pass(const std::shared_ptr<net::Peer>& peer, Session& session, const std::string& id,
                  recorder::PassIssue wanted, recorder::Context context);
  /// Sends an answer from the writer's thread.
  void answer_later(const std::shared_ptr<net::Peer>& peer, std::string text);
  bool origin_allowed(const net::HttpRequest& head) const;
  std::string metrics() const;
  std::expected<void, Problem> make_first_account();
  std::expected<void, Problem> open_demonstration();

  config::Config config_;
  std::atomic<net::Server*> server_{nullptr};
  std::atomic<bool> ready_{false};
  net::RateLimit request_rate_, sign_in_rate_;
  std::unique_ptr<Ledger> ledger_;
  std::unique_ptr<GameWatch> game_watch_;
  std::unique_ptr<LocalDesk> local_desk_;
  std::unique_ptr<Credentials> credentials_;
  std::unique_ptr<Topics> topics_;
  Worker worker_;  // passwords and other slow work
  std::string demo_token_;
  std::vector<demo::LiveBoard> demo_boards_;
  std::vector<std::string> demo_tokens_;
  std::unique_ptr<demo::Scribes> scribes_;
  net::Bytes openapi_, asyncapi_;
  Links links_;
};

}  // namespace qipu::app
