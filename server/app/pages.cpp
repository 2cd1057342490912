#include "server/app/pages.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "server/app/compression.hpp"
#include "server/app/digest.hpp"
#include "server/app/embedded.hpp"

namespace qipu::app {
namespace {

std::string_view type_of(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> types = {{
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json; charset=utf-8"},
      {".webmanifest", "application/manifest+json; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".woff2", "font/woff2"},
      {".svg", "image/svg+xml; charset=utf-8"},
      {".png", "image/png"},
      {".txt", "text/plain; charset=utf-8"},
  }};
  for (const auto& [end, type] : types)
    if (name.ends_with(end)) return type;
  return "application/octet-stream";
}

const std::map<std::string_view, Page>& pages() {
  static const std::map<std::string_view, Page> all = [] {
    std::map<std::string_view, Page> made;
    for (const EmbeddedFile& file : embedded_files()) {
      Page page;
      page.content_type = type_of(file.name);
      page.plain = net::bytes(std::string(file.content));
      std::string compressed = file.name.ends_with(".woff2") || file.name.ends_with(".png") ? std::string() : gzip(file.content, 9);
      if (!compressed.empty() && compressed.size() < file.content.size()) page.gzip = net::bytes(std::move(compressed));
      const std::string hash = sha256(file.content).substr(0, 24);
      page.etag = "\"" + hash + "\"";
      page.gzip_etag = "\"" + hash + "-gz\"";
      page.immutable = file.name.starts_with("assets/");
      made.emplace(file.name, std::move(page));
    }
    return made;
  }();
  return all;
}

bool is_under(std::string_view path, std::string_view root) {
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

}  // namespace

const Page* find_embedded(std::string_view name) {
  const auto found = pages().find(name);
  return found == pages().end() ? nullptr : &found->second;
}

const Page* find_page(std::string_view path) {
  if (path.find("..") != std::string_view::npos || path.find('\\') != std::string_view::npos) return nullptr;
  if (is_under(path, "/r")) return find_embedded("phone.html");
  for (const std::string_view root : {"/desk", "/kiosk"})
    if (is_under(path, root)) return find_embedded("desk.html");
  for (const std::string_view root : {"/live", "/hall", "/embed", "/overlay"})
    if (is_under(path, root)) return find_embedded("live.html");
  if (path == "/") return find_embedded("live.html");
  if (path == "/sw.js" || path == "/licences.txt" || path == "/favicon.svg" || path == "/manifest.webmanifest" || path.starts_with("/assets/"))
    return find_embedded(path.substr(1));
  return nullptr;
}

bool framable(std::string_view path) { return is_under(path, "/embed") || is_under(path, "/overlay"); }

}  // namespace qipu::app
