#include "server/protocol/envelope.hpp"

namespace qipu::protocol {

std::expected<Envelope, EnvelopeFault> read_envelope(std::string_view text) {
  auto document = parse_json(text);
  if (!document) return std::unexpected(EnvelopeFault{document.error(), {}});
  Envelope envelope;
  envelope.document = std::move(*document);
  Fields fields(&envelope.document, "message");
  envelope.id = fields.maybe_text("id", 64).value_or("");
  if (fields.good()) {
    fields.integer("v", 1, 1);
    envelope.type = fields.text("type", 64);
    envelope.data = fields.member("data");
    if (envelope.data && !envelope.data->IsObject()) fields.fail("data", "应为对象", "must be an object");
    if (fields.good() && envelope.id.empty()) fields.fail("id", "缺少", "is missing");
  }
  if (!fields.good()) return std::unexpected(EnvelopeFault{*fields.problem(), envelope.id});
  return envelope;
}

std::string ok_answer(std::string_view id, std::uint64_t seq, std::string_view data) {
  std::string out = R"({"v":1,"type":"ok","id":)";
  append_json_text(out, id);
  out += ",\"seq\":" + std::to_string(seq) + ",\"data\":";
  out += data.empty() ? "{}" : data;
  out += '}';
  return out;
}

std::string error_answer(std::string_view id, const Problem& problem, Language language) {
  JsonText out;
  out.object().member("v", 1).member("type", "error");
  if (id.empty()) out.key("id").null();
  else out.member("id", id);
  out.key("error");
  write_problem(out, problem, language);
  return out.end().take();
}

std::string push(std::string_view type, std::string_view topic, std::uint64_t seq, std::string_view data) {
  std::string out = R"({"v":1,"type":)";
  append_json_text(out, type);
  out += ",\"topic\":";
  append_json_text(out, topic);
  out += ",\"seq\":" + std::to_string(seq) + ",\"data\":";
  out += data;
  out += '}';
  return out;
}

}  // namespace qipu::protocol
