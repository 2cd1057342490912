// libFuzzer target of one reader: any bytes behind the beginning that makes them its format. QIPU_FUZZ_FORMAT
// is the extension. Seeds: record_seeds DIR writes some. Run: xqf_fuzz -max_len=4096 -runs=1000000 CORPUS
// DIR/xqf
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/record_property.hpp"

namespace {

/// What the bytes begin with in the format, so that no run is spent on other readers.
std::string forced(std::string bytes) {
  const std::string_view format = QIPU_FUZZ_FORMAT;
  const auto begin = [&](std::string_view magic, std::size_t least) {
    if (bytes.size() < least) bytes.resize(least);
    bytes.replace(0, magic.size(), magic);
  };
  if (format == "xqf") begin("XQ", 1032);
  if (format == "cbr") begin(std::string_view("CCBridge Record\0\0\0\0\2", 20), 2222);
  if (format == "cbl") begin(std::string_view("CCBridgeLibrary\0", 16), 66624 + 276);
  if (format == "wxf") bytes.insert(0, "FORMAT WXF\n");
  if (format == "cbf") bytes.insert(0, "<ChineseChessRecord>");
  if (format == "html") bytes.insert(0, "[DhtmlXQ]");
  if (format == "pgn") bytes.insert(0, "[Game \"Chinese Chess\"]\n");
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = forced({reinterpret_cast<const char*>(data), size});
  const std::string fault = qipu::formats::reading_fault(bytes, "fuzz." QIPU_FUZZ_FORMAT);
  if (!fault.empty()) {
    std::fprintf(stderr, "%s\n", fault.c_str());
    std::abort();
  }
  return 0;
}
