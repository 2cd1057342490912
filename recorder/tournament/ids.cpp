#include "recorder/tournament/ids.hpp"

namespace qipu::tournament {
namespace {

/// A decimal number without sign, leading zeros or more than five digits; nothing for anything else.
std::optional<unsigned> number(std::string_view text, unsigned most) {
  if (text.empty() || text.size() > 5 || text.front() == '0') return std::nullopt;
  unsigned value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  if (value > most) return std::nullopt;
  return value;
}

}  // namespace

std::string text(RoundId round) {
  return (round.phase == PhaseKind::knockout ? "k" : "") + std::to_string(round.number);
}

std::string text(std::string_view section, const BoardId& board) {
  return std::string(section) + "-" + text(board.round) + "-" + std::to_string(board.board);
}

std::string text(std::string_view section, const GameId& game) {
  std::string out = text(section, game.on());
  if (game.game > 0) out += "-g" + std::to_string(game.game);
  return out;
}

std::string text(std::string_view section, EntrantNo entrant) {
  return std::string(section) + "-" + std::to_string(entrant.value);
}

std::optional<RoundId> parse_round(std::string_view text, SectionId section) {
  RoundId round{section, PhaseKind::swiss, 0};
  if (!text.empty() && text.front() == 'k') {
    round.phase = PhaseKind::knockout;
    text.remove_prefix(1);
  }
  const auto value = number(text, 99);
  if (!value) return std::nullopt;
  round.number = static_cast<std::uint8_t>(*value);
  return round;
}

std::optional<GameId> parse_game(std::string_view text, SectionId section) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto round = parse_round(text.substr(0, dash), section);
  if (!round) return std::nullopt;
  std::string_view rest = text.substr(dash + 1);
  GameId id{*round, 0, 0};
  if (const auto second = rest.find('-'); second != std::string_view::npos) {
    const auto tail = rest.substr(second + 1);
    if (round->phase != PhaseKind::knockout || tail.size() != 2 || tail[0] != 'g' || tail[1] < '1' ||
        tail[1] > '9')
      return std::nullopt;
    id.game = static_cast<std::uint8_t>(tail[1] - '0');
    rest = rest.substr(0, second);
  } else if (round->phase == PhaseKind::knockout) {
    return std::nullopt;
  }
  const auto board = number(rest, 65535);
  if (!board) return std::nullopt;
  id.board = static_cast<std::uint16_t>(*board);
  return id;
}

}  // namespace qipu::tournament
