#include "server/app/local_desk.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "server/app/command_json.hpp"
#include "server/app/reads.hpp"
#include "server/config/log.hpp"
#include "server/protocol/envelope.hpp"

namespace qipu::app {
namespace {

constexpr std::size_t longest_line = 4 * 1024 * 1024;
constexpr int patience_ms = 30'000;

Problem fault(std::string code, std::string zh, std::string en) {
  return {std::move(code), {std::move(zh), std::move(en)}, {}, "", std::nullopt};
}

bool address_of(const std::string& path, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return false;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return true;
}

bool ready(int descriptor, short events, int milliseconds) {
  pollfd waiting{descriptor, events, 0};
  return ::poll(&waiting, 1, milliseconds) == 1;
}

bool send_all(int line, std::string_view text) {
  while (!text.empty()) {
    if (!ready(line, POLLOUT, patience_ms)) return false;
    const ssize_t sent = ::send(line, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

// One line without its end; nothing when the other side hangs up, is too slow or writes too much.
std::optional<std::string> read_line(int line) {
  std::string text;
  char block[16 * 1024];
  while (text.size() <= longest_line) {
    if (!ready(line, POLLIN, patience_ms)) return std::nullopt;
    const ssize_t got = ::recv(line, block, sizeof block, 0);
    if (got <= 0) return std::nullopt;
    const auto* end = static_cast<const char*>(std::memchr(block, '\n', static_cast<std::size_t>(got)));
    if (end) return text.append(block, static_cast<std::size_t>(end - block));
    text.append(block, static_cast<std::size_t>(got));
  }
  return std::nullopt;
}

struct Descriptor {
  int value = -1;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

bool is_owner(int line) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(line, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         (peer.uid == 0 || peer.uid == ::geteuid());
}

Problem problem_from(const protocol::Json& error) {
  protocol::Fields fields(&error);
  Problem problem;
  problem.code = fields.maybe_text("code").value_or("internal");
  problem.message.zh = fields.maybe_text("message_zh", 4096).value_or("");
  problem.message.en = fields.maybe_text("message_en", 4096).value_or("");
  problem.clause = fields.maybe_text("clause").value_or("");
  if (const auto* params = fields.member("params"); params && params->IsObject())
    for (const auto& param : params->GetObject())
      if (param.value.IsString())
        problem.params.emplace_back(protocol::text_of(param.name), protocol::text_of(param.value));
  return problem;
}

}  // namespace

std::string local_socket_path(const std::string& folder) { return folder + "/qipu.sock"; }

std::expected<void, Problem> LocalDesk::start(const std::string& folder) {
  path_ = local_socket_path(folder);
  sockaddr_un address;
  const auto unusable = [&] {
    return std::unexpected(fault("local.unusable", "本机接口 " + path_ + " 建不成",
                                 "the local socket " + path_ + " cannot be made"));
  };
  if (!address_of(path_, address)) return unusable();
  // The folder's lock is held: what lies here is left over from a service that is gone.
  ::unlink(path_.c_str());
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  wake_ = ::eventfd(0, EFD_CLOEXEC);
  if (listener_ < 0 || wake_ < 0) return unusable();
  const mode_t before = ::umask(0177);
  const int bound = ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  ::umask(before);
  if (bound != 0 || ::listen(listener_, 8) != 0) return unusable();
  thread_ = std::thread([this] { run(); });
  return {};
}

void LocalDesk::stop() {
  if (stopping_.exchange(true)) return;
  if (wake_ >= 0) ::eventfd_write(wake_, 1);
  if (thread_.joinable()) thread_.join();
  if (listener_ >= 0) {
    ::close(listener_);
    ::unlink(path_.c_str());
  }
  if (wake_ >= 0) ::close(wake_);
}

void LocalDesk::run() {
  while (!stopping_) {
    pollfd waiting[2] = {{listener_, POLLIN, 0}, {wake_, POLLIN, 0}};
    if (::poll(waiting, 2, -1) < 0 || waiting[1].revents) continue;
    const Descriptor line{::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)};
    if (line.value >= 0 && is_owner(line.value)) serve(line.value);
  }
}

void LocalDesk::serve(int line) {
  const auto request = read_line(line);
  if (request) send_all(line, answer(*request) + "\n");
}

std::string LocalDesk::answer(std::string_view request) {
  const auto refuse = [](const Problem& problem) {
    return protocol::error_answer("", problem, protocol::Language::both);
  };
  const auto document = protocol::parse_json(request);
  if (!document) return refuse(document.error());
  protocol::Fields fields(&*document, "message");
  const std::string as = fields.text("as", 64), type = fields.text("type", 64);
  if (!fields.good()) return refuse(*fields.problem());
  const auto done = perform_as_chief(ledger_, as, type, fields.member("data"));
  if (!done) return refuse(done.error());
  log::info("local.done", {{"as", as}, {"type", type}});
  return protocol::ok_answer("", done->seq, done->data);
}

std::expected<LocalAnswer, Problem> perform_as_chief(Ledger& ledger, const std::string& as,
                                                     std::string_view type, const protocol::Json* data) {
  auto command = command_from(type, data);
  if (!command) return std::unexpected(command.error());
  recorder::Context context;
  context.by.role = recorder::Role::chief;
  context.by.name = as;
  // Accounts and keys are the machine's owner's to give.
  if (std::holds_alternative<recorder::DeskUserEntry>(*command)) context.by.role = recorder::Role::system;
  const Outcome outcome = ledger.perform(std::move(*command), std::move(context));
  if (!outcome.answer) return std::unexpected(outcome.answer.error());
  return LocalAnswer{answer_json(*outcome.answer, protocol::Language::both), outcome.seq};
}

std::expected<LocalAnswer, Problem> perform_locally(const std::string& folder, const std::string& as,
                                                    std::string_view type, std::string_view data) {
  sockaddr_un address;
  const Descriptor line{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  if (address_of(local_socket_path(folder), address) &&
      ::connect(line.value, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    protocol::JsonText request;
    request.object().member("as", as).member("type", type).key("data").raw(data).end();
    const auto text = send_all(line.value, request.view() + "\n") ? read_line(line.value) : std::nullopt;
    const auto document = text ? protocol::parse_json(*text, 64)
                               : std::unexpected(fault("local.cut", "服务没有回答，不知道做成了没有：先看一看再重试",
                                                       "the service did not answer; look whether it is done before you try again"));
    if (!document) return std::unexpected(document.error());
    protocol::Fields fields(&*document, "answer");
    if (fields.text("type") != "ok") {
      const auto* error = fields.member("error");
      return std::unexpected(problem_from(error ? *error : *document));
    }
    const auto* answered = fields.member("data");
    LocalAnswer answer;
    answer.seq = static_cast<std::uint64_t>(fields.maybe_integer("seq", 0, std::int64_t{1} << 53).value_or(0));
    if (answered) {
      // Cut out of the line as it stands: the encoder is the service's.
      const auto from = text->find("\"data\":");
      answer.data = text->substr(from + 7, text->size() - from - 8);
    }
    return answer;
  }
  auto ledger = Ledger::open(folder);
  if (!ledger) return std::unexpected(ledger.error());
  (*ledger)->start();
  const auto document = protocol::parse_json(data);
  if (!document) return std::unexpected(document.error());
  return perform_as_chief(**ledger, as, type, &*document);
}

}  // namespace qipu::app
