// Ninety points and what stands on them. A point is rank * 9 + file: file 0 is Red's left (九路), rank 0 Red's back rank.
// Nothing here knows what a piece may do.

export type Piece = string; // FEN letter: K A B N R C P, small for Black
export type Placement = readonly (Piece | null)[];

export interface Position { placement: Placement; side: "red" | "black"; quiet: number; pair: number }

export const START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

export function parseFen(fen: string): Position {
  const [rows = "", side = "w", , , quiet = "0", pair = "1"] = fen.trim().split(/\s+/);
  const placement: (Piece | null)[] = new Array(90).fill(null);
  rows.split("/").slice(0, 10).forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "9") file += Number(c);
      else if (file < 9) placement[(9 - i) * 9 + file++] = c;
    }
  });
  return { placement, side: side === "b" ? "black" : "red", quiet: Number(quiet) || 0, pair: Number(pair) || 1 };
}

export const pointOf = (name: string): number => (name.charCodeAt(1) - 48) * 9 + name.charCodeAt(0) - 97;
export const nameOf = (point: number): string => String.fromCharCode(97 + (point % 9)) + Math.floor(point / 9);
export const fromOf = (move: string): number => pointOf(move.slice(0, 2));
export const toOf = (move: string): number => pointOf(move.slice(2, 4));

/** The placement after a piece went from one point to another, whatever it may do. */
export function moved(placement: Placement, move: string): Placement {
  const next = placement.slice();
  next[toOf(move)] = next[fromOf(move)] ?? null;
  next[fromOf(move)] = null;
  return next;
}

export const sideOf = (piece: Piece): "red" | "black" => (piece < "a" ? "red" : "black");

export function placementText(placement: Placement): string {
  const rows: string[] = [];
  for (let rank = 9; rank >= 0; rank--) {
    let row = "", empty = 0;
    for (let file = 0; file < 9; file++) {
      const piece = placement[rank * 9 + file];
      if (!piece) { empty++; continue; }
      if (empty) row += empty;
      empty = 0;
      row += piece;
    }
    rows.push(row + (empty || ""));
  }
  return rows.join("/");
}

const SIMPLE: Record<string, string> = { K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵", k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" };
const TRADITIONAL: Record<string, string> = { K: "帥", k: "將", N: "馬", n: "馬", R: "車", r: "車" };
export const faceOf = (piece: Piece, traditional = false): string => (traditional && TRADITIONAL[piece]) || SIMPLE[piece] || "";

const DIGITS = "一二三四五六七八九";
/** 二路 3 线: the file counted by the owner of the seat, the line from the seat's own back rank. */
export function fileAndLine(point: number, seat: "red" | "black"): { file: string; line: number } {
  const file = point % 9, rank = Math.floor(point / 9);
  return seat === "red" ? { file: DIGITS[8 - file]!, line: rank + 1 } : { file: String(file + 1), line: 10 - rank };
}
