// One file a class: compressed planes, the counts, and a checksum over all of it.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/endgame/table.hpp"
#include "engine/problem.hpp"

namespace qipu::endgame {

/// "KRvKAABB.qpe".
std::string file_name(const Material& material);

/// The bytes of a table's file. Illegal positions are written as whatever compresses best: they are found
/// again from the pieces alone.
std::string to_bytes(const Table& table);
/// Refuses bytes that are damaged, of another class or of another version: "endgame.file_damaged".
std::expected<Table, Problem> from_bytes(const Material& material, std::string_view bytes);

/// Writes beside the file and renames, so that a broken build never leaves half a table:
/// "endgame.file_unwritable".
std::expected<void, Problem> save(const Table& table, const std::filesystem::path& directory);
/// "endgame.file_missing" when there is none.
std::expected<Table, Problem> load(const Material& material, const std::filesystem::path& directory);

}  // namespace qipu::endgame
