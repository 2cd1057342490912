#include "formats/notation/coordinate.hpp"

namespace qipu::notation {
namespace {

constexpr int file_letter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'i' ? (c | 32) - 'a' : -1; }
constexpr bool digit(char c) { return c >= '0' && c <= '9'; }

/// Takes a point with ranks 1–10 from the front of `text`.
std::optional<Square> take_point(std::string_view& text) {
  if (text.size() < 2 || file_letter(text[0]) < 0 || text[1] < '1' || text[1] > '9') return std::nullopt;
  const bool ten = text[1] == '1' && text.size() > 2 && text[2] == '0';
  const Square point = Square::at(file_letter(text[0]), ten ? 9 : text[1] - '1');
  text.remove_prefix(ten ? 3 : 2);
  return point;
}

/// The parts of [piece][file][rank][x]file rank.
struct San {
  PieceKind piece = PieceKind::pawn;
  int file = -1, rank = -1;
  bool takes = false;
  Square to;
};

std::optional<San> read_san(std::string_view text) {
  while (!text.empty() &&
         (text.back() == '+' || text.back() == '#' || text.back() == '!' || text.back() == '?'))
    text.remove_suffix(1);
  if (text.size() < 2 || text.size() > 7) return std::nullopt;
  const auto to = Square::parse(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  San san;
  san.to = *to;
  text.remove_suffix(2);
  if (!text.empty() && (text.back() == 'x' || text.back() == 'X' || text.back() == '-')) {
    san.takes = text.back() != '-';
    text.remove_suffix(1);
  }
  if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') {
    const auto piece = piece_from_letter(text.front());
    if (!piece) return std::nullopt;
    san.piece = piece->kind;
    text.remove_prefix(1);
  }
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'i') {
    san.file = text.front() - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && digit(text.front())) {
    san.rank = text.front() - '0';
    text.remove_prefix(1);
  }
  return text.empty() ? std::optional(san) : std::nullopt;
}

}  // namespace

std::optional<Move> read_iccs(std::string_view text) { return Move::parse(text); }

std::optional<Move> read_uci(std::string_view text) {
  const auto from = take_point(text);
  if (!from) return std::nullopt;
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  const auto to = take_point(text);
  if (!to || !text.empty()) return std::nullopt;
  return Move{*from, *to};
}

std::string write_iccs(Move move) {
  const auto a = move.from.name(), b = move.to.name();
  return {static_cast<char>(a[0] - 32), a[1], '-', static_cast<char>(b[0] - 32), b[1]};
}

Resolution resolve_points(const Position& position, Move move, Notation notation) {
  const auto why = position.why_illegal(move);
  if (!why) return Resolved{move, notation, false};
  const bool no_piece = *why == Illegality::no_piece || *why == Illegality::opponents_piece;
  return std::unexpected(Unresolved{no_piece ? MoveFault::no_piece : MoveFault::illegal, move, why});
}

Resolution resolve_san(const Position& position, std::string_view text) {
  const auto san = read_san(text);
  if (!san) return std::unexpected(Unresolved{});
  std::optional<Move> legal, illegal;
  int legal_count = 0, illegal_count = 0;
  const Piece piece{position.to_move(), san->piece};
  for (Square from : position.pieces(position.to_move())) {
    if (position.at(from) != piece || (san->file >= 0 && from.file() != san->file) ||
        (san->rank >= 0 && from.rank() != san->rank))
      continue;
    const Move move{from, san->to};
    const auto why = position.why_illegal(move);
    if (!why) {
      legal = move;
      ++legal_count;
    } else if (*why == Illegality::in_check || *why == Illegality::kings_facing) {
      illegal = move;
      ++illegal_count;
    }
  }
  if (legal_count == 1) return Resolved{*legal, Notation::san, false};
  if (legal_count > 1) return std::unexpected(Unresolved{MoveFault::ambiguous, {}, {}});
  if (illegal_count == 1)
    return std::unexpected(Unresolved{MoveFault::illegal, illegal, position.why_illegal(*illegal)});
  return std::unexpected(Unresolved{MoveFault::no_piece, {}, {}});
}

}  // namespace qipu::notation
