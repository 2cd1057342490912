#include "tests/support/record_damage.hpp"

#include <algorithm>
#include <array>

#include "formats/notation/chinese.hpp"

namespace qipu::test {

using notation::Direction;
using notation::MoveText;
using notation::Selector;
using repair::Entry;

const char* name(Damage damage) {
  constexpr const char* names[] = {"a wrong square",
                                   "b missing ply",
                                   "b2 missing in column",
                                   "c missing pair",
                                   "d swapped",
                                   "e mistyped",
                                   "f mirrored file",
                                   "g doubled",
                                   "g2 doubled in column",
                                   "h piece confused",
                                   "i front/rear",
                                   "j two faults",
                                   "k twin"};
  return names[static_cast<int>(damage)];
}

Entry Damager::entry(const Position& position, Move move) const {
  if (!as_text_) return repair::entry_of(move);
  Entry entry;
  entry.said = notation::describe(position, move);
  entry.text = notation::write_chinese(position, move);
  return entry;
}

std::vector<Entry> Damager::written(const std::vector<Move>& game) const {
  std::vector<Entry> entries;
  Position position = Position::start();
  for (const Move move : game) {
    entries.push_back(entry(position, move));
    position.make(move);
  }
  return entries;
}

bool Damager::wrong_square(const Position& position, Move move, Entry& entry) {
  std::vector<Move> others;
  if (pick(10) < 7) {
    for (const Move m : position.legal_moves())
      if (m.from == move.from && m != move) others.push_back(m);
  } else {
    // Where the piece could go on an empty board, and cannot here.
    Setup alone;
    for (int i = 0; i < Square::count; ++i)
      if (const auto piece = position.at(Square::at(i)); piece && piece->kind == PieceKind::king)
        alone[Square::at(i)] = piece;
    Piece piece = *position.at(move.from);
    if (piece.kind == PieceKind::cannon) piece.kind = PieceKind::rook;
    alone[move.from] = piece;
    alone.to_move = position.to_move();
    const auto empty = Position::from(alone);
    if (!empty) return false;
    for (const Move m : empty->legal_moves())
      if (m.from == move.from && m != move && !position.is_legal(m)) others.push_back(m);
  }
  if (others.empty()) return false;
  const Move wrong = others[pick(others.size())];
  if (as_text_) {
    // The text is written as its writer meant it, whether or not the rules allow it.
    entry.said = notation::describe(position, wrong);
    entry.text = notation::write_chinese(position, wrong);
  } else {
    entry = repair::entry_of(wrong);
  }
  return true;
}

bool Damager::mistyped(Entry& entry) {
  const Entry before = entry;
  if (as_text_) {
    const auto other_digit = [&](std::uint8_t old) {
      return static_cast<std::uint8_t>((old - 1 + 1 + pick(8)) % 9 + 1);
    };
    switch (pick(3)) {
      case 0:
        if (entry.said->file == 0 || entry.said->selector.kind != Selector::none) return false;
        entry.said->file = other_digit(entry.said->file);
        break;
      case 1:
        entry.said->direction = static_cast<Direction>(
            (static_cast<int>(entry.said->direction) + 1 + static_cast<int>(pick(2))) % 3);
        break;
      default:
        entry.said->number = other_digit(entry.said->number);
    }
    return *entry.said != *before.said;
  }
  std::string text = iccs(*entry.points);
  const std::size_t i = pick(4);
  text[i] = static_cast<char>(i % 2 == 0 ? 'a' + pick(9) : '0' + pick(10));
  entry = repair::entry_of(*Move::parse(text));
  return entry.points != before.points;
}

bool Damager::mirrored_file(Entry& entry) const {
  if (!as_text_) {
    const Move mirrored{entry.points->from.mirrored(), entry.points->to.mirrored()};
    if (mirrored == *entry.points) return false;
    entry = repair::entry_of(mirrored);
    return true;
  }
  MoveText& said = *entry.said;
  if (said.file == 0 || said.selector.kind != Selector::none) return false;
  const MoveText before = said;
  said.file = static_cast<std::uint8_t>(10 - said.file);
  const bool steps = said.direction != Direction::sideways &&
                     (said.piece == PieceKind::king || said.piece == PieceKind::rook ||
                      said.piece == PieceKind::cannon || said.piece == PieceKind::pawn);
  if (!steps) said.number = static_cast<std::uint8_t>(10 - said.number);
  return said != before;
}

bool Damager::twin(const Position& position, Move move, Entry& entry) {
  std::vector<Move> others;
  for (const Move m : position.legal_moves())
    if (m.from != move.from && position.at(m.from) == position.at(move.from) &&
        (m.to == move.to || m.to == move.to.mirrored()))
      others.push_back(m);
  if (others.empty()) return false;
  entry = this->entry(position, others[pick(others.size())]);
  return true;
}

bool Damager::damage_in_place(Damage kind, const Position& position, Move move, Entry& entry) {
  switch (kind) {
    case Damage::wrong_square:
      return wrong_square(position, move, entry);
    case Damage::mistyped:
      return mistyped(entry);
    case Damage::mirrored_file:
      return mirrored_file(entry);
    case Damage::twin:
      return twin(position, move, entry);
    case Damage::piece_confused: {
      constexpr std::array<PieceKind, 3> big = {PieceKind::rook, PieceKind::horse, PieceKind::cannon};
      if (!entry.said || std::ranges::find(big, entry.said->piece) == big.end()) return false;
      const PieceKind before = entry.said->piece;
      entry.said->piece = big[pick(3)];
      return entry.said->piece != before;
    }
    case Damage::front_rear:
      if (!entry.said ||
          (entry.said->selector.kind != Selector::front && entry.said->selector.kind != Selector::rear))
        return false;
      entry.said->selector.kind =
          entry.said->selector.kind == Selector::front ? Selector::rear : Selector::front;
      return true;
    default:
      return false;
  }
}

std::optional<DamagedRecord> Damager::damage(Damage kind, const std::vector<Move>& game) {
  if (kind == Damage::two_faults) {
    DamagedRecord record{written(game), 0};
    for (int fault = 0; fault < 2; ++fault) {
      const auto p = static_cast<std::size_t>(pick(record.entries.size()));
      switch (pick(3)) {
        case 0:
          record.entries.erase(record.entries.begin() + static_cast<std::ptrdiff_t>(p));
          break;
        case 1:
          record.entries.insert(record.entries.begin() + static_cast<std::ptrdiff_t>(p), record.entries[p]);
          break;
        default:
          if (as_text_) {
            record.entries[p].said->number =
                static_cast<std::uint8_t>((record.entries[p].said->number + pick(8)) % 9 + 1);
          } else {
            const Move m = *record.entries[p].points;
            record.entries[p] = repair::entry_of(
                Move{m.from, Square::at((m.to.file() + 1 + static_cast<int>(pick(8))) % 9, m.to.rank())});
          }
      }
    }
    return record;
  }
  DamagedRecord record{written(game), static_cast<int>(pick(game.size()))};
  auto& entries = record.entries;
  const auto p = static_cast<std::size_t>(record.ply);
  const auto at = entries.begin() + record.ply;
  switch (kind) {
    case Damage::missing_ply:
      entries.erase(at);
      return record;
    case Damage::missing_pair:
      if (p + 1 >= entries.size()) return std::nullopt;
      entries.erase(at, at + 2);
      return record;
    case Damage::swapped:
      if (p + 2 >= entries.size()) return std::nullopt;
      std::swap(entries[p], entries[p + 2]);
      return record;
    case Damage::doubled:
      entries.insert(at, entries[p]);
      return record;
    case Damage::missing_in_column:
    case Damage::doubled_in_column: {
      std::vector<Entry> columns[2];
      for (std::size_t i = 0; i < entries.size(); ++i) columns[i % 2].push_back(entries[i]);
      auto& column = columns[p % 2];
      const auto row = column.begin() + static_cast<std::ptrdiff_t>(p / 2);
      if (kind == Damage::missing_in_column) {
        column.erase(row);
      } else {
        column.insert(row, Entry(*row));
      }
      entries.clear();
      for (std::size_t i = 0; i < std::max(columns[0].size(), columns[1].size()); ++i)
        for (const auto& side : columns)
          if (i < side.size()) entries.push_back(side[i]);
      return record;
    }
    default:
      break;
  }
  Position position = Position::start();
  for (std::size_t i = 0; i < p; ++i) position.make(game[i]);
  if (!damage_in_place(kind, position, game[p], entries[p])) return std::nullopt;
  return record;
}

std::vector<std::vector<Move>> games_of_iccs_pgn(std::string_view pgn, std::size_t least, std::size_t most) {
  std::vector<std::vector<Move>> games;
  for (std::size_t begin = 0; begin < pgn.size();) {
    // A game ends where tags begin again after moves.
    std::size_t end = begin;
    bool moves_seen = false;
    while (end < pgn.size()) {
      const std::size_t line_end = std::min(pgn.find('\n', end), pgn.size());
      const std::string_view line = pgn.substr(end, line_end - end);
      if (line.starts_with('[') && moves_seen) break;
      moves_seen |= !line.empty() && line != "\r" && !line.starts_with('[');
      end = std::min(line_end + 1, pgn.size());
    }
    const std::string_view text = pgn.substr(begin, end - begin);
    begin = end;
    if (text.find("[FEN") != std::string_view::npos) continue;
    std::vector<Move> moves;
    Position position = Position::start();
    bool legal = true;
    for (const Entry& entry : repair::entries_of_text(text, most + 1)) {
      legal = entry.points && position.is_legal(*entry.points);
      if (!legal) break;
      moves.push_back(*entry.points);
      position.make(*entry.points);
    }
    if (legal && moves.size() >= least && moves.size() <= most &&
        std::ranges::find(games, moves) == games.end())
      games.push_back(std::move(moves));
  }
  return games;
}

}  // namespace qipu::test
