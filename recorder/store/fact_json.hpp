// Facts as the journal writes them: JSON by the names that each fact gives its fields. Enumerations stand as numbers; their
// order is part of the format. What is unknown in a newer fact is refused, never guessed.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "engine/problem.hpp"
#include "recorder/fact.hpp"

namespace qipu::store {

/// The fact's content and the moment of its being public, without its kind.
std::string to_json(const recorder::StoredFact& stored);
/// Fills fact and visible_at from the journal's kind and body. Code "store.fact" when it is none of ours.
std::expected<recorder::StoredFact, Problem> from_json(std::string_view kind, std::string_view body);

}  // namespace qipu::store
