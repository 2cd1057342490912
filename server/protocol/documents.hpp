// What the service says of itself: OpenAPI 3.1 of its HTTP side and AsyncAPI 3 of its WebSocket, from the same tables that
// the service works by.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace qipu::protocol {

struct RouteText {
  std::string_view method, path, sentence, content_types;  ///< content types separated by spaces
  std::string_view query;                                  ///< "boards notation stream"
};
/// Every route of the HTTP side, pages included.
std::span<const RouteText> routes();

struct MessageText {
  std::string_view type, fields, sentence;
};
std::string openapi(std::string_view version);
std::string asyncapi(std::string_view version, std::span<const MessageText> received);

}  // namespace qipu::protocol
