// A record in the page: moves with their marks, gaps, and the tail that no longer fits. Operations are those of the protocol and
// are applied here the same way the service applies them, so that the page shows at once what will be stored.
import type { Engine } from "../engine/engine";
import { fromOf, moved, parseFen, placementText, sideOf, toOf, faceOf, type Placement } from "../board/placement";
import type { GameShape, Gap, Ply, Side } from "../wire/shapes";

export type Mark = NonNullable<Ply["mark"]> | null;
export interface TailMove { text: string; code: string }
export interface Line { start: string; moves: readonly string[]; marks: readonly Mark[]; gaps: readonly Gap[]; tail: readonly TailMove[] }

export interface Step {
  ply: number; move: string; words: string; side: Side; pair: number; fenAfter: string; after: Placement; mark: Mark; checks: boolean; captures: boolean;
}
/** A line told move by move: words, positions, and what stands now. */
export interface Told {
  steps: Step[]; fen: string; placement: Placement; side: Side; pair: number; inCheck: boolean;
  terminal: "none" | "checkmate" | "stalemate"; quiet: number; occurrences: number; startPlacement: Placement;
}

export type Operation =
  | { type: "record.append"; data: { game: string; from_ply: number; moves: string[]; as_played?: boolean } }
  | { type: "record.replace"; data: { game: string; at_ply: number; delete: number; insert: string[] } }
  | { type: "record.gap"; data: { game: string; at_ply: number; plies?: number | null; resume_fen?: string | null } };

export const emptyLine = (start: string): Line => ({ start, moves: [], marks: [], gaps: [], tail: [] });

export function lineOf(game: GameShape): Line {
  return { start: game.start_fen, moves: game.moves, marks: game.moves.map((_, i) => game.plies?.[i]?.mark ?? null), gaps: game.gaps ?? [], tail: game.tail ?? [] };
}

const turned = (side: Side): Side => (side === "red" ? "black" : "red");
const fenWith = (placement: Placement, side: Side, pair: number) => `${placementText(placement)} ${side === "red" ? "w" : "b"} - - 0 ${pair}`;

/** The position from which the moves after `plies` plies are checked: a gap may begin a new island. */
function afterGap(gap: Gap, fen: string): string {
  if (gap.resume_fen) return gap.resume_fen;
  const { placement, side, pair } = parseFen(fen);
  const next = (gap.plies ?? 0) % 2 ? turned(side) : side;
  return fenWith(placement, next, pair + Math.floor(((gap.plies ?? 0) + (side === "black" ? 1 : 0)) / 2));
}

export function tell(engine: Engine, line: Line): Told {
  const steps: Step[] = [];
  let fen = line.start, state = engine.play(fen, []), at = 0;
  const startPlacement = parseFen(fen).placement;
  const gapAt = (ply: number) => line.gaps.filter((g) => g.after_ply === ply);
  for (const gap of gapAt(0)) { fen = afterGap(gap, fen); state = engine.play(fen, []); }
  while (at < line.moves.length) {
    let end = at + 1;
    while (end < line.moves.length && !gapAt(end).length) end++;
    const played = engine.play(fen, line.moves.slice(at, end));
    let position = parseFen(fen);
    for (const ply of played.plies) {
      const after = moved(position.placement, ply.move), side = position.side, pair = position.pair;
      const next = { placement: after, side: turned(side), pair: pair + (side === "black" ? 1 : 0), quiet: 0 };
      steps.push({ ply: steps.length + 1, move: ply.move, words: ply.words, side, pair, after, fenAfter: fenWith(after, next.side, next.pair),
        mark: line.marks[steps.length] ?? null, checks: ply.checks, captures: ply.captures });
      position = next;
    }
    at += played.plies.length;
    fen = played.fen;
    state = played;
    if (played.stop && at < end) {
      const move = line.moves[at]!, { placement, side, pair } = parseFen(fen), after = moved(placement, move);
      fen = fenWith(after, turned(side), pair + (side === "black" ? 1 : 0));
      steps.push({ ply: steps.length + 1, move, words: rawWords(placement, move), side, pair, after, fenAfter: fen, mark: line.marks[at] ?? "illegal_as_played", checks: false, captures: !!placement[toOf(move)] });
      at++;
      state = engine.play(fen, []);
    }
    for (const gap of gapAt(at)) { fen = afterGap(gap, fen); state = engine.play(fen, []); }
  }
  const now = parseFen(fen);
  return { steps, fen, placement: now.placement, side: now.side, pair: now.pair, inCheck: state.inCheck, terminal: state.terminal, quiet: state.quiet, occurrences: state.occurrences, startPlacement };
}

function rawWords(placement: Placement, move: string): string {
  const piece = placement[fromOf(move)];
  return `${piece ? faceOf(piece) : "？"} ${move.slice(0, 2)}–${move.slice(2)}`;
}

/** The position before ply `ply` (1-based), as FEN. */
export const fenBefore = (told: Told, line: Line, ply: number): string => {
  const gap = line.gaps.find((g) => g.after_ply === ply - 1);
  const before = ply <= 1 ? line.start : told.steps[ply - 2]!.fenAfter;
  return gap ? afterGap(gap, before) : before;
};

/** Replays moves after a prefix: by coordinates first, then by what was written; gives how many fit. */
export function refit(engine: Engine, fen: string, rest: readonly { move: string | null; text: string }[]): string[] {
  const fits: string[] = [];
  for (const item of rest) {
    let played = item.move ? engine.play(fen, [item.move]) : null;
    if (!played || !played.plies.length) played = engine.play(fen, [item.text]);
    if (!played.plies.length) break;
    fits.push(played.plies[0]!.move);
    fen = played.fen;
  }
  return fits;
}

const isCoordinates = (text: string) => /^[a-i]\d[a-i]\d$/.test(text);

function withTail(engine: Engine, line: Line, kept: number, inserted: readonly string[], insertedMark: Mark, rest: readonly { move: string | null; text: string }[], again: number): Line {
  const base: Line = { ...line, moves: [...line.moves.slice(0, kept), ...inserted], marks: [...line.marks.slice(0, kept), ...inserted.map(() => insertedMark)], gaps: line.gaps.filter((g) => g.after_ply <= kept), tail: [] };
  const end = tell(engine, base).fen;
  const fits = refit(engine, end, rest);
  return { ...base, moves: [...base.moves, ...fits], marks: [...base.marks, ...fits.map((_, i): Mark => (i < again ? "corrected" : "to_check"))],
    tail: rest.slice(fits.length).map((r) => ({ text: r.text, code: "does_not_fit" })) };
}

/** Applies an operation. Text in `insert` is read at its place; what cannot be read or played ends up in the tail. */
export function apply(engine: Engine, line: Line, operation: Operation): Line {
  const tail = line.tail.map((t) => ({ move: isCoordinates(t.text) ? t.text : null, text: t.text }));
  if (operation.type === "record.append") {
    const { from_ply, moves, as_played } = operation.data;
    const known = line.moves.slice(from_ply, from_ply + moves.length);
    if (known.length === moves.length && known.every((m, i) => m === moves[i])) return line;
    return withTail(engine, line, from_ply, moves, as_played ? "illegal_as_played" : null, tail, 0);
  }
  if (operation.type === "record.replace") {
    const { at_ply, insert } = operation.data, told = tell(engine, line);
    const beyond = Math.max(0, at_ply + operation.data.delete - line.moves.length); // deleting reaches into the tail
    const following = told.steps.slice(at_ply + operation.data.delete).map((s) => ({ move: s.move as string | null, text: s.words }));
    const read = refit(engine, fenBefore(told, line, at_ply + 1), insert.map((m) => ({ move: isCoordinates(m) ? m : null, text: m })));
    return withTail(engine, line, at_ply, read, following.length ? "corrected" : null, [...following, ...tail.slice(beyond)], following.length);
  }
  const { at_ply, plies, resume_fen } = operation.data;
  const gaps = [...line.gaps.filter((g) => g.after_ply !== at_ply), { after_ply: at_ply, plies, resume_fen }].sort((a, b) => a.after_ply - b.after_ply);
  const following = tell(engine, line).steps.slice(at_ply).map((s) => ({ move: s.move as string | null, text: s.words }));
  if (!following.length && !tail.length) return { ...line, gaps };
  return withTail(engine, { ...line, gaps }, at_ply, [], null, [...following, ...tail], following.length);
}

/** Stretches for the strip: rounds that were legal from the start, checked again after a correction, unchecked, missing. */
export function stretches(line: Line): { rounds: number; kind: "ok" | "again" | "unchecked" | "gap" }[] {
  const out: { rounds: number; kind: "ok" | "again" | "unchecked" | "gap" }[] = [];
  const add = (plies: number, kind: "ok" | "again" | "unchecked" | "gap") => {
    if (plies <= 0) return;
    const last = out[out.length - 1];
    if (last?.kind === kind) last.rounds += plies / 2;
    else out.push({ rounds: plies / 2, kind });
  };
  line.moves.forEach((_, i) => {
    for (const gap of line.gaps) if (gap.after_ply === i) add(gap.plies ?? 2, "gap");
    const mark = line.marks[i];
    add(1, mark === "to_check" ? "unchecked" : mark === "corrected" ? "again" : line.gaps.some((g) => g.after_ply <= i && !g.resume_fen) ? "unchecked" : "ok");
  });
  for (const gap of line.gaps) if (gap.after_ply >= line.moves.length) add(gap.plies ?? 2, "gap");
  add(line.tail.length, "unchecked");
  return out;
}

/** The first missing stretch in rounds, for words like 缺 17–19 回合. */
export function firstGap(told: Told, line: Line): { from: number; to: number | null } | null {
  const gap = line.gaps[0];
  if (!gap) return null;
  const before = gap.after_ply ? told.steps[gap.after_ply - 1] : null;
  const from = before ? before.pair + (before.side === "black" ? 1 : 0) : parseFen(line.start).pair;
  return { from, to: gap.plies ? from + Math.max(0, Math.ceil(gap.plies / 2) - 1) : null };
}

export { sideOf };
