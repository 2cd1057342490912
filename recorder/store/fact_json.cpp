#include "recorder/store/fact_json.hpp"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <array>
#include <type_traits>

namespace qipu::store {
namespace {

using namespace recorder;
using Json = rapidjson::Value;
using Out = rapidjson::Writer<rapidjson::StringBuffer>;

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};
template <class T>
struct is_vector : std::false_type {};
template <class T>
struct is_vector<std::vector<T>> : std::true_type {};

// Values that the tournament core owns name their fields here, as facts do themselves.
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, Text>
void fields_of(S& s, V&& v) { v("zh", s.zh), v("en", s.en); }
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Result>
void fields_of(S& s, V&& v) { v("outcome", s.outcome), v("kind", s.kind), v("played", s.played); }
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Attributes>
void fields_of(S& s, V&& v) {
  v("sex", s.sex), v("title", s.title), v("resident", s.resident), v("origin", s.origin), v("shizhu", s.shizhu), v("member", s.member),
      v("student", s.student), v("student_proof", s.student_proof);
}
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Documents>
void fields_of(S& s, V&& v) { v("identity", s.identity), v("insurance", s.insurance), v("fitness", s.fitness), v("fee_paid", s.fee_paid), v("seen_by", s.seen_by); }
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Entrant>
void fields_of(S& s, V&& v) {
  // The person stands beside the chain.
  v("no", s.no), v("attributes", s.attributes), v("documents", s.documents), v("state", s.state), v("seed", s.seed), v("entered_round", s.entered_round),
      v("left_after", s.left_after), v("barred_next", s.barred_next), v("bad_faith", s.bad_faith), v("note", s.note);
}
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Game>
void fields_of(S& s, V&& v) {
  v("id", s.id), v("red", s.red), v("black", s.black), v("pace", s.pace), v("result", s.result), v("started_at", s.started_at), v("ended_at", s.ended_at),
      v("registered_at", s.registered_at), v("signed_by", s.signed_by), v("excused_absence", s.excused_absence);
}
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Absence>
void fields_of(S& s, V&& v) { v("entrant", s.entrant), v("announced", s.announced), v("points", s.points); }
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Match>
void fields_of(S& s, V&& v) {
  v("id", s.id), v("upper", s.upper), v("lower", s.lower), v("games", s.games), v("chosen", s.chosen), v("decided", s.decided), v("nobody", s.nobody),
      v("reason", s.reason), v("third_place", s.third_place);
}
template <class S, class V> requires std::is_same_v<std::remove_const_t<S>, tournament::Foul>
void fields_of(S& s, V&& v) {
  v("id", s.id), v("entrant", s.entrant), v("kind", s.kind), v("game", s.game), v("round", s.round), v("state", s.state), v("intentional", s.intentional),
      v("from_duty", s.from_duty), v("reason", s.reason), v("by", s.by), v("at", s.at);
}

// Small ids are short lists of numbers.
inline std::array<int, 2> numbers(const EntrantId& id) { return {id.section.index, id.no.value}; }
inline std::array<int, 3> numbers(const RoundId& id) { return {id.section.index, static_cast<int>(id.phase), id.number}; }
inline std::array<int, 4> numbers(const tournament::BoardId& id) { return {id.round.section.index, static_cast<int>(id.round.phase), id.round.number, id.board}; }
inline std::array<int, 5> numbers(const GameId& id) { return {id.round.section.index, static_cast<int>(id.round.phase), id.round.number, id.board, id.game}; }
inline void from(const std::array<int, 2>& n, EntrantId& id) { id = {{static_cast<std::uint8_t>(n[0])}, {static_cast<std::uint16_t>(n[1])}}; }
inline void from(const std::array<int, 3>& n, RoundId& id) {
  id = {{static_cast<std::uint8_t>(n[0])}, static_cast<tournament::PhaseKind>(n[1]), static_cast<std::uint8_t>(n[2])};
}
inline void from(const std::array<int, 4>& n, tournament::BoardId& id) {
  from(std::array{n[0], n[1], n[2]}, id.round);
  id.board = static_cast<std::uint16_t>(n[3]);
}
inline void from(const std::array<int, 5>& n, GameId& id) {
  from(std::array{n[0], n[1], n[2]}, id.round);
  id.board = static_cast<std::uint16_t>(n[3]);
  id.game = static_cast<std::uint8_t>(n[4]);
}

template <class T>
void write(Out& out, const T& value);

struct FieldWriter {
  Out& out;
  template <class T>
  void operator()(const char* name, const T& value) const {
    out.Key(name);
    write(out, value);
  }
};

template <class T>
void write(Out& out, const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    out.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
  } else if constexpr (std::is_same_v<T, bool>) {
    out.Bool(value);
  } else if constexpr (std::is_enum_v<T>) {
    out.Int(static_cast<int>(value));
  } else if constexpr (std::is_integral_v<T>) {
    out.Int64(static_cast<std::int64_t>(value));
  } else if constexpr (std::is_same_v<T, Move>) {
    const std::string text = iccs(value);
    out.String(text.data(), 4);
  } else if constexpr (std::is_same_v<T, SectionId>) {
    out.Int(value.index);
  } else if constexpr (std::is_same_v<T, EntrantNo>) {
    out.Int(value.value);
  } else if constexpr (std::is_same_v<T, Instant>) {
    out.Int64(value.ms);
  } else if constexpr (requires { numbers(value); }) {
    out.StartArray();
    for (const int n : numbers(value)) out.Int(n);
    out.EndArray();
  } else if constexpr (is_optional<T>::value) {
    if (value) {
      write(out, *value);
    } else {
      out.Null();
    }
  } else if constexpr (is_vector<T>::value) {
    out.StartArray();
    for (const auto& one : value) write(out, one);
    out.EndArray();
  } else if constexpr (requires { value.first; }) {
    out.StartArray();
    write(out, value.first);
    write(out, value.second);
    out.EndArray();
  } else {
    out.StartObject();
    if constexpr (requires { T::fields(value, FieldWriter{out}); }) {
      T::fields(value, FieldWriter{out});
    } else {
      fields_of(value, FieldWriter{out});
    }
    out.EndObject();
  }
}

template <class T>
bool read(const Json& json, T& value);

struct FieldReader {
  const Json& object;
  bool& good;
  template <class T>
  void operator()(const char* name, T& value) const {
    // A field that a later version added is absent in an older fact: its default stands.
    const auto member = object.FindMember(name);
    if (member != object.MemberEnd() && !read(member->value, value)) good = false;
  }
};

template <class T>
bool read(const Json& json, T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (!json.IsString()) return false;
    value.assign(json.GetString(), json.GetStringLength());
    return true;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!json.IsBool()) return false;
    value = json.GetBool();
    return true;
  } else if constexpr (std::is_enum_v<T>) {
    if (!json.IsInt() || json.GetInt() < 0 || json.GetInt() > 255) return false;
    value = static_cast<T>(json.GetInt());
    return true;
  } else if constexpr (std::is_integral_v<T>) {
    if (!json.IsInt64()) return false;
    value = static_cast<T>(json.GetInt64());
    return true;
  } else if constexpr (std::is_same_v<T, Move>) {
    const auto move = json.IsString() ? Move::parse({json.GetString(), json.GetStringLength()}) : std::nullopt;
    if (move) value = *move;
    return move.has_value();
  } else if constexpr (std::is_same_v<T, SectionId>) {
    return read(json, value.index);
  } else if constexpr (std::is_same_v<T, EntrantNo>) {
    return read(json, value.value);
  } else if constexpr (std::is_same_v<T, Instant>) {
    return read(json, value.ms);
  } else if constexpr (requires { numbers(value); }) {
    auto list = numbers(value);
    if (!json.IsArray() || json.Size() != list.size()) return false;
    for (rapidjson::SizeType i = 0; i < json.Size(); ++i)
      if (!read(json[i], list[i])) return false;
    from(list, value);
    return true;
  } else if constexpr (is_optional<T>::value) {
    value.reset();
    return json.IsNull() || read(json, value.emplace());
  } else if constexpr (is_vector<T>::value) {
    if (!json.IsArray()) return false;
    value.clear();
    for (const Json& one : json.GetArray())
      if (!read(one, value.emplace_back())) return false;
    return true;
  } else if constexpr (requires { value.first; }) {
    return json.IsArray() && json.Size() == 2 && read(json[0], value.first) && read(json[1], value.second);
  } else {
    if (!json.IsObject()) return false;
    bool good = true;
    if constexpr (requires { T::fields(value, FieldReader{json, good}); }) {
      T::fields(value, FieldReader{json, good});
    } else {
      fields_of(value, FieldReader{json, good});
    }
    return good;
  }
}

// The alternative of the variant with this name, default-made.
template <std::size_t i = 0>
bool make(std::string_view kind, Fact& fact) {
  if constexpr (i < std::variant_size_v<Fact>) {
    Fact one(std::in_place_index<i>);
    if (name(one) != kind) return make<i + 1>(kind, fact);
    fact = std::move(one);
    return true;
  } else {
    return false;
  }
}

}  // namespace

std::string to_json(const StoredFact& stored) {
  rapidjson::StringBuffer buffer;
  Out out(buffer);
  out.StartObject();
  out.Key("visible_at");
  out.Int64(stored.visible_at.ms);
  out.Key("fact");
  std::visit([&](const auto& fact) { write(out, fact); }, stored.fact);
  out.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

std::expected<StoredFact, Problem> from_json(std::string_view kind, std::string_view body) {
  const auto refuse = [&](std::string why) {
    return std::unexpected(Problem{"store.fact", {"日志里有看不懂的一条", "The journal has an entry that this program does not know"}, {{"kind", std::string(kind)}, {"why", std::move(why)}}, "", std::nullopt});
  };
  rapidjson::Document document;
  if (document.Parse<rapidjson::kParseIterativeFlag>(body.data(), body.size()).HasParseError() || !document.IsObject()) return refuse("no JSON object");
  StoredFact stored;
  if (!make(kind, stored.fact)) return refuse("unknown kind");
  const auto visible = document.FindMember("visible_at"), content = document.FindMember("fact");
  if (visible == document.MemberEnd() || content == document.MemberEnd() || !read(visible->value, stored.visible_at)) return refuse("no content");
  if (!std::visit([&](auto& fact) { return read(content->value, fact); }, stored.fact)) return refuse("content of another type");
  return stored;
}

}  // namespace qipu::store
