#include "ruling_cases.hpp"

#include <rapidjson/document.h>

#include <cstdlib>
#include <fstream>

namespace qipu::support {
namespace {

std::string text(const rapidjson::Value& object, const char* key) {
  return object.HasMember(key) && object[key].IsString() ? object[key].GetString() : "";
}

RulingCase read(const rapidjson::Value& object) {
  RulingCase ruling;
  ruling.id = text(object, "id");
  ruling.rules = text(object, "rules");
  ruling.start = *parse_fen(text(object, "fen"));
  for (const auto& move : object["moves"].GetArray()) ruling.moves.push_back(*Move::parse(move.GetString()));
  if (object.HasMember("cycle")) {
    ruling.prefix = object["cycle"]["prefix"].GetInt();
    ruling.length = object["cycle"]["len"].GetInt();
  }
  if (object.HasMember("labels_of_one_cycle"))
    for (const auto& label : object["labels_of_one_cycle"].GetArray())
      ruling.labels.emplace_back(label.GetString());
  if (object.HasMember("verdict")) {
    ruling.must_change = text(object["verdict"], "must_change");
    ruling.if_unchanged = text(object["verdict"], "if_unchanged");
  }
  if (object.HasMember("ladder")) {
    ruling.red_ladder = text(object["ladder"], "red");
    ruling.black_ladder = text(object["ladder"], "black");
  }
  return ruling;
}

template <class F>
void move_points(RulingCase& ruling, F&& to) {
  Setup setup = ruling.start;
  for (int i = 0; i < Square::count; ++i) setup[to(Square::at(i))] = ruling.start[Square::at(i)];
  ruling.start = setup;
  for (Move& move : ruling.moves) move = {to(move.from), to(move.to)};
}

void exchange(std::string& a) {
  if (a == "red")
    a = "black";
  else if (a == "black")
    a = "red";
  else if (a == "red_loses")
    a = "black_loses";
  else if (a == "black_loses")
    a = "red_loses";
}

}  // namespace

std::optional<std::vector<RulingCase>> ruling_cases(const std::string& path) {
  std::ifstream in(path);
  if (!in) return std::nullopt;
  std::vector<RulingCase> list;
  for (std::string line; std::getline(in, line);) {
    rapidjson::Document document;
    document.Parse(line.c_str());
    if (document.IsObject()) list.push_back(read(document));
  }
  return list;
}

RulingCase mirrored(RulingCase ruling) {
  move_points(ruling, [](Square s) { return s.mirrored(); });
  ruling.id += " mirrored";
  return ruling;
}

RulingCase recoloured(RulingCase ruling) {
  move_points(ruling, [](Square s) { return s.flipped(); });
  for (auto& piece : ruling.start.pieces)
    if (piece) piece->side = opponent(piece->side);
  ruling.start.to_move = opponent(ruling.start.to_move);
  exchange(ruling.must_change);
  exchange(ruling.if_unchanged);
  std::swap(ruling.red_ladder, ruling.black_ladder);
  ruling.id += " recoloured";
  return ruling;
}

Game played(const RulingCase& ruling, int plies) {
  Game game(*Position::from_diagram(ruling.start));
  for (Move move : ruling.moves) {
    if (plies >= 0 && game.ply() >= plies) break;
    if (!game.play(move)) std::abort();
  }
  return game;
}

std::vector<std::string> labels_from(const rules::Verdict& verdict, int first) {
  const std::size_t length = verdict.red.plies.size() + verdict.black.plies.size();
  std::vector<std::string> labels(length);
  if (length == 0) return labels;
  for (Side side : {Side::red, Side::black})
    for (const auto& ply : verdict.of(side).plies) {
      const auto n = static_cast<int>(length);
      labels[static_cast<std::size_t>(((ply.ply - first) % n + n) % n)] = rules::name_zh(ply.label);
    }
  return labels;
}

}  // namespace qipu::support
