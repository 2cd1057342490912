// The real binary as a child process on a free loopback port: started, killed, started again on the same
// data.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace qipu::test {

/// A port of 127.0.0.1 that is free now.
std::uint16_t free_port();

/// A new folder below the temporary folder, removed with all it holds at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class ServiceProcess {
 public:
  /// `qipu serve --data DATA --listen 127.0.0.1:PORT --json ARGUMENTS…`; `binary` is the built qipu.
  ServiceProcess(std::string binary, std::string data, std::vector<std::string> arguments,
                 std::uint16_t port = 0);
  ~ServiceProcess();
  ServiceProcess(const ServiceProcess&) = delete;
  ServiceProcess& operator=(const ServiceProcess&) = delete;

  /// Starts and waits up to `seconds` for the first line of standard output; false when it ended or stayed
  /// silent.
  bool start(int seconds = 20);
  /// Kills at once, as a power cut would.
  void kill();
  /// Asks it to end (SIGTERM) and waits up to `seconds`; the exit code, or -1 when it had to be killed.
  int stop(int seconds = 15);
  bool running() const { return process_ > 0; }
  pid_t process() const { return process_; }
  std::uint16_t port() const { return port_; }
  /// The first line: {"listen":…,"links":{…},"desk":{…}}.
  const std::string& first_line() const { return first_line_; }

 private:
  std::string binary_, data_, first_line_;
  std::vector<std::string> arguments_;
  std::uint16_t port_;
  pid_t process_ = 0;
  int output_ = -1;
};

}  // namespace qipu::test
