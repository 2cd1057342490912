#include "server/config/config.hpp"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <array>
#include <cmath>
#include <variant>

namespace qipu::config {
namespace {

using Value = std::variant<std::string, std::int64_t, double, bool, std::vector<std::string>>;

// One key: its type is that of its default; `set` says what is wrong with a value of that type.
struct Key {
  std::string_view name;
  std::string_view sentence;
  std::function<Value(const Config&)> get;
  std::function<std::string(Config&, const Value&)> set;
};

Key text_key(std::string_view name, std::string_view sentence, std::string Config::*field) {
  return {name, sentence, [field](const Config& c) { return Value(c.*field); },
          [field](Config& c, const Value& v) { return c.*field = std::get<std::string>(v), std::string(); }};
}

template <class Access>
Key number_key(std::string_view name, std::string_view sentence, double least, double most, Access access) {
  return {name, sentence,
          [access](const Config& c) {
            const auto value = access(const_cast<Config&>(c));
            if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(value)>>) return Value(static_cast<double>(value));
            else return Value(static_cast<std::int64_t>(value));
          },
          [access, least, most](Config& c, const Value& v) -> std::string {
            const double number = std::holds_alternative<double>(v) ? std::get<double>(v) : static_cast<double>(std::get<std::int64_t>(v));
            if (!(number >= least && number <= most))
              return "must be from " + std::to_string(static_cast<std::int64_t>(least)) + " to " + std::to_string(static_cast<std::int64_t>(most));
            auto& field = access(c);
            field = static_cast<std::remove_reference_t<decltype(field)>>(number);
            return {};
          }};
}

Key networks_key(std::string_view name, std::string_view sentence, std::vector<net::Network> net::ServerOptions::*field,
                 std::vector<std::string> shown) {
  return {name, sentence, [shown](const Config&) { return Value(shown); },
          [field](Config& c, const Value& v) -> std::string {
            std::vector<net::Network> parsed;
            for (const auto& text : std::get<std::vector<std::string>>(v)) {
              const auto network = net::Network::parse(text);
              if (!network) return network.error();
              parsed.push_back(*network);
            }
            c.server.*field = std::move(parsed);
            return {};
          }};
}

const std::vector<std::string> default_halls = {"127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"};

const std::vector<Key>& keys() {
  static const std::vector<Key> all = {
      text_key("service.data", "folder of the journal", &Config::data),
      text_key("service.listen", "address and port", &Config::listen),
      text_key("service.public_url", "how others reach the service, e.g. https://qipu.example; printed on passes", &Config::public_url),
      {"service.origins", "further origins whose pages may open the WebSocket", [](const Config& c) { return Value(c.origins); },
       [](Config& c, const Value& v) { return c.origins = std::get<std::vector<std::string>>(v), std::string(); }},
      number_key("service.shards", "threads that serve connections", 1, 64, [](Config& c) -> unsigned& { return c.server.shards; }),
      networks_key("service.trusted_proxies", "networks whose X-Forwarded-For is believed", &net::ServerOptions::trusted_proxies, {}),
      networks_key("service.halls", "networks that stand for many people behind one address", &net::ServerOptions::halls, default_halls),
      {"tls.certificate", "PEM file with the chain; empty: plain, behind a proxy", [](const Config& c) { return Value(c.server.certificate); },
       [](Config& c, const Value& v) { return c.server.certificate = std::get<std::string>(v), std::string(); }},
      {"tls.key", "PEM file of the private key", [](const Config& c) { return Value(c.server.key); },
       [](Config& c, const Value& v) { return c.server.key = std::get<std::string>(v), std::string(); }},
      number_key("public.delay_seconds", "least delay of everything public", 0, 7200, [](Config& c) -> int& { return c.delay_seconds; }),
      {"public.hide_minors", "names of the children's section are not shown to the public", [](const Config& c) { return Value(c.hide_minors); },
       [](Config& c, const Value& v) { return c.hide_minors = std::get<bool>(v), std::string(); }},
      number_key("desk.session_hours", "a sign-in lasts so long", 1, 240, [](Config& c) -> int& { return c.session_hours; }),
      number_key("limits.messages_per_second", "of one connection", 1, 100000, [](Config& c) -> double& { return c.messages_per_second; }),
      number_key("limits.message_burst", "messages at once", 1, 100000, [](Config& c) -> double& { return c.message_burst; }),
      number_key("limits.requests_per_second", "of one address", 1, 1000000, [](Config& c) -> double& { return c.requests_per_second; }),
      number_key("limits.connections", "in all", 1, 1000000, [](Config& c) -> std::size_t& { return c.server.limits.connections; }),
      number_key("limits.per_address", "connections of one address outside the halls", 1, 1000000, [](Config& c) -> std::size_t& { return c.server.limits.per_address; }),
      number_key("limits.connects_per_second", "of one address", 1, 100000, [](Config& c) -> double& { return c.server.limits.connects_per_second; }),
      number_key("limits.hall_factor", "how much more a hall network may do", 1, 10000, [](Config& c) -> double& { return c.server.limits.hall_factor; }),
      number_key("limits.queue_bytes", "bytes that may wait for a slow reader", 4096, 1 << 30, [](Config& c) -> std::size_t& { return c.server.limits.queue; }),
      {"log.form", "people or json", [](const Config&) { return Value(std::string("people")); },
       [](Config& c, const Value& v) -> std::string {
         const auto& text = std::get<std::string>(v);
         if (text != "people" && text != "json") return "must be people or json";
         c.log_form = text == "json" ? log::Form::json : log::Form::people;
         return {};
       }},
      {"log.level", "debug, info, warn or error", [](const Config&) { return Value(std::string("info")); },
       [](Config& c, const Value& v) -> std::string {
         static constexpr std::array<std::string_view, 4> names = {"debug", "info", "warn", "error"};
         const auto found = std::ranges::find(names, std::get<std::string>(v));
         if (found == names.end()) return "must be debug, info, warn or error";
         c.log_level = static_cast<log::Level>(found - names.begin());
         return {};
       }},
  };
  return all;
}

Problem wrong(std::string_view file, const toml::source_region* where, std::string_view key, std::string_view why) {
  Problem problem{"config.value", {std::string(key) + "：" + std::string(why), std::string(key) + ": " + std::string(why)}, {{"key", std::string(key)}}, "", Place{}};
  problem.at->file = std::string(file);
  if (where) problem.at->line = where->begin.line, problem.at->column = where->begin.column;
  return problem;
}

std::optional<Value> converted(const toml::node& node, const Value& like) {
  if (std::holds_alternative<std::string>(like)) return node.is_string() ? std::optional<Value>(node.as_string()->get()) : std::nullopt;
  if (std::holds_alternative<bool>(like)) return node.is_boolean() ? std::optional<Value>(node.as_boolean()->get()) : std::nullopt;
  if (std::holds_alternative<std::vector<std::string>>(like)) {
    if (!node.is_array()) return std::nullopt;
    std::vector<std::string> list;
    for (const auto& item : *node.as_array()) {
      if (!item.is_string()) return std::nullopt;
      list.push_back(item.as_string()->get());
    }
    return list;
  }
  if (node.is_integer()) {
    const std::int64_t integer = node.as_integer()->get();
    return std::holds_alternative<double>(like) ? Value(static_cast<double>(integer)) : Value(integer);
  }
  if (node.is_floating_point() && std::holds_alternative<double>(like)) return node.as_floating_point()->get();
  return std::nullopt;
}

void read_polls(const toml::array& list, std::string_view file, Config& config, std::vector<Problem>& problems) {
  for (const auto& item : list) {
    const toml::table* table = item.as_table();
    Poll poll;
    const auto text = [&](std::string_view key, std::string& into) {
      if (table && (*table)[key].is_string()) into = (*table)[key].as_string()->get();
      else problems.push_back(wrong(file, &item.source(), "poll." + std::string(key), "must be a text"));
    };
    text("url", poll.url);
    text("section", poll.section);
    text("round", poll.round);
    if (table && table->contains("period_seconds")) poll.period_seconds = static_cast<int>((*table)["period_seconds"].value_or(0));
    if (poll.period_seconds < 2 || poll.period_seconds > 60) problems.push_back(wrong(file, &item.source(), "poll.period_seconds", "must be from 2 to 60"));
    if (!poll.url.starts_with("http://")) problems.push_back(wrong(file, &item.source(), "poll.url", "must begin with http://"));
    config.polls.push_back(std::move(poll));
  }
}

std::optional<Value> from_text(const std::string& text, const Value& like) {
  if (std::holds_alternative<std::string>(like)) return text;
  if (std::holds_alternative<bool>(like)) return text == "true" || text == "1" ? std::optional<Value>(true) : text == "false" || text == "0" ? std::optional<Value>(false) : std::nullopt;
  if (std::holds_alternative<std::vector<std::string>>(like)) {
    std::vector<std::string> list;
    for (std::size_t begin = 0; begin <= text.size() && !text.empty();) {
      const std::size_t comma = std::min(text.find(',', begin), text.size());
      list.push_back(text.substr(begin, comma - begin));
      begin = comma + 1;
    }
    return list;
  }
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(number)) return std::nullopt;
  if (std::holds_alternative<double>(like)) return number;
  return number == std::floor(number) ? std::optional<Value>(static_cast<std::int64_t>(number)) : std::nullopt;
}

}  // namespace

Config::Config() {
  for (const auto& text : default_halls) server.halls.push_back(*net::Network::parse(text));
  server.shards = 2;
}

std::expected<Config, std::vector<Problem>> read(std::string_view text, std::string_view name) {
  const toml::parse_result parsed = toml::parse(text, std::string(name));
  if (!parsed) {
    const toml::source_region where = parsed.error().source();
    return std::unexpected(std::vector{wrong(name, &where, "toml", parsed.error().description())});
  }
  Config config;
  std::vector<Problem> problems;
  for (const auto& [section_key, section] : parsed.table()) {
    const std::string section_name(section_key.str());
    if (section_name == "poll" && section.is_array()) {
      read_polls(*section.as_array(), name, config, problems);
      continue;
    }
    if (!section.is_table()) {
      problems.push_back(wrong(name, &section.source(), section_name, "unknown key"));
      continue;
    }
    for (const auto& [key_name, node] : *section.as_table()) {
      const std::string full = section_name + "." + std::string(key_name.str());
      const auto key = std::ranges::find(keys(), std::string_view(full), &Key::name);
      if (key == keys().end()) {
        problems.push_back(wrong(name, &node.source(), full, "unknown key"));
        continue;
      }
      const auto value = converted(node, key->get(config));
      const std::string why = value ? key->set(config, *value) : "is of another type";
      if (!why.empty()) problems.push_back(wrong(name, &node.source(), full, why));
    }
  }
  if (!problems.empty()) return std::unexpected(std::move(problems));
  return config;
}

std::vector<Problem> apply_environment(Config& config, const Environment& get) {
  std::vector<Problem> problems;
  for (const Key& key : keys()) {
    std::string name = "QIPU_";
    for (const char c : key.name) name += c == '.' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const auto text = get(name);
    if (!text) continue;
    const auto value = from_text(*text, key.get(config));
    const std::string why = value ? key.set(config, *value) : "is of another type";
    if (!why.empty()) problems.push_back(wrong("environment", nullptr, name, why));
  }
  return problems;
}

std::vector<Problem> check(const Config& config) {
  std::vector<Problem> problems;
  const auto listen = parse_endpoint(config.listen);
  if (!listen) problems.push_back(wrong("", nullptr, "service.listen", "must be ADDRESS:PORT"));
  if (config.server.certificate.empty() != config.server.key.empty())
    problems.push_back(wrong("", nullptr, "tls", "certificate and key belong together"));
  if (!config.conformance_echo.empty()) {
    const auto echo = parse_endpoint(config.conformance_echo);
    const auto loopback = net::Network::parse("127.0.0.0/8");
    if (!echo || (!loopback->contains(echo->first) && echo->first != "::1"))
      problems.push_back(wrong("", nullptr, "--conformance-echo", "must be ADDRESS:PORT on loopback"));
  }
  return problems;
}

std::string commented_example() {
  std::string out, section;
  const Config defaults;
  for (const Key& key : keys()) {
    const std::string_view head = key.name.substr(0, key.name.find('.'));
    if (head != section) {
      section = head;
      out += (out.empty() ? "[" : "\n[") + section + "]\n";
    }
    out += "# " + std::string(key.sentence) + "\n" + std::string(key.name.substr(head.size() + 1)) + " = ";
    const Value value = key.get(defaults);
    if (const auto* text = std::get_if<std::string>(&value)) out += "\"" + *text + "\"";
    else if (const auto* integer = std::get_if<std::int64_t>(&value)) out += std::to_string(*integer);
    else if (const auto* real = std::get_if<double>(&value)) out += std::to_string(static_cast<std::int64_t>(*real));
    else if (const auto* flag = std::get_if<bool>(&value)) out += *flag ? "true" : "false";
    else {
      out += "[";
      for (const auto& item : std::get<std::vector<std::string>>(value)) out += (out.back() == '[' ? "\"" : ", \"") + item + "\"";
      out += "]";
    }
    out += "\n";
  }
  return out;
}

std::optional<std::pair<std::string, std::uint16_t>> parse_endpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view address = text.substr(0, colon), digits = text.substr(colon + 1);
  if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  if (address == "localhost") address = "127.0.0.1";
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
  if (!net::Network::parse(address) || address.find('/') != std::string_view::npos) return std::nullopt;
  return std::pair(std::string(address), port);
}

}  // namespace qipu::config
