// A record as JSON: headers, start_fen, moves (ICCS) and the tree.
#pragma once

#include <string>

#include "formats/record.hpp"

namespace qipu::cli {

std::string record_json(const formats::ParseOutcome& outcome);

}  // namespace qipu::cli
