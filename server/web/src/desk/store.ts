// What the desk knows: the account, the tournament, the round looked at with its boards and duties, and what was just done.
import { batch, computed, signal } from "@preact/signals";
import { Link, Refused, makeId } from "../wire/link";
import { setting } from "../wire/keep";
import type { BoardRow, DutiesShape, Duty, GateShape, GameShape, Proposal, RoundShape } from "../wire/shapes";
import { both, serverLanguage } from "../words/words";
import { Engine } from "../engine/engine";
import { dutyWords, outcomeName } from "./said";
import { t } from "./words";

export type Page = "round" | "duty" | "gate" | "ruling" | "results" | "standings" | "bracket" | "print";
export const PAGES: Page[] = ["round", "duty", "gate", "ruling", "results", "standings", "bracket", "print"];
export interface Overview { tournament: { id: string; name: any; preset?: string }; sections: { section: string; name: any; entrants?: number; rounds: { round: string | number; phase: string; state: string; games?: number; results?: number }[] }[] }

export const token = signal<string | null>(setting.get("desk"));
export const link = signal<Link | null>(null);
export const role = signal("");
export const who = signal("");
export const page = signal<Page>("round");
export const overview = signal<Overview | null>(null);
export const section = signal("open");
export const round = signal<string>("");
export const roundData = signal<RoundShape | null>(null);
export const duties = signal<DutiesShape | null>(null);
export const gate = signal<GateShape | null>(null);
export const gateChanged = signal<Map<string, number>>(new Map());
export const gameId = signal<string | null>(null);
export const gameData = signal<GameShape | null>(null);
export const events = signal<{ at: number; text: string }[]>([]);
export const toast = signal<{ text: string; bad?: boolean } | null>(null);
export const clock = signal(Date.now());
export const engine = signal<Engine | null>(null);
export const waiting = signal(0);
setInterval(() => (clock.value = Date.now()), 1000);

export const now = computed(() => clock.value + (link.value?.skew.value ?? 0));
export const connected = computed(() => link.value?.state.value === "open");
export const mayWrite = computed(() => !["", "public", "reader", "read_only"].includes(role.value));
export const isChief = computed(() => role.value === "chief_arbiter" || role.value === "chief");
export const boardOf = (game: string): BoardRow | undefined => roundData.value?.boards.find((b) => b.game === game);
export const dutyOf = (game: string): Duty | undefined => duties.value?.duties.find((d) => d.game === game);
export const nameOf = (entrant: string | null | undefined): string => {
  if (!entrant) return "—";
  for (const b of roundData.value?.boards ?? []) { if (b.red.entrant === entrant) return b.red.name; if (b.black.entrant === entrant) return b.black.name; }
  const d = duties.value?.duties.find((x) => x.red === entrant || x.black === entrant);
  return d ? (d.red === entrant ? d.red_name : d.black_name) : entrant;
};
export const textOf = (value: any): string => (typeof value === "string" ? value : value ? both(value) : "");

export function start() {
  const saved = token.value;
  void Engine.load().then((e) => (engine.value = e));
  if (saved) connect(saved);
}

export function connect(pass: string) {
  setting.set("desk", pass);
  token.value = pass;
  link.value?.close();
  const l = new Link({ token: pass, lang: serverLanguage, device: `desk-${makeId().slice(0, 8)}` });
  link.value = l;
  l.onHello = (answer) => {
    role.value = answer.role;
    who.value = answer.name ?? "";
    void l.request("desk.get", { what: "overview" }).then((o: Overview) => {
      overview.value = o;
      if (!round.value) chooseRound();
    }, () => {});
  };
  l.onPush = (type, _topic, data) => { if (type === "notice") note(both(data.message)); };
}

export function signOut() {
  setting.set("desk", "");
  link.value?.close();
  batch(() => { token.value = null; link.value = null; role.value = ""; overview.value = null; round.value = ""; roundData.value = null; duties.value = null; });
}

function chooseRound() {
  const s = overview.value?.sections.find((x) => x.section === section.value) ?? overview.value?.sections[0];
  if (!s) return;
  const last = [...s.rounds].reverse().find((r) => r.state === "playing") ?? [...s.rounds].reverse().find((r) => r.state !== "planned") ?? s.rounds[0];
  if (last) goRound(s.section, String(last.round));
}

let leave: (() => void)[] = [];
export function goRound(s: string, r: string) {
  leave.forEach((f) => f());
  batch(() => { section.value = s; round.value = r; roundData.value = null; duties.value = null; gate.value = null; });
  const l = link.value!;
  leave = [
    l.subscribe(`round/${s}/${r}`, (type, data) => {
      if (type === "snapshot") roundData.value = data;
      else if (type === "round.boards" && roundData.value) {
        const changed = new Map<string, BoardRow>(data.boards.map((b: BoardRow) => [b.game, b]));
        for (const b of changed.values()) { const before = boardOf(b.game); if (before && before.result.outcome !== b.result.outcome && b.result.outcome !== "none") note(t("e_result", { board: b.board, result: outcomeName(b.result.outcome) })); }
        const rows = roundData.value.boards.map((b) => (changed.has(b.game) ? { ...b, ...changed.get(b.game)! } : b));
        for (const b of changed.values()) if (!rows.some((x) => x.game === b.game)) rows.push(b);
        roundData.value = { ...roundData.value, boards: rows };
      } else if (type === "gate.changed") takeGate(data);
    }),
    l.subscribe(`duties/${s}/${r}`, (type, data) => {
      if (type === "snapshot") duties.value = data;
      else if (type === "duty.changed") takeDuty(data);
      else if (type === "gate.changed") takeGate(data);
      else if (type === "notice") note(both(data.message));
      else if (type === "game.proposal") { if (data.state === "open") note(t("e_proposal", { board: boardOf(data.game)?.board ?? "", what: both(data.message) })); void loadWaiting(); }
    }),
  ];
  void loadWaiting();
  if (/^k/.test(r)) void loadGate();
}

function takeDuty(d: Duty) {
  const all = duties.value;
  if (!all) return;
  const before = all.duties.find((x) => x.duty === d.duty);
  if (before && before.state !== d.state) note(t("e_state", { board: d.board, state: dutyWords(d, boardOf(d.game), now.value) }));
  const list = before ? all.duties.map((x) => (x.duty === d.duty ? d : x)) : [...all.duties, d];
  duties.value = { ...all, duties: list };
}

function takeGate(g: GateShape) {
  const was = new Map((gate.value?.matches ?? []).map((m) => [m.match, verdictOf(m)]));
  const changed = new Map(gateChanged.value), at = Date.now();
  for (const m of g.matches) if (was.has(m.match) && was.get(m.match) !== verdictOf(m)) { changed.set(m.match, at); note(t("e_gate")); }
  batch(() => { gate.value = g; gateChanged.value = changed; });
}
export const verdictOf = (m: GateShape["matches"][number]): "pass" | "held" | "unfinished" => !m.winner ? "unfinished" : (m.players.find((p) => p.entrant === m.winner)?.may_enter ? "pass" : "held");

/** What waits for an arbiter's ruling, by game. */
export const rulingsDue = signal<{ game: string; board: number; proposals: Proposal[] }[]>([]);
export async function loadWaiting() {
  try { rulingsDue.value = (await link.value!.request("desk.get", { what: "proposals" })).rows; } catch { /* what is known stays */ }
}

export async function loadGate() {
  try { takeGate(await link.value!.request("desk.get", { what: "gate", section: section.value, round: round.value })); } catch { /* the page shows that it has none */ }
}

let leaveGame: (() => void) | null = null;
export function openGame(id: string, at: Page = "duty") {
  batch(() => { page.value = at; gameId.value = id; gameData.value = null; });
  leaveGame?.();
  const get = () => link.value?.request("desk.get", { what: "game", game: id }).then((g: GameShape) => { if (gameId.value === id && g) gameData.value = g; }, () => {});
  void get();
  leaveGame = link.value!.subscribe(`game/${id}`, (type, data) => {
    if (gameId.value !== id) return;
    if (type === "snapshot") { if (!gameData.value) gameData.value = data; }
    else void get();
  });
}

export function note(text: string) { events.value = [{ at: now.value, text }, ...events.value].slice(0, 12); }
export function say(text: string, bad = false) {
  toast.value = { text, bad };
  setTimeout(() => { if (toast.value?.text === text) toast.value = null; }, 8000);
}

/** Does something as an arbiter; says what became of it. Waits in the queue while there is no connection. */
export async function act<T = any>(type: string, data: Record<string, unknown>, doneText?: string): Promise<T | null> {
  waiting.value++;
  try {
    const answer = await link.value!.request<T>(type, data);
    if (doneText !== "") say(doneText ?? t("done"));
    return answer ?? ({} as T);
  } catch (error) {
    if (error instanceof Refused) say(error.problem.code === "conflict" ? t("conflict", { what: error.problem.message }) : t("refusedAct", { why: error.problem.message || error.problem.code }), true);
    return null;
  } finally {
    waiting.value--;
  }
}
export const get = async <T = any>(what: string, more: Record<string, unknown> = {}): Promise<T | null> => {
  try { return await link.value!.request<T>("desk.get", { what, section: section.value, round: round.value, ...more }); } catch (error) { if (error instanceof Refused) say(error.problem.message, true); return null; }
};
