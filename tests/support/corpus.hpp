// The corpus of real record files beside the project, read through the front door.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "formats/read.hpp"

namespace qipu::formats {

inline std::filesystem::path corpus_folder() { return std::filesystem::path(QIPU_SHARED) / "corpus"; }
inline bool has_corpus() { return std::filesystem::exists(corpus_folder() / "EXPECTED.tsv"); }

inline std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct CorpusFile {
  ReadSummary summary;
  std::vector<ParseOutcome> games;
};
inline CorpusFile read_all(std::string_view bytes, std::string_view name = {}) {
  CorpusFile file;
  ReadOptions options;
  options.name = name;
  file.summary = read_records(bytes_of(bytes), options, [&](ParseOutcome&& outcome) {
    file.games.push_back(std::move(outcome));
    return true;
  });
  return file;
}
inline CorpusFile read_corpus_file(const std::string& name) {
  return read_all(bytes_of_file(corpus_folder() / name), name);
}

/// Every record file of the corpus, by name.
inline std::vector<std::string> corpus_files() {
  std::vector<std::string> files;
  for (const auto& folder : std::filesystem::directory_iterator(corpus_folder())) {
    if (!folder.is_directory()) continue;
    for (const auto& file : std::filesystem::directory_iterator(folder))
      files.push_back(folder.path().filename().string() + "/" + file.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace qipu::formats
