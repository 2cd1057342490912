#include "server/outlets/public_record.hpp"

#include "server/config/instant.hpp"
#include "server/view/event_json.hpp"

namespace qipu::outlets {
namespace {

using recorder::State;

std::string_view stated(const tournament::Game& game) {
  if (!game.result) return "*";
  switch (game.result->outcome) {
    case Outcome::red_wins:
      return "1-0";
    case Outcome::black_wins:
      return "0-1";
    case Outcome::draw:
      return "1/2-1/2";
    case Outcome::both_lose:
      return "0-0";
    default:
      return "*";
  }
}

formats::StatedResult normalised(const tournament::Game& game) {
  if (!game.result) return formats::StatedResult::unknown;
  switch (game.result->outcome) {
    case Outcome::red_wins:
      return formats::StatedResult::red_wins;
    case Outcome::black_wins:
      return formats::StatedResult::black_wins;
    case Outcome::draw:
      return formats::StatedResult::draw;
    default:
      return formats::StatedResult::unknown;
  }
}

std::string time_control(const tournament::PaceRule& rule) {
  const auto text = [](const tournament::Clock& clock) {
    return std::to_string(clock.base_s) + "+" + std::to_string(clock.increment_s);
  };
  return rule.red == rule.black ? text(rule.red) : text(rule.red) + "/" + text(rule.black);
}

std::string record_status(const recorder::RecordSheet& sheet, const tournament::Game& game) {
  if (!sheet.gaps.empty() || !sheet.tail.empty()) return "gaps";
  return game.result ? "complete" : "live";
}

}  // namespace

formats::Record public_record(const State& state, const tournament::Game& game, const view::Viewer& viewer) {
  const auto& sheet = state.game(game.id).sheet;
  const auto section = game.id.round.section;
  formats::Record record;
  // Moves are written as far as they follow from the start; what comes after a gap is another game to every
  // reader.
  Game played;
  std::uint32_t last = formats::Node::none;
  for (std::size_t i = 0; i < sheet.plies.size(); ++i) {
    if (!sheet.gaps.empty() && static_cast<std::size_t>(sheet.gaps.front().after_ply) <= i) break;
    const auto& ply = sheet.plies[i];
    if (!played.play(ply.move)) {
      if (ply.mark == recorder::Mark::illegal_as_played) record.illegal_last = ply.move;
      break;
    }
    last = record.append(last, ply.move);
    record.nodes[last].clock_ms = ply.clock_ms;
  }
  for (const auto& gap : sheet.gaps)
    record.gaps.push_back({static_cast<std::uint32_t>(gap.after_ply),
                           gap.plies ? std::optional(static_cast<std::uint32_t>(*gap.plies)) : std::nullopt,
                           gap.resume_fen.empty() ? std::nullopt : std::optional(gap.resume_fen)});
  const auto& name = state.regulation.section(section).name;
  const auto unit = [&](tournament::EntrantNo no) {
    const auto* entrant = state.find(recorder::EntrantId{section, no});
    return entrant ? entrant->person.unit : std::string();
  };
  record.set_header("Event", state.name + " " + name.zh);
  record.set_header("Site", "?");
  const auto& when = sheet.plies.empty() ? game.started_at : std::optional(sheet.plies.front().at);
  std::string date = "????.??.??";
  if (when) {
    date = to_rfc3339(when->ms).substr(0, 10);
    date[4] = date[7] = '.';
  }
  record.set_header("Date", date);
  record.set_header("Round", tournament::text(game.id.round) + "." + std::to_string(game.id.board) +
                                 (game.id.game ? "." + std::to_string(game.id.game) : ""));
  record.set_header("Red", view::name_of(state, {section, game.red}, viewer));
  record.set_header("Black", view::name_of(state, {section, game.black}, viewer));
  record.set_header("Result", std::string(stated(game)));
  record.set_header("RedTeam", unit(game.red));
  record.set_header("BlackTeam", unit(game.black));
  record.set_header("TimeControl", time_control(state.regulation.pace(game.pace)));
  if (game.result) record.set_header("Termination", std::string(tournament::name(game.result->kind)));
  record.set_header("Board", std::to_string(game.id.board));
  record.set_header("GameId", state.text(game.id));
  record.set_header("RecordStatus", record_status(sheet, game));
  record.result = normalised(game);
  record.result_text = stated(game);
  return record;
}

formats::PgnOptions pgn_options() {
  formats::PgnOptions options;
  options.white_alias = true;
  options.clocks = true;
  return options;
}

}  // namespace qipu::outlets
