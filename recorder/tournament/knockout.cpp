#include "recorder/tournament/knockout.hpp"

#include <algorithm>

namespace qipu::tournament {
namespace {

Problem problem(std::string code, std::string zh, std::string en, std::string clause) {
  return {std::move(code), {std::move(zh), std::move(en)}, {}, std::move(clause), std::nullopt};
}

const Problem no_knockout =
    problem("no_knockout", "本组没有淘汰赛", "this section has no knockout", "reg:F3");

Game game_of(const Match& match, const KnockoutRule& rule, int index, bool upper_red) {
  Game game;
  game.id = {match.id.round, match.id.board, static_cast<std::uint8_t>(index + 1)};
  game.red = upper_red ? *match.upper : *match.lower;
  game.black = upper_red ? *match.lower : *match.upper;
  game.pace = rule.games[static_cast<std::size_t>(index)];
  return game;
}

int bracket_size(const KnockoutRule& rule) { return 1 << rule.rounds; }

/// Orders two slots by number, the smaller above; an empty slot keeps the side that its feeder gives.
void seat(Match& match, const Knockout& knockout, std::optional<EntrantNo> a, std::optional<EntrantNo> b) {
  match.upper = a;
  match.lower = b;
  if (a && b && knockout.number_of(*a).value_or(0) > knockout.number_of(*b).value_or(0))
    std::swap(match.upper, match.lower);
}

void start(Match& match, const KnockoutRule& rule) {
  if (match.upper && match.lower) match.games = {game_of(match, rule, 0, rule.smaller_number_red_first)};
}

struct Survivors {
  std::vector<std::optional<EntrantNo>> winners, losers;  ///< by match of the round
};

std::expected<Survivors, Problem> survivors(const KnockoutRule& rule, const KnockoutRound& round) {
  Survivors out;
  for (const auto& match : round.matches) {
    if (match.third_place) continue;
    const MatchState state = match_state(rule, match);
    if (state.needs != MatchNeeds::nothing)
      return std::unexpected(Problem{"match_undecided",
                                     {"第 " + std::to_string(match.id.board) + " 组对阵尚未决出",
                                      "match " + std::to_string(match.id.board) + " is not decided"},
                                     {{"board", std::to_string(match.id.board)}},
                                     "reg:F6",
                                     std::nullopt});
    out.winners.push_back(state.winner);
    out.losers.push_back(state.loser);
  }
  return out;
}

}  // namespace

std::expected<std::vector<EntrantNo>, Problem> promote(const Regulation& regulation, const Section& section,
                                                       const Standings& standings) {
  const auto& rule = regulation.section(section.id).knockout;
  if (!rule) return std::unexpected(no_knockout);
  if (standings.rounds != rule->promote_after ||
      static_cast<int>(section.rounds.size()) < rule->promote_after)
    return std::unexpected(problem(
        "promotion_round", "应以第 " + std::to_string(rule->promote_after) + " 轮后的名次晋级",
        "promotion follows the standing after round " + std::to_string(rule->promote_after), "reg:F4"));
  for (int r = 0; r < rule->promote_after; ++r)
    if (!section.rounds[static_cast<std::size_t>(r)].finished())
      return std::unexpected(problem("results_missing", "第 " + std::to_string(r + 1) + " 轮还有成绩未登记",
                                     "results of round " + std::to_string(r + 1) + " are missing", "reg:F3"));
  std::vector<EntrantNo> numbers;
  for (const auto& row : standings.rows) {
    if (static_cast<int>(numbers.size()) == rule->promote_count) break;
    const Entrant* entrant = section.find(row.entrant);
    if (!entrant || !entrant->in_play()) continue;
    const bool tied = std::ranges::any_of(row.tied_with, [&](EntrantNo other) {
      const Entrant* rival = section.find(other);
      return rival && rival->in_play();
    });
    if (tied)
      return std::unexpected(
          Problem{"tie_undecided",
                  {"第 " + std::to_string(row.rank) + " 名尚有并列，先由裁判裁定或抽签",
                   "rank " + std::to_string(row.rank) + " is still tied: decide it or draw lots"},
                  {{"rank", std::to_string(row.rank)}, {"entrant", std::to_string(row.entrant.value)}},
                  "reg:S1",
                  std::nullopt});
    numbers.push_back(row.entrant);
  }
  if (numbers.size() < 2)
    return std::unexpected(
        problem("too_few", "晋级人数不足两人", "fewer than two can be promoted", "reg:F3"));
  return numbers;
}

std::expected<std::vector<EntrantNo>, Problem> substitute(const Section& section,
                                                          const Standings& standings) {
  if (section.knockout.bracket_published)
    return std::unexpected(problem("bracket_published", "对阵表已经公布，不再替补",
                                   "the bracket is published: nobody is substituted", "reg:F5"));
  std::vector<EntrantNo> numbers = section.knockout.numbers;
  for (auto& number : numbers) {
    const Entrant* entrant = section.find(number);
    if (entrant && entrant->in_play()) continue;
    for (const auto& row : standings.rows) {
      const Entrant* next = section.find(row.entrant);
      if (!next || !next->in_play() || std::ranges::find(numbers, row.entrant) != numbers.end()) continue;
      number = row.entrant;
      break;
    }
  }
  return numbers;
}

std::expected<KnockoutRound, Problem> first_knockout_round(const Regulation& regulation,
                                                           const Section& section) {
  const auto& rule = regulation.section(section.id).knockout;
  if (!rule) return std::unexpected(no_knockout);
  const auto& numbers = section.knockout.numbers;
  if (numbers.size() < 2)
    return std::unexpected(
        problem("no_numbers", "尚未确定淘汰赛编号", "knockout numbers are not decided yet", "reg:F4"));
  const int size = bracket_size(*rule);
  KnockoutRound round;
  round.id = {section.id, PhaseKind::knockout, 1};
  const auto slot = [&](int number) -> std::optional<EntrantNo> {
    if (number > static_cast<int>(numbers.size())) return std::nullopt;
    const EntrantNo no = numbers[static_cast<std::size_t>(number - 1)];
    const Entrant* entrant = section.find(no);
    return entrant && entrant->in_play() ? std::optional(no) : std::nullopt;
  };
  for (int board = 1; board <= size / 2; ++board) {
    Match match;
    match.id = {round.id, static_cast<std::uint16_t>(board)};
    match.upper = slot(board);
    match.lower = slot(size + 1 - board);
    start(match, *rule);
    round.matches.push_back(std::move(match));
  }
  return round;
}

Feeders feeders(int promote_count, int round, std::uint16_t board) {
  if (round <= 1) return {};
  const int matches_before = promote_count >> (round - 1);
  return {board, static_cast<std::uint16_t>(matches_before + 1 - board)};
}

std::expected<KnockoutRound, Problem> next_knockout_round(const Regulation& regulation,
                                                          const Section& section) {
  const auto& rule = regulation.section(section.id).knockout;
  if (!rule) return std::unexpected(no_knockout);
  const auto& rounds = section.knockout.rounds;
  if (rounds.empty()) return first_knockout_round(regulation, section);
  if (static_cast<int>(rounds.size()) >= rule->rounds)
    return std::unexpected(problem("knockout_over", "淘汰赛已经结束", "the knockout is over", "reg:F3"));
  const auto before = survivors(*rule, rounds.back());
  if (!before) return std::unexpected(before.error());
  std::vector<std::optional<EntrantNo>> left = before->winners;
  for (auto& slot : left)
    if (slot)
      if (const Entrant* entrant = section.find(*slot); !entrant || !entrant->in_play()) slot.reset();
  KnockoutRound round;
  round.id = {section.id, PhaseKind::knockout, static_cast<std::uint8_t>(rounds.size() + 1)};
  if (rule->bracket == Bracket::reseed)  // best against worst of those who are left
    std::ranges::stable_sort(left, {}, [&](const std::optional<EntrantNo>& slot) {
      return slot ? section.knockout.number_of(*slot).value_or(1 << 20) : 1 << 21;
    });
  const std::size_t matches = left.size() / 2;
  for (std::size_t i = 0; i < matches; ++i) {
    Match match;
    match.id = {round.id, static_cast<std::uint16_t>(i + 1)};
    seat(match, section.knockout, left[i], left[left.size() - 1 - i]);
    start(match, *rule);
    round.matches.push_back(std::move(match));
  }
  const bool is_final = static_cast<int>(rounds.size()) + 1 == rule->rounds;
  if (is_final && rule->third_place == ThirdPlace::playoff && before->losers.size() == 2) {
    Match match;
    match.id = {round.id, 2};
    match.third_place = true;
    seat(match, section.knockout, before->losers[0], before->losers[1]);
    start(match, *rule);
    round.matches.push_back(std::move(match));
  }
  return round;
}

MatchState match_state(const KnockoutRule& rule, const Match& match) {
  MatchState state;
  const auto win = [&](std::optional<EntrantNo> who, Text why) {
    state.needs = MatchNeeds::nothing;
    state.winner = who;
    if (who) state.loser = match.upper == who ? match.lower : match.upper;
    state.why = std::move(why);
    return state;
  };
  if (match.decided) return win(match.decided, {"裁判长裁定晋级", "goes on by the chief arbiter's decision"});
  if (match.nobody) return win(std::nullopt, {"双方均不晋级", "neither goes on"});
  if (!match.upper || !match.lower) {
    const auto who = match.upper ? match.upper : match.lower;
    return win(who,
               who ? Text{"对手空缺，直接晋级", "no opponent: a walk-over"} : Text{"空位", "an empty slot"});
  }
  for (std::size_t i = 0; i < match.games.size(); ++i) {
    const Game& game = match.games[i];
    const std::string nth = std::to_string(i + 1);
    if (!game.result || game.result->outcome == Outcome::none) {
      state.needs = MatchNeeds::result;
      state.why = {"第 " + nth + " 局未结束", "game " + nth + " is not finished"};
      return state;
    }
    if (const auto winner = game.winner())
      return win(winner, {"第 " + nth + " 局取胜晋级", "won game " + nth});
    if (game.result->outcome == Outcome::both_lose) {
      if (rule.both_lose == BothLose::smaller_number)
        return win(match.upper, {"双负，小号晋级", "both lost: the smaller number goes on"});
      if (rule.both_lose == BothLose::nobody)
        return win(std::nullopt, {"双负，均不晋级", "both lost: neither goes on"});
      // A further game after a double loss is the replay that an arbiter ordered.
      if (i + 1 < match.games.size()) continue;
      state.needs = MatchNeeds::decision;
      state.why = {"双负，由裁判长决定", "both lost: the chief arbiter decides"};
      return state;
    }
    if (i + 1 < match.games.size()) continue;
    if (i + 1 >= rule.games.size()) {
      if (rule.last_game_draw_advances_black)
        return win(game.black, {"最后一局和棋，后手晋级", "a draw in the last game: Black goes on"});
      state.needs = MatchNeeds::decision;
      state.why = {"和棋，由裁判长决定", "drawn: the chief arbiter decides"};
      return state;
    }
    const bool last = i + 2 == rule.games.size();
    if (last && rule.last_game_smaller_chooses) {
      if (!match.chosen) {
        state.needs = MatchNeeds::choice;
        state.why = {"小号选择先后手", "the smaller number chooses a side"};
        return state;
      }
      state.next = game_of(match, rule, static_cast<int>(i + 1), *match.chosen == Side::red);
    } else {
      const bool upper_was_red = game.red == *match.upper;
      state.next =
          game_of(match, rule, static_cast<int>(i + 1), rule.swap_each_game ? !upper_was_red : upper_was_red);
    }
    state.needs = MatchNeeds::next_game;
    state.why = {"和棋，进行第 " + std::to_string(i + 2) + " 局",
                 "drawn: game " + std::to_string(i + 2) + " follows"};
    return state;
  }
  state.why = {"尚未开始", "not started"};
  return state;
}

std::vector<std::vector<BracketSlot>> bracket(const Regulation& regulation, const Section& section) {
  const auto& rule = regulation.section(section.id).knockout;
  std::vector<std::vector<BracketSlot>> out;
  if (!rule) return out;
  const int size = bracket_size(*rule);
  for (int r = 1; r <= rule->rounds; ++r) {
    const RoundId id{section.id, PhaseKind::knockout, static_cast<std::uint8_t>(r)};
    std::vector<BracketSlot> slots;
    const bool drawn = r <= static_cast<int>(section.knockout.rounds.size());
    const int matches =
        drawn ? static_cast<int>(section.knockout.rounds[static_cast<std::size_t>(r - 1)].matches.size())
              : size >> r;
    for (int board = 1; board <= matches; ++board) {
      BracketSlot slot;
      slot.match = {id, static_cast<std::uint16_t>(board)};
      if (rule->bracket == Bracket::fixed) slot.from = feeders(size, r, static_cast<std::uint16_t>(board));
      if (drawn) {
        const Match& match = section.knockout.rounds[static_cast<std::size_t>(r - 1)]
                                 .matches[static_cast<std::size_t>(board - 1)];
        slot.upper = match.upper;
        slot.lower = match.lower;
        slot.winner = match_state(*rule, match).winner;
        if (match.third_place) slot.from = {};
      } else if (r == 1) {
        const auto at = [&](int number) -> std::optional<EntrantNo> {
          const auto& numbers = section.knockout.numbers;
          if (number > static_cast<int>(numbers.size())) return std::nullopt;
          return numbers[static_cast<std::size_t>(number - 1)];
        };
        slot.upper = at(board);
        slot.lower = at(size + 1 - board);
      }
      slots.push_back(slot);
    }
    out.push_back(std::move(slots));
  }
  return out;
}

std::vector<KnockoutPlace> knockout_places(const Regulation& regulation, const Section& section) {
  const auto& rule = regulation.section(section.id).knockout;
  std::vector<KnockoutPlace> places;
  if (!rule) return places;
  const auto& knockout = section.knockout;
  for (std::size_t i = 0; i < knockout.numbers.size(); ++i)
    places.push_back({knockout.numbers[i], static_cast<int>(i) + 1, rule->rounds + 1, {}, {}});
  const auto of = [&](EntrantNo who) { return std::ranges::find(places, who, &KnockoutPlace::entrant); };
  std::optional<EntrantNo> third;
  for (const auto& round : knockout.rounds) {
    const int number = round.id.number;
    for (const auto& match : round.matches) {
      const MatchState state = match_state(*rule, match);
      if (match.third_place) {
        third = state.winner;
        continue;
      }
      if (state.needs != MatchNeeds::nothing) continue;
      for (const auto& player : {match.upper, match.lower})
        if (player && state.winner != player) {
          if (const auto at = of(*player); at != places.end()) {
            at->left_in = number;
            at->why = {"淘汰赛第 " + std::to_string(number) + " 轮负",
                       "lost in knockout round " + std::to_string(number)};
          }
        }
    }
  }
  // Somebody whose slot was left empty before a round (withdrawn after promotion) left in that round.
  for (auto& place : places) {
    if (place.left_in <= rule->rounds) continue;
    for (const auto& round : knockout.rounds) {
      const bool in = std::ranges::any_of(round.matches, [&](const Match& m) {
        return m.upper == place.entrant || m.lower == place.entrant;
      });
      if (!in) {
        place.left_in = round.id.number;
        place.why = {"退出淘汰赛", "left the knockout"};
        break;
      }
    }
    if (place.left_in > rule->rounds && static_cast<int>(knockout.rounds.size()) == rule->rounds)
      place.why = {"冠军", "champion"};
  }
  std::ranges::stable_sort(places, [&](const KnockoutPlace& a, const KnockoutPlace& b) {
    if (a.left_in != b.left_in) return a.left_in > b.left_in;
    const bool semi = a.left_in == rule->rounds - 1;
    if (semi && third && (third == a.entrant) != (third == b.entrant)) return third == a.entrant;
    return a.number < b.number;
  });
  if (rule->third_place == ThirdPlace::split && places.size() >= 4 && places[2].left_in == rule->rounds - 1 &&
      places[3].left_in == rule->rounds - 1) {
    places[2].tied_with = {places[3].entrant};
    places[3].tied_with = {places[2].entrant};
  }
  return places;
}

}  // namespace qipu::tournament
