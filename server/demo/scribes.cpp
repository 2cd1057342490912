#include <map>

#include "server/client/web_socket_client.hpp"
#include "server/demo/demo.hpp"

namespace qipu::demo {
namespace {

constexpr auto between_moves = std::chrono::milliseconds(400);

}  // namespace

Scribes::Scribes(std::uint16_t port, std::vector<LiveBoard> boards, std::vector<std::string> tokens)
    : port_(port), boards_(std::move(boards)), tokens_(std::move(tokens)), thread_([this] { play(); }) {}

Scribes::~Scribes() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  thread_.join();
}

void Scribes::play() {
  struct Line {
    std::unique_ptr<client::WebSocketClient> client;
    int ply = 0;
    bool done = false;
  };
  std::vector<Line> lines(boards_.size());
  for (std::size_t turn = 0;; ++turn) {
    {
      std::unique_lock lock(mutex_);
      if (stop_.wait_for(lock, between_moves, [&] { return stopping_; })) return;
    }
    if (boards_.empty()) continue;
    // Boards move in turn, some faster than others.
    const std::size_t i = (turn * 7 + turn / 3) % boards_.size();
    Line& line = lines[i];
    if (line.done) continue;
    const LiveBoard& board = boards_[i];
    const std::string game = client::quoted(board.game);
    if (!line.client || !line.client->connected()) {
      line.client = client::WebSocketClient::connect(port_);
      if (!line.client) continue;
      const auto hello = line.client->call(
          "hello", "{\"token\":" + client::quoted(tokens_[i]) + ",\"device\":\"scribe\"}", 2000);
      const auto seen =
          hello ? line.client->call("subscribe", "{\"topic\":" + client::quoted("game/" + board.game) + "}",
                                    2000)
                : std::nullopt;
      if (!seen || !seen->HasMember("data") || !(*seen)["data"].HasMember("snapshot")) {
        line.client.reset();
        continue;
      }
      line.ply = static_cast<int>((*seen)["data"]["snapshot"]["moves"].Size());
    }
    if (line.ply >= static_cast<int>(board.played.moves.size())) {
      line.done = true;
      continue;
    }
    const auto answer =
        line.client->call("record.append",
                          "{\"game\":" + game + ",\"from_ply\":" + std::to_string(line.ply) + ",\"moves\":[" +
                              client::quoted(board.played.moves[static_cast<std::size_t>(line.ply)]) + "]}",
                          2000);
    if (answer && (*answer)["type"] == "ok") {
      ++line.ply;
    } else if (answer) {
      line.done = true;  // somebody else writes here, or it is over
    }
  }
}

}  // namespace qipu::demo
