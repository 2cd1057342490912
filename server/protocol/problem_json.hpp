// Refusals on the wire: as the command line prints them, as problem+json (RFC 9457) and as answers on the socket.
#pragma once

#include <string>

#include "engine/problem.hpp"
#include "server/net/http.hpp"
#include "server/protocol/json.hpp"

namespace qipu::protocol {

enum class Language : unsigned char { zh, en, both };
/// By a tag such as "en-GB" or an Accept-Language header; Chinese when nothing is said.
Language language_of(std::string_view tag);

/// {"code","message",…,"params","clause","at"}; for `both` the message is a Chinese one beside "message_zh", "message_en".
void write_problem(JsonText& out, const Problem& problem, Language language);
/// The HTTP status that a code stands for.
int status_of(const Problem& problem);
net::HttpResponse problem_response(const Problem& problem, Language language, int status = 0);

}  // namespace qipu::protocol
