#include "event.hpp"

#include <algorithm>

#include "engine/game.hpp"
#include "tests/support/http_client.hpp"

namespace qipu::sim {
namespace {

using client::quoted;
using rapidjson::Document;
using rapidjson::Value;

std::string member(const Value& object, const char* name) {
  return object.IsObject() && object.HasMember(name) && object[name].IsString() ? object[name].GetString()
                                                                                : "";
}

int number_of(const std::string& entrant) { return std::atoi(entrant.c_str() + entrant.rfind('-') + 1); }

std::string list_of(const std::vector<std::string>& moves, std::size_t from, std::size_t to) {
  std::string list = "[";
  for (std::size_t i = from; i < to; ++i) list += (i > from ? "," : "") + quoted(moves[i]);
  return list + "]";
}

std::string base64(std::string_view bytes) {
  constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? alphabet[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace

Event::Event(const Options& options, std::uint16_t port, std::string user, std::string password,
             std::function<void()> kill, std::function<void(int)> forward)
    : options_(options),
      port_(port),
      user_(std::move(user)),
      password_(std::move(password)),
      kill_(std::move(kill)),
      forward_(std::move(forward)),
      random_(options.seed),
      desk_(
          port, [this] { return sign_in(); }, "desk", counters_),
      kills_left_(options.kills) {
  sections_.push_back({"open", options.open, {}, {}, {}});
  sections_.push_back({"children", options.children, {}, {}, {}});
}

std::string Event::sign_in() {
  const auto answer = test::http(port_, "POST", "/api/v1/desk/login", {"Content-Type: application/json"},
                                 "{\"user\":" + quoted(user_) + ",\"password\":" + quoted(password_) + "}");
  Document document;
  if (!answer || document.Parse(answer->body.c_str()).HasParseError()) return "";
  return member(document, "token");
}

bool Event::refuse(const std::string& what) {
  if (fault_.empty()) fault_ = what + ": " + desk_.last_refusal();
  return false;
}

void Event::perhaps_kill() {
  if (kills_left_ <= 0 || pick(60) != 0) return;
  --kills_left_;
  kill_();
}

bool Event::enter(SectionTruth& section) {
  std::string csv =
      "no,name,section,unit,sex,birth_year,title,residence,origin,shizhu,member,student,seed,withdrawn,"
      "note\n";
  for (int no = 1; no <= section.entrants; ++no) {
    const std::string number = std::to_string(no);
    csv += number + ",选手 " + std::string(3 - std::min<std::size_t>(3, number.size()), '0') + number + "," +
           section.section + ",代表队 " + static_cast<char>('A' + no % 20) + "," + (no % 7 == 0 ? "f" : "m") +
           "," + (section.section == "children" ? std::to_string(2006 + no % 8) : "1990") + "," +
           (no % 40 == 1 && section.section == "open" ? "master" : "none") + ",in,重庆,0,0,0," + number +
           ",0,\n";
  }
  return desk_.get("entrants.import", "{\"text\":" + quoted(csv) + "}") ? true : refuse("entrants");
}

std::string Event::pass_of(const std::string& entrant) {
  auto& pass = passes_[entrant];
  if (!pass.empty()) return pass;
  const auto issued = desk_.get("pass.issue", "{\"entrant\":" + quoted(entrant) + "}");
  if (!issued) return "";
  const std::string url = member(*issued, "url");
  return pass = url.substr(url.find('#') + 1);
}

// A legal game of some length: captures are liked, so that it does not only shuffle.
std::vector<std::string> Event::play_out(bool& ended, std::string& kind, bool& red_to_move) {
  Position position = Position::start();
  std::vector<std::string> moves;
  const std::size_t plies = 42 + pick(60);
  while (moves.size() < plies && position.has_legal_move()) {
    const MoveList captures = position.legal_captures(), all = position.legal_moves();
    const Move move =
        !captures.empty() && pick(4) == 0 ? captures[pick(captures.size())] : all[pick(all.size())];
    moves.push_back(iccs(move));
    position.make(move);
  }
  ended = !position.has_legal_move();
  kind = ended ? std::string(name(position.terminal())) : "";
  if (kind == "checkmate") kind = "mate";
  red_to_move = position.to_move() == Side::red;
  return moves;
}

bool Event::play_board(SectionTruth& section, PlayedRound& round, const std::string& id, int red, int black,
                       bool must_win) {
  PlayedGame game{id, red, black, "", "", {}, false};
  const std::uint64_t fate = pick(100);
  if (!must_win && fate == 0) {
    game.outcome = pick(2) ? "red_walkover" : "black_walkover";
    game.kind = "absent";
  } else {
    bool ended = false, red_to_move = true;
    game.moves = play_out(ended, game.kind, red_to_move);
    if (ended) {
      game.outcome = red_to_move ? "black" : "red";
    } else if (!must_win && fate < 2) {
      game.outcome = "both_lose";
      game.kind = "ruling";
    } else if (fate < 25) {
      game.outcome = "draw";
      game.kind = "agreed";
    } else {
      // Stronger entrants have smaller numbers; who resigns or runs out of time is drawn accordingly.
      const bool red_wins =
          pick(1000) < 500 + static_cast<std::uint64_t>(std::clamp((black - red) * 2, -350, 350) + 350) - 350;
      game.outcome = red_wins ? "red" : "black";
      game.kind = pick(4) ? "resign" : "time";
    }
  }
  if (!desk_.get("result.register", "{\"game\":" + quoted(id) + ",\"outcome\":" + quoted(game.outcome) +
                                        ",\"kind\":" + quoted(game.kind) + ",\"reason\":\"成绩单\"}"))
    return refuse("result " + section.section);
  round.games.push_back(std::move(game));
  perhaps_kill();
  return true;
}

bool Event::swiss_round(SectionTruth& section, int number) {
  const std::string where =
      "{\"section\":" + quoted(section.section) + ",\"round\":\"" + std::to_string(number) + "\"}";
  if (!desk_.get("round.pair", where))
    return refuse("pair " + section.section + " " + std::to_string(number));
  const auto pairing = desk_.get("desk.get", "{\"what\":\"pairing\"," + where.substr(1));
  if (!pairing) return refuse("pairing");
  if (!desk_.get("round.publish", where)) return refuse("publish");
  PlayedRound round{std::to_string(number), {}, 0, {}};
  if (!(*pairing)["bye"].IsNull())
    round.bye = number_of((*pairing)["bye"].IsString() ? (*pairing)["bye"].GetString()
                                                       : member((*pairing)["bye"], "entrant"));
  for (const Value& pair : (*pairing)["pairs"].GetArray()) {
    const int board = pair["board"].GetInt();
    const std::string red = pair["red"].IsString() ? pair["red"].GetString() : member(pair["red"], "entrant");
    const std::string black =
        pair["black"].IsString() ? pair["black"].GetString() : member(pair["black"], "entrant");
    const std::string id = section.section + "-" + std::to_string(number) + "-" + std::to_string(board);
    if (!play_board(section, round, id, number_of(red), number_of(black), false)) return false;
  }
  section.swiss.push_back(round);
  return settle_duties(section, section.swiss.back());
}

bool Event::record_by_phone(const PlayedGame& game, const std::string& owner) {
  Client phone(
      port_, [&] { return pass_of(owner); }, "phone-" + owner + "-" + game.id, counters_);
  const std::string id = quoted(game.id);
  for (std::size_t at = 0; at < game.moves.size();) {
    const std::size_t to = std::min(game.moves.size(), at + 1 + pick(6));
    const std::string append = "{\"game\":" + id + ",\"from_ply\":" + std::to_string(at) +
                               ",\"moves\":" + list_of(game.moves, at, to) + "}";
    const std::uint64_t mishap = pick(14);
    if (mishap == 0) {
      phone.send_and_cut("record.append",
                         append);  // the network goes before the answer comes; the same is sent again
    } else if (mishap == 1) {
      phone.get("record.append", append);  // sent twice under two ids: known moves are no news
    } else if (mishap == 2 && at > 0) {
      // A later chunk first: refused or answered with the true tail, and then sent in order.
      phone.ask("record.append",
                "{\"game\":" + id + ",\"from_ply\":" + std::to_string(to + 2) + ",\"moves\":[\"a0a1\"]}");
    } else if (mishap == 3) {
      // A wrong but legal move, seen at once and corrected.
      Game position;
      for (std::size_t i = 0; i < at; ++i) (void)position.play(*Move::parse(game.moves[i]));
      const MoveList legal = position.position().legal_moves();
      const std::string wrong = iccs(legal[pick(legal.size())]);
      if (wrong != game.moves[at]) {
        if (!phone.get("record.append", "{\"game\":" + id + ",\"from_ply\":" + std::to_string(at) +
                                            ",\"moves\":[" + quoted(wrong) + "]}"))
          return refuse("mistyped " + phone.last_refusal());
        if (!phone.get("record.replace", "{\"game\":" + id + ",\"at_ply\":" + std::to_string(at) +
                                             ",\"delete\":1,\"insert\":[" + quoted(game.moves[at]) + "]}"))
          return refuse("correction " + phone.last_refusal());
        ++at;
        continue;
      }
    } else if (mishap == 4) {
      phone.cut();  // another device
    }
    if (!phone.get("record.append", append)) return refuse("append " + phone.last_refusal());
    at = to;
    perhaps_kill();
  }
  const auto seen = phone.get("subscribe", "{\"topic\":" + quoted("game/" + game.id) + "}");
  if (!seen || !seen->HasMember("snapshot")) return refuse("snapshot " + phone.last_refusal());
  const std::string hash = member((*seen)["snapshot"]["record"], "hash");
  if (!phone.get("record.sign", "{\"game\":" + id + ",\"hash\":" + quoted(hash) + "}"))
    return refuse("sign " + phone.last_refusal());
  if (pick(2)) {
    const std::string section = game.id.substr(0, game.id.find('-'));
    const int other = number_of(owner) == game.red ? game.black : game.red;
    Client opponent(
        port_, [&] { return pass_of(section + "-" + std::to_string(other)); }, "opponent-" + game.id,
        counters_);
    if (!opponent.get("record.confirm", "{\"game\":" + id + ",\"hash\":" + quoted(hash) + "}"))
      return refuse("confirm " + opponent.last_refusal());
  }
  return true;
}

bool Event::record_by_file(const PlayedGame& game, const std::string& owner) {
  std::string text;
  for (std::size_t i = 0; i < game.moves.size(); ++i)
    text += (i % 2 == 0 ? std::to_string(i / 2 + 1) + ". " : "") + game.moves[i] + (i % 2 ? "\n" : " ");
  Client phone(
      port_, [&] { return pass_of(owner); }, "file-" + game.id, counters_);
  const auto accepted =
      phone.get("record.submit", "{\"game\":" + quoted(game.id) +
                                     ",\"format\":\"text\",\"content_base64\":" + quoted(base64(text)) + "}");
  if (!accepted) return refuse("submit " + phone.last_refusal());
  const auto seen = phone.get("subscribe", "{\"topic\":" + quoted("game/" + game.id) + "}");
  if (!seen) return refuse("snapshot " + phone.last_refusal());
  const std::string hash = member((*seen)["snapshot"]["record"], "hash");
  return phone.get("record.sign", "{\"game\":" + quoted(game.id) + ",\"hash\":" + quoted(hash) + "}")
             ? true
             : refuse("sign " + phone.last_refusal());
}

bool Event::do_duty(const PlayedRound& round, const PlayedGame& game, const Value& duty) {
  const std::string owner = member(duty, "owner"), state = member(duty, "state"),
                    id = quoted(member(duty, "duty"));
  if (state != "required" || owner.empty()) return true;
  const bool knockout = round.round.starts_with('k');
  const std::uint64_t fate = pick(100);
  auto& mine = const_cast<PlayedGame&>(game);
  if (fate < 76) {
    mine.expect_record = true;
    return record_by_phone(game, owner);
  }
  if (fate < 84) {
    mine.expect_record = true;
    return record_by_file(game, owner);
  }
  if (fate < 90)
    return desk_.get("duty.paper", "{\"duty\":" + id + ",\"reason\":\"交了纸谱\"}") ? true : refuse("paper");
  if (fate < 95 || knockout)
    return desk_.get("duty.excuse", "{\"duty\":" + id + ",\"reason\":\"身体不适\"}") ? true
                                                                                     : refuse("excuse");
  return true;  // forgotten: overdue later
}

bool Event::settle_duties(SectionTruth& section, const PlayedRound& round) {
  const std::string where = "\"section\":" + quoted(section.section) + ",\"round\":" + quoted(round.round);
  const auto duties = desk_.get("desk.get", "{\"what\":\"duties\"," + where + "}");
  if (!duties) return refuse("duties");
  for (const Value& duty : (*duties)["duties"].GetArray()) {
    const std::string id = member(duty, "game");
    const auto game = std::ranges::find(round.games, id, &PlayedGame::id);
    if (game != round.games.end() && !do_duty(round, *game, duty)) return false;
  }
  forward_(46);
  const auto late = desk_.get("desk.get", "{\"what\":\"duties\"," + where + "}");
  if (!late) return refuse("duties");
  for (const Value& duty : (*late)["duties"].GetArray()) {
    if (!duty.HasMember("proposed_foul") || duty["proposed_foul"].IsNull()) continue;
    const Value& proposed = duty["proposed_foul"];
    if (!desk_.get("foul.confirm",
                   "{\"foul\":" + quoted(member(proposed, "foul")) + ",\"reason\":\"过时未交\"}"))
      return refuse("foul");
    section.fouls.push_back({number_of(member(proposed, "entrant")), true, round.round});
  }
  return true;
}

bool Event::knockout_round(SectionTruth& section, int number) {
  const std::string label = "k" + std::to_string(number);
  const std::string where = "{\"section\":" + quoted(section.section) + ",\"round\":" + quoted(label) + "}";
  if (!desk_.get("round.pair", where)) return refuse("pair " + label);
  const auto pairing = desk_.get("desk.get", "{\"what\":\"pairing\"," + where.substr(1));
  if (!pairing || !desk_.get("round.publish", where)) return refuse("publish " + label);
  PlayedRound round{label, {}, 0, {}};
  for (const Value& pair : (*pairing)["pairs"].GetArray()) {
    const std::string red = pair["red"].IsString() ? pair["red"].GetString() : member(pair["red"], "entrant");
    const std::string black =
        pair["black"].IsString() ? pair["black"].GetString() : member(pair["black"], "entrant");
    const std::string id =
        section.section + "-" + label + "-" + std::to_string(pair["board"].GetInt()) + "-g";
    int upper = number_of(red), lower = number_of(black);
    for (int g = 1; g <= 3; ++g) {
      // The smaller number chooses the colours of the last game (reg:F9).
      if (g == 3 && !desk_.get("match.choose",
                               "{\"match\":" + quoted(id.substr(0, id.size() - 2)) + ",\"side\":\"red\"}"))
        return refuse("choose");
      if (!play_board(section, round, id + std::to_string(g), g == 2 ? lower : upper, g == 2 ? upper : lower,
                      true))
        return false;
      if (round.games.back().outcome != "draw") break;
    }
  }
  section.knockout.push_back(round);
  return settle_duties(section, section.knockout.back());
}

bool Event::run() {
  for (SectionTruth& section : sections_)
    if (section.entrants > 0 && !enter(section)) return false;
  const int last = std::max(options_.open_rounds, options_.children_rounds);
  for (int number = 1; number <= last; ++number) {
    if (number <= options_.open_rounds && !swiss_round(sections_[0], number)) return false;
    if (options_.knockout && number >= 7 && number < 12 && options_.open_rounds >= 7 &&
        !knockout_round(sections_[0], number - 6))
      return false;
    if (sections_[1].entrants > 0 && number <= options_.children_rounds && !swiss_round(sections_[1], number))
      return false;
  }
  return true;
}

std::vector<std::string> Event::differences() {
  std::vector<std::string> different;
  for (const SectionTruth& section : sections_) {
    if (section.entrants == 0) continue;
    const auto standings =
        desk_.get("desk.get", "{\"what\":\"standings\",\"section\":" + quoted(section.section) + "}");
    if (!standings) {
      different.push_back("standings: " + desk_.last_refusal());
      continue;
    }
    const auto table = section.table();
    std::size_t rows = 0;
    for (const Value& row : (*standings)["rows"].GetArray()) {
      ++rows;
      const int no = number_of(member(row, "entrant"));
      const Line got{row["points"].GetInt(), row["cumulative"].GetInt(), row["wins"].GetInt(),
                     row["fouls"].GetInt(), row["second_games"].GetInt()};
      const Line& want = table.at(no);
      if (!(got == want))
        different.push_back(section.section + "-" + std::to_string(no) + ": points " +
                            std::to_string(got.points) + "/" + std::to_string(want.points) + ", cumulative " +
                            std::to_string(got.cumulative) + "/" + std::to_string(want.cumulative) +
                            ", wins " + std::to_string(got.wins) + "/" + std::to_string(want.wins) +
                            ", fouls " + std::to_string(got.fouls) + "/" + std::to_string(want.fouls) +
                            ", second " + std::to_string(got.second_games) + "/" +
                            std::to_string(want.second_games));
    }
    if (rows != static_cast<std::size_t>(section.entrants))
      different.push_back(section.section + ": " + std::to_string(rows) + " rows in the standings");
    for (const auto* phase : {&section.swiss, &section.knockout})
      for (const PlayedRound& round : *phase)
        for (const PlayedGame& game : round.games) {
          if (!game.expect_record) continue;
          const auto answer = test::http(port_, "GET", "/api/v1/games/" + game.id);
          Document document;
          std::vector<std::string> moves;
          if (answer && !document.Parse(answer->body.c_str()).HasParseError() && document.IsObject() &&
              document.HasMember("moves"))
            for (const Value& move : document["moves"].GetArray()) moves.push_back(move.GetString());
          if (moves != game.moves)
            different.push_back(game.id + ": " + std::to_string(moves.size()) + " of " +
                                std::to_string(game.moves.size()) + " plies");
        }
  }
  return different;
}

}  // namespace qipu::sim
