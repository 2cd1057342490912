#include "tests/support/http_client.hpp"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace qipu::test {
namespace {

std::string unchunked(std::string_view body) {
  std::string whole;
  for (;;) {
    const std::size_t end = body.find("\r\n");
    if (end == std::string_view::npos) return whole;
    const std::size_t size = std::strtoul(std::string(body.substr(0, end)).c_str(), nullptr, 16);
    if (size == 0) return whole;
    whole += body.substr(end + 2, size);
    body.remove_prefix(std::min(body.size(), end + 2 + size + 2));
  }
}

}  // namespace

std::optional<HttpAnswer> http(std::uint16_t port, std::string_view method, std::string_view target,
                               const std::vector<std::string>& headers, std::string_view body) {
  const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string request = std::string(method) + ' ' + std::string(target) +
                        " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n";
  for (const auto& line : headers) request += line + "\r\n";
  if (!body.empty()) request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  request += "\r\n" + std::string(body);
  std::string answer;
  if (::connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      ::send(s, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
    char chunk[65536];
    for (;;) {
      pollfd ready{s, POLLIN, 0};
      if (::poll(&ready, 1, 10000) <= 0) break;
      const ssize_t got = ::recv(s, chunk, sizeof chunk, 0);
      if (got <= 0) break;
      answer.append(chunk, static_cast<std::size_t>(got));
    }
  }
  ::close(s);
  const std::size_t end = answer.find("\r\n\r\n");
  if (end == std::string::npos || !answer.starts_with("HTTP/1.1 ")) return std::nullopt;
  HttpAnswer result;
  result.status = std::atoi(answer.c_str() + 9);
  for (std::size_t begin = answer.find("\r\n") + 2; begin < end;) {
    const std::size_t stop = answer.find("\r\n", begin);
    const std::string line = answer.substr(begin, stop - begin);
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos) {
      std::string name = line.substr(0, colon);
      std::ranges::transform(name, name.begin(),
                             [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      const std::size_t value = line.find_first_not_of(' ', colon + 1);
      result.headers[name] = value == std::string::npos ? "" : line.substr(value);
    }
    begin = stop + 2;
  }
  result.body = answer.substr(end + 4);
  if (result.headers.contains("transfer-encoding")) result.body = unchunked(result.body);
  return result;
}

}  // namespace qipu::test
