// One move in whatever notation people type or paste: Chinese, WXF, ICCS, UCI or WinBoard's SAN, also in
// full-width letters. The single entry for a pasted move; readers of whole files use the notations one by
// one.
#pragma once

#include <string>
#include <string_view>

#include "engine/problem.hpp"
#include "formats/notation/chinese.hpp"
#include "formats/notation/coordinate.hpp"
#include "formats/notation/wxf.hpp"

namespace qipu::notation {

/// A short piece of text with full-width letters, digits and signs made ASCII. `size` 0: too long for a move
/// or not ASCII.
struct Folded {
  char data[12];
  std::size_t size = 0;
  std::string_view view() const { return {data, size}; }
};
Folded fold(std::string_view text);

/// The legal move that `text` (UTF-8, one move, perhaps with a move number before and !? after it) means.
/// `prefer` decides where a text is a move in two notations (h2e2 with ranks 0–9 or 1–10, E0a2).
Resolution resolve(const Position& position, std::string_view text, Notation prefer = Notation::iccs);

std::string_view name(Notation notation);  ///< "chinese", "wxf", "iccs", "uci", "san"

/// The fault for the person: code "move.unreadable", "move.no_piece", "move.ambiguous" or
/// "move.<illegality>", with the text as its place.
Problem problem(const Unresolved& fault, std::string_view text);

}  // namespace qipu::notation
