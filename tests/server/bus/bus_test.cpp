// The adapters, the same promises for each; NATS with a real server that the test starts, kills and starts
// again.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "server/bus/bus.hpp"
#include "server/bus/follower.hpp"
#include "server/bus/outbox.hpp"

namespace qipu::bus {
namespace {

using namespace std::chrono_literals;
constexpr const char* kKey = "a key of the venue";
const char* const kNatsServer = "/usr/sbin/nats-server";

template <class Condition>
bool within(std::chrono::milliseconds limit, Condition condition) {
  for (const auto end = std::chrono::steady_clock::now() + limit; std::chrono::steady_clock::now() < end;
       std::this_thread::sleep_for(5ms))
    if (condition()) return true;
  return condition();
}

class NatsServer {
 public:
  explicit NatsServer(int port) : port_(port) { start(); }
  ~NatsServer() { kill(); }
  void start() {
    process_ = fork();
    if (process_ == 0) {
      const int null = ::open("/dev/null", O_RDWR);
      dup2(null, 1);
      dup2(null, 2);
      execl(kNatsServer, kNatsServer, "-a", "127.0.0.1", "-p", std::to_string(port_).c_str(), nullptr);
      _exit(127);
    }
  }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  std::string url() const { return "nats://127.0.0.1:" + std::to_string(port_); }

 private:
  int port_;
  pid_t process_ = 0;
};

// Collects what a follower applies, behind a lock because the bus has threads of its own.
class Replica {
 public:
  Replica(Bus& bus, const Outbox& venue)
      : follower_(
            "hall",
            [&venue](std::uint64_t after) {
              return Page{venue.epoch(), venue.last(), venue.read(after, 1000)};
            },
            [this](const Envelope& fact) { seen_.push_back(fact.body); },
            [this](std::uint64_t) { seen_.clear(); }) {
    auto subscription = bus.subscribe("qipu.public.>", [this](std::string_view, std::string_view bytes) {
      const std::lock_guard lock(mutex_);
      if (const auto envelope = bus::open(bytes, kKey)) follower_.receive(*envelope);
    });
    if (subscription) subscription_ = std::move(*subscription);
  }
  std::size_t seen() const {
    const std::lock_guard lock(mutex_);
    return seen_.size();
  }
  std::vector<std::string> all() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> seen_;
  Follower follower_;
  std::unique_ptr<Subscription> subscription_;
};

std::vector<std::string> numbered(std::size_t from, std::size_t count) {
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < count; ++i) bodies.push_back("fact " + std::to_string(from + i));
  return bodies;
}

TEST(InProcessBus, DeliversToThoseWhoSubscribedAndNoLonger) {
  const auto bus = make_in_process_bus();
  std::string got;
  {
    const auto all =
        bus->subscribe("qipu.public.>", [&](std::string_view, std::string_view bytes) { got += bytes; });
    const auto one =
        bus->subscribe("qipu.public.hall", [&](std::string_view, std::string_view bytes) { got += bytes; });
    EXPECT_TRUE(bus->publish("qipu.public.hall", "a"));
    EXPECT_TRUE(bus->publish("qipu.public.other", "b"));
  }
  EXPECT_TRUE(bus->publish("qipu.public.hall", "c"));
  EXPECT_EQ(got, "aab");
}

TEST(InProcessBus, CarriesAVenueToItsReplica) {
  const auto bus = make_in_process_bus();
  Outbox venue("hall", 1, kKey, bus.get());
  Replica replica(*bus, venue);
  venue.append(numbered(0, 1000));
  EXPECT_TRUE(within(5s, [&] { return replica.seen() == 1000; }));
  EXPECT_EQ(replica.all(), numbered(0, 1000));
}

TEST(NatsBus, VenueGoesOnWhileTheServerIsDeadAndTheReplicaIsRightAfterwards) {
  if (!std::filesystem::exists(kNatsServer)) GTEST_SKIP() << "nats-server is not installed";
  NatsServer server(14222 + getpid() % 1000);
  auto publishing = connect_nats(server.url()), receiving = connect_nats(server.url());
  if (!publishing) GTEST_SKIP() << publishing.error().message;
  ASSERT_TRUE(receiving);
  ASSERT_TRUE(within(5s, [&] { return (*publishing)->connected() && (*receiving)->connected(); }));

  Outbox venue("hall", 1, kKey, publishing->get());
  Replica replica(**receiving, venue);
  venue.append(numbered(0, 500));
  EXPECT_TRUE(within(5s, [&] { return replica.seen() == 500; })) << replica.seen();

  server.kill();
  venue.append(numbered(500, 500));
  EXPECT_EQ(venue.last(), 1000u);
  std::this_thread::sleep_for(300ms);
  server.start();
  EXPECT_TRUE(within(20s, [&] { return replica.seen() == 1000; })) << replica.seen();
  EXPECT_EQ(replica.all(), numbered(0, 1000));
}

TEST(NatsBus, AVenueStartsWithoutItsServer) {
  if (!std::filesystem::exists(kNatsServer)) GTEST_SKIP() << "nats-server is not installed";
  NatsServer server(15222 + getpid() % 1000);
  server.kill();
  auto bus = connect_nats(server.url());
  if (!bus) GTEST_SKIP() << bus.error().message;
  Outbox venue("hall", 1, kKey, bus->get());
  venue.append(numbered(0, 20));
  EXPECT_FALSE((*bus)->connected());
  server.start();
  EXPECT_TRUE(within(20s, [&] { return venue.published() == 20; }));
}

TEST(NatsBus, AForgedMessageChangesNothing) {
  if (!std::filesystem::exists(kNatsServer)) GTEST_SKIP() << "nats-server is not installed";
  NatsServer server(16222 + getpid() % 1000);
  auto bus = connect_nats(server.url());
  if (!bus) GTEST_SKIP() << bus.error().message;
  ASSERT_TRUE(within(5s, [&] { return (*bus)->connected(); }));
  Outbox venue("hall", 1, kKey, bus->get());
  Replica replica(**bus, venue);
  ASSERT_TRUE((*bus)->publish(subject_of("hall"), seal({"hall", 99, 1, "forged"}, "another key")));
  ASSERT_TRUE((*bus)->publish(subject_of("hall"), "junk"));
  venue.append(numbered(0, 3));
  EXPECT_TRUE(within(5s, [&] { return replica.seen() == 3; }));
  EXPECT_EQ(replica.all(), numbered(0, 3));
}

TEST(NatsBus, RefusesAnEmptyAddress) {
  EXPECT_FALSE(connect_nats(""));
  EXPECT_FALSE(connect_nats(",,"));
}

}  // namespace
}  // namespace qipu::bus
