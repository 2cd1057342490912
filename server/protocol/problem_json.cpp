#include "server/protocol/problem_json.hpp"

#include <array>

namespace qipu::protocol {

Language language_of(std::string_view tag) {
  if (tag == "both") return Language::both;
  const auto en = tag.find("en"), zh = tag.find("zh");
  if (en != std::string_view::npos && (zh == std::string_view::npos || en < zh)) return Language::en;
  return Language::zh;
}

void write_problem(JsonText& out, const Problem& problem, Language language) {
  out.object().member("code", problem.code);
  out.member("message", language == Language::en ? problem.message.en : problem.message.zh);
  if (language == Language::both) out.member("message_zh", problem.message.zh).member("message_en", problem.message.en);
  out.key("params").object();
  for (const auto& [name, value] : problem.params) out.member(name, value);
  out.end();
  if (problem.clause.empty()) out.key("clause").null();
  else out.member("clause", problem.clause);
  out.key("at");
  if (!problem.at) {
    out.null();
  } else {
    const Place& at = *problem.at;
    out.object();
    if (at.file) out.member("file", *at.file);
    if (at.game) out.member("game", *at.game);
    if (at.ply) out.member("ply", *at.ply);
    if (at.line) out.member("line", *at.line);
    if (at.column) out.member("column", *at.column);
    if (at.offset) out.member("offset", *at.offset);
    if (at.text) out.member("text", *at.text);
    out.end();
  }
  out.end();
}

int status_of(const Problem& problem) {
  struct Rule {
    std::string_view prefix;
    int status;
  };
  static constexpr std::array<Rule, 14> rules = {{{"http.not_found", 404},
                                                  {"http.method", 405},
                                                  {"access.token", 401},
                                                  {"access.login", 401},
                                                  {"access.", 403},
                                                  {"rate.", 429},
                                                  {"service.", 503},
                                                  {"conflict", 409},
                                                  {"not_found", 404},
                                                  {"unknown_type", 404},
                                                  {"json.", 400},
                                                  {"message.", 400},
                                                  {"query.", 400},
                                                  {"store.", 503}}};
  for (const auto& rule : rules)
    if (std::string_view(problem.code).starts_with(rule.prefix)) return rule.status;
  return problem.code.find("not_found") != std::string::npos ? 404 : 422;
}

net::HttpResponse problem_response(const Problem& problem, Language language, int status) {
  net::HttpResponse response;
  response.status = status ? status : status_of(problem);
  JsonText out;
  out.object().member("type", "about:blank").member("title", net::reason_phrase(response.status)).member("status", response.status);
  out.member("detail", language == Language::en ? problem.message.en : problem.message.zh).member("code", problem.code);
  JsonText whole;
  write_problem(whole, problem, language == Language::en ? Language::en : Language::both);
  out.key("error").raw(whole.view());
  if (problem.at && problem.at->ply) out.member("ply", *problem.at->ply);
  out.end();
  response.body = net::bytes(out.take());
  response.headers = {{"Content-Type", "application/problem+json; charset=utf-8"},
                      {"Cache-Control", "no-store"},
                      {"X-Content-Type-Options", "nosniff"}};
  return response;
}

}  // namespace qipu::protocol
