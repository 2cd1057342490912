// The opponent checks and signs: on the owner's phone with the four digits of the own card, on an own phone without them.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { oldFaces } from "../look/theme";
import { Refused } from "../wire/link";
import { MoveRows } from "./rows";
import { hashWords } from "./result";
import { other, outcomeName, outcomeOf, playerOf, roundsOf, shortSide, sideName } from "./said";
import { ask, game, gameId, line, mySide, screen, told } from "./store";
import { t, type Key } from "./words";

export function Check() {
  const g = game.value!, tl = told.value!, own = mySide.value;
  const iOwn = !own || g.you?.owner || g.duty?.owner_side === own, side = own ? (iOwn ? other(own) : own) : "black", handed = iOwn;
  const person = playerOf(g, side), n = tl.steps.length;
  const [at, setAt] = useState(n), [code, setCode] = useState(""), [wrong, setWrong] = useState<number | null>(null), [choosing, setChoosing] = useState(false);
  const [why, setWhy] = useState(""), [say, setSay] = useState(""), [reading, setReading] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => () => speechSynthesis?.cancel?.(), []);
  const step = tl.steps[at - 1], result = outcomeOf(g);
  const report = async (run: () => Promise<unknown>, done: string) => { try { await run(); setSay(done); } catch (e) { setSay(e instanceof Refused ? e.problem.message : t("waiting")); } };
  const confirm = () => report(() => ask("record.confirm", { game: gameId.value, hash: g.record.hash, ...(handed ? { code } : {}) }), t("confirmedDone"));
  const dispute = () => report(() => ask("record.dispute", { game: gameId.value, ply: wrong, reason: why, ...(handed ? { code } : {}) }), t("disputed", { n: tl.steps[wrong! - 1]!.pair, side: shortSide(tl.steps[wrong! - 1]!.side) }));
  const readAloud = () => {
    if (reading) { speechSynthesis.cancel(); return setReading(false); }
    setReading(true);
    const from = at >= n ? 0 : at;
    tl.steps.slice(from).forEach((s, i, all) => {
      const u = new SpeechSynthesisUtterance(`${sideName(s.side)}，${s.words}`);
      u.lang = "zh-CN";
      u.onstart = () => setAt(from + i + 1);
      if (i === all.length - 1) u.onend = () => setReading(false);
      speechSynthesis.speak(u);
    });
  };
  const done = !!g.record?.confirmed;
  return <main class="check">
    <header class="checkhead"><p class="song"><span class={`dot ${side}`} aria-hidden="true" />{person.name}</p><h1 ref={heading} tabIndex={-1}>{t("checkPlease")}</h1></header>
    <div class="checktop"><div class="checkboard"><Board placement={step ? step.after : tl.startPlacement} label={`${person.name}，${step?.words ?? t("startPosition")}`} flipped={side === "black"} traditional={oldFaces.value} last={step?.move ?? null} numbers={false} /></div>
      <div class="checkfacts"><p class="sub">{t("endPosition")}</p><p class="song big">{outcomeName(result.outcome)}</p><p>{result.kind ? t(`kind_${result.kind}` as Key) : ""}</p><p class="n">{t("completeRounds", { n: roundsOf(tl), plies: n })}</p><p class="hash">{t("hash")} <strong class="n">{hashWords(g.record?.hash)}</strong></p></div></div>
    <MoveRows told={tl} line={line.value} current={at} wrong={wrong} onPick={(ply) => { setAt(ply); if (choosing) setWrong(ply); }} />
    <div class="steps"><button onClick={() => setAt(0)}>{t("fromStart")}</button><button onClick={() => setAt(Math.max(0, at - 1))}>{t("stepBack")}</button><button onClick={() => setAt(Math.min(n, at + 1))}>{t("stepOn")}</button>
      {"speechSynthesis" in globalThis && <button aria-pressed={reading} onClick={readAloud}>{t("readAloud")}</button>}</div>
    {!done && handed && <CodeBoxes code={code} onCode={setCode} />}
    <p class="note" role="status">{say}</p>
    {choosing && !done ? <div class="dispute"><p>{wrong ? t("roundSide", { n: tl.steps[wrong - 1]!.pair, side: shortSide(tl.steps[wrong - 1]!.side) }) : t("whichPly")}</p>
      <label>{t("disputeWhy")}<input value={why} maxLength={200} onInput={(e) => setWhy(e.currentTarget.value)} /></label>
      <button class="stop main" disabled={!wrong || (handed && code.length !== 4)} onClick={() => void dispute()}>{t("disputeSend")}</button><button onClick={() => { setChoosing(false); setWrong(null); }}>{t("close")}</button></div>
    : <div class="calls">{!done && <><button class="ink main" disabled={(handed && code.length !== 4) || !!g.record?.disputed} onClick={() => void confirm()}>{t("allRight")}</button><button class="stop" onClick={() => setChoosing(true)}>{t("oneWrong")}</button></>}
      <button onClick={() => (screen.value = "result")}>{handed && own ? t("giveBack", { name: playerOf(g, own).name }) : t("back")}</button></div>}
  </main>;
}

function CodeBoxes({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  return <div class="codeboxes"><label><strong>{t("signCode")}</strong>
    <input class="num codeinput" inputMode="numeric" autocomplete="off" maxLength={4} value={code} onInput={(e) => onCode(e.currentTarget.value.replace(/\D/g, "").slice(0, 4))} /></label></div>;
}
