#include "server/app/publication.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "formats/write.hpp"
#include "recorder/evolve.hpp"
#include "server/config/instant.hpp"
#include "server/outlets/public_record.hpp"
#include "server/view/event_json.hpp"

namespace qipu::app {
namespace {

using namespace recorder;
using protocol::JsonText;

class Publication {
 public:
  Publication(Audience audience, const State& state, bool hide_minors,
              const std::function<bool(const std::string&)>& watched)
      : inside_(audience == Audience::inside), state_(state), watched_(watched) {
    viewer_.now = {now()};
    viewer_.hide_minors = !inside_ && hide_minors;
    // A player's eye: what only the desk may see of a duty goes to the desk's topics alone.
    viewer_.who.role = inside_ ? Role::player : Role::visitor;
    desk_ = viewer_;
    desk_.who.role = Role::reader;
  }

  void take(const StoredFact& stored) {
    seq_ = stored.seq;
    if (const auto* settled = std::get_if<ProposalSettled>(&stored.fact))
      for (const auto& one : state_.proposals)
        if (one.made.id == settled->id) proposal(one.made.game, settled->id);
    if (const auto game = game_of(stored.fact)) {
      changed_[game->round].insert(*game);
      std::visit([&](const auto& fact) { of_game(*game, fact); }, stored.fact);
    } else if (const auto section = section_of(stored.fact)) {
      std::visit([&](const auto& fact) { of_section(*section, fact); }, stored.fact);
      sections_.insert(*section);
    }
    touched_ = true;
  }

  std::vector<TopicPush> finish() {
    for (const auto& [round, games] : changed_) {
      const std::string where = state_.text(round);
      if (!whole_.contains(round)) {
        const std::vector<GameId> list(games.begin(), games.end());
        add("round/" + where, "round.boards",
            [&] { return view::boards_json(state_, round, list, viewer_); });
      }
      if (!inside_)
        for (const GameId& game : games)
          if (state_.find(game)) pgn(game);
      if (inside_)
        for (const GameId& game : games)
          add("duties/" + where, "duty.changed", [&] { return view::duty_json(state_, game, desk_); });
      if (inside_ && round.phase == tournament::PhaseKind::knockout)
        add("duties/" + where, "gate.changed", [&] { return view::gate_json(state_, round, desk_); });
    }
    for (const RoundId round : whole_) {
      add("round/" + state_.text(round), "snapshot",
          [&] { return view::round_json(state_, round, viewer_); });
      if (inside_)
        add("duties/" + state_.text(round), "snapshot",
            [&] { return view::duties_json(state_, round, desk_); });
    }
    for (const SectionId section : sections_)
      add("section/" + state_.slug(section), "snapshot",
          [&] { return view::section_json(state_, section, viewer_); });
    if (touched_ && state_.created() && !sections_.empty())
      add("tournament/" + state_.id, "snapshot", [&] { return view::overview_json(state_, viewer_); });
    return std::move(pushes_);
  }

 private:
  template <class F>
  void add(const std::string& topic, std::string_view type, F&& data) {
    std::vector<std::string> topics = {topic};
    // What happens to a game is also told to those who follow its whole round or the tournament.
    if (topic.starts_with("game/") && type != "duty.changed")
      if (const auto game = state_.parse_game(std::string_view(topic).substr(5))) {
        topics.push_back("stream/" + state_.text(game->round));
        topics.push_back("stream/tournament/" + state_.id);
      }
    std::optional<std::string> json;
    for (std::string& one : topics) {
      const bool watched = watched_(one);
      if (watched && !json) json = data();
      if (!watched || !json->empty())
        pushes_.push_back({std::move(one), std::string(type), watched ? *json : std::string(), seq_});
    }
  }
  // The whole game again, as broadcasters read it.
  void pgn(const GameId& game) {
    for (const auto notation : {notation::Notation::chinese, notation::Notation::wxf, notation::Notation::iccs})
      for (const std::string& where : {state_.text(game), state_.text(game.round)}) {
        std::string topic = pgn_topic(where, notation);
        const bool watched = watched_(topic);
        pushes_.push_back({std::move(topic), "game.pgn", watched ? pgn_text(game, notation) : std::string(), seq_});
      }
  }
  std::string pgn_text(const GameId& game, notation::Notation notation) const {
    formats::PgnOptions options = outlets::pgn_options();
    options.notation = notation;
    return formats::write_pgn(outlets::public_record(state_, *state_.find(game), viewer_), options).bytes;
  }
  std::string topic(const GameId& game) const { return "game/" + state_.text(game); }

  // The plies from `from` on as they stand now, with what they are in notation.
  std::string plies(const GameId& id, std::string_view place, int from, std::optional<int> to,
                    bool whole) const {
    const RecordSheet& sheet = state_.game(id).sheet;
    const auto texts = view::notation_of(sheet);
    const std::size_t begin = std::min<std::size_t>(static_cast<std::size_t>(from), sheet.plies.size());
    const std::size_t end =
        to ? std::min<std::size_t>(static_cast<std::size_t>(*to), sheet.plies.size()) : sheet.plies.size();
    JsonText out;
    out.object().member("game", state_.text(id)).member(place, from).key("moves").array();
    for (std::size_t i = begin; i < end; ++i) out.text(iccs(sheet.plies[i].move));
    out.end().key("notation").array();
    for (std::size_t i = begin; i < end; ++i) out.text(texts[i]);
    out.end().key("plies").array();
    for (std::size_t i = begin; i < end; ++i) {
      const auto& ply = sheet.plies[i];
      out.object().member("clock_ms", ply.clock_ms).member("at", view::time_text(ply.at)).key("mark");
      if (ply.mark == Mark::none) {
        out.null();
      } else {
        out.text(name(ply.mark));
      }
      out.end();
    }
    out.end().member("count", sheet.plies.size());
    if (whole) {
      out.key("tail").array();
      for (const auto& text : sheet.tail) out.object().member("text", text).member("code", "to_check").end();
      out.end().key("gaps").array();
      for (const auto& gap : sheet.gaps)
        out.object()
            .member("after_ply", gap.after_ply)
            .member("plies", gap.plies)
            .member("resume_fen", gap.resume_fen)
            .end();
      out.end();
    }
    out.member("fen", view::fen_of(sheet))
        .member("hash", state_.find(id) ? view::record_hash(state_, *state_.find(id)) : std::string());
    out.member("version", sheet.version).end();
    return out.take();
  }

  void of_game(const GameId& game, const MovesAppended& fact) {
    add(topic(game), "game.moves", [&] {
      return plies(game, "from_ply", fact.from_ply, fact.from_ply + static_cast<int>(fact.moves.size()),
                   false);
    });
  }
  void of_game(const GameId& game, const MovesReplaced& fact) {
    add(topic(game), "game.correction",
        [&] { return plies(game, "at_ply", fact.at_ply, std::nullopt, true); });
  }
  void of_game(const GameId& game, const GapRecorded& fact) {
    add(topic(game), "game.correction",
        [&] { return plies(game, "at_ply", fact.after_ply, std::nullopt, true); });
  }
  void of_game(const GameId& game, const RecordMoved& fact) {
    for (const GameId& one : {fact.from, fact.to}) {
      changed_[one.round].insert(one);
      add(topic(one), "game.correction", [&] { return plies(one, "at_ply", 0, std::nullopt, true); });
    }
    result(game);
  }
  void of_game(const GameId& game, const ProposalMade& fact) { proposal(game, fact.id); }
  void proposal(const GameId& game, std::uint32_t id) {
    for (const auto& one : state_.proposals)
      if (one.made.id == id) {
        const auto told = [&] {
          JsonText out;
          view::proposal(out, state_, one);
          return out.take();
        };
        add(topic(game), "game.proposal", told);
        if (inside_) add("duties/" + state_.text(game.round), "game.proposal", told);
      }
  }
  void of_game(const GameId& game, const GameAdded&) { whole_.insert(game.round); }
  template <class F>
  void of_game(const GameId& game, const F&) {
    result(game);
    if (inside_) add(topic(game), "duty.changed", [&] { return view::duty_json(state_, game, viewer_); });
  }
  void result(const GameId& game) {
    add(topic(game), "game.result", [&] { return view::result_json(state_, game, viewer_); });
  }

  template <class F>
  void of_section(SectionId, const F& fact) {
    if constexpr (requires { RoundId(fact.round); }) whole_.insert(fact.round);
    if constexpr (std::is_same_v<F, FoulEntered>) of_foul(fact.foul);
    if constexpr (std::is_same_v<F, FoulJudged> || std::is_same_v<F, FoulAnswered>)
      for (const auto& foul : state_.section(fact.section).fouls)
        if (foul.id == fact.foul) of_foul(foul);
    if constexpr (requires { tournament::BoardId(fact.match); }) whole_.insert(fact.match.round);
  }
  void of_foul(const tournament::Foul& foul) {
    if (!foul.game) return;
    changed_[foul.game->round].insert(*foul.game);
    if (inside_)
      add(topic(*foul.game), "duty.changed", [&] { return view::duty_json(state_, *foul.game, viewer_); });
  }

  const bool inside_;
  const State& state_;
  const std::function<bool(const std::string&)>& watched_;
  view::Viewer viewer_, desk_;
  std::uint64_t seq_ = 0;
  bool touched_ = false;
  std::map<RoundId, std::set<GameId>> changed_;
  std::set<RoundId> whole_;
  std::set<SectionId> sections_;
  std::vector<TopicPush> pushes_;
};

}  // namespace

std::string pgn_topic(std::string_view name, notation::Notation notation) {
  const std::string_view kind = notation == notation::Notation::wxf    ? "pgn-wxf/"
                                : notation == notation::Notation::iccs ? "pgn-iccs/"
                                                                       : "pgn/";
  return std::string(kind).append(name);
}

std::vector<TopicPush> pushes_of(Audience audience, const State& state, std::span<const StoredFact> facts,
                                 bool hide_minors, const std::function<bool(const std::string&)>& watched) {
  Publication publication(audience, state, hide_minors, watched);
  for (const StoredFact& fact : facts) publication.take(fact);
  return publication.finish();
}

}  // namespace qipu::app
