#include <algorithm>

#include "engine/rules/judge.hpp"
#include "recorder/decision.hpp"
#include "recorder/duties.hpp"

namespace qipu::recorder {
namespace {

constexpr int most_plies = 2000;

std::vector<std::string> texts(const std::vector<Move>& moves) {
  std::vector<std::string> out;
  for (const Move move : moves) out.push_back(iccs(move));
  return out;
}

Decided done(Decision decision) { return decision; }

}  // namespace

std::optional<Problem> Decider::may_write(const tournament::Game& game) const {
  const RecordSheet& sheet = state_.game(game.id).sheet;
  const Actor& by = context_.by;
  if (by.role == Role::player) {
    if (!by.entrant || by.entrant->section != game.id.round.section || !game.side_of(by.entrant->no))
      return refused("access.other_game", "这不是您的对局", "this is another's game");
  } else if (by.role == Role::scribe) {
    if (!by.game || *by.game != game.id)
      return refused("access.other_game", "这张证件不是这一台的", "this pass is for another board");
  } else if (!at_desk()) {
    return refused("access.role", "没有这个权限", "this role may not do that");
  }
  if (sheet.signed_by)
    return refused("record.signed", "棋谱已签字，须由裁判重新打开",
                   "the record is signed off; an arbiter must reopen it");
  if (sheet.dispute && !at_desk())
    return refused("record.disputed", "棋谱有争议，已交裁判处理",
                   "the record is disputed; it is with the arbiters");
  return std::nullopt;
}

Source Decider::source_for(const tournament::Game& game) const {
  if (context_.by.role == Role::scribe) return Source::scribe;
  if (context_.by.role != Role::player) return Source::desk;
  const auto owner = tournament::record_owner(state_.regulation.record, game);
  return owner && context_.by.entrant && *owner != context_.by.entrant->no ? Source::opponent
                                                                           : Source::player;
}

std::string Decider::hash_for(const tournament::Game& game, const RecordSheet& sheet) const {
  const SectionId section = game.id.round.section;
  return hash_of(sheet, state_.text(game.id), state_.text(EntrantId{section, game.red}),
                 state_.text(EntrantId{section, game.black}));
}

Decided Decider::operator()(const RecordAppend& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (auto no = may_write(**game)) return std::unexpected(*no);
  const RecordSheet& sheet = state_.game((*game)->id).sheet;
  const int plies = static_cast<int>(sheet.plies.size());
  const auto truth = [&](int from) {
    Problem problem = refused("conflict", "棋谱已到第 " + std::to_string(plies) + " 着",
                              "the record stands at ply " + std::to_string(plies));
    std::string moves;
    for (int i = std::clamp(from, 0, plies); i < plies; ++i)
      moves += (moves.empty() ? "" : " ") + iccs(sheet.plies[static_cast<std::size_t>(i)].move);
    problem.params = {{"ply", std::to_string(plies)},
                      {"from_ply", std::to_string(std::clamp(from, 0, plies))},
                      {"moves", moves}};
    return problem;
  };
  if (c.from_ply < 0 || c.from_ply > plies) return std::unexpected(truth(plies));
  if (plies + static_cast<int>(c.moves.size()) > most_plies)
    return std::unexpected(refused("record.too_long", "着数过多", "too many moves"));
  if (sheet.ends_illegally() && c.from_ply == plies && !c.moves.empty())
    return std::unexpected(refused("record.ended", "最后一着不合规则，棋谱到此为止",
                                   "the record ends with an illegal move as it was played"));
  // What is there already, perhaps from another phone, is no effect; where it differs the other was first.
  const Taken all = take(sheet, c.from_ply, c.moves);
  const int overlap = std::min<int>(plies - c.from_ply, static_cast<int>(all.moves.size()));
  for (int i = 0; i < overlap; ++i)
    if (all.moves[static_cast<std::size_t>(i)] != sheet.plies[static_cast<std::size_t>(c.from_ply + i)].move)
      return std::unexpected(truth(c.from_ply));
  Decision decision;
  MovesAppended fact{(*game)->id, plies, {all.moves.begin() + overlap, all.moves.end()},
                     {},          false, source_for(**game)};
  for (std::size_t i = static_cast<std::size_t>(overlap); i < std::min(c.clock.size(), all.moves.size()); ++i)
    fact.clocks.push_back(c.clock[i]);
  decision.answer.illegal = all.illegal;
  if (c.as_played && all.illegal && all.moves.size() + 1 == c.moves.size())
    if (const auto move = Move::parse(c.moves.back())) {
      fact.moves.push_back(*move);
      fact.as_played = true;
      decision.answer.illegal.reset();
    }
  decision.answer.legal_prefix = texts(all.moves);
  decision.answer.ply = plies + static_cast<int>(fact.moves.size());
  if (fact.moves.empty()) return done(std::move(decision));
  if (sheet.tail.empty()) {
    decision.facts.push_back(std::move(fact));
    return decision;
  }
  auto replaced = replace(sheet, (*game)->id, plies, 0, texts(fact.moves), fact.source);
  if (!replaced) return std::unexpected(replaced.error());
  decision.answer.ply = plies + static_cast<int>(replaced->moves.size());
  decision.answer.tail = replaced->tail;
  decision.facts.push_back(std::move(*replaced));
  return decision;
}

Decided Decider::operator()(const RecordReplace& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (auto no = may_write(**game)) return std::unexpected(*no);
  auto replaced =
      replace(state_.game((*game)->id).sheet, (*game)->id, c.at_ply, c.remove, c.insert, source_for(**game));
  if (!replaced) return std::unexpected(replaced.error());
  Decision decision;
  decision.answer.ply = c.at_ply + static_cast<int>(replaced->moves.size());
  decision.answer.tail = replaced->tail;
  decision.facts.push_back(std::move(*replaced));
  return decision;
}

Decided Decider::operator()(const RecordGap& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (auto no = may_write(**game)) return std::unexpected(*no);
  const RecordSheet& sheet = state_.game((*game)->id).sheet;
  if (c.at_ply < 0 || c.at_ply > static_cast<int>(sheet.plies.size()))
    return std::unexpected(refused("record.no_such_ply", "棋谱里没有这一着", "the record has no such ply"));
  if (c.plies && (*c.plies < 1 || *c.plies > most_plies))
    return std::unexpected(refused("record.gap_size", "缺着数不对", "that many plies cannot be missing"));
  if (!c.resume_fen.empty())
    if (const auto position = Position::from_fen(c.resume_fen); !position)
      return std::unexpected(position.error());
  Decision decision;
  decision.facts.push_back(GapRecorded{(*game)->id, c.at_ply, c.plies, c.resume_fen});
  decision.answer.ply = static_cast<int>(sheet.plies.size());
  return decision;
}

Decided Decider::operator()(const RecordSign& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (auto no = may_write(**game)) return std::unexpected(*no);
  const auto& sheet = state_.game((*game)->id).sheet;
  const auto duty = duty_of(state_, **game, context_.now);
  const auto owner = duty.owner ? duty.owner : tournament::record_owner(state_.regulation.record, **game);
  if (!owner)
    return std::unexpected(refused("record.no_owner", "还没有结果，不知由谁签字",
                                   "without a result nobody owes the record", "reg:K3"));
  if (context_.by.role == Role::player && context_.by.entrant->no != *owner)
    return std::unexpected(
        refused("record.not_owner", "由录谱责任人签字", "the one who owes the record signs it", "reg:K3"));
  if (sheet.empty()) return std::unexpected(refused("record.empty", "还没有棋谱", "there is no record yet"));
  if (!sheet.tail.empty())
    return std::unexpected(
        refused("record.tail", "还有待核的着法", "moves that do not fit are still waiting"));
  const std::string hash = hash_for(**game, state_.game((*game)->id).sheet);
  if (!c.hash.empty() && c.hash != hash)
    return std::unexpected(
        refused("conflict", "棋谱已有变动，请再看一遍", "the record has changed; look again"));
  Decision decision;
  decision.facts.push_back(RecordSigned{(*game)->id, *owner, hash});
  decision.answer.hash = hash;
  return decision;
}

Decided Decider::operator()(const RecordConfirm& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  const auto& sheet = state_.game((*game)->id).sheet;
  if (!context_.by.entrant || context_.by.entrant->section != (*game)->id.round.section ||
      !(*game)->side_of(context_.by.entrant->no))
    return std::unexpected(refused("access.other_game", "这不是您的对局", "this is another's game"));
  if (!sheet.signed_by)
    return std::unexpected(refused("record.unsigned", "棋谱尚未签字", "the record is not signed off yet"));
  const std::string hash = hash_for(**game, state_.game((*game)->id).sheet);
  if (!c.hash.empty() && c.hash != hash)
    return std::unexpected(
        refused("conflict", "棋谱已有变动，请再看一遍", "the record has changed; look again"));
  EntrantNo by = context_.by.entrant->no;
  if (by == sheet.signed_by->by) {
    // On the owner's phone the other proves his presence by the code of his half of the board card; the
    // service has hashed it.
    by = (*game)->opponent_of(by);
    const bool red = *(*game)->side_of(by) == Side::red;
    const bool proved = !c.code.empty() && std::ranges::any_of(state_.passes, [&](const auto& item) {
      const PassIssued& pass = item.second.issued;
      return pass.game == (*game)->id && (red ? pass.red_sign_hash : pass.black_sign_hash) == c.code;
    });
    if (!proved)
      return std::unexpected(
          refused("record.code", "对方的四位数字不对", "the other player's code is wrong"));
  }
  Decision decision;
  decision.facts.push_back(RecordConfirmed{(*game)->id, by, hash});
  return decision;
}

Decided Decider::operator()(const RecordDispute& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  const auto& sheet = state_.game((*game)->id).sheet;
  if (!context_.by.entrant || context_.by.entrant->section != (*game)->id.round.section ||
      !(*game)->side_of(context_.by.entrant->no))
    return std::unexpected(refused("access.other_game", "这不是您的对局", "this is another's game"));
  if (sheet.dispute)
    return std::unexpected(refused("record.disputed", "棋谱已有争议", "the record is disputed already"));
  // Where nothing is written there is nothing to object to, and no clock to stop by it.
  if (sheet.empty()) return std::unexpected(refused("record.empty", "还没有棋谱", "there is no record yet"));
  Decision decision;
  decision.facts.push_back(RecordDisputed{(*game)->id, context_.by.entrant->no,
                                          std::clamp(c.ply, 0, static_cast<int>(sheet.plies.size())),
                                          c.reason});
  return decision;
}

Decided Decider::operator()(const RecordOffer& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (auto no = may_write(**game)) return std::unexpected(*no);
  std::optional<EntrantNo> by;
  if (context_.by.entrant) by = context_.by.entrant->no;
  Decision decision;
  decision.facts.push_back(DrawOffered{(*game)->id, c.after_ply, by});
  return decision;
}

Decided Decider::judge_record(Judgement what, const std::string& text, const std::string& reason,
                              const std::string& version) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto game = game_of(text);
  if (!game) return std::unexpected(game.error());
  static constexpr RecordJudged::Finding findings[] = {RecordJudged::complete, RecordJudged::untrue,
                                                       RecordJudged::reopened, RecordJudged::settled,
                                                       RecordJudged::completion_refused};
  if (what == Judgement::find_false && reason.empty())
    return std::unexpected(refused("reason.missing", "请写明理由", "a reason is needed", "reg:D16"));
  Decision decision;
  const GameId id = (*game)->id;
  const RecordSheet& sheet = state_.game(id).sheet;
  if (!version.empty() && version != hash_for(**game, sheet)) {
    const auto chosen = std::ranges::find_if(sheet.versions, [&](const SheetVersion& other) {
      return hash_for(**game, sheet_of(other)) == version;
    });
    if (chosen == sheet.versions.end())
      return std::unexpected(refused("record.no_version", "没有这份棋谱", "there is no such version of the record"));
    // The one that is not taken stays beside it, as evidence.
    const auto owner = tournament::record_owner(state_.regulation.record, **game);
    decision.facts.push_back(VersionFiled{id, sheet.moves(), Source::player, owner});
    decision.facts.push_back(MovesReplaced{
        id, 0, chosen->moves, std::vector<Mark>(chosen->moves.size(), Mark::none), {}, chosen->source});
  }
  decision.facts.push_back(RecordJudged{(*game)->id, findings[static_cast<int>(what)], {}, reason});
  return decision;
}

Decided Decider::operator()(const RecordRequestCompletion& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (c.until <= context_.now)
    return std::unexpected(refused("time.past", "期限已过", "that time has passed"));
  Decision decision;
  decision.facts.push_back(RecordJudged{(*game)->id, RecordJudged::completion_requested, c.until, c.reason});
  return decision;
}

Decided Decider::operator()(const RecordMove& c) const {
  if (auto no = must_be(Role::arbiter)) return std::unexpected(*no);
  const auto from = game_of(c.game);
  if (!from) return std::unexpected(from.error());
  const auto to = c.to_game.empty() ? from : game_of(c.to_game);
  if (!to) return std::unexpected(to.error());
  if ((*from)->id == (*to)->id && !c.swap)
    return std::unexpected(refused("record.same_board", "就是这一台", "it is on this board already"));
  if (state_.game((*from)->id).sheet.empty())
    return std::unexpected(refused("record.empty", "还没有棋谱", "there is no record yet"));
  Decision decision;
  decision.facts.push_back(RecordMoved{(*from)->id, (*to)->id, c.swap, c.reason});
  return decision;
}

}  // namespace qipu::recorder
