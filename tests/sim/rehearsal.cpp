// A whole event in compressed time against the real binary: rehearsal [--short] [--seed N] [--kills N]
// Ends with the counts and fails when the service's standings, records or fouls differ from what the
// simulated people did.
#include <fcntl.h>
#include <rapidjson/document.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "event.hpp"
#include "tests/support/service_process.hpp"

namespace {

using namespace qipu;

// The service adds these milliseconds to its clock (QIPU_CLOCK_FILE).
class MovableClock {
 public:
  explicit MovableClock(const std::string& path) : path_(path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
    if (::ftruncate(file, sizeof(std::int64_t)) == 0)
      offset_ = static_cast<std::atomic<std::int64_t>*>(
          ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    ::close(file);
    ::setenv("QIPU_CLOCK_FILE", path.c_str(), 1);
  }
  void forward(int minutes) { offset_->fetch_add(std::int64_t{minutes} * 60'000); }

 private:
  std::string path_;
  std::atomic<std::int64_t>* offset_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  sim::Options options;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--short")) options = {options.seed, 40, 20, 9, 4, true, 4};
    if (!std::strcmp(argv[i], "--seed") && i + 1 < argc) options.seed = std::strtoull(argv[++i], nullptr, 10);
    if (!std::strcmp(argv[i], "--kills") && i + 1 < argc) options.kills = std::atoi(argv[++i]);
  }
  const test::TemporaryFolder folder;
  MovableClock clock(folder.path() + "/clock");
  // One desk and one phone do the work of a hall here.
  ::setenv("QIPU_LIMITS_MESSAGES_PER_SECOND", "100000", 1);
  ::setenv("QIPU_LIMITS_MESSAGE_BURST", "100000", 1);
  ::setenv("QIPU_LIMITS_REQUESTS_PER_SECOND", "100000", 1);
  test::ServiceProcess service(QIPU_BINARY, folder.path() + "/data", {"--preset", "shizhu-2019"});
  if (!service.start()) {
    std::fprintf(stderr, "rehearsal: the service does not start\n");
    return 1;
  }
  rapidjson::Document first;
  first.Parse(service.first_line().c_str());
  const std::string user = first["desk"]["user"].GetString(),
                    password = first["desk"]["password"].GetString();
  int kills = 0;
  const auto begin = std::chrono::steady_clock::now();
  sim::Event event(
      options, service.port(), user, password,
      [&] {
        service.kill();
        ++kills;
        if (!service.start()) std::abort();
      },
      [&](int minutes) {
        clock.forward(minutes);
        // The service looks at its clock every second.
        std::this_thread::sleep_for(std::chrono::milliseconds(1200));
      });
  const bool done = event.run();
  std::size_t games = 0, records = 0, fouls = 0;
  for (const auto& section : event.sections()) {
    fouls += section.fouls.size();
    for (const auto* phase : {&section.swiss, &section.knockout})
      for (const auto& round : *phase)
        for (const auto& game : round.games) ++games, records += game.expect_record;
  }
  std::printf(
      "seed %llu: %zu games, %zu records, %zu fouls, %d kills, %llu requests (%llu repeated, %llu cuts, %llu "
      "refused), %.0f s\n",
      static_cast<unsigned long long>(options.seed), games, records, fouls, kills,
      static_cast<unsigned long long>(event.counters().requests),
      static_cast<unsigned long long>(event.counters().repeated),
      static_cast<unsigned long long>(event.counters().cuts),
      static_cast<unsigned long long>(event.counters().refused),
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  if (!done) {
    std::fprintf(stderr, "rehearsal: %s\n", event.fault().c_str());
    return 1;
  }
  const auto differences = event.differences();
  for (const auto& line : differences) std::fprintf(stderr, "differs: %s\n", line.c_str());
  std::printf("%zu differences\n", differences.size());
  return differences.empty() ? 0 : 1;
}
