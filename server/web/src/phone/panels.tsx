// What stands under the board when something is to be decided: a move that cannot be played, a correction, a gap, the actions
// on one ply.
import { computed, signal } from "@preact/signals";
import { parseFen, placementText, type Placement } from "../board/placement";
import { SideDot, Strip } from "../look/marks";
import { stretches } from "../game/record";
import type { Slip } from "../game/nearest";
import { action, commitEdit, cursor, editing, effect, entryFen, fault, gapping, leftFault, removePly, clearSelection } from "./entry";
import { act, append, gameId, line, readOnly, replace, told } from "./store";
import { shortSide } from "./said";
import { t } from "./words";

export function slipText(slip: Slip): string {
  switch (slip.kind) {
    case "swapped": return t("slipSwapped");
    case "character": return t("slipChar", { was: slip.was, now: slip.now });
    case "characters": return t("slipChars", { n: slip.n });
    case "missing": return t("slipMissing");
    default: return t("slipOther");
  }
}

export function FaultPanel() {
  const f = fault.value!, tl = told.value!, english = document.documentElement.lang === "en";
  const why = f.why.split("\n")[english ? 1 : 0] ?? "";
  return <section class="fault" role="alert" aria-label={`${f.text} ${t("cannotPlay")}`}>
    <div class="faulthead wenwu stop"><p class="song"><span class="n">{tl.pair}{tl.side === "black" ? "…" : ""}</span> <s>{f.text}</s> {t("cannotPlay")}</p>
      <p>{why}{f.readings.length ? ` ${t("didYouMean")}` : ""}</p></div>
    <ol class="readings">{f.readings.map((r, i) => <li key={r.move}><button class={i ? "" : "first"} onClick={() => takeReading(r.move)}>
      <span class="disc n">{i + 1}</span><span class="song">{r.words}</span><span class="slip">{slipText(r.slip)}</span><span class="fits">{t("follows", { n: r.follows })}</span></button></li>)}</ol>
    <div class="ways3">
      <button onClick={() => { void act({ type: "record.gap", data: { game: gameId.value!, at_ply: line.value.moves.length, plies: 1 } }); }}>{t("gapHere")}</button>
      <button onClick={() => { leftFault.value = true; cursor.value = Math.max(1, tl.steps.length); action.value = tl.steps.length; }}>{t("fixEarlier")}</button>
      <button disabled={!f.meant} onClick={() => void keepAsPlayed(f.meant!)}>{t("reallyPlayed")}</button>
    </div>
    <p class="foot">{t("tailKept", { n: f.rest })} <button class="bare link" onClick={() => { leftFault.value = true; }}>{t("keepOff")}</button></p>
  </section>;
}

/** The reading takes the place of the first kept move; what follows is tried again behind it. */
const takeReading = (move: string) => void replace(line.value.moves.length, 1, [move]);

async function keepAsPlayed(move: string) {
  await replace(line.value.moves.length, 1, []);
  await append([move], true);
}

export function EditPanel() {
  const ed = editing.value!, tl = told.value!, old = ed.kind === "change" ? tl.steps[ed.ply - 1] : undefined, ef = effect.value;
  const { side, pair } = parseFen(entryFen.value);
  const total = line.value.moves.length;
  return <section class="edit">
    <div class="moveline wenwu"><p class="song big"><span class="n small">{pair}{side === "black" ? "…" : ""}</span> {old && <s>{old.words}</s>} {ed.words || <span class="hint">{t("tapNew")}</span>}</p>
      <p class="turn"><SideDot side={side} /><strong>{ed.move ? t("tapAgain") : ""}</strong></p></div>
    <div class="editbody">
      {ef ? <><Strip stretches={[{ rounds: (ed.ply - 1) / 2, kind: "ok" }, { rounds: (ef.fits + 1) / 2, kind: "again" }, { rounds: ef.rest / 2, kind: "unchecked" }]} />
        <p>{ef.failing ? t("tailBreaks", { n: ef.fits, pair: ef.failing.pair, side: shortSide(ef.failing.side), rest: ef.rest }) : ef.fits ? t("tailFits", { n: ef.fits }) : t("noTail")}</p>
        {ef.failing && <div class="failing"><p><span class="n">{ef.failing.pair}{ef.failing.side === "black" ? "…" : ""}</span> <span class="song">{ef.failing.text}</span> {ef.failing.readings.length ? t("firstFail") : t("cannotPlay")}</p>
          <div class="buttons">{ef.failing.readings.slice(0, 2).map((r) => <button key={r.move} class="strong" onClick={() => commitEdit(r.move)}>{r.words}</button>)}</div></div>}</>
        : <Strip stretches={stretches(line.value)} total={total / 2} />}
      <div class="buttons pair2"><button class="strong" onClick={() => (editing.value = null)}>{t("leaveChange")}</button>
        <button class="ink" disabled={!ed.move} onClick={() => commitEdit()}>{t("doChange")}</button></div>
    </div>
  </section>;
}

export function ActionPanel({ ply }: { ply: number }) {
  const step = told.value!.steps[ply - 1];
  if (!step) return null;
  const begin = (kind: "change" | "insert") => { clearSelection(); action.value = null; cursor.value = null; leftFault.value = false; editing.value = { kind, ply, move: null, words: "" }; };
  return <div class="actions" role="group" aria-label={t("chooseAction", { n: step.pair, side: shortSide(step.side), move: step.words })}>
    {!readOnly.value && <><button onClick={() => begin("change")}>{t("change")}</button><button onClick={() => begin("insert")}>{t("insertBefore")}</button>
      <button onClick={() => removePly(ply)}>{t("removePly")}</button>
      <button onClick={() => { action.value = null; cursor.value = null; leftFault.value = false; void act({ type: "record.gap", data: { game: gameId.value!, at_ply: ply - 1, plies: 1 } }); }}>{t("swapSides")}</button></>}
    <button onClick={() => { cursor.value = Math.max(0, ply - 1); action.value = ply > 1 ? ply - 1 : null; }}>{t("stepBack")}</button>
    <button onClick={() => { const end = ply + 1 >= told.value!.steps.length; cursor.value = end ? null : ply + 1; action.value = end ? null : ply + 1; }}>{t("stepOn")}</button>
    <button onClick={() => { action.value = null; cursor.value = null; }}>{t("close")}</button>
  </div>;
}

const setup = signal<Placement | null>(null), held = signal<number | null>(null), sideWish = signal<"red" | "black" | null>(null), plies = signal<number | null | "position">(1);
const base = computed(() => told.value?.placement ?? parseFen(line.value.start).placement);
/** The pieces as the recorder sets them for going on after a gap: anything goes, the service checks it. */
export const gapSetup = {
  get value(): Placement { return setup.value ?? base.value; },
  held,
  tap(point: number) {
    const now = gapSetup.value, from = held.value;
    if (from === null) { if (now[point]) held.value = point; return; }
    if (from !== point) gapSetup.put(from, point);
    held.value = null;
  },
  drag(from: number, to: number) { if (gapSetup.value[from]) gapSetup.put(from, to); },
  put(from: number, to: number | null) {
    const next = gapSetup.value.slice();
    if (to !== null) next[to] = next[from] ?? null;
    next[from] = null;
    setup.value = next;
    plies.value = plies.value === 1 ? null : plies.value;
  },
  clear() { setup.value = null; held.value = null; sideWish.value = null; plies.value = 1; },
};

export function GapPanel() {
  const at = gapping.value!.at, tl = told.value!, n = plies.value === "position" ? null : plies.value;
  const side = sideWish.value ?? (n !== null && n % 2 ? (tl.side === "red" ? "black" : "red") : tl.side);
  const pair = tl.pair + Math.floor(((n ?? 0) + (tl.side === "black" ? 1 : 0)) / 2);
  const leave = () => { gapping.value = null; gapSetup.clear(); };
  const done = () => {
    const fen = setup.value || n === null ? `${placementText(gapSetup.value)} ${side === "red" ? "w" : "b"} - - 0 ${pair}` : undefined;
    void act({ type: "record.gap", data: { game: gameId.value!, at_ply: at, plies: n, resume_fen: setup.value ? fen : undefined } });
    leave();
  };
  return <section class="gap" aria-label={t("gapTitle")}>
    <div class="wenwu pad"><p class="song">{t("gapTitle")}</p><p>{t("gapPositionMore")}</p></div>
    <fieldset><legend>{t("gapHow")}</legend><div class="buttons">
      {([[1, t("gapOne")], [2, t("gapRoundsChoice", { n: 1 })], [4, t("gapRoundsChoice", { n: 2 })], [6, t("gapRoundsChoice", { n: 3 })], [null, t("gapUnknown")]] as const).map(([v, name]) =>
        <button key={String(v)} aria-pressed={n === v} class={n === v ? "ink" : "strong"} onClick={() => (plies.value = v)}>{name}</button>)}</div></fieldset>
    <fieldset><legend>{t("gapSideToMove")}</legend><div class="buttons">
      {(["red", "black"] as const).map((s) => <button key={s} aria-pressed={side === s} class={side === s ? "ink" : "strong"} onClick={() => (sideWish.value = s)}><SideDot side={s} />{t(s)}</button>)}
      <button disabled={held.value === null} onClick={() => { if (held.value !== null) gapSetup.put(held.value, null); held.value = null; }}>{t("gapRemove")}</button>
      <button disabled={!setup.value} onClick={() => { setup.value = null; held.value = null; }}>{t("gapReset")}</button></div></fieldset>
    <div class="buttons pair2"><button class="strong" onClick={leave}>{t("cancel")}</button><button class="ink" onClick={done}>{t("gapDo")}</button></div>
  </section>;
}
