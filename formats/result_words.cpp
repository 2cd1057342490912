#include "formats/result_words.hpp"

#include <array>
#include <utility>

namespace qipu::formats {
namespace {

using Word = std::pair<std::string_view, StatedResult>;
constexpr auto red = StatedResult::red_wins;
constexpr auto black = StatedResult::black_wins;
constexpr auto draw = StatedResult::draw;
constexpr auto unknown = StatedResult::unknown;
constexpr std::array words = {
    Word{"1-0", red},        Word{"0-1", black},        Word{"1/2-1/2", draw},    Word{"*", unknown},
    Word{"1/2", draw},       Word{"0.5-0.5", draw},     Word{"½-½", draw},        Word{"1:0", red},
    Word{"0:1", black},      Word{"1-1", draw},         Word{"2-0", red},         Word{"0-2", black},
    Word{"w", red},          Word{"l", black},          Word{"d", draw},          Word{"win", red},
    Word{"loss", black},     Word{"lose", black},       Word{"draw", draw},       Word{"red wins", red},
    Word{"red won", red},    Word{"black wins", black}, Word{"black won", black}, Word{"红胜", red},
    Word{"红先胜", red},     Word{"红方胜", red},       Word{"红方先胜", red},    Word{"先胜", red},
    Word{"胜", red},         Word{"黑负", red},         Word{"黑方负", red},      Word{"红负", black},
    Word{"红先负", black},   Word{"红方负", black},     Word{"先负", black},      Word{"负", black},
    Word{"黑胜", black},     Word{"黑方胜", black},     Word{"黑先胜", black},    Word{"黑先负", red},
    Word{"和", draw},        Word{"和局", draw},        Word{"和棋", draw},       Word{"红先和", draw},
    Word{"先和", draw},      Word{"红和", draw},        Word{"平局", draw},       Word{"双方议和", draw},
    Word{"未知", unknown},   Word{"未完", unknown},     Word{"不详", unknown},    Word{"?", unknown},
    Word{"-", unknown},      Word{"n/a", unknown},      Word{"unknown", unknown}, Word{"红方胜利", red},
    Word{"黑方胜利", black}, Word{"红胜定", red},       Word{"黑胜定", black},    Word{"和定", draw},
    Word{"红勝", red},       Word{"黑棋胜", black},     Word{"红棋胜", red},      Word{"0", unknown},
};

/// Simplified, lower case, ASCII signs, no blanks around and no full stop after.
std::string folded(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> replaced[] = {
      {"紅", "红"}, {"勝", "胜"}, {"負", "负"}, {"－", "-"}, {"—", "-"}, {"–", "-"}, {"１", "1"},
      {"０", "0"},  {"２", "2"},  {"／", "/"},  {"：", ":"}, {"。", ""}, {"＊", "*"}};
  std::string out(text);
  for (const auto& [from, to] : replaced)
    for (std::size_t at = 0; (at = out.find(from, at)) != std::string::npos;)
      out.replace(at, from.size(), to);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  const auto begin = out.find_first_not_of(" \t\r\n(["), end = out.find_last_not_of(" \t\r\n.)]");
  return begin == std::string::npos || end == std::string::npos || end < begin
             ? ""
             : out.substr(begin, end - begin + 1);
}

}  // namespace

std::optional<StatedResult> read_result(std::string_view text) {
  if (text.size() > 64) return std::nullopt;
  for (const Word& word : words)
    if (word.first == text) return word.second;
  const std::string plain = folded(text);
  if (plain.empty()) return unknown;
  for (const Word& word : words)
    if (word.first == plain) return word.second;
  return std::nullopt;
}

std::string_view result_zh(StatedResult result) {
  constexpr std::string_view texts[] = {"未知", "红胜", "黑胜", "和局"};
  return texts[static_cast<int>(result)];
}

}  // namespace qipu::formats
