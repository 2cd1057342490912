#include "recorder/tournament/entry_list.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "recorder/tournament/csv.hpp"

namespace qipu::tournament {
namespace {

constexpr std::size_t longest_list = 4 << 20, longest_name = 120, most_numbers = 9999;
constexpr std::array<std::string_view, 15> columns = {
    "no",     "name",   "section", "unit",    "sex",  "birth_year", "title", "residence",
    "origin", "shizhu", "member",  "student", "seed", "withdrawn",  "note"};
// What organisers write above the same columns.
const std::map<std::string_view, std::string_view> column_names = {
    {"编号", "no"},        {"序号", "no"},           {"姓名", "name"},
    {"组别", "section"},   {"单位", "unit"},         {"代表队", "unit"},
    {"性别", "sex"},       {"出生年", "birth_year"}, {"出生年份", "birth_year"},
    {"等级称号", "title"}, {"称号", "title"},        {"居住地", "residence"},
    {"籍贯", "origin"},    {"石柱籍", "shizhu"},     {"会员", "member"},
    {"大学生", "student"}, {"种子", "seed"},         {"退赛", "withdrawn"},
    {"备注", "note"}};

Problem at_line(std::string code, std::string zh, std::string en, std::string_view file, std::uint32_t line,
                std::string_view text) {
  Problem p{std::move(code), {std::move(zh), std::move(en)}, {}, "", Place{}};
  p.at->file = std::string(file);
  p.at->line = line;
  p.at->text = std::string(text.substr(0, 60));
  return p;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool yes(std::string_view text) {
  static const std::set<std::string_view> words = {"1", "yes", "y", "true", "是", "x", "√", "✓"};
  return words.contains(text);
}

// ID numbers, telephone numbers and addresses are never kept, wherever they were written.
bool private_looking(std::string_view text) {
  int digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : c == '-' || c == ' ' ? digits : 0;
    if (digits >= 11) return true;
  }
  return text.find('@') != std::string_view::npos;
}

bool excluded(const EntryRule& rule, const Person& person) {
  return std::ranges::any_of(rule.exclusions, [&](const std::string& who) {
    return who == person.name || who == person.name + "/" + person.unit;
  });
}

class List {
 public:
  List(const Regulation& regulation, std::string_view file, std::span<const Section> existing)
      : regulation_(regulation), file_(file) {
    for (std::size_t i = 0; i < regulation.sections.size(); ++i) {
      Places places;
      if (i < existing.size())
        for (const auto& entrant : existing[i].entrants) {
          places.taken.insert(entrant.no.value);
          places.active += entrant.state == EntrantState::active;
          places.names.insert(entrant.person.name + "/" + entrant.person.unit);
        }
      places_.push_back(std::move(places));
    }
  }

  EntryList read(const std::vector<CsvLine>& lines) {
    if (lines.empty() || !read_header(lines.front())) return std::move(list_);
    for (std::size_t i = 1; i < lines.size(); ++i) read_line(lines[i]);
    for (auto& row : list_.rows) number_row(row);
    close_gaps();
    return std::move(list_);
  }

 private:
  struct Places {
    std::set<int> taken;
    int active = 0;
    std::set<std::string> names;
  };

  bool read_header(const CsvLine& line) {
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      std::string_view name = line.cells[i];
      if (const auto other = column_names.find(name); other != column_names.end()) name = other->second;
      if (std::ranges::find(columns, name) != columns.end()) {
        column_[name] = i;
      } else if (!name.empty()) {
        list_.problems.push_back(at_line("entries.column", "不认识的列，没有读入：" + line.cells[i],
                                         "unknown column, not read: " + line.cells[i], file_, line.line,
                                         name));
      }
    }
    if (column_.contains("name")) return true;
    list_.problems.insert(
        list_.problems.begin(),
        at_line("entries.header", "第一行要有列名，至少有 name（姓名）",
                "the first line must name the columns, name at least", file_, line.line, ""));
    return false;
  }

  std::string cell(const CsvLine& line, std::string_view name) const {
    const auto found = column_.find(name);
    return found == column_.end() || found->second >= line.cells.size() ? std::string()
                                                                        : line.cells[found->second];
  }
  void refuse(const CsvLine& line, std::string code, std::string zh, std::string en, std::string_view text) {
    list_.problems.push_back(at_line(std::move(code), std::move(zh), std::move(en), file_, line.line, text));
  }

  void read_line(const CsvLine& line) {
    EntryRow row;
    row.line = line.line;
    Entrant& e = row.entrant;
    const std::string section = cell(line, "section");
    const auto id = section.empty() && regulation_.sections.size() == 1 ? std::optional(SectionId{0})
                                                                        : regulation_.find_section(section);
    if (!id)
      return refuse(line, "entries.section", "没有这一组：" + section, "there is no such section: " + section,
                    section);
    row.section = *id;
    const SectionRule& rule = regulation_.section(*id);
    e.person.name = cell(line, "name");
    e.person.unit = cell(line, "unit");
    if (e.person.name.empty() || e.person.name.size() > longest_name || e.person.unit.size() > longest_name)
      return refuse(line, "entries.name", "姓名空着或太长", "the name is empty or too long", e.person.name);
    if (const std::string text = cell(line, "no"); !text.empty()) {
      const auto no = number(text);
      if (!no || *no < 1 || *no > static_cast<int>(most_numbers))
        return refuse(line, "entries.number", "编号要是 1 到 9999", "the number must be from 1 to 9999",
                      text);
      e.no.value = static_cast<std::uint16_t>(*no);
    }
    if (const std::string text = cell(line, "birth_year"); !text.empty()) {
      const auto year = number(text.substr(0, 4));
      if (!year || *year < 1900 || *year > regulation_.entry.first_day.year)
        return refuse(line, "entries.birth_year", "出生年份不对（只要年份）",
                      "the birth year is wrong (the year alone)", text);
      e.person.birth_year = *year;
      if (rule.max_age && age_at(regulation_, *year) > *rule.max_age)
        return refuse(line, "entries.age", "超过这一组的年龄（reg:A24）", "older than this section takes",
                      text);
    }
    const auto sex = parse_sex(cell(line, "sex"));
    const auto title = parse_title(cell(line, "title"));
    if (!sex) return refuse(line, "entries.sex", "性别看不懂", "the sex cannot be read", cell(line, "sex"));
    if (!title)
      return refuse(line, "entries.title", "称号看不懂", "the title cannot be read", cell(line, "title"));
    const std::string residence = cell(line, "residence"), origin = cell(line, "origin");
    e.attributes.sex = *sex;
    e.attributes.title = *title;
    e.attributes.resident = yes(residence) || residence == "in" || residence == "市内" ||
                            residence == "重庆" || residence == "重庆市内";
    e.attributes.origin = yes(origin) || origin == "重庆" || origin == "重庆籍" || origin == "Chongqing";
    e.attributes.shizhu = yes(cell(line, "shizhu"));
    e.attributes.member = yes(cell(line, "member"));
    e.attributes.student = yes(cell(line, "student"));
    e.attributes.student_proof = e.attributes.student;
    if (const auto seed = number(cell(line, "seed"))) e.seed = std::max(0, *seed);
    if (const std::string gone = cell(line, "withdrawn");
        !gone.empty() && gone != "0" && gone != "否" && gone != "no")
      e.state = EntrantState::withdrawn;
    e.note = cell(line, "note").substr(0, 400);
    if (private_looking(e.note)) {
      e.note.clear();
      refuse(line, "entries.private", "备注里像是证件号、电话或邮箱，已去掉",
             "the note looked like an ID, telephone or mail address and was dropped", "");
    }
    if (private_looking(e.person.name) || private_looking(e.person.unit))
      return refuse(line, "entries.private", "姓名或单位里像是证件号或电话",
                    "the name or unit looks like an ID or telephone number", "");
    Places& places = places_[id->index];
    if (!places.names.insert(e.person.name + "/" + e.person.unit).second)
      return refuse(line, "entries.twice", "这个人已经报名：" + e.person.name,
                    "this person is entered already: " + e.person.name, e.person.name);
    if (excluded(regulation_.entry, e.person)) {
      e.state = EntrantState::excluded;
      Problem p = at_line("entries.excluded", "不得参赛：" + e.person.name, "may not enter: " + e.person.name,
                          file_, line.line, e.person.name);
      p.clause = "reg:E4";
      list_.problems.push_back(std::move(p));
    } else if (e.state == EntrantState::active && rule.cap > 0 && places.active >= rule.cap) {
      if (!rule.waiting_list)
        return refuse(line, "entries.full", "名额已满", "the section is full", e.person.name);
      e.state = EntrantState::waiting;
    }
    places.active += e.state == EntrantState::active;
    list_.rows.push_back(std::move(row));
  }

  // Those without a number get the next free one, behind those that have one.
  void number_row(EntryRow& row) {
    Places& places = places_[row.section.index];
    if (row.entrant.no.value != 0) {
      if (!places.taken.insert(row.entrant.no.value).second) {
        list_.problems.push_back(at_line("entries.number_taken", "编号重复，改排新号",
                                         "the number is taken; another is given", file_, row.line,
                                         std::to_string(row.entrant.no.value)));
        row.entrant.no.value = 0;
      }
    }
  }
  void close_gaps() {
    for (std::size_t s = 0; s < places_.size(); ++s) {
      std::vector<EntryRow*> rows;
      for (auto& row : list_.rows)
        if (row.section.index == s) rows.push_back(&row);
      std::ranges::stable_sort(rows, {}, [](const EntryRow* row) {
        return row->entrant.no.value == 0 ? 100'000 : row->entrant.no.value;
      });
      int next = 1;
      std::set<int> before;
      for (const int no : places_[s].taken) before.insert(no);
      for (EntryRow* row : rows) before.erase(row->entrant.no.value);
      if (!before.empty()) next = *before.rbegin() + 1;
      // Numbers follow each other without a hole: a section's entrants are found by their number.
      for (EntryRow* row : rows) {
        if (row->entrant.no.value != next && row->entrant.no.value != 0)
          list_.problems.push_back(
              at_line("entries.renumbered", "编号不连续，改为 " + std::to_string(next),
                      "numbers must follow each other; changed to " + std::to_string(next), file_, row->line,
                      std::to_string(row->entrant.no.value)));
        row->entrant.no.value = static_cast<std::uint16_t>(next++);
      }
    }
  }

  const Regulation& regulation_;
  std::string_view file_;
  std::map<std::string_view, std::size_t> column_;
  std::vector<Places> places_;
  EntryList list_;
};

}  // namespace

EntryList read_entries(const Regulation& regulation, std::string_view csv, std::string_view file,
                       std::span<const Section> existing) {
  if (csv.size() > longest_list)
    return {{}, {at_line("entries.too_long", "名单太长", "the list is too long", file, 1, "")}};
  const auto lines = read_csv(csv);
  if (lines.empty()) return {{}, {at_line("entries.empty", "名单是空的", "the list is empty", file, 1, "")}};
  return List(regulation, file, existing).read(lines);
}

std::string entry_template() {
  std::string text;
  for (const auto column : columns) text += (text.empty() ? "" : ",") + std::string(column);
  return text + "\n";
}

std::string write_entries(const Regulation& regulation, std::span<const Section> sections) {
  std::string text = entry_template();
  const auto flag = [](bool value) { return value ? std::string("1") : std::string(); };
  for (const auto& section : sections)
    for (const auto& e : section.entrants) {
      const auto& a = e.attributes;
      const std::string cells[] = {std::to_string(e.no.value),
                                   e.person.name,
                                   regulation.section(section.id).slug,
                                   e.person.unit,
                                   a.sex == Sex::unknown ? "" : std::string(name(a.sex)),
                                   e.person.birth_year ? std::to_string(e.person.birth_year) : "",
                                   a.title == Title::none ? "" : std::string(name(a.title)),
                                   flag(a.resident),
                                   flag(a.origin),
                                   flag(a.shizhu),
                                   flag(a.member),
                                   flag(a.student),
                                   e.seed ? std::to_string(e.seed) : "",
                                   flag(e.state == EntrantState::withdrawn),
                                   e.note};
      bool first = true;
      for (const auto& one : cells) {
        if (!first) text += ',';
        first = false;
        text += csv_cell(one);
      }
      text += '\n';
    }
  return text;
}

std::vector<EntrantNo> fill_from_waiting_list(const Regulation& regulation, Section& section) {
  const int cap = regulation.section(section.id).cap;
  int active = static_cast<int>(std::ranges::count(section.entrants, EntrantState::active, &Entrant::state));
  std::vector<EntrantNo> lifted;
  for (auto& entrant : section.entrants)
    if (entrant.state == EntrantState::waiting && (cap == 0 || active < cap)) {
      entrant.state = EntrantState::active;
      ++active;
      lifted.push_back(entrant.no);
    }
  return lifted;
}

}  // namespace qipu::tournament
