// What everybody may read over HTTP: the tournament, its sections, rounds and games as JSON, PGN, XQF and
// DhtmlXQ, and the JSON files that pages of live boards poll. Pure functions of the public's state, so that
// what is delayed is delayed here too.
#pragma once

#include <optional>

#include "recorder/state.hpp"
#include "server/net/http.hpp"
#include "server/protocol/problem_json.hpp"

namespace qipu::outlets {

/// Nothing: the path is none of these. A path of theirs that names what there is not is answered with 404.
std::optional<net::HttpResponse> answer(const net::HttpRequest& request, const recorder::State& state,
                                        bool hide_minors, protocol::Language language);

}  // namespace qipu::outlets
