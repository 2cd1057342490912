#include "engine/setup.hpp"

#include <charconv>
#include <utility>

namespace qipu {
namespace {

constexpr std::size_t kLongestFen = 512;  // the longest canonical one has about 120 bytes
constexpr int kLargestCounter = 99'999;

Problem fen_problem(std::string_view code, Text message, std::string_view fen, std::size_t offset) {
  Problem p{std::string(code), std::move(message), {}, "", Place{}};
  p.at->offset = offset;
  std::string text(fen.substr(0, 120));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  p.at->text = std::move(text);
  return p;
}

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t skip_space(std::string_view fen, std::size_t i) {
  while (i < fen.size() && is_space(fen[i])) ++i;
  return i;
}

/// Reads the ten ranks from `i`; leaves it behind them.
std::optional<Problem> read_ranks(std::string_view fen, std::size_t& i, Setup& setup) {
  int rank = 9, file = 0;
  for (; i < fen.size() && !is_space(fen[i]); ++i) {
    const char c = fen[i];
    if (c == '/') {
      if (file != 9 || rank == 0)
        return fen_problem("fen.rank",
                           {"FEN 的一行不是九个点，或者多于十行",
                            "A rank of the FEN has not nine points, or there are more than ten ranks"},
                           fen, i);
      --rank;
      file = 0;
    } else if (c >= '1' && c <= '9') {
      file += c - '0';
    } else if (const auto piece = piece_from_letter(c)) {
      if (file < 9) setup[Square::at(file, rank)] = *piece;
      ++file;
    } else {
      return fen_problem("fen.letter", {"FEN 里有不认识的字符", "The FEN has an unknown character"}, fen, i);
    }
    if (file > 9)
      return fen_problem("fen.rank", {"FEN 的一行多于九个点", "A rank of the FEN has more than nine points"},
                         fen, i);
  }
  if (rank != 0 || file != 9)
    return fen_problem("fen.rank", {"FEN 不满十行九列", "The FEN has not ten ranks of nine points"}, fen, i);
  return std::nullopt;
}

std::optional<Side> read_side(std::string_view field) {
  if (field == "w" || field == "r" || field == "W" || field == "R") return Side::red;
  if (field == "b" || field == "B") return Side::black;
  return std::nullopt;
}

std::optional<int> read_counter(std::string_view field) {
  int value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc{} || end != field.data() + field.size() || value < 0 || value > kLargestCounter)
    return std::nullopt;
  return value;
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
  if (fen.size() > kLongestFen)
    return std::unexpected(fen_problem("fen.length", {"FEN 太长", "The FEN is too long"}, fen, kLongestFen));
  Setup setup;
  std::size_t i = skip_space(fen, 0);
  if (auto fault = read_ranks(fen, i, setup)) return std::unexpected(std::move(*fault));

  // The side, then "-" for what other games have there, then up to two counters.
  int counters = 0;
  for (int field_number = 2; (i = skip_space(fen, i)) < fen.size(); ++field_number) {
    const std::size_t begin = i;
    while (i < fen.size() && !is_space(fen[i])) ++i;
    const std::string_view field = fen.substr(begin, i - begin);
    if (field_number == 2) {
      const auto side = read_side(field);
      if (!side)
        return std::unexpected(fen_problem(
            "fen.side", {"FEN 没有写明轮到谁走", "The FEN does not say whose move it is"}, fen, begin));
      setup.to_move = *side;
    } else if (const auto value = read_counter(field); value && counters < 2 && field_number <= 6) {
      if (counters++ == 0) {
        setup.quiet_plies = *value;
      } else {
        setup.move_number = *value > 0 ? *value : 1;
      }
    } else if (field == "-" && field_number <= 6) {
      if (field_number == 5) counters = 1;  // a counter left open
    } else {
      return std::unexpected(fen_problem(
          "fen.field",
          {"FEN 后面有多余或看不懂的内容", "The FEN has something behind it that does not belong there"}, fen,
          begin));
    }
  }
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
