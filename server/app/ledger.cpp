#include "server/app/ledger.hpp"

#include <algorithm>
#include <future>

#include "recorder/evolve.hpp"
#include "recorder/store/fact_json.hpp"
#include "server/config/instant.hpp"
#include "server/config/log.hpp"

namespace qipu::app {
namespace {

using recorder::StoredFact;

constexpr std::size_t most_in_a_batch = 512;
constexpr std::int64_t tick_ms = 1000;
constexpr std::size_t most_recent = 2000;

void attach_persons(StoredFact& stored, const std::map<std::pair<int, int>, tournament::Person>& persons) {
  const auto* entered = std::get_if<recorder::EntrantsEntered>(&stored.fact);
  if (!entered) return;
  for (const auto& entrant : entered->entrants) {
    const auto found = persons.find({entered->section.index, entrant.no.value});
    if (found != persons.end()) stored.persons.push_back({{entered->section, entrant.no}, found->second});
  }
}

// "request#digest": what a fact keeps of the message that caused it.
void remember_request(recorder::State& state, const StoredFact& stored) {
  const auto mark = stored.request.rfind('#');
  if (mark == std::string::npos) return;
  recorder::Answer answer;
  if (const auto game = recorder::game_of(stored.fact))
    answer.ply = static_cast<int>(state.game(*game).sheet.plies.size());
  recorder::remember(state, stored.request.substr(0, mark), stored.request.substr(mark + 1), answer);
}

}  // namespace

Ledger::Ledger(std::unique_ptr<store::FactJournal> journal) : journal_(std::move(journal)) {}

std::expected<std::unique_ptr<Ledger>, Problem> Ledger::open(const std::string& folder) {
  auto journal = store::FactJournal::open(folder);
  if (!journal) return std::unexpected(journal.error());
  std::unique_ptr<Ledger> ledger(new Ledger(std::move(*journal)));
  if (auto replayed = ledger->replay(); !replayed) return std::unexpected(replayed.error());
  return ledger;
}

std::expected<std::unique_ptr<Ledger>, Problem> Ledger::snapshot(const std::string& folder) {
  auto journal = store::FactJournal::open_snapshot(folder);
  if (!journal) return std::unexpected(journal.error());
  std::unique_ptr<Ledger> ledger(new Ledger(std::move(*journal)));
  ledger->stopping_ = true;
  if (auto replayed = ledger->replay(); !replayed) return std::unexpected(replayed.error());
  return ledger;
}

Ledger::~Ledger() { stop(); }

std::expected<void, Problem> Ledger::replay() {
  std::map<std::pair<int, int>, tournament::Person> persons;
  if (auto read = journal_->read_persons([&](const store::PersonEntry& p) {
        persons[{p.section, p.no}] = {p.name, p.unit, p.birth_year};
      });
      !read)
    return read;
  std::optional<Problem> fault;
  const std::int64_t present = now();
  auto read = journal_->read([&](const store::JournalEntry& entry) {
    auto stored = store::from_json(entry.kind, entry.body);
    if (!stored) {
      if (!fault) fault = stored.error();
      return;
    }
    stored->seq = entry.seq;
    stored->at = {entry.at_ms};
    stored->by = entry.by;
    stored->request = entry.request;
    attach_persons(*stored, persons);
    if (auto problem = recorder::evolve(inside_, *stored); problem && !fault) fault = problem;
    remember_request(inside_, *stored);
    note(*stored);
    if (stored->visible_at.ms <= present) {
      (void)recorder::evolve(open_, *stored);
    } else {
      hidden_.emplace(stored->visible_at.ms, std::move(*stored));
    }
  });
  if (!read) return read;
  if (fault) return std::unexpected(*fault);
  working_ = inside_;
  head_ = journal_->head();
  return {};
}

void Ledger::start() {
  thread_ = std::thread([this] { run(); });
}

void Ledger::stop() {
  {
    const std::lock_guard lock(queue_mutex_);
    if (stopping_) return;
    stopping_ = true;
  }
  arrived_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Ledger::submit(recorder::Command command, recorder::Context context, Done done) {
  {
    const std::lock_guard lock(queue_mutex_);
    if (!stopping_) {
      queue_.push_back({std::move(command), std::move(context), std::move(done)});
      arrived_.notify_one();
      return;
    }
  }
  done({std::unexpected(Problem{"service.stopping",
                                {"服务正在关闭，请稍后再发", "The service is stopping; send it again later"},
                                {},
                                "",
                                std::nullopt}),
        0});
}

Outcome Ledger::perform(recorder::Command command, recorder::Context context) {
  std::promise<Outcome> promise;
  auto future = promise.get_future();
  submit(std::move(command), std::move(context),
         [&](Outcome outcome) { promise.set_value(std::move(outcome)); });
  return future.get();
}

std::optional<Problem> Ledger::read_only() const {
  const std::lock_guard lock(queue_mutex_);
  return read_only_;
}

std::string Ledger::head() const {
  const std::lock_guard lock(queue_mutex_);
  return head_;
}

void Ledger::run() {
  std::unique_lock lock(queue_mutex_);
  for (;;) {
    std::int64_t wait = std::max<std::int64_t>(0, ticked_ + tick_ms - now());
    if (!hidden_.empty()) wait = std::clamp<std::int64_t>(hidden_.begin()->first - now(), 0, wait);
    arrived_.wait_for(lock, std::chrono::milliseconds(wait), [&] { return stopping_ || !queue_.empty(); });
    if (stopping_ && queue_.empty()) return;
    std::deque<Work> work;
    while (!queue_.empty() && work.size() < most_in_a_batch) {
      work.push_back(std::move(queue_.front()));
      queue_.pop_front();
    }
    lock.unlock();
    batch(std::move(work));
    release({now()});
    lock.lock();
  }
}

void Ledger::batch(std::deque<Work> work) {
  std::vector<StoredFact> facts;
  std::vector<Answered> answers;
  const recorder::Instant present{now()};
  const auto take = [&](std::vector<StoredFact> stamped) {
    for (StoredFact& fact : stamped) {
      if (auto problem = recorder::evolve(working_, fact))
        log::error("fact that does not fit",
                   {{"code", problem->code}, {"kind", std::string(recorder::name(fact.fact))}});
      facts.push_back(std::move(fact));
    }
  };
  for (Work& one : work) {
    if (one.context.now.ms == 0) one.context.now = present;
    auto decision = recorder::decide(working_, one.command, one.context);
    if (!decision) {
      answers.push_back({std::move(one.done), {std::unexpected(decision.error()), working_.seq}});
      continue;
    }
    recorder::Answer answer = decision->answer;
    const bool repeated = decision->repeated;
    if (!repeated) {
      take(recorder::stamp(working_, one.command, one.context, std::move(*decision)));
      recorder::remember(working_, one.context.request, recorder::digest(one.command), answer);
    }
    answers.push_back({std::move(one.done), {std::move(answer), working_.seq}});
  }
  if (present.ms >= ticked_ + tick_ms) {
    ticked_ = present.ms;
    if (working_.created()) take(recorder::tick(working_, present));
  }
  if (!facts.empty() && !keep(facts)) {
    const auto why = read_only();
    // What could not be kept has not happened. Answers that rest on it go out as a fault; phones send again.
    working_ = read(Audience::inside, [](const recorder::State& state) { return state; });
    for (Answered& one : answers)
      if (one.outcome.answer) one.outcome.answer = std::unexpected(*why);
    facts.clear();
  }
  if (!facts.empty()) publish(std::move(facts));
  for (Answered& one : answers) one.done(std::move(one.outcome));
}

bool Ledger::keep(std::vector<StoredFact>& facts) {
  std::vector<store::JournalEntry> entries;
  std::vector<store::PersonEntry> persons, purged;
  for (const StoredFact& fact : facts) {
    entries.push_back({fact.seq,
                       fact.at.ms,
                       fact.by,
                       fact.request,
                       std::string(recorder::name(fact.fact)),
                       store::to_json(fact),
                       {}});
    for (const auto& row : fact.persons)
      persons.push_back({row.entrant.section.index, row.entrant.no.value, row.person.name, row.person.unit,
                         row.person.birth_year});
    if (const auto* purge = std::get_if<recorder::PersonsPurged>(&fact.fact))
      for (const auto& entrant : purge->entrants)
        purged.push_back({entrant.section.index, entrant.no.value, {}, {}, 0});
  }
  auto kept = journal_->append(entries, persons);
  if (kept && !purged.empty()) kept = journal_->purge_persons(purged);
  const std::lock_guard lock(queue_mutex_);
  if (!kept) {
    if (!read_only_)
      log::error("the journal cannot be written; reading goes on", {{"code", kept.error().code}});
    read_only_ = kept.error();
    return false;
  }
  if (read_only_) log::info("the journal is written again", {});
  read_only_.reset();
  head_ = journal_->head();
  ++commits_;
  facts_ += facts.size();
  return true;
}

void Ledger::publish(std::vector<StoredFact> facts) {
  {
    const std::unique_lock lock(mutex_);
    for (const StoredFact& fact : facts) {
      (void)recorder::evolve(inside_, fact);
      remember_request(inside_, fact);
      note(fact);
    }
  }
  tell(Audience::inside, facts);
  for (StoredFact& fact : facts) {
    const std::int64_t at = fact.visible_at.ms;
    hidden_.emplace(at, std::move(fact));
  }
}

void Ledger::release(recorder::Instant present) {
  std::vector<StoredFact> due;
  while (!hidden_.empty() && hidden_.begin()->first <= present.ms) {
    due.push_back(std::move(hidden_.begin()->second));
    hidden_.erase(hidden_.begin());
  }
  if (due.empty()) return;
  {
    const std::unique_lock lock(mutex_);
    for (const StoredFact& fact : due) (void)recorder::evolve(open_, fact);
  }
  tell(Audience::open, due);
}

void Ledger::note(const StoredFact& fact) {
  const std::lock_guard lock(queue_mutex_);
  recent_.push_back(
      {fact.seq, fact.at, fact.by, std::string(recorder::name(fact.fact)), recorder::game_of(fact.fact)});
  if (recent_.size() > most_recent) recent_.pop_front();
}

std::vector<LedgerLine> Ledger::recent(std::size_t most) const {
  const std::lock_guard lock(queue_mutex_);
  std::vector<LedgerLine> lines;
  for (auto line = recent_.rbegin(); line != recent_.rend() && lines.size() < most; ++line)
    lines.push_back(*line);
  return lines;
}

void Ledger::tell(Audience audience, std::span<const StoredFact> facts) {
  const std::shared_lock lock(mutex_);
  for (const Watcher& watcher : watchers_)
    watcher(audience, audience == Audience::inside ? inside_ : open_, facts);
}

}  // namespace qipu::app
