#include "formats/text_headers.hpp"

#include <array>

namespace qipu::formats {
namespace {

using Word = std::pair<std::string_view, std::string_view>;
constexpr std::array words = {Word{"赛事", "Event"},       Word{"比赛", "Event"},
                              Word{"赛名", "Event"},       Word{"標題", "Title"},
                              Word{"标题", "Title"},       Word{"棋谱", "Title"},
                              Word{"日期", "Date"},        Word{"时间", "Date"},
                              Word{"地点", "Site"},        Word{"地點", "Site"},
                              Word{"轮次", "Round"},       Word{"红方", "Red"},
                              Word{"紅方", "Red"},         Word{"红", "Red"},
                              Word{"黑方", "Black"},       Word{"黑", "Black"},
                              Word{"红队", "RedTeam"},     Word{"黑队", "BlackTeam"},
                              Word{"红方单位", "RedTeam"}, Word{"黑方单位", "BlackTeam"},
                              Word{"结果", "Result"},      Word{"結果", "Result"},
                              Word{"开局", "Opening"},     Word{"布局", "Opening"},
                              Word{"时限", "TimeControl"}, Word{"用时规则", "TimeControl"},
                              Word{"讲评", "Annotator"},   Word{"评注", "Annotator"},
                              Word{"作者", "Author"},      Word{"FEN", "FEN"},
                              Word{"Red", "Red"},          Word{"Black", "Black"},
                              Word{"Event", "Event"},      Word{"Date", "Date"},
                              Word{"Site", "Site"},        Word{"Result", "Result"},
                              Word{"比赛名称", "Event"},   Word{"对局结果", "Result"},
                              Word{"对局日期", "Date"},    Word{"红方姓名", "Red"},
                              Word{"黑方姓名", "Black"},   Word{"比赛日期", "Date"},
                              Word{"比赛地点", "Site"},    Word{"先手", "Red"},
                              Word{"后手", "Black"}};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  while (!text.empty() && (blanks.find(text.front()) != std::string_view::npos || text.starts_with("　")))
    text.remove_prefix(text.starts_with("　") ? 3 : 1);
  while (!text.empty() && (blanks.find(text.back()) != std::string_view::npos || text.ends_with("　")))
    text.remove_suffix(text.ends_with("　") ? 3 : 1);
  return text;
}

}  // namespace

std::optional<std::pair<std::string, std::string>> text_header(std::string_view line) {
  line = trimmed(line);
  if (line.size() > 500) return std::nullopt;
  std::size_t colon = line.find("："), width = 3;
  if (const std::size_t ascii = line.find(':'); ascii < colon) {
    colon = ascii;
    width = 1;
  }
  if (colon == std::string_view::npos) {
    // "FEN rnbakabnr/…"
    if (!line.starts_with("FEN ")) return std::nullopt;
    return std::pair(std::string("FEN"), std::string(trimmed(line.substr(4))));
  }
  const std::string_view name = trimmed(line.substr(0, colon));
  for (const Word& word : words)
    if (word.first == name)
      return std::pair(std::string(word.second), std::string(trimmed(line.substr(colon + width))));
  return std::nullopt;
}

}  // namespace qipu::formats
