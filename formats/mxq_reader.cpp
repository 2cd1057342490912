// MXQ (弈天): Pascal strings in a row: site, date, "A-胜-B", two ratings, five figures, a comment, Moves,
// moves, Ends.
#include "formats/notation/resolve.hpp"
#include "formats/reading.hpp"

namespace qipu::formats {
namespace {

/// The Pascal string at `at`, moving on; nothing at the end.
std::optional<std::string_view> take(std::string_view data, std::size_t& at) {
  if (at >= data.size()) return std::nullopt;
  const std::size_t length = static_cast<unsigned char>(data[at]);
  if (length > data.size() - at - 1) return std::nullopt;
  const std::string_view value = data.substr(at + 1, length);
  at += 1 + length;
  return value;
}

std::optional<Square> point(char file, char rank) {
  if (file < '0' || file > '8' || rank < 'A' || rank > 'J') return std::nullopt;
  return Square::at(file - '0', rank - 'A');
}

/// "name-胜-name": the result word stands between dashes.
void players(std::string_view text, Record& record) {
  constexpr std::pair<std::string_view, StatedResult> words[] = {{"-胜-", StatedResult::red_wins},
                                                                 {"-勝-", StatedResult::red_wins},
                                                                 {"-负-", StatedResult::black_wins},
                                                                 {"-負-", StatedResult::black_wins},
                                                                 {"-和-", StatedResult::draw}};
  for (const auto& [word, result] : words)
    if (const std::size_t at = text.find(word); at != std::string_view::npos) {
      record.set_header("Red", std::string(text.substr(0, at)));
      record.set_header("Black", std::string(text.substr(at + word.size())));
      record.result = result;
      record.result_text = qipu::formats::text(result);
      return;
    }
  if (!text.empty()) record.set_header("Event", std::string(text));
}

}  // namespace

bool is_mxq(std::string_view bytes) {
  std::size_t at = 0;
  for (int i = 0; i < 24; ++i) {
    const auto value = take(bytes, at);
    if (!value) return false;
    if (i >= 3 && *value == "Moves") return true;
  }
  return false;
}

void read_mxq(std::span<const std::byte> bytes, Reading& reading) {
  const std::string_view data(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const Encoding encoding = reading.field_encoding(Encoding::gb18030);
  reading.summary.encoding = encoding;
  ParseOutcome& outcome = reading.begin();
  constexpr std::string_view names[] = {"Site", "Date", "", "RedElo", "BlackElo"};
  std::size_t at = 0;
  std::string_view last_before_moves;
  for (std::size_t i = 0;; ++i) {
    const auto value = take(data, at);
    if (!value || *value == "Moves") break;
    if (i == 2) {
      players(decode_field(*value, encoding).text, outcome.record);
    } else if (i < 5) {
      reading.header(names[i], *value, encoding);
    }
    if (i >= 5) last_before_moves = *value;
  }
  if (last_before_moves.size() > 3) reading.header("Termination", last_before_moves, encoding);
  TreeBuilder builder(outcome);
  builder.start(Setup::start(), true);
  while (const auto value = take(data, at)) {
    if (value->starts_with("Ends") || value->ends_with("End") || outcome.record.nodes.size() >= max_nodes)
      break;
    if (outcome.first_error) {
      if (outcome.unread.size() < max_unread) outcome.unread.push_back(shortened(*value));
      continue;
    }
    const auto from = value->size() == 5 ? point((*value)[0], (*value)[1]) : std::nullopt;
    const auto to = value->size() == 5 ? point((*value)[3], (*value)[4]) : std::nullopt;
    const auto move = from && to ? std::optional(Move{*from, *to}) : std::nullopt;
    const auto why = move ? builder.position().why_illegal(*move) : std::nullopt;
    if (move && !why) {
      builder.play(*move);
      continue;
    }
    const auto fault = move ? notation::MoveFault::illegal : notation::MoveFault::unreadable;
    outcome.first_error = notation::problem({fault, move, why}, decode_field(*value, encoding).text);
    outcome.first_error->at->ply = builder.depth() + 1;
    outcome.first_error->at->offset = at;
    outcome.unread.push_back(decode_field(*value, encoding).text);
  }
  reading.emit();
}

}  // namespace qipu::formats
