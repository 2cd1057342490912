#include "desk.hpp"

#include <chrono>
#include <thread>

namespace qipu::sim {

using client::quoted;

Client::Client(std::uint16_t port, std::function<std::string()> token, std::string name, Counters& counters)
    : port_(port), token_(std::move(token)), name_(std::move(name)), counters_(counters) {}

bool Client::connect() {
  if (line_ && line_->connected()) return true;
  line_ = client::WebSocketClient::connect(port_);
  if (!line_) return false;
  auto answer =
      line_->call("hello", "{\"token\":" + quoted(token_()) + ",\"device\":" + quoted(name_) + "}", 5000);
  if (!answer || !answer->HasMember("type") || std::string((*answer)["type"].GetString()) != "ok") {
    if (answer) last_refusal_ = client::text_of(*answer);
    cut();
    return false;
  }
  hello_.CopyFrom((*answer)["data"], hello_.GetAllocator());
  return true;
}

void Client::cut() {
  line_.reset();
  ++counters_.cuts;
}

void Client::send_and_cut(const std::string& type, const std::string& data) {
  if (!connect()) return;
  pending_id_ = name_ + "-" + std::to_string(next_++);
  line_->send(type, pending_id_, data);
  cut();
}

std::optional<rapidjson::Document> Client::ask(const std::string& type, const std::string& data) {
  const bool again = !pending_id_.empty();
  const std::string id = again ? pending_id_ : name_ + "-" + std::to_string(next_++);
  pending_id_.clear();
  counters_.repeated += again;
  ++counters_.requests;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  for (bool first = true; std::chrono::steady_clock::now() < end; first = false) {
    if (!first) {
      ++counters_.repeated;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (!connect() || !line_->send(type, id, data)) continue;
    if (auto answer = line_->answer(id, 5000)) return answer;
    cut();
  }
  last_refusal_ = type + ": no answer; " + last_refusal_;
  return std::nullopt;
}

std::optional<rapidjson::Document> Client::get(const std::string& type, const std::string& data) {
  auto answer = ask(type, data);
  if (!answer) return std::nullopt;
  if (std::string((*answer)["type"].GetString()) != "ok") {
    ++counters_.refused;
    last_refusal_ = type + " " + data.substr(0, 300) + ": " + client::text_of(*answer).substr(0, 600);
    return std::nullopt;
  }
  rapidjson::Document out;
  if (answer->HasMember("data")) {
    out.CopyFrom((*answer)["data"], out.GetAllocator());
  } else {
    out.SetObject();
  }
  return out;
}

}  // namespace qipu::sim
