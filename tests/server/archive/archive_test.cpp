// The archive against a PostgreSQL server that the test starts, kills and starts again.
#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "server/archive/archive.hpp"

namespace qipu::archive {
namespace {

namespace fs = std::filesystem;
const std::string kPrograms = "/usr/lib/postgresql/15/bin/";

// A server in a folder of its own, reached through a socket in it; PostgreSQL does not run as root.
class PostgresServer {
 public:
  PostgresServer() {
    char name[] = "/tmp/qipu-archive-XXXXXX";
    folder_ = mkdtemp(name);
    if (geteuid() == 0) {
      const passwd* user = getpwnam("postgres");
      if (!user || chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0) return;
      as_user_ = "runuser -u postgres -- ";
    }
    ready_ =
        shell(as_user_ + kPrograms + "initdb -D " + folder_ + "/data -A trust -U qipu --no-sync") && start();
  }
  ~PostgresServer() {
    stop("immediate");
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  bool start() {
    return shell("cd / && " + as_user_ + kPrograms + "pg_ctl -w -t 30 -D " + folder_ + "/data -l " + folder_ +
                 "/log -o \"-k " + folder_ + " -c listen_addresses='' -c fsync=off\" start");
  }
  bool stop(const std::string& mode) {
    return shell("cd / && " + as_user_ + kPrograms + "pg_ctl -w -t 30 -m " + mode + " -D " + folder_ +
                 "/data stop");
  }
  bool ready() const { return ready_; }
  std::string connection() const { return "host=" + folder_ + " user=qipu dbname=postgres"; }

 private:
  static bool shell(const std::string& command) {
    return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
  }
  std::string folder_, as_user_;
  bool ready_ = false;
};

class ArchiveTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (fs::exists(kPrograms + "initdb")) server_ = new PostgresServer;
  }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }
  void SetUp() override {
    if (!server_ || !server_->ready())
      GTEST_SKIP() << "no PostgreSQL server (package postgresql) can be started here";
    auto archive = connect(server_->connection());
    if (!archive) GTEST_SKIP() << archive.error().message.en;
    archive_ = std::move(*archive);
  }
  static PostgresServer* server_;
  std::unique_ptr<Archive> archive_;
};
PostgresServer* ArchiveTest::server_ = nullptr;

ArchivedGame game(const std::string& id, std::initializer_list<const char*> moves) {
  ArchivedGame g{"hall",
                 "open-2019",
                 id,
                 "open",
                 "1",
                 3,
                 "2019-05-01",
                 "选手 001",
                 "选手 002",
                 "代表队 A",
                 "代表队 B",
                 "1-0",
                 std::string(start_fen),
                 {}};
  for (const char* move : moves) g.moves.push_back(*Move::parse(move));
  return g;
}

TEST_F(ArchiveTest, ComesBackAsItWasStoredAndIsFoundByEitherPlayer) {
  const ArchivedGame stored = game("open-1-3", {"h2e2", "h9g7", "h0g2"});
  ASSERT_TRUE(archive_->store(stored));
  for (const char* name : {"选手 001", "手 002"}) {
    const auto found = archive_->find_player({name, std::nullopt}, 10, 0);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1u) << name;
    EXPECT_EQ(found->front().game.moves, stored.moves);
    EXPECT_EQ(found->front().game.black_unit, stored.black_unit);
  }
  EXPECT_EQ(archive_->find_player({"选手 001", "选手 003"}, 10, 0)->size(), 0u);
  EXPECT_EQ(archive_->find_player({"%", std::nullopt}, 10, 0)->size(), 0u) << "a name is no pattern";
}

TEST_F(ArchiveTest, FindsAPositionAndItsMirrorImageWithThePly) {
  ASSERT_TRUE(archive_->store(game("open-1-4", {"b2e2", "b9c7"})));
  Game played;
  ASSERT_TRUE(played.play(*Move::parse("h2e2")));
  ASSERT_TRUE(played.play(*Move::parse("h9g7")));
  const auto found = archive_->find_position(played.position(), 10, 0);
  ASSERT_TRUE(found);
  bool mirrored_one = false;
  for (const Found& one : *found) {
    EXPECT_EQ(one.ply, 2);
    mirrored_one |= one.game.id == "open-1-4";
  }
  EXPECT_TRUE(mirrored_one);
}

TEST_F(ArchiveTest, ACorrectedGameReplacesTheOlderOne) {
  ASSERT_TRUE(archive_->store(game("open-1-5", {"c3c4", "g6g5"})));
  Game wrong;
  ASSERT_TRUE(wrong.play(*Move::parse("c3c4")));
  ASSERT_TRUE(wrong.play(*Move::parse("g6g5")));
  ASSERT_TRUE(archive_->store(game("open-1-5", {"c3c4", "h9g7"})));
  EXPECT_TRUE(archive_->find_position(wrong.position(), 10, 0)->empty());
  EXPECT_EQ(
      archive_
          ->find_position(
              *Position::from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b"), 10, 0)
          ->size(),
      1u);
}

TEST_F(ArchiveTest, RefusesAnIllegalMoveWithItsPlyAndStoresNothing) {
  const auto before = archive_->size();
  const auto stored = archive_->store(game("open-1-6", {"h2e2", "h2e2"}));
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().code, "archive.illegal");
  EXPECT_EQ(stored.error().at->ply, 2u);
  EXPECT_EQ(archive_->size()->games, before->games);
}

TEST_F(ArchiveTest, HostileNamesAreOnlyNames) {
  ArchivedGame g = game("open-1-7", {"h2e2"});
  g.red = "'); DROP TABLE game; --\\ \"";
  ASSERT_TRUE(archive_->store(g));
  EXPECT_EQ(archive_->find_player({g.red, std::nullopt}, 10, 0)->front().game.red, g.red);
}

TEST_F(ArchiveTest, GoesOnAfterTheServerWasKilledAndStarted) {
  ASSERT_TRUE(archive_->store(game("open-1-8", {"h2e2"})));
  const auto before = archive_->size();
  ASSERT_TRUE(server_->stop("immediate"));
  EXPECT_FALSE(archive_->store(game("open-1-9", {"h2e2"})));
  ASSERT_TRUE(server_->start());
  ASSERT_TRUE(archive_->store(game("open-1-9", {"h2e2"})));
  EXPECT_EQ(archive_->size()->games, before->games + 1);
}

TEST_F(ArchiveTest, ASecondStartFindsItsSchema) {
  auto again = connect(server_->connection());
  ASSERT_TRUE(again);
  EXPECT_TRUE((*again)->size());
}

TEST(ArchiveConnection, SaysThatItCannotBeReached) {
  const auto archive = connect("host=/nowhere dbname=none connect_timeout=1");
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().code, "archive.unavailable");
}

}  // namespace
}  // namespace qipu::archive
