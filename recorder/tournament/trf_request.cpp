#include <algorithm>
#include <map>
#include <numeric>

#include "recorder/tournament/trf.hpp"

namespace qipu::tournament {
namespace {

PlayedRound played_round(const TrfFile& trf, const TrfCell& cell) {
  PlayedRound round;
  round.points = points_of(trf, cell);
  if (cell.opponent > 0) {
    round.opponent = EntrantNo{static_cast<std::uint16_t>(cell.opponent)};
    round.side = cell.colour == 'b' || cell.colour == 'B' ? Side::black : Side::red;
    round.kind =
        cell.result == '+' || cell.result == '-' ? PlayedRound::Kind::walkover : PlayedRound::Kind::game;
  } else if (cell.result == 'U' || cell.result == 'u' || cell.result == 'F' || cell.result == 'f') {
    round.kind = PlayedRound::Kind::bye;
  }
  return round;
}

Problem refused(std::string code, std::string zh, std::string en) {
  return {std::move(code), {std::move(zh), std::move(en)}, {}, "", std::nullopt};
}

}  // namespace

std::expected<PairingRequest, Problem> trf_request(const TrfFile& trf, int round, const PairingRule& rule) {
  if (round == 0) round = trf.played() + 1;
  if (round < 1 || round > trf.played() + 1)
    return std::unexpected(
        refused("trf.round", "只能编到已下轮次的下一轮：第 " + std::to_string(trf.played() + 1) + " 轮",
                "the last round that can be paired is " + std::to_string(trf.played() + 1)));
  PairingRequest request;
  request.round = round;
  request.rounds_planned = trf.rounds ? trf.rounds : round;
  request.rule = rule;
  const auto before = static_cast<std::size_t>(round - 1);
  std::map<int, bool> absent;
  for (const auto& [when, players] : trf.absent)
    if (when == 0 || when == round)
      for (const int number : players) absent[number] = true;
  std::map<int, const std::vector<int>*> accelerated;
  for (const auto& [who, points] : trf.accelerated) accelerated[who] = &points;
  std::vector<const TrfPlayer*> ordered;
  for (const TrfPlayer& p : trf.players) ordered.push_back(&p);
  std::ranges::sort(ordered, {}, &TrfPlayer::number);
  for (const TrfPlayer* p : ordered) {
    PairingPlayer player;
    player.no = EntrantNo{static_cast<std::uint16_t>(p->number)};
    player.order = static_cast<int>(request.players.size()) + 1;
    // An entry in the column of the round says that the player is not there to be paired, or has been given a
    // bye.
    player.active = !absent.contains(p->number) &&
                    (p->cells.size() <= before || p->cells[before].empty() || p->cells[before].opponent > 0);
    for (std::size_t r = 0; r < before; ++r) {
      const TrfCell cell = r < p->cells.size()
                               ? p->cells[r]
                               : TrfCell{.opponent = 0, .colour = '-', .result = 'Z', .zeros = true};
      player.history.push_back(played_round(trf, cell));
      player.points += player.history.back().points;
    }
    if (const auto virtually = accelerated.find(p->number);
        virtually != accelerated.end() && before < virtually->second->size())
      player.points += (*virtually->second)[before];
    request.players.push_back(std::move(player));
  }
  // Tenths of a point are only needed where a file has them: small differences keep the costs small.
  int unit = 0;
  for (const PairingPlayer& player : request.players) {
    unit = std::gcd(unit, player.points);
    for (const PlayedRound& played : player.history) unit = std::gcd(unit, played.points);
  }
  if (unit > 1)
    for (PairingPlayer& player : request.players) {
      player.points /= unit;
      for (PlayedRound& played : player.history) played.points /= unit;
    }
  for (const auto& [a, b] : trf.forbidden)
    if (a > 0 && b > 0 && a != b && a <= 65535 && b <= 65535)
      request.forbidden.emplace_back(EntrantNo{static_cast<std::uint16_t>(a)},
                                     EntrantNo{static_cast<std::uint16_t>(b)});
  return request;
}

}  // namespace qipu::tournament
