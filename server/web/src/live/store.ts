// What the public pages follow: a round's boards or one game, over the WebSocket without a pass; the delay is the service's.
import { computed, signal } from "@preact/signals";
import { Link } from "../wire/link";
import { setting } from "../wire/keep";
import type { BoardRow, GameShape, RoundShape } from "../wire/shapes";
import { both, serverLanguage } from "../words/words";

interface RoundInfo { round: string | number; phase: string; state: string; starts_at?: string | null }
interface SectionInfo { section: string; name: any; rounds: RoundInfo[] }
export interface Overview { tournament: { id: string; name: any }; sections: SectionInfo[] }

export const overview = signal<Overview | null>(null);
export const section = signal("");
export const round = signal("");
export const roundData = signal<RoundShape | null>(null);
export const gameId = signal<string | null>(null);
export const game = signal<GameShape | null>(null);
export const missing = signal(false);
export const changedPlies = signal<{ from: number; at: number } | null>(null);
export const clock = signal(Date.now());
export const spoilerFree = signal(setting.get("spoilers") === "no");
export const picked = signal<string | null>(null);
export const nothing = signal(false); // no tournament is public here
export const lastResult = signal<string | null>(null);
export const link = new Link({ lang: serverLanguage });
setInterval(() => (clock.value = Date.now()), 1000);
spoilerFree.subscribe((v) => setting.set("spoilers", v ? "no" : "yes"));

export const textOf = (value: any): string => (typeof value === "string" ? value : value ? both(value) : "");
export const now = computed(() => clock.value + link.skew.value);
export const rounds = computed<RoundInfo[]>(() => overview.value?.sections.find((s) => s.section === section.value)?.rounds.filter((r) => r.state !== "planned") ?? []);

const wanted = new URLSearchParams(location.search);
export async function start() {
  try {
    const answer = await fetch("/api/v1/tournaments").then((r) => (r.ok ? r.json() : { tournaments: [] })), list = answer.tournaments ?? answer;
    const id = wanted.get("t") ?? list[0]?.tournament ?? list[0]?.id;
    nothing.value = !id;
    if (id) {
      link.subscribe(`tournament/${id}`, (type, data) => { if (type === "snapshot" && data.sections) { overview.value = data; settle(); } });
      const o = (await fetch(`/api/v1/tournaments/${encodeURIComponent(id)}`).then((r) => (r.ok ? r.json() : null))) as Overview | null;
      if (o?.sections && !overview.value) overview.value = o;
    }
  } catch { nothing.value = !overview.value; }
  settle();
  addEventListener("hashchange", settle);
}

/** The address says what to show; without one, the round that is being played. */
function settle() {
  const [kind, a, b] = decodeURIComponent(location.hash.slice(1)).split("/"), path = location.pathname.split("/").filter(Boolean);
  const direct = kind === "game" ? a : path[0] === "overlay" ? path[1] : path[0] === "embed" && path[1] === "game" ? path[2] : null;
  if (direct) { if (direct !== gameId.value) watchGame(direct); return; }
  gameId.value = null;
  leaveGame?.();
  const s = (kind === "round" && a) || (path[0] === "embed" && path[1] === "round" && path[2]) || wanted.get("section") || section.value || overview.value?.sections[0]?.section;
  if (!s) return;
  const info = overview.value?.sections.find((x) => x.section === s)?.rounds ?? [];
  const r = (kind === "round" && b) || (path[0] === "embed" && path[1] === "round" && path[3]) || wanted.get("round") || [...info].reverse().find((x) => x.state === "playing")?.round || [...info].reverse().find((x) => x.state !== "planned")?.round;
  if (r !== undefined && (s !== section.value || String(r) !== round.value)) watchRound(s, String(r));
}

let leaveRound: (() => void) | null = null, leaveGame: (() => void) | null = null;
export function watchRound(s: string, r: string) {
  leaveRound?.();
  section.value = s;
  round.value = r;
  roundData.value = null;
  leaveRound = link.subscribe(`round/${s}/${r}`, (type, data) => {
    if (type === "snapshot") roundData.value = data;
    else if (type === "round.boards" && roundData.value) {
      const changed = new Map<string, BoardRow>(data.boards.map((b: BoardRow) => [b.game, b]));
      roundData.value = { ...roundData.value, ...(data.calls ? { calls: data.calls } : {}), boards: roundData.value.boards.map((b) => {
        const next = changed.get(b.game);
        if (next && b.result.outcome === "none" && next.result && next.result.outcome !== "none") lastResult.value = b.game;
        return next ? { ...b, ...next } : b;
      }) };
    }
  });
}

export function watchGame(id: string) {
  leaveGame?.();
  gameId.value = id;
  game.value = null;
  missing.value = false;
  leaveGame = link.subscribe(`game/${id}`, (type, data) => {
    if (gameId.value !== id) return;
    const g = game.value;
    if (type === "snapshot") { game.value = data; if (!section.value) { section.value = data.section; round.value = String(data.round); } }
    else if (type === "refused") missing.value = true;
    else if (!g) return;
    else if (type === "game.moves") game.value = { ...g, moves: [...g.moves.slice(0, data.from_ply), ...data.moves], notation: [...g.notation.slice(0, data.from_ply), ...(data.notation ?? data.moves)], plies: [...(g.plies ?? []).slice(0, data.from_ply), ...(data.plies ?? data.moves.map(() => ({})))], fen: data.fen ?? g.fen, limits: data.limits ?? g.limits };
    else if (type === "game.correction") {
      changedPlies.value = { from: data.at_ply + 1, at: Date.now() };
      game.value = { ...g, moves: [...g.moves.slice(0, data.at_ply), ...data.moves], notation: [...g.notation.slice(0, data.at_ply), ...(data.notation ?? data.moves)], plies: [...(g.plies ?? []).slice(0, data.at_ply), ...(data.plies ?? data.moves.map(() => ({})))], tail: data.tail ?? [], gaps: data.gaps ?? g.gaps, fen: data.fen ?? g.fen };
    } else if (type === "game.result") game.value = { ...g, result: data.result, record: data.record ?? g.record };
    else if (type === "game.proposal") game.value = { ...g, proposals: [...(g.proposals ?? []).filter((p) => p.id !== data.id), data] };
  });
}
