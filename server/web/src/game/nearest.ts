// What a move that cannot be read or played may have been: legal moves near in writing, ordered by how many following moves
// they let through. Homophones and look-alikes count as small slips.
import type { Engine, LegalMove } from "../engine/engine";
import { refit } from "./record";

export interface Reading { move: string; words: string; distance: number; follows: number; slip: Slip }
export type Slip = { kind: "swapped" } | { kind: "character"; was: string; now: string } | { kind: "characters"; n: number } | { kind: "missing" } | { kind: "other" };

const CLASSES = ["车車俥居扯伡", "马馬傌码玛吗妈", "炮砲包泡跑", "兵卒宾冰并", "仕士四是事", "相象像向香", "帅帥将將王", "进進近劲金尽", "退推腿", "平评瓶屏",
  "前钱", "后後厚候", "中忠", "一壹1１依", "二贰兩两2２", "三叁3３", "四肆4４", "五伍5５舞", "六陆6６", "七柒7７期", "八捌8８吧", "九玖9９酒久"];
const folded = new Map<string, string>();
for (const set of CLASSES) for (const c of set) if (!folded.has(c)) folded.set(c, set[0]!);
export const fold = (text: string): string => [...text].map((c) => folded.get(c) ?? c).join("");

/** Edits between two short texts; a swap of neighbours or of the two digits counts once. */
export function distance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = best;
    }
  return rows[a.length]![b.length]!;
}

function slipBetween(written: string, words: string): { distance: number; slip: Slip } {
  const a = [...written.replace(/\s/g, "")], b = [...words];
  const fa = [...fold(a.join(""))], fb = [...fold(words)];
  if (a.length === 4 && fa[0] === fb[0] && fa[2] === fb[2] && fa[1] === fb[3] && fa[3] === fb[1] && fa[1] !== fa[3]) return { distance: 1, slip: { kind: "swapped" } };
  const far = distance(fa.join(""), fb.join(""));
  const differing = a.map((c, i) => [c, b[i]] as const).filter(([x, y]) => x !== y && !sameDigit(x, y));
  if (a.length === b.length && differing.length === 1) return { distance: far || 0.5, slip: { kind: "character", was: differing[0]![0], now: differing[0]![1]! } };
  if (a.length < b.length) return { distance: far, slip: { kind: "missing" } };
  return { distance: far || 0.5, slip: differing.length <= 2 ? { kind: "characters", n: Math.max(differing.length, 1) } : { kind: "other" } };
}
const sameDigit = (x: string, y: string | undefined) => y !== undefined && fold(x) === fold(y) && /[1-9１-９一-九]/.test(x) && /[1-9一-九]/.test(y);

/** The nearest legal moves to what was written, at most `limit`. Coordinates are compared by where they lead. */
export function nearest(engine: Engine, fen: string, written: string, tail: readonly { move: string | null; text: string }[], limit = 3): Reading[] {
  const coordinates = /^[a-i]\d-?[a-i]\d$/i.test(written.trim());
  const readings = engine.legal(fen).map((legal: LegalMove) => {
    const { distance: far, slip } = coordinates
      ? { distance: distance(written.trim().toLowerCase().replace("-", ""), legal.move), slip: { kind: "other" } as Slip } : slipBetween(written.trim(), legal.words);
    return { move: legal.move, words: legal.words, distance: far, slip, follows: 0 };
  });
  readings.sort((a, b) => a.distance - b.distance);
  const close = readings.filter((r) => r.distance <= 2).slice(0, 12);
  for (const r of close) r.follows = refit(engine, engine.play(fen, [r.move]).fen, tail).length;
  const sounds = (r: Reading) => (r.distance < 1 ? 0 : 1); // written otherwise, said the same
  return close.sort((a, b) => sounds(a) - sounds(b) || b.follows - a.follows || a.distance - b.distance).slice(0, limit);
}
