#include "server/app/supervisor.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace qipu::app {

void notify_supervisor(std::string_view line) {
  const char* path = std::getenv("NOTIFY_SOCKET");
  if (!path || (path[0] != '/' && path[0] != '@')) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::strlen(path);
  if (length >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = '\0';
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return;
  (void)::sendto(socket, line.data(), line.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address),
                 static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length));
  ::close(socket);
}

std::optional<std::chrono::milliseconds> watchdog_period() {
  const char* microseconds = std::getenv("WATCHDOG_USEC");
  if (!microseconds) return std::nullopt;
  const long long value = std::atoll(microseconds);
  if (value <= 0) return std::nullopt;
  return std::chrono::milliseconds(value / 1000 / 2);
}

int inherited_socket() {
  const char* pid = std::getenv("LISTEN_PID");
  const char* count = std::getenv("LISTEN_FDS");
  constexpr int first_inherited = 3;
  return pid && count && std::atol(pid) == static_cast<long>(::getpid()) && std::atoi(count) >= 1 ? first_inherited : -1;
}

}  // namespace qipu::app
