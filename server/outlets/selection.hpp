// What a broadcaster chooses of a round or of games: boards and notation, from the query.
#pragma once

#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/problem.hpp"
#include "formats/notation/move_text.hpp"
#include "server/net/http.hpp"

namespace qipu::outlets {

struct Selection {
  std::optional<std::set<int>> boards;  ///< nothing: all of them
  notation::Notation notation = notation::Notation::chinese;

  bool contains(int board) const { return !boards || boards->contains(board); }
};

/// `boards=1-4,7` and `notation=chinese|wxf|iccs`; anything else under these names is refused.
std::expected<Selection, Problem> selection_of(const net::HttpRequest& request);

/// The decoded value of a name in a query; empty when it is not there.
std::string query_value(std::string_view query, std::string_view name);

}  // namespace qipu::outlets
