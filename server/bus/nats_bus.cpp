#include <nats/nats.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "server/bus/bus.hpp"

namespace qipu::bus {
namespace {

BusFault fault(natsStatus status) { return BusFault{natsStatus_GetText(status)}; }

struct CloseConnection {
  void operator()(natsConnection* connection) const {
    natsConnection_Close(connection);
    natsConnection_Destroy(connection);
  }
};
struct DestroyOptions {
  void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
};

class NatsSubscription : public Subscription {
 public:
  explicit NatsSubscription(Bus::Handler handler) : handler_(std::move(handler)) {}
  ~NatsSubscription() override {
    // Draining waits for the handler that may be running, so that none runs on a destroyed object.
    if (subscription_) {
      natsSubscription_Drain(subscription_);
      natsSubscription_WaitForDrainCompletion(subscription_, 2000);
      natsSubscription_Destroy(subscription_);
    }
  }
  natsStatus start(natsConnection* connection, const std::string& subject) {
    const natsStatus status =
        natsConnection_Subscribe(&subscription_, connection, subject.c_str(), &received, this);
    // A slow reader loses messages rather than memory; its follower sees the hole and fills it.
    if (status == NATS_OK) natsSubscription_SetPendingLimits(subscription_, 65536, 32 << 20);
    return status;
  }

 private:
  static void received(natsConnection*, natsSubscription*, natsMsg* message, void* self) {
    static_cast<NatsSubscription*>(self)->handler_(
        natsMsg_GetSubject(message),
        std::string_view(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))));
    natsMsg_Destroy(message);
  }
  Bus::Handler handler_;
  natsSubscription* subscription_ = nullptr;
};

class NatsBus : public Bus {
 public:
  natsStatus connect(std::vector<std::string> urls) {
    natsOptions* raw = nullptr;
    natsStatus status = natsOptions_Create(&raw);
    const std::unique_ptr<natsOptions, DestroyOptions> options(raw);
    std::vector<const char*> servers;
    for (const auto& url : urls) servers.push_back(url.c_str());
    if (status == NATS_OK)
      status = natsOptions_SetServers(raw, servers.data(), static_cast<int>(servers.size()));
    if (status == NATS_OK) status = natsOptions_SetAllowReconnect(raw, true);
    if (status == NATS_OK) status = natsOptions_SetMaxReconnect(raw, -1);
    if (status == NATS_OK) status = natsOptions_SetReconnectWait(raw, 250);
    if (status == NATS_OK) status = natsOptions_SetReconnectBufSize(raw, 0);
    if (status == NATS_OK) status = natsOptions_SetPingInterval(raw, 5000);
    if (status == NATS_OK) status = natsOptions_SetMaxPingsOut(raw, 2);
    if (status == NATS_OK) status = natsOptions_SetTimeout(raw, 2000);
    if (status == NATS_OK)
      status = natsOptions_SetRetryOnFailedConnect(
          raw, true, [](natsConnection*, void*) {}, nullptr);
    natsConnection* connection = nullptr;
    if (status == NATS_OK) status = natsConnection_Connect(&connection, raw);
    connection_.reset(connection);
    return status == NATS_NOT_YET_CONNECTED ? NATS_OK : status;
  }
  std::expected<void, BusFault> publish(std::string_view subject, std::string_view bytes) override {
    if (!connected()) return std::unexpected(BusFault{"not connected"});
    const natsStatus status = natsConnection_Publish(connection_.get(), std::string(subject).c_str(),
                                                     bytes.data(), static_cast<int>(bytes.size()));
    if (status != NATS_OK) return std::unexpected(fault(status));
    return {};
  }
  std::expected<std::unique_ptr<Subscription>, BusFault> subscribe(std::string subject,
                                                                   Handler handler) override {
    auto subscription = std::make_unique<NatsSubscription>(std::move(handler));
    const natsStatus status = subscription->start(connection_.get(), subject);
    if (status != NATS_OK) return std::unexpected(fault(status));
    return subscription;
  }
  bool connected() const override {
    return connection_ && natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CONNECTED;
  }

 private:
  std::unique_ptr<natsConnection, CloseConnection> connection_;
};

}  // namespace

std::expected<std::unique_ptr<Bus>, BusFault> connect_nats(const std::string& urls) {
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin <= urls.size();) {
    const std::size_t end = std::min(urls.find(',', begin), urls.size());
    if (end > begin) list.push_back(urls.substr(begin, end - begin));
    begin = end + 1;
  }
  if (list.empty()) return std::unexpected(BusFault{"no address"});
  auto bus = std::make_unique<NatsBus>();
  const natsStatus status = bus->connect(std::move(list));
  if (status != NATS_OK) return std::unexpected(fault(status));
  return bus;
}

}  // namespace qipu::bus
