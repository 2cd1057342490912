// RFC 6455 against the service's connection code in its echo mode (`--conformance-echo`), over raw sockets.
#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "raw_websocket.hpp"

namespace qipu::test {
namespace {

std::uint16_t free_port() {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address);
  socklen_t size = sizeof address;
  getsockname(s, reinterpret_cast<sockaddr*>(&address), &size);
  close(s);
  return ntohs(address.sin_port);
}

class EchoServer : public testing::Environment {
 public:
  void SetUp() override {
    char name[] = "/tmp/qipu-conformance-XXXXXX";
    folder_ = mkdtemp(name);
    port = free_port();
    const std::string echo = "127.0.0.1:" + std::to_string(port),
                      listen = "127.0.0.1:" + std::to_string(free_port());
    process_ = fork();
    if (process_ == 0) {
      const int null = ::open("/dev/null", O_RDWR);
      dup2(null, 1);
      dup2(null, 2);
      execl(QIPU_BINARY, QIPU_BINARY, "serve", "--data", folder_.c_str(), "--listen", listen.c_str(),
            "--conformance-echo", echo.c_str(), nullptr);
      _exit(127);
    }
    for (int i = 0; i < 200; ++i) {
      RawWebSocket probe(port);
      if (probe.open()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    FAIL() << "the service does not answer on its echo port";
  }
  void TearDown() override {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  static inline std::uint16_t port = 0;

 private:
  pid_t process_ = 0;
  std::string folder_;
};
const auto* const kServer = testing::AddGlobalTestEnvironment(new EchoServer);

// The server must fail the connection: with this close code, or, where it may, by just closing.
void expect_failure(RawWebSocket& socket, std::uint16_t code, const std::string& what) {
  while (const auto frame = socket.receive()) {
    if (frame->opcode != 8) continue;
    ASSERT_GE(frame->payload.size(), 2u) << what;
    const int got =
        static_cast<std::uint8_t>(frame->payload[0]) << 8 | static_cast<std::uint8_t>(frame->payload[1]);
    EXPECT_EQ(got, code) << what;
    break;
  }
  EXPECT_TRUE(socket.closed_by_server()) << what;
}

void expect_echo(RawWebSocket& socket, std::uint8_t opcode, const std::string& payload,
                 const std::string& what) {
  std::string whole;
  for (bool first = true;; first = false) {
    const auto frame = socket.receive();
    ASSERT_TRUE(frame) << what;
    EXPECT_EQ(frame->opcode, first ? opcode : 0) << what;
    EXPECT_FALSE(frame->masked) << what;
    EXPECT_EQ(frame->reserved, 0) << what;
    whole += frame->payload;
    if (frame->fin) break;
  }
  EXPECT_TRUE(whole == payload) << what << ": " << whole.size() << " of " << payload.size() << " bytes";
}

void expect_clean_close(RawWebSocket& socket, const std::string& what) {
  ASSERT_TRUE(socket.send(bytes_of({8, close_payload(1000)}))) << what;
  const auto frame = socket.receive();
  ASSERT_TRUE(frame) << what;
  EXPECT_EQ(frame->opcode, 8) << what;
  EXPECT_EQ(frame->payload, close_payload(1000)) << what;
  EXPECT_TRUE(socket.closed_by_server()) << what;
}

#define OPEN(socket)                     \
  RawWebSocket socket(EchoServer::port); \
  ASSERT_TRUE(socket.open())

TEST(Conformance, EchoesTextAndBinaryOfEveryLengthClass) {
  for (std::uint8_t opcode : {1, 2})
    for (std::size_t size : {0, 1, 125, 126, 127, 128, 65535, 65536, 1 << 20, 16 << 20}) {
      const std::string what = "opcode " + std::to_string(opcode) + ", " + std::to_string(size) + " bytes";
      OPEN(socket);
      const std::string payload(size, opcode == 1 ? '*' : '\xfe');
      std::thread sender([&] { socket.send(bytes_of({opcode, payload})); });
      expect_echo(socket, opcode, payload, what);
      sender.join();
      expect_clean_close(socket, what);
    }
}

TEST(Conformance, FramesMayArriveInAnyPieces) {
  for (std::size_t piece : {1, 2, 7, 64, 997}) {
    OPEN(socket);
    const std::string payload(piece == 1 ? 300 : 65536, 'x');
    std::thread sender([&] { socket.send_chopped(bytes_of({1, payload}), piece); });
    expect_echo(socket, 1, payload, "pieces of " + std::to_string(piece));
    sender.join();
  }
}

TEST(Conformance, SeveralFramesMayArriveAtOnce) {
  OPEN(socket);
  std::string all;
  for (int i = 0; i < 50; ++i) all += bytes_of({1, "message " + std::to_string(i)});
  ASSERT_TRUE(socket.send(all));
  for (int i = 0; i < 50; ++i)
    expect_echo(socket, 1, "message " + std::to_string(i), "message " + std::to_string(i));
}

TEST(Conformance, RefusesAMessageAboveItsLimit) {
  OPEN(socket);
  std::thread sender([&] { socket.send(bytes_of({2, std::string((16 << 20) + 1, 'x')})); });
  expect_failure(socket, 1009, "16 MiB and one byte");
  sender.join();
}

TEST(Conformance, AnswersEveryPingWithItsPayload) {
  for (const std::string& payload :
       {std::string(), std::string("Hello"), std::string("\x00\xff\xfe\xfd", 4), std::string(125, '\xfe')}) {
    OPEN(socket);
    ASSERT_TRUE(socket.send_chopped(bytes_of({9, payload}), 1));
    const auto pong = socket.receive();
    ASSERT_TRUE(pong);
    EXPECT_EQ(pong->opcode, 10);
    EXPECT_EQ(pong->payload, payload);
    expect_clean_close(socket, "ping");
  }
  OPEN(socket);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(socket.send(bytes_of({9, "payload-" + std::to_string(i)})));
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(socket.receive().value_or(ReceivedFrame{}).payload, "payload-" + std::to_string(i));
}

TEST(Conformance, IgnoresPongsThatNobodyAskedFor) {
  for (const char* payload : {"", "unsolicited"}) {
    OPEN(socket);
    ASSERT_TRUE(socket.send(bytes_of({10, payload}) + bytes_of({9, "ping"})));
    const auto pong = socket.receive();
    ASSERT_TRUE(pong);
    EXPECT_EQ(pong->payload, "ping");
    expect_clean_close(socket, "pong");
  }
}

TEST(Conformance, RefusesControlFramesThatAreLongOrFragmented) {
  for (std::uint8_t opcode : {8, 9, 10}) {
    OPEN(too_long);
    too_long.send(
        bytes_of({opcode, opcode == 8 ? close_payload(1000, std::string(124, 'x')) : std::string(126, 'x')}));
    expect_failure(too_long, 1002, "126 bytes, opcode " + std::to_string(opcode));
    OPEN(fragmented);
    fragmented.send(bytes_of({opcode, "", false}));
    expect_failure(fragmented, 1002, "fragmented, opcode " + std::to_string(opcode));
  }
}

TEST(Conformance, RefusesReservedBits) {
  for (std::uint8_t reserved = 1; reserved < 8; ++reserved)
    for (std::uint8_t opcode : {1, 2, 8, 9, 10}) {
      OPEN(socket);
      socket.send(bytes_of({opcode, opcode == 8 ? close_payload(1000) : "x", true, reserved}));
      expect_failure(socket, 1002,
                     "reserved " + std::to_string(reserved) + ", opcode " + std::to_string(opcode));
    }
}

TEST(Conformance, RefusesReservedOpcodes) {
  for (std::uint8_t opcode : {3, 4, 5, 6, 7, 11, 12, 13, 14, 15}) {
    OPEN(socket);
    socket.send(bytes_of({opcode, "x"}));
    expect_failure(socket, 1002, "opcode " + std::to_string(opcode));
  }
}

TEST(Conformance, RefusesFramesThatAreNotMasked) {
  for (std::uint8_t opcode : {1, 2, 8, 9, 10}) {
    OPEN(socket);
    socket.send(bytes_of({opcode, opcode == 8 ? close_payload(1000) : "x", true, 0, false}));
    expect_failure(socket, 1002, "opcode " + std::to_string(opcode));
  }
}

TEST(Conformance, RefusesALengthWithTheHighestBit) {
  OPEN(highest_bit);
  highest_bit.send(std::string("\x82\xff\x80\0\0\0\0\0\0\x01\x01\x02\x03\x04x", 15));
  EXPECT_TRUE(highest_bit.closed_by_server());
}

TEST(Conformance, JoinsFragments) {
  for (std::size_t piece : {1, 3, 1000})
    for (std::uint8_t opcode : {1, 2}) {
      OPEN(socket);
      std::string payload, wire;
      for (int i = 0; i < 5; ++i) {
        const std::string part = i == 2 ? "" : "fragment " + std::to_string(i);
        payload += part;
        wire += bytes_of({i == 0 ? opcode : std::uint8_t{0}, part, i == 4});
      }
      ASSERT_TRUE(socket.send_chopped(wire, piece));
      expect_echo(socket, opcode, payload, "pieces of " + std::to_string(piece));
    }
}

TEST(Conformance, AnswersAPingBetweenFragments) {
  OPEN(socket);
  ASSERT_TRUE(socket.send(bytes_of({1, "one ", false}) + bytes_of({9, "ping"}) + bytes_of({0, "two", true})));
  const auto pong = socket.receive();
  ASSERT_TRUE(pong);
  EXPECT_EQ(pong->opcode, 10);
  expect_echo(socket, 1, "one two", "after the pong");
}

TEST(Conformance, RefusesFragmentsOutOfOrder) {
  const std::string start = bytes_of({1, "x", false}), more = bytes_of({0, "x", false}),
                    last = bytes_of({0, "x", true}), text = bytes_of({1, "x"}), binary = bytes_of({2, "x"});
  for (const std::string& wire :
       {last, more, start + text, start + binary, start + last + last, text + last, start + more + start}) {
    OPEN(socket);
    socket.send(wire);
    expect_failure(socket, 1002, "order");
  }
}

TEST(Conformance, EchoesValidUtf8WhereverItIsSplit) {
  const std::array<std::string, 11> texts = {
      "κόσμε",    "象棋棋谱",     "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf", "\xee\x80\x80",      "\xef\xbf\xbd",
      "\xc2\x80", "\xe0\xa0\x80", "\xf0\x90\x80\x80", "\xef\xbf\xbe", std::string("\0", 1)};
  for (const auto& text : texts)
    for (std::size_t split = 0; split <= text.size(); ++split) {
      OPEN(socket);
      ASSERT_TRUE(
          socket.send(bytes_of({1, text.substr(0, split), false}) + bytes_of({0, text.substr(split), true})));
      expect_echo(socket, 1, text, "split at " + std::to_string(split));
    }
}

TEST(Conformance, RefusesInvalidUtf8WholeAndSplit) {
  const std::array<std::string, 28> texts = {"\x80",
                                             "\xbf",
                                             "\x80\xbf",
                                             "\xc0\x80",
                                             "\xc0\xaf",
                                             "\xc1\xbf",
                                             "\xe0\x80\x80",
                                             "\xe0\x80\xaf",
                                             "\xe0\x9f\xbf",
                                             "\xed\xa0\x80",
                                             "\xed\xaf\xbf",
                                             "\xed\xb0\x80",
                                             "\xed\xbf\xbf",
                                             "\xed\xa0\x80\xed\xb0\x80",
                                             "\xf0\x80\x80\xaf",
                                             "\xf0\x8f\xbf\xbf",
                                             "\xf4\x90\x80\x80",
                                             "\xf5\x80\x80\x80",
                                             "\xf8\x88\x80\x80\x80",
                                             "\xfc\x84\x80\x80\x80\x80",
                                             "\xfe",
                                             "\xff",
                                             "\xfe\xfe\xff\xff",
                                             "\xc3",
                                             "\xe2\x82",
                                             "\xf0\x9f\x98",
                                             "\xe2\x28\xa1",
                                             "\xf0\x28\x8c\x28"};
  for (const auto& text : texts) {
    OPEN(whole);
    whole.send(bytes_of({1, "good " + text}));
    expect_failure(whole, 1007, "whole");
    OPEN(split);
    split.send(bytes_of({1, "good " + text.substr(0, 1), false}) + bytes_of({0, text.substr(1), true}));
    expect_failure(split, 1007, "split");
  }
}

TEST(Conformance, BinaryMayHoldAnyBytes) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  OPEN(socket);
  ASSERT_TRUE(socket.send(bytes_of({2, all})));
  expect_echo(socket, 2, all, "all bytes");
}

TEST(Conformance, EchoesCloseCodesThatMayStandOnTheWire) {
  for (std::uint16_t code : {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999}) {
    OPEN(socket);
    socket.send(bytes_of({8, close_payload(code, std::string(123, 'r'))}));
    const auto answer = socket.receive();
    ASSERT_TRUE(answer) << code;
    EXPECT_EQ(answer->opcode, 8) << code;
    EXPECT_EQ(answer->payload.substr(0, 2), close_payload(code)) << code;
    EXPECT_TRUE(socket.closed_by_server()) << code;
  }
}

TEST(Conformance, RefusesCloseCodesThatMayNot) {
  for (std::uint16_t code : {0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535}) {
    OPEN(socket);
    socket.send(bytes_of({8, close_payload(code)}));
    expect_failure(socket, 1002, "code " + std::to_string(code));
  }
}

TEST(Conformance, AcceptsACloseWithoutACode) {
  OPEN(socket);
  socket.send(bytes_of({8, ""}));
  const auto answer = socket.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->opcode, 8);
  EXPECT_TRUE(socket.closed_by_server());
}

TEST(Conformance, RefusesHalfACloseCodeAndAReasonThatIsNoText) {
  OPEN(half);
  half.send(bytes_of({8, "\x03"}));
  expect_failure(half, 1002, "half a code");
  OPEN(reason);
  reason.send(bytes_of({8, close_payload(1000, "\xce\xba\xff")}));
  expect_failure(reason, 1007, "reason");
}

TEST(Conformance, IsSilentAfterTheCloseHandshake) {
  OPEN(socket);
  socket.send(bytes_of({8, close_payload(1000)}) + bytes_of({9, "late"}) + bytes_of({1, "late"}));
  const auto answer = socket.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->opcode, 8);
  EXPECT_FALSE(socket.receive());
}

TEST(Conformance, DropsAnUnfinishedMessageWhenTheClientCloses) {
  OPEN(socket);
  socket.send(bytes_of({1, "unfinished", false}) + bytes_of({8, close_payload(1001)}));
  const auto answer = socket.receive();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->opcode, 8);
}

TEST(Conformance, HandshakeAnswersWithTheAcceptValueOfTheKey) {
  RawWebSocket socket(EchoServer::port);
  const std::string answer = socket.handshake(
      "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: keep-alive, Upgrade\r\nupgrade: WebSocket\r\n"
      "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 101 ")) << answer;
  EXPECT_NE(answer.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), std::string::npos) << answer;
}

TEST(Conformance, RefusesHandshakesThatAreNone) {
  const std::string host = "Host: 127.0.0.1\r\n", upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n",
                    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                    version = "Sec-WebSocket-Version: 13\r\n";
  const std::string get = "GET / HTTP/1.1\r\n";
  const std::vector<std::pair<std::string, std::string>> requests = {
      {"no key", get + host + upgrade + version},
      {"no upgrade", get + host + key + version},
      {"a key that is no base64 of 16 bytes",
       get + host + upgrade + version + "Sec-WebSocket-Key: short\r\n"},
      {"POST", "POST / HTTP/1.1\r\n" + host + upgrade + key + version + "Content-Length: 0\r\n"},
      {"HTTP/1.0", "GET / HTTP/1.0\r\n" + host + upgrade + key + version},
      {"no version", get + host + upgrade + key},
      {"version 8", get + host + upgrade + key + "Sec-WebSocket-Version: 8\r\n"}};
  for (const auto& [what, request] : requests) {
    RawWebSocket socket(EchoServer::port);
    const std::string answer = socket.handshake(request + "\r\n");
    EXPECT_FALSE(answer.starts_with("HTTP/1.1 101 ")) << what;
    EXPECT_TRUE(answer.empty() || answer.starts_with("HTTP/1.")) << what;
    if (what == "version 8") {
      EXPECT_TRUE(answer.find(" 426 ") != std::string::npos || answer.find(" 400 ") != std::string::npos) << answer;
    }
  }
}

}  // namespace
}  // namespace qipu::test
