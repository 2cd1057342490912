// The envelope of every WebSocket message: {"v":1,"type","id","data"} in; {"v":1,"type":"ok"|"error","id",…} and pushes out.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "server/protocol/json.hpp"
#include "server/protocol/problem_json.hpp"

namespace qipu::protocol {

struct Envelope {
  std::string type, id;
  rapidjson::Document document;  ///< owns `data`
  const Json* data = nullptr;    ///< an object, or null when it is absent
};

/// What stays readable of a message that is refused: its id, for the answer.
struct EnvelopeFault {
  Problem problem;
  std::string id;
};
std::expected<Envelope, EnvelopeFault> read_envelope(std::string_view text);

/// `data` is JSON already.
std::string ok_answer(std::string_view id, std::uint64_t seq, std::string_view data);
std::string error_answer(std::string_view id, const Problem& problem, Language language);
std::string push(std::string_view type, std::string_view topic, std::uint64_t seq, std::string_view data);

}  // namespace qipu::protocol
