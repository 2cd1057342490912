// libFuzzer target: any bytes as FEN. Run: fen_fuzz -max_len=600 -max_total_time=60 CORPUS
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/support/fen_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string fault = qipu::fen_fault({reinterpret_cast<const char*>(data), size});
  if (!fault.empty()) {
    std::fprintf(stderr, "%s\n", fault.c_str());
    std::abort();
  }
  return 0;
}
