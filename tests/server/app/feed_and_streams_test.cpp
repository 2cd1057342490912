// What broadcasters push and pull: PGN by a key, an answer for each game; streams that go on where they were cut.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <rapidjson/document.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/support/http_client.hpp"
#include "server/app/digest.hpp"
#include "server/app/service.hpp"

namespace qipu::app {
namespace {

namespace fs = std::filesystem;

class Broadcasting : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "qipu-feed-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    config::Config config;
    config.data = folder_;
    config.server.port = 0;
    service_ = std::make_unique<Service>(config);
    ASSERT_TRUE(service_->open(false));
    auto server = net::Server::start(config.server, *service_);
    ASSERT_TRUE(server);
    server_ = std::move(*server);
    service_->start(*server_);
    recorder::TournamentNew create;
    create.id = create.preset = "shizhu-2019";
    desk(create);
    std::string csv = "no,name,section\n";
    for (int no = 1; no <= 8; ++no) csv += std::to_string(no) + ",选手 " + std::to_string(no) + ",open\n";
    csv += "1,选手 101,children\n2,选手 102,children\n";
    desk(recorder::EntrantsImport{csv, "list.csv"});
    desk(recorder::RoundImport{"open", "1", "csv", "board,red,black\n1,1,2\n2,3,4\n3,5,6\n4,7,8\n"});
    desk(recorder::BroadcasterKeyEntry{"webcast", sha256("the-key"), "open"});
    desk(recorder::BroadcasterKeyEntry{"other", sha256("board-key"), "open-1-4"});
  }
  void TearDown() override {
    service_->stop_writing();
    server_.reset();
    service_.reset();
    fs::remove_all(folder_);
  }

  void desk(recorder::Command command) {
    recorder::Context context;
    context.by.role = recorder::Role::chief;
    context.by.name = "测试";
    const auto outcome = service_->ledger().perform(std::move(command), context);
    ASSERT_TRUE(outcome.answer) << outcome.answer.error().message.en;
  }
  void append(const std::string& game, int from, std::vector<std::string> moves) { desk(recorder::RecordAppend{game, from, std::move(moves), {}, false}); }

  rapidjson::Document push(const std::string& pgn, const std::string& key = "the-key", int status = 200) {
    const auto answer = test::http(server_->port(), "POST", "/api/v1/push", {"Authorization: Bearer " + key, "Content-Type: text/plain"}, pgn);
    EXPECT_TRUE(answer);
    rapidjson::Document document;
    if (!answer) return document;
    EXPECT_EQ(answer->status, status) << answer->body;
    document.Parse(answer->body.c_str());
    return document;
  }
  std::string moves_of(const std::string& game) {
    return service_->ledger().read(Audience::inside, [&](const recorder::State& state) {
      std::string text;
      for (const Move move : state.game(*state.parse_game(game)).sheet.moves()) text += iccs(move) + " ";
      return text;
    });
  }
  static std::string pgn(const std::string& red, const std::string& black, const std::string& moves) {
    return "[Event \"x\"]\n[Red \"" + red + "\"]\n[Black \"" + black + "\"]\n[Result \"*\"]\n\n" + moves + " *\n\n";
  }

  std::string folder_;
  std::unique_ptr<Service> service_;
  std::unique_ptr<net::Server> server_;
};

/// An answer without end, read as it comes.
class Stream {
 public:
  Stream(std::uint16_t port, const std::string& target, const std::string& more = "") : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more + "\r\n";
    EXPECT_EQ(::send(socket_, request.data(), request.size(), 0), static_cast<ssize_t>(request.size()));
  }
  ~Stream() { hang_up(); }
  void hang_up() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }
  /// Reads until `text` has come; false when it has not within some seconds.
  bool until(const std::string& text, std::chrono::milliseconds patience = std::chrono::seconds(8)) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (all_.find(text) == std::string::npos && std::chrono::steady_clock::now() < end) {
      pollfd waiting{socket_, POLLIN, 0};
      if (::poll(&waiting, 1, 200) <= 0) continue;
      char block[8192];
      const ssize_t got = ::recv(socket_, block, sizeof block, 0);
      if (got <= 0) {
        ended_ = true;
        break;
      }
      all_.append(block, static_cast<std::size_t>(got));
    }
    return all_.find(text) != std::string::npos;
  }
  const std::string& all() const { return all_; }
  bool ended() const { return ended_; }
  /// The id of the last event.
  std::string last_id() const {
    const auto at = all_.rfind("id: ");
    return at == std::string::npos ? "" : all_.substr(at + 4, all_.find('\n', at) - at - 4);
  }

 private:
  int socket_;
  std::string all_;
  bool ended_ = false;
};

const std::string round_stream = "/api/v1/tournaments/shizhu-2019/sections/open/rounds/1/stream";

TEST_F(Broadcasting, PushedGamesAreFoundByTheirNamesPlayedOnAndAnsweredOneByOne) {
  const auto answer = push(pgn("选手 1", "选手 2", "1. 炮二平五 马8进7") + pgn("选手 5", "选手 6", "1. h2e2 h9g7 2. h0g2") + pgn("谁", "选手 4", "1. h2e2"));
  ASSERT_EQ(answer["games"].Size(), 3u);
  EXPECT_STREQ(answer["games"][0]["game"].GetString(), "open-1-1");
  EXPECT_STREQ(answer["games"][0]["status"].GetString(), "updated");
  EXPECT_EQ(answer["games"][1]["plies"].GetInt(), 3);
  EXPECT_STREQ(answer["games"][2]["status"].GetString(), "refused");
  EXPECT_STREQ(answer["games"][2]["error"]["code"].GetString(), "feed.no_game");
  EXPECT_EQ(answer["updated"].GetInt(), 2);
  EXPECT_EQ(moves_of("open-1-1"), "h2e2 h9g7 ");
  const auto again = push(pgn("选手 1", "选手 2", "1. 炮二平五 马8进7 2. 马二进三"));
  EXPECT_STREQ(again["games"][0]["status"].GetString(), "updated");
  EXPECT_EQ(moves_of("open-1-1"), "h2e2 h9g7 h0g2 ");
  const auto same = push(pgn("选手 1", "选手 2", "1. 炮二平五 马8进7"));
  EXPECT_STREQ(same["games"][0]["status"].GetString(), "unchanged");
  EXPECT_EQ(moves_of("open-1-1"), "h2e2 h9g7 h0g2 ") << "a feed that lags takes nothing away";
}

TEST_F(Broadcasting, ACorrectionReplacesFromWhereItDiffersAndTheBoardIsMarkedAsBroadcast) {
  push(pgn("选手 3", "选手 4", "1. h2e2 h9g7 2. h0g2 i9h9"));
  push(pgn("选手 3", "选手 4", "1. h2e2 h9g7 2. b0c2 i9h9 3. a0a1"));
  EXPECT_EQ(moves_of("open-1-2"), "h2e2 h9g7 b0c2 i9h9 a0a1 ");
  const bool broadcast = service_->ledger().read(Audience::inside, [](const recorder::State& state) {
    return !state.game(*state.parse_game("open-1-2")).status.broadcasts.empty();
  });
  EXPECT_TRUE(broadcast);
}

TEST_F(Broadcasting, AnIllegalMoveDoesNotStopTheFeed) {
  const auto answer = push(pgn("选手 1", "选手 2", "1. h2e2 h9g7 2. e2e9 a9a8") + pgn("选手 3", "选手 4", "1. h2e2"));
  EXPECT_STREQ(answer["games"][0]["status"].GetString(), "partial");
  EXPECT_EQ(answer["games"][0]["error"]["at"]["ply"].GetInt(), 3);
  EXPECT_STREQ(answer["games"][1]["status"].GetString(), "updated");
  EXPECT_EQ(moves_of("open-1-1"), "h2e2 h9g7 ");
}

TEST_F(Broadcasting, AKeyIsBoundToItsScopeAndNothingIsTakenWithoutOne) {
  push(pgn("选手 1", "选手 2", "1. h2e2"), "wrong", 401);
  push(pgn("选手 1", "选手 2", "1. h2e2"), "", 401);
  const auto answer = push(pgn("选手 1", "选手 2", "1. h2e2") + pgn("选手 7", "选手 8", "1. h2e2"), "board-key");
  EXPECT_STREQ(answer["games"][0]["status"].GetString(), "refused");
  EXPECT_STREQ(answer["games"][1]["status"].GetString(), "updated");
  EXPECT_EQ(moves_of("open-1-1"), "");
  desk(recorder::BroadcasterKeyEntry{"webcast", "", ""});
  push(pgn("选手 1", "选手 2", "1. h2e2"), "the-key", 401);
  const auto nothing = push("no game at all", "board-key");
  EXPECT_STREQ(nothing["games"][0]["status"].GetString(), "refused");
}

TEST_F(Broadcasting, AStreamBeginsWithASnapshotAndTellsEveryMoveOfTheRound) {
  Stream stream(server_->port(), round_stream);
  ASSERT_TRUE(stream.until("event: snapshot"));
  EXPECT_NE(stream.all().find("text/event-stream"), std::string::npos);
  EXPECT_NE(stream.all().find("Access-Control-Allow-Origin: *"), std::string::npos);
  append("open-1-1", 0, {"h2e2"});
  append("open-1-3", 0, {"c3c4"});
  ASSERT_TRUE(stream.until("open-1-3\",\"from_ply"));
  EXPECT_NE(stream.all().find("event: game.moves"), std::string::npos);
  desk(recorder::RecordReplace{"open-1-1", 0, 1, {"b2e2"}});
  EXPECT_TRUE(stream.until("event: game.correction")) << "a correction is an event of its own";
  desk(recorder::ResultRegister{"open-1-3", "draw", "agreed", "", ""});
  EXPECT_TRUE(stream.until("event: game.result"));
}

TEST_F(Broadcasting, AStreamGoesOnWhereItWasCut) {
  append("open-1-4", 0, {"h2e2"});
  // Told to the topics after the acknowledgement: only then does a stream begin after it.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  Stream keeper(server_->port(), round_stream);
  ASSERT_TRUE(keeper.until("event: snapshot"));
  std::string id;
  {
    Stream stream(server_->port(), round_stream);
    ASSERT_TRUE(stream.until("event: snapshot"));
    append("open-1-1", 0, {"h2e2"});
    ASSERT_TRUE(stream.until("event: game.moves"));
    id = stream.last_id();
  }
  append("open-1-2", 0, {"c3c4"});
  ASSERT_TRUE(keeper.until("c3c4"));
  Stream again(server_->port(), round_stream, "Last-Event-ID: " + id + "\r\n");
  ASSERT_TRUE(again.until("c3c4"));
  EXPECT_EQ(again.all().find("event: snapshot"), std::string::npos);
  EXPECT_EQ(again.all().find("h2e2"), std::string::npos) << "what was read is not told again";
  Stream strange(server_->port(), round_stream, "Last-Event-ID: 99999\r\n");
  EXPECT_TRUE(strange.until("event: snapshot")) << "what cannot be told again is replaced by a snapshot";
}

TEST_F(Broadcasting, LinesOfJsonAndPgnAreStreamedToo) {
  Stream lines(server_->port(), "/api/v1/tournaments/shizhu-2019/games/open-1-1/stream", "Accept: application/x-ndjson\r\n");
  Stream games(server_->port(), "/api/v1/tournaments/shizhu-2019/sections/open/rounds/1/games.pgn?stream=1");
  ASSERT_TRUE(lines.until("\"type\":\"snapshot\""));
  ASSERT_TRUE(games.until("open-1-4"));
  append("open-1-1", 0, {"h2e2", "h9g7"});
  EXPECT_TRUE(lines.until("\"type\":\"game.moves\""));
  EXPECT_TRUE(games.until("炮二平五"));
}

const std::string round_pgn = "/api/v1/tournaments/shizhu-2019/sections/open/rounds/1/games.pgn";

TEST_F(Broadcasting, AStreamOfPgnIsOfTheBoardsAndInTheNotationThatWereAskedFor) {
  Stream iccs(server_->port(), round_pgn + "?stream=1&boards=2-3&notation=iccs"), wxf(server_->port(), round_pgn + "?notation=wxf&stream=1");
  ASSERT_TRUE(iccs.until("open-1-3"));
  ASSERT_TRUE(wxf.until("open-1-4"));
  EXPECT_EQ(iccs.all().find("open-1-1"), std::string::npos);
  append("open-1-1", 0, {"h2e2"});
  append("open-1-2", 0, {"b2e2"});
  ASSERT_TRUE(iccs.until("B2-E2")) << iccs.all();
  ASSERT_TRUE(wxf.until("C8=5")) << wxf.all();
  EXPECT_EQ(iccs.all().find("H2-E2"), std::string::npos) << "board 1 was not chosen";
  EXPECT_EQ(iccs.all().find("炮"), std::string::npos);
  EXPECT_NE(wxf.all().find("C2=5"), std::string::npos);
}

TEST_F(Broadcasting, AStreamOfEventsIsOfTheChosenBoardsAndOddChoicesAreRefused) {
  Stream stream(server_->port(), round_stream + "?boards=1%2C3");
  ASSERT_TRUE(stream.until("event: snapshot"));
  append("open-1-2", 0, {"b2e2"});
  append("open-1-3", 0, {"c3c4"});
  ASSERT_TRUE(stream.until("c3c4"));
  EXPECT_EQ(stream.all().find("b2e2"), std::string::npos);
  for (const std::string odd : {"?boards=x", "?boards=3-1", "?boards=0", "?notation=morse"}) {
    const auto answer = test::http(server_->port(), "GET", round_stream + odd);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 400) << odd;
  }
}

TEST_F(Broadcasting, TheTournamentsStreamTellsEveryGameAndNoOtherTournamentHasOne) {
  Stream stream(server_->port(), "/api/v1/tournaments/shizhu-2019/stream?format=ndjson");
  ASSERT_TRUE(stream.until("\"type\":\"snapshot\""));
  desk(recorder::RoundImport{"children", "1", "csv", "board,red,black\n1,1,2\n"});
  append("open-1-4", 0, {"h2e2"});
  append("children-1-1", 0, {"c3c4"});
  EXPECT_TRUE(stream.until("c3c4"));
  EXPECT_NE(stream.all().find("h2e2"), std::string::npos);
  for (const std::string other : {"/api/v1/tournaments/other/stream", "/api/v1/tournaments/other/games/open-1-1/stream"}) {
    const auto answer = test::http(server_->port(), "GET", other);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 404) << other;
  }
}

TEST_F(Broadcasting, AHeadIsAnsweredAsTheGetWithoutItsBody) {
  // The public sees the move a moment after it is acknowledged.
  Stream seen(server_->port(), round_pgn + "?stream=1");
  ASSERT_TRUE(seen.until("open-1-4"));
  append("open-1-1", 0, {"h2e2"});
  ASSERT_TRUE(seen.until("炮二平五"));
  const std::string game = "/api/v1/games/open-1-1";
  for (const std::string& target : {round_pgn, round_pgn + "?boards=1&notation=iccs", game + ".pgn", game + ".xqf", game + ".dhtmlxq.txt",
                                    std::string("/lcc/shizhu-2019/round-1/index.json")}) {
    const auto get = test::http(server_->port(), "GET", target), head = test::http(server_->port(), "HEAD", target);
    ASSERT_TRUE(get && head) << target;
    EXPECT_EQ(get->status, 200) << target;
    EXPECT_EQ(head->status, 200) << target;
    EXPECT_FALSE(get->body.empty());
    EXPECT_TRUE(head->body.empty());
    EXPECT_EQ(head->headers.at("etag"), get->headers.at("etag")) << target;
    const auto again = test::http(server_->port(), "GET", target, {"If-None-Match: " + get->headers.at("etag")});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->status, 304) << target;
  }
}

TEST_F(Broadcasting, ADelayedMoveIsInNoStreamBeforeItsTime) {
  desk(recorder::DelaySetting{"", "", "", 600});
  Stream stream(server_->port(), round_stream), games(server_->port(), round_pgn + "?stream=1"),
      coordinates(server_->port(), round_pgn + "?stream=1&notation=iccs"), tournament(server_->port(), "/api/v1/tournaments/shizhu-2019/stream");
  for (Stream* one : {&stream, &tournament}) ASSERT_TRUE(one->until("event: snapshot"));
  for (Stream* one : {&games, &coordinates}) ASSERT_TRUE(one->until("open-1-4"));
  append("open-1-1", 0, {"h2e2"});
  using std::chrono::milliseconds;
  EXPECT_FALSE(stream.until("h2e2", milliseconds(700)));
  EXPECT_FALSE(games.until("炮二平五", milliseconds(200)));
  EXPECT_FALSE(coordinates.until("H2-E2", milliseconds(200)));
  EXPECT_FALSE(tournament.until("h2e2", milliseconds(200)));
}

TEST_F(Broadcasting, StreamsEndWhenTheServiceDoes) {
  Stream stream(server_->port(), round_stream);
  ASSERT_TRUE(stream.until("event: snapshot"));
  std::thread ending([&] { server_->drain(std::chrono::seconds(8), 1012, ""); });
  stream.until("no such thing");
  stream.hang_up();
  ending.join();
  EXPECT_TRUE(stream.ended());
  EXPECT_TRUE(stream.all().ends_with("0\r\n\r\n")) << "a whole answer, not a cut one";
}

}  // namespace
}  // namespace qipu::app
