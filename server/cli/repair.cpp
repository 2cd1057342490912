#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdio>
#include <memory>
#include <string>

#include "formats/notation/chinese.hpp"
#include "formats/repair/from_record.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/repair_input.hpp"

namespace qipu::cli {
namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

struct Options {
  std::string file, final_fen, result, lang;
  std::uint32_t game = 1;
  std::size_t limit = 10;
  bool json = false;
};

int refuse(const Options& options, const Problem& problem, int exit_code) {
  print_error(problem, options.json, speak_chinese(options.lang));
  return exit_code;
}

qipu::Outcome outcome_of(const std::string& text, formats::StatedResult stated) {
  if (text == "1-0" || text == "red") return qipu::Outcome::red_wins;
  if (text == "0-1" || text == "black") return qipu::Outcome::black_wins;
  if (text == "1/2-1/2" || text == "draw") return qipu::Outcome::draw;
  if (!text.empty()) return qipu::Outcome::none;
  switch (stated) {
    case formats::StatedResult::red_wins:
      return qipu::Outcome::red_wins;
    case formats::StatedResult::black_wins:
      return qipu::Outcome::black_wins;
    case formats::StatedResult::draw:
      return qipu::Outcome::draw;
    default:
      return qipu::Outcome::none;
  }
}

void put(Json& json, const char* key, std::string_view text) {
  json.Key(key);
  json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

std::string_view kind_name(const repair::Edit& edit) {
  switch (edit.kind) {
    case repair::Edit::replace:
      return "replace";
    case repair::Edit::insert:
      return "insert";
    case repair::Edit::erase:
      return "delete";
    default:
      return "swap";
  }
}

// What stands at the edit's ply in the repaired record; nothing where an entry is only taken out.
std::optional<Move> now(const repair::Edit& edit, const repair::Candidate& candidate) {
  if (edit.kind == repair::Edit::erase) return std::nullopt;
  if (edit.now) return edit.now;
  const auto at = static_cast<std::size_t>(edit.ply - 1);
  return at < candidate.moves.size() ? std::optional(candidate.moves[at]) : std::nullopt;
}

Position before(const Position& start, const repair::Candidate& candidate, int ply) {
  Position position = start;
  for (int i = 0; i + 1 < ply && i < static_cast<int>(candidate.moves.size()); ++i)
    position.make(candidate.moves[static_cast<std::size_t>(i)]);
  return position;
}

void put_edit(Json& json, const repair::Edit& edit, const Position& start,
              const repair::Candidate& candidate) {
  json.StartObject();
  json.Key("ply"), json.Int(edit.ply);
  put(json, "kind", kind_name(edit));
  put(json, "was", edit.was);
  const auto move = now(edit, candidate);
  if (move) {
    put(json, "now", iccs(*move));
    put(json, "now_zh", notation::write_chinese(before(start, candidate, edit.ply), *move));
  } else {
    json.Key("now"), json.Null();
    json.Key("now_zh"), json.Null();
  }
  json.Key("column"), json.Bool(edit.column);
  json.EndObject();
}

std::string final_fen(const formats::Record& record, const repair::Candidate& candidate) {
  auto game = Game::from(record.start);
  if (!game) return "";
  for (const Move move : candidate.moves) (void)game->play(move);
  return to_fen(game->setup());
}

std::string diagnosis_json(const RepairInput& parsed, const repair::Diagnosis& diagnosis, bool zh) {
  rapidjson::StringBuffer buffer;
  Json json(buffer);
  const Position start = Position::from(parsed.record.start).value_or(Position::start());
  json.StartObject();
  json.Key("candidates");
  json.StartArray();
  for (const repair::Candidate& candidate : diagnosis.candidates) {
    json.StartObject();
    json.Key("edits");
    json.StartArray();
    for (const repair::Edit& edit : candidate.edits) put_edit(json, edit, start, candidate);
    json.EndArray();
    json.Key("plies"), json.Uint64(candidate.moves.size());
    put(json, "final_fen", final_fen(parsed.record, candidate));
    json.Key("cost"), json.Double(candidate.cost);
    json.Key("unique"), json.Bool(candidate.unique);
    json.Key("complete"), json.Bool(candidate.complete);
    json.Key("places"), json.Int(candidate.places);
    json.Key("final_squares"), json.Int(candidate.final_squares);
    json.Key("moves");
    json.StartArray();
    for (const Move move : candidate.moves) json.String(iccs(move).c_str());
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.Key("contradicted"), json.Bool(diagnosis.contradicted);
  json.Key("legal_plies"), json.Int(diagnosis.legal_plies);
  json.Key("overlooked_check");
  if (diagnosis.overlooked_check) {
    json.StartObject();
    json.Key("ply"), json.Int(diagnosis.overlooked_check->ply);
    put(json, "move", iccs(diagnosis.overlooked_check->move));
    json.EndObject();
  } else {
    json.Null();
  }
  json.Key("second_game_at");
  if (diagnosis.second_game_at) {
    json.Int(*diagnosis.second_game_at);
  } else {
    json.Null();
  }
  json.Key("final_doubtful");
  if (diagnosis.final_doubtful) {
    json.Int(*diagnosis.final_doubtful);
  } else {
    json.Null();
  }
  json.Key("search_cut_short"), json.Bool(diagnosis.budget_spent);
  json.Key("first_error");
  if (parsed.first_error) {
    const std::string error = problem_json(*parsed.first_error, zh);
    json.RawValue(error.data(), error.size(), rapidjson::kObjectType);
  } else {
    json.Null();
  }
  json.EndObject();
  return buffer.GetString();
}

std::string sentence(const repair::Edit& edit, const Position& start, const repair::Candidate& candidate,
                     bool zh) {
  const auto move = now(edit, candidate);
  const std::string said = move ? notation::write_chinese(before(start, candidate, edit.ply), *move) : "";
  const std::string ply = std::to_string(edit.ply),
                    column = edit.column ? (zh ? "（只动这一方的栏）" : " (this side's column only)") : "";
  switch (edit.kind) {
    case repair::Edit::replace:
      return (zh ? "第 " + ply + " 着 " + edit.was + " 改为 " + said
                 : "ply " + ply + ": " + edit.was + " becomes " + said) +
             column;
    case repair::Edit::insert:
      return (zh ? "第 " + ply + " 着补 " + said : "ply " + ply + ": " + said + " was left out") + column;
    case repair::Edit::erase:
      return (zh ? "第 " + ply + " 着 " + edit.was + " 多记，删去"
                 : "ply " + ply + ": " + edit.was + " is one too many") +
             column;
    default:
      return (zh ? "第 " + ply + " 着起 " + edit.was + " 前后颠倒"
                 : "from ply " + ply + ": " + edit.was + " are exchanged") +
             column;
  }
}

void print(const RepairInput& parsed, const repair::Diagnosis& diagnosis, bool zh) {
  const Position start = Position::from(parsed.record.start).value_or(Position::start());
  if (!diagnosis.contradicted) std::printf("%s\n", zh ? "复盘无矛盾" : "nothing contradicts this record");
  int number = 0;
  for (const repair::Candidate& candidate : diagnosis.candidates) {
    std::string line = std::to_string(++number) + ". ";
    for (std::size_t i = 0; i < candidate.edits.size(); ++i)
      line += (i ? (zh ? "；" : "; ") : "") + sentence(candidate.edits[i], start, candidate, zh);
    if (candidate.unique) line += zh ? "（唯一）" : " (the only one)";
    if (candidate.places > 1)
      line += zh ? "（另有 " + std::to_string(candidate.places - 1) + " 处也通）"
                 : " (fits at " + std::to_string(candidate.places - 1) + " other plies too)";
    if (!candidate.complete) line += zh ? "（之后仍有不通的着）" : " (the rest does not read to the end)";
    std::printf("%s\n", line.c_str());
  }
  if (diagnosis.overlooked_check)
    std::printf(zh ? "如果第 %d 着 %s 确实这样走了（漏应将），其余都通\n"
                   : "if ply %d, %s, was really played (a check overlooked), all the rest fits\n",
                diagnosis.overlooked_check->ply, iccs(diagnosis.overlooked_check->move).c_str());
  if (diagnosis.final_doubtful)
    std::printf(zh ? "记录本身走得通，也可能是给出的终局有 %d 处不对\n"
                   : "the record reads; the final position given may be wrong on %d points\n",
                *diagnosis.final_doubtful);
  if (diagnosis.second_game_at)
    std::printf(zh ? "从第 %d 着起像是另一局\n" : "from ply %d on it looks like another game\n",
                *diagnosis.second_game_at);
}

int run(const Options& options) {
  repair::Known known;
  if (!options.final_fen.empty()) {
    const auto final = Position::from_fen(options.final_fen);
    if (!final) return refuse(options, final.error(), wrong_usage);
    known.final = *final;
  }
  const auto parsed = read_repair_input(options.file, options.game);
  if (!parsed) return refuse(options, parsed.error(), no_input);
  known.result = outcome_of(options.result, parsed->record.result);
  const repair::Diagnosis diagnosis =
      repair::repair_record(parsed->record, parsed->unread, known, parsed->written, options.limit);
  const bool zh = speak_chinese(options.lang);
  if (options.json) {
    std::printf("%s\n", diagnosis_json(*parsed, diagnosis, zh).c_str());
  } else {
    print(*parsed, diagnosis, zh);
  }
  return diagnosis.contradicted ? findings : fine;
}

}  // namespace

void add_repair(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("repair", "The smallest edits after which a damaged record is legal (修谱)");
  command->add_option("file", options->file, "A record in any format; - is standard input")->required();
  command->add_option("--game", options->game, "Which game of the file")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--final-fen", options->final_fen,
                      "The position at the end of the game, where it is known");
  command->add_option("--result", options->result, "The registered result; the record's own when left out")
      ->check(CLI::IsMember({"1-0", "0-1", "1/2-1/2", "*", "red", "black", "draw"}));
  command->add_option("--limit", options->limit, "At most this many candidates")
      ->check(CLI::Range(1, 50))
      ->capture_default_str();
  command->add_option("--lang", options->lang, "zh or en; the locale's when left out")
      ->check(CLI::IsMember({"zh", "en"}));
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: qipu repair sheet.pgn --final-fen \"3k5/9/9/9/9/9/9/9/9/R3K4 b\" --json");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
