// Tables built on demand in memory, for tests and benchmarks of the engine alone.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>

#include "engine/endgame/generate.hpp"

namespace qipu::endgame::test {

class BuiltTables : public TableSource {
 public:
  explicit BuiltTables(Metrics metrics = Metrics::all) : metrics_(metrics) {}

  const Table* table(const Material& canonical) override {
    if (const auto it = tables_.find(canonical); it != tables_.end()) return it->second.get();
    for (const Material& less : behind(canonical)) table(less);
    Executor executor;
    auto built = generate(canonical, *this, executor, metrics_);
    if (!built) throw std::runtime_error(built.error().code + " " + canonical.name());
    positions_ += 2 * built->shape().size();
    return (tables_[canonical] = std::make_unique<Table>(std::move(*built))).get();
  }
  const Table& operator[](const char* name) { return *table(Material::parse(name)->canonical()); }
  /// Positions built so far, both sides to move, as the index counts them.
  std::uint64_t positions() const { return positions_; }
  const std::map<Material, std::unique_ptr<Table>>& all() const { return tables_; }

 private:
  Metrics metrics_;
  std::uint64_t positions_ = 0;
  std::map<Material, std::unique_ptr<Table>> tables_;
};

}  // namespace qipu::endgame::test
