#include "server/app/worker.hpp"

namespace qipu::app {
namespace {

constexpr std::size_t most_waiting = 256;

}  // namespace

Worker::Worker() : thread_([this] { work(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_all();
  thread_.join();
}

bool Worker::run(std::move_only_function<void()> task) {
  const std::lock_guard lock(mutex_);
  if (tasks_.size() >= most_waiting) return false;
  tasks_.push_back(std::move(task));
  arrived_.notify_one();
  return true;
}

void Worker::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [&] { return stopping_ || !tasks_.empty(); });
    if (stopping_) return;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

}  // namespace qipu::app
