// What the bus carries: simulated tournaments of 190 boards publish moves through a real nats-server on
// loopback to replicas that follow all of them. scale_bench [--venues N] [--replicas N] [--seconds S] [--rate
// MOVES_PER_SECOND, 0: as fast as it goes]
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/bus/bus.hpp"
#include "server/bus/follower.hpp"
#include "server/bus/outbox.hpp"

namespace {

using namespace qipu::bus;
using Clock = std::chrono::steady_clock;
constexpr const char* kKey = "bench";

std::int64_t now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now().time_since_epoch()).count();
}

// A move as a venue publishes it, with the time of its commit in front.
std::string move_of(std::size_t board) {
  return std::to_string(now_us()) + " {\"type\":\"game.moves\",\"game\":\"open-7-" +
         std::to_string(board % 190 + 1) +
         "\",\"from_ply\":41,\"moves\":[\"h2e2\"],\"notation\":[\"炮二平五\"],\"plies\":42,\"version\":1042}";
}

class Replica {
 public:
  Replica(Bus& bus, const std::vector<std::unique_ptr<Outbox>>& venues) {
    for (const auto& venue : venues)
      followers_.try_emplace(
          venue->venue(), venue->venue(),
          [&venue](std::uint64_t after) {
            return Page{venue->epoch(), venue->last(), venue->read(after, 1000)};
          },
          [this](const Envelope& fact) {
            ++applied;
            const std::lock_guard lock(mutex_);
            if (applied % 16 == 0) latencies_.push_back(now_us() - std::atoll(fact.body.c_str()));
          },
          [](std::uint64_t) {});
    subscription_ =
        std::move(*bus.subscribe("qipu.public.>", [this](std::string_view, std::string_view bytes) {
          const auto envelope = open(bytes, kKey);
          if (!envelope) return;
          if (const auto follower = followers_.find(envelope->venue); follower != followers_.end())
            follower->second.receive(*envelope);
        }));
  }
  std::vector<std::int64_t> latencies() {
    const std::lock_guard lock(mutex_);
    return latencies_;
  }
  std::atomic<std::uint64_t> applied = 0;

 private:
  std::mutex mutex_;
  std::map<std::string, Follower> followers_;
  std::vector<std::int64_t> latencies_;
  std::unique_ptr<Subscription> subscription_;
};

}  // namespace

int main(int argc, char** argv) {
  int venue_count = 1000, replica_count = 2, seconds = 5;
  double rate = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--venues")) venue_count = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "--replicas")) replica_count = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "--seconds")) seconds = std::min(60, std::atoi(argv[i + 1]));
    if (!std::strcmp(argv[i], "--rate")) rate = std::atof(argv[i + 1]);
  }
  const int port = 17222 + getpid() % 1000;
  const pid_t server = fork();
  if (server == 0) {
    const int null = ::open("/dev/null", O_RDWR);
    dup2(null, 1);
    dup2(null, 2);
    execl("/usr/sbin/nats-server", "nats-server", "-a", "127.0.0.1", "-p", std::to_string(port).c_str(),
          nullptr);
    _exit(127);
  }
  const std::string url = "nats://127.0.0.1:" + std::to_string(port);
  auto connect = [&] {
    auto bus = connect_nats(url);
    for (int i = 0; bus && i < 200 && !(*bus)->connected(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (!bus || !(*bus)->connected()) {
      std::fprintf(stderr, "scale_bench: no NATS (nats-server and libnats-dev)\n");
      kill(server, SIGKILL);
      std::exit(3);
    }
    return std::move(*bus);
  };
  {
    const auto publishing = connect();
    std::vector<std::unique_ptr<Outbox>> venues;
    for (int i = 0; i < venue_count; ++i)
      venues.push_back(std::make_unique<Outbox>("venue-" + std::to_string(i), 1, kKey, publishing.get(),
                                                Outbox::Drive::caller));
    std::vector<std::unique_ptr<Bus>> connections;
    std::vector<std::unique_ptr<Replica>> replicas;
    for (int i = 0; i < replica_count; ++i) {
      connections.push_back(connect());
      replicas.push_back(std::make_unique<Replica>(*connections.back(), venues));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::uint64_t published = 0;
    const auto begin = Clock::now(), end = begin + std::chrono::seconds(seconds);
    for (std::size_t i = 0; Clock::now() < end; ++i) {
      const auto slowest =
          std::ranges::min_element(replicas, {}, [](const auto& r) { return r->applied.load(); });
      // As fast as it goes means as fast as the slowest replica follows: a window keeps the queue short.
      while (rate == 0 && published > (*slowest)->applied + 20'000)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      while (rate > 0 && static_cast<double>(published) >
                             rate * std::chrono::duration<double>(Clock::now() - begin).count())
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      Outbox& venue = *venues[i % venues.size()];
      venue.append({move_of(i)});
      venue.publish(false);
      ++published;
    }
    for (const auto& venue : venues) venue->publish(true);
    const double sending = std::chrono::duration<double>(Clock::now() - begin).count();
    for (int i = 0;
         i < 500 && std::ranges::any_of(replicas, [&](const auto& r) { return r->applied < published; }); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::printf("%d venues, %d replicas, one machine: %.0f moves/s published, %.0f deliveries/s\n",
                venue_count, replica_count, static_cast<double>(published) / sending,
                static_cast<double>(published) * replica_count / sending);
    for (const auto& replica : replicas) {
      auto latencies = replica->latencies();
      std::ranges::sort(latencies);
      if (latencies.empty()) continue;
      std::printf("  replica: %llu of %llu applied, commit to replica p50 %.2f ms, p99 %.2f ms\n",
                  static_cast<unsigned long long>(replica->applied.load()),
                  static_cast<unsigned long long>(published),
                  static_cast<double>(latencies[latencies.size() / 2]) / 1000,
                  static_cast<double>(latencies[latencies.size() * 99 / 100]) / 1000);
    }
  }
  kill(server, SIGKILL);
  waitpid(server, nullptr, 0);
}
