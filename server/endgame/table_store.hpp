// Tables for whoever asks: from memory, from a folder of files, or built on the spot when they are small.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "engine/endgame/executor.hpp"
#include "engine/endgame/table.hpp"

namespace qipu::endgame {

/// Thread safe: one table is loaded or built at a time, the others wait.
class TableStore : public TableSource {
 public:
  struct Options {
    std::optional<std::filesystem::path> directory;  ///< where finished tables lie
    /// Classes of at most this many positions (both sides to move) are built when they are asked for.
    std::uint64_t most_positions = 2'000'000;
    unsigned threads = 1;
  };
  explicit TableStore(Options options);

  const Table* table(const Material& canonical) override;
  /// Puts a table in, or replaces nothing when there is one.
  const Table* keep(Table table);

 private:
  const Table* find(const Material& canonical);
  Options options_;
  std::unique_ptr<Executor> executor_;
  std::mutex mutex_;
  std::map<Material, std::unique_ptr<Table>> tables_;  // null: not covered
};

/// Positions of a class, both sides to move, as the index counts them.
std::uint64_t positions(const Material& material);

}  // namespace qipu::endgame
