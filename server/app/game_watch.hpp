// Watches the games as they are recorded, on a thread of its own, and proposes to the arbiters what the rules say:
// repetitions, the natural limit, simple draws. Nothing ends a game by itself (reg:D16). Each is proposed once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>

#include "server/app/ledger.hpp"
#include "server/endgame/draw_proposals.hpp"

namespace qipu::app {

class GameWatch {
 public:
  /// Before Ledger::start(): it watches what becomes known inside. `tables`: where endgame tables lie, if there are any.
  GameWatch(Ledger& ledger, const std::string& tables);
  ~GameWatch();
  GameWatch(const GameWatch&) = delete;
  GameWatch& operator=(const GameWatch&) = delete;

  void start();
  void stop();
  /// Waits until everything known so far has been looked at.
  void settle();
  std::uint64_t looked() const { return looked_; }

 private:
  void take(std::span<const recorder::StoredFact> facts);
  void run();
  void look(const recorder::GameId& id);
  void propose(recorder::Propose proposal, int not_before);
  /// What is open of a corrected game and no longer so is taken back.
  void reconsider(const recorder::GameId& id);

  Ledger& ledger_;
  std::unique_ptr<endgame::TableSource> tables_;
  std::unique_ptr<endgame::DrawProposals> draws_;
  std::mutex mutex_;
  std::condition_variable arrived_, settled_;
  std::set<recorder::GameId> waiting_;    // a game is looked at as it stands when its turn comes
  std::set<recorder::GameId> submitted_;  // whole records
  std::set<recorder::GameId> corrected_;  // moves that stood do not stand any more
  bool working_ = false, stopping_ = false;
  std::atomic<std::uint64_t> looked_{0};
  std::thread thread_;
};

}  // namespace qipu::app
