// One HTTP/1.1 request to 127.0.0.1 and its answer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qipu::test {

struct HttpAnswer {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;
};

/// `headers` are whole lines without line ends. Nothing when there is no answer.
std::optional<HttpAnswer> http(std::uint16_t port, std::string_view method, std::string_view target,
                               const std::vector<std::string>& headers = {}, std::string_view body = {});

}  // namespace qipu::test
