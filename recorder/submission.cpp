#include "recorder/submission.hpp"

#include <algorithm>
#include <optional>

#include "formats/read.hpp"
#include "formats/repair/repair.hpp"
#include "recorder/decision.hpp"
#include "recorder/duties.hpp"

namespace qipu::recorder {
namespace {

constexpr std::size_t largest_file = 1 << 20;
constexpr std::size_t most_plies = 2000;

std::optional<formats::Encoding> encoding_of(std::string_view text) {
  for (const auto encoding : {formats::Encoding::utf8, formats::Encoding::utf16, formats::Encoding::gb18030,
                              formats::Encoding::big5})
    if (formats::name(encoding) == text) return encoding;
  return text == "gbk" ? std::optional(formats::Encoding::gb18030) : std::nullopt;
}

// What the first readings of a repair would change, for the person who handed the record in.
void add_candidates(Problem& problem, const formats::ParseOutcome& outcome) {
  repair::Evidence evidence;
  for (const Move move : outcome.record.main_line()) evidence.entries.push_back(repair::entry_of(move));
  for (const auto& text : outcome.unread) evidence.entries.push_back(repair::entry_of(text));
  if (evidence.entries.size() > most_plies) return;
  constexpr std::size_t shown = 3;
  const auto diagnosis = repair::repair(evidence, shown, {150'000, 100'000, 200'000});
  for (const auto& candidate : diagnosis.candidates) {
    std::string text;
    for (const auto& edit : candidate.edits)
      text += (text.empty() ? "" : "; ") + std::to_string(edit.ply) + " " + edit.was +
              (edit.now_zh.empty() ? "" : " → " + edit.now_zh);
    problem.params.emplace_back("candidate", std::move(text));
  }
}

std::optional<tournament::Result> stated_result(const formats::Record& record) {
  switch (record.result) {
    case formats::StatedResult::red_wins:
      return tournament::Result{Outcome::red_wins, tournament::ResultKind::resign, true};
    case formats::StatedResult::black_wins:
      return tournament::Result{Outcome::black_wins, tournament::ResultKind::resign, true};
    case formats::StatedResult::draw:
      return tournament::Result{Outcome::draw, tournament::ResultKind::agreed, true};
    default:
      return std::nullopt;
  }
}

// Names that a file states and the pairing does not know, or has the other way round.
void compare_players(const formats::Record& record, const std::string& red, const std::string& black,
                     std::vector<Problem>& warnings) {
  const std::string* says_red = record.header("Red");
  const std::string* says_black = record.header("Black");
  if (!says_red || !says_black || says_red->empty() || says_black->empty()) return;
  if (*says_red == red && *says_black == black) return;
  const bool swapped = *says_red == black && *says_black == red;
  warnings.push_back(swapped ? refused("record.colours_swapped", "棋谱里红黑与编排相反",
                                       "the record has the colours the other way round than the pairing")
                             : refused("record.players_differ", "棋谱里的棋手与编排不同",
                                       "the record names other players than the pairing"));
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '\r' || c == '\n') continue;
    if (c == '=') break;
    const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+' || c == '-' ? 62
                      : c == '/' || c == '_' ? 63
                                             : -1;
    if (value < 0) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(group >> bits & 0xff);
    }
  }
  return bytes;
}

std::expected<Submission, Problem> read_submission(std::string_view content_base64, std::string_view format,
                                                   std::string_view encoding) {
  if (content_base64.size() > largest_file * 4 / 3 + 1024)
    return std::unexpected(
        refused("record.too_large", "棋谱文件超过 1 MiB", "the file is larger than 1 MiB"));
  const auto bytes = from_base64(content_base64);
  if (!bytes || bytes->empty())
    return std::unexpected(refused("record.base64", "内容不是 base64", "the content is no base64"));
  formats::ReadOptions options;
  if (!encoding.empty()) {
    options.encoding = encoding_of(encoding);
    if (!options.encoding)
      return std::unexpected(refused("record.encoding", "不认识的编码", "the encoding is unknown"));
  }
  const std::string name =
      format.empty() || format == "text" ? std::string() : "record." + std::string(format.substr(0, 16));
  options.name = name;
  std::vector<formats::ParseOutcome> games;
  const auto summary =
      formats::read_records(formats::bytes_of(*bytes), options, [&](formats::ParseOutcome&& game) {
        games.push_back(std::move(game));
        return games.size() < 2;
      });
  if (games.empty())
    return std::unexpected(summary.fault ? *summary.fault
                                         : refused("record.none", "这不是棋谱", "this is no record"));
  if (games.size() > 1)
    return std::unexpected(refused("record.several", "文件里不止一盘棋，请只交这一盘",
                                   "the file holds several games; hand in this one alone"));
  Submission submission{std::move(games.front()), {}, {}};
  auto& outcome = submission.outcome;
  if (outcome.faulty_start || !(outcome.record.start.pieces == Setup::start().pieces) ||
      outcome.record.start.to_move != Side::red)
    return std::unexpected(refused("record.start", "不是从开局局面开始的棋谱",
                                   "the record does not start from the opening position"));
  submission.moves = outcome.record.main_line();
  submission.warnings = outcome.warnings;
  if (outcome.first_error && !outcome.record.illegal_last) {
    Problem problem = *outcome.first_error;
    if (!problem.at) problem.at = Place{};
    if (!problem.at->ply) problem.at->ply = static_cast<std::uint32_t>(submission.moves.size() + 1);
    problem.params.emplace_back("legal_plies", std::to_string(submission.moves.size()));
    for (const Problem& warning : outcome.warnings) problem.params.emplace_back("warning", warning.code);
    add_candidates(problem, outcome);
    return std::unexpected(problem);
  }
  if (submission.moves.empty())
    return std::unexpected(refused("record.empty", "棋谱里没有着法", "the record has no moves"));
  if (submission.moves.size() > most_plies)
    return std::unexpected(refused("record.too_long", "着数过多", "too many moves"));
  return submission;
}

Decided Decider::operator()(const RecordSubmit& c) const {
  const auto game = game_of(c.game);
  if (!game) return std::unexpected(game.error());
  if (auto no = may_write(**game)) return std::unexpected(*no);
  auto submission = read_submission(c.content_base64, c.format, c.encoding);
  if (!submission) return std::unexpected(submission.error());
  const GameId id = (*game)->id;
  const auto& sheet = state_.game(id).sheet;
  const auto by = context_.by.entrant ? std::optional(context_.by.entrant->no) : std::nullopt;
  const auto name_of = [&](EntrantNo no) {
    const auto* entrant = state_.find(EntrantId{id.round.section, no});
    return entrant ? entrant->person.name : std::string();
  };
  compare_players(submission->outcome.record, name_of((*game)->red), name_of((*game)->black),
                  submission->warnings);
  const auto stated = stated_result(submission->outcome.record);
  if (stated && (*game)->result && (*game)->result->played && (*game)->result->outcome != stated->outcome)
    submission->warnings.push_back(refused("record.result_differs", "棋谱所记结果与登记的结果不同",
                                           "the record states another result than the registered one"));
  Decision decision;
  RecordSubmitted fact{id,     source_for(**game) == Source::player ? Source::file : source_for(**game),
                       by,     std::string(formats::name(submission->outcome.format)),
                       stated, {}};
  for (const Problem& warning : submission->warnings) fact.warnings.push_back(warning.code);
  // Another's record that stands already is not written over: the two are compared.
  const bool beside =
      !sheet.plies.empty() && source_for(**game) == Source::opponent && sheet.moves() != submission->moves;
  if (beside) {
    decision.facts.push_back(VersionFiled{id, submission->moves, Source::opponent, by});
  } else if (sheet.moves() != submission->moves || !sheet.tail.empty() || !sheet.gaps.empty()) {
    MovesReplaced moves{
        id, 0, submission->moves, std::vector<Mark>(submission->moves.size(), Mark::none), {}, Source::file};
    if (submission->outcome.record.illegal_last) {
      moves.moves.push_back(*submission->outcome.record.illegal_last);
      moves.marks.push_back(Mark::illegal_as_played);
    }
    decision.facts.push_back(std::move(moves));
  }
  if (!beside) decision.facts.push_back(std::move(fact));
  decision.answer.accepted = !beside;
  decision.answer.ply = static_cast<int>(beside ? sheet.plies.size() : submission->moves.size());
  decision.answer.warnings = std::move(submission->warnings);
  return decision;
}

}  // namespace qipu::recorder
