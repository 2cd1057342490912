// Records of the corpus written in every format and read again, and every legal move of their positions in
// every notation.
#include <gtest/gtest.h>

#include <unordered_set>

#include "formats/notation/resolve.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/record_property.hpp"

namespace qipu::formats {
namespace {

/// Hands every record of the corpus to `take(file, outcome)`.
template <class Take>
void each_record(Take take) {
  for (const std::string& file : corpus_files()) {
    const std::string bytes = bytes_of_file(corpus_folder() / file);
    ReadOptions options;
    options.name = file;
    read_records(bytes_of(bytes), options, [&](ParseOutcome&& outcome) {
      take(file, outcome);
      return !testing::Test::HasFailure();
    });
    if (testing::Test::HasFailure()) return;
  }
}

bool no_losses(const Written& written) { return written.losses.empty(); }

TEST(RoundTrip, EveryLegalMoveOfTheCorpusComesBackInEveryNotation) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  std::unordered_set<std::uint64_t> seen;
  std::uint64_t moves = 0;
  const std::size_t every = std::getenv("QIPU_LONG") ? 1 : 7;
  each_record([&](const std::string& file, const ParseOutcome& outcome) {
    Position position = *Position::from(outcome.record.start);
    for (Move played : outcome.record.main_line()) {
      if (seen.insert(position.key()).second && position.key() % every == 0) {
        for (Move move : position.legal_moves()) {
          ++moves;
          for (const std::string& text : {notation::write_chinese(position, move),
                                          notation::write_wxf(position, move), notation::write_iccs(move)}) {
            const auto back = notation::resolve(position, text);
            ASSERT_TRUE(back && back->move == move) << text << " in " << to_fen(position.setup()) << file;
            ASSERT_FALSE(back->loose) << text << " in " << to_fen(position.setup());
          }
        }
      }
      position.make(played);
    }
  });
  EXPECT_GT(moves, 100'000u);
  std::printf("[ positions ] %zu, %llu moves\n", seen.size(), static_cast<unsigned long long>(moves));
}

TEST(RoundTrip, XqfKeepsAllThatTheFileHeld) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  int files = 0;
  each_record([&](const std::string& file, const ParseOutcome& outcome) {
    if (outcome.format != Format::xqf || outcome.faulty_start) return;
    ++files;
    for (const XqfVersion version : {XqfVersion::v10, XqfVersion::v18}) {
      const Written written = write_xqf(outcome.record, version);
      EXPECT_TRUE(no_losses(written)) << file << written.losses[0].code;
      const auto back = read_game(bytes_of(written.bytes));
      ASSERT_TRUE(back) << file;
      EXPECT_EQ(back->record.start, outcome.record.start) << file;
      EXPECT_EQ(tree_lines(back->record), tree_lines(outcome.record)) << file;
      EXPECT_EQ(back->record.headers, outcome.record.headers) << file;
      EXPECT_EQ(back->record.result, outcome.record.result) << file;
      EXPECT_EQ(back->record.illegal_last, outcome.record.illegal_last) << file;
      EXPECT_EQ(write_xqf(back->record, version).bytes, written.bytes) << file;
    }
  });
  EXPECT_GT(files, 600);
}

/// Whether a record's comments can come through a format that cannot hold `forbidden`.
bool comments_without(const Record& record, std::string_view forbidden) {
  const auto clean = [&](const std::string& text) {
    return text.find_first_of(forbidden) == std::string::npos;
  };
  return clean(record.start_comment) && std::all_of(record.nodes.begin(), record.nodes.end(),
                                                    [&](const Node& n) { return clean(n.comment); });
}

TEST(RoundTrip, PgnKeepsTreeAndCommentsInEveryNotationAndEncoding) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  using notation::Notation;
  int games = 0, with_comments = 0;
  each_record([&](const std::string& file, const ParseOutcome& outcome) {
    const Record& record = outcome.record;
    ++games;
    for (const PgnOptions& options :
         {PgnOptions{Notation::chinese, Encoding::utf8}, PgnOptions{Notation::wxf, Encoding::gb18030},
          PgnOptions{Notation::iccs, Encoding::utf8}, PgnOptions{Notation::chinese, Encoding::gb18030},
          PgnOptions{Notation::chinese, Encoding::big5}}) {
      const Written written = write_pgn(record, options);
      const bool texts = comments_without(record, "}") && no_losses(written);
      with_comments += texts && comments(record) > 0;
      EXPECT_EQ(round_trip_fault(record, written.bytes, "PGN", true, texts), "")
          << file << " notation " << static_cast<int>(options.notation);
    }
  });
  EXPECT_GT(games, 2900);
  EXPECT_GT(with_comments, 100);
}

TEST(RoundTrip, DhtmlXqKeepsTreeAndComments) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  each_record([&](const std::string& file, const ParseOutcome& outcome) {
    EXPECT_EQ(round_trip_fault(outcome.record, write_dhtmlxq(outcome.record).bytes, "DhtmlXQ", false, false),
              "")
        << file;
    // Branches are numbered by line in DhtmlXQ, so the order of siblings is that of the tree again.
    const auto back = read_game(bytes_of(write_dhtmlxq(outcome.record).bytes));
    ASSERT_TRUE(back) << file;
    EXPECT_EQ(tree_lines(back->record), tree_lines(outcome.record)) << file;
  });
}

TEST(RoundTrip, WxfAndIccsKeepTheMainLine) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  each_record([&](const std::string& file, const ParseOutcome& outcome) {
    const Record& record = outcome.record;
    EXPECT_EQ(round_trip_fault(record, write_wxf(record).bytes, "WXF", false, false), "") << file;
    if (!record.nodes.empty()) {
      EXPECT_EQ(round_trip_fault(record, write_iccs(record).bytes, "ICCS", false, false), "") << file;
    }
  });
}

}  // namespace
}  // namespace qipu::formats
