#include "server/cli/check_line.hpp"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "engine/rules/judge.hpp"
#include "formats/encoding.hpp"
#include "server/cli/problem_json.hpp"

namespace qipu::cli {
namespace {

using formats::ParseOutcome;
using formats::Record;
using formats::StatedResult;
using Json = rapidjson::Writer<rapidjson::StringBuffer>;

void put(Json& json, std::string_view text) {
  json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}
void put(Json& json, const char* key, std::string_view text) {
  json.Key(key);
  put(json, text);
}
void raw(Json& json, const std::string& text) {
  json.RawValue(text.data(), text.size(), rapidjson::kObjectType);
}

/// The main line played out.
struct Played {
  Setup start, end;
  std::uint32_t plies = 0;
  Terminal terminal = Terminal::none;
};

Played play(const ParseOutcome& outcome) {
  Played played;
  if (outcome.faulty_start) {
    played.start = played.end = *outcome.faulty_start;
    return played;
  }
  const Record& record = outcome.record;
  played.start = record.start;
  Position position = *Position::from(record.start);
  int quiet = record.start.quiet_plies, number = record.start.move_number;
  for (std::uint32_t n = record.first; n != formats::Node::none; n = record.nodes[n].first_child) {
    number += position.to_move() == Side::black;
    quiet = position.make(record.nodes[n].move).captured ? 0 : quiet + 1;
    ++played.plies;
  }
  played.end = position.setup();
  played.end.quiet_plies = quiet;
  played.end.move_number = number;
  played.terminal = position.terminal();
  return played;
}

std::string name_of(const ParseOutcome& outcome, std::string_view header) {
  const std::string* value = outcome.record.header(header);
  return value ? *value : "";
}

std::string rulings_json(const Record& record) {
  const rules::Verdict verdict = rules::judge(record.game());
  rapidjson::StringBuffer buffer;
  Json json(buffer);
  json.StartObject();
  put(json, "must_change", rules::name(verdict.must_change));
  put(json, "if_unchanged", rules::name(verdict.if_unchanged));
  put(json, "stage", rules::name(verdict.stage));
  put(json, "certainty", rules::name(verdict.certainty));
  put(json, "red", rules::name(verdict.red.conduct_class));
  put(json, "black", rules::name(verdict.black.conduct_class));
  json.EndObject();
  return buffer.GetString();
}

}  // namespace

CheckedGame check_line(const ParseOutcome& outcome, const std::string& file, std::uint32_t game,
                       const CheckOptions& options) {
  const Played played = play(outcome);
  const Record& record = outcome.record;
  const bool stated = record.result != StatedResult::unknown;
  const bool complete = !outcome.first_error && record.gaps.empty() && !outcome.faulty_start &&
                        (stated || played.terminal != Terminal::none);
  CheckedGame checked;
  checked.finding = !complete && !outcome.deleted;
  if (!options.json) {
    std::string& line = checked.line;
    line = file + " #" + std::to_string(game) + ": " + std::string(formats::name(outcome.format)) + ", " +
           std::to_string(played.plies) + (options.zh ? " 着, " : " plies, ") +
           std::string(text(record.result));
    if (const std::string red = name_of(outcome, "Red"), black = name_of(outcome, "Black");
        !red.empty() || !black.empty())
      line += ", " + red + " – " + black;
    if (outcome.deleted) line += options.zh ? ", 已删除" : ", deleted";
    if (outcome.first_error)
      line += "\n  " + std::string(options.zh ? "第 " : "ply ") + std::to_string(played.plies + 1) +
              (options.zh ? " 着: " : ": ") +
              (options.zh ? outcome.first_error->message.zh : outcome.first_error->message.en) +
              (outcome.first_error->at && outcome.first_error->at->text
                   ? " (" + *outcome.first_error->at->text + ")"
                   : "");
    for (const Problem& p : outcome.warnings) line += "\n  " + (options.zh ? p.message.zh : p.message.en);
    line += '\n';
    return checked;
  }
  rapidjson::StringBuffer buffer;
  Json json(buffer);
  json.StartObject();
  put(json, "file", file);
  json.Key("game"), json.Uint(game);
  put(json, "format", formats::name(outcome.format));
  put(json, "encoding", formats::name(outcome.encoding));
  put(json, "start_fen", to_fen(played.start));
  json.Key("plies"), json.Uint(played.plies);
  put(json, "final_fen", to_fen(played.end));
  put(json, "result", text(record.result));
  put(json, "result_text", record.result_text);
  put(json, "terminal", name(played.terminal));
  json.Key("complete"), json.Bool(complete);
  json.Key("deleted"), json.Bool(outcome.deleted);
  json.Key("variations"), json.Uint(variations(record));
  json.Key("comments"), json.Uint(comments(record));
  const auto problem_at_file = [&](Problem p) {
    if (!p.at) p.at = Place{};
    p.at->file = file;
    p.at->game = game;
    raw(json, problem_json(p, options.zh));
  };
  json.Key("first_error");
  if (outcome.first_error) {
    Problem p = *outcome.first_error;
    if (!p.at) p.at = Place{};
    p.at->ply = played.plies + 1;
    problem_at_file(std::move(p));
  } else {
    json.Null();
  }
  json.Key("warnings");
  json.StartArray();
  for (const Problem& p : outcome.warnings) problem_at_file(p);
  json.EndArray();
  json.Key("illegal_last");
  record.illegal_last ? put(json, iccs(*record.illegal_last)) : static_cast<void>(json.Null());
  json.Key("headers");
  json.StartObject();
  for (const auto& [key, value] : record.headers) put(json, key.c_str(), value);
  json.EndObject();
  if (options.rulings && !outcome.faulty_start) {
    json.Key("rulings");
    raw(json, rulings_json(record));
  }
  json.EndObject();
  checked.line = std::string(buffer.GetString(), buffer.GetSize()) + "\n";
  return checked;
}

CheckedGame check_line(const Problem& fault, const std::string& file, const CheckOptions& options) {
  CheckedGame checked;
  checked.finding = true;
  if (!options.json) {
    checked.line = file + ": " + (options.zh ? fault.message.zh : fault.message.en) + "\n";
    return checked;
  }
  Problem p = fault;
  if (!p.at) p.at = Place{};
  p.at->file = file;
  rapidjson::StringBuffer buffer;
  Json json(buffer);
  json.StartObject();
  put(json, "file", file);
  json.Key("game"), json.Uint(0);
  for (const char* key : {"format", "start_fen", "final_fen"}) json.Key(key), json.Null();
  put(json, "encoding", "none");
  json.Key("plies"), json.Uint(0);
  put(json, "result", "*");
  put(json, "result_text", "");
  put(json, "terminal", "none");
  json.Key("complete"), json.Bool(false);
  json.Key("deleted"), json.Bool(false);
  json.Key("variations"), json.Uint(0);
  json.Key("comments"), json.Uint(0);
  json.Key("first_error");
  raw(json, problem_json(p, options.zh));
  json.Key("warnings"), json.StartArray(), json.EndArray();
  json.Key("headers"), json.StartObject(), json.EndObject();
  json.EndObject();
  checked.line = std::string(buffer.GetString(), buffer.GetSize()) + "\n";
  return checked;
}

}  // namespace qipu::cli
