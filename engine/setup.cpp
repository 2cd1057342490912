#include "engine/setup.hpp"

#include <charconv>

namespace qipu {
namespace {

Problem fen_problem(std::string_view code, Text message, std::string_view fen, std::size_t offset) {
  Problem p{std::string(code), std::move(message), {}, "", Place{}};
  p.at->offset = offset;
  p.at->text = std::string(fen.substr(0, 120));
  return p;
}

}  // namespace

Setup Setup::start() {
  Setup setup;
  constexpr std::string_view back = "RNBAKABNR";
  for (int f = 0; f < 9; ++f) {
    const PieceKind kind = piece_from_letter(back[static_cast<std::size_t>(f)])->kind;
    setup[Square::at(f, 0)] = Piece{Side::red, kind};
    setup[Square::at(f, 9)] = Piece{Side::black, kind};
    if (f % 2 == 0) {
      setup[Square::at(f, 3)] = Piece{Side::red, PieceKind::pawn};
      setup[Square::at(f, 6)] = Piece{Side::black, PieceKind::pawn};
    }
  }
  for (int f : {1, 7}) {
    setup[Square::at(f, 2)] = Piece{Side::red, PieceKind::cannon};
    setup[Square::at(f, 7)] = Piece{Side::black, PieceKind::cannon};
  }
  return setup;
}

std::string_view code(SetupFault fault) {
  constexpr std::string_view codes[] = {"no_king",           "several_kings", "too_many_pieces",
                                        "impossible_square", "kings_facing",  "opponent_in_check"};
  return codes[static_cast<int>(fault)];
}

Text explain(SetupFault fault) {
  switch (fault) {
    case SetupFault::no_king:
      return {"有一方没有将帅", "A side has no general"};
    case SetupFault::several_kings:
      return {"有一方不止一个将帅", "A side has more than one general"};
    case SetupFault::too_many_pieces:
      return {"有一种棋子多于规定的数目", "There are more pieces of a kind than a side owns"};
    case SetupFault::impossible_square:
      return {"有棋子在它不可能到的位置", "A piece stands where it can never stand"};
    case SetupFault::kings_facing:
      return {"将帅照面", "The generals face each other"};
    case SetupFault::opponent_in_check:
      return {"没轮到走的一方正被将军", "The side that is not to move is in check"};
  }
  return {};
}

Problem problem(SetupFaults faults) {
  Problem p;
  for (int i = 0; i < 6; ++i) {
    const auto fault = static_cast<SetupFault>(i);
    if (!faults.contains(fault)) continue;
    const Text text = explain(fault);
    if (p.code.empty()) p.code = "setup." + std::string(code(fault));
    p.message.zh += (p.message.zh.empty() ? "" : "；") + text.zh;
    p.message.en += (p.message.en.empty() ? "" : "; ") + text.en;
    p.params.emplace_back("fault", std::string(code(fault)));
  }
  return p;
}

std::expected<Setup, Problem> parse_fen(std::string_view fen) {
  Setup setup;
  std::size_t i = 0;
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (i < fen.size() && is_space(fen[i])) ++i;
  int rank = 9, file = 0;
  for (; i < fen.size() && !is_space(fen[i]); ++i) {
    const char c = fen[i];
    if (c == '/') {
      if (file != 9 || rank == 0)
        return std::unexpected(
            fen_problem("fen.rank",
                        {"FEN 的一行不是九个点，或者多于十行",
                         "A rank of the FEN has not nine points, or there are more than ten ranks"},
                        fen, i));
      --rank;
      file = 0;
    } else if (c >= '1' && c <= '9') {
      file += c - '0';
    } else if (const auto piece = piece_from_letter(c)) {
      if (file < 9) setup[Square::at(file, rank)] = *piece;
      ++file;
    } else {
      return std::unexpected(
          fen_problem("fen.letter", {"FEN 里有不认识的字符", "The FEN has an unknown character"}, fen, i));
    }
    if (file > 9)
      return std::unexpected(fen_problem(
          "fen.rank", {"FEN 的一行多于九个点", "A rank of the FEN has more than nine points"}, fen, i));
  }
  if (rank != 0 || file != 9)
    return std::unexpected(
        fen_problem("fen.rank", {"FEN 不满十行九列", "The FEN has not ten ranks of nine points"}, fen, i));

  std::string_view fields[5];
  std::size_t count = 0;
  while (count < 5) {
    while (i < fen.size() && is_space(fen[i])) ++i;
    if (i >= fen.size()) break;
    const std::size_t begin = i;
    while (i < fen.size() && !is_space(fen[i])) ++i;
    fields[count++] = fen.substr(begin, i - begin);
  }
  if (count > 0) {
    const std::string_view side = fields[0];
    if (side == "w" || side == "r" || side == "W" || side == "R") {
      setup.to_move = Side::red;
    } else if (side == "b" || side == "B") {
      setup.to_move = Side::black;
    } else {
      return std::unexpected(fen_problem("fen.side",
                                         {"FEN 没有写明轮到谁走", "The FEN does not say whose move it is"},
                                         fen, static_cast<std::size_t>(side.data() - fen.data())));
    }
  }
  // The last two fields are the counters, wherever they stand; "-" fields are fillers.
  int numbers[2], found = 0;
  for (std::size_t k = 1; k < count && found < 2; ++k) {
    int value = 0;
    const char* end = fields[k].data() + fields[k].size();
    const auto [ptr, error] = std::from_chars(fields[k].data(), end, value);
    if (error == std::errc{} && ptr == end && value >= 0 && value < 100000) numbers[found++] = value;
  }
  if (found > 0) setup.quiet_plies = numbers[0];
  if (found > 1 && numbers[1] > 0) setup.move_number = numbers[1];
  return setup;
}

std::string to_fen(const Setup& setup) {
  std::string fen;
  for (int rank = 9; rank >= 0; --rank) {
    int gap = 0;
    for (int file = 0; file < 9; ++file) {
      const auto& piece = setup[Square::at(file, rank)];
      if (!piece) {
        ++gap;
        continue;
      }
      if (gap) fen += static_cast<char>('0' + gap);
      gap = 0;
      fen += letter(*piece);
    }
    if (gap) fen += static_cast<char>('0' + gap);
    if (rank) fen += '/';
  }
  fen += setup.to_move == Side::red ? " w - - " : " b - - ";
  return fen + std::to_string(setup.quiet_plies) + ' ' + std::to_string(setup.move_number);
}

}  // namespace qipu
