#include "recorder/record_sheet.hpp"

#include <algorithm>
#include <cstdio>

#include "formats/notation/chinese.hpp"
#include "formats/notation/resolve.hpp"

namespace qipu::recorder {
namespace {

Problem at_ply(Problem problem, int ply, std::string_view text) {
  if (!problem.at) problem.at = Place{};
  problem.at->ply = static_cast<std::uint32_t>(ply);
  if (!problem.at->text) problem.at->text = std::string(text.substr(0, 40));
  return problem;
}

std::uint64_t mixed(std::uint64_t h, std::string_view bytes) {
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  h ^= h >> 29;
  return h * 0xbf58476d1ce4e5b9;
}

}  // namespace

std::vector<Move> RecordSheet::moves() const {
  std::vector<Move> list;
  list.reserve(plies.size());
  for (const SheetPly& ply : plies) list.push_back(ply.move);
  return list;
}

std::optional<Game> game_at(const RecordSheet& sheet, int ply) {
  int from = 0;
  std::optional<Game> game = Game();
  for (const SheetGap& gap : sheet.gaps) {
    if (gap.after_ply > ply) break;
    from = gap.after_ply;
    game.reset();
    if (const auto setup = parse_fen(gap.resume_fen); setup)
      if (auto resumed = Game::from(*setup)) game = std::move(*resumed);
  }
  if (!game) return std::nullopt;
  for (int i = from; i < ply; ++i)
    if (!game->play(sheet.plies[static_cast<std::size_t>(i)].move)) return std::nullopt;
  return game;
}

Taken take(const RecordSheet& sheet, int from_ply, const std::vector<std::string>& texts) {
  Taken taken;
  auto game = game_at(sheet, from_ply);
  for (const std::string& text : texts) {
    const int ply = from_ply + static_cast<int>(taken.moves.size()) + 1;
    if (!game) {
      // After a gap whose position nobody knows only points can be kept.
      const auto move = Move::parse(text);
      if (!move) {
        taken.illegal = at_ply({"move.unchecked",
                                {"缺着之后局面不明，只能按坐标记", "After a gap with no known position only coordinates can be kept"}, {}, "", std::nullopt}, ply, text);
        return taken;
      }
      taken.moves.push_back(*move);
      continue;
    }
    const auto resolved = notation::resolve(game->position(), text);
    if (!resolved) {
      taken.illegal = at_ply(notation::problem(resolved.error(), text), ply, text);
      return taken;
    }
    if (const auto played = game->play(resolved->move); !played) {
      taken.illegal = at_ply({"move." + std::string(code(played.error())), explain(played.error()), {}, "", std::nullopt}, ply, text);
      return taken;
    }
    taken.moves.push_back(resolved->move);
  }
  return taken;
}

std::expected<MovesReplaced, Problem> replace(const RecordSheet& sheet, GameId id, int at_ply, int remove,
                                              const std::vector<std::string>& insert, Source source) {
  const int count = static_cast<int>(sheet.plies.size());
  if (at_ply < 0 || at_ply > count || remove < 0 || remove > count - at_ply + static_cast<int>(sheet.tail.size()))
    return std::unexpected(Problem{"record.no_such_ply", {"棋谱里没有这一着", "The record has no such ply"}, {{"at_ply", std::to_string(at_ply)}}, "", std::nullopt});
  const Taken taken = take(sheet, at_ply, insert);
  if (taken.illegal) return std::unexpected(*taken.illegal);

  MovesReplaced fact{id, at_ply, taken.moves, std::vector<Mark>(taken.moves.size(), remove > 0 ? Mark::corrected : Mark::none), {}, source};
  // What followed: by its points, and by what it said where it stood before.
  struct Later {
    std::string points, said;
  };
  std::vector<Later> later;
  auto before = game_at(sheet, std::min(at_ply, count));
  for (int i = at_ply; i < count; ++i) {
    const SheetPly& ply = sheet.plies[static_cast<std::size_t>(i)];
    Later one{iccs(ply.move), {}};
    if (before && before->position().is_legal(ply.move)) {
      one.said = notation::write_chinese(before->position(), ply.move);
      (void)before->play(ply.move);
    } else {
      before.reset();
    }
    if (i >= at_ply + remove) later.push_back(one);
  }
  const int tail_removed = std::max(0, at_ply + remove - count);
  for (std::size_t i = static_cast<std::size_t>(tail_removed); i < sheet.tail.size(); ++i) later.push_back({sheet.tail[i], sheet.tail[i]});

  auto game = game_at(sheet, at_ply);
  for (const Move move : taken.moves)
    if (game) (void)game->play(move);
  std::size_t i = 0;
  for (; i < later.size() && game; ++i) {
    std::optional<Move> fits = Move::parse(later[i].points);
    if (fits && !game->position().is_legal(*fits)) fits.reset();
    if (!fits)
      if (const auto resolved = notation::resolve(game->position(), later[i].said.empty() ? later[i].points : later[i].said)) fits = resolved->move;
    if (!fits) break;
    (void)game->play(*fits);
    fact.moves.push_back(*fits);
    fact.marks.push_back(Mark::to_check);
  }
  for (; i < later.size(); ++i) fact.tail.push_back(later[i].said.empty() ? later[i].points : later[i].said);
  return fact;
}

int known_rounds(const RecordSheet& sheet) { return (static_cast<int>(sheet.plies.size()) + 1) / 2; }

RecordSheet sheet_of(const SheetVersion& version) {
  RecordSheet sheet;
  for (const Move move : version.moves) sheet.plies.push_back({move, Mark::none, std::nullopt, version.at});
  return sheet;
}

std::string hash_of(const RecordSheet& sheet, std::string_view game, std::string_view red, std::string_view black) {
  std::string text(game);
  text += '|';
  text.append(red).append("|").append(black).append("|");
  for (const SheetPly& ply : sheet.plies) text += iccs(ply.move);
  for (const SheetGap& gap : sheet.gaps) text += "|gap" + std::to_string(gap.after_ply) + ":" + std::to_string(gap.plies.value_or(-1)) + gap.resume_fen;
  for (const auto& rest : sheet.tail) text += "|" + rest;
  char digits[33];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(mixed(0xcbf29ce484222325, text)),
                static_cast<unsigned long long>(mixed(0x84222325cbf29ce4, text)));
  return digits;
}

std::optional<int> first_difference(const std::vector<Move>& a, const std::vector<Move>& b) {
  const auto [i, j] = std::ranges::mismatch(a, b);
  if (i == a.end() || j == b.end()) return std::nullopt;
  return static_cast<int>(i - a.begin()) + 1;
}

}  // namespace qipu::recorder
