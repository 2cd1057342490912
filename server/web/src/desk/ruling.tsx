// Rulings, fouls and the log. A ruling shows the cycle as numbered arrows with ghost pieces and steps through it.
import { computed, signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board, type BoardProps } from "../board/board";
import { fromOf, moved, pointOf, toOf, type Placement } from "../board/placement";
import { Headline, SideDot } from "../look/marks";
import { tell, lineOf } from "../game/record";
import { both } from "../words/words";
import type { GameShape } from "../wire/shapes";
import { ask, fieldsOf } from "./frame";
import { clockTime } from "./said";
import { act, engine, gameData, gameId, get, loadWaiting, mayWrite, openGame, roundData, rulingsDue, duties, link } from "./store";
import { t, type Key } from "./words";

const IDLE = "闲"; // as the verdict labels a move without a threat
type View = "rulings" | "fouls" | "log";
const view = signal<View>("rulings");

interface Reason { kind: string; by: string; target: string; zh: string; en: string }
interface SideVerdict { conduct: string; class: string; moves: string[]; labels: string[]; reasons: Reason[][] }
interface Verdict { plies: number; final_fen: string; cycle: { first_ply: number; plies: number; times: number } | null; occurrences?: number; red: SideVerdict; black: SideVerdict; must_change: string; if_unchanged: string; stage: string; certainty: string; clauses: string[]; explanation: { zh: string; en: string }; natural_limit?: { limit_rounds: number; quiet_plies: number } }

export function RulingPage() {
  return <><p class="views">{(["rulings", "fouls", "log"] as View[]).map((v) => <button key={v} aria-pressed={view.value === v} class={view.value === v ? "ink" : ""} onClick={() => (view.value = v)}>{t(`v_${v}` as Key)}</button>)}</p>
    {view.value === "rulings" ? <Rulings /> : view.value === "fouls" ? <Fouls /> : <Log />}</>;
}

const openProposals = computed(() => gameData.value?.proposals?.filter((p) => p.state === "open") ?? []);

function Rulings() {
  const g = gameData.value, [verdict, setVerdict] = useState<Verdict | null>(null), [choice, setChoice] = useState(""), [reason, setReason] = useState(""), [fault, setFault] = useState("");
  useEffect(() => void loadWaiting(), []);
  // Moves that come meanwhile take nothing away from what the arbiter has chosen and written.
  useEffect(() => { setVerdict(null); setChoice(""); setReason(""); }, [g?.game]);
  useEffect(() => {
    if (!g || !g.moves.length) return;
    const ply = openProposals.value.find((p) => p.kind === "repetition")?.ply;
    link.value?.request("ruling.ask", { game: g.game, ...(ply ? { ply } : {}) }).then((v: Verdict) => setVerdict(v?.red ? v : null), () => setVerdict(null));
  }, [g?.game, g?.version]);
  const list = <section><h2 class="wenwu colhead">{t("r_waiting")}<span class="end n">{rulingsDue.value.length}</span></h2>{rulingsDue.value.length ? <ol class="waiting">{rulingsDue.value.map((r) => <li key={r.game}><button class="bare" onClick={() => openGame(r.game, "ruling")}><span class="song">{t("board", { n: r.board })}</span> {r.proposals[0] ? both(r.proposals[0].message) : ""}</button></li>)}</ol> : <p class="sub">{t("r_none")}</p>}
    <label>{t("r_pick")}<select value={gameId.value ?? ""} onChange={(e) => openGame(e.currentTarget.value, "ruling")}><option value="">—</option>{(roundData.value?.boards ?? []).map((b) => <option key={b.game} value={b.game}>{t("board", { n: b.board })} {b.red.name} – {b.black.name}</option>)}</select></label></section>;
  if (!g || !engine.value) return <div class="rulegrid"><section class="mid"><Headline text={t("p_ruling")} /><p class="deck">{t("r_pick")}</p></section><aside class="right">{list}</aside></div>;
  const proposals = openProposals.value;
  const submit = () => {
    if (!reason.trim()) return setFault(t("reasonNeeded"));
    const p = proposals[0];
    if (choice === "dismiss") void act("proposal.dismiss", { proposal: p?.id, game: g.game, reason });
    else void act("proposal.accept", { proposal: p?.id, game: g.game, reason, decision: choice });
  };
  const choices: [string, string][] = [["red_changes", t("r_redChange")], ["red_loses", t("r_redLoses")], ["black_changes", t("r_blackChange")], ["black_loses", t("r_blackLoses")], ["draw", t("r_draw")], ["dismiss", t("r_dismiss")]];
  return <div class="rulegrid"><Cycle g={g} v={verdict} />
    <section class="mid"><p class="kicker sub">{t("r_kicker")}</p><Headline text={verdict?.cycle ? `${t("red")}${t(`r_class_${verdict.red.class}` as Key)}${t("listComma")}${t("black")}${t(`r_class_${verdict.black.class}` as Key)}` : proposals[0] ? both(proposals[0].message) : t("r_noCycle")} />
      {verdict && <><p class="deck">{verdict.cycle ? t("r_walked", { n: verdict.cycle.times }) : t("r_noCycle")}</p><Kinds v={verdict} /><div class="advice"><p class="sub">{t("r_advice")} · {t(verdict.certainty === "certain" ? "r_certain" : verdict.certainty === "likely" ? "r_likely" : "r_arbiter")}</p><p class="song">{adviceText(verdict)}</p><p>{verdict.clauses.join(" · ")}</p></div><Passes g={g} v={verdict} /><details class="full"><summary>{t("r_full")}</summary><p class="prelines">{both(verdict.explanation)}</p></details></>}
      {proposals.map((p) => <p key={p.id} class="proposal">{both(p.message)} <span class="sub">{p.clause}</span></p>)}</section>
    <aside class="right">{mayWrite.value && <section><h2 class="wenwu colhead">{t("r_choice")}<span class="end sub">{t("r_sign")}</span></h2><fieldset>{choices.map(([v, name]) => <label key={v} class="radio"><input type="radio" name="ruling" checked={choice === v} onChange={() => setChoice(v)} />{name}</label>)}</fieldset>
      <label>{t("reasonLabel")}<textarea rows={3} value={reason} onInput={(e) => setReason(e.currentTarget.value)} /></label><p role="alert" class="st-stop">{fault}</p><button class="ink wide" disabled={!choice || !proposals.length} onClick={submit}>{t("r_do", { n: g.board })}</button></section>}{list}</aside></div>;
}

function adviceText(v: Verdict): string {
  const must = v.must_change === "red" || v.must_change === "black" ? `${t("r_mustChange", { side: t(v.must_change) })}；` : "";
  return must + t(({ red_loses: "r_ifRed", black_loses: "r_ifBlack", draw: "r_ifDraw", continue: "r_ifContinue" } as Record<string, Key>)[v.if_unchanged] ?? "r_ifArbiter");
}

/** One turn of the cycle in playing order. */
function cycleMoves(v: Verdict, g: GameShape): { first: number; moves: string[] } | null {
  if (!v.cycle) return null;
  const first = v.plies - v.cycle.plies;
  return { first, moves: g.moves.slice(first, v.plies) };
}

function Cycle({ g, v }: { g: GameShape; v: Verdict | null }) {
  const tl = useMemo(() => tell(engine.value!, lineOf(g)), [g]), [at, setAt] = useState(0);
  const cycle = v && cycleMoves(v, g);
  useEffect(() => setAt(0), [v]);
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => { if (/^(INPUT|TEXTAREA|SELECT)$/.test((e.target as HTMLElement).tagName) || !cycle) return; const n = cycle.moves.length; if (e.key === "ArrowRight") setAt((x) => (x + 1) % (n + 1)); else if (e.key === "ArrowLeft") setAt((x) => (x + n) % (n + 1)); else return; e.preventDefault(); };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  let placement: Placement = cycle ? tl.steps[cycle.first - 1]?.after ?? tl.startPlacement : tl.placement;
  const base = placement, arrows: NonNullable<BoardProps["arrows"]>[number][] = [], ghosts: { point: number; piece: string }[] = [];
  if (cycle) {
    cycle.moves.forEach((m, i) => { const side = tl.steps[cycle.first + i]?.side ?? "red"; arrows.push({ from: fromOf(m), to: toOf(m), kind: side, number: i + 1 }); });
    let walk = base;
    for (const m of cycle.moves) { const piece = walk[fromOf(m)]; walk = moved(walk, m); if (piece && !base[toOf(m)]) ghosts.push({ point: toOf(m), piece }); }
    for (let i = 0; i < at; i++) placement = moved(placement, cycle.moves[i]!);
    for (const s of [v!.red, v!.black]) for (const r of s.reasons?.[0] ?? []) if (r.kind === "chase" && /^[a-i]\d$/.test(r.by) && /^[a-i]\d$/.test(r.target)) arrows.push({ from: pointOf(r.by), to: pointOf(r.target), kind: "threat" });
  }
  const step = cycle && at ? tl.steps[cycle.first + at - 1] : null, quiet = g.limits;
  return <section class="cycle"><h2 class="wenwu colhead">{t("board", { n: g.board })}{cycle && ` · ${t("r_cycle", { a: tl.steps[cycle.first]?.pair ?? 1, b: tl.steps[v!.plies - 1]?.pair ?? 1 })}`}<span class="end sub">{v?.cycle ? t("r_times", { n: v.occurrences ?? v.cycle.times }) : ""}</span></h2>
    <Board placement={placement} label={step ? step.words : t("board", { n: g.board })} arrows={at ? [] : arrows} ghosts={at ? [] : ghosts} last={step?.move ?? null} ruler={quiet ? { limit: quiet.limit_rounds, count: Math.floor(quiet.quiet_plies / 2) } : null} />
    <p class="legend row"><span class="st-zhu">━ {t("r_legendRed")}</span> <span>━ {t("r_legendBlack")}</span> <span class="st-stop">┅ {t("r_legendThreat")}</span>{quiet && <span class="end">{t("r_limit")} <strong class="n">{Math.floor(quiet.quiet_plies / 2)}</strong>/{quiet.limit_rounds}</span>}</p>
    {cycle && <p class="buttons"><button onClick={() => setAt(Math.max(0, at - 1))}>←</button><button onClick={() => setAt(Math.min(cycle.moves.length, at + 1))}>→</button> <span class="sub">{t("r_stepCycle")} {step ? `${step.pair} ${step.words}` : ""}</span></p>}<span class="hidden" role="status">{step ? step.words : ""}</span></section>;
}

function Kinds({ v }: { v: Verdict }) {
  const n = Math.max(v.red.moves.length, v.black.moves.length), g = gameData.value!, tl = useMemo(() => tell(engine.value!, lineOf(g)), [g]);
  const words = (m: string | undefined) => (m ? [...tl.steps].reverse().find((s) => s.move === m)?.words ?? m : "");
  const cell = (s: SideVerdict, i: number) => <><td class="song">{words(s.moves[i])}</td><td><span class={`kind ${s.labels[i] && s.labels[i] !== IDLE ? "bad" : ""}`} title={(s.reasons?.[i] ?? []).map((r) => both(r)).join("；")}>{s.labels[i] ?? ""}</span></td></>;
  return <table class="kinds"><thead><tr><th scope="col"><SideDot side="red" />{t("r_redMoves")}</th><th scope="col">{t("r_nature")}</th><th scope="col"><SideDot side="black" />{t("r_blackMoves")}</th><th scope="col">{t("r_nature")}</th></tr></thead>
    <tbody>{Array.from({ length: n }, (_, i) => <tr key={i}>{cell(v.red, i)}{cell(v.black, i)}</tr>)}<tr><td>{t("r_total")}</td><td class="b">{t(`r_class_${v.red.class}` as Key)}</td><td>{t("r_total")}</td><td class="b">{t(`r_class_${v.black.class}` as Key)}</td></tr></tbody></table>;
}

/** The passes of the cycle side by side, at most the last three, with the kind of each move. */
function Passes({ g, v }: { g: GameShape; v: Verdict }) {
  const tl = useMemo(() => tell(engine.value!, lineOf(g)), [g]), n = v.cycle?.plies ?? 0, passes = Math.min(v.cycle?.times ?? 0, 3);
  if (!n || passes < 2) return null;
  const from = (pass: number) => v.plies - (passes - pass) * n, pairs = (pass: number) => `${tl.steps[from(pass)]?.pair ?? ""}–${tl.steps[from(pass) + n - 1]?.pair ?? ""}`;
  const kindOf = (move: string, side: "red" | "black") => v[side].labels[v[side].moves.indexOf(move)] ?? "";
  return <section><h2 class="wenwu colhead">{t("r_passes", { n: passes })}</h2><table class="kinds"><thead><tr><th scope="col"><span class="hidden">{t("r_nature")}</span></th>{Array.from({ length: passes }, (_, p) => <th key={p} scope="col" class="n">{pairs(p)}</th>)}<th scope="col">{t("r_nature")}</th></tr></thead>
    <tbody>{Array.from({ length: n }, (_, i) => { const first = tl.steps[from(0) + i]; if (!first) return null; const kind = kindOf(first.move, first.side); return <tr key={i}><th scope="row"><SideDot side={first.side} /><span class="hidden">{t(first.side)}</span></th>{Array.from({ length: passes }, (_, p) => <td key={p}>{tl.steps[from(p) + i]?.words}</td>)}<td><span class={`kind ${kind && kind !== IDLE ? "bad" : ""}`}>{kind}</span></td></tr>; })}</tbody></table></section>;
}

interface FoulRow { foul: string; entrant: string; name: string; kind: string; clause: string; game: string; round: string; state: string; reason: string; by: string; at: string; deducts: boolean; answer?: string | null }
export const fouls = signal<FoulRow[]>([]);
const loadFouls = () => void get<{ rows: FoulRow[] }>("fouls").then((r) => { if (r) fouls.value = r.rows; });
function Fouls() {
  useEffect(loadFouls, [duties.value]);
  const decide = (f: FoulRow, type: string, title: string) => ask({ title: `${title}：${f.name} ${f.kind}`, reason: true, yes: title, run: (reason) => act(type, { foul: f.foul, reason }).then(loadFouls) });
  const add = () => ask({ title: t("f_add"), reason: true, fields: [{ name: "entrant", label: t("f_entrant") }, { name: "kind", label: t("f_kind"), value: "D3" }], yes: t("yes"), run: (text) => { const f = fieldsOf(text), no = f.entrant!.replace(/^.*-/, ""), section = roundData.value?.section ?? "open"; void act("foul.add", { entrant: `${section}-${Number(no)}`, kind: f.kind, reason: f.reason }).then(loadFouls); } });
  return <section><div class="pagehead"><Headline text={t("v_fouls")} />{mayWrite.value && <button class="ink" onClick={add}>{t("f_add")}</button>}</div>{fouls.value.length ? <div class="tablebox" tabIndex={0} role="region" aria-label={t("v_fouls")}><table class="plain"><thead><tr><th scope="col">{t("c_player")}</th><th scope="col">{t("f_kind")}</th><th scope="col">{t("reasonLabel")}</th><th scope="col">{t("chooseRound")}</th><th scope="col">{t("c_state")}</th><th scope="col"><span class="hidden">{t("f_confirm")}</span></th></tr></thead>
    <tbody>{fouls.value.map((f) => <tr key={f.foul}><th scope="row">{f.name}</th><td>{f.kind} <span class="sub">{f.clause}</span></td><td>{f.reason}{f.answer && <p class="sub">{f.answer}</p>}</td><td class="n">{f.round}</td><td class={f.state === "confirmed" ? "st-stop b" : f.state === "proposed" ? "st-warn" : "sub"}>{t(`f_${f.state}` as Key)}{f.deducts && f.state !== "rejected" ? ` · ${t("f_deducts")}` : ""}</td>
      <td class="buttons">{f.state === "proposed" && mayWrite.value && <><button onClick={() => decide(f, "foul.confirm", t("f_confirm"))}>{t("f_confirm")}</button><button onClick={() => decide(f, "foul.reject", t("f_reject"))}>{t("f_reject")}</button></>}{f.game && <button class="bare link" onClick={() => openGame(f.game)}>{t("p_duty")}</button>}</td></tr>)}</tbody></table></div> : <p class="sub">{t("f_none")}</p>}</section>;
}

interface AuditRow { seq: number; at: string; by: string; kind: string; summary: { zh: string; en: string } }
function Log() {
  const [log, setLog] = useState<{ rows: AuditRow[]; head: string } | null>(null), load = () => void get<{ rows: AuditRow[]; head: string }>("audit").then((r) => r && setLog(r));
  useEffect(load, []);
  const undo = (r: AuditRow) => ask({ title: t("l_undoTitle", { what: both(r.summary) }), reason: true, yes: t("l_undo"), run: (reason) => act("undo", { seq: r.seq, reason }).then(load) });
  return <section><Headline text={t("v_log")} /><p class="deck">{t("l_head")} <span class="n">{log?.head?.slice(0, 16)}</span></p><ol class="log">{[...(log?.rows ?? [])].sort((a, b) => b.seq - a.seq).slice(0, 200).map((r) => <li key={r.seq}><span class="n sub">{r.seq}</span> <time class="n">{clockTime(r.at)}</time> <strong>{r.by}</strong> {both(r.summary)}{mayWrite.value && <button class="bare link" onClick={() => undo(r)}>{t("l_undo")}</button>}</li>)}</ol></section>;
}
