#include "formats/private_data.hpp"

#include <algorithm>
#include <array>

namespace qipu::formats {
namespace {

constexpr bool digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool local_part(char c) {
  return letter(c) || digit(c) || c == '.' || c == '_' || c == '-' || c == '+';
}
constexpr bool domain_part(char c) { return letter(c) || digit(c) || c == '.' || c == '-'; }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

bool remove_addresses(std::string& text) {
  bool found = false;
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    std::size_t begin = at, end = at + 1;
    while (begin > 0 && at - begin < 64 && local_part(text[begin - 1])) --begin;
    while (end < text.size() && end - at < 255 && domain_part(text[end])) ++end;
    while (end > at + 1 && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
    const std::string_view domain = std::string_view(text).substr(at + 1, end - at - 1);
    if (begin == at || domain.find('.') == std::string_view::npos) {
      ++at;
      continue;
    }
    text.erase(begin, end - begin);
    at = begin;
    found = true;
  }
  return found;
}

/// A run of digits (with single dashes or blanks inside) is a phone number when it is a Chinese mobile
/// number, an area code and a number, or begins with + and has at least eight digits. Dates never look like
/// these.
bool remove_phones(std::string& text) {
  bool found = false;
  std::string kept;
  kept.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const bool plus = text[i] == '+';
    if (!digit(text[i]) && !(plus && i + 1 < text.size() && digit(text[i + 1]))) {
      kept += text[i++];
      continue;
    }
    std::size_t end = i + plus, digits = 0, dashes = 0, first_group = 0;
    while (end < text.size()) {
      if (digit(text[end])) {
        ++digits;
        if (!dashes) ++first_group;
      } else if ((text[end] == '-' || (plus && text[end] == ' ')) && end + 1 < text.size() &&
                 digit(text[end + 1])) {
        ++dashes;
      } else {
        break;
      }
      ++end;
    }
    const char* start = text.data() + i + plus;
    const bool mobile = digits == 11 && start[0] == '1' && start[1] >= '3' && dashes <= 2 &&
                        (dashes == 0 || first_group == 3);
    const bool landline = dashes >= 1 && start[0] == '0' && (first_group == 3 || first_group == 4) &&
                          digits >= 10 && digits <= 12;
    if (mobile || landline || (plus && digits >= 8 && digits <= 15)) {
      found = true;
    } else {
      kept.append(text, i, end - i);
    }
    i = end;
  }
  if (found) text = std::move(kept);
  return found;
}

}  // namespace

bool is_private_header(std::string_view name) {
  const std::string low = lower(name);
  constexpr std::array<std::string_view, 3> exact = {"redna", "blackna", "whitena"};
  constexpr std::array<std::string_view, 12> parts = {"mail",      "phone", "mobile", "wechat",
                                                      "telephone", "电话",  "手机",   "邮箱",
                                                      "邮件",      "微信",  "電話",   "手機"};
  if (std::find(exact.begin(), exact.end(), low) != exact.end() || low == "tel" || low == "qq") return true;
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return low.find(part) != std::string::npos; });
}

bool remove_private_text(std::string& text) {
  const bool addresses = text.find('@') != std::string::npos && remove_addresses(text);
  std::size_t run = 0, longest = 0;
  for (char c : text) {
    run = digit(c) || c == '-' || c == '+' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const bool phones = longest >= 9 && remove_phones(text);
  return addresses || phones;
}

void drop_private_data(ParseOutcome& outcome) {
  Problem warning{"private.dropped",
                  {"去掉了电子邮件或电话", "E-mail addresses or phone numbers were dropped"},
                  {},
                  "",
                  {}};
  auto& headers = outcome.record.headers;
  for (auto it = headers.begin(); it != headers.end();) {
    if (it->second.empty()) {
      ++it;
    } else if (is_private_header(it->first)) {
      warning.params.emplace_back("header", it->first);
      it = headers.erase(it);
    } else {
      if (it->first != "FEN" && remove_private_text(it->second))
        warning.params.emplace_back("header", it->first);
      ++it;
    }
  }
  bool in_comments = remove_private_text(outcome.record.start_comment);
  for (Node& node : outcome.record.nodes)
    if (node.comment.size() >= 5) in_comments |= remove_private_text(node.comment);
  if (in_comments) warning.params.emplace_back("in", "comments");
  if (!warning.params.empty()) outcome.warnings.push_back(std::move(warning));
}

}  // namespace qipu::formats
