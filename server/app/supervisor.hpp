// Talk with the service supervisor (systemd): ready, stopping, watchdog, an inherited socket. Without libsystemd.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace qipu::app {

/// Sends a line such as "READY=1" to NOTIFY_SOCKET; nothing happens without one.
void notify_supervisor(std::string_view line);
/// How often WATCHDOG=1 is wanted; nothing when it is not.
std::optional<std::chrono::milliseconds> watchdog_period();
/// The listening socket that was handed over, or -1.
int inherited_socket();

}  // namespace qipu::app
