// libFuzzer target: any bytes as a game. Run: judge_fuzz -max_len=120 -max_total_time=60 CORPUS
#include <cstdio>
#include <cstdlib>

#include "tests/support/judge_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const qipu::Game game = qipu::support::game_of({data, size});
  const std::string fault = qipu::support::judge_fault(game);
  if (!fault.empty()) {
    std::fprintf(stderr, "%s: %s\n", fault.c_str(), qipu::to_fen(game.setup()).c_str());
    std::abort();
  }
  return 0;
}
