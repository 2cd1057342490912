// Runs the tasks of a table's build on several threads.
#pragma once

#include "engine/endgame/executor.hpp"

namespace qipu::endgame {

class Threads : public Executor {
 public:
  /// 0: as many as the machine has cores.
  explicit Threads(unsigned count = 0);
  ~Threads() override;
  /// Returns when all tasks are done. One call at a time.
  void run(std::size_t tasks, const std::function<void(std::size_t)>& task) override;

 private:
  struct Crew;
  Crew* crew_;
};

}  // namespace qipu::endgame
