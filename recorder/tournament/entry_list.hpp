// Entries: a table of entrants read from CSV text, checked against caps, exclusions and ages (reg:E3–E6, A24,
// A27).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem.hpp"
#include "recorder/tournament/section.hpp"

namespace qipu::tournament {

/// One line of the list.
struct EntryRow {
  std::uint32_t line = 0;
  SectionId section;
  Entrant entrant;
  bool operator==(const EntryRow&) const = default;
};

struct EntryList {
  std::vector<EntryRow> rows;  ///< those that can be taken; state waiting or excluded where the rules say so
  std::vector<Problem> problems;  ///< lines that cannot, with line, column and reason
};

/// Reads UTF-8 CSV with the columns of entry_template(), in any order, unknown columns reported; comma,
/// semicolon or tab. `existing` are the entrants that are already in, by section: numbers and caps continue
/// there. At most 4 MiB.
EntryList read_entries(const Regulation& regulation, std::string_view csv, std::string_view file,
                       std::span<const Section> existing = {});

/// An empty list with its header line:
/// no,name,section,unit,sex,birth_year,title,residence,origin,shizhu,member,student,seed,withdrawn,note
std::string entry_template();

/// The entrants of sections as the same CSV.
std::string write_entries(const Regulation& regulation, std::span<const Section> sections);

/// reg:A27: lifts the first waiting ones into free places; returns their numbers.
std::vector<EntrantNo> fill_from_waiting_list(const Regulation& regulation, Section& section);

}  // namespace qipu::tournament
