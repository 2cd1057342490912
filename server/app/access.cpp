#include "server/app/access.hpp"

#include <algorithm>
#include <array>

namespace qipu::app {
namespace {

constexpr unsigned bit(Role role) { return 1u << static_cast<unsigned>(role); }
constexpr unsigned chief = bit(Role::chief);
constexpr unsigned arbiters = chief | bit(Role::arbiter);
constexpr unsigned scoring = arbiters | bit(Role::scorer);
constexpr unsigned desk = scoring | bit(Role::reader);
constexpr unsigned player = bit(Role::player);
constexpr unsigned writers = player | bit(Role::scribe) | scoring;
constexpr unsigned everyone = (1u << role_count) - 1;

constexpr auto rules = std::to_array<MessageRule>({
    {"hello", everyone, false, "token?,device?,resume?,lang?", "who one is; the first message"},
    {"subscribe", everyone, false, "topic,since?", "a snapshot or what is missing, then pushes"},
    {"unsubscribe", everyone, false, "topic", "no more pushes of a topic"},
    {"desk.get", desk, false, "what,section?,round?,entrant?,game?", "what the desk reads"},
    {"ruling.ask", player | scoring, false, "game,ply?", "what the rules say of the game"},
    {"record.append", writers, true, "game,from_ply,moves,clock?,as_played?", "moves after those that are there"},
    {"record.replace", writers, true, "game,at_ply,delete,insert", "a correction; the tail is tried again"},
    {"record.gap", writers, true, "game,at_ply,plies?,resume_fen?", "moves honestly missing"},
    {"record.submit", writers, true, "game,format,encoding?,content_base64", "a whole record"},
    {"record.sign", writers, true, "game,hash", "its owner signs the record off"},
    {"record.confirm", player, true, "game,hash,code?", "the opponent confirms"},
    {"record.dispute", player, true, "game,ply,reason", "the opponent objects at a ply"},
    {"record.offer", player | bit(Role::scribe), true, "game,after_ply", "a draw was offered"},
    {"record.accept", arbiters, true, "game,version?,reason?", "an arbiter takes the record as complete; of two versions the one with this hash"},
    {"record.request_completion", arbiters, true, "game,until", "an arbiter asks for completion"},
    {"record.find_false", arbiters, true, "game,reason", "an arbiter finds the record untrue"},
    {"record.reopen", arbiters, true, "game,reason", "an arbiter opens a signed record"},
    {"record.move", arbiters, true, "game,to_game,swap,reason", "a record made on the wrong board"},
    {"result.state", player, true, "game,outcome,kind", "a player states the result"},
    {"result.register", scoring, true, "game,outcome,kind,reason?", "the desk registers a result"},
    {"result.correct", arbiters, true, "game,outcome,kind,reason,paired_next?", "an arbiter corrects a result"},
    {"duty.request_excuse", player, true, "duty,reason", "a player asks to be excused"},
    {"duty.excuse", chief, true, "duty,reason", "the chief arbiter excuses"},
    {"duty.refuse_excuse", chief, true, "duty,reason", "the chief arbiter does not excuse"},
    {"duty.reassign", arbiters, true, "duty,to,reason", "another records"},
    {"duty.paper", scoring, true, "duty,reason?", "a sheet of paper was handed in"},
    {"duty.extend", arbiters, true, "duty?,section?,round?,until,reason", "a later deadline"},
    {"duty.called", scoring, true, "duty", "the owner was called"},
    {"foul.add", arbiters, true, "entrant,kind,game?,reason", "an arbiter establishes a foul"},
    {"foul.confirm", arbiters, true, "foul,reason", "a proposed foul stands"},
    {"foul.reject", arbiters, true, "foul,reason", "a proposed foul falls"},
    {"foul.answer", player, true, "foul,answer,text?", "the player answers a proposed foul"},
    {"proposal.accept", arbiters, true, "proposal,reason", "an arbiter follows the advice"},
    {"proposal.dismiss", arbiters, true, "proposal,reason", "an arbiter does not"},
    {"round.pair", arbiters, true, "section,round", "pairs a round, as a draft"},
    {"round.swap", arbiters, true, "section,round,a,b,reason", "exchanges two of a draft"},
    {"round.publish", arbiters, true, "section,round", "the draft becomes the round"},
    {"round.import", arbiters, true, "section,round,format,text", "a round that other software paired"},
    {"entrants.import", arbiters, true, "text", "the list of entrants"},
    {"entrant.withdraw", arbiters, true, "entrant,reason", "an entrant leaves"},
    {"entrant.readmit", arbiters, true, "entrant,reason", "an entrant comes back"},
    {"entrant.exclude", chief, true, "entrant,reason", "an entrant is struck off"},
    {"entrant.late", arbiters, true, "entrant,round,reason?", "an entrant comes late"},
    {"board.designate", arbiters, true, "game,on,reason?", "a board must be recorded"},
    {"board.broadcast", arbiters | bit(Role::broadcaster), true, "game,on,where", "a board is broadcast elsewhere"},
    {"delay.set", arbiters, true, "seconds,section?,round?,board?", "how late the public sees moves"},
    {"match.override", chief, true, "match,entrant,reason", "may enter although a record is missing"},
    {"match.decide", chief, true, "match,entrant?,reason", "who goes on when nobody won"},
    {"match.choose", scoring, true, "match,side", "the smaller number chooses a side for the last game"},
    {"tie.decide", arbiters, true, "section,order,lots?,reason", "the order of tied entrants, by lot or by hand"},
    {"record.settle", arbiters, true, "game,reason?", "an arbiter ends a dispute"},
    {"record.completion_refused", arbiters, true, "game,reason?", "the owner refused to complete the record"},
    {"result.sign", player | scoring, true, "game,entrant?", "a player signs the result, or does so at the desk"},
    {"tournament.notice", chief, true, "toml,file?", "a notice changes the regulation"},
    {"persons.purge", chief, true, "entrant?,reason", "what identifies people goes, numbers stay"},
    {"pass.issue", scoring, true, "entrant?,game?,kind?", "a pass, anew; the old one dies"},
    {"undo", arbiters, true, "seq,reason", "takes an arbiter's act back"},
});

constexpr std::array<std::string_view, role_count> role_names = {"public", "player", "scribe", "broadcaster", "reader", "scorer", "arbiter", "chief"};

}  // namespace

std::string_view name(Role role) { return role_names[static_cast<std::size_t>(role)]; }

std::optional<Role> parse_role(std::string_view text) {
  const auto found = std::ranges::find(role_names, text);
  if (found == role_names.end()) return std::nullopt;
  return static_cast<Role>(found - role_names.begin());
}

std::span<const MessageRule> message_rules() { return rules; }

const MessageRule* find_message(std::string_view type) {
  const auto found = std::ranges::find(rules, type, &MessageRule::type);
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace qipu::app
