// Reads a pasted text: move lists in Chinese, WXF or ICCS, PGN, and the DhtmlXQ code. What is doubtful is proposed, what cannot
// be read is kept as it stands.
import type { Engine } from "../engine/engine";
import { fold, nearest, type Reading } from "./nearest";

export interface Token { text: string; from: number; to: number }
export interface Pasted { tokens: Token[]; startFen: string | null; result: "red" | "black" | "draw" | null }
export interface ReadMove {
  token: Token; ply: number; state: "read" | "doubtful" | "unreadable"; move: string | null; words: string; choices: Reading[];
}

const RESULTS: Record<string, Pasted["result"]> = { "1-0": "red", "0-1": "black", "1/2-1/2": "draw", "红胜": "red", "紅勝": "red", "黑胜": "black", "黑勝": "black", "和棋": "draw", "红先胜": "red", "红先负": "black", "红先和": "draw" };
const PIECES = "车車俥居马馬傌码炮砲包兵卒仕士相象像帅帥将將";
const NUMBERS = "一二三四五六七八九1-9１-９";
const CHINESE = new RegExp(`(?:[前后後中${NUMBERS}][${PIECES}]|[${PIECES}][${NUMBERS}前后後中])[进進退平近推][${NUMBERS}]`, "g");

/** DhtmlXQ: four digits a move, file from Red's left, rank from Black's back rank. */
function fromDhtmlXq(text: string): Pasted | null {
  const found = /\[DhtmlXQ_movelist\]([0-9\s]*)\[\/DhtmlXQ_movelist\]/i.exec(text);
  if (!found) return null;
  const base = found.index + "[DhtmlXQ_movelist]".length, tokens: Token[] = [];
  const digits = found[1]!;
  for (let i = 0; i + 4 <= digits.length; i += 4) {
    const d = digits.slice(i, i + 4);
    if (!/^[0-8][0-9][0-8][0-9]$/.test(d)) break;
    const at = (x: string, y: string) => String.fromCharCode(97 + Number(x)) + (9 - Number(y));
    tokens.push({ text: at(d[0]!, d[1]!) + at(d[2]!, d[3]!), from: base + i, to: base + i + 4 });
  }
  return { tokens, startFen: null, result: null };
}

/** Blanks out what is no move, keeping every offset. */
function bare(text: string): string {
  let out = "", braces = 0, round = 0, square = 0;
  for (const c of text) {
    const blank = " ".repeat(c.length);
    if (c === "{") braces++;
    else if (c === "(" || c === "（") { if (!braces) round++; }
    else if (c === "[") { if (!braces) square++; }
    const hidden = braces || round || square;
    if (c === "}") braces = Math.max(0, braces - 1);
    else if (c === ")" || c === "）") { if (!braces) round = Math.max(0, round - 1); }
    else if (c === "]") { if (!braces) square = Math.max(0, square - 1); }
    out += hidden ? blank : c;
  }
  return out;
}

export function tokensOf(text: string): Pasted {
  const coded = fromDhtmlXq(text);
  if (coded) return coded;
  const startFen = /\[FEN\s+"([^"]+)"\]/i.exec(text)?.[1] ?? null;
  let result: Pasted["result"] = null;
  const tokens: Token[] = [];
  for (const word of bare(text).matchAll(/[^\s,，、。；;]+/g)) {
    let from = word.index!, piece = word[0];
    const lead = /^(?:第?[\d０-９]{1,3}(?:回合|[.．:：…]+)|[\d０-９]{1,3}$|…+)/.exec(piece);
    if (lead) { from += lead[0].length; piece = piece.slice(lead[0].length); }
    piece = piece.replace(/[!?！？]+$/, (m) => (/[!！]/.test(m) ? "" : m));
    if (!piece || /^[-*—]+$/.test(piece)) continue;
    const plain = piece.normalize("NFKC");
    if (plain in RESULTS) { result = RESULTS[plain]!; continue; }
    const parts = [...piece.matchAll(CHINESE)];
    if (parts.length && piece.length > 4) {
      let at = 0;
      for (const part of parts) {
        const before = piece.slice(at, part.index!).replace(/^[\d０-９]{1,3}[.．、]?$/, "");
        if (before.trim()) tokens.push({ text: before, from: from + at, to: from + part.index! });
        tokens.push({ text: part[0], from: from + part.index!, to: from + part.index! + part[0].length });
        at = part.index! + part[0].length;
      }
      const after = piece.slice(at).replace(/^[\d０-９]{1,3}[.．、]?$/, "");
      if (after.trim()) tokens.push({ text: after, from: from + at, to: from + piece.length });
    } else if (/[一-鿿]/.test(piece) && piece.length > 4 && piece.length % 4 === 0) {
      for (let i = 0; i < piece.length; i += 4) tokens.push({ text: piece.slice(i, i + 4), from: from + i, to: from + i + 4 });
    } else tokens.push({ text: piece, from, to: from + piece.length });
  }
  return { tokens, startFen, result };
}

/** Reads the tokens from a position; `decided` holds what the player chose for a ply (a move, or null for a gap). */
export function readTokens(engine: Engine, fen: string, tokens: readonly Token[], decided: ReadonlyMap<number, string | null>): { moves: ReadMove[]; fen: string } {
  const moves: ReadMove[] = [];
  tokens.forEach((token, i) => {
    const chosen = decided.get(i);
    const played = engine.play(fen, [chosen ?? token.text]);
    const first = played.plies[0];
    if (first) {
      moves.push({ token, ply: i + 1, state: "read", move: first.move, words: first.words, choices: [] });
      fen = played.fen;
      return;
    }
    const rest = tokens.slice(i + 1, i + 60).map((t) => ({ move: null, text: t.text }));
    const choices = nearest(engine, fen, token.text, rest);
    const best = choices[0];
    const sure = best && best.distance <= 1 && fold(token.text).length >= 4;
    moves.push({ token, ply: i + 1, state: sure ? "doubtful" : "unreadable", move: best?.move ?? null, words: best?.words ?? token.text, choices });
    if (best) fen = engine.play(fen, [best.move]).fen;
  });
  return { moves, fen };
}
