// The engine for the parity check: node counts and the fingerprint, called from JavaScript.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/position.hpp"
#include "tests/support/fingerprint.hpp"

namespace {
char input[512];
}

extern "C" {

__attribute__((export_name("input_at"))) char* input_at() { return input; }

/// In: FEN. Leaf nodes, or all ones when it is no position.
__attribute__((export_name("perft"))) std::uint64_t perft(std::uint32_t size, std::int32_t depth) {
  const auto position = qipu::Position::from_fen(std::string_view(input, size));
  return position ? qipu::perft(*position, depth) : ~std::uint64_t{0};
}

/// Moves of the position that the generator lists and why_illegal() refuses, or the other way round.
__attribute__((export_name("disagreements"))) std::int32_t disagreements(std::uint32_t size) {
  const auto position = qipu::Position::from_fen(std::string_view(input, size));
  if (!position) return -1;
  const auto moves = position->legal_moves();
  std::int32_t n = 0;
  for (int from = 0; from < qipu::Square::count; ++from)
    for (int to = 0; to < qipu::Square::count; ++to) {
      const qipu::Move move{qipu::Square::at(from), qipu::Square::at(to)};
      n += moves.contains(move) != position->is_legal(move);
    }
  return n;
}

/// Nodes, checks, captures and keys of the fingerprint.
__attribute__((export_name("fingerprint"))) std::uint64_t fingerprint(std::int32_t field) {
  static const qipu::Fingerprint print = qipu::fingerprint();
  const std::uint64_t fields[] = {print.nodes, print.checks, print.captures, print.keys};
  return fields[field & 3];
}
}
