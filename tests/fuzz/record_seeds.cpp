// Writes small records of every format as seeds: DIR/<extension>/<name>.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/support/record_samples.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("record_seeds DIR\n", stderr);
    return 2;
  }
  for (const qipu::formats::RecordSample& sample : qipu::formats::record_samples()) {
    const auto folder = std::filesystem::path(argv[1]) / sample.name.substr(sample.name.rfind('.') + 1);
    std::filesystem::create_directories(folder);
    std::ofstream(folder / sample.name, std::ios::binary) << sample.bytes;
  }
}
