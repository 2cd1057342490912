#include "recorder/tournament/duty.hpp"

#include <algorithm>

namespace qipu::tournament {
namespace {

const RecordStatus nothing_happened;

bool titled(const Section& section, EntrantNo who) {
  const Entrant* entrant = section.find(who);
  return entrant && entrant->has_title();
}

std::vector<DutyReason> reasons_of(const Regulation& regulation, const Section& section, const Game& game,
                                   const RecordStatus& status) {
  std::vector<DutyReason> reasons;
  const RecordRule& rule = regulation.record;
  if (game.id.round.phase == PhaseKind::knockout) {
    if (rule.knockout_all) reasons.push_back(DutyReason::knockout);
  } else if (game.id.board <= regulation.section(section.id).top_boards) {
    reasons.push_back(DutyReason::top_boards);
  }
  if (rule.masters && (titled(section, game.red) || titled(section, game.black)))
    reasons.push_back(DutyReason::master);
  if (!status.designated.empty() && !status.designation_withdrawn) reasons.push_back(DutyReason::designated);
  return reasons;
}

bool broadcast_runs(const RecordStatus& status) {
  if (status.broadcast_done) return true;
  return std::ranges::any_of(status.broadcasts, [](const Span& span) { return !span.until; });
}

std::optional<Instant> broken_off(const RecordStatus& status) {
  std::optional<Instant> last;
  for (const auto& span : status.broadcasts)
    if (span.until && (!last || *span.until > *last)) last = span.until;
  return last;
}

/// reg:A35: designated alone, and after the game had begun.
bool designated_late(const RecordRule& rule, const Game& game, const Duty& duty, const RecordStatus& status) {
  if (!rule.late_designation_fresh || duty.reasons != std::vector{DutyReason::designated}) return false;
  const auto begun = game.started_at ? game.started_at : game.ended_at ? game.ended_at : game.registered_at;
  return begun && status.designated.back() > *begun;
}

/// The clock stands still while a dispute or a transcription is open (reg:A15).
std::optional<Instant> without_frozen_time(std::optional<Instant> deadline, Instant start,
                                           std::vector<Span> frozen, bool& stands_still) {
  if (!deadline) return deadline;
  std::ranges::sort(frozen, {}, &Span::from);
  Instant counted = start;
  for (const auto& span : frozen) {
    const Instant from = std::max(span.from, counted);
    if (from >= *deadline && span.until) continue;
    if (!span.until) {
      stands_still = true;
      continue;
    }
    if (*span.until <= from) continue;
    deadline->ms += span.until->ms - from.ms;
    counted = *span.until;
  }
  return deadline;
}

std::optional<Instant> deadline_of(const Regulation& regulation, const Game& game, const RecordStatus& status,
                                   bool late, bool& frozen) {
  const auto ended = game.ended_at ? game.ended_at : game.registered_at;
  if (!game.result || game.result->outcome == Outcome::none || !ended) return std::nullopt;
  const RecordRule& rule = regulation.record;
  Instant deadline = ended->plus_minutes(rule.deadline_minutes);
  if (game.registered_at)
    deadline = std::max(deadline, game.registered_at->plus_minutes(rule.deadline_min_after_registration));
  if (game.id.round.phase == PhaseKind::knockout && rule.before_next_knockout_game && status.owner_next_game)
    deadline = std::min(deadline, *status.owner_next_game);
  if (late) deadline = std::max(deadline, status.designated.back().plus_minutes(rule.deadline_minutes));
  if (const auto off = broken_off(status))
    deadline = std::max(deadline, off->plus_minutes(rule.deadline_minutes));
  auto result = without_frozen_time(deadline, *ended, status.frozen, frozen);
  if (status.extended_until && *status.extended_until > *result) result = status.extended_until;
  return result;
}

/// reg:K5: an excuse asked for in time and not answered keeps the duty from becoming overdue.
bool excuse_pending(const RecordStatus& status, std::optional<Instant> deadline) {
  if (!status.excuse_requested_at || status.excused_at || status.excuse_refused) return false;
  return !deadline || *status.excuse_requested_at <= *deadline;
}

DutyState state_of(const RecordStatus& status, const Duty& duty, bool may_lapse, Instant now) {
  switch (status.assessment) {
    case Assessment::complete:
      return DutyState::complete;
    case Assessment::untrue:
      return DutyState::untrue;
    default:
      break;
  }
  if (status.paper_at) return DutyState::accepted_on_paper;
  if (status.excused_at) return DutyState::excused;
  if (broadcast_runs(status)) return DutyState::exempt;
  const bool past = may_lapse && duty.deadline && now > *duty.deadline;
  switch (status.assessment) {
    case Assessment::incomplete:
      return DutyState::incomplete;
    case Assessment::doubtful:
      return DutyState::doubtful;
    case Assessment::submitted:
      return DutyState::submitted;
    // Something has come in: not missing (D3) but incomplete (K4) once the time is over.
    case Assessment::started:
      return past ? DutyState::incomplete : DutyState::required;
    default:
      return past ? DutyState::overdue : DutyState::required;
  }
}

std::string clause_of(const Duty& duty) {
  switch (duty.state) {
    case DutyState::not_required:
      return "reg:K2";
    case DutyState::excused:
      return "reg:K5";
    case DutyState::overdue:
    case DutyState::untrue:
      return "reg:D3";
    case DutyState::incomplete:
      return "reg:K4";
    default:
      break;
  }
  return duty.reasons.front() == DutyReason::knockout ? "reg:K7" : "reg:K1";
}

std::optional<Instant> since_of(const Duty& duty, const Game& game, const RecordStatus& status) {
  switch (duty.state) {
    case DutyState::overdue:
      return duty.deadline;
    case DutyState::excused:
      return status.excused_at;
    case DutyState::accepted_on_paper:
      return status.paper_at;
    case DutyState::required:
      return game.ended_at ? game.ended_at : game.registered_at;
    case DutyState::not_required:
    case DutyState::exempt:
      return std::nullopt;
    default:
      return status.assessed_at;
  }
}

Text why_of(const Duty& duty, const Regulation& regulation, const Section& section) {
  if (duty.state == DutyState::not_required)
    return {"本局不要求录谱，欢迎自愿记录", "no record is required of this game; recording is welcome"};
  Text text;
  const auto add = [&](std::string zh, std::string en) {
    text.zh += (text.zh.empty() ? "" : "，") + std::move(zh);
    text.en += (text.en.empty() ? "" : ", ") + std::move(en);
  };
  for (DutyReason reason : duty.reasons) {
    switch (reason) {
      case DutyReason::top_boards: {
        const std::string n = std::to_string(regulation.section(section.id).top_boards);
        add("前 " + n + " 台", "one of the first " + n + " boards");
        break;
      }
      case DutyReason::master:
        add("有大师的台次", "a master plays");
        break;
      case DutyReason::designated:
        add("裁判指定", "designated by an arbiter");
        break;
      case DutyReason::knockout:
        add("淘汰赛每局必录", "every knockout game is recorded");
        break;
    }
  }
  if (duty.state == DutyState::exempt) add("棋谱直播，免录", "broadcast live, exempt");
  return text;
}

bool already_dealt_with(const Section& section, const GameId& game, EntrantNo owner) {
  return std::ranges::any_of(section.fouls, [&](const Foul& foul) {
    return foul.from_duty && foul.game == game && foul.entrant.no == owner &&
           foul.state != FoulState::proposed && !foul.lifted();
  });
}

/// One lapse, at most one foul (reg:A14): missing at the deadline, found untrue (D3), or incomplete and not
/// completed (K4).
std::optional<ProposedFoul> proposed_foul(const Section& section, const Duty& duty,
                                          const RecordStatus& status, Instant now) {
  if (!duty.owner || already_dealt_with(section, duty.game, *duty.owner)) return std::nullopt;
  if (duty.state == DutyState::untrue)
    return ProposedFoul{
        *duty.owner, "D3", "reg:D3", {"录谱不实，记犯规一次", "the record is untrue: one foul"}};
  const bool lapsed =
      status.completion_refused || (status.completion_until && now > *status.completion_until);
  if (lapsed && (duty.state == DutyState::incomplete || duty.state == DutyState::overdue))
    return ProposedFoul{
        *duty.owner,
        "K4",
        "reg:K4",
        {"录谱不完整又未按要求补全，记犯规一次", "incomplete, and not completed when asked: one foul"}};
  if (duty.state == DutyState::overdue)
    return ProposedFoul{
        *duty.owner, "D3", "reg:D3", {"未按规定时间录谱，记犯规一次", "no record at the deadline: one foul"}};
  return std::nullopt;
}

}  // namespace

bool discharged(DutyState state) {
  return state == DutyState::not_required || state == DutyState::complete ||
         state == DutyState::accepted_on_paper || state == DutyState::excused || state == DutyState::exempt;
}

std::optional<EntrantNo> record_owner(const RecordRule& rule, const Game& game) {
  if (!game.result || !game.result->played || game.result->outcome == Outcome::none) return std::nullopt;
  if (const auto winner = game.winner()) return winner;
  if (game.result->outcome == Outcome::both_lose && !rule.double_loss_owner_red) return game.black;
  return game.red;
}

Duty duty_of(const Regulation& regulation, const Section& section, const Game& game,
             const RecordStatus* given, Instant now) {
  const RecordStatus& status = given ? *given : nothing_happened;
  Duty duty{.game = game.id, .red = game.red, .black = game.black};
  const bool no_game = game.result && !game.result->played;  // reg:A18
  if (!no_game) duty.reasons = reasons_of(regulation, section, game, status);
  if (duty.reasons.empty()) {
    duty.clause = clause_of(duty);
    duty.why = why_of(duty, regulation, section);
    return duty;
  }
  duty.owner = record_owner(regulation.record, game);
  if (duty.owner && status.reassigned_to && game.side_of(*status.reassigned_to)) {
    duty.reassigned = *status.reassigned_to != *duty.owner;
    duty.owner = status.reassigned_to;
  }
  if (duty.owner) {
    duty.helper = game.opponent_of(*duty.owner);
    duty.owner_side = game.side_of(*duty.owner);
  }
  const bool late = designated_late(regulation.record, game, duty, status);
  duty.deadline = deadline_of(regulation, game, status, late, duty.frozen);
  duty.frozen |= excuse_pending(status, duty.deadline);
  duty.state = state_of(status, duty, !late && !duty.frozen, now);
  duty.since = since_of(duty, game, status);
  duty.clause = clause_of(duty);
  duty.why = why_of(duty, regulation, section);
  duty.proposed_foul = proposed_foul(section, duty, status, now);
  return duty;
}

std::vector<Duty> duties(const Regulation& regulation, const Section& section, RoundId round,
                         std::span<const RecordStatus> statuses, Instant now) {
  std::vector<Duty> out;
  for (const Game* game : section.games_of(round)) {
    const auto at = std::ranges::find(statuses, game->id, &RecordStatus::game);
    out.push_back(duty_of(regulation, section, *game, at == statuses.end() ? nullptr : &*at, now));
  }
  return out;
}

std::vector<Foul> misplaced_fouls(const Section& section, std::span<const Duty> duties) {
  std::vector<Foul> out;
  for (const auto& foul : section.fouls) {
    if (!foul.from_duty || foul.state == FoulState::rejected || !foul.game) continue;
    const auto duty = std::ranges::find(duties, *foul.game, &Duty::game);
    if (duty == duties.end()) continue;
    if (discharged(duty->state) || duty->owner != foul.entrant.no) out.push_back(foul);
  }
  return out;
}

std::vector<DutyChange> compare(std::span<const Duty> before, std::span<const Duty> after) {
  std::vector<DutyChange> changes;
  for (const auto& old : before) {
    const auto at = std::ranges::find(after, old.game, &Duty::game);
    if (at == after.end()) {
      changes.push_back({old.game, old, std::nullopt});
    } else if (!(*at == old)) {
      changes.push_back({old.game, old, *at});
    }
  }
  for (const auto& fresh : after)
    if (std::ranges::find(before, fresh.game, &Duty::game) == before.end())
      changes.push_back({fresh.game, std::nullopt, fresh});
  return changes;
}

}  // namespace qipu::tournament
