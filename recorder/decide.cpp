#include "recorder/decide.hpp"

#include <algorithm>

#include "recorder/decision.hpp"
#include "recorder/duties.hpp"
#include "recorder/evolve.hpp"

namespace qipu::recorder {
namespace {

// Everything that a command says, in order, each with its length: equal exactly for equal content.
class Speech {
 public:
  void operator()(std::string_view name, const std::string& text) { put(name, text); }
  void operator()(std::string_view name, bool flag) { put(name, flag ? "1" : "0"); }
  void operator()(std::string_view name, int n) { put(name, std::to_string(n)); }
  void operator()(std::string_view name, std::uint64_t n) { put(name, std::to_string(n)); }
  void operator()(std::string_view name, Instant at) { put(name, std::to_string(at.ms)); }
  void operator()(std::string_view name, std::int64_t n) { put(name, std::to_string(n)); }
  template <class T>
  void operator()(std::string_view name, const std::optional<T>& value) {
    if (value)
      (*this)(name, *value);
    else
      put(name, "-");
  }
  template <class T>
  void operator()(std::string_view name, const std::vector<T>& list) {
    put(name, std::to_string(list.size()));
    for (const T& item : list) (*this)("", item);
  }
  std::string text;

 private:
  void put(std::string_view name, std::string_view value) {
    text.append(name).append("=").append(std::to_string(value.size())).append(":").append(value);
  }
};

std::optional<std::string> game_text(const Command& command) {
  return std::visit(
      [](const auto& c) -> std::optional<std::string> {
        if constexpr (requires { c.game; })
          return c.game;
        else if constexpr (requires { c.duty; })
          return c.duty;
        else
          return std::nullopt;
      },
      command);
}

}  // namespace

std::string_view name(Role role) {
  static constexpr std::string_view names[] = {"public", "player",  "scribe", "broadcaster", "reader",
                                               "scorer", "arbiter", "chief",  "system"};
  return names[static_cast<int>(role)];
}

std::string Actor::text() const {
  std::string out(recorder::name(role));
  if (entrant) out += " " + std::to_string(entrant->section.index) + "-" + std::to_string(entrant->no.value);
  if (!name.empty()) out += " " + name;
  return out;
}

std::string_view type_of(const Command& command) {
  return std::visit([](const auto& c) { return std::decay_t<decltype(c)>::type; }, command);
}

std::string digest(const Command& command) {
  Speech speech;
  speech.text = type_of(command);
  std::visit([&](const auto& c) { c.fields(c, speech); }, command);
  // 128 bits are kept: two FNV-1a sums with different starts. A client that finds collisions harms its own
  // ids alone.
  std::uint64_t a = 0xcbf29ce484222325, b = 0x9e3779b97f4a7c15;
  for (const char c : speech.text) {
    a = (a ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    b = (b ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    b ^= b >> 31;
  }
  return std::to_string(a) + "." + std::to_string(b);
}

Problem refused(std::string code, std::string zh, std::string en, std::string clause) {
  return {std::move(code), {std::move(zh), std::move(en)}, {}, std::move(clause), std::nullopt};
}

std::expected<Decision, Problem> decide(const State& state, const Command& command, const Context& context) {
  if (!context.request.empty())
    if (const auto found = state.receipts.find(context.request); found != state.receipts.end()) {
      if (found->second.body != digest(command))
        return std::unexpected(
            refused("conflict", "这个编号已用于另一条消息", "this id was used for another message"));
      return Decision{{}, {}, found->second.answer, true};
    }
  if (!state.created() && !std::holds_alternative<TournamentNew>(command) &&
      !std::holds_alternative<DeskUserEntry>(command))
    return std::unexpected(refused("tournament.none", "还没有建立赛事", "there is no tournament yet"));
  if (context.expect_version)
    if (const auto text = game_text(command))
      if (const auto game = state.parse_game(*text))
        if (const auto now = state.game(*game).sheet.version; now != *context.expect_version) {
          Problem problem =
              refused("conflict", "此间已有变动，请看过再做", "it has changed meanwhile; look again");
          problem.params = {{"version", std::to_string(now)}};
          return std::unexpected(problem);
        }
  return std::visit(Decider(state, context), command);
}

std::vector<StoredFact> stamp(const State& state, const Command& command, const Context& context,
                              Decision decision) {
  std::vector<StoredFact> out;
  // A clock that was set back does not turn the journal's order around.
  const Instant at = std::max(context.now, state.at);
  for (Fact& fact : decision.facts) {
    StoredFact stored;
    stored.seq = state.seq + out.size() + 1;
    stored.at = at;
    stored.visible_at = visible_at(state, fact, at);
    stored.by = context.by.text();
    stored.fact = std::move(fact);
    out.push_back(std::move(stored));
  }
  if (!out.empty()) {
    for (StoredFact& stored : out)
      if (const auto* entered = std::get_if<EntrantsEntered>(&stored.fact))
        for (const PersonRow& row : decision.persons)
          if (row.entrant.section == entered->section) stored.persons.push_back(row);
    if (!context.request.empty()) out.back().request = context.request + "#" + digest(command);
  }
  return out;
}

std::uint32_t next_foul(const State& state) {
  std::uint32_t next = 1;
  for (const auto& section : state.sections)
    for (const auto& foul : section.fouls) next = std::max(next, foul.id + 1);
  return next;
}

std::vector<StoredFact> tick(const State& state, Instant now) {
  std::vector<StoredFact> out;
  std::uint32_t next = next_foul(state);
  const auto add = [&](Fact fact) {
    StoredFact stored;
    stored.seq = state.seq + out.size() + 1;
    stored.at = std::max(now, state.at);
    stored.fact = std::move(fact);
    stored.visible_at = visible_at(state, stored.fact, stored.at);
    stored.by = "system";
    out.push_back(std::move(stored));
  };
  for (const auto& section : state.sections) {
    // A corrected result makes the record another's or nobody's: the foul is no longer the one's who had won before. Who
    // was excused afterwards has none to answer for (reg:K5), unless an arbiter had established it.
    for (const auto& foul : section.fouls) {
      if (!foul.from_duty || foul.state == tournament::FoulState::rejected || !foul.game) continue;
      const auto* game = state.find(*foul.game);
      if (!game) continue;
      const auto duty = duty_of(state, *game, now);
      const auto lift = [&](const char* why) { add(FoulJudged{foul.id, section.id, tournament::FoulState::rejected, why}); };
      if (duty.state == tournament::DutyState::not_required)
        lift("本局已不要求录谱 / no record is required of this game any more");
      else if (duty.owner && *duty.owner != foul.entrant.no)
        lift("成绩更正，录谱责任人已不是此人 / the result was corrected; the record is another's");
      else if (duty.state == tournament::DutyState::excused && foul.state == tournament::FoulState::proposed)
        lift("裁判长已同意免录 / the chief arbiter excused it");
    }
    const auto look = [&](RoundId round) {
      for (const auto& duty : duties_of(state, round, now)) {
        if (!duty.proposed_foul) continue;
        const EntrantId who{section.id, duty.proposed_foul->entrant};
        // One lapse, at most one foul (reg:A14): one that was lifted comes back when the duty does.
        const auto there = std::ranges::find_if(section.fouls, [&](const auto& foul) {
          return foul.from_duty && foul.game == duty.game && foul.entrant == who;
        });
        if (there != section.fouls.end()) {
          if (there->lifted()) add(FoulJudged{there->id, section.id, tournament::FoulState::proposed, duty.proposed_foul->message.zh});
          continue;
        }
        tournament::Foul foul;
        foul.id = next++;
        foul.entrant = who;
        foul.kind = duty.proposed_foul->kind;
        foul.game = duty.game;
        foul.round = static_cast<int>(section.rounds.size());
        foul.from_duty = true;
        foul.reason = duty.proposed_foul->message.zh;
        foul.by = "system";
        foul.at = now;
        add(FoulEntered{std::move(foul)});
      }
    };
    for (const auto& round : section.rounds) look(round.id);
    for (const auto& round : section.knockout.rounds) look(round.id);
  }
  return out;
}

std::expected<const tournament::Game*, Problem> Decider::game_of(const std::string& text) const {
  const auto id = state_.parse_game(text);
  const auto* game = id ? state_.find(*id) : nullptr;
  if (game) return game;
  Problem problem = refused("game.unknown", "没有这一局", "there is no such game");
  problem.params = {{"game", text.substr(0, 40)}};
  return std::unexpected(problem);
}

std::expected<RoundId, Problem> Decider::round_of(const std::string& section,
                                                  const std::string& round) const {
  const auto id = state_.regulation.find_section(section);
  if (!id) return std::unexpected(refused("section.unknown", "没有这一组", "there is no such section"));
  const auto parsed = tournament::parse_round(round, *id);
  if (!parsed) return std::unexpected(refused("round.unknown", "没有这一轮", "there is no such round"));
  return *parsed;
}

std::expected<EntrantId, Problem> Decider::entrant_of(const std::string& text) const {
  if (const auto id = state_.parse_entrant(text)) return *id;
  return std::unexpected(refused("entrant.unknown", "没有这位棋手", "there is no such entrant"));
}

std::optional<Problem> Decider::must_be(Role least) const {
  if (context_.by.role >= least) return std::nullopt;
  return refused("access.role", "没有这个权限", "this role may not do that");
}

}  // namespace qipu::recorder
