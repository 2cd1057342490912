// Words of the live pages: results, clocks, the headline by its order of choice.
import type { BoardRow, Result, Side } from "../wire/shapes";
import { t, type Key } from "./words";

export const roundName = (r: string | number): string => (/^k/.test(String(r)) ? t("knockoutRound", { n: String(r).slice(1) }) : t("round", { n: String(r) }));
export const isOver = (b: { result: Result }) => b.result.outcome !== "none";
export const outcomeName = (o: string | undefined): string => o === "red" || o === "red_walkover" ? t("redWins") : o === "black" || o === "black_walkover" ? t("blackWins") : o === "draw" ? t("drawn") : o === "both_lose" ? t("bothLose") : "";
export function forSide(result: Result, side: Side): Key | null {
  const o = result.outcome;
  return o === "none" ? null : o === "draw" ? "draw" : o === "both_lose" ? "bothLose" : o.startsWith(side) ? "win" : "lose";
}
export const ms = (v: number | null | undefined): string => { if (v == null) return ""; const s = Math.max(0, Math.floor(v / 1000)); return `${String(Math.floor(s / 60)).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`; };
export const usedWords = (v: number): string => { const s = Math.round(v / 1000); return s >= 60 ? `${Math.floor(s / 60)}′${String(s % 60).padStart(2, "0")}` : `${s}″`; };
export const clockTime = (iso: string | number | null | undefined): string => { if (!iso) return ""; const d = new Date(iso); return `${String(d.getHours()).padStart(2, "0")}:${String(d.getMinutes()).padStart(2, "0")}`; };
export const pairOf = (ply: number): number => Math.max(1, Math.ceil(ply / 2));
export const limitLeft = (b: BoardRow): number | null => (b.limits && b.limits.limit_rounds ? b.limits.limit_rounds - Math.floor(b.limits.quiet_plies / 2) : null);

/** Which board leads, and why: a limit near, a clock under two minutes, the last result, the longest game. */
export function headline(boards: readonly BoardRow[], lastResult: string | null, round: string, spoilerFree: boolean): { lead: BoardRow | null; text: string } {
  const playing = boards.filter((b) => !isOver(b) && b.ply > 0), longest = [...boards].sort((a, b) => Number(isOver(a)) - Number(isOver(b)) || b.ply - a.ply)[0] ?? null, name = roundName(round);
  if (spoilerFree) return { lead: playing[0] ?? longest, text: t("h_spoiler", { round: name }) };
  const near = playing.map((b) => ({ b, left: limitLeft(b) })).filter((x) => x.left !== null && x.left <= 12 && x.left >= 0).sort((a, b) => a.left! - b.left!)[0];
  if (near) return { lead: near.b, text: t("h_limit", { board: near.b.board, r: pairOf(near.b.ply), k: near.left! }) };
  const short = playing.find((b) => b.clocks && Math.min(b.clocks.red_ms, b.clocks.black_ms) < 120000);
  if (short) { const red = short.clocks!.red_ms < short.clocks!.black_ms; return { lead: short, text: t("h_clock", { board: short.board, name: (red ? short.red : short.black).name, m: ms(red ? short.clocks!.red_ms : short.clocks!.black_ms) }) }; }
  const last = boards.find((b) => b.game === lastResult);
  if (last) { const red = forSide(last.result, "red") === "win", black = forSide(last.result, "black") === "win"; return { lead: last, text: red || black ? t("h_result", { name: (red ? last.red : last.black).name, side: t(red ? "redShort" : "blackShort") }) : t("h_drawn", { board: last.board }) }; }
  if (playing.length) return { lead: longest, text: t("h_playing", { n: playing.length }) };
  return { lead: longest, text: boards.some(isOver) ? t("h_over", { round: name }) : t("h_before", { round: name }) };
}
