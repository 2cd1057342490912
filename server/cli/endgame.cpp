#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "engine/endgame/simple_draw.hpp"
#include "server/cli/command.hpp"
#include "server/cli/endgame_build.hpp"
#include "server/cli/problem_json.hpp"
#include "server/endgame/table_store.hpp"

namespace qipu::cli {
namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

struct Options {
  std::string fen, material, directory, lang;
  std::uint64_t most_positions = 128'000'000;
  bool json = false;
};

int refuse(const Options& options, const Problem& problem, int exit_code) {
  print_error(problem, options.json, speak_chinese(options.lang));
  return exit_code;
}

endgame::TableStore::Options store_options(const Options& options) {
  endgame::TableStore::Options store;
  if (!options.directory.empty()) store.directory = options.directory;
  store.most_positions = options.most_positions;
  store.threads = std::max(1u, std::thread::hardware_concurrency());
  return store;
}

std::string_view value_name(std::optional<Side> winner) {
  return !winner ? "draw" : *winner == Side::red ? "red_wins" : "black_wins";
}

void put(Json& json, const char* key, std::string_view text) {
  json.Key(key);
  json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}
void put_plies(Json& json, const char* key, std::optional<int> plies) {
  json.Key(key);
  if (plies) {
    json.Int(*plies);
  } else {
    json.Null();
  }
}

std::string position_json(const endgame::Material& material, const std::optional<endgame::Probe>& probe,
                          Side to_move, const endgame::SimpleDraw& advice) {
  rapidjson::StringBuffer buffer;
  Json json(buffer);
  const auto winner = probe ? probe->winner(to_move) : std::nullopt;
  json.StartObject();
  put(json, "material", material.name());
  json.Key("covered"), json.Bool(probe.has_value());
  if (probe) {
    put(json, "value", value_name(winner));
  } else {
    json.Key("value"), json.Null();
  }
  put_plies(json, "plies_to_mate", winner ? std::optional<int>(probe->mate.plies) : std::nullopt);
  put_plies(json, "plies_to_capture", winner ? std::optional<int>(probe->capture.plies) : std::nullopt);
  json.Key("forceable");
  json.StartObject();
  json.Key("40"), json.Bool(probe && probe->forceable_in_40);
  json.Key("30"), json.Bool(probe && probe->forceable_in_30);
  json.EndObject();
  put(json, "simple_draw", name(advice.advice));
  json.Key("holding_replies"), json.Int(advice.holding_replies);
  json.Key("replies"), json.Int(advice.replies);
  json.Key("looked_plies"), json.Int(advice.looked_plies);
  json.Key("reason");
  json.StartObject();
  put(json, "zh", advice.reason.zh);
  put(json, "en", advice.reason.en);
  json.EndObject();
  json.EndObject();
  return buffer.GetString();
}

void print_position(const std::optional<endgame::Probe>& probe, Side to_move,
                    const endgame::SimpleDraw& advice, bool zh) {
  if (probe) {
    const auto winner = probe->winner(to_move);
    if (!winner) {
      std::printf("%s\n", zh ? "和棋" : "draw");
    } else if (zh) {
      std::printf("%s胜：%d 着杀，%d 着内吃子或杀；40 回合限着内%s，30 回合限着内%s\n",
                  std::string(name_zh(*winner)).c_str(), probe->mate.plies, probe->capture.plies,
                  probe->forceable_in_40 ? "可胜" : "不能强制取胜",
                  probe->forceable_in_30 ? "可胜" : "不能强制取胜");
    } else {
      std::printf(
          "%s wins: mate in %d plies, capture or mate in %d; within 40 rounds %s, within 30 rounds %s\n",
          std::string(name(*winner)).c_str(), probe->mate.plies, probe->capture.plies,
          probe->forceable_in_40 ? "forceable" : "not forceable",
          probe->forceable_in_30 ? "forceable" : "not forceable");
    }
  }
  std::printf("%s\n", (zh ? advice.reason.zh : advice.reason.en).c_str());
}

// A win that the natural limit may stop is no win an arbiter can wait for: the reason says so.
void mention_limit(const std::optional<endgame::Probe>& probe, Side to_move, endgame::SimpleDraw& advice) {
  if (!probe || !probe->winner(to_move)) return;
  if (!probe->forceable_in_40) {
    advice.reason.zh += "；但胜方不能在 40 回合自然限着之内强制取胜";
    advice.reason.en += "; but the win cannot be forced within the natural limit of 40 rounds";
  } else if (!probe->forceable_in_30) {
    advice.reason.zh += "；但胜方不能在 30 回合自然限着之内强制取胜";
    advice.reason.en += "; but the win cannot be forced within the natural limit of 30 rounds";
  }
  if (probe->both_can_attack) {
    advice.reason.zh += "；双方都有进攻子力，长打的裁定可能不同";
    advice.reason.en += "; both sides can attack, so a ruling on perpetual attack may differ";
  }
}

int look_up_position(const Options& options) {
  const auto setup = parse_fen(options.fen);
  if (!setup) return refuse(options, setup.error(), no_input);
  const auto position = Position::from(*setup);
  if (!position) return refuse(options, problem(position.error()), no_input);
  endgame::TableStore store(store_options(options));
  const auto probe = endgame::probe(*position, store, setup->quiet_plies);
  endgame::SimpleDraw advice = endgame::simple_draw(*position, store);
  mention_limit(probe, position->to_move(), advice);
  if (options.json) {
    std::printf("%s\n",
                position_json(endgame::Material::of(*position), probe, position->to_move(), advice).c_str());
  } else {
    print_position(probe, position->to_move(), advice, speak_chinese(options.lang));
  }
  return fine;
}

void put_census(Json& json, const char* key, const endgame::Census& census, bool strong) {
  json.Key(key);
  json.StartObject();
  json.Key("legal"), json.Uint64(census.legal);
  json.Key(strong ? "wins" : "losses"), json.Uint64(strong ? census.wins : census.losses);
  json.Key("draws"), json.Uint64(census.draws);
  json.Key(strong ? "losses" : "wins"), json.Uint64(strong ? census.losses : census.wins);
  const auto& longest = strong ? census.longest_win : census.longest_loss;
  put_plies(json, "longest", longest ? std::optional<int>(*longest) : std::nullopt);
  json.EndObject();
}

int look_up_material(const Options& options) {
  const auto material = endgame::Material::parse(options.material);
  if (!material)
    return refuse(options,
                  {"endgame.unknown_material",
                   {"看不懂子力：" + options.material.substr(0, 40) + "（例：KRvKAABB）",
                    "This is no material: " + options.material.substr(0, 40) + " (example: KRvKAABB)"},
                   {{"material", options.material.substr(0, 40)}},
                   "",
                   std::nullopt},
                  wrong_usage);
  const endgame::Material canonical = material->canonical();
  endgame::TableStore store(store_options(options));
  const endgame::Table* table = store.table(canonical);
  if (!table)
    return refuse(
        options,
        {"endgame.not_covered",
         {"没有这类残局的数据；可用 endgame build 或放宽 --max-positions",
          "No table covers this class; use endgame build, or raise --max-positions"},
         {{"material", material->name()}, {"positions", std::to_string(endgame::positions(canonical))}},
         "",
         std::nullopt},
        findings);
  const bool reversed = canonical != *material;
  const endgame::Census &first = table->census(reversed ? Side::black : Side::red),
                        &second = table->census(reversed ? Side::red : Side::black);
  if (options.json) {
    rapidjson::StringBuffer buffer;
    Json json(buffer);
    json.StartObject();
    put(json, "material", material->name());
    put_census(json, "strong_to_move", first, true);
    put_census(json, "weak_to_move", second, false);
    json.EndObject();
    std::printf("%s\n", buffer.GetString());
    return fine;
  }
  const bool zh = speak_chinese(options.lang);
  for (const endgame::Census* census : {&first, &second}) {
    const auto n = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
    std::printf(zh ? "%s先走：局面 %llu，胜 %llu，和 %llu，负 %llu\n"
                   : "%s to move: %llu positions, %llu won, %llu drawn, %llu lost\n",
                std::string(zh ? name_zh(census == &first ? Side::red : Side::black)
                               : name(census == &first ? Side::red : Side::black))
                    .c_str(),
                n(census->legal), n(census->wins), n(census->draws), n(census->losses));
  }
  return fine;
}

int run(const Options& options) {
  if (options.fen.empty() == options.material.empty()) {
    std::fprintf(stderr, "qipu endgame: --fen, --material or build is required\n");
    return wrong_usage;
  }
  return options.fen.empty() ? look_up_material(options) : look_up_position(options);
}

}  // namespace

void add_endgame(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  if (const char* directory = std::getenv("QIPU_ENDGAME_DIR")) options->directory = directory;
  CLI::App* command = app.add_subcommand(
      "endgame", "What an endgame is worth, and whether it is a simple draw (理论简明和棋)");
  auto* fen = command->add_option("--fen", options->fen, "A position");
  command->add_option("--material", options->material, "A class, red first: KRvKAABB")->excludes(fen);
  command->add_option("--dir", options->directory, "Folder of built tables; QIPU_ENDGAME_DIR when left out");
  command
      ->add_option("--max-positions", options->most_positions,
                   "Largest class that is built when it is asked for")
      ->capture_default_str();
  command->add_option("--lang", options->lang, "zh or en; the locale's when left out")
      ->check(CLI::IsMember({"zh", "en"}));
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example: qipu endgame --fen \"4k4/4a4/4ba3/9/2b6/9/9/9/9/R3K4 b\" --json");
  CLI::App* build = add_endgame_build(*command, outcome);
  command->callback([options, build, &outcome] {
    if (!build->parsed()) outcome.exit_code = run(*options);
  });
}

}  // namespace qipu::cli
