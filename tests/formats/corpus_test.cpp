// Real files of every format against what other readers found in them: start, moves, end, result, tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/support/corpus.hpp"

namespace qipu::formats {
namespace {

struct Expected {
  std::uint32_t game = 0;
  std::string status, start_fen, final_fen, result, first_problem;
  std::uint32_t plies = 0;
  std::optional<std::uint32_t> tree_nodes, illegal_nodes;  ///< where the reference counted them
};

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, '\t');) parts.push_back(part);
  parts.resize(13);
  return parts;
}

std::map<std::string, std::vector<Expected>> expectations() {
  std::map<std::string, std::vector<Expected>> by_file;
  std::ifstream in(corpus_folder() / "EXPECTED.tsv");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const auto f = fields(line);
    Expected e;
    e.game = static_cast<std::uint32_t>(std::stoul(f[1]));
    e.status = f[2], e.start_fen = f[3], e.final_fen = f[5], e.result = f[6], e.first_problem = f[8];
    e.plies = f[4].empty() ? 0 : static_cast<std::uint32_t>(std::stoul(f[4]));
    if (!f[9].empty()) e.tree_nodes = static_cast<std::uint32_t>(std::stoul(f[9]));
    if (!f[10].empty()) e.illegal_nodes = static_cast<std::uint32_t>(std::stoul(f[10]));
    by_file[f[0]].push_back(std::move(e));
  }
  return by_file;
}

/// Placement and side of a FEN: all that the expectations state.
std::string placement(const std::string& fen) { return fen.substr(0, fen.find(' ') + 2); }

/// Files whose expectation counts no moves since the reference does not read WXF in full-width letters.
/// `plies` are the full-width moves that stand in the file, counted as words; `fault`: the ply at which one
/// is missing from the file or names two soldiers.
struct FullWidth {
  const char* file;
  std::vector<std::uint32_t> plies;
  bool fault = false;
};
const std::vector<FullWidth>& full_width() {
  static const std::vector<std::uint32_t> fifteen{127, 76, 104, 73,  120, 107, 43, 95,
                                                  99,  85, 81,  124, 125, 45,  74};
  static const std::vector<FullWidth> files{
      {"pgn/wukong-0002.pgn", fifteen},  {"pgn/wukong-0022.pgn", fifteen},
      {"pgn/wukong-0009.pgn", {95}},     {"pgn/wukong-0013.pgn", {85}, true},
      {"pgn/wukong-0015.pgn", {124}},    {"pgn/wukong-0018.pgn", {120}},
      {"pgn/wukong-0019.pgn", {1}},      {"pgn/wukong-0020.pgn", {127}},
      {"pgn/wukong-0021.pgn", {0}, true}};
  return files;
}
const FullWidth* full_width(const std::string& file) {
  const auto& all = full_width();
  const auto it = std::find_if(all.begin(), all.end(), [&](const FullWidth& f) { return file == f.file; });
  return it == all.end() ? nullptr : &*it;
}
/// The draw that this file states as RecordResult 3 (and in words after the last move) is not in the
/// expectation.
bool states_a_draw(const std::string& file) { return file == "cbf/cchess-0002.cbf"; }

void compare(const std::string& file, const Expected& e, const ParseOutcome& outcome) {
  const std::string where = file + " game " + std::to_string(e.game);
  const Record& record = outcome.record;
  const Setup& start = outcome.faulty_start ? *outcome.faulty_start : record.start;
  EXPECT_EQ(placement(to_fen(start)), placement(e.start_fen)) << where;
  EXPECT_EQ(text(record.result), states_a_draw(file) ? "1/2-1/2" : e.result) << where;
  const auto plies = static_cast<std::uint32_t>(record.main_line().size());
  if (const FullWidth* words = full_width(file)) {
    EXPECT_EQ(plies, words->plies.at(e.game - 1)) << where;
    EXPECT_EQ(outcome.first_error.has_value(), words->fault) << where;
    return;
  }
  EXPECT_EQ(plies, e.plies) << where;
  const Setup end = outcome.faulty_start ? start : record.game().position().setup();
  EXPECT_EQ(placement(to_fen(end)), placement(e.final_fen)) << where;
  const bool faulty = e.status == "illegal" || e.status == "unresolved";
  EXPECT_EQ(outcome.first_error.has_value(), faulty)
      << where << (outcome.first_error ? outcome.first_error->code : "");
  if (outcome.first_error && outcome.first_error->at && outcome.first_error->at->ply) {
    EXPECT_EQ(*outcome.first_error->at->ply, e.plies + 1) << where;
  }
  if (!e.tree_nodes || faulty) return;
  // The reference counts illegal moves in variations where it knows of them; here they are cut and reported.
  const bool cut = std::any_of(outcome.warnings.begin(), outcome.warnings.end(),
                               [](const Problem& p) { return p.code.starts_with("variation."); });
  if (e.illegal_nodes) {
    EXPECT_EQ(cut, *e.illegal_nodes > 0) << where;
  }
  if (!cut) {
    EXPECT_EQ(record.nodes.size(), *e.tree_nodes) << where;
  }
}

TEST(Corpus, EveryGameOfEveryFileReadsAsOtherReadersDo) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  std::size_t games = 0, records = 0;
  for (const auto& [file, expected] : expectations()) {
    games += expected.size();
    const CorpusFile read = read_corpus_file(file);
    if (expected[0].status == "not_a_record") {
      EXPECT_TRUE(read.games.empty()) << file;
      EXPECT_TRUE(read.summary.fault) << file;
      continue;
    }
    ASSERT_EQ(read.games.size(), expected.size()) << file;
    records += expected.size();
    for (const Expected& e : expected) compare(file, e, read.games[e.game - 1]);
  }
  EXPECT_GE(games, 2917u);
  EXPECT_GE(records, 2910u);
}

TEST(Corpus, ALegacyLibraryIsRecognised) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  const CorpusFile read = read_corpus_file("cbr/cchess-0006.cbl");
  ASSERT_TRUE(read.summary.fault);
  EXPECT_EQ(read.summary.fault->code, "cbl.legacy");
}

TEST(Corpus, ErrorsNameTheirPlace) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  for (const auto& [file, ply] : {std::pair{"pgn/ccpd-0091.pgn", 89u}, std::pair{"pgn/ccpd-0092.pgn", 82u}}) {
    const CorpusFile read = read_corpus_file(file);
    ASSERT_EQ(read.games.size(), 1u);
    const auto& error = read.games[0].first_error;
    ASSERT_TRUE(error && error->at) << file;
    EXPECT_EQ(error->at->ply, ply);
    EXPECT_TRUE(error->at->line && error->at->column && error->at->text) << file;
  }
}

}  // namespace
}  // namespace qipu::formats
