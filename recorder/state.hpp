// All that is known of the tournament, in memory: what evolve() makes of the journal. Nothing else changes it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "recorder/answer.hpp"
#include "recorder/fact.hpp"
#include "recorder/record_sheet.hpp"
#include "recorder/tournament/duty.hpp"
#include "recorder/tournament/gate.hpp"
#include "recorder/tournament/regulation.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::recorder {

/// A result as one of the players stated it.
struct StatedOutcome {
  EntrantNo by;
  tournament::Result result;
  Instant at;
};

/// A game's record and everything that happened to its duty.
struct GameState {
  RecordSheet sheet;
  tournament::RecordStatus status;  ///< what facts said; the assessment is made anew when it is asked for
  std::vector<StatedOutcome> stated;
  std::optional<Instant> handed_in_at, first_move_at;
  std::optional<tournament::Result> record_result;  ///< what the submitted record itself states
  std::vector<std::string> warnings;                ///< of the submitted record
  std::string excuse_reason, excused_by, broadcast_where, completion_reason, untrue_reason;
  std::optional<Instant> called_at;
};

struct Draft {
  tournament::Round round;
  std::vector<std::pair<EntrantNo, Text>> reasons;
  std::vector<std::string> relaxed;
  std::string engine;
};

struct Proposal {
  ProposalMade made;
  Instant at;
  std::optional<bool> accepted;  ///< nothing: open
  std::string reason;
  bool withdrawn = false;  ///< by the service: a correction took its cause away; it may come up again
};

struct Pass {
  PassIssued issued;
  Instant at;
};

/// A command that was answered, so that its repetition gets the same answer.
struct Receipt {
  std::string body;  ///< digest of what was asked
  Answer answer;
};

/// An arbiter's act that can be taken back, and the facts that do so.
struct Undoable {
  std::uint64_t seq = 0;
  std::string subject;  ///< of several acts on one the last is taken back first; see subject_of()
  std::vector<Fact> inverse;
  std::uint64_t version = 0;  ///< of the game's record after the act; what was written since is not signed again
};

struct State {
  std::uint64_t seq = 0;  ///< of the last fact; 0: nothing has happened
  Instant at;             ///< when it happened
  std::string id, preset, name;
  tournament::Regulation regulation;
  std::vector<tournament::Section> sections;
  std::unordered_map<GameId, GameState> games;
  std::map<RoundId, Draft> drafts;
  std::vector<tournament::GateOverride> overrides;
  std::vector<Proposal> proposals;
  std::map<std::string, std::string> foul_answers;  ///< by "section/foul"
  std::map<std::string, Pass, std::less<>> passes;  ///< by token hash; only those that are valid
  std::map<std::string, DeskUserSet, std::less<>> desk_users;
  std::map<std::string, BroadcasterKeySet, std::less<>> broadcaster_keys;  ///< by name
  int delay_seconds = 0;
  std::map<RoundId, int> round_delays;
  std::unordered_map<GameId, int> game_delays;
  std::unordered_map<GameId, Instant> game_visible;  ///< by when the public knows the last fact of a game
  std::map<SectionId, Instant> section_visible, structure_visible;

  static constexpr std::size_t most_receipts = 50'000, most_undoable = 2'000;
  std::unordered_map<std::string, Receipt> receipts;
  std::deque<std::string> receipt_order;
  std::deque<Undoable> undoable;
  int undoing = 0;  ///< facts to come that take an act back

  bool created() const { return !id.empty(); }
  const tournament::Section& section(SectionId id) const { return sections[id.index]; }
  tournament::Section& section(SectionId id) { return sections[id.index]; }
  const std::string& slug(SectionId id) const { return regulation.sections[id.index].slug; }
  /// A game of a published round; null when there is none.
  const tournament::Game* find(const GameId& game) const;
  /// What happened to the record of a game; an empty one when nothing did.
  const GameState& game(const GameId& game) const;
  const tournament::Entrant* find(const EntrantId& entrant) const;
  bool is_published(RoundId round) const;

  std::string text(const GameId& game) const { return tournament::text(slug(game.round.section), game); }
  std::string text(const tournament::BoardId& board) const { return tournament::text(slug(board.round.section), board); }
  std::string text(const EntrantId& entrant) const { return tournament::text(slug(entrant.section), entrant.no); }
  std::string text(RoundId round) const { return slug(round.section) + "/" + tournament::text(round); }
  /// "open-7-3"; nothing when no section has this name or it is no game's id.
  std::optional<GameId> parse_game(std::string_view text) const;
  std::optional<tournament::BoardId> parse_match(std::string_view text) const;
  std::optional<EntrantId> parse_entrant(std::string_view text) const;
};

}  // namespace qipu::recorder
