// What is read over the socket: hello, snapshots of topics, the desk's tables, rulings. Answers are JSON;
// empty: there is no such thing.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "server/app/credentials.hpp"
#include "server/protocol/json.hpp"
#include "server/view/viewer.hpp"

namespace qipu::app {

/// Which state somebody reads a topic from: the desk at once, a player or scribe his own games, everybody
/// else what is public.
Audience audience_of(const Identity& who, const recorder::State& inside, std::string_view topic);
view::Viewer viewer_of(const Identity& who, const recorder::State& state, Audience audience,
                       bool hide_minors);

std::string hello_json(const Ledger& ledger, const Identity& who);
/// Snapshot of a topic as {"snapshot":…,"seq":n}'s first part: the data alone.
std::string topic_json(const Ledger& ledger, const Identity& who, std::string_view topic, bool hide_minors);
std::string desk_json(const Ledger& ledger, const Identity& who, std::string_view what,
                      const protocol::Json* data);
std::expected<std::string, Problem> ruling_json(const Ledger& ledger, const Identity& who,
                                                std::string_view game, std::optional<int> ply);
std::string answer_json(const recorder::Answer& answer, protocol::Language language);

}  // namespace qipu::app
