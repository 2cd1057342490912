// Copies of a journal: made while the service writes, brought back into an empty folder, and the examination of one.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "engine/problem.hpp"

namespace qipu::store {

struct JournalCopy {
  std::string file;
  std::uint64_t seq = 0;    ///< of the last entry
  std::string head;         ///< its hash
  std::uint64_t bytes = 0;
  std::uint64_t epoch = 0;  ///< of the journal that was written
};

/// Copies the journal of `folder` to `file`, as of one moment, whether a service writes or not. What stands under that name
/// is replaced only when the copy is whole, its chain checked and on disk.
std::expected<JournalCopy, Problem> back_up(const std::string& folder, const std::string& file);

/// Brings a copy into a folder that is empty or not there yet, and begins a new epoch, so that replicas start over.
std::expected<JournalCopy, Problem> restore(const std::string& file, const std::string& folder);

/// What SQLite and the chain say of a journal, read beside a service that may be writing; empty: nothing is wrong. Refused
/// when there is no journal.
std::expected<std::vector<Problem>, Problem> examine(const std::string& folder);

}  // namespace qipu::store
