#include "server/outlets/selection.hpp"

#include <algorithm>
#include <charconv>

namespace qipu::outlets {

std::string query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (pair.substr(0, equals) == name) {
      std::string value(pair.substr(std::min(equals + 1, pair.size())));
      std::string decoded;
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] == '%' && i + 2 < value.size()) {
          unsigned byte = 0;
          std::from_chars(value.data() + i + 1, value.data() + i + 3, byte, 16);
          decoded += static_cast<char>(byte);
          i += 2;
        } else {
          decoded += value[i];
        }
      }
      return decoded;
    }
  }
  return {};
}

std::expected<Selection, Problem> selection_of(const net::HttpRequest& request) {
  Selection selection;
  const std::string wanted = query_value(request.query, "notation");
  if (wanted == "wxf") {
    selection.notation = notation::Notation::wxf;
  } else if (wanted == "iccs") {
    selection.notation = notation::Notation::iccs;
  } else if (!wanted.empty() && wanted != "chinese") {
    return std::unexpected(
        Problem{"query.notation",
                {"notation 须为 chinese、wxf 或 iccs", "notation must be chinese, wxf or iccs"},
                {},
                "",
                std::nullopt});
  }
  const std::string boards = query_value(request.query, "boards");
  if (boards.empty()) return selection;
  selection.boards.emplace();
  for (std::string_view rest = boards; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    int from = 0, to = 0;
    auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), from);
    to = from;
    if (error == std::errc() && stop != part.data() + part.size() && *stop == '-') {
      const auto second = std::from_chars(stop + 1, part.data() + part.size(), to);
      stop = second.ptr;
      error = second.ec;
    }
    if (error != std::errc() || stop != part.data() + part.size() || from < 1 || to < from || to > 10'000)
      return std::unexpected(Problem{
          "query.boards", {"boards 须如 1-4,7", "boards must be such as 1-4,7"}, {}, "", std::nullopt});
    for (int board = from; board <= to; ++board) selection.boards->insert(board);
  }
  return selection;
}

}  // namespace qipu::outlets
