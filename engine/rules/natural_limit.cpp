#include "engine/rules/natural_limit.hpp"

#include <algorithm>

#include "engine/rules/repetition.hpp"

namespace qipu::rules {
namespace {

int limit_of(Pace pace, const LimitOptions& options) {
  if (options.rounds > 0) return options.rounds;
  return pace == Pace::slow ? 40 : 30;
}

// Counts ply by ply, so that the standing and the audit cannot disagree.
class Counter {
 public:
  Counter(const Game& game, Pace pace, const LimitOptions& options, int first_ply) : options_(options) {
    standing_.limit_rounds = limit_of(pace, options);
    standing_.automatic = options.automatic;
    if (first_ply > 1) return;
    const int unseen = std::max(0, game.quiet_plies() - game.ply());
    standing_.unseen_plies = standing_.quiet_plies = standing_.automatic_plies = unseen;
    const Side first = game.start().to_move();
    count(opponent(first)).moves = (unseen + 1) / 2;
    count(first).moves = unseen / 2;
    settle();
  }

  /// Whether the ply is a check that is left out.
  bool add(Side side, bool check) {
    LimitCount& own = count(side);
    ++standing_.quiet_plies;
    ++own.moves;
    own.checks += check;
    const bool beyond = check && own.checks > options_.automatic_checks;
    if (!beyond && !reply_to_uncounted_) ++standing_.automatic_plies;
    reply_to_uncounted_ = beyond;
    settle();
    return check && own.checks > options_.counted_checks;
  }

  const LimitStanding& standing() const { return standing_; }

 private:
  LimitCount& count(Side side) { return side == Side::red ? standing_.red : standing_.black; }

  void settle() {
    for (Side side : {Side::red, Side::black})
      count(side).countable = count(side).moves - std::max(0, count(side).checks - options_.counted_checks);
    for (Side side : {Side::red, Side::black})
      count(side).may_claim = count(side).countable >= standing_.limit_rounds &&
                              count(opponent(side)).moves >= standing_.limit_rounds;
    standing_.automatic_draw = options_.automatic && standing_.automatic_plies >= 2 * standing_.limit_rounds;
  }

  LimitOptions options_;
  LimitStanding standing_;
  bool reply_to_uncounted_ = false;
};

}  // namespace

std::optional<Pace> pace(std::string_view name) {
  if (name == "slow") return Pace::slow;
  if (name == "fast") return Pace::fast;
  if (name == "ultra") return Pace::ultra;
  return std::nullopt;
}

std::string_view name(Pace pace) {
  constexpr std::string_view names[] = {"slow", "fast", "ultra"};
  return names[static_cast<int>(pace)];
}

LimitStanding natural_limit(const Game& game, Pace pace, const LimitOptions& options) {
  const int first = first_quiet_ply(game);
  Counter counter(game, pace, options, first);
  for (int ply = first; ply <= game.ply(); ++ply) counter.add(game.side_at(ply), game.checked_at(ply));
  LimitStanding standing = counter.standing();
  if (game.position().terminal() != Terminal::none)
    standing.red.may_claim = standing.black.may_claim = standing.automatic_draw = false;
  return standing;
}

std::vector<LimitAuditLine> natural_limit_audit(const Game& game, Pace pace, const LimitOptions& options) {
  const int first = first_quiet_ply(game);
  Counter counter(game, pace, options, first);
  std::vector<LimitAuditLine> lines;
  for (int ply = first; ply <= game.ply(); ++ply) {
    LimitAuditLine line;
    line.ply = ply;
    line.move = game.moves()[static_cast<std::size_t>(ply - 1)];
    line.side = game.side_at(ply);
    line.check = game.checked_at(ply);
    line.left_out = counter.add(line.side, line.check);
    line.red_countable = counter.standing().red.countable;
    line.black_countable = counter.standing().black.countable;
    line.red_may_claim = counter.standing().red.may_claim;
    line.black_may_claim = counter.standing().black.may_claim;
    lines.push_back(line);
  }
  return lines;
}

}  // namespace qipu::rules
