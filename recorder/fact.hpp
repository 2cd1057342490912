// Facts: everything that happens, in the past tense. The journal holds nothing else; a correction is a new fact.
// People stand in facts by number only: what identifies them is in Entered::persons, which the journal keeps beside the chain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/move.hpp"
#include "recorder/tournament/entrant.hpp"
#include "recorder/tournament/foul.hpp"
#include "recorder/tournament/ids.hpp"
#include "recorder/tournament/result.hpp"
#include "recorder/tournament/round.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::recorder {

using tournament::EntrantId;
using tournament::EntrantNo;
using tournament::GameId;
using tournament::Instant;
using tournament::RoundId;
using tournament::SectionId;

/// Where a version of a record came from.
enum class Source : std::uint8_t { player, opponent, scribe, file, paper, broadcast, desk };
std::string_view name(Source source);

/// What stands at a ply besides the move.
enum class Mark : std::uint8_t { none, to_check, illegal_as_played, corrected };
std::string_view name(Mark mark);

// Each fact names its fields once, in `fields`; the store writes and reads by it.

struct TournamentCreated {
  std::string id, preset, name;
  std::string toml;  ///< a regulation of one's own; empty: the built-in preset
  template <class S, class V> static void fields(S& s, V&& v) { v("id", s.id), v("preset", s.preset), v("name", s.name), v("toml", s.toml); }
};
struct NoticeApplied {  ///< a patch of the regulation, as text
  std::string toml, file;
  template <class S, class V> static void fields(S& s, V&& v) { v("toml", s.toml), v("file", s.file); }
};
struct EntrantsEntered {
  SectionId section;
  std::vector<tournament::Entrant> entrants;  ///< persons empty; see StoredFact::persons
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("entrants", s.entrants); }
};
struct EntrantStateChanged {
  EntrantId entrant;
  tournament::EntrantState state = tournament::EntrantState::active;
  int left_after = -1, entered_round = 1;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("entrant", s.entrant), v("state", s.state), v("left_after", s.left_after), v("entered_round", s.entered_round), v("reason", s.reason);
  }
};
/// What identifies these people is gone; their numbers stay.
struct PersonsPurged {
  std::vector<EntrantId> entrants;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("entrants", s.entrants), v("reason", s.reason); }
};
struct RoundPaired {  ///< a draft until it is published; replaces an earlier draft
  RoundId round;
  std::vector<tournament::Game> games;
  std::optional<EntrantNo> bye;
  std::vector<tournament::Absence> absences;
  std::string engine;
  std::vector<std::pair<EntrantNo, Text>> reasons;
  std::vector<std::string> relaxed;
  std::string reason;  ///< of a swap or an import
  template <class S, class V> static void fields(S& s, V&& v) {
    v("round", s.round), v("games", s.games), v("bye", s.bye), v("absences", s.absences), v("engine", s.engine), v("reasons", s.reasons), v("relaxed", s.relaxed), v("reason", s.reason);
  }
};
struct KnockoutSeeded {
  SectionId section;
  std::vector<EntrantNo> numbers;
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("numbers", s.numbers); }
};
struct KnockoutPaired {
  RoundId round;
  std::vector<tournament::Match> matches;
  template <class S, class V> static void fields(S& s, V&& v) { v("round", s.round), v("matches", s.matches); }
};
struct GameAdded {  ///< the next game of a knockout match
  tournament::Game game;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game); }
};
struct SideChosen {
  tournament::BoardId match;
  Side side = Side::red;
  template <class S, class V> static void fields(S& s, V&& v) { v("match", s.match), v("side", s.side); }
};
struct MatchDecided {
  tournament::BoardId match;
  std::optional<EntrantNo> goes_on;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("match", s.match), v("goes_on", s.goes_on), v("reason", s.reason); }
};
struct RoundPublished {
  RoundId round;
  template <class S, class V> static void fields(S& s, V&& v) { v("round", s.round); }
};
struct RoundReopened {  ///< a published Swiss round that nothing was played of is a draft again
  RoundId round;
  template <class S, class V> static void fields(S& s, V&& v) { v("round", s.round); }
};
struct TieDecided {
  SectionId section;
  tournament::TieDecision tie;
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("order", s.tie.order), v("lots", s.tie.lots), v("reason", s.tie.reason), v("by", s.tie.by); }
};

struct MovesAppended {
  GameId game;
  int from_ply = 0;
  std::vector<Move> moves;
  std::vector<std::optional<std::int64_t>> clocks;
  bool as_played = false;  ///< the last one is illegal and was really played
  Source source = Source::player;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("from_ply", s.from_ply), v("moves", s.moves), v("clocks", s.clocks), v("as_played", s.as_played), v("source", s.source);
  }
};
/// Everything from `at_ply` on is replaced by these moves and this tail.
struct MovesReplaced {
  GameId game;
  int at_ply = 0;
  std::vector<Move> moves;
  std::vector<Mark> marks;
  std::vector<std::string> tail;
  Source source = Source::player;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("at_ply", s.at_ply), v("moves", s.moves), v("marks", s.marks), v("tail", s.tail), v("source", s.source);
  }
};
struct GapRecorded {
  GameId game;
  int after_ply = 0;
  std::optional<int> plies;
  std::string resume_fen;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("after_ply", s.after_ply), v("plies", s.plies), v("resume_fen", s.resume_fen); }
};
/// A whole record of one of the players, kept as a version beside what stands, for comparison.
struct VersionFiled {
  GameId game;
  std::vector<Move> moves;
  Source source = Source::opponent;
  std::optional<EntrantNo> by;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("moves", s.moves), v("source", s.source), v("by", s.by); }
};
struct DrawOffered {
  GameId game;
  int after_ply = 0;
  std::optional<EntrantNo> by;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("after_ply", s.after_ply), v("by", s.by); }
};
/// A whole record was handed in, or the record was handed in as it stands.
struct RecordSubmitted {
  GameId game;
  Source source = Source::file;
  std::optional<EntrantNo> by;
  std::string format;
  std::optional<tournament::Result> stated;
  std::vector<std::string> warnings;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("source", s.source), v("by", s.by), v("format", s.format), v("stated", s.stated), v("warnings", s.warnings);
  }
};
struct RecordSigned {
  GameId game;
  EntrantNo by;
  std::string hash;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("by", s.by), v("hash", s.hash); }
};
struct RecordConfirmed {
  GameId game;
  EntrantNo by;
  std::string hash;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("by", s.by), v("hash", s.hash); }
};
struct RecordDisputed {
  GameId game;
  EntrantNo by;
  int ply = 0;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("by", s.by), v("ply", s.ply), v("reason", s.reason); }
};
/// An arbiter's finding about a record.
struct RecordJudged {
  enum Finding : std::uint8_t {
    complete, untrue, reopened, completion_requested, completion_refused, settled, withdrawn,
    finding_withdrawn,  ///< complete or untrue alone; until: when the finding stood for handing it in
    request_restored    ///< the request for completion as it was, until then; nothing: none
  };
  GameId game;
  Finding finding = complete;
  std::optional<Instant> until;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("finding", s.finding), v("until", s.until), v("reason", s.reason); }
};
struct RecordMoved {  ///< entered on the wrong board, or with colours swapped
  GameId from, to;
  bool swapped = false;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("from", s.from), v("to", s.to), v("swapped", s.swapped), v("reason", s.reason); }
};
struct OutcomeStated {
  GameId game;
  EntrantNo by;
  tournament::Result result;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("by", s.by), v("result", s.result); }
};
struct OutcomeRegistered {  ///< also a correction; nothing: taken back
  GameId game;
  std::optional<tournament::Result> result;
  std::string reason;
  std::optional<tournament::Game> was = std::nullopt;  ///< taken back: with the times and signatures that it had
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("result", s.result), v("reason", s.reason), v("was", s.was); }
};
struct ResultSigned {
  GameId game;
  EntrantNo by;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("by", s.by); }
};
struct BoardDesignated {
  GameId game;
  bool on = true;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("on", s.on), v("reason", s.reason); }
};
struct BroadcastSet {
  GameId game;
  bool on = true, done = false;
  std::string where;
  bool taken_back = false;  ///< what was said last never was: nobody gets a fresh deadline by it
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("on", s.on), v("done", s.done), v("where", s.where), v("taken_back", s.taken_back); }
};
struct DutyChanged {
  enum What : std::uint8_t { excuse_requested, excused, excuse_refused, excuse_withdrawn, on_paper, paper_withdrawn, reassigned, extended, called };
  GameId game;
  What what = excused;
  std::optional<EntrantNo> to;
  std::optional<Instant> until;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("what", s.what), v("to", s.to), v("until", s.until), v("reason", s.reason); }
};
struct FoulEntered {
  tournament::Foul foul;
  template <class S, class V> static void fields(S& s, V&& v) { v("foul", s.foul); }
};
struct FoulJudged {
  std::uint32_t foul = 0;
  SectionId section;
  tournament::FoulState state = tournament::FoulState::confirmed;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("foul", s.foul), v("section", s.section), v("state", s.state), v("reason", s.reason); }
};
struct FoulAnswered {
  std::uint32_t foul = 0;
  SectionId section;
  bool contested = false;
  std::string text;
  template <class S, class V> static void fields(S& s, V&& v) { v("foul", s.foul), v("section", s.section), v("contested", s.contested), v("text", s.text); }
};
struct GateOverridden {
  tournament::BoardId match;
  EntrantNo entrant;
  std::string reason;
  bool on = true;
  template <class S, class V> static void fields(S& s, V&& v) { v("match", s.match), v("entrant", s.entrant), v("reason", s.reason), v("on", s.on); }
};
struct ProposalMade {
  std::uint32_t id = 0;
  GameId game;
  std::string kind, certainty, clause;
  int ply = 0;
  Text message;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("id", s.id), v("game", s.game), v("kind", s.kind), v("certainty", s.certainty), v("clause", s.clause), v("ply", s.ply), v("message", s.message);
  }
};
struct ProposalSettled {
  std::uint32_t id = 0;
  bool accepted = false;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("id", s.id), v("accepted", s.accepted), v("reason", s.reason); }
};
struct DelaySet {  ///< of the whole tournament, of a round, or of a game
  std::optional<RoundId> round;
  std::optional<GameId> game;
  int seconds = 0;
  template <class S, class V> static void fields(S& s, V&& v) { v("round", s.round), v("game", s.game), v("seconds", s.seconds); }
};
/// A pass by the hashes of its token and its code; replaces an earlier one of the same owner.
struct PassIssued {
  std::optional<EntrantId> entrant;
  std::optional<GameId> game;
  std::string kind, token_hash, code_hash, red_sign_hash, black_sign_hash;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("entrant", s.entrant), v("game", s.game), v("kind", s.kind), v("token_hash", s.token_hash), v("code_hash", s.code_hash),
        v("red_sign_hash", s.red_sign_hash), v("black_sign_hash", s.black_sign_hash);
  }
};
struct DeskUserSet {
  std::string name, role, password_hash;  ///< an empty hash: the account is gone
  template <class S, class V> static void fields(S& s, V&& v) { v("name", s.name), v("role", s.role), v("password_hash", s.password_hash); }
};
struct BroadcasterKeySet {
  std::string name, key_hash, scope;
  template <class S, class V> static void fields(S& s, V&& v) { v("name", s.name), v("key_hash", s.key_hash), v("scope", s.scope); }
};

/// An arbiter's act was taken back; the facts that do it follow, so many. They are no acts that could be taken back
/// themselves: the one before is next.
struct ActUndone {
  std::uint64_t seq = 0;
  std::string reason;
  int facts = 0;
  template <class S, class V> static void fields(S& s, V&& v) { v("seq", s.seq), v("reason", s.reason), v("facts", s.facts); }
};

using Fact = std::variant<TournamentCreated, NoticeApplied, EntrantsEntered, EntrantStateChanged, PersonsPurged, RoundPaired, KnockoutSeeded,
                          KnockoutPaired, GameAdded, SideChosen, MatchDecided, RoundPublished, TieDecided, MovesAppended, MovesReplaced, GapRecorded,
                          VersionFiled, DrawOffered, RecordSubmitted, RecordSigned, RecordConfirmed, RecordDisputed, RecordJudged, RecordMoved, OutcomeStated,
                          OutcomeRegistered, ResultSigned, BoardDesignated, BroadcastSet, DutyChanged, FoulEntered, FoulJudged, FoulAnswered,
                          GateOverridden, ProposalMade, ProposalSettled, DelaySet, PassIssued, DeskUserSet, BroadcasterKeySet, ActUndone,
                          RoundReopened>;

/// "MovesAppended", …: stable, the journal's `kind`.
std::string_view name(const Fact& fact);

/// What identifies a person, beside the chain.
struct PersonRow {
  EntrantId entrant;
  tournament::Person person;
};

/// A fact as the journal holds it.
struct StoredFact {
  std::uint64_t seq = 0;  ///< from 1
  Instant at;
  Instant visible_at;     ///< when the public may know of it
  std::string by;         ///< desk user, "entrant open-17", "scribe", "system"
  std::string request;    ///< the client's message id with its owner, empty for the system's own
  Fact fact;
  std::vector<PersonRow> persons;  ///< only with EntrantsEntered
};

}  // namespace qipu::recorder
