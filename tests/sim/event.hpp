// The people of an event and what they do, round by round, from one seed: players who win and lose, phones
// that lose their network, repeat, mistype and correct, scribes, an arbiter who registers, excuses, accepts
// paper and confirms fouls.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "desk.hpp"
#include "truth.hpp"

namespace qipu::sim {

struct Options {
  std::uint64_t seed = 1;
  int open = 260, children = 120;
  int open_rounds = 11, children_rounds = 9;
  bool knockout = true;
  int kills = 10;
};

class Event {
 public:
  /// `kill` kills the service and starts it again on the same data; `forward` moves its clock on by that many
  /// minutes.
  Event(const Options& options, std::uint16_t port, std::string user, std::string password,
        std::function<void()> kill, std::function<void(int)> forward);
  /// The whole event. False, with `fault()`, when the service refused what it must accept.
  bool run();
  const std::string& fault() const { return fault_; }
  const std::vector<SectionTruth>& sections() const { return sections_; }
  const Counters& counters() const { return counters_; }
  /// Compares the service's standings, games and fouls with the truth; one line for each difference.
  std::vector<std::string> differences();

 private:
  bool enter(SectionTruth& section);
  bool swiss_round(SectionTruth& section, int number);
  bool knockout_round(SectionTruth& section, int number);
  bool play_board(SectionTruth& section, PlayedRound& round, const std::string& game, int red, int black,
                  bool must_win);
  bool settle_duties(SectionTruth& section, const PlayedRound& round);
  bool record_by_phone(const PlayedGame& game, const std::string& owner);
  bool record_by_file(const PlayedGame& game, const std::string& owner);
  bool do_duty(const PlayedRound& round, const PlayedGame& game, const rapidjson::Value& duty);
  std::vector<std::string> play_out(bool& ended, std::string& kind, bool& red_to_move);
  std::string sign_in();
  std::string pass_of(const std::string& entrant);
  bool refuse(const std::string& what);
  void perhaps_kill();
  std::uint64_t pick(std::uint64_t n) { return random_() % n; }

  Options options_;
  std::uint16_t port_;
  std::string user_, password_, fault_;
  std::function<void()> kill_;
  std::function<void(int)> forward_;
  std::mt19937_64 random_;
  Counters counters_;
  Client desk_;
  std::vector<SectionTruth> sections_;
  std::map<std::string, std::string> passes_;
  int kills_left_;
};

}  // namespace qipu::sim
