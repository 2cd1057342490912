// Answers to public reads: strong ETag, Last-Modified, 304, gzip, CORS, and the headers that keep pages safe.
#pragma once

#include <string>
#include <string_view>

#include "server/app/pages.hpp"
#include "server/config/instant.hpp"
#include "server/net/http.hpp"

namespace qipu::app {

enum class Caching { revalidate, live, immutable, none };

net::HttpResponse plain_answer(int status, std::string_view content_type, std::string body);
/// A representation with its validators. `modified` 0: not known. Picks gzip when it is asked for and worth it.
net::HttpResponse cached_answer(const net::HttpRequest& request, std::string_view content_type, const net::Bytes& body, Instant modified,
                                Caching caching);
net::HttpResponse page_answer(const net::HttpRequest& request, std::string_view path, const Page& page);
net::HttpResponse preflight();
/// Whether the client holds the representation with this ETag (weak marks are ignored), or, without one, of this time.
bool not_modified(const net::HttpRequest& request, std::string_view etag, Instant modified);
bool accepts_gzip(const net::HttpRequest& request);

}  // namespace qipu::app
