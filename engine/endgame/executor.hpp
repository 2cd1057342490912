// Who does the work of building a table: the engine has no threads of its own.
#pragma once

#include <cstddef>
#include <functional>

namespace qipu::endgame {

class Executor {
 public:
  virtual ~Executor() = default;
  /// Runs task(0) … task(tasks - 1), each once, in any order or at the same time, and returns when all are
  /// done.
  virtual void run(std::size_t tasks, const std::function<void(std::size_t)>& task) {
    for (std::size_t i = 0; i < tasks; ++i) task(i);
  }
};

}  // namespace qipu::endgame
