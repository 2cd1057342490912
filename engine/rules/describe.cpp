// One ply in words.
#include "engine/rules/explain.hpp"

namespace qipu::rules {
namespace {

std::string at(Square s) {
  const auto n = s.name();
  return {n[0], n[1]};
}

Text piece_at(Side side, PieceKind kind, Square square) {
  std::string zh(side == Side::red ? "红" : "黑");
  zh += name_zh(Piece{side, kind});
  return {zh + "(" + at(square) + ")",
          std::string(name(side)) + " " + std::string(name(kind)) + " on " + at(square)};
}

Text move_words(const Position& position, Move move, const JudgeOptions& options) {
  const Piece piece = *position.at(move.from);
  std::string zh(piece.side == Side::red ? "红" : "黑");
  if (options.move_zh)
    zh += options.move_zh(position, move) + "(" + at(move.from) + "→" + at(move.to) + ")";
  else
    zh += std::string(name_zh(piece)) + " " + at(move.from) + "→" + at(move.to);
  return {zh, std::string(name(piece.side)) + " " + std::string(name(piece.kind)) + " " + at(move.from) +
                  "-" + at(move.to)};
}

Text how(const Reason& reason) {
  switch (reason.via) {
    case Via::direct:
      return {};
    case Via::discovered:
      return {"（闪开露出）", ", uncovered by the move,"};
    case Via::root_cut:
      return {"（走后断根、解除牵制或威胁，原来不成立的吃子成立）",
              ", which could not take with gain before the move,"};
    case Via::check:
      return {};
    case Via::exchange:
      return {"（通过交换）", ", through an exchange,"};
  }
  return {};
}

Text false_root(const PlyContext& context, const Reason& reason) {
  if (!reason.protector)
    return {"假根：保护子不能吃回", "its protector is a false root: it cannot take back"};
  const Text piece =
      piece_at(opponent(context.mover()), context.after.at(*reason.protector)->kind, *reason.protector);
  switch (reason.fault) {
    case RootFault::pinned:
      return {"假根：" + piece.zh + "受牵制，不能吃回",
              "a false root: the " + piece.en + " may not take back, its general would be exposed"};
    case RootFault::mated:
      return {"假根：" + piece.zh + "吃回即被将死",
              "a false root: if the " + piece.en + " takes back, mate follows"};
    default:
      return {"假根：" + piece.zh + "吃回反而失子",
              "a false root: the " + piece.en + " would lose by taking back"};
  }
}

Text supporter(const PlyContext& context, const Reason& reason) {
  if (!reason.supporter) return {};
  return piece_at(context.mover(), context.after.at(*reason.supporter)->kind, *reason.supporter);
}

// Why the attack counts: what protects the target and does not help.
Text why(const PlyContext& context, const Reason& reason) {
  if (reason.via == Via::exchange)
    return {"交换结束后净得子", "once everything is taken back it has won material"};
  if (reason.root == Root::unrooted) return {"无根子", "nothing protects it"};
  if (reason.root == Root::false_root) return false_root(context, reason);
  if (reason.root == Root::under_rooted)
    return {
        "少根子：攻击的子多于保护的子（与" + supporter(context, reason).zh + "联合）",
        "it has fewer protectors than attackers (together with the " + supporter(context, reason).en + ")"};
  if (reason.joint)
    return {"联合捉：须与" + supporter(context, reason).zh + "配合才能得子",
            "a joint chase: without the " + supporter(context, reason).en + " it would not win"};
  if (reason.target_piece == PieceKind::rook && reason.piece != PieceKind::rook)
    return {"以低值子捉车，有根亦为捉", "a rook is worth more than what takes it, protected or not"};
  return {"吃后净得子", "taking it wins material"};
}

Text reason_text(const PlyContext& context, const Reason& reason) {
  const Side x = context.mover(), y = opponent(x);
  const Text by = piece_at(x, reason.piece, reason.by),
             target = piece_at(y, reason.target_piece, reason.target);
  const Text first = reason.first ? Text{at(reason.first->from) + "→" + at(reason.first->to),
                                         at(reason.first->from) + "-" + at(reason.first->to)}
                                  : Text{};
  if (reason.kind == Label::check) return {by.zh + "将军", "the " + by.en + " gives check"};
  if (reason.kind == Label::kill) {
    const std::string n = std::to_string(reason.checks);
    if (reason.checks == 1)
      return {by.zh + "下一着 " + first.zh + " 将死",
              "the " + by.en + " threatens mate at once by " + first.en};
    return {"下一着 " + by.zh + " " + first.zh + " 起连将 " + n + " 步成杀",
            "the " + by.en + " threatens mate in " + n + " checks, beginning with " + first.en};
  }
  if (reason.via == Via::check)
    return {"下一着 " + by.zh + " " + first.zh + " 起以连将吃" + target.zh + "得子" +
                (reason.joint ? "（有子策应，作联合捉）" : ""),
            "the " + by.en + " threatens " + first.en + " check and to win the " + target.en +
                " by a run of checks" + (reason.joint ? ", with a supporter: a joint chase" : "")};
  return {by.zh + "捉" + target.zh + how(reason).zh + "，" + why(context, reason).zh,
          "the " + by.en + how(reason).en + " attacks the " + target.en + ": " + why(context, reason).en};
}

Text why_no_attack(const PlyFinding& finding) {
  switch (finding.label) {
    case Label::exchange:
      return {"邀兑同类子，不作捉论", "it offers to exchange pieces of one kind, which is no chase"};
    case Label::block:
      return {"拦阻对方的子以解杀，没有攻击",
              "it obstructs a piece, which parries a threat of mate, and attacks nothing"};
    default:
      break;
  }
  if (finding.clause == "rule:C2")
    return {"将帅应将，无论攻击什么均作闲着", "a general that leaves check is idle whatever it attacks"};
  if (finding.clause == "rule:C5")
    return {
        "仅有的攻击子占守和要点，顺带攻击士象不作捉论",
        "the only attacking piece keeps the drawing key point; the guard it happens to hit is not chased"};
  if (finding.clause == "rule:C6")
    return {"走前已能同样吃子，攻击没有增加",
            "the capture was there before with the same result: nothing new"};
  return {"没有新的将、杀、捉", "no new check, threat of mate or chase"};
}

}  // namespace

void describe(const PlyContext& context, NamedPly& ply, const JudgeOptions& options) {
  PlyFinding& finding = ply.finding;
  finding.note = move_words(context.before, context.move, options);
  finding.note.zh += "：" + std::string(name_zh(finding.label)) + "。";
  finding.note.en += ": " + std::string(name(finding.label));
  std::string zh, en;
  for (auto& reason : finding.reasons) {
    reason.text = reason_text(context, reason);
    zh += (zh.empty() ? "" : "；") + reason.text.zh;
    en += (en.empty() ? "" : "; ") + reason.text.en;
  }
  if (finding.reasons.empty()) {
    const Text none = why_no_attack(finding);
    zh = none.zh, en = none.en;
  }
  if (ply.exhausted) {
    zh += "（搜索超出限量，未尽，请裁判员判断）";
    en += " (the search ran out of its budget: an arbiter must look)";
  }
  finding.note.zh += zh + "。";
  finding.note.en += ": " + en + ".";
}

}  // namespace qipu::rules
