// What the screens say about a game: who must record, what state the record is in, times in words.
import type { Duty, GameShape, Person, Result, Side } from "../wire/shapes";
import { firstGap, type Line, type Told } from "../game/record";
import { t, type Key } from "./words";

export const sideName = (side: Side) => t(side);
export const shortSide = (side: Side) => t(side === "red" ? "redShort" : "blackShort");

export function resultFor(result: Result | undefined, side: Side): "win" | "lose" | "draw" | "bothLose" | null {
  switch (result?.outcome) {
    case "red": case "red_walkover": return side === "red" ? "win" : "lose";
    case "black": case "black_walkover": return side === "black" ? "win" : "lose";
    case "draw": return "draw";
    case "both_lose": return "bothLose";
    default: return null;
  }
}
export const outcomeName = (outcome: string | undefined): string =>
  outcome === "red" || outcome === "red_walkover" ? t("redWins") : outcome === "black" || outcome === "black_walkover" ? t("blackWins") : outcome === "draw" ? t("drawn") : outcome === "both_lose" ? t("bothLose") : t("noResult");

export const roundName = (round: string | number): string => /^k/.test(String(round)) ? t("knockoutRound", { n: String(round).slice(1) }) : t("round", { n: String(round) });
export const sectionName = (section: string): string => section === "open" ? t("open") : section === "children" ? t("children") : section;
export const clockTime = (iso: string | null | undefined): string => {
  if (!iso) return "";
  const d = new Date(iso);
  return `${String(d.getHours()).padStart(2, "0")}:${String(d.getMinutes()).padStart(2, "0")}`;
};
export const outcomeOf = (game: GameShape): Result => {
  const stated = game.result?.stated;
  if (game.result && game.result.outcome !== "none") return game.result;
  const last = stated?.[stated.length - 1];
  return last ? { outcome: last.outcome, kind: last.kind, registered: false, stated } : (game.result ?? { outcome: "none", kind: null, registered: false });
};

export type Role = "scribe" | "board" | "signed" | "owner" | "helper" | "exempt" | "excused" | "voluntary" | "noResult";
export function roleOf(game: GameShape, side: Side | null, scribe: boolean): Role {
  const duty = game.duty;
  if (scribe) return "scribe";
  if (game.record?.signed && game.record.confirmed) return "signed";
  if (duty?.state === "exempt") return "exempt";
  if (duty?.state === "excused") return "excused";
  if (!side) return "board";
  if (game.you?.owner || (duty?.owner && duty.owner_side === side)) return "owner";
  if (duty?.owner) return "helper";
  if (outcomeOf(game).outcome === "none") return "noResult";
  return duty && duty.state !== "not_required" ? "helper" : "voluntary";
}
export const headlineKey: Record<Role, Key> = { scribe: "scribeHead", board: "boardHead", signed: "signedHead", owner: "youRecord", helper: "youHelp", exempt: "noNeed", excused: "noNeed", voluntary: "noNeed", noResult: "noResultYet" };
export function whyText(role: Role, game: GameShape): string {
  const owner = game.duty?.owner_side === "red" ? game.red : game.black;
  switch (role) {
    case "owner": return t("whyRecord");
    case "helper": return t("whyHelp", { name: owner.name });
    case "exempt": return t("whyExempt");
    case "excused": return t("whyExcused", { reason: game.duty?.excuse?.reason ?? "" });
    case "scribe": return t("whyScribe");
    case "signed": return t("whySigned");
    case "voluntary": return t("whyVoluntary");
    default: return t("whyResult");
  }
}
export const reasonText = (duty: Duty): string => duty.reasons.map((r) => t((`reason_${r}`) as Key) ?? r).join("；");
export const playerOf = (game: GameShape, side: Side): Person => (side === "red" ? game.red : game.black);
export const other = (side: Side): Side => (side === "red" ? "black" : "red");

export const roundsOf = (told: Told): number => (told.steps.length ? told.steps[told.steps.length - 1]!.pair : 0);
export function stateText(told: Told, line: Line, complete: boolean): string {
  if (!told.steps.length && !line.gaps.length) return t("notYet");
  const gap = firstGap(told, line);
  if (gap) return gap.to && gap.to > gap.from ? t("gapRange", { from: gap.from, to: gap.to }) : t("gapRounds", { from: gap.from });
  if (line.tail.length) return t("tailLeft", { n: line.tail.length });
  return t(complete ? "completeRounds" : "someRounds", { n: roundsOf(told), plies: told.steps.length });
}
