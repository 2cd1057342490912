// An entrant and the attributes that the rules need (reg:E3–E6). Identity papers, telephone numbers and
// addresses are never asked for: only who saw the documents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/tournament/ids.hpp"

namespace qipu::tournament {

enum class Sex : std::uint8_t { unknown, male, female };
enum class Title : std::uint8_t { none, master, grandmaster };  ///< 大师, 特级大师
std::string_view name(Sex sex);
std::string_view name(Title title);
std::optional<Sex> parse_sex(std::string_view text);  ///< male female m f 男 女, empty: unknown
std::optional<Title> parse_title(
    std::string_view text);  ///< none master grandmaster 大师 特级大师 (象棋大师 …), empty: none

/// What identifies a person. Held apart from the facts, so that it can be purged.
struct Person {
  std::string name;
  std::string unit;    ///< 单位
  int birth_year = 0;  ///< 0: not given
  bool operator==(const Person&) const = default;
};

/// reg:E6. Places as the regulation asks: inside the host city or not, of the host city's origin or not.
struct Attributes {
  Sex sex = Sex::unknown;
  Title title = Title::none;
  bool resident = false;       ///< 重庆市内
  bool origin = false;         ///< 重庆籍
  bool shizhu = false;         ///< 石柱籍
  bool member = false;         ///< joined the club and paid
  bool student = false;        ///< enrolled at a university, postgraduates included
  bool student_proof = false;  ///< student card or enrolment proof seen
  bool operator==(const Attributes&) const = default;
};

/// reg:E5: flags only, and who saw them.
struct Documents {
  bool identity = false, insurance = false, fitness = false;
  bool fee_paid = false;
  std::string seen_by;
  bool operator==(const Documents&) const = default;
};

enum class EntrantState : std::uint8_t {
  active,
  waiting,    ///< over the cap (reg:A27)
  withdrawn,  ///< declared
  dropped,    ///< not paired until re-admitted (reg:S4, reg:A28)
  excluded,   ///< refused at entry (reg:E4)
  expelled    ///< 除名 or disqualified (reg:S4, reg:D13): leaves the standings
};
std::string_view name(EntrantState state);

struct Entrant {
  EntrantNo no;
  Person person;
  Attributes attributes;
  Documents documents;
  EntrantState state = EntrantState::active;
  int seed = 0;           ///< rating order for round 1: 1 is strongest; 0: unrated, behind the rated, by lot
  int entered_round = 1;  ///< the first Swiss round that the entrant takes part in (late entry)
  int left_after = -1;    ///< last Swiss round before withdrawal; -1: still in
  bool barred_next = false;  ///< reg:D14, confirmed by an arbiter
  bool bad_faith = false;    ///< reg:D15, on the public list
  std::string note;
  bool operator==(const Entrant&) const = default;

  bool in_play() const { return state == EntrantState::active; }
  bool has_title() const { return attributes.title != Title::none; }
};

}  // namespace qipu::tournament
