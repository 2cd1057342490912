// What facts look like to those who watch: pushes by topic.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/notation/move_text.hpp"
#include "server/app/topics.hpp"

namespace qipu::app {

/// The pushes that these facts make for an audience. `watched` says for which topics anything need be
/// written.
std::vector<TopicPush> pushes_of(Audience audience, const recorder::State& state,
                                 std::span<const recorder::StoredFact> facts, bool hide_minors,
                                 const std::function<bool(const std::string&)>& watched);

/// Where the PGN of a round or game is told again, in this notation.
std::string pgn_topic(std::string_view name, notation::Notation notation);

}  // namespace qipu::app
