#include "server/net/http.hpp"

#include <algorithm>
#include <cstdio>

namespace qipu::net {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// A value from outside must not be able to end a header line.
void append_value(std::string& out, std::string_view value) {
  for (char c : value)
    if (c != '\r' && c != '\n' && c != '\0') out += c;
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (same_name(key, name)) return value;
  return {};
}

bool HttpRequest::has_header(std::string_view name) const {
  return std::ranges::any_of(headers, [&](const auto& header) { return same_name(header.first, name); });
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 422: return "Unprocessable Content";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return status < 500 ? "Status" : "Internal Server Error";
  }
}

std::string chunk(std::string_view payload) {
  char size[20];
  const int length = std::snprintf(size, sizeof size, "%zx\r\n", payload.size());
  std::string out;
  out.reserve(payload.size() + 24);
  out.append(size, static_cast<std::size_t>(length));
  out.append(payload);
  out += "\r\n";
  return out;
}

std::string encode_head(const HttpResponse& response, bool keep_alive, bool http_1_0) {
  std::string out = http_1_0 ? "HTTP/1.0 " : "HTTP/1.1 ";
  out.reserve(512);
  out += std::to_string(response.status);
  out += ' ';
  out += reason_phrase(response.status);
  out += "\r\n";
  for (const auto& [name, value] : response.headers) {
    out += name;
    out += ": ";
    append_value(out, value);
    out += "\r\n";
  }
  if (response.stream) {
    out += "Transfer-Encoding: chunked\r\n";
  } else if (response.status != 304 && response.status != 204) {
    out += "Content-Length: ";
    out += std::to_string(response.body ? response.body->size() : 0);
    out += "\r\n";
  }
  if (!keep_alive) out += "Connection: close\r\n";
  else if (http_1_0) out += "Connection: keep-alive\r\n";
  out += "\r\n";
  return out;
}

bool percent_decode(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size() || hex(text[i + 1]) < 0 || hex(text[i + 2]) < 0) return false;
    out += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
    i += 2;
  }
  return true;
}

}  // namespace qipu::net
