#include "recorder/tournament/conduct.hpp"

#include <algorithm>

namespace qipu::tournament {
namespace {

std::string number(int value) { return std::to_string(value); }

/// What a round was for an entrant, as far as forfeits go.
enum class Presence { not_in, came, forfeited, forfeited_with_reason };

Presence presence(const Round& round, EntrantNo entrant) {
  if (round.bye == entrant) return Presence::came;
  for (const auto& absence : round.absences)
    if (absence.entrant == entrant) return absence.announced ? Presence::not_in : Presence::forfeited;
  for (const auto& game : round.games) {
    const auto side = game.side_of(entrant);
    if (!side) continue;
    if (!game.result || game.result->played || game.result->outcome == Outcome::none) return Presence::came;
    if (game.result->winner() == side) return Presence::came;
    return game.excused_absence ? Presence::forfeited_with_reason : Presence::forfeited;
  }
  return Presence::not_in;
}

}  // namespace

std::optional<Advice> early_end(const Regulation& regulation, Pace pace, ResultKind kind,
                                std::optional<int> minutes, std::optional<int> rounds) {
  if (kind != ResultKind::agreed && kind != ResultKind::resign) return std::nullopt;
  const PaceRule& rule = regulation.pace(pace);
  const bool by_rounds = rule.early_end_rounds && rounds && *rounds < *rule.early_end_rounds;
  const bool by_minutes = rule.early_end_minutes && minutes && *minutes < *rule.early_end_minutes;
  if (!by_rounds && !by_minutes) return std::nullopt;
  const bool agreed = kind == ResultKind::agreed;
  const std::string zh =
      by_rounds ? number(*rounds) + " 个回合（未满 " + number(*rule.early_end_rounds) + " 个回合）"
                : number(*minutes) + " 分钟（未满 " + number(*rule.early_end_minutes) + " 分钟）";
  const std::string en =
      by_rounds
          ? "after " + number(*rounds) + " move pairs, " + number(*rule.early_end_rounds) + " are required"
          : "after " + number(*minutes) + " minutes, " + number(*rule.early_end_minutes) + " are required";
  return Advice{"early_end",
                "reg:G3",
                LossEffect::may,
                {std::string(agreed ? "提议和棋过早：" : "无故认输过早：") + zh + "，裁判有权判双负",
                 std::string(agreed ? "agreed draw too early: " : "resignation too early: ") + en +
                     "; an arbiter may score a double loss"}};
}

std::optional<Advice> early_draw(const Regulation& regulation, int rounds) {
  if (!regulation.early_draw.red_must_vary || rounds > regulation.early_draw.rounds) return std::nullopt;
  return Advice{
      "early_draw",
      "reg:G4",
      LossEffect::may,
      {"第 " + number(rounds) + " 回合出现不变作和的局面，红方须变着；不变由裁判决定（建议判红方负）",
       "the position would be drawn by repetition at move pair " + number(rounds) +
           ": Red must vary; if not, an arbiter decides (suggested: Red loses)"}};
}

Advice clock_setting(const Regulation& regulation, int minutes) {
  if (minutes <= regulation.clocks.correct_within_minutes)
    return {"clock_correct",
            "reg:C2",
            LossEffect::none,
            {"棋钟设置有误，应予更正", "the clock was set wrongly: correct it"}};
  return {
      "clock_keep",
      "reg:C2",
      LossEffect::may,
      {"开局 " + number(regulation.clocks.correct_within_minutes) + " 分钟后发现棋钟设置有误，原则上不再更正",
       "found later than " + number(regulation.clocks.correct_within_minutes) +
           " minutes after the start: in principle not corrected"}};
}

std::optional<Advice> late_arrival(const Regulation& regulation, int minutes) {
  if (minutes <= regulation.foul.late_after_minutes) return std::nullopt;
  return Advice{"late",
                "reg:D8",
                LossEffect::may,
                {"裁判长宣布开赛 " + number(minutes) + " 分钟后才入座，裁判有权判负",
                 "seated " + number(minutes) +
                     " minutes after the start was announced: an arbiter may declare the game lost"}};
}

ForfeitAdvice forfeit_advice(const Regulation& regulation, const Section& section, EntrantNo entrant) {
  ForfeitAdvice advice;
  const Entrant* who = section.find(entrant);
  if (!who) return advice;
  for (const auto& round : section.rounds) {
    if (who->left_after >= 0 && round.id.number > who->left_after) break;
    switch (presence(round, entrant)) {
      case Presence::forfeited:
        ++advice.unreasoned;
        [[fallthrough]];
      case Presence::forfeited_with_reason:
        ++advice.running;
        break;
      case Presence::came:
        advice.running = 0;
        break;
      case Presence::not_in:
        break;
    }
  }
  advice.warn = advice.unreasoned >= regulation.forfeit.warn_after;
  advice.drop = advice.running >= regulation.forfeit.drop_after_running;
  const bool no_show = advice.unreasoned > 0 && who->state != EntrantState::withdrawn;
  advice.bar_next = advice.public_list = no_show;
  return advice;
}

std::vector<EntrantNo> unsigned_players(const Game& game) {
  std::vector<EntrantNo> missing = must_sign(game);
  std::erase_if(
      missing, [&](EntrantNo who) { return std::ranges::find(game.signed_by, who) != game.signed_by.end(); });
  return missing;
}

}  // namespace qipu::tournament
