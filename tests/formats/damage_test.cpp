// Damaged files: cut at every byte, changed at random. Nothing crashes, what is read holds, and what is not
// read is said.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/support/corpus.hpp"
#include "tests/support/record_property.hpp"
#include "tests/support/record_samples.hpp"

namespace qipu::formats {
namespace {

TEST(Samples, EachReadsWithoutFault) {
  for (const RecordSample& sample : record_samples()) {
    const CorpusFile read = read_all(sample.bytes, sample.name);
    ASSERT_FALSE(read.summary.fault) << sample.name << " " << read.summary.fault->code;
    ASSERT_FALSE(read.games.empty()) << sample.name;
    for (const ParseOutcome& outcome : read.games) {
      EXPECT_FALSE(outcome.first_error) << sample.name << " " << outcome.first_error->code;
      EXPECT_GE(outcome.record.main_line().size(), 2u) << sample.name;
    }
    EXPECT_EQ(reading_fault(sample.bytes, sample.name), "") << sample.name;
  }
}

TEST(Samples, LibraryMarksItsDeletedSlot) {
  const CorpusFile read = read_all(samples::cbl());
  ASSERT_EQ(read.games.size(), 2u);
  EXPECT_FALSE(read.games[0].deleted);
  EXPECT_TRUE(read.games[1].deleted);
}

/// The main line of the cut file must be a beginning of the whole one's.
void cut_everywhere(const std::string& name, const std::string& bytes, std::size_t step) {
  const CorpusFile whole = read_all(bytes, name);
  ASSERT_FALSE(whole.games.empty()) << name;
  const auto line = whole.games[0].record.main_line();
  for (std::size_t size = 0; size < bytes.size(); size += step) {
    const std::string cut = bytes.substr(0, size);
    ASSERT_EQ(reading_fault(cut, name, size % 31 == 0), "") << name << " cut to " << size;
    const CorpusFile part = read_all(cut, name);
    if (part.games.empty()) continue;
    const auto got = part.games[0].record.main_line();
    // The last move may be another one when its own text is cut.
    const std::size_t sure = got.empty() ? 0 : got.size() - 1;
    ASSERT_LE(sure, line.size()) << name << " cut to " << size;
    ASSERT_TRUE(std::equal(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(sure), line.begin()))
        << name << " cut to " << size;
  }
}

TEST(Damage, AFileCutAtAnyByteGivesItsBeginning) {
  for (const RecordSample& sample : record_samples())
    cut_everywhere(sample.name, sample.bytes, sample.name == "library.cbl" ? 97 : 1);
}

TEST(Damage, RealFilesCutAnywhereGiveTheirBeginning) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  const auto files = corpus_files();
  for (std::size_t i = 0; i < files.size(); i += std::getenv("QIPU_LONG") ? 1 : 23) {
    const std::string bytes = bytes_of_file(corpus_folder() / files[i]);
    if (bytes.size() > 20000 || read_all(bytes, files[i]).games.empty()) continue;
    cut_everywhere(files[i], bytes, std::getenv("QIPU_LONG") ? 1 : 13);
    if (HasFatalFailure()) return;
  }
}

TEST(Damage, XqfCutInsideItsMovesSaysSo) {
  for (const XqfVersion version : {XqfVersion::v10, XqfVersion::v18}) {
    const std::string bytes = write_xqf(sample_record(), version).bytes;
    for (std::size_t size = 1024; size < bytes.size(); ++size) {
      const CorpusFile part = read_all(bytes.substr(0, size));
      ASSERT_EQ(part.games.size(), 1u);
      const ParseOutcome& outcome = part.games[0];
      EXPECT_TRUE(outcome.first_error || !outcome.warnings.empty()) << size;
    }
  }
}

std::string mutated(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  static constexpr std::string_view bits[] = {"(",
                                              ")",
                                              "{",
                                              "}",
                                              "[",
                                              "]",
                                              "\"",
                                              "\n",
                                              "1-0",
                                              "*",
                                              "炮",
                                              "二",
                                              "平",
                                              "[DhtmlXQ_movelist]",
                                              "\xff",
                                              "\x81",
                                              std::string_view("\0", 1)};
  for (std::size_t edits = 1 + below(4); edits > 0 && !bytes.empty(); --edits) {
    // The front of a binary file decides most, so half of the edits go there or near the end.
    const std::size_t at =
        below(3) ? below(bytes.size()) : bytes.size() - 1 - below(std::min<std::size_t>(bytes.size(), 80));
    switch (below(7)) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes.erase(at, 1 + below(8));
        break;
      case 3:
        bytes.insert(at, bits[below(std::size(bits))]);
        break;
      case 4:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(60)));
        break;
      case 5:
        bytes.replace(at, std::min<std::size_t>(4, bytes.size() - at), 4,
                      static_cast<char>(below(2) ? 0xff : 0));
        break;
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

TEST(Damage, ChangedBytesAreReadOrRefusedAndWhatIsReadHolds) {
  std::mt19937 random(6);
  const auto samples = record_samples();
  const int n = std::getenv("QIPU_LONG") ? 20'000 : 600;
  int read = 0, all = 0;
  for (const RecordSample& sample : samples) {
    const int rounds = sample.name == "library.cbl" ? n / 10 : n;
    for (int i = 0; i < rounds; ++i, ++all) {
      const std::string bytes = mutated(sample.bytes, random);
      ASSERT_EQ(reading_fault(bytes, sample.name), "") << sample.name << " round " << i;
      read += !read_all(bytes, sample.name).games.empty();
    }
  }
  EXPECT_GT(read, all / 2);
  std::printf("[ mutations ] %d files, %d of them records\n", all, read);
}

TEST(Damage, RealFilesChangedAreReadOrRefused) {
  if (!has_corpus()) GTEST_SKIP() << "no corpus at " << corpus_folder();
  std::mt19937 random(7);
  for (const std::string& file : corpus_files()) {
    const std::string bytes = bytes_of_file(corpus_folder() / file);
    if (bytes.size() > 50000) continue;
    for (int i = 0; i < (std::getenv("QIPU_LONG") ? 200 : 4); ++i) {
      ASSERT_EQ(reading_fault(mutated(bytes, random), file), "") << file << " round " << i;
    }
  }
}

}  // namespace
}  // namespace qipu::formats
