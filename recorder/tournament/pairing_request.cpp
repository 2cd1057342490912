// From a section to the request of its next Swiss round, and from the answer back to a round.
#include <algorithm>

#include "recorder/tournament/pairing.hpp"
#include "recorder/tournament/score_table.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {
namespace {

// A lot for those without a rating: the same for the same seed, and unlike their numbers.
std::uint64_t lot(std::uint64_t seed, EntrantNo no) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15 * (std::uint64_t{no.value} + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

bool plays_in(const Section& section, const Entrant& entrant, int round, int promote_after) {
  if (!entrant.in_play() || entrant.entered_round > round) return false;
  // Who has left for the knockout is not paired in the Swiss any more (reg:F3).
  return round <= promote_after || !section.knockout.number_of(entrant.no);
}

}  // namespace

PairingRequest pairing_request(const Regulation& regulation, const Section& section, int round,
                               std::span<const EntrantNo> absent) {
  const SectionRule& rule = regulation.section(section.id);
  PairingRequest request;
  request.round = round;
  request.rounds_planned = rule.swiss_rounds;
  request.rule = regulation.pairing;
  request.walkover_win_is_bye = regulation.bye.walkover_win_is_bye;
  const int promote_after = rule.knockout ? rule.knockout->promote_after : rule.swiss_rounds;
  const ScoreTable table(regulation, section, round - 1);
  std::vector<const Entrant*> ordered;
  for (const Entrant& entrant : section.entrants)
    if (plays_in(section, entrant, round, promote_after)) ordered.push_back(&entrant);
  std::ranges::sort(ordered, [&](const Entrant* a, const Entrant* b) {
    const auto key = [&](const Entrant* e) {
      return std::tuple(e->seed == 0, e->seed, e->seed == 0 ? lot(regulation.pairing.seed, e->no) : 0,
                        e->no.value);
    };
    return key(a) < key(b);
  });
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    PairingPlayer player;
    player.no = ordered[i]->no;
    player.order = static_cast<int>(i) + 1;
    player.active = std::ranges::find(absent, player.no) == absent.end();
    player.unit = ordered[i]->person.unit;
    for (int r = 1; r < round; ++r) {
      const RoundScore& score = table.at(player.no, r);
      player.history.push_back({score.kind, score.opponent, score.side, score.points});
      player.points += score.points;
    }
    request.players.push_back(std::move(player));
  }
  for (const auto& group : section.forbidden)
    for (std::size_t i = 0; i < group.size(); ++i)
      for (std::size_t k = i + 1; k < group.size(); ++k) request.forbidden.emplace_back(group[i], group[k]);
  return request;
}

Round make_round(const Regulation& regulation, const PairingRequest& request, const PairingAnswer& answer,
                 SectionId section) {
  Round round;
  round.id = {section, PhaseKind::swiss, static_cast<std::uint8_t>(answer.round)};
  for (const PairingPair& pair : answer.pairs) {
    Game game;
    game.id = {round.id, static_cast<std::uint16_t>(round.games.size() + 1), 0};
    game.red = pair.red;
    game.black = pair.black;
    round.games.push_back(std::move(game));
  }
  round.bye = answer.bye;
  for (const PairingPlayer& player : request.players)
    if (!player.active) round.absences.push_back({player.no, true, regulation.bye.absent_points});
  return round;
}

}  // namespace qipu::tournament
