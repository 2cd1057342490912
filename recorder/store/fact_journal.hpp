// The journal: everything that happened, append-only, hash-chained, in one SQLite database (WAL, synchronous=FULL).
// What append() has returned for is on disk. One process at a time holds the folder.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/problem.hpp"

namespace qipu::store {

struct JournalEntry {
  std::uint64_t seq = 0;   ///< from 1, set by append()
  std::int64_t at_ms = 0;  ///< milliseconds since 1970 UTC
  std::string by;          ///< who
  std::string request;     ///< the client's message id with its owner; empty for the service's own
  std::string kind;        ///< stable name of the fact
  std::string body;        ///< the fact as JSON
  std::string hash;        ///< SHA-256 over the one before and all of the above, set by append()
};

/// What identifies one person, beside the chain: it can be purged and the chain stays valid.
struct PersonEntry {
  int section = 0, no = 0;
  std::string name, unit;
  int birth_year = 0;
};

class FactJournal {
 public:
  /// Opens or creates DIR/journal.db, takes the folder's lock and checks the database. Refused with `store.locked`,
  /// `store.damaged` (names file and remedy), `store.newer` or `store.unusable`.
  static std::expected<std::unique_ptr<FactJournal>, Problem> open(const std::string& folder);
  /// Opens what is there to read it, beside a service that may be writing: no lock, and append() is refused.
  static std::expected<std::unique_ptr<FactJournal>, Problem> open_snapshot(const std::string& folder);
  /// The same for a journal's file by any name: a backup.
  static std::expected<std::unique_ptr<FactJournal>, Problem> open_file(const std::string& file);
  ~FactJournal();
  FactJournal(const FactJournal&) = delete;
  FactJournal& operator=(const FactJournal&) = delete;

  /// All entries in order, the chain checked on the way.
  std::expected<void, Problem> read(const std::function<void(const JournalEntry&)>& take);
  /// Appends all or none, in one transaction, and returns when it is on disk. `store.full` and `store.readonly` pass when
  /// there is room again; the journal stays usable.
  std::expected<void, Problem> append(std::span<JournalEntry> entries, std::span<const PersonEntry> persons = {});
  /// Everybody that is known.
  std::expected<void, Problem> read_persons(const std::function<void(const PersonEntry&)>& take);
  /// Takes what identifies these people out of the file, its free pages included.
  std::expected<void, Problem> purge_persons(std::span<const PersonEntry> persons);
  std::uint64_t last_seq() const;
  const std::string& head() const;
  /// From 1; a restored journal has a higher one than the journal that its backup was made of.
  std::uint64_t epoch() const;
  std::expected<void, Problem> raise_epoch();

 private:
  FactJournal();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace qipu::store
