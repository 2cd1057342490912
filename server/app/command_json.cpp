#include "server/app/command_json.hpp"

#include "server/config/instant.hpp"

namespace qipu::app {
namespace {

constexpr std::size_t most_moves = 1000;
constexpr std::size_t longest_text = 4096, longest_document = 1536 * 1024;

// Names that end in a question mark need not be there.
class FieldReader {
 public:
  explicit FieldReader(protocol::Fields& fields) : fields_(fields) {}
  void operator()(std::string_view name, std::string& value) const {
    const bool document = name == "content_base64" || name == "text" || name.starts_with("toml");
    const std::size_t most = document ? longest_document : longest_text;
    // Rounds and ids may come as numbers.
    const auto* member = fields_.member(bare(name));
    if (member && member->IsInt64()) {
      value = std::to_string(member->GetInt64());
    } else if (optional(name)) {
      value = fields_.maybe_text(bare(name), most).value_or(value);
    } else {
      value = fields_.text(name, most);
    }
  }
  void operator()(std::string_view name, int& value) const {
    if (optional(name)) {
      value = static_cast<int>(fields_.maybe_integer(bare(name), 0, 1'000'000).value_or(value));
    } else {
      value = static_cast<int>(fields_.integer(name, 0, 1'000'000));
    }
  }
  void operator()(std::string_view name, std::uint64_t& value) const {
    value = static_cast<std::uint64_t>(fields_.integer(bare(name), 0, std::int64_t{1} << 53));
  }
  void operator()(std::string_view name, bool& value) const { value = fields_.flag(bare(name), value); }
  void operator()(std::string_view name, std::optional<int>& value) const {
    if (const auto n = fields_.maybe_integer(bare(name), 0, 1'000'000)) value = static_cast<int>(*n);
  }
  void operator()(std::string_view name, std::vector<std::string>& value) const {
    if (!optional(name) || fields_.member(bare(name))) value = fields_.texts(bare(name), most_moves, 64);
  }
  void operator()(std::string_view name, std::vector<std::optional<std::int64_t>>& value) const {
    if (fields_.member(bare(name))) value = fields_.integers(bare(name), most_moves);
  }
  void operator()(std::string_view name, recorder::Instant& value) const {
    const auto at = from_rfc3339(fields_.text(bare(name), 64));
    if (at) {
      value = {*at};
    } else {
      fields_.fail(bare(name), "须为 RFC 3339 时间", "must be an RFC 3339 time");
    }
  }

 private:
  static bool optional(std::string_view name) { return name.ends_with('?'); }
  static std::string_view bare(std::string_view name) {
    return optional(name) ? name.substr(0, name.size() - 1) : name;
  }
  protocol::Fields& fields_;
};

template <std::size_t i = 0>
bool make(std::string_view type, recorder::Command& command) {
  if constexpr (i < std::variant_size_v<recorder::Command>) {
    if (std::variant_alternative_t<i, recorder::Command>::type != type) return make<i + 1>(type, command);
    command.emplace<i>();
    return true;
  } else {
    return false;
  }
}

}  // namespace

std::expected<recorder::Command, Problem> command_from(std::string_view type, const protocol::Json* data) {
  recorder::Command command;
  if (!make(type, command))
    return std::unexpected(Problem{"unknown_type",
                                   {"不认识的消息类型", "unknown message type"},
                                   {{"type", std::string(type)}},
                                   "",
                                   std::nullopt});
  protocol::Fields fields(data);
  std::visit([&](auto& c) { c.fields(c, FieldReader(fields)); }, command);
  if (!fields.good()) return std::unexpected(*fields.problem());
  return command;
}

}  // namespace qipu::app
