#include <map>
#include <memory>
#include <mutex>

#include "server/bus/bus.hpp"

namespace qipu::bus {
namespace {

struct Subscribers {
  std::mutex mutex;
  std::uint64_t next = 0;
  std::map<std::uint64_t, std::pair<std::string, Bus::Handler>> handlers;
};

bool matches(std::string_view pattern, std::string_view subject) {
  if (pattern.ends_with(".>")) return subject.starts_with(pattern.substr(0, pattern.size() - 1));
  return pattern == subject;
}

class InProcessSubscription : public Subscription {
 public:
  InProcessSubscription(std::shared_ptr<Subscribers> subscribers, std::uint64_t id)
      : subscribers_(std::move(subscribers)), id_(id) {}
  ~InProcessSubscription() override {
    const std::lock_guard lock(subscribers_->mutex);
    subscribers_->handlers.erase(id_);
  }

 private:
  std::shared_ptr<Subscribers> subscribers_;
  std::uint64_t id_;
};

class InProcessBus : public Bus {
 public:
  std::expected<void, BusFault> publish(std::string_view subject, std::string_view bytes) override {
    const std::lock_guard lock(subscribers_->mutex);
    for (const auto& [id, entry] : subscribers_->handlers)
      if (matches(entry.first, subject)) entry.second(subject, bytes);
    return {};
  }
  std::expected<std::unique_ptr<Subscription>, BusFault> subscribe(std::string subject,
                                                                   Handler handler) override {
    const std::lock_guard lock(subscribers_->mutex);
    const std::uint64_t id = subscribers_->next++;
    subscribers_->handlers.emplace(id, std::pair(std::move(subject), std::move(handler)));
    return std::make_unique<InProcessSubscription>(subscribers_, id);
  }
  bool connected() const override { return true; }

 private:
  std::shared_ptr<Subscribers> subscribers_ = std::make_shared<Subscribers>();
};

}  // namespace

std::unique_ptr<Bus> make_in_process_bus() { return std::make_unique<InProcessBus>(); }

}  // namespace qipu::bus
