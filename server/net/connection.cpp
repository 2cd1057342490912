#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include "server/net/shard.hpp"

namespace qipu::net {

Connection::Connection(Shard& shard, std::unique_ptr<Transport> transport, std::unique_ptr<AddressSlot> slot)
    : shard_(shard), transport_(std::move(transport)), slot_(std::move(slot)), progress_(Clock::now()) {
  this->shard = shard.index;
  shard_.timed.insert(this);
}

Connection::~Connection() { shard_.timed.erase(this); }

bool Connection::send(Bytes frame) {
  if (closing_ || over_) return true;
  if (queued_ != 0 && queued_ + frame->size() > shard_.common.options.limits.queue) return false;
  shard_.common.stats.frames_out.fetch_add(1, std::memory_order_relaxed);
  enqueue(std::move(frame));
  return true;
}

void Connection::enqueue(Bytes frame) {
  if (over_ || frame->empty()) return;
  // The usual case: nothing waits, and the socket takes the frame at once, without a queue entry.
  if (queued_ == 0 && !waiting_ && !transport_->tls) {
    const ssize_t count = ::send(transport_->socket.native_handle(), frame->data(), frame->size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count == static_cast<ssize_t>(frame->size())) return;
    if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) return abort();
    progress_ = Clock::now();
    offset_ = count > 0 ? static_cast<std::size_t>(count) : 0;
    queued_ = frame->size() - offset_;
    queue_.push_back(std::move(frame));
    return pump();
  }
  if (queued_ == 0) progress_ = Clock::now();
  queued_ += frame->size();
  queue_.push_back(std::move(frame));
  if (!waiting_) pump();
}

void Connection::close(std::uint16_t code, std::string_view reason) {
  if (closing_ || over_) return;
  closing_ = true;
  end_by_ = Clock::now() + std::chrono::seconds(2);
  std::string words = farewell(code, reason);
  if (!words.empty()) enqueue(bytes(std::move(words)));
  else finish();
}

void Connection::finish() {
  if (over_) return;
  closing_ = finishing_ = true;
  if (end_by_ == Clock::time_point{}) end_by_ = Clock::now() + std::chrono::seconds(2);
  if (queued_ == 0) queue_empty();
}

void Connection::abort() {
  if (over_) return;
  over_ = true;
  boost::system::error_code ignored;
  transport_->socket.close(ignored);
  queue_.clear();
  head_ = offset_ = queued_ = 0;
}

void Connection::tick(Clock::time_point now) {
  if (over_) return;
  if (end_by_ != Clock::time_point{} && now >= end_by_) return abort();
  if (queued_ != 0 && now - progress_ > shard_.common.options.limits.write_time) {
    shard_.common.stats.slow_readers_cut.fetch_add(1, std::memory_order_relaxed);
    return abort();
  }
  every_second(now);
}

void Connection::queue_empty() {
  queue_.clear();
  if (queue_.capacity() > 16) queue_.shrink_to_fit();
  head_ = offset_ = 0;
  if (!finishing_ || over_) return;
  // The peer reads our last frame before it sees the end; the reader notices its end, or the sweep ends it.
  boost::system::error_code ignored;
  if (!transport_->tls) transport_->socket.shutdown(tcp::socket::shutdown_send, ignored);
  else abort();
}

void Connection::sent(std::size_t count) {
  if (count != 0) progress_ = Clock::now();
  queued_ -= count;
  while (count != 0) {
    const std::size_t rest = queue_[head_]->size() - offset_;
    if (count < rest) {
      offset_ += count;
      return;
    }
    count -= rest;
    offset_ = 0;
    queue_[head_++].reset();
  }
  if (head_ > 64 && head_ * 2 > queue_.size()) {
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
}

void Connection::pump() {
  if (transport_->tls) return pump_tls();
  while (queued_ != 0) {
    std::array<iovec, 32> pieces;
    std::size_t count = 0;
    for (std::size_t i = head_; i < queue_.size() && count < pieces.size(); ++i, ++count) {
      const std::size_t skip = i == head_ ? offset_ : 0;
      pieces[count] = {const_cast<char*>(queue_[i]->data() + skip), queue_[i]->size() - skip};
    }
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = count;
    const ssize_t written = ::sendmsg(transport_->socket.native_handle(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (written > 0) {
      sent(static_cast<std::size_t>(written));
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return abort();
    waiting_ = true;
    transport_->socket.async_wait(tcp::socket::wait_write, [keep = self()](boost::system::error_code error) {
      keep->waiting_ = false;
      if (keep->over_) return;
      if (error) return keep->abort();
      keep->pump();
    });
    return;
  }
  queue_empty();
}

void Connection::pump_tls() {
  if (queued_ == 0) return queue_empty();
  std::vector<asio::const_buffer> pieces;
  for (std::size_t i = head_; i < queue_.size() && pieces.size() < 32; ++i) {
    const std::size_t skip = i == head_ ? offset_ : 0;
    pieces.emplace_back(queue_[i]->data() + skip, queue_[i]->size() - skip);
  }
  // The frames stay referenced by the handler: an abort may empty the queue while the write is under way.
  std::vector<Bytes> held(queue_.begin() + static_cast<std::ptrdiff_t>(head_),
                          queue_.begin() + static_cast<std::ptrdiff_t>(head_ + pieces.size()));
  waiting_ = true;
  asio::async_write(*transport_, std::move(pieces),
                    [keep = self(), held = std::move(held)](boost::system::error_code error, std::size_t count) {
                      keep->waiting_ = false;
                      if (keep->over_) return;
                      if (error) return keep->abort();
                      keep->sent(count);
                      keep->pump_tls();
                    });
}

}  // namespace qipu::net
