// CBF: XML of CCBridge. Head elements, then Move elements with value="77-47" (x, y from the top) and end="1"
// at a line's end; text inside a Move is its comment.
#include <array>

#include "formats/notation/resolve.hpp"
#include "formats/reading.hpp"

namespace qipu::formats {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 18> names = {
    {{"Name", "Title"},
     {"Contest", "Event"},
     {"Round", "Round"},
     {"Group", "Section"},
     {"Table", "Board"},
     {"Date", "Date"},
     {"Site", "Site"},
     {"TimeRule", "TimeControl"},
     {"Red", "Red"},
     {"RedTeam", "RedTeam"},
     {"RedTime", "RedTime"},
     {"RedRating", "RedElo"},
     {"Black", "Black"},
     {"BlackTeam", "BlackTeam"},
     {"BlackTime", "BlackTime"},
     {"BlackRating", "BlackElo"},
     {"Commentator", "Annotator"},
     {"ECCO", "ECCO"}}};

std::string unescaped(std::string_view text) {
  constexpr std::pair<std::string_view, char> entities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    bool found = false;
    for (const auto& [entity, c] : entities)
      if (text[i] == '&' && text.substr(i).starts_with(entity)) {
        out += c;
        i += entity.size();
        found = true;
        break;
      }
    if (!found) out += text[i++];
  }
  return out;
}

/// The text between the start tag that ends at `at` and `</name>`, CDATA taken out.
std::string content(std::string_view xml, std::size_t at, std::string_view close) {
  const std::size_t end = xml.find(close, at);
  std::string_view inside = xml.substr(at, end == std::string_view::npos ? 0 : end - at);
  constexpr std::string_view cdata = "<![CDATA[";
  if (const std::size_t begin = inside.find(cdata); begin != std::string_view::npos) {
    inside = inside.substr(begin + cdata.size());
    return std::string(inside.substr(0, inside.find("]]>")));
  }
  return unescaped(inside);
}

std::string element(std::string_view xml, std::string_view name) {
  const std::string open = "<" + std::string(name) + ">", close = "</" + std::string(name) + ">";
  const std::size_t at = xml.find(open);
  return at == std::string_view::npos ? "" : content(xml, at + open.size(), close);
}

std::optional<Square> point(char x, char y) {
  if (x < '0' || x > '8' || y < '0' || y > '9') return std::nullopt;
  return Square::at(x - '0', 9 - (y - '0'));
}

}  // namespace

void read_cbf(std::string_view text, Reading& reading) {
  ParseOutcome& outcome = reading.begin();
  Record& record = outcome.record;
  const std::size_t list = text.find("<MoveList");
  const std::string_view head = text.substr(0, list);
  for (const auto& [from, to] : names)
    if (std::string value = element(head, from); !value.empty() && value.size() < 4096)
      record.headers.emplace_back(std::string(to), std::move(value));
  const std::string result = element(head, "RecordResult");
  if (result.size() == 1 && result[0] >= '0' && result[0] <= '3')
    record.result = static_cast<StatedResult>(result[0] - '0');
  record.result_text = qipu::formats::text(record.result);
  Setup setup = Setup::start();
  if (const std::string fen = element(head, "FEN"); !fen.empty()) {
    if (const auto parsed = parse_fen(fen)) {
      setup = *parsed;
    } else {
      outcome.first_error = parsed.error();
      reading.emit();
      return;
    }
  }
  TreeBuilder builder(outcome);
  if (!builder.start(setup, text.find("<Move ", std::min(list, text.size())) != std::string_view::npos)) {
    reading.emit();
    return;
  }
  DepthFirstTree tree(outcome, builder);
  std::vector<std::uint32_t> open;
  std::uint32_t depth = 0;
  constexpr std::string_view mark = "<Move ";
  for (std::size_t at = text.find(mark, std::min(list, text.size())); at != std::string_view::npos;) {
    const std::size_t next = text.find(mark, at + mark.size());
    const std::string_view move_element = text.substr(at, next - at);
    const std::size_t tag_end = std::min(move_element.find('>'), move_element.size());
    const std::string_view tag = move_element.substr(0, tag_end);
    const std::size_t value = tag.find("value=\"");
    const std::string_view v = value == std::string_view::npos ? "" : tag.substr(value + 7, 5);
    const bool closed = tag.ends_with('/');
    std::string comment =
        closed ? "" : content(move_element, std::min(tag_end + 1, move_element.size()), "</Move>");
    while (!comment.empty() && (comment.back() == ' ' || comment.back() == '\n')) comment.pop_back();
    if (v == "00-00") {
      record.start_comment = std::move(comment);
    } else {
      const auto from = v.size() == 5 ? point(v[0], v[1]) : std::nullopt,
                 to = v.size() == 5 ? point(v[3], v[4]) : std::nullopt;
      const std::uint32_t index =
          tree.add(depth, from && to ? std::optional(Move{*from, *to}) : std::nullopt, at);
      if (index != Node::none) record.nodes[index].comment = std::move(comment);
      const bool end = tag.find("end=\"1\"") != std::string_view::npos;
      const bool sibling = tag.find("branch=\"1\"") != std::string_view::npos;
      if (!end) {
        if (sibling) open.push_back(depth);
        ++depth;
      } else if (!sibling) {
        if (open.empty()) break;
        depth = open.back();
        open.pop_back();
      }
    }
    if (record.nodes.size() >= max_nodes) break;
    at = next;
  }
  tree.finish();
  reading.emit();
}

}  // namespace qipu::formats
