// The one writer: commands wait in line, are decided in batches, go to the journal in one transaction, change
// the state, and only then are they acknowledged and published. The public's state is a second one, made only
// of facts whose time to be seen has come. Reads never wait for the disk.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "recorder/decide.hpp"
#include "recorder/store/fact_journal.hpp"

namespace qipu::app {

/// Who is told: those inside, at once, or the public, when its time has come.
enum class Audience : std::uint8_t { inside, open };

struct Outcome {
  std::expected<recorder::Answer, Problem> answer;
  std::uint64_t seq = 0;  ///< of the journal, when it was done
};

/// A line of the audit: what happened, when, and who did it.
struct LedgerLine {
  std::uint64_t seq = 0;
  recorder::Instant at;
  std::string by, kind;
  std::optional<recorder::GameId> game;
};

class Ledger {
 public:
  using Done = std::move_only_function<void(Outcome)>;
  /// Told on the writer's thread what has just become known; the state is the audience's own and does not
  /// change meanwhile.
  using Watcher =
      std::function<void(Audience, const recorder::State&, std::span<const recorder::StoredFact>)>;

  /// Opens the journal and rebuilds the state from it.
  static std::expected<std::unique_ptr<Ledger>, Problem> open(const std::string& folder);
  /// The state of this moment from a journal that a service may be writing; nothing can be submitted to it.
  static std::expected<std::unique_ptr<Ledger>, Problem> snapshot(const std::string& folder);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  /// Before start(): who is told. Several may be.
  void watch(Watcher watcher) { watchers_.push_back(std::move(watcher)); }
  void start();
  /// Puts a command in line; `context.now` is set by the writer, unless it is set already (a demonstration is dated back). `done` runs on the writer's thread after the
  /// sync.
  void submit(recorder::Command command, recorder::Context context, Done done);
  /// submit() and wait.
  Outcome perform(recorder::Command command, recorder::Context context);
  /// What waits is done, then no more is taken.
  void stop();

  template <class F>
  auto read(Audience audience, F&& look) const {
    const std::shared_lock lock(mutex_);
    return look(audience == Audience::inside ? inside_ : open_);
  }
  /// Why nothing can be written at present, if so.
  std::optional<Problem> read_only() const;
  std::string head() const;
  /// The last lines, newest first, at most `most`.
  std::vector<LedgerLine> recent(std::size_t most) const;
  std::uint64_t commits() const { return commits_; }
  std::uint64_t facts() const { return facts_; }

 private:
  struct Work {
    recorder::Command command;
    recorder::Context context;
    Done done;
  };
  struct Answered {
    Done done;
    Outcome outcome;
  };
  explicit Ledger(std::unique_ptr<store::FactJournal> journal);
  std::expected<void, Problem> replay();
  void run();
  void batch(std::deque<Work> work);
  bool keep(std::vector<recorder::StoredFact>& facts);
  void publish(std::vector<recorder::StoredFact> facts);
  void release(recorder::Instant now);
  void note(const recorder::StoredFact& fact);
  void tell(Audience audience, std::span<const recorder::StoredFact> facts);

  std::unique_ptr<store::FactJournal> journal_;
  std::vector<Watcher> watchers_;
  recorder::State working_;  // the writer's own: decided, not yet on disk
  mutable std::shared_mutex mutex_;
  recorder::State inside_, open_;
  std::multimap<std::int64_t, recorder::StoredFact> hidden_;  // by the moment from which the public may know
  mutable std::mutex queue_mutex_;
  std::condition_variable arrived_;
  std::deque<Work> queue_;
  bool stopping_ = false;
  std::optional<Problem> read_only_;
  std::string head_;
  std::deque<LedgerLine> recent_;
  std::atomic<std::uint64_t> commits_{0}, facts_{0};
  std::int64_t ticked_ = 0;
  std::thread thread_;
};

}  // namespace qipu::app
