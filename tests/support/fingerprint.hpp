// What the engine makes of the start position to depth 4, in four numbers; native and in WebAssembly.
#pragma once

#include <cstdint>

#include "engine/position.hpp"

namespace qipu {

struct Fingerprint {
  std::uint64_t nodes = 0, checks = 0, captures = 0;
  std::uint64_t keys = 0;  ///< of all positions reached, summed
};

inline void add_to(Fingerprint& print, Position& position, int depth) {
  for (Move move : position.legal_moves()) {
    ++print.nodes;
    print.captures += position.at(move.to).has_value();
    print.checks += position.gives_check(move);
    const auto undo = position.make(move);
    print.keys += position.key();
    if (depth > 1) add_to(print, position, depth - 1);
    position.unmake(move, undo);
  }
}

inline Fingerprint fingerprint() {
  Fingerprint print;
  Position start = Position::start();
  add_to(print, start, 4);
  return print;
}

}  // namespace qipu
