// Keys of DhtmlXQ (东萍象棋) and the header names that they stand for.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace qipu::formats::dhtmlxq {

inline constexpr std::array<std::pair<std::string_view, std::string_view>, 19> keys = {{
    {"title", "Title"},         {"event", "Event"},
    {"date", "Date"},           {"place", "Site"},
    {"round", "Round"},         {"group", "Section"},
    {"table", "Board"},         {"red", "Red"},
    {"redteam", "RedTeam"},     {"redrating", "RedElo"},
    {"redtime", "RedTime"},     {"black", "Black"},
    {"blackteam", "BlackTeam"}, {"blackrating", "BlackElo"},
    {"blacktime", "BlackTime"}, {"timerule", "TimeControl"},
    {"remark", "Annotator"},    {"author", "Author"},
    {"open", "Opening"},
}};

}  // namespace qipu::formats::dhtmlxq
