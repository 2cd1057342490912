// Answers without end: what happens to a round or a game as server-sent events or lines of JSON, and its PGN, sent again
// whenever it has changed. Only what the public may know.
#pragma once

#include <optional>

#include "server/app/ledger.hpp"
#include "server/app/topics.hpp"
#include "server/net/http.hpp"
#include "server/protocol/problem_json.hpp"

namespace qipu::app {

/// …/rounds/{n}/stream, …/games/{id}/stream, …/{t}/stream, games.pgn?stream=1 and {id}.pgn?stream=1; nothing for any other path.
/// A round's streams may be of some boards, PGN in any notation, as the pulls' are.
/// Resumed by Last-Event-ID or ?since=; what cannot be told again is replaced by a snapshot.
std::optional<net::HttpResponse> stream_answer(const net::HttpRequest& request, Ledger& ledger, Topics& topics,
                                               bool hide_minors, protocol::Language language);

}  // namespace qipu::app
