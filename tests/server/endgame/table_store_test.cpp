// Tables in files and on the spot.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "server/endgame/table_file.hpp"
#include "server/endgame/table_store.hpp"
#include "server/endgame/threads.hpp"
#include "tests/support/endgame_tables.hpp"

namespace qipu::endgame {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("qipu-endgame-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void expect_same(const Table& a, const Table& b) {
  ASSERT_EQ(a.shape().size(), b.shape().size());
  for (const Side side : {Side::red, Side::black}) {
    EXPECT_EQ(a.census(side), b.census(side));
    for (int m = 0; m < metric_count; ++m)
      for (std::uint64_t i = 0; i < a.shape().size(); ++i)
        ASSERT_EQ(a.value(static_cast<Metric>(m), side, i), b.value(static_cast<Metric>(m), side, i))
            << m << " " << i;
  }
}

TEST(TableFile, ComesBackAsItWas) {
  test::BuiltTables built;
  for (const char* name : {"KvK", "KAvKB", "KRvKA", "KPPvK", "KPvKP", "KCAvKB"}) {
    const Table& table = built[name];
    const std::string bytes = to_bytes(table);
    EXPECT_LT(bytes.size(), 2 * table.shape().size() + 1000) << name;
    const auto read = from_bytes(table.shape().material(), bytes);
    ASSERT_TRUE(read) << name;
    expect_same(*read, table);
  }
}

TEST(TableFile, RefusesDamageAnywhereAndOtherClasses) {
  test::BuiltTables built;
  const Table& table = built["KRvKA"];
  const Material material = table.shape().material();
  const std::string sound = to_bytes(table);
  for (std::size_t at = 0; at < sound.size(); at += 1 + sound.size() / 200) {
    std::string bytes = sound;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
    EXPECT_FALSE(from_bytes(material, bytes)) << at;
    EXPECT_FALSE(from_bytes(material, std::string_view(sound).substr(0, at))) << at;
  }
  EXPECT_FALSE(from_bytes(material, sound + "x"));
  EXPECT_EQ(from_bytes(*Material::parse("KRvKB"), sound).error().code, "endgame.file_damaged");
}

TEST(TableStore, BuildsSmallClassesAndLeavesLargeOnes) {
  TableStore store({{}, 50'000, 1});
  const Table* table = store.table(*Material::parse("KRvKA"));
  ASSERT_TRUE(table);
  EXPECT_EQ(table->census(Side::red).wins, 18'507u);
  EXPECT_EQ(store.table(*Material::parse("KRvKA")), table);
  EXPECT_FALSE(store.table(*Material::parse("KRvKAABB")));
  EXPECT_FALSE(store.table(*Material::parse("KRRNNCCPPPPPAABBvKRRNNCCPPPPPAABB")));
}

TEST(TableStore, TakesFilesAndDoesWithoutDamagedOnes) {
  const Folder folder;
  test::BuiltTables built;
  ASSERT_TRUE(save(built["KPvKA"], folder.path()));
  TableStore from_file({folder.path(), 0, 1});  // nothing may be built
  const Table* table = from_file.table(*Material::parse("KPvKA"));
  ASSERT_TRUE(table);
  expect_same(*table, built["KPvKA"]);
  EXPECT_FALSE(from_file.table(*Material::parse("KPvKB")));
  {
    std::ofstream out(folder.path() / file_name(*Material::parse("KPvKA")), std::ios::binary | std::ios::in);
    out.seekp(200);
    out << "garbage";
  }
  EXPECT_FALSE(TableStore({folder.path(), 0, 1}).table(*Material::parse("KPvKA")));
  EXPECT_TRUE(TableStore({folder.path(), 100'000, 1}).table(*Material::parse("KPvKA")));
}

TEST(TableStore, BuildsTheSameOnSeveralThreads) {
  TableStore one({{}, 3'000'000, 1}), two({{}, 3'000'000, 3});
  for (const char* name : {"KRvKAB", "KPPvKA"})
    expect_same(*one.table(*Material::parse(name)), *two.table(*Material::parse(name)));
}

TEST(Threads, RunEveryTaskOnce) {
  Threads threads(3);
  for (int round = 0; round < 200; ++round) {
    std::array<std::atomic<int>, 57> done{};
    threads.run(done.size(), [&](std::size_t i) { ++done[i]; });
    for (const auto& d : done) ASSERT_EQ(d, 1);
  }
}

}  // namespace
}  // namespace qipu::endgame
