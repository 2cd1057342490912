// One game: board with the river ruler, moves with times, counters, signatures, copies and downloads.
import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { moved, parseFen, placementText, toOf, type Placement } from "../board/placement";
import { Glyph, Headline, SideDot, Strip } from "../look/marks";
import { LazyQr } from "../look/lazy_qr";
import { oldFaces } from "../look/theme";
import { both } from "../words/words";
import type { GameShape } from "../wire/shapes";
import { picture } from "./picture";
import { Masthead } from "./round";
import { isOver, ms, outcomeName, roundName, usedWords } from "./said";
import { changedPlies, clock, game, missing, spoilerFree } from "./store";
import { t, type Key } from "./words";

export const flipped = signal(false);
interface Walked { placement: Placement; quiet: number; same: number; side: "red" | "black" }

/** The positions of a game by moving pieces from point to point; no rules are needed to show what was played. */
export function walk(g: GameShape): Walked[] {
  const start = parseFen(g.start_fen), seen = new Map<string, number>(), out: Walked[] = [];
  let placement = start.placement, side = start.side, quiet = start.quiet;
  const push = () => { const key = placementText(placement) + side, same = (seen.get(key) ?? 0) + 1; seen.set(key, same); out.push({ placement, quiet, same, side }); };
  push();
  g.moves.forEach((m, i) => {
    const gap = g.gaps?.find((x) => x.after_ply === i);
    if (gap?.resume_fen) { const p = parseFen(gap.resume_fen); placement = p.placement; side = p.side; }
    quiet = placement[toOf(m)] ? 0 : quiet + 1;
    placement = moved(placement, m);
    side = side === "red" ? "black" : "red";
    push();
  });
  return out;
}
const usedAt = (g: GameShape, i: number): number | null => {
  const now = g.plies?.[i]?.clock_ms, before = i >= 2 ? g.plies?.[i - 2]?.clock_ms : undefined;
  return now == null || before == null ? null : Math.max(0, before - now);
};

export function Game() {
  const g = game.value;
  if (missing.value) return <div class="livepage"><Masthead /><main class="wenwu"><Headline text={t("unknownGame")} /><a href="#">{t("backToRound")}</a></main></div>;
  if (!g) return <div class="livepage"><Masthead /><main class="wenwu"><Headline text={t("loadingRound")} /></main></div>;
  return <div class="livepage"><Masthead /><GameBody g={g} key={g.game} /></div>;
}

function GameBody({ g }: { g: GameShape }) {
  const walked = useMemo(() => walk(g), [g]), n = g.moves.length, [at, setAt] = useState<number | null>(spoilerFree.value ? 0 : null), ply = Math.min(at ?? n, n), w = walked[ply]!;
  const go = (to: number) => setAt(to >= n ? null : Math.max(0, to));
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test((e.target as HTMLElement).tagName) || e.ctrlKey || e.metaKey) return;
      if (e.key === "ArrowLeft") go(ply - 1); else if (e.key === "ArrowRight") go(ply + 1); else if (e.key === "Home") go(0); else if (e.key === "End") go(n); else if (e.key.toLowerCase() === "f") flipped.value = !flipped.value; else return;
      e.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const hide = spoilerFree.value && ply < n, over = isOver(g) && !hide, limit = g.limits?.limit_rounds ?? 40, start = parseFen(g.start_fen).side === "black" ? 1 : 0;
  const pairAt = (p: number) => Math.floor((p - 1 + start) / 2) + 1, sideAt = (p: number): "red" | "black" => ((p - 1 + start) % 2 ? "black" : "red");
  const clockAt = (side: "red" | "black") => { for (let i = ply; i >= 1; i--) if (sideAt(i) === side && g.plies?.[i - 1]?.clock_ms != null) return ms(g.plies![i - 1]!.clock_ms); return ""; };
  const person = (side: "red" | "black") => <p class="side"><SideDot side={side} /><span class="song name">{(side === "red" ? g.red : g.black).name}</span><span class="sub">{(side === "red" ? g.red : g.black).unit}</span><span class="num clock">{clockAt(side)}</span></p>;
  const corrected = changedPlies.value && clock.value - changedPlies.value.at < 20000 ? changedPlies.value.from : null;
  return <main class="wenwu gamegrid"><section class="gameboard">{person(flipped.value ? "red" : "black")}<Board placement={w.placement} last={ply ? g.moves[ply - 1]! : null} flipped={flipped.value} traditional={oldFaces.value} label={ply ? t("boardLabel", { board: g.board, pair: pairAt(ply), move: g.notation[ply - 1] ?? g.moves[ply - 1]! }) : t("startPosition")} ruler={{ limit, count: Math.floor(w.quiet / 2) }} />{person(flipped.value ? "black" : "red")}</section>
    <section class="gamemoves"><p class="kicker sub">{t("board", { n: g.board })}{g.game_no ? ` · ${g.game_no}` : ""} · {roundName(g.round)}</p><Headline text={hide ? t("resultHidden") : over ? outcomeName(g.result.outcome) : `${g.red.name} – ${g.black.name}`} />
      <p class="sub">{hide ? "" : over && g.result.kind ? t("whole", { n: pairAt(n), kind: t(`kind_${g.result.kind}` as Key) }) : t("plain", { n: n ? pairAt(n) : 0 })}{corrected ? ` · ${t("corrected", { n: pairAt(corrected) })}` : ""}</p>
      <Moves g={g} ply={ply} onPick={go} pairAt={pairAt} sideAt={sideAt} hide={hide} corrected={corrected} /></section>
    <aside class="gameside"><div class="stepper" role="group" aria-label={t("moves")}><button onClick={() => go(0)}>{t("first")}</button><button aria-label={t("stepBack")} onClick={() => go(ply - 1)}><svg viewBox="0 0 10 10" width="11" aria-hidden="true"><path d="M9 0v10L1 5z" fill="currentColor" /></svg></button><button aria-label={t("stepOn")} onClick={() => go(ply + 1)}><svg viewBox="0 0 10 10" width="11" aria-hidden="true"><path d="M1 0v10l8-5z" fill="currentColor" /></svg></button><button onClick={() => go(n)}>{t("last")}</button></div>
      <p class="links"><span role="status">{ply ? t("atMove", { n: pairAt(ply), side: t(sideAt(ply) === "red" ? "redShort" : "blackShort") }) : t("startPosition")}</span><button class="bare" onClick={() => (flipped.value = !flipped.value)}>{t("flip")}</button><button class="bare" onClick={() => (oldFaces.value = !oldFaces.value)}>{t("faces")}</button><button class="bare" aria-pressed={at === null} onClick={() => setAt(null)}>{t("follow")}</button></p>
      <Times g={g} ply={ply} sideAt={sideAt} />
      <section><h2 class="wenwu">{t("counters")}<span class="sub">{t("toHere")}</span></h2><dl class="counters"><div><dt>{t("limitRounds")}</dt><dd class="num">{Math.floor(w.quiet / 2)}<small>/{limit}</small></dd></div><div><dt>{t("samePosition")}</dt><dd class="num">{w.same}<small>/3</small></dd></div></dl></section>
      <section><h2 class="wenwu">{t("record")} {g.record?.signed && g.record.confirmed ? <span><Glyph sign="confirmed" />{t("bothSigned")}</span> : g.record?.signed ? <span><Glyph sign="to_sign" />{t("oneSigned")}</span> : <span class="sub">{g.record?.disputed ? t("disputedNow") : t("notSigned")}</span>}<span class="sub n">{g.record?.hash?.slice(0, 8).toUpperCase().replace(/(....)/, "$1 ")}</span></h2><Strip stretches={n ? [{ rounds: n / 2, kind: (g.gaps?.length ?? 0) > 0 ? "unchecked" : "ok" }] : []} /></section>
      <Take g={g} fen={`${placementText(w.placement)} ${w.side === "red" ? "w" : "b"} - - ${w.quiet} ${pairAt(ply + 1)}`} /></aside></main>;
}

function Moves({ g, ply, onPick, pairAt, sideAt, hide, corrected }: { g: GameShape; ply: number; onPick: (ply: number) => void; pairAt: (p: number) => number; sideAt: (p: number) => "red" | "black"; hide: boolean; corrected: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const now = box.current?.querySelector("[aria-current]");
    if (!now || !box.current) return;
    const a = now.getBoundingClientRect(), b = box.current.getBoundingClientRect();
    if (a.bottom > b.bottom || a.top < b.top) box.current.scrollTop += a.bottom - b.bottom + b.height / 3;
  }, [ply, g.moves.length]);
  const rows: (preact.JSX.Element | null)[] = [], n = hide ? ply : g.moves.length;
  const gap = (after: number) => { if (g.gaps?.some((x) => x.after_ply === after)) rows.push(<tr key={`g${after}`} class="boxed"><th scope="row">…</th><td colSpan={4} class="st-stop">{t("gapHere")}</td></tr>); };
  const cells = (p: number | null) => {
    if (p === null || p > n) return [<td key="m" />, <td key="t" />];
    const used = usedAt(g, p - 1);
    return [<td key="m" class={`${p === ply ? "now" : ""}${corrected && p >= corrected ? " corrected" : ""}`}><button class="bare" aria-current={p === ply ? "step" : undefined} onClick={() => onPick(p)}>{g.notation[p - 1] ?? g.moves[p - 1]}</button></td>, <td key="t" class="n sub time">{used === null ? "" : usedWords(used)}</td>];
  };
  gap(0);
  for (let p = 1; p <= n;) {
    const black = sideAt(p) === "black", second = !black && p + 1 <= n ? p + 1 : null;
    rows.push(<tr key={p}><th scope="row" class="n">{pairAt(p)}</th>{black ? [<td key="x" />, <td key="y" />] : cells(p)}{cells(black ? p : second)}</tr>);
    const to = black ? p : second ?? p;
    for (let q = p; q <= to; q++) {
      gap(q);
      for (const v of g.variations ?? []) if (v.after_ply === q - 1) rows.push(<tr key={`v${q}`} class="aside"><th scope="row" /><td colSpan={4}>{t("variation")} {(v.notation ?? v.moves).join(" ")}</td></tr>);
      for (const c of g.comments ?? []) if (c.ply === q) rows.push(<tr key={`c${q}`} class="aside"><th scope="row" /><td colSpan={4}>{c.text}</td></tr>);
      for (const r of g.proposals ?? []) if (r.ply === q && r.state === "accepted") rows.push(<tr key={`r${r.id}`} class="boxed"><th scope="row" /><td colSpan={4}><strong>{t("ruling")}</strong> {both(r.message)}</td></tr>);
    }
    p = to + 1;
  }
  return <div class="moves" ref={box} tabIndex={0} role="region" aria-label={t("moves")}><table><thead><tr><th scope="col"><span class="hidden">{t("roundColumn")}</span></th><th scope="col">{t("redShort")}</th><th scope="col" class="time">{t("used")}</th><th scope="col">{t("blackShort")}</th><th scope="col" class="time">{t("used")}</th></tr></thead><tbody>{rows}</tbody></table></div>;
}

function Times({ g, ply, sideAt }: { g: GameShape; ply: number; sideAt: (p: number) => "red" | "black" }) {
  const used = g.moves.map((_, i) => usedAt(g, i)), known = used.filter((x): x is number => x !== null);
  if (!known.length) return null;
  const max = Math.max(...known, 1), pairs = Math.ceil(g.moves.length / 2) + 1;
  const sum = (side: "red" | "black") => ms(used.reduce<number>((s, x, i) => s + (x !== null && sideAt(i + 1) === side ? x : 0), 0));
  return <section><h2 class="wenwu">{t("timeUsed")}<span class="sub">{t("timeHint")}</span></h2><svg class="times" viewBox={`0 0 ${pairs * 4} 80`} preserveAspectRatio="none" aria-hidden="true">{used.map((x, i) => { if (x === null) return null; const h = (x / max) * 38, red = sideAt(i + 1) === "red"; return <rect key={i} x={Math.floor(i / 2) * 4} y={red ? 40 - h : 40} width="3" height={h} fill={red ? "var(--zhu)" : "var(--ink)"} />; })}<path d={`M${(ply / 2) * 4} 0V80`} stroke="var(--mark)" stroke-width="1.2" vector-effect="non-scaling-stroke" /></svg><p class="links sub"><span>{t("redShort")} <span class="n">{sum("red")}</span></span><span>{t("blackShort")} <span class="n">{sum("black")}</span></span></p></section>;
}

function Take({ g, fen }: { g: GameShape; fen: string }) {
  const [say, setSay] = useState(""), [more, setMore] = useState<"embed" | "qr" | null>(null), base = `/api/v1/games/${g.game}`, address = `${location.origin}/live#game/${g.game}`;
  const copy = async (text: string | Promise<string>) => { try { await navigator.clipboard.writeText(await text); setSay(t("copied")); } catch { setSay(t("copyFailed")); } };
  const code = `<iframe src="${location.origin}/embed/game/${g.game}" width="420" height="640" title="${g.red.name} – ${g.black.name}"></iframe>`;
  return <section class="take"><button class="ink" onClick={() => void copy(fetch(`${base}.dhtmlxq.txt`).then((r) => { if (!r.ok) throw new Error(); return r.text(); }))}>{t("copyDhtml")}</button>
    <a class="button" href={`${base}.pgn`} download>PGN</a><a class="button" href={`${base}.xqf`} download>XQF</a><button class="strong" onClick={() => void copy(fen)}>{t("copyFen")}</button><button class="strong" onClick={() => void picture(document.querySelector<SVGSVGElement>(".gameboard svg.board")!, `${g.game}.png`)}>{t("savePicture")}</button>
    <button aria-expanded={more === "embed"} onClick={() => setMore(more === "embed" ? null : "embed")}>{t("embed")}</button><button aria-expanded={more === "qr"} onClick={() => setMore(more === "qr" ? null : "qr")}>{t("qr")}</button>
    <p role="status" class="wide sub">{say}</p>{more === "embed" && <label class="wide">{t("embedCode")}<textarea readOnly rows={3} value={code} /></label>}{more === "qr" && <div class="wide"><LazyQr text={address} size={180} /></div>}</section>;
}
