#include "server/outlets/routes.hpp"

#include <algorithm>

#include "formats/write.hpp"
#include "server/app/public_answer.hpp"
#include "server/config/instant.hpp"
#include "server/outlets/live_boards.hpp"
#include "server/outlets/public_record.hpp"
#include "server/outlets/selection.hpp"
#include "server/protocol/json.hpp"
#include "server/view/event_json.hpp"

namespace qipu::outlets {
namespace {

using protocol::JsonText;
using recorder::State;
using Games = std::vector<const tournament::Game*>;

constexpr std::string_view json_type = "application/json; charset=utf-8";
constexpr std::string_view pgn_type = "application/x-chess-pgn; charset=utf-8";
constexpr std::string_view text_type = "text/plain; charset=utf-8";

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

Games games_of(const State& state, recorder::RoundId round) {
  return state.section(round.section).games_of(round);
}

Games games_of(const State& state, recorder::SectionId section) {
  Games games;
  for (const auto& round : state.section(section).rounds)
    for (const auto& game : round.games) games.push_back(&game);
  for (const auto& round : state.section(section).knockout.rounds)
    for (const auto& match : round.matches)
      for (const auto& game : match.games) games.push_back(&game);
  return games;
}

class Router {
 public:
  Router(const net::HttpRequest& request, const State& state, bool hide_minors, protocol::Language language)
      : request_(request), state_(state), language_(language) {
    viewer_.now = {now()};
    viewer_.hide_minors = hide_minors;
  }

  std::optional<net::HttpResponse> run() {
    const auto parts = segments(request_.path);
    if (parts.size() >= 2 && parts[0] == "lcc") return lcc(parts);
    if (parts.size() < 3 || parts[0] != "api" || parts[1] != "v1") return std::nullopt;
    if (parts[2] == "games" && parts.size() == 4) return game(parts[3]);
    if (parts[2] != "tournaments") return std::nullopt;
    if (parts.size() == 3) return tournaments();
    if (!state_.created() || parts[3] != state_.id) return missing();
    if (parts.size() == 4) return json(view::overview_json(state_, viewer_));
    if (parts.size() == 5 && parts[4] == "games.pgn") return all_games();
    if (parts.size() == 6 && parts[4] == "games") return game(parts[5]);
    if (parts[4] != "sections" || parts.size() < 6) return missing();
    const auto section = view::find_section(state_, parts[5]);
    if (!section) return missing();
    if (parts.size() == 6) return json(view::section_json(state_, *section, viewer_));
    if (parts.size() == 7 && parts[6] == "standings")
      return json(view::standings_json(state_, *section, viewer_));
    if (parts.size() == 7 && parts[6] == "bracket")
      return json(view::bracket_json(state_, *section, viewer_));
    if (parts.size() == 7 && parts[6] == "games.pgn") return pgn(games_of(state_, *section));
    if (parts.size() < 8 || parts[6] != "rounds") return missing();
    const auto round = tournament::parse_round(parts[7], *section);
    if (!round || games_of(state_, *round).empty()) return missing();
    if (parts.size() == 8) return this->round(*round);
    if (parts.size() == 9 && parts[8] == "games.pgn") return pgn(games_of(state_, *round));
    if (parts.size() == 10 && parts[8] == "games") return game(parts[9]);
    return missing();
  }

 private:
  net::HttpResponse missing() const {
    return protocol::problem_response({"http.not_found",
                                       {"没有这个地址", "there is nothing at this address"},
                                       {{"path", request_.path}},
                                       "",
                                       {}},
                                      language_);
  }
  net::HttpResponse refused(const Problem& problem) const {
    return protocol::problem_response(problem, language_);
  }
  net::HttpResponse cached(std::string_view type, std::string body, std::int64_t modified) const {
    return app::cached_answer(request_, type, net::bytes(std::move(body)), modified, app::Caching::live);
  }
  net::HttpResponse json(std::string body) const {
    if (body.empty()) return missing();
    return cached(json_type, std::move(body), state_.at.ms);
  }
  std::int64_t modified(const Games& games) const {
    std::int64_t last = 0;
    for (const auto* game : games)
      last = std::max(
          {last, state_.game(game->id).sheet.updated.ms, game->registered_at ? game->registered_at->ms : 0});
    return last;
  }

  net::HttpResponse tournaments() const {
    JsonText out;
    out.object().key("tournaments").array();
    if (state_.created())
      out.object()
          .member("tournament", state_.id)
          .member("name", state_.regulation.name)
          .member("title", state_.name)
          .end();
    out.end().end();
    return json(out.take());
  }

  net::HttpResponse round(recorder::RoundId round) const {
    const auto selection = selection_of(request_);
    if (!selection) return refused(selection.error());
    if (!selection->boards) return json(view::round_json(state_, round, viewer_));
    std::vector<recorder::GameId> games;
    for (const auto* game : games_of(state_, round))
      if (selection->boards->contains(game->id.board)) games.push_back(game->id);
    return json(view::boards_json(state_, round, games, viewer_));
  }

  net::HttpResponse pgn(const Games& games) const {
    const auto selection = selection_of(request_);
    if (!selection) return refused(selection.error());
    formats::PgnOptions options = pgn_options();
    options.notation = selection->notation;
    std::string body;
    for (const auto* game : games) {
      if (!selection->contains(game->id.board)) continue;
      if (!body.empty()) body += '\n';
      body += formats::write_pgn(public_record(state_, *game, viewer_), options).bytes;
    }
    return cached(pgn_type, std::move(body), modified(games));
  }

  net::HttpResponse all_games() const {
    Games games;
    for (const auto& section : state_.sections)
      std::ranges::copy(games_of(state_, section.id), std::back_inserter(games));
    return pgn(games);
  }

  // "open-7-3", with ".json", ".pgn", ".xqf" or ".dhtmlxq.txt".
  net::HttpResponse game(std::string_view name) const {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const auto id = state_.parse_game(name.substr(0, dot));
    const auto* game = id ? state_.find(*id) : nullptr;
    if (!game) return missing();
    const std::string_view kind = name.substr(dot);
    if (kind.empty() || kind == ".json")
      return cached(json_type, view::game_json(state_, *id, stable_viewer()), modified({game}));
    if (kind == ".pgn") return pgn({game});
    const auto record = public_record(state_, *game, viewer_);
    const std::string file = state_.text(*id);
    if (kind == ".xqf") {
      auto response = cached("application/octet-stream", formats::write_xqf(record).bytes, modified({game}));
      response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + file + ".xqf\"");
      return response;
    }
    if (kind == ".dhtmlxq.txt")
      return cached(text_type, formats::write_dhtmlxq(record).bytes, modified({game}));
    return missing();
  }
  // A game's JSON says whether an opponent has kept silent; for an answer that can be kept it must not depend
  // on the second.
  view::Viewer stable_viewer() const {
    view::Viewer viewer = viewer_;
    viewer.now.ms -= viewer.now.ms % 60'000;
    return viewer;
  }

  std::optional<net::HttpResponse> lcc(const std::vector<std::string_view>& parts) const {
    if (!state_.created() || parts[1] != state_.id) return missing();
    const auto body = live_boards(state_, {parts.begin() + 2, parts.end()}, viewer_);
    return body.empty() ? missing() : cached(json_type, body, state_.at.ms);
  }

  const net::HttpRequest& request_;
  const State& state_;
  protocol::Language language_;
  view::Viewer viewer_;
};

}  // namespace

std::optional<net::HttpResponse> answer(const net::HttpRequest& request, const State& state, bool hide_minors,
                                        protocol::Language language) {
  return Router(request, state, hide_minors, language).run();
}

}  // namespace qipu::outlets
