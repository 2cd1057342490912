#include "server/app/compression.hpp"

#include <zlib.h>

namespace qipu::app {

std::string gzip(std::string_view text, int level) {
  z_stream stream{};
  constexpr int window_with_gzip_header = 15 + 16;
  if (deflateInit2(&stream, level, Z_DEFLATED, window_with_gzip_header, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace qipu::app
