#include "recorder/state.hpp"

#include "recorder/evolve.hpp"

#include <charconv>

namespace qipu::recorder {
namespace {

// The section whose slug and a dash begin the text, and the rest.
std::optional<std::pair<SectionId, std::string_view>> section_of(const State& state, std::string_view text) {
  for (std::size_t i = 0; i < state.regulation.sections.size(); ++i) {
    const std::string& slug = state.regulation.sections[i].slug;
    if (text.starts_with(slug) && text.size() > slug.size() + 1 && text[slug.size()] == '-')
      return std::pair{SectionId{static_cast<std::uint8_t>(i)}, text.substr(slug.size() + 1)};
  }
  return std::nullopt;
}

}  // namespace

const tournament::Game* State::find(const GameId& game) const {
  if (game.round.section.index >= sections.size()) return nullptr;
  return section(game.round.section).find(game);
}

const GameState& State::game(const GameId& game) const {
  static const GameState untouched;
  const auto found = games.find(game);
  return found == games.end() ? untouched : found->second;
}

const tournament::Entrant* State::find(const EntrantId& entrant) const {
  if (entrant.section.index >= sections.size()) return nullptr;
  return section(entrant.section).find(entrant.no);
}

bool State::is_published(RoundId round) const {
  if (round.section.index >= sections.size()) return false;
  return !section(round.section).games_of(round).empty() || section(round.section).find(round) != nullptr;
}

std::optional<GameId> State::parse_game(std::string_view text) const {
  const auto found = section_of(*this, text);
  if (!found) return std::nullopt;
  return tournament::parse_game(found->second, found->first);
}

std::optional<tournament::BoardId> State::parse_match(std::string_view text) const {
  // A match is written as its games are, without the game.
  auto game = parse_game(text);
  if (!game) game = parse_game(std::string(text) + "-g1");
  if (!game) return std::nullopt;
  return game->on();
}

std::optional<EntrantId> State::parse_entrant(std::string_view text) const {
  const auto found = section_of(*this, text);
  if (!found) return std::nullopt;
  std::uint16_t no = 0;
  const auto [end, error] = std::from_chars(found->second.data(), found->second.data() + found->second.size(), no);
  if (error != std::errc() || end != found->second.data() + found->second.size() || no == 0) return std::nullopt;
  const EntrantId id{found->first, EntrantNo{no}};
  return find(id) ? std::optional(id) : std::nullopt;
}

void remember(State& state, const std::string& request, const std::string& body, const Answer& answer) {
  if (request.empty()) return;
  if (!state.receipts.insert_or_assign(request, Receipt{body, answer}).second) return;
  state.receipt_order.push_back(request);
  if (state.receipt_order.size() > State::most_receipts) {
    state.receipts.erase(state.receipt_order.front());
    state.receipt_order.pop_front();
  }
}

}  // namespace qipu::recorder
