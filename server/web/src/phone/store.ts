// What the phone knows and does: the pass, the game as the service has it, what waits to be sent, and the record that results.
import { batch, computed, signal } from "@preact/signals";
import { Engine } from "../engine/engine";
import { apply, emptyLine, lineOf, tell, type Line, type Operation, type Told } from "../game/record";
import { START_FEN } from "../board/placement";
import { keep, kept, queue, queued, setting, unqueue, type Outgoing } from "../wire/keep";
import { Link, Refused, makeId } from "../wire/link";
import type { GameShape, HelloAnswer, ProblemShape, Side } from "../wire/shapes";
import { serverLanguage } from "../words/words";

export type Screen = "card" | "record" | "result" | "check" | "foul" | "arbiter";
export type Mode = "tap" | "keys" | "paste";

export const engine = signal<Engine | null>(null);
export const token = signal<string | null>(null);
export const link = signal<Link | null>(null);
export const hello = signal<HelloAnswer | null>(null);
export const gameId = signal<string | null>(null);
export const games = signal<string[]>([]);
export const game = signal<GameShape | null>(null);
export const outgoing = signal<{ place: number; entry: Outgoing }[]>([]);
export const screen = signal<Screen>("card");
export const mode = signal<Mode>("tap");
export const flipped = signal(false);
export const opposite = signal(false);
export const refused = signal<{ problem: ProblemShape; entry: Outgoing } | null>(null);
export const resent = signal(0);
export const clock = signal(Date.now());
export const unreachableSince = signal<number | null>(null);
const serverLine = signal<Line>(emptyLine(START_FEN));

setInterval(() => (clock.value = Date.now()), 1000);

const landed = new Set<string>(); // operations whose effect a push already brought
const isOperation = (entry: Outgoing) => entry.type === "record.append" || entry.type === "record.replace" || entry.type === "record.gap";

export const line = computed<Line>(() => {
  const e = engine.value;
  let now = serverLine.value;
  if (!e) return now;
  for (const { entry } of outgoing.value) {
    if (entry.game !== gameId.value || !isOperation(entry) || landed.has(entry.id)) continue;
    now = apply(e, now, { type: entry.type, data: entry.data } as Operation);
  }
  return now;
});
export const told = computed<Told | null>(() => (engine.value ? tell(engine.value, line.value) : null));
export const pending = computed(() => outgoing.value.filter((o) => o.entry.game === gameId.value && isOperation(o.entry)));
/** Plies that are not stored on the server yet. */
export const unsentPlies = computed(() => {
  let n = 0;
  for (const { entry } of pending.value) n += entry.type === "record.append" ? (entry.data as { moves: string[] }).moves.length : 1;
  return n;
});
export const unsentFrom = computed(() => {
  let from = Infinity;
  for (const { entry } of pending.value) {
    const data = entry.data as { from_ply?: number; at_ply?: number };
    from = Math.min(from, data.from_ply ?? data.at_ply ?? Infinity);
  }
  return from;
});
export const online = computed(() => link.value?.state.value === "open");
export const mySide = computed<Side | null>(() => game.value?.you?.side ?? (hello.value?.entrant && game.value ? (game.value.red.entrant === hello.value.entrant ? "red" : game.value.black.entrant === hello.value.entrant ? "black" : null) : null));
export const isScribe = computed(() => hello.value?.role === "scribe");
export const hints = computed(() => game.value?.you?.hints ?? !isScribe.value);
export const readOnly = computed(() => !!game.value && (game.value.record?.locked === true || game.value.you?.may_write === false));

export async function begin() {
  void Engine.load().then((e) => (engine.value = e));
  const fragment = decodeURIComponent(location.hash.replace(/^#/, ""));
  if (fragment) {
    setting.set("token", fragment);
    history.replaceState(null, "", location.pathname + location.search);
  }
  outgoing.value = await queued();
  const saved = setting.get("token");
  if (saved) open(saved);
}

const device = () => {
  let id = setting.get("device");
  if (!id) setting.set("device", (id = makeId()));
  return id;
};

export function open(pass: string) {
  setting.set("token", pass);
  link.value?.close();
  token.value = pass;
  game.value = null;
  gameId.value = null;
  void restore(pass);
  const l = new Link({ token: pass, device: device(), lang: serverLanguage });
  link.value = l;
  l.onHello = (answer) => {
    unreachableSince.value = null;
    hello.value = answer;
    void keep(`hello:${pass}`, answer);
    const mine = answer.games ?? answer.duties?.map((d) => d.game) ?? [];
    games.value = mine;
    const current = gameId.value && mine.includes(gameId.value) ? gameId.value : mine[mine.length - 1];
    if (current && current !== gameId.value) watch(current);
    void send();
  };
  l.state.subscribe((s) => { if (s === "lost") unreachableSince.value ??= Date.now(); });
}

/** What the phone kept from before, so that a reload without a network goes on. */
async function restore(pass: string) {
  const answer = await kept<HelloAnswer>(`hello:${pass}`);
  if (!answer || hello.value) return;
  hello.value = answer;
  games.value = answer.games ?? answer.duties?.map((d) => d.game) ?? [];
  const current = setting.get("game") ?? games.value[games.value.length - 1];
  if (current && !gameId.value) watch(current);
}

let leave: (() => void) | null = null;
export function watch(id: string) {
  leave?.();
  batch(() => {
    gameId.value = id;
    game.value = null;
    serverLine.value = emptyLine(START_FEN);
    flipped.value = false;
  });
  setting.set("game", id);
  void kept<GameShape>(`game:${id}`).then((g) => { if (g && !game.value && gameId.value === id) takeSnapshot(g, true); });
  leave = link.value?.subscribe(`game/${id}`, (type, data) => { if (gameId.value === id) takePush(type, data); }) ?? null;
}

let viewChosen = false;
function takeSnapshot(g: GameShape, fromKept = false) {
  batch(() => {
    game.value = g;
    serverLine.value = lineOf(g);
    if (!viewChosen && mySide.value) flipped.value = mySide.value === "black";
    viewChosen = true;
  });
  if (!fromKept) void keep(`game:${g.game}`, g);
}

/** One entry for each of the first `n` moves, also where the service told none. */
const padded = (g: GameShape, n: number) => g.moves.slice(0, n).map((_, i) => g.plies?.[i] ?? {});

/** The record after moves were written: what is signed from now on is what stands now. */
const written = (g: GameShape, data: { hash?: string }) => ({ ...g.record, hash: data.hash ?? g.record?.hash, confirmed: null });

function takePush(type: string, data: any) {
  const g = game.value;
  if (type === "snapshot") { landed.clear(); takeSnapshot(data as GameShape); return; }
  if (!g) return;
  const inFlight = sendingId && outgoing.value.find((o) => o.entry.id === sendingId);
  let next: GameShape = g;
  if (type === "game.moves") {
    const kept = data.from_ply as number, moves = [...g.moves.slice(0, kept), ...data.moves], notation = [...g.notation.slice(0, kept), ...(data.notation ?? [])];
    const plies = [...padded(g, kept), ...(data.plies ?? data.moves.map(() => ({})))];
    next = { ...g, moves, notation, plies, fen: data.fen ?? g.fen, record: written(g, data), version: data.version ?? g.version };
  } else if (type === "game.correction") {
    const kept = data.at_ply as number;
    next = { ...g, moves: [...g.moves.slice(0, kept), ...data.moves], notation: [...g.notation.slice(0, kept), ...(data.notation ?? [])],
      plies: [...padded(g, kept), ...(data.plies ?? data.moves.map(() => ({})))], tail: data.tail ?? [], gaps: data.gaps ?? g.gaps, fen: data.fen ?? g.fen, record: written(g, data), version: data.version ?? g.version };
    if (inFlight && inFlight.entry.type !== "record.append") landed.add(inFlight.entry.id);
  } else if (type === "game.result") next = { ...g, result: data.result, record: data.record ?? g.record };
  else if (type === "duty.changed") { if (data.game === g.game) next = { ...g, duty: data }; }
  else if (type === "game.proposal") next = { ...g, proposals: [...(g.proposals ?? []).filter((p) => p.id !== data.id), data] };
  else if (type === "record.changed" && data.record) next = { ...g, record: data.record };
  else return;
  takeSnapshot(next);
}

/** Does something to the record: kept on the phone first, shown at once, sent when there is a connection. */
export async function act(operation: Operation) {
  const entry: Outgoing = { id: makeId(), type: operation.type, data: operation.data, game: operation.data.game, at: Date.now() };
  const provisional = { place: -1 - Math.random(), entry };
  outgoing.value = [...outgoing.value, provisional];
  const place = await queue(entry);
  outgoing.value = outgoing.value.map((o) => (o === provisional ? { place, entry } : o));
  void send();
}

export const append = (moves: string[], asPlayed = false) =>
  act({ type: "record.append", data: { game: gameId.value!, from_ply: line.value.moves.length, moves, ...(asPlayed ? { as_played: true } : {}) } });
export const replace = (at: number, remove: number, insert: string[]) =>
  act({ type: "record.replace", data: { game: gameId.value!, at_ply: at, delete: remove, insert } });

let sending = false, sendingId: string | null = null;
async function send() {
  if (sending) return;
  sending = true;
  let late = 0;
  try {
    for (;;) {
      const l = link.value, first = outgoing.value.find((o) => o.place >= 0);
      if (!l || !first || l.state.value !== "open") break;
      sendingId = first.entry.id;
      try {
        const answer = await l.request(first.entry.type, first.entry.data, first.entry.id, false);
        if (Date.now() - first.entry.at > 5000) late++;
        settle(first, answer);
      } catch (error) {
        if (!(error instanceof Refused)) break;
        if (error.problem.code === "busy" || error.problem.code === "rate_limited") { setTimeout(() => void send(), 1000); break; }
        await putAside(first, error.problem);
      }
      await unqueue(first.place);
    }
  } finally {
    sending = false;
    sendingId = null;
  }
  if (late) {
    resent.value = late;
    setTimeout(() => (resent.value = 0), 4000);
  }
}

function settle(done: { place: number; entry: Outgoing }, _answer: unknown) {
  batch(() => {
    if (done.entry.game === gameId.value && isOperation(done.entry) && engine.value && !landed.has(done.entry.id))
      serverLine.value = apply(engine.value, serverLine.value, { type: done.entry.type, data: done.entry.data } as Operation);
    landed.delete(done.entry.id);
    outgoing.value = outgoing.value.filter((o) => o !== done);
  });
}

export const conflict = signal<{ mine: string[]; theirs: string[]; moves: string[] } | null>(null);
/** After another phone's moves were taken: mine go on behind them as far as they fit, or stay kept on the phone only. */
export function settleConflict(together: boolean) {
  const c = conflict.value;
  conflict.value = null;
  if (!c || !together || !engine.value || !told.value) return;
  const played = engine.value.play(told.value.fen, c.moves);
  if (played.plies.length) void append(played.plies.map((p) => p.move));
}

/** Two phones wrote at the same place: what both have is no conflict, what only this one has is asked about. */
function compareAfterConflict(entry: Outgoing, g: GameShape) {
  const data = entry.data as { from_ply?: number; moves?: string[] };
  if (entry.type !== "record.append" || data.from_ply === undefined || !data.moves) return false;
  const theirs = g.moves.slice(data.from_ply), mine = data.moves.slice();
  while (mine.length && theirs.length && mine[0] === theirs[0]) { mine.shift(); theirs.shift(); }
  if (!mine.length) return true;
  if (!theirs.length) { void append(mine); return true; }
  const words = (moves: string[]) => { const e = engine.value; return e ? e.play(g.start_fen, [...g.moves.slice(0, g.moves.length - theirs.length), ...moves]).plies.slice(g.moves.length - theirs.length).map((p) => p.words) : moves; };
  conflict.value = { mine: words(mine).length ? words(mine) : mine, theirs: g.notation.slice(g.moves.length - theirs.length), moves: mine };
  return true;
}

/** The service refused: what was typed stays on the phone and is shown; everything after it is based on it and is put aside too. */
async function putAside(first: { place: number; entry: Outgoing }, problem: ProblemShape) {
  await keep(`refused:${first.entry.id}`, { problem, entry: first.entry });
  outgoing.value = outgoing.value.filter((o) => o !== first);
  const tell = (g: GameShape | null) => {
    if (g && g.game === gameId.value) takeSnapshot(g);
    if (!g || problem.code !== "conflict" || !compareAfterConflict(first.entry, g)) refused.value = { problem, entry: first.entry };
  };
  resubscribe(first.entry.game, tell);
}

/** Takes the game from the service afresh; `then` gets it, or null when there is none soon. */
function resubscribe(id: string, then: (g: GameShape | null) => void) {
  if (gameId.value !== id) return then(null);
  leave?.();
  let told = false;
  const once = (g: GameShape | null) => { if (!told) { told = true; then(g); } };
  setTimeout(() => once(null), 5000);
  leave = link.value?.subscribe(`game/${id}`, (type, data) => {
    if (gameId.value !== id) return;
    takePush(type, data);
    if (type === "snapshot") once(data as GameShape);
  }) ?? null;
}

export const moveTexts = (entry: Outgoing): string => {
  const data = entry.data as { moves?: string[]; insert?: string[] };
  return (data.moves ?? data.insert ?? []).join(" ");
};

/** A request that only makes sense now. */
export async function ask<T = any>(type: string, data: unknown): Promise<T> {
  return link.value!.request<T>(type, data, makeId(), false);
}
