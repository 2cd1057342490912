#include "engine/rules/judge.hpp"

namespace qipu::rules {

std::optional<RuleSet> rule_set(std::string_view name) {
  if (name == "cxa2011") return RuleSet::cxa2011;
  if (name == "wxf" || name == "axf") return RuleSet::wxf;
  return std::nullopt;
}

std::string_view name(RuleSet rules) { return rules == RuleSet::cxa2011 ? "cxa2011" : "wxf"; }

std::string_view name(Label label) {
  constexpr std::string_view names[] = {"check", "kill",  "chase",  "exchange",
                                        "offer", "block", "follow", "idle"};
  return names[static_cast<int>(label)];
}

std::string_view name_zh(Label label) {
  constexpr std::string_view names[] = {"将", "杀", "捉", "兑", "献", "拦", "跟", "闲"};
  return names[static_cast<int>(label)];
}

std::string_view name(Root root) {
  constexpr std::string_view names[] = {"rooted", "unrooted", "under_rooted", "false_root"};
  return names[static_cast<int>(root)];
}

std::string_view name(RootFault fault) {
  constexpr std::string_view names[] = {"none", "pinned", "mated", "loses"};
  return names[static_cast<int>(fault)];
}

std::string_view name(Via via) {
  constexpr std::string_view names[] = {"direct", "discovered", "root_cut", "check", "exchange"};
  return names[static_cast<int>(via)];
}

std::string_view name(Conduct conduct) {
  constexpr std::string_view names[] = {"idle", "check", "kill", "chase", "mixed"};
  return names[static_cast<int>(conduct)];
}

std::string_view name(ConductClass c) {
  constexpr std::string_view names[] = {"allowed", "perpetual_check", "heavy", "light"};
  return names[static_cast<int>(c)];
}

std::string_view name(MustChange side) {
  constexpr std::string_view names[] = {"none", "red", "black"};
  return names[static_cast<int>(side)];
}

std::string_view name(IfUnchanged what) {
  constexpr std::string_view names[] = {"continue", "red_loses", "black_loses", "draw", "arbiter"};
  return names[static_cast<int>(what)];
}

std::string_view name(Stage stage) {
  constexpr std::string_view names[] = {"none", "warning", "pending", "loss_due"};
  return names[static_cast<int>(stage)];
}

std::string_view name(Certainty certainty) {
  constexpr std::string_view names[] = {"certain", "likely", "arbiter"};
  return names[static_cast<int>(certainty)];
}

}  // namespace qipu::rules
