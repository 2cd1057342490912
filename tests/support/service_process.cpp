#include "tests/support/service_process.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace qipu::test {

std::uint16_t free_port() {
  const int s = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address);
  socklen_t size = sizeof address;
  ::getsockname(s, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(s);
  return ntohs(address.sin_port);
}

TemporaryFolder::TemporaryFolder() {
  std::string name = std::filesystem::temp_directory_path().string() + "/qipu-test-XXXXXX";
  path_ = ::mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ServiceProcess::ServiceProcess(std::string binary, std::string data, std::vector<std::string> arguments,
                               std::uint16_t port)
    : binary_(std::move(binary)),
      data_(std::move(data)),
      arguments_(std::move(arguments)),
      port_(port ? port : free_port()) {}

ServiceProcess::~ServiceProcess() { kill(); }

bool ServiceProcess::start(int seconds) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  std::vector<std::string> words = {
      binary_, "serve", "--data", data_, "--listen", "127.0.0.1:" + std::to_string(port_), "--json"};
  words.insert(words.end(), arguments_.begin(), arguments_.end());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(ends[1], 1);
    if (!std::getenv("QIPU_TEST_LOG")) ::dup2(::open("/dev/null", O_WRONLY), 2);
    ::execv(binary_.c_str(), pointers.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  output_ = ends[0];
  first_line_.clear();
  for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
       std::chrono::steady_clock::now() < end;) {
    pollfd ready{output_, POLLIN, 0};
    if (::poll(&ready, 1, 100) <= 0) continue;
    char c;
    if (::read(output_, &c, 1) != 1) break;
    if (c == '\n') return true;
    first_line_ += c;
  }
  kill();
  return false;
}

void ServiceProcess::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  ::close(output_);
  process_ = 0;
}

int ServiceProcess::stop(int seconds) {
  if (process_ <= 0) return -1;
  ::kill(process_, SIGTERM);
  for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
       std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
    int status = 0;
    if (::waitpid(process_, &status, WNOHANG) != process_) continue;
    ::close(output_);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  kill();
  return -1;
}

}  // namespace qipu::test
