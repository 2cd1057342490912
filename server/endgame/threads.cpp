#include "server/endgame/threads.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace qipu::endgame {

struct Threads::Crew {
  std::mutex mutex;
  std::condition_variable begin, end;
  const std::function<void(std::size_t)>* task = nullptr;
  std::size_t tasks = 0;
  std::atomic<std::size_t> next{0};
  std::uint64_t call = 0;
  unsigned busy = 0;
  bool leaving = false;
  std::vector<std::thread> threads;

  void work(const std::function<void(std::size_t)>& run, std::size_t count) {
    for (std::size_t i; (i = next.fetch_add(1)) < count;) run(i);
  }
  void stay() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      begin.wait(lock, [&] { return leaving || call != seen; });
      if (leaving) return;
      seen = call;
      const auto& run = *task;
      const std::size_t count = tasks;
      lock.unlock();
      work(run, count);
      lock.lock();
      if (--busy == 0) end.notify_one();
    }
  }
};

Threads::Threads(unsigned count) : crew_(new Crew) {
  if (count == 0) count = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned i = 1; i < count; ++i) crew_->threads.emplace_back([this] { crew_->stay(); });
}

Threads::~Threads() {
  {
    const std::lock_guard lock(crew_->mutex);
    crew_->leaving = true;
  }
  crew_->begin.notify_all();
  for (std::thread& thread : crew_->threads) thread.join();
  delete crew_;
}

void Threads::run(std::size_t tasks, const std::function<void(std::size_t)>& task) {
  if (tasks <= 1 || crew_->threads.empty()) return Executor::run(tasks, task);
  {
    const std::lock_guard lock(crew_->mutex);
    crew_->task = &task;
    crew_->tasks = tasks;
    crew_->next = 0;
    crew_->busy = static_cast<unsigned>(crew_->threads.size());
    ++crew_->call;
  }
  crew_->begin.notify_all();
  crew_->work(task, tasks);
  std::unique_lock lock(crew_->mutex);
  crew_->end.wait(lock, [&] { return crew_->busy == 0; });
}

}  // namespace qipu::endgame
