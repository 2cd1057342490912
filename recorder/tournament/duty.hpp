// Recording duties (录谱, reg:K1–K7): derived for a round from the section, the regulation and what has
// happened to each record. Nothing here is stored: a corrected result, title or designation moves duties by
// being derived again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

enum class DutyReason : std::uint8_t { top_boards, master, designated, knockout };
std::string_view name(DutyReason reason);

enum class DutyState : std::uint8_t {
  not_required,
  required,
  submitted,
  incomplete,
  doubtful,
  complete,
  untrue,  ///< "false" on the wire: an arbiter found the record untrue
  accepted_on_paper,
  excused,
  exempt,
  overdue
};
std::string_view name(DutyState state);
std::optional<DutyState> parse_duty_state(std::string_view text);
/// complete, accepted on paper, excused, exempt and not required: nothing is owed.
bool discharged(DutyState state);

/// What is known about a submitted record.
enum class Assessment : std::uint8_t {
  none,        ///< nothing has come in
  started,     ///< moves have come in, nobody has handed the record in
  submitted,   ///< handed in, not signed off or not judged yet
  incomplete,  ///< handed in, but not to the end or with gaps
  doubtful,    ///< signs of an untrue record stand open
  complete,    ///< to the end, and signed off by its owner
  untrue       ///< an arbiter's finding
};

/// From `from` until `until`, or still going on.
struct Span {
  Instant from;
  std::optional<Instant> until;
  bool operator==(const Span&) const = default;
};

/// What has happened to the record of one game; the recorder keeps this by its facts.
struct RecordStatus {
  GameId game;
  Assessment assessment = Assessment::none;
  std::optional<Instant> assessed_at;
  std::vector<Instant> designated;  ///< by an arbiter; several only if withdrawn in between
  bool designation_withdrawn = false;
  std::vector<Span> broadcasts;            ///< live move broadcasts; one without an end is still running
  std::optional<Instant> broadcast_done;   ///< the broadcast covered the game to its end: exempt for good
  std::optional<EntrantNo> reassigned_to;  ///< reg:K3, by an arbiter with a reason
  std::optional<Instant> extended_until;   ///< reg:A15: the latest of duty, round and everybody
  std::vector<Span> frozen;         ///< a dispute or a transcription at the desk: the clock stands still
  std::optional<Instant> paper_at;  ///< accepted on paper (the transcription task stays)
  std::optional<Instant> excuse_requested_at;
  std::optional<Instant> excused_at;  ///< by the chief arbiter (reg:K5)
  bool excuse_refused = false;
  std::optional<Instant> completion_until;  ///< reg:A32: an arbiter asked for completion
  bool completion_refused = false;
  std::optional<Instant> owner_next_game;  ///< knockout: when the owner's own next game begins
  bool operator==(const RecordStatus&) const = default;
};

struct ProposedFoul {
  EntrantNo entrant;
  std::string kind;  ///< "D3" or "K4"
  std::string clause;
  Text message;
  bool operator==(const ProposedFoul&) const = default;
};

struct Duty {
  GameId game;
  EntrantNo red, black;
  std::vector<DutyReason> reasons;
  std::optional<EntrantNo> owner, helper;  ///< nothing while there is no result
  std::optional<Side> owner_side;
  std::optional<Instant> deadline;
  bool frozen = false;
  bool reassigned = false;
  DutyState state = DutyState::not_required;
  std::optional<Instant> since;  ///< since when it stands in this state, where that is known
  std::string clause;            ///< of the first reason, or of what discharged it
  Text why;                      ///< one sentence for the desk and the phone
  std::optional<ProposedFoul> proposed_foul;
  bool operator==(const Duty&) const = default;
};

/// The duty of one game. `status` may be null: nothing has happened. `now` decides what is overdue.
Duty duty_of(const Regulation& regulation, const Section& section, const Game& game,
             const RecordStatus* status, Instant now);

/// The duties of all games of a round, by board. `statuses` in any order.
std::vector<Duty> duties(const Regulation& regulation, const Section& section, RoundId round,
                         std::span<const RecordStatus> statuses, Instant now);

/// Owner by reg:K3 and A18: the winner, Red if drawn or both lost with moves; nobody without moves or result.
std::optional<EntrantNo> record_owner(const RecordRule& rule, const Game& game);

/// Duty fouls that no longer fit after a correction: the owner is another, or the lapse is gone. The desk
/// shows them.
std::vector<Foul> misplaced_fouls(const Section& section, std::span<const Duty> duties);

/// What a correction changed: pairs of duties before and after that differ, by game.
struct DutyChange {
  GameId game;
  std::optional<Duty> before, after;
};
std::vector<DutyChange> compare(std::span<const Duty> before, std::span<const Duty> after);

}  // namespace qipu::tournament
