#include "recorder/tournament/preset.hpp"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <limits>
#include <set>
#include <type_traits>

#include "recorder/tournament/built_in_presets.hpp"
#include "recorder/tournament/preset_fields.hpp"

namespace qipu::tournament {
namespace {

constexpr std::size_t longest_preset = 1 << 20;

constexpr std::string_view sanction_words[] = {"none", "strike_off", "disqualify", "note"};
constexpr std::string_view phase_words[] = {"any", "slow", "fast"};
constexpr std::string_view age_words[] = {"year_difference", "completed_years"};
std::string_view word(Sanction s) { return sanction_words[static_cast<int>(s)]; }
std::string_view word(FoulPhase p) { return phase_words[static_cast<int>(p)]; }
std::string_view word(AgeRule a) { return age_words[static_cast<int>(a)]; }
template <class E>
std::string_view word(E e) {
  return name(e);
}
template <class E>
constexpr int last_of = 2;
template <>
constexpr int last_of<Criterion> = static_cast<int>(Criterion::seed);
template <>
constexpr int last_of<DropRound> = static_cast<int>(DropRound::last_rounds);
template <>
constexpr int last_of<Sanction> = 3;
template <>
constexpr int last_of<Bracket> = 1;
template <>
constexpr int last_of<Substitute> = 1;
template <>
constexpr int last_of<GateScope> = 1;
template <>
constexpr int last_of<FoulScope> = 1;
template <>
constexpr int last_of<AgeRule> = 1;

template <class T>
struct optional_of : std::false_type {};
template <class T>
struct optional_of<std::optional<T>> : std::true_type {};
template <class T>
struct vector_of : std::false_type {};
template <class T>
struct vector_of<std::vector<T>> : std::true_type {};

// Reads a table on top of a value; the first fault stays.
class Reader {
 public:
  Reader(std::string_view file) : file_(file) {}
  std::optional<Problem> problem;

  template <class T>
  void read(const toml::node& node, const std::string& path, T& value) {
    if (problem) return;
    if constexpr (std::is_same_v<T, bool>) {
      if (const auto* b = node.as_boolean()) {
        value = b->get();
      } else {
        fail(node, path, "须为 true 或 false", "must be true or false");
      }
    } else if constexpr (std::is_enum_v<T>) {
      read_word(node, path, value);
    } else if constexpr (std::is_integral_v<T>) {
      const auto* n = node.as_integer();
      if (!n || n->get() < 0 || n->get() > std::numeric_limits<int>::max())
        return fail(node, path, "须为不小于 0 的整数", "must be a whole number, not negative");
      value = static_cast<T>(n->get());
    } else if constexpr (std::is_same_v<T, std::string>) {
      const auto* s = node.as_string();
      if (!s || s->get().size() > 4096) return fail(node, path, "须为文字", "must be a text");
      value = s->get();
    } else if constexpr (std::is_same_v<T, Day>) {
      const auto* d = node.as_date();
      if (!d) return fail(node, path, "须为日期，如 2019-05-01", "must be a date such as 2019-05-01");
      value = {d->get().year, d->get().month, d->get().day};
    } else if constexpr (std::is_same_v<T, Instant>) {
      read_instant(node, path, value);
    } else if constexpr (std::is_same_v<T, PrizeRow>) {
      read_row(node, path, value);
    } else if constexpr (std::is_same_v<T, Text>) {
      if (const auto* s = node.as_string()) {
        value.zh = value.en = s->get();
      } else {
        read_table(node, path, value);
      }
    } else if constexpr (optional_of<T>::value) {
      // `false` takes an optional rule away.
      if (const auto* b = node.as_boolean();
          b && !b->get() && !std::is_same_v<typename T::value_type, bool>) {
        value.reset();
      } else {
        typename T::value_type inner = value.value_or(typename T::value_type{});
        read(node, path, inner);
        value = inner;
      }
    } else if constexpr (vector_of<T>::value) {
      read_list(node, path, value);
    } else {
      read_table(node, path, value);
    }
  }

  void fail(const toml::node& node, const std::string& path, std::string zh, std::string en) {
    if (problem) return;
    problem = Problem{"preset.value",
                      {path + "：" + std::move(zh), path + ": " + std::move(en)},
                      {{"key", path}},
                      "",
                      Place{}};
    problem->at->file = std::string(file_);
    problem->at->line = static_cast<std::uint32_t>(node.source().begin.line);
    problem->at->column = static_cast<std::uint32_t>(node.source().begin.column);
  }

 private:
  template <class T>
  void read_table(const toml::node& node, const std::string& path, T& value) {
    const auto* table = node.as_table();
    if (!table) return fail(node, path, "须为一组键", "must be a table");
    std::set<std::string_view> known;
    preset_fields(
        [&](const char* key, auto& field) {
          known.insert(key);
          if (const auto* inner = table->get(key)) read(*inner, path.empty() ? key : path + "." + key, field);
        },
        value);
    for (const auto& [key, inner] : *table)
      if (!known.contains(key.str()) && key.str() != "remove")
        return fail(inner, path.empty() ? std::string(key.str()) : path + "." + std::string(key.str()),
                    "没有这个键", "there is no such key");
  }

  template <class T>
  void read_list(const toml::node& node, const std::string& path, std::vector<T>& value) {
    const auto* list = node.as_array();
    if (!list || list->size() > 1000) return fail(node, path, "须为列表", "must be a list");
    if constexpr (requires(const T& t) { preset_key(t); }) {
      for (const auto& item : *list) {
        const auto* table = item.as_table();
        const auto* key = table ? table->get(preset_key_name<T>) : nullptr;
        if (!key || !key->is_string())
          return fail(item, path, "缺少 " + std::string(preset_key_name<T>),
                      std::string(preset_key_name<T>) + " is missing");
        const std::string name = key->as_string()->get();
        auto there = std::ranges::find_if(value, [&](const T& one) { return preset_key(one) == name; });
        if (const auto* remove = table->get("remove"); remove && remove->value_or(false)) {
          if (there != value.end()) value.erase(there);
          continue;
        }
        if (there == value.end()) there = value.insert(value.end(), T{});
        read(item, path + "." + name, *there);
      }
    } else {
      value.clear();
      for (const auto& item : *list) {
        T one{};
        read(item, path, one);
        if (problem) return;
        value.push_back(std::move(one));
      }
    }
  }

  template <class E>
  void read_word(const toml::node& node, const std::string& path, E& value) {
    const auto* s = node.as_string();
    std::string words;
    for (int i = 0; i <= last_of<E>; ++i) {
      const E one = static_cast<E>(i);
      if (s && s->get() == word(one)) {
        value = one;
        return;
      }
      words += (i ? ", " : "") + std::string(word(one));
    }
    fail(node, path, "须为其中之一：" + words, "must be one of: " + words);
  }

  void read_instant(const toml::node& node, const std::string& path, Instant& value) {
    const auto* t = node.as_date_time();
    if (!t || !t->get().offset)
      return fail(node, path, "须为带时区的时间，如 2019-04-30T20:00:00+08:00",
                  "must be a time with its offset, such as 2019-04-30T20:00:00+08:00");
    const auto& at = t->get();
    // Days since 1970 by the civil calendar.
    const int y = at.date.year - (at.date.month <= 2), m = at.date.month, d = at.date.day;
    const int era = y / 400, yoe = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1,
              doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    const std::int64_t days = std::int64_t{era} * 146097 + doe - 719468;
    value.ms = ((days * 24 + at.time.hour) * 60 + at.time.minute - at.offset->minutes) * 60'000 +
               std::int64_t{at.time.second} * 1000;
  }

  void read_row(const toml::node& node, const std::string& path, PrizeRow& value) {
    const auto* row = node.as_array();
    int numbers[3];
    if (!row || row->size() != 3) return fail(node, path, "须为 [起, 止, 元]", "must be [from, to, yuan]");
    for (std::size_t i = 0; i < 3; ++i) read(*row->get(i), path, numbers[i]);
    value = {numbers[0], numbers[1], numbers[2]};
  }

  std::string_view file_;
};

std::expected<Regulation, Problem> read_on_top(Regulation regulation, std::string_view text,
                                               std::string_view file) {
  if (text.size() > longest_preset) {
    Problem p{"preset.too_long", {"规程文件太长", "the preset is too long"}, {}, "", Place{}};
    p.at->file = std::string(file);
    return std::unexpected(p);
  }
  const auto parsed = toml::parse(text, file);
  if (!parsed) {
    const auto& error = parsed.error();
    Problem p{"preset.toml",
              {"规程文件写法有误：" + std::string(error.description()),
               "the preset is no TOML: " + std::string(error.description())},
              {},
              "",
              Place{}};
    p.at->file = std::string(file);
    p.at->line = static_cast<std::uint32_t>(error.source().begin.line);
    p.at->column = static_cast<std::uint32_t>(error.source().begin.column);
    return std::unexpected(p);
  }
  Reader reader(file);
  reader.read(static_cast<const toml::node&>(parsed.table()), "", regulation);
  if (reader.problem) return std::unexpected(*reader.problem);
  auto problems = check(regulation);
  if (problems.empty()) return regulation;
  problems.front().at.emplace().file = std::string(file);
  return std::unexpected(problems.front());
}

Problem unfit(std::string zh, std::string en) {
  return {"preset.unfit", {std::move(zh), std::move(en)}, {}, "", std::nullopt};
}

void check_rows(const PrizeListRule& list, std::vector<Problem>& problems) {
  int next = 1;
  for (const auto& row : list.rows) {
    if (row.from != next || row.to < row.from)
      problems.push_back(unfit("奖金表 " + list.id + " 的名次不连续",
                               "the places of the prize list " + list.id + " do not follow each other"));
    next = row.to + 1;
  }
}

}  // namespace

std::vector<Problem> check(const Regulation& regulation) {
  std::vector<Problem> problems;
  if (regulation.id.empty()) problems.push_back(unfit("缺少 id", "id is missing"));
  if (regulation.sections.empty() || regulation.sections.size() > 16)
    problems.push_back(unfit("要有 1 到 16 个组", "there must be 1 to 16 sections"));
  std::set<std::string> slugs;
  for (const auto& section : regulation.sections) {
    const std::string& slug = section.slug;
    if (slug.empty() || !std::ranges::all_of(slug, [](char c) {
          return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        }))
      problems.push_back(unfit("组的代号 " + slug + " 只能用小写字母、数字和下划线",
                               "a section's slug has small letters, digits and underlines: " + slug));
    if (!slugs.insert(slug).second)
      problems.push_back(unfit("组 " + slug + " 写了两次", "the section " + slug + " stands twice"));
    if (section.swiss_rounds < 0 || section.swiss_rounds > 99 ||
        (section.swiss_rounds == 0 && !section.knockout))
      problems.push_back(
          unfit("组 " + slug + " 的轮数不对", "the rounds of the section " + slug + " are wrong"));
    if (!section.knockout) continue;
    const auto& k = *section.knockout;
    if (k.promote_after > section.swiss_rounds)
      problems.push_back(
          unfit("晋级轮在积分赛之后", "the promotion round lies behind the Swiss rounds of " + slug));
    if (k.rounds < 1 || k.rounds > 10 || k.promote_count != 1 << k.rounds)
      problems.push_back(
          unfit("晋级人数要是 2 的轮数次方",
                "the players promoted must be two to the power of the knockout rounds in " + slug));
    if (k.games.empty() || k.games.size() > 3)
      problems.push_back(unfit("一场对阵要有 1 到 3 局", "a match has one to three games"));
  }
  if (regulation.tie_break.order.empty())
    problems.push_back(unfit("缺少名次的比较次序", "the order of the tie-breaks is missing"));
  for (const auto& list : regulation.prize.lists) {
    if (!regulation.find_section(list.section))
      problems.push_back(
          unfit("奖金表 " + list.id + " 的组不存在", "the prize list " + list.id + " names no section"));
    check_rows(list, problems);
  }
  for (const auto& seat : regulation.prize.seats)
    if (!regulation.find_section(seat.section))
      problems.push_back(
          unfit("名额 " + seat.id + " 的组不存在", "the seats " + seat.id + " name no section"));
  return problems;
}

std::expected<Regulation, Problem> read_preset(std::string_view toml, std::string_view file) {
  return read_on_top(Regulation{}, toml, file);
}

std::expected<Regulation, Problem> apply_patch(const Regulation& base, std::string_view toml,
                                               std::string_view file) {
  auto patched = read_on_top(base, toml, file);
  if (patched) patched->patches.emplace_back(file);
  return patched;
}

std::span<const BuiltInPreset> built_in_presets() { return kBuiltInPresets; }

std::expected<Regulation, Problem> load_preset(std::string_view id, bool notices) {
  std::expected<Regulation, Problem> regulation = std::unexpected(
      Problem{"preset.unknown",
              {"没有这个规程：" + std::string(id), "there is no such preset: " + std::string(id)},
              {},
              "",
              std::nullopt});
  for (const auto& preset : built_in_presets()) {
    // A notice stands behind its preset as "id+date".
    if (preset.id == id) {
      regulation = read_preset(preset.toml, preset.file);
    } else if (notices && regulation && preset.id.starts_with(std::string(id) + "+")) {
      regulation = apply_patch(*regulation, preset.toml, preset.file);
    }
    if (!regulation && preset.id.starts_with(id)) return regulation;
  }
  return regulation;
}

}  // namespace qipu::tournament
