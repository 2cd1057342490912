// What HTTP says, without the library that parses it: a request that was read whole, and an answer.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qipu::net {

/// Bytes that are ready for the wire, shared by all who get them.
using Bytes = std::shared_ptr<const std::string>;
inline Bytes bytes(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

class Peer;

struct HttpRequest {
  std::string method;   ///< upper case as sent
  std::string target;   ///< as sent: path and query
  std::string path;     ///< the path, still percent-encoded
  std::string query;    ///< without the question mark
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::string address;  ///< who asks; behind a trusted proxy, whom the proxy names
  bool secure = false;  ///< came by TLS
  bool http_1_0 = false;

  /// The value of the first header of this name (any case); empty when there is none.
  std::string_view header(std::string_view name) const;
  /// Whether there is a header of this name.
  bool has_header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  Bytes body;                 ///< sent with its length; null is empty
  bool omit_body = false;     ///< HEAD and 304: the length is stated, the bytes are not sent
  bool close = false;         ///< end the connection afterwards
  /// When set the answer has no end: after the headers and `body` the connection becomes a peer that is handed over
  /// here. The body and what is sent to the peer must be framed by chunk().
  std::function<void(const std::shared_ptr<Peer>&)> stream;
};

/// Called once, from any thread, with the answer to a request.
using Responder = std::function<void(HttpResponse)>;

std::string_view reason_phrase(int status);
/// One chunk of a chunked body.
std::string chunk(std::string_view payload);
/// Status line and headers up to the empty line.
std::string encode_head(const HttpResponse& response, bool keep_alive, bool http_1_0);
/// %41 → A. Nothing when the encoding is broken.
bool percent_decode(std::string_view text, std::string& out);

}  // namespace qipu::net
