// The least that one thread can do for a WebSocket message: one epoll loop, one send a socket, no queues, no
// checks. What the service is compared with; never a server to use.
#pragma once

#include <cstdint>

namespace qipu::bench {

/// Serves until the process is killed: a text frame that begins with 'P' goes to everybody, any other comes
/// back.
[[noreturn]] void run_floor_server(std::uint16_t port);

}  // namespace qipu::bench
