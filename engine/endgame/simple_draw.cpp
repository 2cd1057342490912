#include "engine/endgame/simple_draw.hpp"

#include <string>
#include <unordered_map>

namespace qipu::endgame {
namespace {

constexpr int kPlies = 8;                // plies of attack that are looked at
constexpr int kMostPositions = 200'000;  // positions valued for one answer
constexpr int kLeastPlies = 4;           // looked at when that is spent
constexpr int kLongestProvenWin = 3;

bool safe_after(const std::optional<Value>& attacker_to_move) {
  return attacker_to_move && attacker_to_move->worth != Worth::win;
}

struct Replies {
  int safe = 0, legal = 0;
};

// Whether the defender has two safe replies at every step. A single legal reply is no choice and hence no
// difficulty.
class Defence {
 public:
  explicit Defence(TableSource& source) : source_(source) {}

  Replies replies(const Position& position) {
    Replies counted;
    for (const Move m : position.legal_moves()) {
      ++counted.legal;
      counted.safe += safe_after(value(position.after(m)));
    }
    return counted;
  }
  /// Where the attacker's move leaves the fewest safe replies.
  Replies fewest(const Position& position) {
    std::optional<Replies> worst;
    for (const Move m : position.legal_moves()) {
      const Position next = position.after(m);
      if (!drawn(next)) continue;
      const Replies here = replies(next);
      if (!worst || here.safe < worst->safe) worst = here;
    }
    return worst.value_or(Replies{});
  }
  /// Defender to move.
  bool holds(const Position& position, int plies) {
    if (plies <= 0) return true;
    if (exhausted()) return false;
    const std::uint64_t key = position.key() + static_cast<std::uint64_t>(plies) * 0x9e3779b97f4a7c15;
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    return known_[key] = look(position, plies);
  }
  /// Attacker to move.
  bool withstands(const Position& position, int plies) {
    if (plies <= 0) return true;
    for (const Move m : position.legal_moves()) {
      const Position next = position.after(m);
      if (drawn(next) && !holds(next, plies - 1)) return false;
    }
    return true;
  }
  bool exhausted() const { return valued_ > kMostPositions; }

 private:
  bool look(const Position& position, int plies) {
    const MoveList moves = position.legal_moves();
    MoveList safe;
    for (const Move m : moves)
      if (safe_after(value(position.after(m)))) safe.push_back(m);
    if (safe.size() < 2 && moves.size() > safe.size()) return false;
    for (const Move m : safe)
      if (withstands(position.after(m), plies - 1)) return true;
    return false;
  }
  bool drawn(const Position& position) {
    const auto v = value(position);
    return v && v->worth == Worth::draw;
  }
  std::optional<Value> value(const Position& position) {
    ++valued_;
    return probe_value(position, source_);
  }
  TableSource& source_;
  std::unordered_map<std::uint64_t, bool> known_;
  int valued_ = 0;
};

std::string pieces_zh(const Force& force, Side side) {
  std::string text;
  for (const PieceKind kind : {PieceKind::rook, PieceKind::horse, PieceKind::cannon, PieceKind::pawn})
    for (int i = 0; i < force[kind]; ++i) text += name_zh(Piece{side, kind});
  if (force[PieceKind::advisor] == 2 && force[PieceKind::elephant] == 2)
    return text + (side == Side::red ? "仕相全" : "士象全");
  for (const PieceKind kind : {PieceKind::advisor, PieceKind::elephant})
    for (int i = 0; i < force[kind]; ++i) text += name_zh(Piece{side, kind});
  return text.empty() ? std::string(name_zh(Piece{side, PieceKind::king})) : text;
}

std::string class_zh(const Material& m) {
  return "红" + pieces_zh(m.first, Side::red) + "对黑" + pieces_zh(m.second, Side::black);
}

SimpleDraw answer(DrawAdvice advice, const Material& material, std::string zh, std::string en) {
  return SimpleDraw{advice, 0, 0, 0, {class_zh(material) + "：" + zh, material.name() + ": " + en}};
}

// The sides that may have to defend a draw: the one that wins less often in the class, or either when they
// are even.
std::vector<Side> defenders(const Table& table, bool reversed) {
  const std::uint64_t first = table.census(Side::red).wins, second = table.census(Side::black).wins;
  if (first == second) return {Side::red, Side::black};
  const Side weaker = first > second ? Side::black : Side::red;
  return {reversed ? opponent(weaker) : weaker};
}

// The defender holds a good part of the positions, and more than those in which it is not losing a piece or
// the game at once and yet lost.
bool generally_drawn(const Table& table, Side defender) {
  const Census& census = table.census(defender);
  return census.draws > census.settled_losses && census.draws * 3 >= census.legal;
}

SimpleDraw examine(const Position& position, const Table& table, bool reversed, TableSource& source) {
  const Material material = Material::of(position);
  SimpleDraw result;
  Defence defence(source);
  for (const Side defender : defenders(table, reversed)) {
    if (!generally_drawn(table, reversed ? opponent(defender) : defender))
      return answer(DrawAdvice::no, material, "这类残局一般不是和棋", "this class is not generally drawn");
    const bool defends_now = position.to_move() == defender;
    const Replies now = defends_now ? defence.replies(position) : defence.fewest(position);
    int looked = 0;
    while (looked < kPlies &&
           (defends_now ? defence.holds(position, looked + 1) : defence.withstands(position, looked + 1)))
      ++looked;
    const bool kept = looked == kPlies || (defence.exhausted() && looked >= kLeastPlies);
    const std::string count = std::to_string(now.safe) + "/" + std::to_string(now.legal),
                      depth = std::to_string(looked);
    SimpleDraw here =
        kept ? answer(DrawAdvice::suggested, material,
                      "例和，守方此时 " + count + " 种应着可和，以后 " + depth +
                          " 着之内对最强进攻每步都有两种以上（或别无选择）",
                      "generally drawn; " + count + " replies hold now, and two or more at every step for " +
                          depth + " plies of best attack, unless only one move is legal")
             : answer(DrawAdvice::no, material,
                      "是和棋，但守方有防守难度（此时 " + count + " 种应着可和；" + depth +
                          " 着之后可能只剩一种）",
                      "drawn, but the defence is not easy: " + count + " replies hold now, and after " +
                          depth + " plies only one may be left");
    here.holding_replies = now.safe;
    here.replies = now.legal;
    here.looked_plies = looked;
    if (!kept) return here;
    if (result.replies == 0 || here.holding_replies < result.holding_replies) result = here;
  }
  if (material.first.attackers() && material.second.attackers()) {
    result.reason.zh += "；双方都有进攻子力，长打的裁定可能不同";
    result.reason.en += "; both sides can attack, so a ruling on perpetual attack may differ";
  }
  return result;
}

}  // namespace

bool may_be_simple(const Material& material) { return material.attackers() <= 2; }

SimpleDraw simple_draw(const Position& position, TableSource& source) {
  const Material material = Material::of(position), canonical = material.canonical();
  if (material.attackers() == 0)
    return answer(DrawAdvice::proven, material, "双方都没有能过河进攻的子，谁也不能取胜",
                  "neither side has a piece that can win");
  const Table* table = source.table(canonical);
  if (!table) return answer(DrawAdvice::no, material, "没有这类残局的数据", "no table covers this material");
  const auto value = probe_value(position, source);
  if (!value)
    return answer(DrawAdvice::no, material, "有兵（卒）站在走不到的地方",
                  "a soldier stands where none can come");
  if (value->worth != Worth::draw)
    return answer(DrawAdvice::no, material, "残局库：有一方必胜", "the table says that one side wins");
  const auto longest = table->longest();
  if (!longest)
    return answer(DrawAdvice::proven, material, "这类残局没有任何胜局", "no position of this class is won");
  if (*longest <= kLongestProvenWin)
    return answer(DrawAdvice::proven, material, "这类残局只有三着之内的杀，此局面没有",
                  "only mates within three plies exist in this class, and this position has none");
  return examine(position, *table, canonical != material, source);
}

std::optional<SimpleDraw> DrawWatch::look(const Position& position, TableSource& source) {
  const Material material = Material::of(position);
  if (!may_be_simple(material) || proposed_ == material) return std::nullopt;
  SimpleDraw found = simple_draw(position, source);
  if (found.advice == DrawAdvice::no) return std::nullopt;
  proposed_ = material;
  return found;
}

}  // namespace qipu::endgame
