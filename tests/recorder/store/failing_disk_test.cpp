// A disk that fails: every write and every sync of a journal's life is made to fail in turn. What was acknowledged is there
// afterwards, nothing stands there by halves, and when the disk works again so does the journal.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdlib>
#include <functional>
#include <filesystem>
#include <string>
#include <vector>

#include "recorder/store/fact_journal.hpp"

namespace qipu::store {
namespace {

namespace fs = std::filesystem;

/// Which call of the counted ones fails, and with what; 0: none.
struct Fault {
  int at = 0, count = 0, code = SQLITE_IOERR;
  bool lasting = false;  ///< all later ones fail, too
  bool hits() {
    ++count;
    return at != 0 && (count == at || (lasting && count > at));
  }
} fault_now;

struct FailingFile {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
FailingFile* of(sqlite3_file* file) { return reinterpret_cast<FailingFile*>(file); }

int close_file(sqlite3_file* f) { return of(f)->real()->pMethods->xClose(of(f)->real()); }
int read_file(sqlite3_file* f, void* p, int n, sqlite3_int64 o) { return of(f)->real()->pMethods->xRead(of(f)->real(), p, n, o); }
int write_file(sqlite3_file* f, const void* p, int n, sqlite3_int64 o) {
  if (!fault_now.hits()) return of(f)->real()->pMethods->xWrite(of(f)->real(), p, n, o);
  // Half of it may have got there.
  if (fault_now.code == SQLITE_IOERR) of(f)->real()->pMethods->xWrite(of(f)->real(), p, n / 2, o);
  return fault_now.code == SQLITE_IOERR ? SQLITE_IOERR_WRITE : fault_now.code;
}
int truncate_file(sqlite3_file* f, sqlite3_int64 n) { return of(f)->real()->pMethods->xTruncate(of(f)->real(), n); }
int sync_file(sqlite3_file* f, int flags) {
  return fault_now.hits() ? SQLITE_IOERR_FSYNC : of(f)->real()->pMethods->xSync(of(f)->real(), flags);
}
int size_of_file(sqlite3_file* f, sqlite3_int64* n) { return of(f)->real()->pMethods->xFileSize(of(f)->real(), n); }
int lock_file(sqlite3_file* f, int l) { return of(f)->real()->pMethods->xLock(of(f)->real(), l); }
int unlock_file(sqlite3_file* f, int l) { return of(f)->real()->pMethods->xUnlock(of(f)->real(), l); }
int check_lock(sqlite3_file* f, int* r) { return of(f)->real()->pMethods->xCheckReservedLock(of(f)->real(), r); }
int control(sqlite3_file* f, int op, void* p) { return of(f)->real()->pMethods->xFileControl(of(f)->real(), op, p); }
int sector(sqlite3_file* f) { return of(f)->real()->pMethods->xSectorSize(of(f)->real()); }
int traits(sqlite3_file* f) { return of(f)->real()->pMethods->xDeviceCharacteristics(of(f)->real()); }
int map(sqlite3_file* f, int region, int size, int extend, void volatile** p) { return of(f)->real()->pMethods->xShmMap(of(f)->real(), region, size, extend, p); }
int shm_lock(sqlite3_file* f, int o, int n, int flags) { return of(f)->real()->pMethods->xShmLock(of(f)->real(), o, n, flags); }
void barrier(sqlite3_file* f) { of(f)->real()->pMethods->xShmBarrier(of(f)->real()); }
int unmap(sqlite3_file* f, int del) { return of(f)->real()->pMethods->xShmUnmap(of(f)->real(), del); }

const sqlite3_io_methods methods = {2,          close_file, read_file,  write_file, truncate_file, sync_file, size_of_file, lock_file, unlock_file,
                                    check_lock, control,    sector,     traits,     map,           shm_lock,  barrier,      unmap,     nullptr,
                                    nullptr};

sqlite3_vfs* real_vfs = nullptr;
int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
  FailingFile* failing = of(file);
  failing->base.pMethods = nullptr;
  const int code = real_vfs->xOpen(real_vfs, name, failing->real(), flags, out);
  if (code == SQLITE_OK) failing->base.pMethods = &methods;
  return code;
}

class FailingDisk : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    real_vfs = sqlite3_vfs_find(nullptr);
    static sqlite3_vfs vfs;
    vfs = *real_vfs;
    vfs.zName = "failing";
    vfs.szOsFile = static_cast<int>(sizeof(FailingFile)) + real_vfs->szOsFile;
    vfs.xOpen = open_file;
    ASSERT_EQ(sqlite3_vfs_register(&vfs, 1), SQLITE_OK);
  }
  static void TearDownTestSuite() { sqlite3_vfs_register(real_vfs, 1); }
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "qipu-disk-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    fault_now = {};
  }
  void TearDown() override {
    fault_now = {};
    fs::remove_all(folder_);
  }

  static JournalEntry entry(int batch, int k) {
    // Long enough that batches fill pages, and the log comes to its checkpoint.
    return {0, 1000, "chief 甲", "", "Kind", std::to_string(batch) + "." + std::to_string(k) + std::string(600, 'a'), ""};
  }

  struct Life {
    int acknowledged = 0;          ///< batches
    bool refused = false;
    std::string code;
  };
  /// Opens, appends batches of three, closes; as far as the disk lets it.
  Life live(int batches, const std::string& folder) {
    Life life;
    auto journal = FactJournal::open(folder);
    if (!journal) return life.refused = true, life.code = journal.error().code, life;
    int from = 0;
    if (!(*journal)->read([&](const JournalEntry& e) { from = std::max(from, std::atoi(e.body.c_str()) + 1); })) return life;
    for (int batch = from; batch < from + batches; ++batch) {
      std::vector<JournalEntry> list = {entry(batch, 0), entry(batch, 1), entry(batch, 2)};
      const auto done = (*journal)->append(list);
      if (done) {
        EXPECT_EQ(list.back().hash, (*journal)->head());
        life.acknowledged = batch + 1;
      } else {
        life.refused = true;
        life.code = done.error().code;
        --from;  // the number stays free
        ++batches;
        --batch;
        if (++retries_ > 3) break;
      }
    }
    return life;
  }

  /// How many whole batches stand there; every batch is whole.
  int batches_on_disk(const std::string& folder) {
    auto journal = FactJournal::open(folder);
    EXPECT_TRUE(journal) << journal.error().message.en;
    if (!journal) return -1;
    std::vector<int> counts;
    const auto read = (*journal)->read([&](const JournalEntry& e) {
      const auto batch = static_cast<std::size_t>(std::atoi(e.body.c_str()));
      counts.resize(std::max(counts.size(), batch + 1));
      ++counts[batch];
    });
    EXPECT_TRUE(read) << read.error().message.en;
    for (const int count : counts) EXPECT_EQ(count, 3) << "a batch is there whole or not at all";
    return static_cast<int>(counts.size());
  }

  int retries_ = 0;
  std::string folder_;
};

void each_fault(int code, bool lasting, const std::function<bool(int)>& run) {
  for (int at = 1; at < 2000; ++at) {
    fault_now = {at, 0, code, lasting};
    if (!run(at)) return;
  }
  FAIL() << "more calls than expected";
}

TEST_F(FailingDisk, AfterEveryWriteOrSyncThatFailsOnceTheAcknowledgedIsThere) {
  int tried = 0, refused = 0;
  each_fault(SQLITE_IOERR, false, [&](int at) {
    const std::string folder = folder_ + "/" + std::to_string(at);
    retries_ = 0;
    const Life life = live(12, folder);
    const bool reached = fault_now.count >= at;
    fault_now = {};
    if (!reached) return false;
    ++tried;
    refused += life.refused;
    if (life.refused && life.acknowledged == 0) {
      // Opening itself failed: nothing was promised.
      EXPECT_TRUE(FactJournal::open(folder)) << at;
    } else {
      EXPECT_GE(batches_on_disk(folder), life.acknowledged) << "call " << at;
    }
    // The disk works again, and so does the journal.
    retries_ = 0;
    const Life after = live(2, folder);
    EXPECT_FALSE(after.refused) << "call " << at << ": " << after.code;
    EXPECT_EQ(batches_on_disk(folder), after.acknowledged) << "call " << at;
    fs::remove_all(folder);
    return true;
  });
  EXPECT_GT(tried, 30);
  EXPECT_GT(refused, 10);
}

TEST_F(FailingDisk, AFullDiskIsSaidAndLeftWhenThereIsRoomAgain) {
  const std::string folder = folder_ + "/full";
  auto journal = FactJournal::open(folder);
  ASSERT_TRUE(journal);
  ASSERT_TRUE((*journal)->read([](const JournalEntry&) {}));
  std::vector<JournalEntry> first = {entry(0, 0), entry(0, 1), entry(0, 2)};
  ASSERT_TRUE((*journal)->append(first));
  for (int i = 0; i < 5; ++i) {
    fault_now = {1, 0, SQLITE_FULL, true};
    std::vector<JournalEntry> list = {entry(1, 0)};
    const auto done = (*journal)->append(list);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, "store.full");
    EXPECT_EQ((*journal)->last_seq(), 3u);
    EXPECT_EQ((*journal)->head(), first.back().hash) << "as if it had not been tried";
  }
  fault_now = {};
  std::vector<JournalEntry> list = {entry(1, 0), entry(1, 1), entry(1, 2)};
  EXPECT_TRUE((*journal)->append(list));
  journal->reset();
  EXPECT_EQ(batches_on_disk(folder), 2);
}

TEST_F(FailingDisk, FromEveryMomentOnADiskThatStaysBrokenCostsNothingThatWasAcknowledged) {
  each_fault(SQLITE_IOERR, true, [&](int at) {
    const std::string folder = folder_ + "/" + std::to_string(at);
    retries_ = 0;
    const Life life = live(6, folder);
    const bool reached = fault_now.count >= at;
    fault_now = {};
    if (!reached) return false;
    if (life.acknowledged > 0) EXPECT_GE(batches_on_disk(folder), life.acknowledged) << "call " << at;
    fs::remove_all(folder);
    return true;
  });
}

}  // namespace
}  // namespace qipu::store
