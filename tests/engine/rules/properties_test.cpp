// What holds for every ruling: symmetry, independence of start and history, bounded work, no crash on any
// legal game.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "engine/rules/judge.hpp"
#include "engine/rules/ply_search.hpp"
#include "engine/rules/repetition.hpp"
#include "engine/rules/series.hpp"
#include "judge_property.hpp"
#include "ruling_cases.hpp"
#include "shuffles.hpp"

namespace qipu {
namespace {

using support::RulingCase;

int rounds(int few) { return std::getenv("QIPU_LONG") ? few * 20 : few; }

// What must be the same from every point of view. Beyond a used-up budget only the claim "arbiter" is left.
struct Essence {
  std::vector<std::string> labels;
  rules::ConductClass red, black;
  std::string must_change;
  rules::Certainty certainty;
  bool operator==(const Essence&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Essence& e) {
  for (const auto& label : e.labels) out << label;
  return out << ' ' << name(e.red) << '/' << name(e.black) << ' ' << e.must_change << ' '
             << name(e.certainty);
}

Essence essence(const rules::Verdict& verdict, int first) {
  return {support::labels_from(verdict, first), verdict.red.conduct_class, verdict.black.conduct_class,
          std::string(name(verdict.must_change)), verdict.certainty};
}

Essence recoloured(Essence e) {
  std::swap(e.red, e.black);
  if (e.must_change != "none") e.must_change = e.must_change == "red" ? "black" : "red";
  return e;
}

Position random_position(std::mt19937& random) {
  return support::wander(Position::start(), 10 + static_cast<int>(random() % 160), random);
}

// A wild open position: all strong pieces anywhere. Generals in the open make the longest searches.
std::optional<Position> wild_position(std::mt19937& random) {
  Setup setup;
  const auto put = [&](Side side, PieceKind kind) {
    for (int attempt = 0; attempt < 60; ++attempt) {
      Square s = Square::at(static_cast<int>(random() % 90));
      if (kind == PieceKind::king) {
        const int rank = static_cast<int>(random() % 3);
        s = Square::at(3 + static_cast<int>(random() % 3), side == Side::red ? rank : 9 - rank);
      }
      if (kind == PieceKind::pawn) {
        const int rank = static_cast<int>(random() % 5);
        s = Square::at(s.file(), side == Side::red ? 5 + rank : 4 - rank);
      }
      if (setup[s]) continue;
      setup[s] = Piece{side, kind};
      return;
    }
  };
  for (Side side : {Side::red, Side::black}) {
    put(side, PieceKind::king);
    for (PieceKind kind : {PieceKind::rook, PieceKind::cannon, PieceKind::horse})
      put(side, kind), put(side, kind);
    for (unsigned pawns = random() % 6; pawns > 0; --pawns) put(side, PieceKind::pawn);
  }
  if (const auto position = Position::from(setup)) return *position;
  return std::nullopt;
}

TEST(EveryRuling, FollowsTheSymmetriesAndDependsNeitherOnTheStartNorOnHistory) {
  std::mt19937 random(20260401);
  int judged = 0, attacks = 0;
  for (int k = 0; k < rounds(300); ++k) {
    const auto wild = k % 2 ? wild_position(random) : std::nullopt;
    const Position start = wild ? *wild : random_position(random);
    const auto cycle = support::shuffle(start, random);
    if (!cycle) continue;
    RulingCase ruling;
    ruling.start = start.setup();
    ruling.moves = *cycle;
    const auto verdict = rules::judge(support::played(ruling));
    ASSERT_TRUE(verdict.cycle);
    if (verdict.budget_exhausted) continue;
    ++judged;
    SCOPED_TRACE(to_fen(ruling.start) + " " + iccs((*cycle)[0]) + " " + iccs((*cycle)[1]));
    const Essence expected = essence(verdict, 1);
    for (const auto& label : expected.labels) attacks += label == "捉" || label == "杀" || label == "将";
    const auto expect_same = [&](const RulingCase& other, int first, bool colours_exchanged) {
      const auto seen = rules::judge(support::played(other));
      if (seen.budget_exhausted) return;  // the order of the moves decides where the nodes end
      const Essence e = essence(seen, first);
      EXPECT_EQ(colours_exchanged ? recoloured(e) : e, expected);
    };
    expect_same(mirrored(ruling), 1, false);
    expect_same(recoloured(ruling), 1, true);

    RulingCase later = ruling;  // the same cycle entered one ply later
    later.start = start.after((*cycle)[0]).setup();
    std::ranges::rotate(later.moves, later.moves.begin() + 1);
    expect_same(later, 4, false);

    RulingCase again = ruling;  // two cycles and a bit
    again.moves.insert(again.moves.end(), cycle->begin(), cycle->end());
    again.moves.push_back(cycle->front());
    expect_same(again, 5, false);
  }
  EXPECT_GT(judged, rounds(100));
  EXPECT_GT(attacks, rounds(20)) << "the random cycles hardly attack: the test would prove little";
}

// Cycles of eight plies, entered at each of them, by both rule sets.
TEST(EveryRuling, OnALongerCycleDoesNotDependOnWhereItIsEntered) {
  std::mt19937 random(20260402);
  int compared = 0, attacks = 0;
  for (int k = 0; k < rounds(60); ++k) {
    const auto wild = k % 2 ? wild_position(random) : std::nullopt;
    const Position start = wild ? *wild : random_position(random);
    const auto cycle = support::tour(start, random);
    if (!cycle) continue;
    for (const auto rule_set : {rules::RuleSet::cxa2011, rules::RuleSet::wxf}) {
      std::optional<Essence> expected;
      RulingCase ruling;
      ruling.start = start.setup();
      ruling.moves = *cycle;
      SCOPED_TRACE(to_fen(ruling.start) + " " + iccs((*cycle)[0]) + " " + iccs((*cycle)[1]));
      for (int entered = 0; entered < 8; ++entered) {
        const auto verdict = rules::judge(support::played(ruling), {.rules = rule_set});
        ASSERT_TRUE(verdict.cycle);
        if (verdict.cycle->plies != 8) break;  // two pieces of one kind took each other's places
        if (!verdict.budget_exhausted) {
          const Essence seen = essence(verdict, 9 - entered);
          if (expected) {
            EXPECT_EQ(seen, *expected) << "entered at ply " << entered + 1;
            ++compared;
          }
          for (const auto& label : seen.labels) attacks += label == "捉" || label == "杀" || label == "将";
          expected = seen;
        }
        ruling.start = Position::from_diagram(ruling.start)->after(ruling.moves.front()).setup();
        std::ranges::rotate(ruling.moves, ruling.moves.begin() + 1);
      }
    }
  }
  EXPECT_GT(compared, rounds(200));
  EXPECT_GT(attacks, rounds(100)) << "the random cycles hardly attack: the test would prove little";
}

TEST(EveryRuling, IsTheSameWhateverCameBeforeTheCycle) {
  std::mt19937 random(7);
  for (int k = 0; k < rounds(60); ++k) {
    Game with_past;
    const int past = 4 + static_cast<int>(random() % 60);
    for (int ply = 0; ply < past; ++ply) {
      const MoveList moves = with_past.position().legal_moves();
      if (moves.empty()) break;
      ASSERT_TRUE(with_past.play(moves[random() % moves.size()]));
    }
    const auto cycle = support::shuffle(with_past.position(), random);
    if (!cycle) continue;
    Game without_past(with_past.position());
    for (Move move : *cycle) {
      ASSERT_TRUE(with_past.play(move));
      ASSERT_TRUE(without_past.play(move));
    }
    const auto a = rules::judge(with_past), b = rules::judge(without_past);
    if (a.cycle->plies != 4 || a.cycle->times != 1) continue;  // the past ran into the same cycle
    EXPECT_EQ(essence(a, a.cycle->first_ply), essence(b, 1)) << to_fen(with_past.setup());
  }
}

// Asking changes nothing and is repeatable.
TEST(EveryRuling, IsTheSameWhoeverAsksAndHoweverOften) {
  Game game(
      *Position::from_fen("1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1"));
  for (const char* move : {"h6i4", "i9h9", "i4h6", "h9i9"}) ASSERT_TRUE(game.play(*Move::parse(move)));
  const std::string first = to_json(rules::judge(game));
  rules::judge(game, {.rules = rules::RuleSet::wxf});
  EXPECT_EQ(to_json(rules::judge(game)), first);
  rules::JudgeOptions fast;
  fast.pace = rules::Pace::fast;
  EXPECT_EQ(essence(rules::judge(game, fast), 1), essence(rules::judge(game), 1));
}

TEST(Searches, StayWithinTheirBudgetAndSaySoWhenItIsUsedUp) {
  std::mt19937 random(4);
  int exhausted = 0, named = 0;
  rules::SearchBudget small;
  small.ply_nodes = 300;
  for (int k = 0; k < rounds(120); ++k) {
    const auto start = wild_position(random);
    const auto cycle = start ? support::shuffle(*start, random) : std::nullopt;
    if (!cycle) continue;
    RulingCase ruling;
    ruling.start = start->setup();
    ruling.moves = *cycle;
    const Game game = support::played(ruling);
    for (const auto& context : rules::contexts_of_cycle(game, *rules::find_cycle(game))) {
      const auto ply = rules::name_ply_cxa(context, small);
      ++named;
      exhausted += ply.exhausted;
      if (ply.exhausted) {
        EXPECT_EQ(ply.certainty, rules::Certainty::arbiter);
      }
      rules::PlySearch search(context, small);
      if (!search.gives_check()) search.kill(), search.run(), search.chase();
      EXPECT_LE(search.spent(), small.ply_nodes);
    }
    const auto verdict = rules::judge(game, {.budget = small});
    if (verdict.budget_exhausted) {
      EXPECT_EQ(verdict.certainty, rules::Certainty::arbiter);
      EXPECT_NE(verdict.explanation.zh.find("限量"), std::string::npos);
      EXPECT_NE(verdict.explanation.en.find("budget"), std::string::npos);
    }
  }
  EXPECT_GT(named, 50);
  EXPECT_GT(exhausted, 5) << "the positions are not hard enough to prove anything";
}

// Rooks that go to and fro over 9 and over 8 points: together they repeat only after 112 rounds.
TEST(Searches, ShareOneBudgetOverALongCycle) {
  Game game(*Position::from_fen("3k5/r8/9/9/5n3/3N5/9/9/R8/5K3 w - - 0 1"));
  const auto file = [](int step, int points) {
    const int k = step % (2 * points - 2);
    return k < points ? k : 2 * points - 2 - k;
  };
  for (int round = 0; round < 112; ++round)
    for (Side side : {Side::red, Side::black}) {
      const int points = side == Side::red ? 9 : 8, rank = side == Side::red ? 1 : 8;
      ASSERT_TRUE(
          game.play({Square::at(file(round, points), rank), Square::at(file(round + 1, points), rank)}))
          << round;
    }
  const auto verdict = rules::judge(game);
  ASSERT_TRUE(verdict.cycle);
  EXPECT_EQ(verdict.cycle->plies, 224);
  EXPECT_EQ(verdict.red.plies.size(), 112u);
  EXPECT_EQ(verdict.if_unchanged, rules::IfUnchanged::draw);
}

// Any legal game at any ply, both rule sets: no crash, and the verdict fits together.
TEST(EveryVerdict, FitsTogetherAfterEveryPlyOfRandomGames) {
  std::mt19937 random(31);
  for (int game_no = 0; game_no < rounds(12); ++game_no) {
    Game game(game_no % 2 ? random_position(random) : Position::start());
    for (int ply = 0; ply < 160; ++ply) {
      const MoveList moves = game.position().legal_moves();
      if (moves.empty()) break;
      // Going back where one came from makes repetitions likely.
      Move move = moves[random() % moves.size()];
      if (game.ply() >= 2 && random() % 2) {
        const Move undo = support::back(game.moves()[static_cast<std::size_t>(game.ply() - 2)]);
        if (moves.contains(undo)) move = undo;
      }
      ASSERT_TRUE(game.play(move));
      for (const auto rule_set : {rules::RuleSet::cxa2011, rules::RuleSet::wxf}) {
        const auto v = rules::judge(game, {.rules = rule_set, .regulation = true});
        const bool loses = v.must_change != rules::MustChange::none;
        EXPECT_EQ(loses, v.if_unchanged == rules::IfUnchanged::red_loses ||
                             v.if_unchanged == rules::IfUnchanged::black_loses);
        EXPECT_EQ(v.cycle.has_value(), rules::glance(game).cycle.has_value());
        if (!v.cycle && !v.series) {
          EXPECT_EQ(v.if_unchanged, rules::IfUnchanged::keep_playing);
        }
        for (Side side : {Side::red, Side::black}) {
          const auto& conduct = v.of(side);
          bool all = !conduct.plies.empty();
          for (const auto& found : conduct.plies) {
            all &= rules::is_attack(found.label);
            EXPECT_EQ(found.reasons.empty(), !rules::is_attack(found.label)) << to_fen(game.setup());
            for (const auto& reason : found.reasons)
              EXPECT_FALSE(reason.text.zh.empty() || reason.text.en.empty());
          }
          EXPECT_EQ(conduct.conduct != rules::Conduct::idle, all);
        }
        EXPECT_FALSE(v.explanation.zh.empty() || v.explanation.en.empty());
      }
    }
  }
}

TEST(EveryVerdict, FitsTogetherForAnyBytesAsAGame) {
  std::mt19937 random(20190428);
  for (int k = 0; k < rounds(150); ++k) {
    std::vector<std::uint8_t> bytes(2 + random() % 60);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const Game game = support::game_of(bytes);
    EXPECT_EQ(support::judge_fault(game), "") << to_fen(game.setup());
  }
}

}  // namespace
}  // namespace qipu
