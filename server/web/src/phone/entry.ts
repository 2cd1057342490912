// The state of entering moves: what is selected, which ply is looked at, what is being corrected. One way in for every input.
import { computed, signal, batch } from "@preact/signals";
import { fromOf, parseFen, sideOf, toOf, type Placement } from "../board/placement";
import { fenBefore, refit, type Step } from "../game/record";
import { nearest, type Reading } from "../game/nearest";
import { append, engine, hints, line, readOnly, replace, told } from "./store";
import { sideName } from "./said";
import { t } from "./words";

export const cursor = signal<number | null>(null); // ply looked at, null: the end
export const selected = signal<number | null>(null);
export const candidates = signal<{ target: number; moves: { move: string; words: string }[] } | null>(null);
export const message = signal<{ text: string; move?: string } | null>(null);
export const spoken = signal("");
export const alarm = signal("");
export const action = signal<number | null>(null); // ply whose actions are offered
export const editing = signal<{ kind: "change" | "insert"; ply: number; move: string | null; words: string } | null>(null);
export const gapping = signal<{ at: number } | null>(null);
export const leftFault = signal(false);

/** The position entered into: the end, or the one before the ply that is corrected. */
export const entryFen = computed<string>(() => {
  const e = editing.value, tl = told.value;
  if (!tl) return line.value.start;
  return e ? fenBefore(tl, line.value, e.ply) : tl.fen;
});
export const legal = computed(() => (engine.value ? engine.value.legal(entryFen.value) : []));
export const shownPly = computed(() => cursor.value ?? told.value?.steps.length ?? 0);
export const shown = computed<{ placement: Placement; last: string | null; side: "red" | "black" }>(() => {
  const tl = told.value, e = editing.value;
  if (!tl) return { ...parseFen(line.value.start), last: null };
  if (e) {
    const before = parseFen(fenBefore(tl, line.value, e.ply));
    return { placement: before.placement, last: tl.steps[e.ply - 2]?.move ?? null, side: before.side };
  }
  if (cursor.value !== null) {
    const step = tl.steps[cursor.value - 1];
    return step ? { placement: step.after, last: step.move, side: step.side === "red" ? "black" : "red" } : { placement: tl.startPlacement, last: null, side: parseFen(line.value.start).side };
  }
  return { placement: tl.placement, last: tl.steps[tl.steps.length - 1]?.move ?? null, side: tl.side };
});

/** The first kept move that does not fit, with what it may have been. */
export const fault = computed<{ text: string; why: string; code: string; readings: Reading[]; rest: number; meant: string | null } | null>(() => {
  const first = line.value.tail[0], tl = told.value, e = engine.value;
  if (!first || !tl || !e || leftFault.value || editing.value || gapping.value || cursor.value !== null) return null;
  const rest = line.value.tail.slice(1).map((x) => ({ move: /^[a-i]\d[a-i]\d$/.test(x.text) ? x.text : null, text: x.text }));
  const stop = e.play(tl.fen, [first.text]).stop;
  return { text: first.text, why: stop ? `${stop.zh}\n${stop.en}` : "", code: first.code, readings: nearest(e, tl.fen, first.text, rest), rest: rest.length, meant: /^[a-i]\d[a-i]\d$/.test(first.text) ? first.text : (stop?.move ?? null) };
});

export function clearSelection() {
  batch(() => { selected.value = null; candidates.value = null; message.value = null; });
}

export function say(step: Pick<Step, "side" | "words" | "captures" | "checks">, terminal: string) {
  spoken.value = t("spoken", { side: sideName(step.side), move: step.words }) + (step.captures ? t("spokenTakes") : "")
    + (terminal === "checkmate" ? t("spokenMate") : terminal === "stalemate" ? t("spokenStalemate") : step.checks ? t("spokenCheck") : "");
}

/** Plays a move into the record, or into the correction that is being made. */
export function play(move: string, asPlayed = false) {
  const e = engine.value;
  if (!e || readOnly.value) return;
  clearSelection();
  const played = e.play(entryFen.value, [move]), ply = played.plies[0];
  if (editing.value) {
    if (ply) editing.value = { ...editing.value, move, words: ply.words };
    return;
  }
  if (ply) say({ side: parseFen(entryFen.value).side, words: ply.words, captures: ply.captures, checks: ply.checks }, played.terminal);
  cursor.value = null;
  void append([move], asPlayed);
}

export function tap(point: number) {
  const e = engine.value;
  if (!e || readOnly.value) return;
  message.value = null;
  if (cursor.value !== null && !editing.value) { action.value = cursor.value; return; }
  const { placement, side } = parseFen(entryFen.value), piece = placement[point] ?? null, own = piece && sideOf(piece) === side;
  const from = selected.value;
  if (from !== null) {
    if (from === point) return clearSelection();
    if (own) { selected.value = point; return; }
    return attempt(from, point);
  }
  if (own) { candidates.value = null; selected.value = point; return; }
  if (!hints.value) { if (piece) message.value = { text: t("notYours", { side: sideName(side) }) }; return; }
  const going = legal.value.filter((m) => toOf(m.move) === point);
  if (going.length === 1) play(going[0]!.move);
  else if (going.length > 1) candidates.value = { target: point, moves: going };
  else message.value = { text: piece ? t("notYours", { side: sideName(side) }) : t("noneGoes") };
}

export function drag(from: number, to: number) {
  const { placement, side } = parseFen(entryFen.value), piece = placement[from];
  if (readOnly.value || (cursor.value !== null && !editing.value) || !piece || sideOf(piece) !== side) return;
  attempt(from, to);
}

function attempt(from: number, to: number) {
  const e = engine.value!, name = (p: number) => String.fromCharCode(97 + (p % 9)) + Math.floor(p / 9), move = name(from) + name(to);
  const why = e.why(entryFen.value, move);
  if (!why) return play(move);
  if (!hints.value) return play(move, true);
  selected.value = null;
  message.value = { text: t("notLegal", { why: document.documentElement.lang === "en" ? why.en : why.zh }), move };
  alarm.value = message.value.text;
}

export const targets = computed(() => (selected.value === null || !hints.value ? [] : legal.value.filter((m) => fromOf(m.move) === selected.value).map((m) => toOf(m.move))));

export function undo() {
  const n = line.value.moves.length;
  clearSelection();
  if (editing.value) { editing.value = { ...editing.value, move: null, words: "" }; return; }
  if (readOnly.value) return;
  cursor.value = null;
  const gap = line.value.gaps.find((g) => g.after_ply === n);
  if (n && !gap) void replace(n - 1, 1, []);
  else if (n) void replace(n - 1, 1, [told.value!.steps[n - 1]!.move]);
}

/** What a correction would do to the moves after it. */
export const effect = computed(() => {
  const ed = editing.value, tl = told.value, e = engine.value;
  if (!ed?.move || !tl || !e) return null;
  const following = tl.steps.slice(ed.kind === "change" ? ed.ply : ed.ply - 1).map((s) => ({ move: s.move as string | null, text: s.words }));
  const after = e.play(fenBefore(tl, line.value, ed.ply), [ed.move]).fen, fits = refit(e, after, following);
  const first = following[fits.length];
  const at = first ? e.play(after, fits).fen : null;
  return { fits: fits.length, rest: following.length - fits.length, failing: first ? { text: first.text, pair: parseFen(at!).pair, side: parseFen(at!).side, readings: nearest(e, at!, first.text, following.slice(fits.length + 1)) } : null };
});

export function commitEdit(alsoNext?: string) {
  const ed = editing.value;
  if (!ed?.move) return;
  const fits = effect.value?.fits ?? 0, tl = told.value!;
  const from = ed.kind === "change" ? ed.ply : ed.ply - 1;
  if (alsoNext) void replace(ed.ply - 1, from - (ed.ply - 1) + fits + 1, [ed.move, ...tl.steps.slice(from, from + fits).map((s) => s.words), alsoNext]);
  else void replace(ed.ply - 1, ed.kind === "change" ? 1 : 0, [ed.move]);
  batch(() => { editing.value = null; cursor.value = null; leftFault.value = false; clearSelection(); });
}

export function removePly(ply: number) {
  batch(() => { action.value = null; cursor.value = null; leftFault.value = false; });
  void replace(ply - 1, 1, []);
}
