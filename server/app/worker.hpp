// One thread for what is too slow for a connection's thread: passwords, for one. What waits is bounded.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace qipu::app {

class Worker {
 public:
  Worker();
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  /// False when too much is waiting.
  bool run(std::move_only_function<void()> task);

 private:
  void work();
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::move_only_function<void()>> tasks_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace qipu::app
