// Words for states, results and times on the desk.
import type { BoardRow, Duty, OutcomeName, Result, Side } from "../wire/shapes";
import { signOf, type Sign } from "../look/marks";
import { t, type Key } from "./words";

export const outcomeName = (o: OutcomeName | undefined): string => o === "red" ? t("redWins") : o === "black" ? t("blackWins") : o === "draw" ? t("drawn") : o === "both_lose" ? t("bothLose") : o === "red_walkover" ? t("redWalkover") : o === "black_walkover" ? t("blackWalkover") : "—";
export function forSide(result: Result | undefined, side: Side): "win" | "lose" | "draw" | "bothLose" | null {
  const o = result?.outcome;
  if (!o || o === "none") return null;
  if (o === "draw") return "draw";
  if (o === "both_lose") return "bothLose";
  return o.startsWith(side) ? "win" : "lose";
}
export const isOver = (b: BoardRow | undefined) => !!b && b.result.outcome !== "none";
export const roundName = (r: string | number): string => /^k/.test(String(r)) ? t("knockoutRound", { n: String(r).slice(1) }) : t("round", { n: String(r) });
export const clockTime = (iso: string | number | null | undefined): string => {
  if (!iso) return "";
  const d = new Date(iso);
  return `${String(d.getHours()).padStart(2, "0")}:${String(d.getMinutes()).padStart(2, "0")}`;
};
const OWED = new Set(["required", "incomplete", "overdue", "false", "doubtful"]);
export const owed = (d: Duty, b: BoardRow | undefined) => (OWED.has(d.state) || d.disputed) && isOver(b);
export function dutySign(d: Duty, b: BoardRow | undefined): Sign {
  if (b && !isOver(b) && d.state === "required") return "playing";
  return signOf(d);
}
export function dutyWords(d: Duty, b: BoardRow | undefined, now: number): string {
  if (b && !isOver(b) && d.state === "required") return `${t("state_playing")}${d.progress?.known_rounds ? ` ${t("rounds", { n: d.progress.known_rounds })}` : ""}`;
  if (d.disputed) return t("state_disputed");
  if (d.state === "submitted" && d.signed && !d.confirmed) return t("state_to_sign");
  if (d.state === "required" || d.state === "overdue") {
    const late = d.deadline ? Math.floor((now - Date.parse(d.deadline)) / 60000) : 0;
    if (d.state === "overdue" && late > 0) return t("duty_late", { n: late });
    if (d.progress?.gaps) return t("state_gap");
    if (d.progress?.plies) return t("state_recording", { n: d.progress.known_rounds || Math.ceil(d.progress.plies / 2) });
  }
  return t(`state_${d.state}` as Key);
}
export const reasons = (d: Duty): string => d.state === "exempt" ? t("reason_exempt") : d.reasons.map((r) => t(`reason_${r}` as Key) ?? r).join(" · ");
export const minutesLeft = (deadline: string | null | undefined, now: number): number | null => (deadline ? Math.ceil((Date.parse(deadline) - now) / 60000) : null);
export const countdown = (deadline: string, now: number): string => {
  const s = Math.abs(Math.floor((Date.parse(deadline) - now) / 1000)), h = Math.floor(s / 3600), m = Math.floor((s % 3600) / 60);
  return `${h ? `${h}:${String(m).padStart(2, "0")}` : m}:${String(s % 60).padStart(2, "0")}`;
};
export const ms = (v: number | undefined): string => { if (v == null) return ""; const s = Math.floor(v / 1000); return `${String(Math.floor(s / 60)).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`; };
