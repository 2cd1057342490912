// Proposals to the arbiter and the counters of natural limit and repetition.
#include "engine/rules/natural_limit.hpp"
#include "server/view/game_json.hpp"

namespace qipu::view {
namespace {

rules::Pace pace_of(tournament::Pace pace) {
  return pace == tournament::Pace::slow   ? rules::Pace::slow
         : pace == tournament::Pace::fast ? rules::Pace::fast
                                          : rules::Pace::ultra;
}

}  // namespace

void proposal(JsonText& out, const State& state, const recorder::Proposal& proposal) {
  const auto& made = proposal.made;
  out.object()
      .member("id", "p" + std::to_string(made.id))
      .member("game", state.text(made.game))
      .member("kind", made.kind)
      .member("ply", made.ply);
  out.member("certainty", made.certainty)
      .member("message", made.message)
      .member("clause", made.clause)
      .key("data")
      .object()
      .end();
  out.member("state", !proposal.accepted   ? "open"
                      : *proposal.accepted ? "accepted"
                                           : "dismissed")
      .member("at", time_text(proposal.at))
      .end();
}

void limits(JsonText& out, const State& state, const tournament::Game& game) {
  const auto played = recorder::game_of(state.game(game.id).sheet);
  if (!played) {
    out.null();
    return;
  }
  rules::LimitOptions options;
  options.rounds = state.regulation.pace(game.pace).natural_limit_rounds;
  const auto standing = rules::natural_limit(*played, pace_of(game.pace), options);
  out.object().member("limit_rounds", standing.limit_rounds).member("quiet_plies", standing.quiet_plies);
  for (const Side side : {Side::red, Side::black}) {
    const auto& count = standing.of(side);
    out.key(name(side))
        .object()
        .member("countable", count.countable)
        .member("checks", count.checks)
        .member("may_claim", count.may_claim)
        .end();
  }
  out.member("occurrences", played->occurrences()).end();
}

}  // namespace qipu::view
