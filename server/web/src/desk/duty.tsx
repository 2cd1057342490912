// One duty: both players' records side by side with the first difference on two boards, or the one record there is; what an
// arbiter can decide about it; transcription of a paper sheet with its photo beside the board.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../board/board";
import { Glyph, Headline, SideDot, Strip } from "../look/marks";
import { firstDifference, nextDifference } from "../game/compare";
import { lineOf, tell, type Told } from "../game/record";
import type { GameShape, Version } from "../wire/shapes";
import { both } from "../words/words";
import { ask, dialog, fieldsOf } from "./frame";
import { MoveTable } from "./moves";
import { call, callList, excuse } from "./round";
import { clockTime, dutySign, dutyWords, forSide, outcomeName, reasons } from "./said";
import { Transcribe } from "./transcribe";
import { act, boardOf, duties, engine, gameData, gameId, isChief, mayWrite, nameOf, now, openGame, page } from "./store";
import { t, type Key } from "./words";

const labels = () => ({ round: t("pair", { n: "" }), red: t("red"), black: t("black"), moves: t("d_record") });

function told(game: GameShape, version: Version | null): Told | null {
  const e = engine.value;
  if (!e) return null;
  return tell(e, version ? { start: game.start_fen, moves: version.moves, marks: version.moves.map(() => null), gaps: [], tail: [] } : lineOf(game));
}

export function DutyPage() {
  const g = gameData.value;
  const [writing, setWriting] = useState(false);
  useEffect(() => setWriting(false), [gameId.value]);
  if (!gameId.value) return <><Headline text={t("p_duty")} /><p class="deck">{t("d_pick")}</p><ol class="picklist">{callList().concat((duties.value?.duties ?? []).filter((d) => d.state === "submitted")).map((d) => <li key={d.duty}><button class="bare" onClick={() => openGame(d.game)}><strong class="n">{d.board}</strong> <Glyph sign={dutySign(d, boardOf(d.game))} />{d.red_name} – {d.black_name} · {dutyWords(d, boardOf(d.game), now.value)}</button></li>)}</ol></>;
  if (!g || !engine.value) return <Headline text={t("loading")} />;
  if (writing) return <Transcribe game={g} onDone={() => setWriting(false)} />;
  return (g.versions?.length ?? 0) > 1 ? <Two g={g} onWrite={() => setWriting(true)} /> : <One g={g} onWrite={() => setWriting(true)} />;
}

function useSteps(max: number, first: number, differ?: (after: number) => number | null) {
  const [at, setAt] = useState(first);
  useEffect(() => setAt(first), [first]);
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test((e.target as HTMLElement).tagName) || dialog.value || e.ctrlKey || e.metaKey) return;
      if (e.key === "ArrowRight") setAt((x) => Math.min(max, x + 1));
      else if (e.key === "ArrowLeft") setAt((x) => Math.max(0, x - 1));
      else if (e.key === "Home") setAt(0);
      else if (e.key === "End") setAt(max);
      else if (e.key.toLowerCase() === "n" && differ) setAt((x) => differ(x) ?? x);
      else if (e.key === "Escape") page.value = "round";
      else { const button = document.querySelector<HTMLButtonElement>(`[data-key="${e.key}"]`); if (!button) return; button.click(); }
      e.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [max, differ]);
  return [at, setAt] as const;
}

function Buttons({ g, onWrite }: { g: GameShape; onWrite: () => void }) {
  const d = g.duty, version = d?.version;
  if (!mayWrite.value) return null;
  const reasoned = (title: string, type: string, data: object, fields?: { name: string; label: string; type?: "text" | "time"; value?: string }[]) => ask({ title, reason: true, fields, yes: t("yes"), run: (text) => { const f = fields ? fieldsOf(text) : { reason: text }; void act(type, { ...data, ...f, expect_version: version }); } });
  return <div class="dutybuttons"><button class="ink" onClick={() => void act("record.accept", { game: g.game, expect_version: g.version })}>{t("d_accept")}</button>
    <button onClick={onWrite}>{t("d_transcribe")}</button><button onClick={() => reasoned(t("d_paper"), "duty.paper", { duty: d?.duty ?? g.game })}>{t("d_paper")}</button>
    {d && isChief.value && <button onClick={() => excuse(d)}>{t("excuse")}</button>}{d && <button onClick={() => call(d)}>{t("called")}</button>}
    <details class="more"><summary>…</summary><div>
      <button onClick={() => ask({ title: t("d_complete"), reason: true, fields: [{ name: "until", label: t("until"), type: "time", value: clockTime(now.value + 15 * 60000) }], yes: t("yes"), run: (text) => { const f = fieldsOf(text), until = new Date(now.value), [h, m] = f.until!.split(":").map(Number); until.setHours(h!, m!, 0, 0); void act("record.request_completion", { game: g.game, until: until.toISOString(), reason: f.reason }); } })}>{t("d_complete")}</button>
      <button onClick={() => reasoned(t("d_false"), "record.find_false", { game: g.game })}>{t("d_false")}</button><button onClick={() => reasoned(t("d_reopen"), "record.reopen", { game: g.game })}>{t("d_reopen")}</button>
      <button onClick={() => reasoned(t("d_exempt"), "board.broadcast", { game: g.game, on: true }, [{ name: "where", label: t("d_whereLive") }])}>{t("d_exempt")}</button>
      <button onClick={() => reasoned(t(d?.reasons.includes("designated") ? "d_undesignate" : "d_designate"), "board.designate", { game: g.game, on: !d?.reasons.includes("designated") })}>{t(d?.reasons.includes("designated") ? "d_undesignate" : "d_designate")}</button>
      <button onClick={() => reasoned(t("d_move"), "record.move", { game: g.game }, [{ name: "to_game", label: t("d_moveTo") }])}>{t("d_move")}</button><button onClick={() => reasoned(t("d_swap"), "record.move", { game: g.game, to_game: g.game, swap: true })}>{t("d_swap")}</button>
      {d && <button onClick={() => ask({ title: t("d_reassign"), reason: true, yes: t("yes"), choices: [{ value: g.red.entrant, label: g.red.name }, { value: g.black.entrant, label: g.black.name }], run: (text) => { const f = fieldsOf(text); void act("duty.reassign", { duty: d.duty, to: f.choice, reason: f.reason }); } })}>{t("d_reassign")}</button>}
      <button onClick={() => ask({ title: t("d_foul"), reason: true, yes: t("yes"), choices: [{ value: g.red.entrant, label: g.red.name }, { value: g.black.entrant, label: g.black.name }], fields: [{ name: "kind", label: t("f_kind"), value: "D3" }], run: (text) => { const f = fieldsOf(text); void act("foul.add", { entrant: f.choice, kind: f.kind, game: g.game, reason: f.reason }); } })}>{t("d_foul")}</button>
    </div></details></div>;
}

function Facts({ g }: { g: GameShape }) {
  const r = g.record, lines: { at?: string; text: string }[] = [];
  for (const s of g.result.stated ?? []) lines.push({ at: s.at, text: `${nameOf(s.by)}：${outcomeName(s.outcome)}${s.kind ? `，${t(`kind_${s.kind}` as Key)}` : ""}` });
  if (r.signed) lines.push({ at: r.signed.at, text: t("d_signed", { name: nameOf(r.signed.by) }) });
  if (r.confirmed) lines.push({ at: r.confirmed.at, text: t("d_confirmed", { name: nameOf(r.confirmed.by) }) });
  if (r.disputed) lines.push({ at: r.disputed.at, text: t("d_disputed", { name: nameOf(r.disputed.by), ply: r.disputed.ply, reason: r.disputed.reason }) });
  const findings = g.duty?.findings ?? [];
  return <><h2 class="wenwu colhead">{t("d_origin")}</h2><ol class="events">{lines.map((l, i) => <li key={i}><time class="n">{clockTime(l.at)}</time> {l.text}</li>)}</ol>
    {findings.length > 0 && <><h2 class="wenwu colhead">{t("d_findings")}</h2><ul class="events">{findings.map((f, i) => <li key={i}><span class="n">{f.weight}</span> {both(f.message)}</li>)}</ul></>}</>;
}

function Head({ g, text, deck, onWrite }: { g: GameShape; text: string; deck: string; onWrite: () => void }) {
  return <div class="pagehead"><div><Headline text={text} /><p class="deck">{deck}{g.duty ? ` ${t("c_reason")}：${reasons(g.duty)}` : ""}{g.duty?.deadline ? ` · ${t("deadline")} ${clockTime(g.duty.deadline)}` : ""}</p></div><Buttons g={g} onWrite={onWrite} /></div>;
}

function Two({ g, onWrite }: { g: GameShape; onWrite: () => void }) {
  const [a, b] = [g.versions![0]!, g.versions![1]!], left = useMemo(() => told(g, a)!, [g]), right = useMemo(() => told(g, b)!, [g]);
  const first = g.first_difference?.ply ?? firstDifference(a.moves, b.moves) ?? 1, max = Math.max(left.steps.length, right.steps.length);
  const differ = useMemo(() => (x: number) => nextDifference(a.moves, b.moves, x), [g]);
  const [at, setAt] = useSteps(max, first, differ);
  const l = left.steps[at - 1], r = right.steps[at - 1], fl = left.steps[first - 1], fr = right.steps[first - 1], where = fl ?? fr;
  const use = (v: Version, name: string) => ask({ title: name, reason: true, yes: t("yes"), run: (reason) => act("record.accept", { game: g.game, version: v.hash, source: v.source, by: v.by, reason, expect_version: g.version }) });
  const column = (v: Version, tl: Told, side: "red" | "black") => <section class="version"><h2 class="wenwu colhead"><SideDot side={side} />{v.by === g.red.entrant ? t("d_redRecord") : v.by === g.black.entrant ? t("d_blackRecord") : t("d_record")}<span class="end sub">{t(`d_source_${v.source}` as Key) ?? v.source} · {clockTime(v.at)} · {t("d_hash")} {v.hash.slice(0, 8).toUpperCase()}</span></h2>
    <div class="boardmoves"><Board placement={tl.steps[at - 1]?.after ?? tl.startPlacement} last={tl.steps[at - 1]?.move ?? null} label={`${nameOf(v.by)}，${tl.steps[at - 1]?.words ?? t("startPosition")}`} /><MoveTable steps={tl.steps} current={at} onPick={setAt} labels={{ ...labels(), moves: v.by === g.red.entrant ? t("d_redRecord") : t("d_blackRecord") }} /></div>
    <p class="under"><span class="song name">{nameOf(v.by)}</span> <span class="sub">{(v.by === g.red.entrant ? g.red : g.black).unit} · {(() => { const x = forSide(g.result, v.by === g.red.entrant ? "red" : "black"); return x ? t(x) : ""; })()}</span><span class="end sub">{t("rounds", { n: Math.ceil(tl.steps.length / 2) })}</span></p>
    <Strip stretches={[{ rounds: (first - 1) / 2, kind: "ok" }, { rounds: (tl.steps.length - first + 1) / 2, kind: "unchecked" }]} total={max / 2} /></section>;
  return <><Head g={g} onWrite={onWrite} text={t("d_head", { b: g.board, r: where?.pair ?? 1, side: t(where?.side ?? "red") })} deck={t("d_same", { n: first - 1 })} />
    <div class="twogrid">{column(a, left, a.by === g.black.entrant ? "black" : "red")}
      <section class="between2"><h2 class="wenwu colhead">{t("d_first")}</h2><p class="sub c">{t("pair", { n: where?.pair ?? 1 })} · {t(where?.side === "black" ? "blackShort" : "redShort")}</p><p class="song cmp">{fl?.words ?? "—"}</p><p class="sub c">{t("d_or")}</p><p class="song cmp">{fr?.words ?? "—"}</p>
        <ol class="pairs">{Array.from({ length: 5 }, (_, i) => first - 1 + i).filter((p) => p >= 1 && p <= max).map((p) => <li key={p} class={p === at ? "now" : ""}><span>{left.steps[p - 1]?.words ?? "—"}</span> <span class="n">{(left.steps[p - 1] ?? right.steps[p - 1])?.pair}{p % 2 ? "" : "…"}</span> <span>{right.steps[p - 1]?.words ?? "—"}</span></li>)}</ol>
        {mayWrite.value && <div class="stack"><button data-key="1" class="ink" onClick={() => use(a, t("d_left"))}>{t("d_left")} <kbd>1</kbd></button><button data-key="2" class="strong" onClick={() => use(b, t("d_right"))}>{t("d_right")} <kbd>2</kbd></button>
          <button data-key="3" class="strong" onClick={() => g.duty && call(g.duty)}>{t("d_callBoth")} <kbd>3</kbd></button><button onClick={onWrite}>{t("d_edit")}</button></div>}</section>
      {column(b, right, b.by === g.red.entrant ? "red" : "black")}</div>
    <div class="onefacts"><Facts g={g} /></div><p class="keys">{t("d_steps")}<span class="end">{t("d_undoNote")}</span></p><span class="hidden" role="status">{l?.words} {r?.words}</span></>;
}

function One({ g, onWrite }: { g: GameShape; onWrite: () => void }) {
  const tl = useMemo(() => told(g, null)!, [g]), n = tl.steps.length, [at, setAt] = useSteps(n, n), d = g.duty, b = boardOf(g.game);
  const state = d ? dutyWords(d, b, now.value) : t("d_noRecord");
  return <><Head g={g} onWrite={onWrite} text={t("d_headOne", { b: g.board, state })} deck={`${g.red.name} – ${g.black.name} · ${outcomeName(g.result.outcome)}${g.result.kind ? `（${t(`kind_${g.result.kind}` as Key)}）` : ""}`} />
    <div class="onegrid"><section class="version"><h2 class="wenwu colhead">{t("d_record")}<span class="end sub">{(g.record.sources ?? []).map((s) => t(`d_source_${s}` as Key) ?? s).join("、")} · {t("d_hash")} {g.record.hash?.slice(0, 8).toUpperCase()}</span></h2>
      <div class="boardmoves"><Board placement={tl.steps[at - 1]?.after ?? tl.startPlacement} last={tl.steps[at - 1]?.move ?? null} label={tl.steps[at - 1]?.words ?? t("startPosition")} ruler={g.limits ? { limit: g.limits.limit_rounds, count: at === n ? Math.floor(g.limits.quiet_plies / 2) : 0 } : null} />
        <MoveTable steps={tl.steps} current={at} onPick={setAt} labels={labels()} /></div>
      {g.tail && g.tail.length > 0 && <p class="st-warn">{t("state_doubtful")}：{g.tail.map((x) => x.text).join(" ")}</p>}</section>
      <section><Facts g={g} />{(g.gaps?.length ?? 0) > 0 && <p class="st-stop"><Glyph sign="gap" />{t("gapsText", { n: g.gaps!.length })}</p>}</section></div><p class="keys">{t("d_steps")}<span class="end">{t("d_undoNote")}</span></p></>;
}
