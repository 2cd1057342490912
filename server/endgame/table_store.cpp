#include "server/endgame/table_store.hpp"

#include "engine/endgame/generate.hpp"
#include "server/endgame/table_file.hpp"
#include "server/endgame/threads.hpp"

namespace qipu::endgame {

std::uint64_t positions(const Material& material) {
  const std::uint64_t size = index_size(material);
  return size > ~std::uint64_t{0} / 2 ? ~std::uint64_t{0} : 2 * size;
}

TableStore::TableStore(Options options) : options_(std::move(options)) {
  if (options_.threads > 1) {
    executor_ = std::make_unique<Threads>(options_.threads);
  } else {
    executor_ = std::make_unique<Executor>();
  }
}

const Table* TableStore::table(const Material& canonical) {
  const std::lock_guard lock(mutex_);
  return find(canonical);
}

const Table* TableStore::keep(Table table) {
  const std::lock_guard lock(mutex_);
  auto& kept = tables_[table.shape().material()];
  if (!kept) kept = std::make_unique<Table>(std::move(table));
  return kept.get();
}

// Every class is built after those with one piece less: a stack instead of recursion, since the material may
// come from outside.
const Table* TableStore::find(const Material& canonical) {
  class Known : public TableSource {
   public:
    explicit Known(std::map<Material, std::unique_ptr<Table>>& tables) : tables_(tables) {}
    const Table* table(const Material& m) override {
      const auto it = tables_.find(m);
      return it == tables_.end() ? nullptr : it->second.get();
    }

   private:
    std::map<Material, std::unique_ptr<Table>>& tables_;
  } known(tables_);

  std::vector<Material> wanted = {canonical};
  while (!wanted.empty()) {
    const Material material = wanted.back();
    if (tables_.contains(material)) {
      wanted.pop_back();
      continue;
    }
    if (options_.directory)
      if (auto loaded = load(material, *options_.directory)) {
        tables_[material] = std::make_unique<Table>(std::move(*loaded));
        continue;
      }
    if (positions(material) > options_.most_positions) {
      tables_[material] = nullptr;
      continue;
    }
    const std::size_t before = wanted.size();
    for (const Material& less : behind(material))
      if (!tables_.contains(less)) wanted.push_back(less);
    if (wanted.size() != before) continue;
    auto built = generate(material, known, *executor_);
    tables_[material] = built ? std::make_unique<Table>(std::move(*built)) : nullptr;
  }
  return tables_[canonical].get();
}

}  // namespace qipu::endgame
