// HTTP requests that change something: the desk's sign-in, another device by the code on a pass.
#include "server/app/pgn_feed.hpp"
#include "server/app/public_answer.hpp"
#include "server/app/service.hpp"
#include "server/config/instant.hpp"
#include "server/protocol/json.hpp"
#include "server/protocol/problem_json.hpp"

namespace qipu::app {
namespace {

using protocol::JsonText;

Problem simple(std::string code, std::string zh, std::string en) {
  return {std::move(code), {std::move(zh), std::move(en)}, {}, "", {}};
}

net::HttpResponse private_answer(std::string body) {
  auto response = plain_answer(200, "application/json; charset=utf-8", std::move(body));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace

void Service::answer_post(net::HttpRequest request, net::Responder respond) {
  const auto language = protocol::language_of(request.header("Accept-Language"));
  const auto refuse = [&](const Problem& problem) { respond(protocol::problem_response(problem, language)); };
  if (request.path == "/api/v1/push") return push(std::move(request), std::move(respond));
  if (request.path != "/api/v1/desk/login" && request.path != "/api/v1/pass")
    return refuse({"http.not_found",
                   {"没有这个地址", "there is nothing at this address"},
                   {{"path", request.path}},
                   "",
                   {}});
  // A page of another origin must not be able to try passwords with its visitors' help.
  if (request.has_header("Origin") && !origin_allowed(request))
    return refuse(simple("access.origin", "此来源的网页不可使用", "pages of this origin may not do that"));
  const double factor =
      net::contains(config_.server.halls, request.address) ? config_.server.limits.hall_factor : 1;
  if (!sign_in_rate_.take(request.address, std::chrono::steady_clock::now(), factor)) {
    auto refusal = protocol::problem_response(
        simple("rate.sign_in", "尝试过多，请稍后再试", "too many tries; try again later"), language);
    refusal.headers.emplace_back("Retry-After", "5");
    return respond(std::move(refusal));
  }
  auto body = protocol::parse_json(request.body);
  if (!body) return refuse(body.error());
  if (request.path == "/api/v1/desk/login") return sign_in(request, *body, std::move(respond));
  protocol::Fields fields(&*body, "body");
  const std::string code = fields.text("code", 16);
  if (!fields.good()) return refuse(*fields.problem());
  const auto token = credentials_->token_of_code(code);
  if (!token)
    return refuse(
        simple("access.code", "没有这个码，或已作废", "there is no such code, or it is not valid any more"));
  JsonText out;
  out.object().member("token", *token).end();
  respond(private_answer(out.take()));
}

void Service::sign_in(const net::HttpRequest& request, const protocol::Json& body, net::Responder respond) {
  const auto language = protocol::language_of(request.header("Accept-Language"));
  protocol::Fields fields(&body, "body");
  std::string user = fields.text("user", 64), password = fields.text("password", 256);
  if (!fields.good()) return respond(protocol::problem_response(*fields.problem(), language));
  auto shared = std::make_shared<net::Responder>(std::move(respond));
  const bool taken =
      worker_.run([this, user = std::move(user), password = std::move(password), language, shared] {
        const auto in = credentials_->sign_in(user, password);
        if (!in) return (*shared)(protocol::problem_response(in.error(), language));
        JsonText out;
        out.object()
            .member("token", in->token)
            .member("role", in->role)
            .member("name", in->name)
            .member("expires", to_rfc3339(in->expires_ms))
            .end();
        (*shared)(private_answer(out.take()));
      });
  if (!taken)
    (*shared)(protocol::problem_response(
        simple("rate.sign_in", "现在登录的人太多，请稍后再试", "too many sign in now; try again later"),
        language));
}

// PGN from a broadcaster: his key in the Authorization header, an answer for each game.
void Service::push(net::HttpRequest request, net::Responder respond) {
  const auto language = protocol::language_of(request.header("Accept-Language"));
  std::string_view token = request.header("Authorization");
  constexpr std::string_view scheme = "Bearer ";
  token = token.starts_with(scheme) ? token.substr(scheme.size()) : std::string_view();
  const auto who = token.empty() ? std::nullopt : credentials_->of_token(token);
  if (!who || who->role != Role::broadcaster) {
    auto refusal = protocol::problem_response(
        simple("access.token", "推送要用转播凭证：Authorization: Bearer 凭证", "a push needs a broadcaster's key: Authorization: Bearer KEY"), language, 401);
    refusal.headers.emplace_back("WWW-Authenticate", "Bearer");
    return respond(std::move(refusal));
  }
  auto shared = std::make_shared<net::Responder>(std::move(respond));
  const bool taken = worker_.run([this, who = *who, body = std::move(request.body), shared] {
    (*shared)(private_answer(feed_json(feed_pgn(*ledger_, who.name, who.scope, body))));
  });
  if (taken) return;
  auto refusal = protocol::problem_response(simple("rate.push", "推送太多，请稍后再试", "too much is being pushed; try again later"), language, 429);
  refusal.headers.emplace_back("Retry-After", "2");
  (*shared)(std::move(refusal));
}

}  // namespace qipu::app
