#include "server/app/streams.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "formats/write.hpp"
#include "server/config/instant.hpp"
#include "server/outlets/public_record.hpp"
#include "server/view/event_json.hpp"

namespace qipu::app {
namespace {

using recorder::State;

/// What a stream is about.
struct Subject {
  std::optional<recorder::RoundId> round;
  std::optional<recorder::GameId> game;
  bool pgn = false;
};

std::vector<std::string_view> segments(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    if (path.front() == '/') path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    parts.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return parts;
}

std::string_view query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair.starts_with(name) && pair.size() > name.size() && pair[name.size()] == '=') return pair.substr(name.size() + 1);
  }
  return {};
}

// Whether the path is a stream's; its subject is looked up in the public's state.
bool is_stream(const net::HttpRequest& request, const std::vector<std::string_view>& parts) {
  if (parts.size() < 4 || parts[0] != "api" || parts[1] != "v1") return false;
  if (parts.back() == "stream") return true;
  return parts.back().ends_with(".pgn") && query_value(request.query, "stream") == "1";
}

std::optional<Subject> subject_of(const State& state, std::vector<std::string_view> parts) {
  Subject subject;
  std::string_view last = parts.back();
  if (last.ends_with(".pgn")) {
    subject.pgn = true;
    last.remove_suffix(4);
    if (last == "games") parts.pop_back();
    else parts.back() = last;
  } else {
    parts.pop_back();
  }
  if (parts.size() >= 2 && parts[parts.size() - 2] == "games") {
    subject.game = state.parse_game(parts.back());
    if (!subject.game || !state.find(*subject.game)) return std::nullopt;
    return subject;
  }
  // …/sections/{s}/rounds/{n}
  if (parts.size() != 8 || parts[2] != "tournaments" || parts[3] != state.id || parts[4] != "sections" || parts[6] != "rounds") return std::nullopt;
  const auto section = view::find_section(state, parts[5]);
  if (!section) return std::nullopt;
  subject.round = tournament::parse_round(parts[7], *section);
  if (!subject.round || state.section(*section).games_of(*subject.round).empty()) return std::nullopt;
  return subject;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value) : std::nullopt;
}

// "1-4,7"; empty: all of them. What cannot be read is none.
std::set<int> chosen_boards(std::string_view text) {
  std::set<int> boards;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t dash = std::min(part.find('-'), part.size());
    const auto from = number(part.substr(0, dash)), to = dash < part.size() ? number(part.substr(dash + 1)) : from;
    if (from && to && *to < 10'000)
      for (auto board = *from; board <= *to; ++board) boards.insert(static_cast<int>(board));
    if (boards.empty()) boards.insert(0);
  }
  return boards;
}

std::optional<std::vector<TopicPush>> missed_of(const Topics& topics, const std::vector<std::string>& names, std::uint64_t since, std::uint64_t present) {
  std::vector<TopicPush> all;
  for (const std::string& name : names) {
    auto pushes = topics.missed(Audience::open, name, since, present);
    if (!pushes) return std::nullopt;
    std::ranges::move(*pushes, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &TopicPush::seq);
  return all;
}

std::string pgn_of(const State& state, const Subject& subject, const view::Viewer& viewer) {
  std::vector<const tournament::Game*> games;
  if (subject.game) games.push_back(state.find(*subject.game));
  else games = state.section(subject.round->section).games_of(*subject.round);
  std::string text;
  for (const auto* game : games) text += formats::write_pgn(outlets::public_record(state, *game, viewer), outlets::pgn_options()).bytes + "\n";
  return text;
}

}  // namespace

std::optional<net::HttpResponse> stream_answer(const net::HttpRequest& request, Ledger& ledger, Topics& topics, bool hide_minors,
                                               protocol::Language language) {
  const auto parts = segments(request.path);
  if (!is_stream(request, parts)) return std::nullopt;
  struct Beginning {
    std::optional<Subject> subject;
    std::vector<std::string> topics;
    std::string snapshot;
    std::uint64_t seq = 0;
  };
  const auto begin = ledger.read(Audience::open, [&](const State& state) {
    Beginning b;
    b.subject = subject_of(state, parts);
    if (!b.subject) return b;
    view::Viewer viewer;
    viewer.now = {now()};
    viewer.hide_minors = hide_minors;
    b.seq = state.seq;
    const std::string name = b.subject->game ? state.text(*b.subject->game) : state.text(*b.subject->round);
    if (b.subject->pgn) {
      b.topics = {"pgn/" + name};
      b.snapshot = pgn_of(state, *b.subject, viewer);
    } else if (b.subject->game) {
      b.topics = {"game/" + name};
      b.snapshot = view::game_json(state, *b.subject->game, viewer);
    } else {
      const auto boards = chosen_boards(query_value(request.query, "boards"));
      std::vector<recorder::GameId> games;
      for (const auto* game : state.section(b.subject->round->section).games_of(*b.subject->round))
        if (boards.contains(game->id.board)) {
          games.push_back(game->id);
          b.topics.push_back("game/" + state.text(game->id));
        }
      if (boards.empty()) b.topics = {"stream/" + name};
      b.snapshot = boards.empty() ? view::round_json(state, *b.subject->round, viewer) : view::boards_json(state, *b.subject->round, games, viewer);
    }
    return b;
  });
  if (!begin.subject)
    return protocol::problem_response({"http.not_found", {"没有这个地址", "there is nothing at this address"}, {{"path", request.path}}, "", {}}, language);
  const Framing framing = begin.subject->pgn                                                        ? Framing::bare
                          : request.header("Accept").find("ndjson") != std::string_view::npos       ? Framing::ndjson
                          : query_value(request.query, "format") == "ndjson"                        ? Framing::ndjson
                                                                                                     : Framing::sse;
  net::HttpResponse response;
  response.headers = {{"Content-Type", framing == Framing::sse      ? "text/event-stream; charset=utf-8"
                                       : framing == Framing::ndjson ? "application/x-ndjson; charset=utf-8"
                                                                    : "application/x-chess-pgn; charset=utf-8"},
                      {"Cache-Control", "no-store"},
                      {"Access-Control-Allow-Origin", "*"},
                      {"X-Content-Type-Options", "nosniff"},
                      {"X-Accel-Buffering", "no"}};
  if (request.method == "HEAD") {
    response.omit_body = true;
    return response;
  }
  auto since = number(request.header("Last-Event-ID"));
  if (!since) since = number(query_value(request.query, "since"));
  if (framing == Framing::bare) since.reset();
  const auto again = since ? missed_of(topics, begin.topics, *since, begin.seq) : std::nullopt;
  std::string first = framing == Framing::sse ? net::chunk("retry: 3000\n\n") : std::string();
  if (again) {
    for (const TopicPush& push : *again) first += framed(framing, push);
  } else {
    first += framed(framing, {"", "snapshot", begin.snapshot, begin.seq});
  }
  response.body = net::bytes(std::move(first));
  response.stream = [&ledger, &topics, framing, names = begin.topics, seq = begin.seq](const std::shared_ptr<net::Peer>& peer) {
    for (const std::string& topic : names) topics.subscribe(peer, Audience::open, topic, framing, seq);
    // What happened between the snapshot and now; when that is not known any more, the reader comes again.
    const auto present = ledger.read(Audience::open, [](const State& state) { return state.seq; });
    if (present <= seq) return;
    const auto pushes = missed_of(topics, names, seq, present);
    if (!pushes) return peer->close(1012, "begin again");
    for (const TopicPush& push : *pushes) peer->send(net::bytes(framed(framing, push)));
  };
  return response;
}

}  // namespace qipu::app
