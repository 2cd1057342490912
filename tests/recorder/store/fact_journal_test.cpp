// The journal: what append() returned for is there, whatever happens to the file, the disk and the process.
#include "recorder/store/fact_journal.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "recorder/store/journal_copy.hpp"

namespace qipu::store {
namespace {

namespace fs = std::filesystem;

class Journal : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "qipu-journal-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string data(const std::string& name = "data") const { return folder_ + "/" + name; }

  static std::vector<JournalEntry> entries(int count, const std::string& mark = "x") {
    std::vector<JournalEntry> list;
    for (int i = 0; i < count; ++i) list.push_back({0, 1000 + i, "chief 甲", "", "Kind", "{\"n\":\"" + mark + std::to_string(i) + "\"}", ""});
    return list;
  }
  static std::unique_ptr<FactJournal> open(const std::string& folder) {
    auto journal = FactJournal::open(folder);
    EXPECT_TRUE(journal) << journal.error().message.en;
    return journal ? std::move(*journal) : nullptr;
  }
  static std::vector<std::string> bodies(FactJournal& journal) {
    std::vector<std::string> list;
    const auto read = journal.read([&](const JournalEntry& entry) { list.push_back(entry.body); });
    EXPECT_TRUE(read) << read.error().message.en;
    return list;
  }
  void filled(const std::string& folder, int count) {
    auto journal = open(folder);
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->read([](const JournalEntry&) {}));
    auto list = entries(count);
    const PersonEntry person{0, 17, "选手 017", "甲队", 1990};
    ASSERT_TRUE(journal->append(list, {&person, 1}));
  }
  static void sql(const std::string& file, const char* text) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &db), SQLITE_OK);
    char* why = nullptr;
    EXPECT_EQ(sqlite3_exec(db, text, nullptr, nullptr, &why), SQLITE_OK) << (why ? why : "");
    sqlite3_free(why);
    sqlite3_close(db);
  }

  std::string folder_;
};

TEST_F(Journal, WhatWasAppendedIsReadAgainInItsOrder) {
  {
    auto journal = open(data());
    ASSERT_TRUE(journal->read([](const JournalEntry&) {}));
    for (int batch = 0; batch < 20; ++batch) {
      auto list = entries(5, std::to_string(batch) + "-");
      ASSERT_TRUE(journal->append(list));
      EXPECT_EQ(list.back().seq, static_cast<std::uint64_t>(batch + 1) * 5);
      EXPECT_EQ(list.back().hash, journal->head());
    }
  }
  auto journal = open(data());
  EXPECT_EQ(bodies(*journal).size(), 100u);
  EXPECT_EQ(journal->last_seq(), 100u);
}

TEST_F(Journal, OneProcessAtATimeHoldsTheFolder) {
  const auto first = open(data());
  const auto second = FactJournal::open(data());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, "store.locked");
}

TEST_F(Journal, EveryChangedByteOfTheChainIsFound) {
  filled(data(), 30);
  for (const char* change : {"UPDATE fact SET body='{\"n\":\"other\"}' WHERE seq=7", "UPDATE fact SET by='chief 乙' WHERE seq=30", "UPDATE fact SET at=at+1 WHERE seq=1",
                             "UPDATE fact SET request='a:1' WHERE seq=12", "DELETE FROM fact WHERE seq=15", "UPDATE fact SET kind='Other' WHERE seq=29"}) {
    const std::string copy = data("copy");
    fs::remove_all(copy);
    fs::copy(data(), copy, fs::copy_options::recursive);
    sql(copy + "/journal.db", change);
    auto journal = open(copy);
    const auto read = journal->read([](const JournalEntry&) {});
    ASSERT_FALSE(read) << change;
    EXPECT_EQ(read.error().code, "store.damaged") << change;
    const auto found = examine(copy);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1u) << change;
    EXPECT_NE(found->front().message.en.find("qipu restore"), std::string::npos);
  }
}

TEST_F(Journal, ADamagedFileIsRefusedAndNamesTheRemedy) {
  filled(data(), 400);
  const auto size = fs::file_size(data() + "/journal.db");
  {
    std::fstream file(data() + "/journal.db", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2));
    file << std::string(4096, 'z');
  }
  const auto journal = FactJournal::open(data());
  const auto found = examine(data());
  ASSERT_TRUE(found);
  ASSERT_FALSE(found->empty());
  for (const Problem& problem : *found) EXPECT_EQ(problem.code, "store.damaged");
  if (!journal) EXPECT_NE(journal.error().message.en.find("qipu restore"), std::string::npos);
  std::ofstream(data("none")) << "not a database";
  EXPECT_FALSE(restore(data("none"), data("other")));
  EXPECT_FALSE(fs::exists(data("other") + "/journal.db"));
}

TEST_F(Journal, ANewerSchemaIsRefused) {
  filled(data(), 1);
  sql(data() + "/journal.db", "PRAGMA user_version=99");
  EXPECT_EQ(FactJournal::open(data()).error().code, "store.newer");
  EXPECT_EQ(FactJournal::open_snapshot(data()).error().code, "store.newer");
}

TEST_F(Journal, EveryOlderSchemaIsMigratedAndKeepsItsEntries) {
  for (int version = 1; version <= 2; ++version) {
    const std::string folder = data("v" + std::to_string(version));
    filled(folder, 12);
    sql(folder + "/journal.db", version == 1 ? "DROP TABLE epoch; DROP TABLE person; PRAGMA user_version=1" : "DROP TABLE epoch; PRAGMA user_version=2");
    {
      const auto snapshot = FactJournal::open_snapshot(folder);
      ASSERT_TRUE(snapshot);
      EXPECT_EQ(bodies(**snapshot).size(), 12u) << "as it is, before the migration";
      EXPECT_TRUE((*snapshot)->read_persons([](const PersonEntry&) {}));
    }
    auto journal = open(folder);
    EXPECT_EQ(bodies(*journal).size(), 12u);
    EXPECT_EQ(journal->epoch(), 1u);
    auto list = entries(1);
    const PersonEntry person{0, 3, "选手 003", "乙队", 1980};
    EXPECT_TRUE(journal->append(list, {&person, 1}));
  }
}

TEST_F(Journal, APurgedPersonLeavesTheFileAndTheChainValid) {
  filled(data(), 3);
  {
    auto journal = open(data());
    ASSERT_TRUE(journal->read([](const JournalEntry&) {}));
    const PersonEntry person{0, 17, "", "", 0};
    ASSERT_TRUE(journal->purge_persons({&person, 1}));
  }
  for (const auto& entry : fs::directory_iterator(data())) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(bytes.find("选手 017"), std::string::npos) << entry.path();
  }
  EXPECT_TRUE(examine(data())->empty());
}

TEST_F(Journal, ASnapshotReadsBesideAWriterAndCannotWrite) {
  auto writer = open(data());
  ASSERT_TRUE(writer->read([](const JournalEntry&) {}));
  auto list = entries(10);
  ASSERT_TRUE(writer->append(list));
  const auto snapshot = FactJournal::open_snapshot(data());
  ASSERT_TRUE(snapshot);
  EXPECT_EQ(bodies(**snapshot).size(), 10u);
  auto more = entries(5);
  ASSERT_TRUE(writer->append(more)) << "a reader holds nobody up";
  EXPECT_EQ(bodies(**snapshot).size(), 10u) << "it stays at its moment";
  auto tried = entries(1);
  EXPECT_FALSE((*snapshot)->append(tried));
  EXPECT_EQ(FactJournal::open_snapshot(data("nothing")).error().code, "store.none");
  EXPECT_FALSE(fs::exists(data("nothing")));
}

TEST_F(Journal, ABackupMadeWhileItIsWrittenIsRestoredWithANewEpoch) {
  auto writer = open(data());
  ASSERT_TRUE(writer->read([](const JournalEntry&) {}));
  auto list = entries(50);
  const PersonEntry person{1, 2, "选手 002", "丙队", 2012};
  ASSERT_TRUE(writer->append(list, {&person, 1}));
  const auto copy = back_up(data(), data("copy.backup"));
  ASSERT_TRUE(copy) << copy.error().message.en;
  EXPECT_EQ(copy->seq, 50u);
  EXPECT_EQ(copy->head, writer->head());
  struct stat status{};
  ASSERT_EQ(::stat(data("copy.backup").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0077, 0u) << "names of people stand in it";
  auto more = entries(5, "later");
  ASSERT_TRUE(writer->append(more));

  const auto restored = restore(data("copy.backup"), data("restored"));
  ASSERT_TRUE(restored) << restored.error().message.en;
  EXPECT_EQ(restored->epoch, 2u);
  auto journal = open(data("restored"));
  EXPECT_EQ(bodies(*journal).size(), 50u);
  int persons = 0;
  ASSERT_TRUE(journal->read_persons([&](const PersonEntry& p) { persons += p.name == "选手 002"; }));
  EXPECT_EQ(persons, 1);
  EXPECT_TRUE(examine(data("restored"))->empty());
  EXPECT_EQ(restore(data("copy.backup"), data("restored")).error().code, "restore.not_empty");
  EXPECT_EQ(back_up(data("nothing"), data("b")).error().code, "store.none");
}

TEST_F(Journal, ABackupThatCannotBeMadeLeavesTheOlderOneAlone) {
  filled(data(), 5);
  ASSERT_TRUE(back_up(data(), data("copy.backup")));
  sql(data() + "/journal.db", "UPDATE fact SET body='{}' WHERE seq=2");
  EXPECT_FALSE(back_up(data(), data("copy.backup"))) << "the chain is broken";
  EXPECT_FALSE(fs::exists(data("copy.backup.part")));
  EXPECT_TRUE(restore(data("copy.backup"), data("restored")));
}

}  // namespace
}  // namespace qipu::store
