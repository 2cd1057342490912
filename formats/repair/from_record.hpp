// Rescue of a record as a reader hands it over: the legal prefix as moves, the rest as it stood in the
// source.
#pragma once

#include <string>
#include <vector>

#include "formats/record.hpp"
#include "formats/repair/repair.hpp"

namespace qipu::repair {

/// How the moves stood in the source: what a move means after an earlier one has changed.
enum class Written : std::uint8_t {
  points,  ///< coordinates, or a binary file
  words,   ///< Chinese or WXF
  unsure,  ///< both are tried
};

/// From the notation of the unread moves, or from the format when there are none.
Written written_as(formats::Format format, const std::vector<std::string>& unread);

struct Known {
  std::optional<Position> final;
  Outcome result = Outcome::none;
};

/// The evidence of a record's main line, its moves as points or as words.
Evidence evidence_of(const formats::Record& record, const std::vector<std::string>& unread,
                     const Known& known, bool as_points);

/// Diagnoses a record; where it is not sure how it was written, the candidates of both readings are merged by
/// cost.
Diagnosis repair_record(const formats::Record& record, const std::vector<std::string>& unread,
                        const Known& known, Written written, std::size_t limit = 10,
                        const Budget& budget = {});

}  // namespace qipu::repair
