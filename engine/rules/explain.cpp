#include "engine/rules/explain.hpp"

#include <algorithm>

namespace qipu::rules {
namespace {

Text class_words(const SideConduct& side) {
  std::string labels;
  for (const auto& ply : side.plies) {
    const std::string label(name_zh(ply.label));
    if (labels.find(label) == std::string::npos) labels += (labels.empty() ? "" : "、") + label;
  }
  switch (side.conduct) {
    case Conduct::check:
      return {"长将", "perpetual check"};
    case Conduct::kill:
      return {"长杀", "perpetual threats of mate"};
    case Conduct::chase:
      return {"长捉", "perpetual chase"};
    case Conduct::mixed:
      return {"着着攻击（" + labels + "）", "attacks on every move (check, kill, chase mixed)"};
    case Conduct::idle:
      break;
  }
  return {"有不攻击的着（" + labels + "）", "not every move is an attack"};
}

Text weight_words(ConductClass c) {
  switch (c) {
    case ConductClass::allowed:
      return {"允许着法", "allowed"};
    case ConductClass::perpetual_check:
      return {"禁止着法（长将）", "forbidden (perpetual check)"};
    case ConductClass::heavy:
      return {"禁止着法", "forbidden"};
    case ConductClass::light:
      return {"禁止着法，其中有联合捉或捉少根子（较轻）",
              "forbidden, with a joint chase or a chase of an under-rooted piece (lighter)"};
  }
  return {};
}

void append_side(Text& text, const Verdict& verdict, Side side) {
  const SideConduct& conduct = verdict.of(side);
  if (conduct.plies.empty()) return;
  text.zh += "\n" + std::string(name_zh(side)) + "：" + class_words(conduct).zh + "，" +
             weight_words(conduct.conduct_class).zh + "。";
  text.en += std::string("\n") + (side == Side::red ? "Red: " : "Black: ") + class_words(conduct).en + "; " +
             weight_words(conduct.conduct_class).en + ".";
  for (const auto& ply : conduct.plies) {
    text.zh += "\n  第" + std::to_string(ply.ply) + "着 " + ply.note.zh;
    text.en += "\n  ply " + std::to_string(ply.ply) + ": " + ply.note.en;
  }
}

std::string listed(const std::vector<std::string>& clauses, const char* separator) {
  std::string list;
  for (const auto& clause : clauses) list += (list.empty() ? "" : separator) + clause;
  return list;
}

void append_ruling(Text& text, const Verdict& verdict) {
  const std::string zh = listed(verdict.clauses, "、"), en = listed(verdict.clauses, ", ");
  if (verdict.must_change == MustChange::none) {
    if (verdict.if_unchanged == IfUnchanged::arbiter) {
      text.zh += "\n裁定：双方均连续攻击，请裁判员裁定（" + zh + "）。";
      text.en += "\nRuling: both sides only attack; an arbiter decides (" + en + ").";
    } else {
      text.zh += "\n裁定：双方均可不变，不变作和（" + zh + "）。";
      text.en += "\nRuling: neither side must vary; unchanged, the game is a draw (" + en + ").";
    }
    return;
  }
  const Side side = verdict.must_change == MustChange::red ? Side::red : Side::black;
  const std::string who = side == Side::red ? "Red" : "Black";
  text.zh += "\n裁定：" + std::string(name_zh(side)) + "须变着，不变判负（" + zh + "）。";
  text.en += "\nRuling: " + who + " must vary; unchanged, " + who + " loses (" + en + ").";
  if (verdict.stage == Stage::loss_due) text.zh += "已到判负之时。", text.en += " The loss is due now.";
}

void append_certainty(Text& text, const Verdict& verdict) {
  if (verdict.budget_exhausted) {
    text.zh += "搜索超出限量，有着法未能查尽，须由裁判员判断。";
    text.en +=
        " A search ran out of its budget, so that something may have been missed: an arbiter must decide.";
  } else if (verdict.certainty == Certainty::arbiter) {
    text.zh += "此裁定依赖精细的判别，请裁判员复核。";
    text.en += " It rests on fine distinctions: an arbiter should check it.";
  } else if (verdict.certainty == Certainty::likely) {
    text.zh += "此裁定较有把握。";
    text.en += " It is likely right.";
  } else {
    text.zh += "此裁定明确。";
    text.en += " It is plain.";
  }
}

}  // namespace

std::vector<std::string> clauses_of(const Verdict& verdict, const Ruling& ruling, RuleSet rules) {
  const bool cxa = rules == RuleSet::cxa2011;
  std::vector<std::string> clauses;
  const auto add = [&](std::string clause) {
    if (!clause.empty() && std::ranges::find(clauses, clause) == clauses.end())
      clauses.push_back(std::move(clause));
  };
  const ConductClass red = verdict.red.conduct_class, black = verdict.black.conduct_class;
  const bool both_forbidden = red != ConductClass::allowed && black != ConductClass::allowed;
  const auto has = [&](auto&& what) {
    for (Side side : {Side::red, Side::black})
      for (const auto& ply : verdict.of(side).plies)
        for (const auto& reason : ply.reasons)
          if (what(ply, reason)) return true;
    return false;
  };
  if (ruling.at_once) {
    if (cxa) add("art:25.1");
    add("rule:P1");
  } else if (ruling.by_weight) {
    const bool under_rooted = has(
        [](const PlyFinding& ply, const Reason& r) { return !ply.heavy && r.root == Root::under_rooted; });
    add(under_rooted ? "art:26.9.3" : "art:26.9.2");
    add("rule:P5");
  } else if (ruling.must_change != MustChange::none) {
    if (cxa) add("art:25.3");
    add("rule:P3");
  } else if (both_forbidden && red == ConductClass::perpetual_check) {
    add("rule:P6");
  } else if (both_forbidden) {
    if (cxa) add("art:26.9.1");
    add("rule:P4");
    if (cxa) add("rule:P5");
  } else {
    if (cxa) add("art:25.2");
    add("rule:P2");
  }
  for (Side side : {Side::red, Side::black})
    for (const auto& ply : verdict.of(side).plies) add(ply.clause);
  return clauses;
}

Text explain(const Verdict& verdict, const JudgeOptions& options) {
  if (verdict.terminal == Terminal::checkmate) return {"将死，对局结束。", "Checkmate: the game is over."};
  if (verdict.terminal == Terminal::stalemate)
    return {"困毙，对局结束。", "Stalemate, which loses: the game is over."};
  if (!verdict.cycle && !verdict.series)
    return {"最后一着没有形成循环，无须裁定，对局继续。",
            "No cycle ends with the last move: nothing to rule, play goes on."};
  Text text;
  if (verdict.cycle) {
    const std::string plies = std::to_string(verdict.cycle->plies),
                      times = std::to_string(verdict.cycle->times);
    const std::string played = verdict.cycle->times == 1 ? "once" : times + " times";
    text = {"最后一着形成 " + plies + " 着的循环，已走 " + times + " 遍，局面第 " +
                std::to_string(verdict.occurrences) + " 次出现" +
                (options.rules == RuleSet::wxf ? "（世界象棋规则）。" : "。"),
            "The last move completes a cycle of " + plies + " plies, played " + played +
                "; the position has stood " + std::to_string(verdict.occurrences) + " times" +
                (options.rules == RuleSet::wxf ? " (world rules)." : ".")};
  } else {
    text = {"没有完全相同的循环，但一方连续攻击，未吃子，着点在三处以上，按连续着法裁定。",
            "There is no plain cycle, but a long series of attacks without a capture, over three points or "
            "more: it is ruled as if it were one."};
  }
  append_side(text, verdict, Side::red);
  append_side(text, verdict, Side::black);
  append_ruling(text, verdict);
  append_certainty(text, verdict);
  return text;
}

}  // namespace qipu::rules
