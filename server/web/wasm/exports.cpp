// The engine for the pages: text in, text out. The caller writes UTF-8 at input_at(), calls, and reads the
// returned number of bytes at output_at(). Fields are separated by tabs, rows by line ends. Every call stands
// for itself.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/game.hpp"
#include "engine/position.hpp"
#include "formats/notation/resolve.hpp"
#include "server/web/wasm/runtime.hpp"

namespace {

using namespace qipu;

constexpr std::size_t kInput = 64 * 1024;
char input[kInput];
// Made anew at the start of each call, read by the caller after it, never destroyed.
alignas(std::string) unsigned char output_room[sizeof(std::string)];
std::string& output = reinterpret_cast<std::string&>(output_room);

std::string_view begin(std::int32_t size) {
  begin_call();
  std::construct_at(&output);
  output.reserve(16 * 1024);
  return {input, static_cast<std::size_t>(size)};
}

std::string_view next_field(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view field = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  return field;
}

void put(std::string_view field) {
  output += field;
  output += '\t';
}
void put(int number) { put(std::to_string(number)); }
void end_row() { output.back() = '\n'; }

std::int32_t finished() { return static_cast<std::int32_t>(output.size()); }

std::int32_t refuse(std::string_view code, std::string_view zh, std::string_view en) {
  output.clear();
  put("error"), put(code), put(zh), put(en), end_row();
  return finished();
}
std::int32_t refuse(const Problem& problem) {
  return refuse(problem.code, problem.message.zh, problem.message.en);
}

/// As players write it: 炮二平五, 马8进7.
std::string words(const Position& position, Move move) {
  return notation::write_chinese(position, move, notation::Script::ascii);
}

}  // namespace

extern "C" {

__attribute__((export_name("input_at"))) char* input_at() { return input; }
__attribute__((export_name("input_size"))) std::int32_t input_size() { return kInput; }
__attribute__((export_name("output_at"))) const char* output_at() { return output.data(); }

/// In: FEN, then one move a row in any notation. Out: a row "ok plies fen check terminal quiet occurrences",
/// a row per ply that could be played "iccs notation capture check", and where it stopped a row "stop code zh
/// en".
__attribute__((export_name("play"))) std::int32_t play(std::int32_t size) {
  std::string_view rest = begin(size);
  const auto setup = parse_fen(next_field(rest, '\n'));
  if (!setup) return refuse(setup.error());
  const auto checked = Position::from(*setup);
  if (!checked) return refuse(problem(checked.error()));
  Game game(*checked, setup->quiet_plies, setup->move_number);
  std::string rows;
  output.clear();
  while (!rest.empty()) {
    const std::string_view text = next_field(rest, '\n');
    const auto read = notation::resolve(game.position(), text);
    if (!read) {
      const Problem fault = notation::problem(read.error(), text);
      put("stop"), put(fault.code), put(fault.message.zh), put(fault.message.en);
      put(read.error().move ? iccs(*read.error().move) : std::string()), end_row();
      break;
    }
    const Move move = read->move;
    const std::string said = words(game.position(), move);
    if (const auto played = game.play(move); !played) {
      const Text why = explain(played.error());
      put("stop"), put(code(played.error())), put(why.zh), put(why.en), end_row();
      break;
    }
    put(iccs(move)), put(said), put(game.captured_at(game.ply())), put(game.checked_at(game.ply())),
        end_row();
  }
  rows.swap(output);
  put("ok"), put(game.ply()), put(to_fen(game.setup())), put(game.position().in_check());
  put(name(game.position().terminal())), put(game.quiet_plies()), put(game.occurrences()), end_row();
  output += rows;
  return finished();
}

/// In: FEN. Out: a row "iccs notation" for every legal move.
__attribute__((export_name("legal"))) std::int32_t legal(std::int32_t size) {
  const auto position = Position::from_fen(begin(size));
  if (!position) return refuse(position.error());
  output.clear();
  for (Move move : position->legal_moves()) put(iccs(move)), put(words(*position, move)), end_row();
  return finished();
}

/// In: FEN, then a move in ICCS. Out: "code zh en", or nothing when the move is legal.
__attribute__((export_name("why"))) std::int32_t why(std::int32_t size) {
  std::string_view rest = begin(size);
  const auto position = Position::from_fen(next_field(rest, '\n'));
  if (!position) return refuse(position.error());
  output.clear();
  if (const auto move = Move::parse(rest))
    if (const auto reason = position->why_illegal(*move)) {
      const Text text = explain(*reason);
      put(code(*reason)), put(text.zh), put(text.en), end_row();
    }
  return finished();
}
}
