#include "server/archive/archive.hpp"

namespace qipu::archive {

std::expected<std::unique_ptr<Archive>, Problem> connect(const std::string&) {
  return std::unexpected(Problem{
      "archive.unavailable",
      {"这个程序没有带 PostgreSQL（libpq-dev）", "This binary was built without PostgreSQL (libpq-dev)"},
      {},
      "",
      std::nullopt});
}

}  // namespace qipu::archive
