#include "server/app/public_answer.hpp"

#include "server/app/compression.hpp"
#include "server/app/digest.hpp"

namespace qipu::app {
namespace {

void add_common(net::HttpResponse& response, std::string_view content_type) {
  response.headers.emplace_back("Content-Type", std::string(content_type));
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
}

void add_cross_origin(net::HttpResponse& response) {
  response.headers.emplace_back("Access-Control-Allow-Origin", "*");
  response.headers.emplace_back("Access-Control-Expose-Headers", "ETag, Last-Modified, Link, Retry-After");
}

std::string_view cache_control(Caching caching) {
  switch (caching) {
    case Caching::revalidate: return "no-cache";
    case Caching::live: return "public, max-age=1, stale-while-revalidate=5";
    case Caching::immutable: return "public, max-age=31536000, immutable";
    case Caching::none: break;
  }
  return "no-store";
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

bool accepts_gzip(const net::HttpRequest& request) {
  std::string_view rest = request.header("Accept-Encoding");
  while (!rest.empty()) {
    const std::string_view item = trimmed(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(rest.size(), rest.find(',') == std::string_view::npos ? rest.size() : rest.find(',') + 1));
    if (item.substr(0, item.find(';')) != "gzip") continue;
    const std::size_t q = item.find("q=");
    return q == std::string_view::npos || item.substr(q + 2).find_first_not_of("0.") != std::string_view::npos;
  }
  return false;
}

bool not_modified(const net::HttpRequest& request, std::string_view etag, Instant modified) {
  std::string_view rest = request.header("If-None-Match");
  if (rest.empty()) {
    const std::string_view since = request.header("If-Modified-Since");
    if (since.empty() || modified == 0) return false;
    const auto held = from_http_date(since);
    return held && modified / 1000 <= *held / 1000;
  }
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    std::string_view item = trimmed(rest.substr(0, comma));
    if (item == "*") return true;
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == etag) return true;
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return false;
}

net::HttpResponse plain_answer(int status, std::string_view content_type, std::string body) {
  net::HttpResponse response;
  response.status = status;
  add_common(response, content_type);
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = net::bytes(std::move(body));
  return response;
}

net::HttpResponse cached_answer(const net::HttpRequest& request, std::string_view content_type, const net::Bytes& body, Instant modified,
                                Caching caching) {
  net::HttpResponse response;
  const bool compress = body->size() > 512 && accepts_gzip(request);
  const std::string etag = "\"" + sha256(*body).substr(0, 24) + (compress ? "-gz\"" : "\"");
  if (not_modified(request, etag, modified)) response.status = 304;
  add_common(response, content_type);
  response.headers.emplace_back("Cache-Control", std::string(cache_control(caching)));
  response.headers.emplace_back("ETag", etag);
  if (modified != 0) response.headers.emplace_back("Last-Modified", to_http_date(modified));
  response.headers.emplace_back("Vary", "Accept-Encoding");
  add_cross_origin(response);
  if (response.status == 304) return response;
  if (compress) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = compress ? net::bytes(gzip(*body, 6)) : body;
  return response;
}

net::HttpResponse page_answer(const net::HttpRequest& request, std::string_view path, const Page& page) {
  net::HttpResponse response;
  const bool compress = page.gzip && accepts_gzip(request);
  const std::string& etag = compress ? page.gzip_etag : page.etag;
  if (not_modified(request, etag, 0)) response.status = 304;
  add_common(response, page.content_type);
  response.headers.emplace_back("Cache-Control", std::string(cache_control(page.immutable ? Caching::immutable : Caching::revalidate)));
  response.headers.emplace_back("ETag", etag);
  response.headers.emplace_back("Vary", "Accept-Encoding");
  response.headers.emplace_back("Content-Security-Policy",
                                std::string("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
                                            "img-src 'self' data: blob:; connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; "
                                            "form-action 'self'; frame-ancestors ") +
                                    (framable(path) ? "*" : "'self'"));
  response.headers.emplace_back("Permissions-Policy", "geolocation=(), microphone=(), payment=()");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  if (request.secure) response.headers.emplace_back("Strict-Transport-Security", "max-age=31536000");
  if (path == "/sw.js") response.headers.emplace_back("Service-Worker-Allowed", "/");
  if (response.status == 304) return response;
  if (compress) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = compress ? page.gzip : page.plain;
  return response;
}

net::HttpResponse preflight() {
  net::HttpResponse response;
  response.status = 204;
  add_cross_origin(response);
  response.headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
  response.headers.emplace_back("Access-Control-Allow-Headers", "If-None-Match, If-Modified-Since, Last-Event-ID");
  response.headers.emplace_back("Access-Control-Max-Age", "86400");
  return response;
}

}  // namespace qipu::app
