// The archive's tables, by version.
#pragma once

#include <span>

namespace qipu::archive {

/// Statements that lead from version i to version i + 1. Each runs in one transaction with the version's
/// update.
std::span<const char* const> migrations();

}  // namespace qipu::archive
