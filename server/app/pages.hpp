// The pages that are embedded in the binary: found by a table, so that no path can leave it.
#pragma once

#include <string>
#include <string_view>

#include "server/net/http.hpp"

namespace qipu::app {

struct Page {
  std::string_view content_type;
  net::Bytes plain, gzip;  ///< gzip is null where it would not be smaller
  std::string etag, gzip_etag;
  bool immutable = false;  ///< its name holds its hash
};

/// The page of a request path: "/live", "/r/…", "/assets/…"; null when there is none.
const Page* find_page(std::string_view path);
/// Whether others may show the page in a frame.
bool framable(std::string_view path);
/// A file of the embedded folder by its name there.
const Page* find_embedded(std::string_view name);

}  // namespace qipu::app
