// Recording: tabs, board, the current move large, rows, bar. Landscape puts the board on the left and all else on the right.
import { useEffect, useRef } from "preact/hooks";
import { Board, type BoardProps } from "../board/board";
import { PieceIcon } from "../board/drawing";
import { fileAndLine, faceOf, fromOf, sideOf } from "../board/placement";
import { SideDot } from "../look/marks";
import { oldFaces } from "../look/theme";
import { Aside, Head, OfflineBand, StateWords, TwoPhones } from "./frame";
import { Keypad, keypadMarks, useKeypad } from "./keypad";
import { ActionPanel, EditPanel, FaultPanel, GapPanel, gapSetup } from "./panels";
import { after, loadAfter } from "./later";
import { MoveRows } from "./rows";
import { sideName } from "./said";
import { action, alarm, candidates, clearSelection, cursor, drag, editing, fault, gapping, message, play, selected, shown, shownPly, spoken, tap, targets, undo } from "./entry";
import { flipped, game, gameId, ask, hints, isScribe, line, mode, online, opposite, readOnly, screen, told, unsentFrom, type Mode } from "./store";
import { t } from "./words";

const pointName = (point: number): string => {
  const { placement } = shown.value, piece = placement[point], seat = flipped.value ? "black" : "red";
  const { file, line: n } = fileAndLine(point, seat);
  const what = piece ? t(sideOf(piece) === "red" ? "redShort" : "blackShort") + faceOf(piece) : t("empty");
  const reach = targets.value.includes(point) ? ` ${t(piece ? "canTake" : "canGo")}` : "";
  return `${t("file", { f: file, n })} ${what}${reach}`;
};

function tabs() {
  const names: [Mode, string, string][] = [["tap", t("tabTap"), t("tabTapShort")], ["keys", t("tabKeys"), t("tabKeysShort")], ["paste", t("tabPaste"), t("tabPasteShort")]];
  return names.map(([m, long, short]) => <button key={m} role="tab" id={`tab-${m}`} aria-selected={mode.value === m} aria-controls="tabpanel" aria-label={long} class={mode.value === m ? "ink" : ""}
    onClick={() => { mode.value = m; clearSelection(); cursor.value = null; }}><span class="long" aria-hidden="true">{long}</span><span class="short" aria-hidden="true">{short}</span></button>);
}

export function Record() {
  const tl = told.value, keypad = useKeypad();
  const keys = mode.value === "keys" && !fault.value && !editing.value && !gapping.value;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (/^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName) || event.ctrlKey || event.metaKey) return;
      if (event.key === "Escape") { clearSelection(); action.value = null; editing.value = null; gapping.value = null; }
      if (mode.value === "keys") return;
      if (event.key === "u" || event.key === "U") undo();
      if (event.key === "g" || event.key === "G") gapping.value = { at: line.value.moves.length };
      if (event.key === "f" || event.key === "F") flipped.value = !flipped.value;
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  if (!tl || !game.value) return <><Head /><p class="hidden" role="status">{t("loading")}</p><Board placement={shown.value.placement} label={t("loading")} /><p class="note">{t("loading")}</p></>;
  const now = shown.value, marks = keys ? keypadMarks(keypad) : { selected: selected.value, targets: targets.value };
  const f = fault.value, ed = editing.value;
  const arrows: BoardProps["arrows"] = f ? f.readings.map((r, i) => ({ from: fromOf(r.move), to: fromOf(r.move.slice(2)), kind: i ? "other" : "best", number: i + 1 }))
    : ed?.move ? [{ from: fromOf(ed.move), to: fromOf(ed.move.slice(2)), kind: "best" }]
    : candidates.value ? candidates.value.moves.map((m) => ({ from: fromOf(m.move), to: candidates.value!.target, kind: "best" as const })) : undefined;
  const checked = !ed && cursor.value === null && tl.inCheck ? now.placement.indexOf(tl.side === "red" ? "K" : "k") : null;
  const board = gapping.value ? gapSetup.value : now.placement;
  const view = <div class="boardplace"><Board placement={board} label={t("boardName", { side: sideName(now.side) })} flipped={flipped.value} opposite={opposite.value} traditional={oldFaces.value}
    last={gapping.value ? null : now.last} selected={gapping.value ? gapSetup.held.value : marks.selected} targets={gapping.value ? [] : marks.targets} check={checked === -1 ? null : checked} arrows={arrows}
    nameOf={pointName} onTap={gapping.value ? gapSetup.tap : tap} onDrag={gapping.value ? gapSetup.drag : drag}
    onBetween={() => { message.value = { text: t("between") }; }} /></div>;
  const paste = mode.value === "paste" && !f && !ed && !gapping.value;
  const title = ed ? t(ed.kind === "change" ? "changing" : "inserting", { n: tl.steps[ed.ply - 1]?.pair ?? tl.pair, side: t(now.side === "red" ? "redShort" : "blackShort") }) : undefined;
  return <main class={`record ${keys ? "withkeys" : paste ? "withpaste" : f ? "withfault" : ed ? "withedit" : "withtap"}`}>
    <Head title={title} onBack={ed ? () => (editing.value = null) : undefined} right={ed ? t("originalKept") : isScribe.value ? <><span class="tag">{t("scribeHead")}</span> <StateWords /></> : undefined}>
      {!f && !ed && <span class="headtabs" role="tablist" aria-label={t("tabs")}>{tabs()}</span>}
    </Head>
    <h1 class="hidden">{t("boardHead", { n: game.value.board })}</h1>
    <OfflineBand /><TwoPhones /><Aside />{readOnly.value && <p class="note">{t("locked")}</p>}
    <p class="hidden" role="status" aria-live="polite">{spoken.value}</p><p class="hidden" role="alert">{alarm.value}</p>
    <div id="tabpanel" role={f || ed ? undefined : "tabpanel"} aria-labelledby={f || ed ? undefined : `tab-${mode.value}`} class="panel">
      {paste ? <PasteBox /> : <>
        <div class="upper">{view}{keys && <MoveRows told={tl} line={line.value} current={shownPly.value} onPick={pick} unsentFrom={unsentFrom.value} class="beside" />}</div>
        <div class="lower">
          {gapping.value ? <GapPanel /> : f ? <FaultPanel /> : ed ? <EditPanel /> : keys ? <Keypad state={keypad} /> : <>
            <MoveLine />
            {action.value !== null ? <ActionPanel ply={action.value} /> : candidates.value ? <WhoGoes /> : null}
            <MoveRows told={tl} line={line.value} current={shownPly.value} onPick={pick} unsentFrom={unsentFrom.value} />
            <Bar />
          </>}
        </div></>}
    </div>
  </main>;
}

function PasteBox() {
  const a = after.value;
  if (!a) void loadAfter();
  return a ? <a.Paste /> : <p class="note">{t("loading")}</p>;
}

const pick = (ply: number) => { cursor.value = ply === told.value!.steps.length ? null : ply; action.value = ply; clearSelection(); };

function MoveLine() {
  const tl = told.value!, step = tl.steps[shownPly.value - 1], next = shown.value.side;
  const text = message.value;
  return <div class="moveline wenwu">
    {text ? <p class="says">{text.text}{text.move && hints.value && <button class="bare link" onClick={() => play(text.move!, true)}>{t("reallyPlayed")}</button>}</p>
      : <p class="song big">{step ? <><span class="n small">{step.pair}{step.side === "black" ? "…" : ""}</span> {step.words}</> : <span class="startword">{tl.steps.length ? t("startPosition") : t("emptyList")}<small class="sub"> {!tl.steps.length && hints.value && t("fastHint")}</small></span>}</p>}
    <p class="turn"><SideDot side={next} />{t("toMoveRound", { n: step ? step.pair + (step.side === "black" ? 1 : 0) : tl.pair })}<strong>{t("to_move", { side: sideName(next) })}</strong></p>
  </div>;
}

function WhoGoes() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { box.current?.querySelector("button")?.focus({ preventScroll: true }); }, [candidates.value]);
  const placement = shown.value.placement;
  return <div class="whogoes" role="group" aria-label={t("whoGoes")} ref={box}><span>{t("whoGoes")}</span>
    {candidates.value!.moves.map((m) => <button key={m.move} onClick={() => play(m.move)}><PieceIcon piece={placement[fromOf(m.move)]!} old={oldFaces.value} /><span class="song">{m.words}</span></button>)}</div>;
}

/** Own seat, the other seat, and face to face: the upper player's letters turned. */
function turn() {
  if (opposite.value) opposite.value = false;
  else if (flipped.value) { flipped.value = false; opposite.value = true; }
  else flipped.value = true;
}

function Bar() {
  const offer = async () => { try { await ask("record.offer", { game: gameId.value, after_ply: line.value.moves.length }); message.value = { text: t("offered") }; } catch { message.value = { text: t("waiting") }; } };
  return <nav class="bar" aria-label={t("tools")}>
    <button onClick={undo} disabled={readOnly.value || !line.value.moves.length}>{t("undo")}</button>
    <button onClick={() => { clearSelection(); gapping.value = { at: line.value.moves.length }; }} disabled={readOnly.value}>{t("gap")}</button>
    <button onClick={turn}>{t(flipped.value ? "oppositeSeat" : "flip")}</button>
    {isScribe.value ? <button onClick={() => void offer()} disabled={!online.value}>{t("offer")}</button> : null}
    <button class="ink" onClick={() => (screen.value = "result")}>{t("fillResult")}</button>
  </nav>;
}
