// The service's side of a WebSocket message that was let through: who it is, what is read, what goes to the
// writer.
#include <algorithm>

#include "server/app/command_json.hpp"
#include "server/app/reads.hpp"
#include "server/app/service.hpp"
#include "server/config/instant.hpp"
#include "server/net/frame.hpp"
#include "server/protocol/envelope.hpp"

namespace qipu::app {
namespace {

using protocol::JsonText;

constexpr std::size_t longest_id = 128;

Problem simple(std::string code, std::string zh, std::string en) {
  return {std::move(code), {std::move(zh), std::move(en)}, {}, "", {}};
}

void reply(net::Peer& peer, const std::string& text) {
  if (!peer.send(net::text_frame(text))) peer.close(1013, "too slow");
}

}  // namespace

void Service::answer_later(const std::shared_ptr<net::Peer>& peer, std::string text) {
  if (net::Server* server = server_)
    server->post(peer->shard, [peer, text = std::move(text)] { reply(*peer, text); });
}

void Service::dispatch(const std::shared_ptr<net::Peer>& peer, Session& session,
                       const protocol::Envelope& envelope, const MessageRule& rule) {
  const auto refuse = [&](const Problem& problem) {
    reply(*peer, protocol::error_answer(envelope.id, problem, session.language));
  };
  if (envelope.id.size() > longest_id) return refuse(simple("message.id", "id 太长", "the id is too long"));
  if (envelope.type == "hello") return greet(peer, session, envelope);
  if (envelope.type == "subscribe") return subscribe(peer, session, envelope);
  if (rule.writes) return write(peer, session, envelope);
  protocol::Fields fields(envelope.data);
  if (envelope.type == "unsubscribe") {
    const std::string topic = fields.text("topic", 128);
    if (!fields.good()) return refuse(*fields.problem());
    topics_->unsubscribe(*peer, topic);
    return reply(*peer, protocol::ok_answer(envelope.id, 0, "{}"));
  }
  std::expected<std::string, Problem> data =
      std::unexpected(simple("not_found", "没有这项内容", "there is no such thing"));
  if (envelope.type == "desk.get") {
    const std::string what = fields.text("what", 32);
    if (!fields.good()) return refuse(*fields.problem());
    if (std::string json = desk_json(*ledger_, session.who, what, envelope.data); !json.empty())
      data = std::move(json);
  } else if (envelope.type == "ruling.ask") {
    const std::string game = fields.text("game", 64);
    const auto ply = fields.maybe_integer("ply", 0, 100'000);
    if (!fields.good()) return refuse(*fields.problem());
    data =
        ruling_json(*ledger_, session.who, game, ply ? std::optional(static_cast<int>(*ply)) : std::nullopt);
  }
  if (!data) return refuse(data.error());
  const auto seq = ledger_->read(Audience::inside, [](const recorder::State& state) { return state.seq; });
  reply(*peer, protocol::ok_answer(envelope.id, seq, *data));
}

void Service::greet(const std::shared_ptr<net::Peer>& peer, Session& session,
                    const protocol::Envelope& envelope) {
  protocol::Fields fields(envelope.data);
  const auto token = fields.maybe_text("token", 128);
  const auto language = fields.maybe_text("lang", 16);
  session.device = fields.maybe_text("device", 64).value_or("");
  if (!fields.good())
    return reply(*peer, protocol::error_answer(envelope.id, *fields.problem(), session.language));
  if (language) session.language = protocol::language_of(*language);
  session.who = {};
  if (token && !token->empty()) {
    const auto who = credentials_->of_token(*token);
    if (!who) {
      reply(*peer, protocol::error_answer(
                       envelope.id, simple("access.token", "凭证无效或已作废", "the token is not valid"),
                       session.language));
      return peer->close(4401, "token");
    }
    session.who = *who;
  }
  session.greeted = true;
  const auto seq = ledger_->read(Audience::inside, [](const recorder::State& state) { return state.seq; });
  reply(*peer, protocol::ok_answer(envelope.id, seq, hello_json(*ledger_, session.who)));
}

void Service::subscribe(const std::shared_ptr<net::Peer>& peer, Session& session,
                        const protocol::Envelope& envelope) {
  protocol::Fields fields(envelope.data);
  const std::string topic = fields.text("topic", 128);
  const auto since = fields.maybe_integer("since", 0, std::int64_t{1} << 53);
  if (!fields.good())
    return reply(*peer, protocol::error_answer(envelope.id, *fields.problem(), session.language));
  if (topic.starts_with("duties/") && !is_desk(session.who.role))
    return reply(*peer, protocol::error_answer(
                            envelope.id, simple("access.role", "无权进行此操作", "this role may not do that"),
                            session.language));
  const Audience audience = ledger_->read(
      Audience::inside, [&](const recorder::State& state) { return audience_of(session.who, state, topic); });
  // First the pushes, then the snapshot: what falls between comes twice, and never not at all.
  topics_->subscribe(peer, audience, topic);
  const auto seq = ledger_->read(audience, [](const recorder::State& state) { return state.seq; });
  JsonText out;
  out.object();
  const auto missed =
      since ? topics_->missed(audience, topic, static_cast<std::uint64_t>(*since), seq) : std::nullopt;
  if (missed) {
    out.key("pushes").array();
    for (const TopicPush& push : *missed)
      out.object()
          .member("type", push.type)
          .member("topic", push.topic)
          .member("seq", push.seq)
          .key("data")
          .raw(push.data)
          .end();
    out.end();
  } else {
    const std::string snapshot = topic_json(*ledger_, session.who, topic, config_.hide_minors);
    if (snapshot.empty()) {
      topics_->unsubscribe(*peer, topic);
      return reply(*peer, protocol::error_answer(
                              envelope.id, simple("not_found", "没有这项内容", "there is no such thing"),
                              session.language));
    }
    out.key("snapshot").raw(snapshot);
  }
  out.member("topic", topic).member("seq", seq).end();
  reply(*peer, protocol::ok_answer(envelope.id, seq, out.view()));
}

void Service::write(const std::shared_ptr<net::Peer>& peer, Session& session,
                    const protocol::Envelope& envelope) {
  const auto refuse = [&](const Problem& problem) {
    reply(*peer, protocol::error_answer(envelope.id, problem, session.language));
  };
  // What the client asks of a pass is whose it is; the secrets are made here.
  std::expected<recorder::Command, Problem> command = std::unexpected(Problem{});
  if (envelope.type == recorder::PassIssue::type) {
    protocol::Fields fields(envelope.data);
    recorder::PassIssue pass;
    pass.entrant = fields.maybe_text("entrant", 64).value_or("");
    pass.game = fields.maybe_text("game", 64).value_or("");
    pass.kind = fields.maybe_text("kind", 16).value_or("");
    if (!fields.good()) return refuse(*fields.problem());
    command = pass;
  } else {
    command = command_from(envelope.type, envelope.data);
  }
  if (!command) return refuse(command.error());
  protocol::Fields fields(envelope.data);
  const auto version = fields.maybe_integer("expect_version", 0, std::int64_t{1} << 53);
  recorder::Context context;
  context.by = ledger_->read(
      Audience::inside, [&](const recorder::State& state) { return Credentials::actor(session.who, state); });
  if (!envelope.id.empty())
    context.request =
        (session.who.token_hash.empty() ? session.who.name : session.who.token_hash.substr(0, 16)) + ":" +
        envelope.id;
  if (version) context.expect_version = static_cast<std::uint64_t>(*version);
  if (const auto* pass = std::get_if<recorder::PassIssue>(&*command))
    return issue_pass(peer, session, envelope.id, *pass, std::move(context));
  if (auto* confirm = std::get_if<recorder::RecordConfirm>(&*command); confirm && !confirm->code.empty())
    confirm->code = Credentials::sign_hash(confirm->game, confirm->code);
  ledger_->submit(
      std::move(*command), std::move(context),
      [this, peer, id = envelope.id, language = session.language](Outcome outcome) {
        answer_later(peer, outcome.answer
                               ? protocol::ok_answer(id, outcome.seq, answer_json(*outcome.answer, language))
                               : protocol::error_answer(id, outcome.answer.error(), language));
      });
}

void Service::issue_pass(const std::shared_ptr<net::Peer>& peer, Session& session, const std::string& id,
                         recorder::PassIssue wanted, recorder::Context context) {
  FreshPass pass =
      Credentials::make_pass(std::move(wanted.entrant), std::move(wanted.game), std::move(wanted.kind));
  const recorder::PassIssue command = pass.command;
  // The same id again would make other secrets: it is another request, and the pass of before dies.
  context.request.clear();
  ledger_->submit(command, std::move(context),
                  [this, peer, id, language = session.language, pass = std::move(pass)](Outcome outcome) {
                    if (!outcome.answer)
                      return answer_later(peer, protocol::error_answer(id, outcome.answer.error(), language));
                    JsonText out;
                    out.object();
                    if (!pass.command.entrant.empty()) {
                      out.member("entrant", pass.command.entrant)
                          .member("name", ledger_->read(Audience::inside, [&](const recorder::State& state) {
                            const auto entrant = state.parse_entrant(pass.command.entrant);
                            const auto* found = entrant ? state.find(*entrant) : nullptr;
                            return found ? found->person.name : std::string();
                          }));
                    }
                    if (!pass.command.game.empty())
                      out.member("game", pass.command.game)
                          .member("red_sign", pass.red_sign)
                          .member("black_sign", pass.black_sign);
                    const std::string page = links_.phone.substr(0, links_.phone.find('#'));
                    out.member("code", pass.code).member("url", page + "#" + pass.token).end();
                    answer_later(peer, protocol::ok_answer(id, outcome.seq, out.view()));
                  });
}

}  // namespace qipu::app
