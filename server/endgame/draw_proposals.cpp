#include "server/endgame/draw_proposals.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace qipu::endgame {
namespace {

struct Task {
  std::string game;
  int ply = 0;
  Position position;
};

}  // namespace

struct DrawProposals::Desk {
  TableSource& source;
  std::function<void(const Proposal&)> propose;
  std::mutex mutex;
  std::condition_variable wake, idle;
  std::deque<Task> waiting;
  std::map<std::string, DrawWatch> watches;
  bool working = false, leaving = false;
  std::thread thread;

  // Takes the place of an older position of the same game, or the last place; the oldest goes when there are
  // too many.
  void put(Task task, bool replace) {
    {
      const std::lock_guard lock(mutex);
      const auto same = std::ranges::find(waiting, task.game, &Task::game);
      if (replace && same != waiting.end() && waiting.size() > most_waiting / 2) {
        *same = std::move(task);
      } else {
        if (waiting.size() == most_waiting) waiting.pop_front();
        waiting.push_back(std::move(task));
      }
    }
    wake.notify_one();
  }

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [&] { return leaving || !waiting.empty(); });
      if (leaving) return;
      const Task task = std::move(waiting.front());
      waiting.pop_front();
      DrawWatch watch = watches[task.game];
      working = true;
      lock.unlock();
      const auto draw = watch.look(task.position, source);
      if (draw) propose({task.game, task.ply, *draw});
      lock.lock();
      working = false;
      if (const auto kept = watches.find(task.game); kept != watches.end()) kept->second = watch;
      if (waiting.empty()) idle.notify_all();
    }
  }
};

DrawProposals::DrawProposals(TableSource& source, std::function<void(const Proposal&)> propose)
    : desk_(new Desk{source, std::move(propose), {}, {}, {}, {}, {}, false, false, {}}) {
  desk_->thread = std::thread([desk = desk_.get()] { desk->work(); });
}

DrawProposals::~DrawProposals() {
  {
    const std::lock_guard lock(desk_->mutex);
    desk_->leaving = true;
  }
  desk_->wake.notify_all();
  desk_->thread.join();
}

void DrawProposals::played(const std::string& game, int ply, const Position& position) {
  if (may_be_simple(Material::of(position))) desk_->put({game, ply, position}, true);
}

void DrawProposals::submitted(const std::string& game, const Game& record) {
  Position position = record.start();
  std::optional<Material> before;
  for (int ply = 0;; ++ply) {
    const Material material = Material::of(position);
    // The first position of a material and the last one stand for what lies between.
    const bool fresh = material != before, last = ply == record.ply();
    if (may_be_simple(material) && (fresh || last)) desk_->put({game, ply, position}, false);
    before = material;
    if (last) return;
    position.make(record.moves()[static_cast<std::size_t>(ply)]);
  }
}

void DrawProposals::forget(const std::string& game) {
  const std::lock_guard lock(desk_->mutex);
  desk_->watches.erase(game);
  std::erase_if(desk_->waiting, [&](const Task& task) { return task.game == game; });
}

void DrawProposals::settle() {
  std::unique_lock lock(desk_->mutex);
  desk_->idle.wait(lock, [&] { return desk_->waiting.empty() && !desk_->working; });
}

}  // namespace qipu::endgame
