#include "engine/rules/explain.hpp"

namespace qipu::rules {
namespace {

std::string at(Square s) {
  const auto n = s.name();
  return {n[0], n[1]};
}

}  // namespace

Text piece_at(Piece piece, Square square) {
  std::string zh(piece.side == Side::red ? "红" : "黑");
  zh += name_zh(piece);
  return {zh + "(" + at(square) + ")",
          std::string(name(piece.side)) + " " + std::string(name(piece.kind)) + " on " + at(square)};
}

Text ply_note(const PlyContext& context, const NamedPly& ply) {
  const Piece piece = *context.after.at(context.move.to);
  std::string zh(piece.side == Side::red ? "红" : "黑");
  zh += name_zh(piece);
  zh += " " + at(context.move.from) + "→" + at(context.move.to) + "：" +
        std::string(name_zh(ply.finding.label));
  std::string en = std::string(name(piece.side)) + " " + std::string(name(piece.kind)) + " " +
                   at(context.move.from) + "-" + at(context.move.to) + ": " +
                   std::string(name(ply.finding.label));
  for (const auto& reason : ply.finding.reasons) zh += "；" + reason.text.zh, en += "; " + reason.text.en;
  return {zh + "。", en + "."};
}

std::vector<std::string> clauses_of(const Verdict&, const Ruling& ruling, RuleSet) {
  if (ruling.must_change == MustChange::none) return {"art:25.2", "rule:P2"};
  return {ruling.at_once ? "rule:P1" : "rule:P3"};
}

Text explain(const Verdict& verdict, RuleSet) {
  if (!verdict.cycle) return {"没有循环。", "No cycle ends with the last move."};
  return {"循环 " + std::to_string(verdict.cycle->plies) + " 着。",
          "A cycle of " + std::to_string(verdict.cycle->plies) + " plies."};
}

}  // namespace qipu::rules
