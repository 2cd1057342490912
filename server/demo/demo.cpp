#include "server/demo/demo.hpp"

#include <algorithm>
#include <random>

#include "engine/rules/judge.hpp"
#include "server/app/digest.hpp"
#include "server/app/embedded.hpp"
#include "server/config/instant.hpp"
#include "server/view/event_json.hpp"

namespace qipu::demo {
namespace {

using namespace recorder;
using app::Audience;
using app::Ledger;
using app::Outcome;

constexpr int open_entrants = 128, children_entrants = 48;
constexpr int finished_rounds = 7;  // of the open: the knockout is reached
constexpr std::int64_t minutes = 60'000, round_minutes = 75;

std::string padded(int no) {
  std::string text = std::to_string(no);
  return std::string(3 - std::min<std::size_t>(3, text.size()), '0') + text;
}

std::string entries(const std::string& section, int count) {
  std::string csv =
      "no,name,section,unit,sex,birth_year,title,residence,origin,shizhu,member,student,seed,withdrawn,"
      "note\n";
  for (int no = 1; no <= count; ++no) {
    const bool child = section == "children";
    csv += std::to_string(no) + ",选手 " + padded(no) + "," + section + ",代表队 " +
           static_cast<char>('A' + no % 16) + "," + (no % 6 == 0 ? "女" : "男") + "," +
           std::to_string(child ? 2006 + no % 8 : 1970 + no % 30) + "," +
           (!child && no % 42 == 4 ? "大师" : "") + "," + (no % 3 == 0 ? "市外" : "市内") + "," +
           (no % 3 == 0 ? "其他" : "重庆") + "," + (no % 5 == 0 ? "是" : "") + "," +
           (no % 4 == 0 ? "是" : "") + "," + (no % 9 == 0 ? "是" : "") + "," + std::to_string(no) + ",,\n";
  }
  return csv;
}

/// The game as somebody else may have it on paper: two moves of one side in the other order, as early after the
/// opening as all the rest can still be played; in base64.
std::string otherwise_remembered(std::vector<std::string> moves) {
  for (std::size_t at = 20; at + 2 < moves.size(); ++at) {
    std::ranges::swap(moves[at], moves[at + 2]);
    if (take({}, 0, moves).moves.size() == moves.size()) break;
    std::ranges::swap(moves[at], moves[at + 2]);
  }
  std::string text;
  for (const std::string& move : moves) text += move + ' ';
  return app::to_base64(text);
}

class Filling {
 public:
  Filling(Ledger& ledger, std::vector<PlayedGame> games) : ledger_(ledger), games_(std::move(games)) {}

  std::expected<void, Problem> run() {
    const std::int64_t begin = now() - (finished_rounds + 1) * round_minutes * minutes;
    at_ = begin - 60 * minutes;
    TournamentNew create;
    create.id = create.preset = "shizhu-2019";
    desk(create);
    desk(EntrantsImport{entries("open", open_entrants), "demo.csv"});
    desk(EntrantsImport{entries("children", children_entrants), "demo.csv"});
    for (int number = 1; number <= finished_rounds && !fault_; ++number) {
      at_ = begin + (number - 1) * round_minutes * minutes;
      play_round("open", std::to_string(number), number == finished_rounds);
      if (number <= 5) play_round("children", std::to_string(number), number == 5);
    }
    at_ = now() - 50 * minutes;
    if (!fault_) pair("open", "k1");
    if (!fault_) pair("open", "8");
    if (!fault_) pair("children", "6");
    knockout_games();
    // Two boards of the round are over already: their winners have a record to make now.
    at_ = now() - 2 * minutes;
    desk(ResultRegister{"open-8-9", "red", "resign", "", ""});
    desk(ResultRegister{"open-8-10", "black", "time", "", ""});
    // The boards that scribes play have begun some minutes ago.
    at_ = now() - minutes;
    std::size_t plies = 10;
    for (const LiveBoard& board : live_boards(ledger_)) {
      const auto id = ledger_.read(Audience::inside, [&](const State& state) { return state.parse_game(board.game); });
      const std::size_t usual = std::min(plies = 10 + (plies * 7 + 13) % 41, board.played.moves.size());
      const std::size_t count = board.begins_at > 0 ? board.begins_at : usual;
      send(RecordAppend{board.game, 0, {board.played.moves.begin(), board.played.moves.begin() + static_cast<std::ptrdiff_t>(count)}, {}, false}, Role::scribe, {}, id);
    }
    if (fault_) return std::unexpected(*fault_);
    return {};
  }

 private:
  void send(Command command, Role role, std::optional<EntrantId> entrant = {}, std::optional<GameId> game = {}) {
    if (fault_) return;
    Context context;
    context.now = {at_};
    context.by.role = role;
    context.by.entrant = entrant;
    context.by.game = game;
    if (role == Role::chief) context.by.name = "demo";
    const Outcome outcome = ledger_.perform(std::move(command), std::move(context));
    if (!outcome.answer) fault_ = outcome.answer.error();
  }
  void desk(Command command) { send(std::move(command), Role::chief); }

  void pair(const std::string& section, const std::string& round) {
    desk(RoundPair{section, round, {}});
    desk(RoundPublish{section, round});
  }

  // In the last finished round not everything is in order: the desk has something to do.
  static constexpr int fates[] = {9, 4, 6, 0, 7, 5, 8, 1, 9, 3, 6, 2, 7};

  // Stronger entrants have smaller numbers; on a board that must be recorded a game of masters decides.
  void play_round(const std::string& section, const std::string& round, bool last) {
    pair(section, round);
    struct Board {
      GameId id;
      std::string name;
      EntrantNo red, black;
      bool owed;
    };
    const auto boards = ledger_.read(Audience::inside, [&](const State& state) {
      std::vector<Board> list;
      const auto id = view::find_round(state, section, round);
      if (!id) return list;
      for (const auto* game : state.section(id->section).games_of(*id))
        list.push_back({game->id, state.text(game->id), game->red, game->black,
                        !duty_of(state, *game, {at_}).reasons.empty()});
      return list;
    });
    const std::int64_t start = at_;
    for (const Board& board : boards) {
      at_ = start + 35 * minutes + static_cast<std::int64_t>(random_() % 12) * minutes;
      std::string outcome;
      const PlayedGame* played = nullptr;
      if (board.owed) {
        played = &games_[next_game_++ % games_.size()];
        outcome = played->outcome;
      } else {
        const int luck = static_cast<int>(random_() % 100),
                  edge = std::clamp((board.black.value - board.red.value) / 3, -25, 25);
        outcome = luck < 20 ? "draw" : luck < 60 + edge ? "red" : "black";
      }
      desk(ResultRegister{board.name, outcome, outcome == "draw" ? "agreed" : "resign", "", ""});
      if (played)
        record(board.id, board.name, outcome == "black" ? board.black : board.red,
               outcome == "black" ? board.red : board.black, *played,
               last ? fates[next_fate_++ % std::size(fates)] : 9);
    }
    at_ = start + round_minutes * minutes;
  }

  // Ten matches of the knockout are over: eight winners have their records complete and may go on, one has written
  // nothing yet, one not everything.
  void knockout_games() {
    for (int board = 7; board <= 16 && !fault_; ++board) {
      const std::string name = "open-k1-" + std::to_string(board) + "-g1";
      const auto id = ledger_.read(Audience::inside, [&](const State& state) { return state.parse_game(name); });
      const auto* game = id ? ledger_.read(Audience::inside, [&](const State& state) { return state.find(*id); }) : nullptr;
      if (!game) return;
      const EntrantNo red = game->red, black = game->black;
      const PlayedGame* played = &games_[next_game_++ % games_.size()];
      while (played->outcome == "draw") played = &games_[next_game_++ % games_.size()];
      at_ = now() - (40 - board) * minutes;
      desk(ResultRegister{name, played->outcome, "resign", "", ""});
      const bool red_wins = played->outcome == "red";
      record(*id, name, red_wins ? red : black, red_wins ? black : red, *played, board == 15 ? 0 : board == 16 ? 3 : 9);
    }
  }

  void record(GameId id, const std::string& game, EntrantNo owner, EntrantNo other, const PlayedGame& played,
              int fate) {
    const EntrantId own{id.round.section, owner}, helper{id.round.section, other};
    at_ += 6 * minutes;
    if (fate == 0) return;  // forgotten: overdue by now
    if (fate == 1) return desk(DutyExcuse{game, "身体不适"});
    if (fate == 2) return desk(DutyPaper{game, "交了纸谱"});
    const std::size_t count = fate == 3 ? played.moves.size() * 2 / 3 : played.moves.size();
    send(RecordAppend{game,
                      0,
                      {played.moves.begin(), played.moves.begin() + static_cast<std::ptrdiff_t>(count)},
                      {},
                      false},
         Role::player, own);
    if (fate == 3) return;
    at_ += 4 * minutes;
    if (fate == 5) send(RecordSubmit{game, "text", "utf-8", otherwise_remembered(played.moves)}, Role::player, helper);
    send(RecordSign{game, ""}, Role::player, own);
    if (fate == 4) return send(RecordDispute{game, "第 20 回合不是这样走的", 40}, Role::player, helper);
    if (fate >= 6) send(RecordConfirm{game, "", ""}, Role::player, helper);
  }

  Ledger& ledger_;
  std::vector<PlayedGame> games_;
  std::mt19937_64 random_{2019};
  std::size_t next_game_ = 0, next_fate_ = 0;
  std::int64_t at_ = 0;
  std::optional<Problem> fault_;
};

std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    if (end > begin) list.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

}  // namespace

std::vector<PlayedGame> played_games() {
  std::vector<PlayedGame> games;
  for (const auto& file : app::embedded_files()) {
    if (file.name != "demo/games.txt") continue;
    std::string_view text = file.content;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
      if (line.starts_with('#') || second == std::string_view::npos) continue;
      games.push_back({std::string(line.substr(0, first)),
                       std::string(line.substr(first + 1, second - first - 1)),
                       words(line.substr(second + 1))});
    }
  }
  return games;
}

std::expected<void, Problem> fill(Ledger& ledger) {
  auto games = played_games();
  if (games.empty())
    return std::unexpected(Problem{
        "demo.games", {"程序里没有示例棋谱", "the program carries no example games"}, {}, "", std::nullopt});
  return Filling(ledger, std::move(games)).run();
}

std::string recording_entrant(const Ledger& ledger) {
  return ledger.read(Audience::inside, [&](const State& state) -> std::string {
    const auto open = view::find_section(state, "open");
    if (!open) return {};
    std::vector<RoundId> rounds;
    for (const auto& round : state.section(*open).rounds) rounds.insert(rounds.begin(), round.id);
    for (const RoundId round : rounds)
      for (const auto& duty : duties_of(state, round, {now()}))
        if (duty.owner && !tournament::discharged(duty.state) && !state.game(duty.game).sheet.locked())
          return state.text(EntrantId{*open, *duty.owner});
    return {};
  });
}

namespace {

// The ply at which a game of the collection repeats itself so that one side must vary, if it does.
std::size_t must_vary_at(const PlayedGame& played) {
  Game game = *Game::from(Setup::start());
  for (std::size_t i = 0; i < played.moves.size(); ++i) {
    const auto move = Move::parse(played.moves[i]);
    if (!move || !game.play(*move)) return 0;
    if (game.occurrences() < 3) continue;
    const rules::Verdict verdict = rules::judge(game);
    return verdict.must_change != rules::MustChange::none && verdict.certainty == rules::Certainty::certain && verdict.red.conduct_class != rules::ConductClass::perpetual_check &&
                   verdict.black.conduct_class != rules::ConductClass::perpetual_check
               ? i + 1
               : 0;
  }
  return 0;
}

}  // namespace

std::vector<LiveBoard> live_boards(const Ledger& ledger) {
  const auto games = played_games();
  return ledger.read(Audience::inside, [&](const State& state) {
    std::vector<LiveBoard> boards;
    const auto take = [&](RoundId round, std::size_t most) {
      std::size_t taken = 0;
      for (const auto* game : state.section(round.section).games_of(round)) {
        if (game->result || taken == most || games.empty()) continue;
        boards.push_back({state.text(game->id), games[(boards.size() * 5 + 2) % games.size()]});
        ++taken;
      }
    };
    const auto open = view::find_section(state, "open"), children = view::find_section(state, "children");
    if (!open || !children) return boards;
    take({*open, tournament::PhaseKind::knockout, 1}, 6);
    take({*open, tournament::PhaseKind::swiss, 8}, 6);
    // On one board a chase has just come round for the third time: an arbiter is needed.
    for (const PlayedGame& game : games)
      if (const std::size_t ply = must_vary_at(game); ply > 0 && !boards.empty()) {
        boards.back().played = game;
        boards.back().begins_at = ply;
        break;
      }
    take({*children, tournament::PhaseKind::swiss, 6}, 3);
    return boards;
  });
}

}  // namespace qipu::demo
