#include "server/app/game_watch.hpp"

#include <algorithm>
#include <array>

#include "engine/rules/judge.hpp"
#include "engine/rules/repetition.hpp"
#include "server/app/judging.hpp"
#include "server/endgame/table_store.hpp"

namespace qipu::app {
namespace {

using recorder::GameId;
using recorder::State;

Text side_name(Side side) { return side == Side::red ? Text{"红方", "Red"} : Text{"黑方", "Black"}; }

// The sentence of a verdict, without the moves: those stand on the board beside it.
Text sentence_of(const rules::Verdict& verdict, const rules::StageOptions& stages) {
  const auto n = [](int number) { return std::to_string(number); };
  Text text{"同一局面出现 " + n(stages.warning_occurrences) + " 次：", "the position has come up " + n(stages.warning_occurrences) + " times: "};
  if (verdict.stage == rules::Stage::pending)
    text = {"循环满 " + n(stages.pending_times) + " 次：", n(stages.pending_times) + " full cycles: "};
  if (verdict.stage == rules::Stage::loss_due)
    text = {"循环满 " + n(stages.loss_times) + " 次仍不变：", n(stages.loss_times) + " full cycles without a change: "};
  if (verdict.must_change == rules::MustChange::none) {
    const bool draw = verdict.if_unchanged == rules::IfUnchanged::draw;
    text.zh += draw ? "双方不变，可判和" : "请裁判员裁定";
    text.en += draw ? "if both go on, a draw" : "an arbiter decides";
    return text;
  }
  const Text who = side_name(verdict.must_change == rules::MustChange::red ? Side::red : Side::black);
  text.zh += who.zh + "须变着；不变，判" + who.zh + "负";
  text.en += who.en + " must vary; otherwise " + who.en + " loses";
  return text;
}

std::string_view certainty_name(rules::Certainty certainty) {
  return certainty == rules::Certainty::certain ? "certain" : certainty == rules::Certainty::likely ? "likely" : "arbiter";
}

Text limit_sentence(Side side, int limit_rounds) {
  const Text who = side_name(side);
  const std::string rounds = std::to_string(limit_rounds);
  return {who.zh + "可以提和：自然限着 " + rounds + " 回合已满",
          who.en + " may claim a draw: " + rounds + " rounds without a capture, the claimant's own checks left out"};
}

// Whether the game, as it stands after the proposal's ply, gives the same advice again.
bool still_so(const recorder::ProposalMade& made, const Game& game, const rules::JudgeOptions& options, endgame::TableSource& tables) {
  if (made.kind == "repetition") return sentence_of(rules::judge(game, options), options.stages).zh == made.message.zh && game.occurrences() > 1;
  if (made.kind == "natural_limit") {
    const auto limit = rules::glance(game, options).natural_limit;
    return std::ranges::any_of(std::array{Side::red, Side::black}, [&](Side side) {
      return limit.of(side).may_claim && limit_sentence(side, limit.limit_rounds).zh == made.message.zh;
    });
  }
  if (made.kind == "simple_draw")
    return endgame::may_be_simple(endgame::Material::of(game.position())) && endgame::simple_draw(game.position(), tables).advice != endgame::DrawAdvice::no;
  return true;  // another's: not for us to take back
}

}  // namespace

GameWatch::GameWatch(Ledger& ledger, const std::string& tables) : ledger_(ledger), tables_(std::make_unique<endgame::TableStore>(endgame::TableStore::Options{.directory = tables})) {
  draws_ = std::make_unique<endgame::DrawProposals>(*tables_, [this](const endgame::DrawProposals::Proposal& found) {
    recorder::Propose proposal;
    proposal.game = found.game;
    proposal.kind = "simple_draw";
    proposal.certainty = found.draw.advice == endgame::DrawAdvice::proven ? "certain" : "likely";
    proposal.clause = "reg:G2";
    proposal.ply = found.ply;
    proposal.zh = found.draw.reason.zh;
    proposal.en = found.draw.reason.en;
    propose(std::move(proposal), 0);
  });
  ledger_.watch([this](Audience audience, const State&, std::span<const recorder::StoredFact> facts) {
    if (audience == Audience::inside) take(facts);
  });
}

GameWatch::~GameWatch() { stop(); }

void GameWatch::start() {
  thread_ = std::thread([this] { run(); });
}

void GameWatch::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_all();
  if (thread_.joinable()) thread_.join();
  draws_.reset();
}

void GameWatch::settle() {
  {
    std::unique_lock lock(mutex_);
    settled_.wait(lock, [&] { return stopping_ || (waiting_.empty() && !working_); });
  }
  draws_->settle();
}

void GameWatch::take(std::span<const recorder::StoredFact> facts) {
  const std::lock_guard lock(mutex_);
  for (const auto& stored : facts) {
    if (const auto* f = std::get_if<recorder::MovesAppended>(&stored.fact)) {
      waiting_.insert(f->game);
    } else if (const auto* r = std::get_if<recorder::MovesReplaced>(&stored.fact)) {
      waiting_.insert(r->game);
      submitted_.insert(r->game);
      corrected_.insert(r->game);
    } else if (const auto* m = std::get_if<recorder::RecordMoved>(&stored.fact)) {
      waiting_.insert({m->from, m->to});
      submitted_.insert(m->to);
      corrected_.insert({m->from, m->to});
    } else {
      continue;
    }
    arrived_.notify_one();
  }
}

void GameWatch::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    const GameId id = *waiting_.begin();
    waiting_.erase(waiting_.begin());
    working_ = true;
    const bool corrected = corrected_.erase(id) > 0;
    lock.unlock();
    if (corrected) reconsider(id);
    look(id);
    ++looked_;
    lock.lock();
    working_ = false;
    if (waiting_.empty()) settled_.notify_all();
  }
}

void GameWatch::look(const GameId& id) {
  struct Question {
    std::string name;
    std::optional<Game> game;
    rules::JudgeOptions options;
    bool over = false;
  };
  const auto question = ledger_.read(Audience::inside, [&](const State& state) {
    Question q;
    const auto* game = state.find(id);
    if (!game) return q;
    q.name = state.text(id);
    q.game = recorder::game_of(state.game(id).sheet);
    q.options = judge_options(state, *game);
    q.over = game->result.has_value();
    return q;
  });
  if (!question.game || question.game->ply() == 0) return;
  const Game& game = *question.game;
  bool whole = false;
  {
    const std::lock_guard lock(mutex_);
    whole = submitted_.erase(id) > 0 || question.over;
  }
  if (whole) {
    draws_->submitted(question.name, game);
  } else {
    draws_->played(question.name, game.ply(), game.position());
  }
  // A ruling is for a game that goes on.
  if (question.over) return;
  const int quiet_from = rules::first_quiet_ply(game);
  const rules::Glance glance = rules::glance(game, question.options);
  if (glance.worth_judging) {
    const rules::Verdict verdict = rules::judge(game, question.options);
    const bool repeated = verdict.cycle && verdict.stage != rules::Stage::none &&
                          (verdict.must_change != rules::MustChange::none || verdict.stage != rules::Stage::warning);
    if (repeated) {
      const Text said = sentence_of(verdict, question.options.stages);
      propose({.game = question.name,
               .kind = "repetition",
               .certainty = std::string(certainty_name(verdict.certainty)),
               .clause = verdict.clauses.empty() ? "" : verdict.clauses.front(),
               .zh = said.zh,
               .en = said.en,
               .ply = game.ply()},
              quiet_from);
    }
  }
  for (const Side side : {Side::red, Side::black})
    if (glance.natural_limit.of(side).may_claim) {
      const Text said = limit_sentence(side, glance.natural_limit.limit_rounds);
      propose({.game = question.name,
               .kind = "natural_limit",
               .certainty = "certain",
               .clause = "reg:G1",
               .zh = said.zh,
               .en = said.en,
               .ply = game.ply()},
              quiet_from);
    }
}

void GameWatch::reconsider(const GameId& id) {
  struct Question {
    std::string name;
    recorder::RecordSheet sheet;
    rules::JudgeOptions options;
    std::vector<recorder::ProposalMade> open;
  };
  const auto question = ledger_.read(Audience::inside, [&](const State& state) {
    Question q;
    const auto* game = state.find(id);
    if (!game) return q;
    q.name = state.text(id);
    q.sheet = state.game(id).sheet;
    q.options = judge_options(state, *game);
    for (const auto& one : state.proposals)
      if (one.made.game == id && !one.accepted) q.open.push_back(one.made);
    return q;
  });
  draws_->forget(question.name);
  for (const auto& made : question.open) {
    const bool reached = made.ply <= static_cast<int>(question.sheet.plies.size());
    const auto then = reached ? recorder::game_at(question.sheet, made.ply) : std::nullopt;
    if (then && still_so(made, *then, question.options, *tables_)) continue;
    recorder::Context context;
    context.by.role = recorder::Role::system;
    (void)ledger_.perform(recorder::ProposalDismiss{"p" + std::to_string(made.id), "更正以后不再成立", {}}, std::move(context));
  }
}

// What was proposed of the same stretch of the game is not proposed again, also after a restart.
void GameWatch::propose(recorder::Propose proposal, int not_before) {
  const bool known = ledger_.read(Audience::inside, [&](const State& state) {
    const auto id = state.parse_game(proposal.game);
    for (const auto& one : state.proposals)
      if (id && !one.withdrawn && one.made.game == *id && one.made.kind == proposal.kind && one.made.ply >= not_before &&
          (proposal.kind == "simple_draw" || one.made.message.zh == proposal.zh))
        return true;
    return false;
  });
  if (known) return;
  recorder::Context context;
  context.by.role = recorder::Role::system;
  // Waits for it, so that the next look at the game knows of it.
  (void)ledger_.perform(std::move(proposal), std::move(context));
}

}  // namespace qipu::app
