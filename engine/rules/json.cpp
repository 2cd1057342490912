#include <string>
#include <string_view>

#include "engine/rules/judge.hpp"

namespace qipu::rules {
namespace {

// The few shapes that a verdict needs; engine code has no JSON library, and the page's engine prints the same
// object.
class Writer {
 public:
  std::string take() { return std::move(out_); }

  void open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    first_ = false;
  }
  void key(std::string_view name) {
    string(name);
    out_ += ':';
    first_ = true;
  }
  void string(std::string_view text) {
    separate();
    out_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') out_ += '\\';
      if (static_cast<unsigned char>(c) < 0x20) {
        constexpr char hex[] = "0123456789abcdef";
        out_ += "\\u00";
        out_ += hex[c >> 4];
        out_ += hex[c & 15];
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }
  void number(int value) { literal(std::to_string(value)); }
  void boolean(bool value) { literal(value ? "true" : "false"); }
  void null() { literal("null"); }

  void field(std::string_view name, std::string_view value) { key(name), string(value); }
  void field(std::string_view name, int value) { key(name), number(value); }
  void flag(std::string_view name, bool value) { key(name), boolean(value); }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }
  void literal(std::string_view text) {
    separate();
    out_ += text;
  }

  std::string out_;
  bool first_ = true;
};

std::string square_name(Square s) {
  const auto n = s.name();
  return {n[0], n[1]};
}

void write(Writer& json, const Text& text) {
  json.field("zh", text.zh);
  json.field("en", text.en);
}

void write(Writer& json, const Reason& reason) {
  json.open('{');
  json.field("kind", name(reason.kind));
  json.field("by", square_name(reason.by));
  json.field("piece", name(reason.piece));
  json.field("target", square_name(reason.target));
  json.field("target_piece", name(reason.target_piece));
  json.field("root", name(reason.root));
  if (reason.protector) {
    json.field("protector", square_name(*reason.protector));
    json.field("root_fault", name(reason.fault));
  }
  json.flag("joint", reason.joint);
  if (reason.supporter) json.field("supporter", square_name(*reason.supporter));
  json.field("via", name(reason.via));
  json.flag("heavy", reason.heavy);
  if (reason.first) json.field("first", iccs(*reason.first));
  if (reason.checks > 0) json.field("checks", reason.checks);
  write(json, reason.text);
  json.close('}');
}

void write(Writer& json, std::string_view key, const SideConduct& side) {
  json.key(key);
  json.open('{');
  json.field("conduct", name(side.conduct));
  json.field("class", name(side.conduct_class));
  json.key("moves");
  json.open('[');
  for (const auto& ply : side.plies) json.string(iccs(ply.move));
  json.close(']');
  json.key("labels");
  json.open('[');
  for (const auto& ply : side.plies) json.string(name_zh(ply.label));
  json.close(']');
  json.key("reasons");
  json.open('[');
  for (const auto& ply : side.plies) {
    json.open('[');
    for (const auto& reason : ply.reasons) write(json, reason);
    json.close(']');
  }
  json.close(']');
  json.key("notes");
  json.open('[');
  for (const auto& ply : side.plies) {
    json.open('{');
    json.field("ply", ply.ply);
    json.key("clause");
    if (ply.clause.empty())
      json.null();
    else
      json.string(ply.clause);
    write(json, ply.note);
    json.close('}');
  }
  json.close(']');
  json.close('}');
}

void write(Writer& json, std::string_view key, const LimitCount& count) {
  json.key(key);
  json.open('{');
  json.field("countable", count.countable);
  json.field("checks", count.checks);
  json.flag("may_claim", count.may_claim);
  json.close('}');
}

void write(Writer& json, const LimitAuditLine& line) {
  json.open('{');
  json.field("ply", line.ply);
  json.field("move", iccs(line.move));
  json.field("side", name(line.side));
  json.flag("check", line.check);
  json.flag("left_out", line.left_out);
  json.field("red_countable", line.red_countable);
  json.field("black_countable", line.black_countable);
  json.flag("red_may_claim", line.red_may_claim);
  json.flag("black_may_claim", line.black_may_claim);
  json.close('}');
}

}  // namespace

std::string to_json(const Verdict& verdict) {
  Writer json;
  json.open('{');
  json.field("plies", verdict.plies);
  json.field("final_fen", to_fen(verdict.final_setup));
  json.field("terminal", name(verdict.terminal));
  json.key("cycle");
  if (verdict.cycle) {
    json.open('{');
    json.field("first_ply", verdict.cycle->first_ply);
    json.field("plies", verdict.cycle->plies);
    json.field("times", verdict.cycle->times);
    json.close('}');
  } else {
    json.null();
  }
  json.field("occurrences", verdict.occurrences);
  write(json, "red", verdict.red);
  write(json, "black", verdict.black);
  json.field("must_change", name(verdict.must_change));
  json.field("if_unchanged", name(verdict.if_unchanged));
  json.field("stage", name(verdict.stage));
  json.field("certainty", name(verdict.certainty));
  json.key("clauses");
  json.open('[');
  for (const auto& clause : verdict.clauses) json.string(clause);
  json.close(']');
  json.key("natural_limit");
  json.open('{');
  json.field("limit_rounds", verdict.natural_limit.limit_rounds);
  json.field("quiet_plies", verdict.natural_limit.quiet_plies);
  write(json, "red", verdict.natural_limit.red);
  write(json, "black", verdict.natural_limit.black);
  json.field("unseen_plies", verdict.natural_limit.unseen_plies);
  if (verdict.natural_limit.automatic) {
    json.field("automatic_plies", verdict.natural_limit.automatic_plies);
    json.flag("automatic_draw", verdict.natural_limit.automatic_draw);
  }
  if (!verdict.limit_audit.empty()) {
    json.key("audit");
    json.open('[');
    for (const auto& line : verdict.limit_audit) write(json, line);
    json.close(']');
  }
  json.close('}');
  if (verdict.regulation) {
    json.key("regulation");
    json.open('{');
    json.flag("early_draw", verdict.regulation->early_draw);
    json.field("must_change", name(verdict.regulation->must_change));
    json.field("if_unchanged", name(verdict.regulation->if_unchanged));
    json.field("clause", verdict.regulation->clause);
    write(json, verdict.regulation->text);
    json.close('}');
  }
  json.key("explanation");
  json.open('{');
  write(json, verdict.explanation);
  json.close('}');
  json.close('}');
  return json.take();
}

}  // namespace qipu::rules
