// The record that `qipu repair` works on: its legal prefix, and the rest of its moves as they stand.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "engine/problem.hpp"
#include "formats/record.hpp"
#include "formats/repair/from_record.hpp"

namespace qipu::cli {

struct RepairInput {
  formats::Record record;
  std::vector<std::string> unread;
  repair::Written written = repair::Written::unsure;
  std::optional<Problem> first_error;
};

/// Game `number` (from 1) of a file; "-" is standard input.
std::expected<RepairInput, Problem> read_repair_input(const std::string& file, std::uint32_t number);

}  // namespace qipu::cli
