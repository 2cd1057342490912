// Commands: what people ask for, by the names and fields of the protocol. Unchecked: decide() makes facts of them or says
// why not. Ids are texts as on the wire.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "recorder/fact.hpp"

namespace qipu::recorder {

enum class Role : std::uint8_t { visitor, player, scribe, broadcaster, reader, scorer, arbiter, chief, system };
std::string_view name(Role role);

/// Who acts, as the connection knows; never from the message.
struct Actor {
  Role role = Role::visitor;
  std::string name;                  ///< a desk user's name, or the pass's
  std::optional<EntrantId> entrant;  ///< a player's
  std::optional<GameId> game;        ///< a board or scribe pass of one game
  /// "chief 张三", "entrant 0-17", "scribe open-1-2": what stands in the journal.
  std::string text() const;
};

struct Context {
  Instant now;
  Actor by;
  std::string request;  ///< the client's message id; empty: none
  std::optional<std::uint64_t> expect_version;  ///< of the game that the screen showed
};

struct TournamentNew {
  static constexpr std::string_view type = "tournament.new";
  std::string id, preset, name, toml;
  template <class S, class V> static void fields(S& s, V&& v) { v("id?", s.id), v("preset", s.preset), v("name?", s.name), v("toml?", s.toml); }
};
struct NoticeApply {
  static constexpr std::string_view type = "tournament.notice";
  std::string toml, file;
  template <class S, class V> static void fields(S& s, V&& v) { v("toml", s.toml), v("file?", s.file); }
};
struct EntrantsImport {
  static constexpr std::string_view type = "entrants.import";
  std::string text, file;
  template <class S, class V> static void fields(S& s, V&& v) { v("text", s.text), v("file?", s.file); }
};
enum class EntrantAct : std::uint8_t { withdraw, readmit, exclude, late };
template <EntrantAct act>
struct EntrantCommand {
  static constexpr std::string_view type = act == EntrantAct::withdraw ? "entrant.withdraw"
                                           : act == EntrantAct::readmit ? "entrant.readmit"
                                           : act == EntrantAct::exclude ? "entrant.exclude"
                                                                        : "entrant.late";
  std::string entrant, reason;
  std::optional<int> round;  ///< withdraw: the last one played; late: the first one
  template <class S, class V> static void fields(S& s, V&& v) { v("entrant", s.entrant), v("reason?", s.reason), v("round?", s.round); }
};
using EntrantWithdraw = EntrantCommand<EntrantAct::withdraw>;
using EntrantReadmit = EntrantCommand<EntrantAct::readmit>;
using EntrantExclude = EntrantCommand<EntrantAct::exclude>;
using EntrantLate = EntrantCommand<EntrantAct::late>;
struct PersonsPurge {
  static constexpr std::string_view type = "persons.purge";
  std::string entrant, reason;  ///< empty: everybody
  template <class S, class V> static void fields(S& s, V&& v) { v("entrant?", s.entrant), v("reason", s.reason); }
};

struct RoundPair {
  static constexpr std::string_view type = "round.pair";
  std::string section, round;
  std::vector<std::string> absent;  ///< entrants who announced that they miss it
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("round", s.round), v("absent?", s.absent); }
};
struct RoundSwap {
  static constexpr std::string_view type = "round.swap";
  std::string section, round, a, b, reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("round", s.round), v("a", s.a), v("b", s.b), v("reason", s.reason); }
};
struct RoundPublish {
  static constexpr std::string_view type = "round.publish";
  std::string section, round;
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("round", s.round); }
};
struct RoundImport {
  static constexpr std::string_view type = "round.import";
  std::string section, round, format, text;
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("round", s.round), v("format", s.format), v("text", s.text); }
};
struct MatchOverride {
  static constexpr std::string_view type = "match.override";
  std::string match, entrant, reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("match", s.match), v("entrant", s.entrant), v("reason", s.reason); }
};
struct MatchDecide {
  static constexpr std::string_view type = "match.decide";
  std::string match, entrant, reason;  ///< empty: nobody goes on
  template <class S, class V> static void fields(S& s, V&& v) { v("match", s.match), v("entrant?", s.entrant), v("reason", s.reason); }
};
struct MatchChoose {
  static constexpr std::string_view type = "match.choose";
  std::string match, side;
  template <class S, class V> static void fields(S& s, V&& v) { v("match", s.match), v("side", s.side); }
};
struct TieDecide {
  static constexpr std::string_view type = "tie.decide";
  std::string section, reason;
  std::vector<std::string> order;
  bool lots = false;
  template <class S, class V> static void fields(S& s, V&& v) { v("section", s.section), v("order", s.order), v("lots?", s.lots), v("reason", s.reason); }
};

struct RecordAppend {
  static constexpr std::string_view type = "record.append";
  std::string game;
  int from_ply = 0;
  std::vector<std::string> moves;
  std::vector<std::optional<std::int64_t>> clock;
  bool as_played = false;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("from_ply", s.from_ply), v("moves", s.moves), v("clock?", s.clock), v("as_played?", s.as_played);
  }
};
struct RecordReplace {
  static constexpr std::string_view type = "record.replace";
  std::string game;
  int at_ply = 0, remove = 0;
  std::vector<std::string> insert;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("at_ply", s.at_ply), v("delete?", s.remove), v("insert?", s.insert); }
};
struct RecordGap {
  static constexpr std::string_view type = "record.gap";
  std::string game, resume_fen;
  int at_ply = 0;
  std::optional<int> plies;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("at_ply", s.at_ply), v("plies?", s.plies), v("resume_fen?", s.resume_fen); }
};
struct RecordSubmit {
  static constexpr std::string_view type = "record.submit";
  std::string game, format, encoding, content_base64;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("format?", s.format), v("encoding?", s.encoding), v("content_base64", s.content_base64);
  }
};
struct RecordSign {
  static constexpr std::string_view type = "record.sign";
  std::string game, hash;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("hash?", s.hash); }
};
struct RecordConfirm {
  static constexpr std::string_view type = "record.confirm";
  std::string game, hash, code;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("hash?", s.hash), v("code?", s.code); }
};
struct RecordDispute {
  static constexpr std::string_view type = "record.dispute";
  std::string game, reason;
  int ply = 0;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("ply?", s.ply), v("reason", s.reason); }
};
struct RecordOffer {
  static constexpr std::string_view type = "record.offer";
  std::string game;
  int after_ply = 0;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("after_ply", s.after_ply); }
};
enum class Judgement : std::uint8_t { accept, find_false, reopen, settle, completion_refused };
template <Judgement what>
struct RecordJudgement {
  static constexpr std::string_view type = what == Judgement::accept       ? "record.accept"
                                           : what == Judgement::find_false ? "record.find_false"
                                           : what == Judgement::reopen     ? "record.reopen"
                                           : what == Judgement::settle     ? "record.settle"
                                                                           : "record.completion_refused";
  std::string game, reason;
  std::string version;  ///< accepting: the hash of the one that is taken, when two are there
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("reason?", s.reason);
    if constexpr (what == Judgement::accept) v("version?", s.version);
  }
};
using RecordAccept = RecordJudgement<Judgement::accept>;
using RecordFindFalse = RecordJudgement<Judgement::find_false>;
using RecordReopen = RecordJudgement<Judgement::reopen>;
using RecordSettle = RecordJudgement<Judgement::settle>;
using RecordCompletionRefused = RecordJudgement<Judgement::completion_refused>;
struct RecordRequestCompletion {
  static constexpr std::string_view type = "record.request_completion";
  std::string game, reason;
  Instant until;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("until", s.until), v("reason?", s.reason); }
};
struct RecordMove {
  static constexpr std::string_view type = "record.move";
  std::string game, to_game, reason;
  bool swap = false;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("to_game?", s.to_game), v("swap?", s.swap), v("reason?", s.reason); }
};

enum class ResultAct : std::uint8_t { state, enter, correct };
template <ResultAct act>
struct ResultCommand {
  static constexpr std::string_view type = act == ResultAct::state ? "result.state" : act == ResultAct::enter ? "result.register" : "result.correct";
  std::string game, outcome, kind, reason, paired_next;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("outcome", s.outcome), v("kind?", s.kind), v("reason?", s.reason), v("paired_next?", s.paired_next);
  }
};
using ResultState = ResultCommand<ResultAct::state>;
using ResultRegister = ResultCommand<ResultAct::enter>;
using ResultCorrect = ResultCommand<ResultAct::correct>;
struct ResultSign {
  static constexpr std::string_view type = "result.sign";
  std::string game, entrant;  ///< at the desk; a player signs for himself
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("entrant?", s.entrant); }
};

enum class DutyAct : std::uint8_t { request_excuse, excuse, refuse_excuse, paper, called };
template <DutyAct act>
struct DutyCommand {
  static constexpr std::string_view type = act == DutyAct::request_excuse  ? "duty.request_excuse"
                                           : act == DutyAct::excuse        ? "duty.excuse"
                                           : act == DutyAct::refuse_excuse ? "duty.refuse_excuse"
                                           : act == DutyAct::paper         ? "duty.paper"
                                                                           : "duty.called";
  std::string duty, reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("duty", s.duty), v("reason?", s.reason); }
};
using DutyRequestExcuse = DutyCommand<DutyAct::request_excuse>;
using DutyExcuse = DutyCommand<DutyAct::excuse>;
using DutyRefuseExcuse = DutyCommand<DutyAct::refuse_excuse>;
using DutyPaper = DutyCommand<DutyAct::paper>;
using DutyCalled = DutyCommand<DutyAct::called>;
struct DutyReassign {
  static constexpr std::string_view type = "duty.reassign";
  std::string duty, to, reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("duty", s.duty), v("to", s.to), v("reason", s.reason); }
};
struct DutyExtend {
  static constexpr std::string_view type = "duty.extend";
  std::string duty, section, round, reason;  ///< a duty, a round, or everybody
  Instant until;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("duty?", s.duty), v("section?", s.section), v("round?", s.round), v("until", s.until), v("reason", s.reason);
  }
};

struct FoulAdd {
  static constexpr std::string_view type = "foul.add";
  std::string entrant, kind, game, reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("entrant", s.entrant), v("kind", s.kind), v("game?", s.game), v("reason", s.reason); }
};
template <bool confirm>
struct FoulRuling {
  static constexpr std::string_view type = confirm ? "foul.confirm" : "foul.reject";
  std::string foul, section, reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("foul", s.foul), v("section?", s.section), v("reason?", s.reason); }
};
using FoulConfirm = FoulRuling<true>;
using FoulReject = FoulRuling<false>;
struct FoulAnswer {
  static constexpr std::string_view type = "foul.answer";
  std::string foul, answer, text;
  template <class S, class V> static void fields(S& s, V&& v) { v("foul", s.foul), v("answer", s.answer), v("text?", s.text); }
};
template <bool accept>
struct ProposalRuling {
  static constexpr std::string_view type = accept ? "proposal.accept" : "proposal.dismiss";
  std::string proposal, reason;
  std::string decision;  ///< accepting: another one than the advice, "red_loses", "draw" …
  template <class S, class V> static void fields(S& s, V&& v) {
    v("proposal", s.proposal), v("reason?", s.reason);
    if constexpr (accept) v("decision?", s.decision);
  }
};
using ProposalAccept = ProposalRuling<true>;
using ProposalDismiss = ProposalRuling<false>;
/// The service's own: what its watchers noticed.
struct Propose {
  static constexpr std::string_view type = "proposal.make";
  std::string game, kind, certainty, clause, zh, en;
  int ply = 0;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("game", s.game), v("kind", s.kind), v("certainty", s.certainty), v("clause", s.clause), v("ply", s.ply), v("zh", s.zh), v("en", s.en);
  }
};

struct BoardDesignate {
  static constexpr std::string_view type = "board.designate";
  std::string game, reason;
  bool on = true;
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("on?", s.on), v("reason?", s.reason); }
};
struct BoardBroadcast {
  static constexpr std::string_view type = "board.broadcast";
  std::string game, where;
  bool on = true;
  bool done = false;  ///< with on = false: it covered the game to its end
  template <class S, class V> static void fields(S& s, V&& v) { v("game", s.game), v("on?", s.on), v("done?", s.done), v("where?", s.where); }
};
struct DelaySetting {
  static constexpr std::string_view type = "delay.set";
  std::string section, round, game;
  int seconds = 0;
  template <class S, class V> static void fields(S& s, V&& v) { v("seconds", s.seconds), v("section?", s.section), v("round?", s.round), v("game?", s.game); }
};
/// The service has made the secrets; only their hashes come here.
struct PassIssue {
  static constexpr std::string_view type = "pass.issue";
  std::string entrant, game, kind, token_hash, code_hash, red_sign_hash, black_sign_hash;
  template <class S, class V> static void fields(S& s, V&& v) {
    v("entrant?", s.entrant), v("game?", s.game), v("kind?", s.kind), v("token_hash", s.token_hash), v("code_hash?", s.code_hash),
        v("red_sign_hash?", s.red_sign_hash), v("black_sign_hash?", s.black_sign_hash);
  }
};
struct DeskUserEntry {
  static constexpr std::string_view type = "desk_user.set";
  std::string name, role, password_hash;
  template <class S, class V> static void fields(S& s, V&& v) { v("name", s.name), v("role", s.role), v("password_hash?", s.password_hash); }
};
struct BroadcasterKeyEntry {
  static constexpr std::string_view type = "broadcaster_key.set";
  std::string name, key_hash, scope;
  template <class S, class V> static void fields(S& s, V&& v) { v("name", s.name), v("key_hash?", s.key_hash), v("scope?", s.scope); }
};
struct Undo {
  static constexpr std::string_view type = "undo";
  std::uint64_t seq = 0;
  std::string reason;
  template <class S, class V> static void fields(S& s, V&& v) { v("seq", s.seq), v("reason", s.reason); }
};

using Command = std::variant<
    TournamentNew, NoticeApply, EntrantsImport, EntrantWithdraw, EntrantReadmit, EntrantExclude, EntrantLate, PersonsPurge, RoundPair, RoundSwap,
    RoundPublish, RoundImport, MatchOverride, MatchDecide, MatchChoose, TieDecide, RecordAppend, RecordReplace, RecordGap, RecordSubmit, RecordSign,
    RecordConfirm, RecordDispute, RecordOffer, RecordAccept, RecordFindFalse, RecordReopen, RecordSettle, RecordCompletionRefused,
    RecordRequestCompletion, RecordMove, ResultState, ResultRegister, ResultCorrect, ResultSign, DutyRequestExcuse, DutyExcuse, DutyRefuseExcuse,
    DutyPaper, DutyCalled, DutyReassign, DutyExtend, FoulAdd, FoulConfirm, FoulReject, FoulAnswer, ProposalAccept, ProposalDismiss, Propose,
    BoardDesignate, BoardBroadcast, DelaySetting, PassIssue, DeskUserEntry, BroadcasterKeyEntry, Undo>;

/// "record.append", …
std::string_view type_of(const Command& command);
/// The same for the same content: by it a repeated message is told from another one with the same id.
std::string digest(const Command& command);

}  // namespace qipu::recorder
