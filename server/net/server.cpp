#include "server/net/server.hpp"

#include <fcntl.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <thread>

#include "server/config/log.hpp"
#include "server/net/shard.hpp"

namespace qipu::net {
namespace {

constexpr auto no_throw = asio::as_tuple(asio::use_awaitable);

Problem cannot_listen(const std::string& where, const std::string& why) {
  return {"listen.failed", {"不能监听 " + where + "：" + why, "cannot listen on " + where + ": " + why}, {{"address", where}}, "", {}};
}

std::expected<std::shared_ptr<asio::ssl::context>, Problem> load_tls(const ServerOptions& options) {
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  boost::system::error_code error;
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 | asio::ssl::context::no_sslv3 |
                       asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1, error);
  if (!error) context->use_certificate_chain_file(options.certificate, error);
  if (!error) context->use_private_key_file(options.key, asio::ssl::context::pem, error);
  if (error)
    return std::unexpected(Problem{"tls.certificate", {"读不了证书 " + options.certificate, "cannot read the certificate: " + error.message()},
                                   {{"file", options.certificate}}, "", {}});
  SSL_CTX_set_session_cache_mode(context->native_handle(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);
  return context;
}

}  // namespace

AddressSlot::AddressSlot(Common& common, std::string address) : common_(common), address_(std::move(address)) {
  const bool hall = contains(common_.options.halls, address_);
  const std::lock_guard lock(common_.address_mutex);
  if (static_cast<std::size_t>(common_.stats.connections.load()) >= common_.options.limits.connections) return;
  auto& count = common_.per_address[address_];
  if (!hall && count >= common_.options.limits.per_address) return;
  ++count;
  ++common_.stats.connections;
  taken_ = true;
}

AddressSlot::~AddressSlot() {
  if (!taken_) return;
  const std::lock_guard lock(common_.address_mutex);
  --common_.stats.connections;
  const auto found = common_.per_address.find(address_);
  if (found != common_.per_address.end() && --found->second == 0) common_.per_address.erase(found);
}

void report_escaped(Shard& shard, std::exception_ptr error) {
  if (!error) return;
  ++shard.common.stats.coroutine_faults;
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& fault) {
    log::error("connection.fault", {{"what", fault.what()}});
  } catch (...) {
    log::error("connection.fault", {});
  }
}

struct Server::Parts {
  Common common;
  std::vector<std::unique_ptr<Shard>> shards;
  std::vector<std::unique_ptr<tcp::acceptor>> acceptors;
  std::vector<asio::executor_work_guard<asio::io_context::executor_type>> work;
  std::vector<std::thread> threads;
  std::uint16_t port = 0;

  std::expected<void, std::string> listen(const tcp::endpoint& wanted);
  static asio::awaitable<void> accept(Shard& shard, tcp::acceptor& acceptor);
  static asio::awaitable<void> sweep(Shard& shard);
  static asio::awaitable<void> greet(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot,
                                     std::shared_ptr<asio::ssl::context> tls);
};

std::expected<void, std::string> Server::Parts::listen(const tcp::endpoint& wanted) {
  tcp::endpoint endpoint = wanted;
  for (auto& shard : shards) {
    auto acceptor = std::make_unique<tcp::acceptor>(shard->context);
    boost::system::error_code error;
    if (common.options.inherited_socket >= 0) {
      const int copy = ::fcntl(common.options.inherited_socket, F_DUPFD_CLOEXEC, 3);
      acceptor->assign(endpoint.protocol(), copy, error);
    } else {
      acceptor->open(endpoint.protocol(), error);
      const int one = 1;
      if (!error) acceptor->set_option(tcp::acceptor::reuse_address(true), error);
      if (!error && shards.size() > 1) ::setsockopt(acceptor->native_handle(), SOL_SOCKET, SO_REUSEPORT, &one, sizeof one);
      if (!error) acceptor->bind(endpoint, error);
      if (!error) acceptor->listen(4096, error);
    }
    if (error) return std::unexpected(error.message());
    acceptor->non_blocking(true, error);
    endpoint.port(acceptor->local_endpoint(error).port());
    port = endpoint.port();
    acceptors.push_back(std::move(acceptor));
  }
  return {};
}

asio::awaitable<void> Server::Parts::accept(Shard& shard, tcp::acceptor& acceptor) {
  // A descriptor kept in reserve: when all are in use it lets us take a connection only to end it, so that the backlog
  // does not keep the loop spinning.
  int reserve = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  asio::steady_timer pause(shard.context);
  while (acceptor.is_open()) {
    auto [error, socket] = co_await acceptor.async_accept(no_throw);
    if (error) {
      if (!acceptor.is_open() || error == asio::error::operation_aborted) break;
      ++shard.common.stats.accept_errors;
      if ((error == asio::error::no_descriptors || error.value() == ENFILE) && reserve >= 0) {
        ::close(reserve);
        const int extra = ::accept4(acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC);
        if (extra >= 0) ::close(extra);
        reserve = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
      }
      pause.expires_after(std::chrono::milliseconds(100));
      co_await pause.async_wait(no_throw);
      continue;
    }
    if (shard.draining) continue;
    boost::system::error_code ignored;
    const auto remote = socket.remote_endpoint(ignored);
    std::string address = remote.address().to_string();
    if (remote.address().is_v6() && remote.address().to_v6().is_v4_mapped())
      address = asio::ip::make_address_v4(asio::ip::v4_mapped, remote.address().to_v6()).to_string();
    Common& common = shard.common;
    const double factor = contains(common.options.halls, address) ? common.options.limits.hall_factor : 1;
    auto slot = std::make_unique<AddressSlot>(common, address);
    if (!slot->taken() || !common.connect_rate->take(address, Clock::now(), factor)) {
      ++common.stats.refused;
      continue;
    }
    ++common.stats.accepted;
    socket.set_option(tcp::no_delay(true), ignored);
    socket.non_blocking(true, ignored);
    const unsigned user_timeout = 30'000;
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &user_timeout, sizeof user_timeout);
    auto transport = std::make_unique<Transport>(std::move(socket));
    std::shared_ptr<asio::ssl::context> tls;
    {
      const std::lock_guard lock(common.tls_mutex);
      tls = common.tls;
    }
    if (!tls) {
      serve_http(shard, std::move(transport), std::move(slot));
      continue;
    }
    asio::co_spawn(shard.context, greet(shard, std::move(transport), std::move(slot), std::move(tls)),
                   [&shard](std::exception_ptr fault) { report_escaped(shard, fault); });
  }
  if (reserve >= 0) ::close(reserve);
}

asio::awaitable<void> Server::Parts::greet(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot,
                                           std::shared_ptr<asio::ssl::context> tls) {
  transport->tls = std::make_unique<asio::ssl::stream<tcp::socket&>>(transport->socket, *tls);
  asio::steady_timer deadline(shard.context, shard.common.options.limits.handshake_time);
  deadline.async_wait([&socket = transport->socket](boost::system::error_code error) {
    boost::system::error_code ignored;
    if (!error) socket.close(ignored);
  });
  auto [error] = co_await transport->tls->async_handshake(asio::ssl::stream_base::server, no_throw);
  // A wait that has already fired still holds the socket's address: it runs before the socket moves on.
  const bool in_time = deadline.cancel() == 1;
  if (error || !in_time) {
    ++shard.common.stats.tls_errors;
    if (!in_time) co_await asio::post(shard.context, asio::use_awaitable);
    co_return;
  }
  serve_http(shard, std::move(transport), std::move(slot));
}

asio::awaitable<void> Server::Parts::sweep(Shard& shard) {
  asio::steady_timer timer(shard.context);
  for (;;) {
    timer.expires_after(std::chrono::seconds(1));
    auto [error] = co_await timer.async_wait(no_throw);
    if (error) co_return;
    const auto now = Clock::now();
    // A tick may end others: a copy is walked, and only who still stands is asked.
    const std::vector<Timed*> all(shard.timed.begin(), shard.timed.end());
    for (Timed* timed : all)
      if (shard.timed.contains(timed)) timed->tick(now);
  }
}

Server::Server() : parts_(std::make_unique<Parts>()) {}

std::expected<std::unique_ptr<Server>, Problem> Server::start(ServerOptions options, Handler& handler) {
  std::unique_ptr<Server> server(new Server);
  Parts& parts = *server->parts_;
  Common& common = parts.common;
  common.options = std::move(options);
  common.handler = &handler;
  common.connect_rate = std::make_unique<RateLimit>(common.options.limits.connects_per_second, common.options.limits.connects_per_second * 4);
  const std::string where = common.options.address + ":" + std::to_string(common.options.port);
  if (!common.options.certificate.empty()) {
    auto tls = load_tls(common.options);
    if (!tls) return std::unexpected(tls.error());
    common.tls = *tls;
  }
  boost::system::error_code error;
  const auto address = asio::ip::make_address(common.options.address, error);
  if (error) return std::unexpected(cannot_listen(where, error.message()));
  for (unsigned i = 0; i < std::max(1u, common.options.shards); ++i) parts.shards.push_back(std::make_unique<Shard>(common, i));
  if (const auto bound = parts.listen({address, common.options.port}); !bound) return std::unexpected(cannot_listen(where, bound.error()));
  for (std::size_t i = 0; i < parts.shards.size(); ++i) {
    Shard& shard = *parts.shards[i];
    const auto log_fault = [&shard](std::exception_ptr fault) { report_escaped(shard, fault); };
    asio::co_spawn(shard.context, Parts::accept(shard, *parts.acceptors[i]), log_fault);
    asio::co_spawn(shard.context, Parts::sweep(shard), log_fault);
    parts.work.emplace_back(shard.context.get_executor());
    parts.threads.emplace_back([&shard] { shard.context.run(); });
  }
  return server;
}

Server::~Server() {
  parts_->work.clear();
  for (auto& shard : parts_->shards) shard->context.stop();
  for (auto& thread : parts_->threads) thread.join();
  // Connections refer to their shard; what waits in a context may hold connections of it.
  parts_->acceptors.clear();
}

std::uint16_t Server::port() const { return parts_->port; }
unsigned Server::shards() const { return static_cast<unsigned>(parts_->shards.size()); }
const ServerStats& Server::stats() const { return parts_->common.stats; }

void Server::post(unsigned shard, std::move_only_function<void()> task) {
  asio::post(parts_->shards[shard]->context, [task = std::move(task)]() mutable { task(); });
}

void Server::post_after(unsigned shard, std::chrono::milliseconds delay, std::move_only_function<void()> task) {
  auto timer = std::make_shared<asio::steady_timer>(parts_->shards[shard]->context, delay);
  auto shared = std::make_shared<std::move_only_function<void()>>(std::move(task));
  timer->async_wait([timer, shared](boost::system::error_code error) {
    if (!error) (*shared)();
  });
}

std::expected<void, Problem> Server::reload_certificate() {
  if (parts_->common.options.certificate.empty()) return {};
  auto tls = load_tls(parts_->common.options);
  if (!tls) return std::unexpected(tls.error());
  const std::lock_guard lock(parts_->common.tls_mutex);
  parts_->common.tls = *tls;
  return {};
}

void Server::drain(std::chrono::milliseconds time, std::uint16_t code, std::string reason) {
  for (std::size_t i = 0; i < parts_->shards.size(); ++i) {
    Shard* shard = parts_->shards[i].get();
    tcp::acceptor* acceptor = parts_->acceptors[i].get();
    post(static_cast<unsigned>(i), [shard, acceptor, code, reason] {
      boost::system::error_code ignored;
      acceptor->close(ignored);
      shard->draining = true;
      shard->drain_code = code;
      shard->drain_reason = reason;
      const std::vector<Timed*> all(shard->timed.begin(), shard->timed.end());
      for (Timed* timed : all)
        if (shard->timed.contains(timed)) timed->drain(code, reason);
    });
  }
  const auto end = Clock::now() + time;
  while (Clock::now() < end && stats().connections > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace qipu::net
