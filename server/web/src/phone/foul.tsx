// What is proposed against the player: the clause, the effect, the timetable, three answers.
import { useState } from "preact/hooks";
import { Glyph } from "../look/marks";
import { both } from "../words/words";
import { Refused } from "../wire/link";
import { Head } from "./frame";
import { clockTime, roundName } from "./said";
import { ask, game, screen } from "./store";
import { t } from "./words";

export function FoulScreen() {
  const g = game.value!, duty = g.duty, foul = duty?.proposed_foul;
  const [writing, setWriting] = useState(false), [text, setText] = useState(""), [say, setSay] = useState("");
  if (!foul) { screen.value = "card"; return null; }
  const answer = async (how: "contest" | "accept") => { try { await ask("foul.answer", { foul: foul.foul, answer: how, text }); setSay(t("contestSent")); setWriting(false); } catch (e) { setSay(e instanceof Refused ? e.problem.message : t("waiting")); } };
  return <><Head right={<><Glyph sign="recording" />{t("awaiting")}</>} /><main class="sheet foul">
    <p class="amber tag">{t("proposed")}</p><h1>{t("foulTitle")}</h1>
    <p class="lead">{foul.message ? both(foul.message) : t("foulConsequence", { where: `${roundName(g.round)} ${t("board", { n: g.board })}`, time: clockTime(duty?.deadline) })}</p>
    <div class="wenwu" />
    <dl class="facts lined">
      {foul.clause && <div><dt>{t("basis")}</dt><dd>{foul.clause}</dd></div>}
      {foul.effect && <><div><dt>{t("fouls")}</dt><dd class="n">{foul.effect.fouls[0]} → <strong class="st-stop">{foul.effect.fouls[1]}</strong></dd></div>
        <div><dt>{t("cumulative")}</dt><dd class="n">{foul.effect.cumulative[0]} → <strong class="st-stop">{foul.effect.cumulative[1]}</strong></dd></div></>}
      <div><dt>{t("pointsRow")}</dt><dd>{t("unchanged")}</dd></div>
    </dl>
    <ol class="timetable">{duty?.deadline && <li><time>{clockTime(duty.deadline)}</time> {t("deadlinePassed")}</li>}<li>{t("proposedAt")}</li></ol>
    <p role="status" class="note">{say}</p>
    {writing && <label>{t("contestText")}<textarea rows={4} maxLength={500} value={text} onInput={(e) => setText(e.currentTarget.value)} /></label>}
    <div class="calls"><button class="ink main" onClick={() => (screen.value = "record")}>{t("recordNow")}</button>
      {writing ? <button class="strong main" disabled={!text.trim()} onClick={() => void answer("contest")}>{t("contestSend")}</button> : <button class="strong main" onClick={() => setWriting(true)}>{t("contest")}</button>}
      <button class="main" onClick={() => void answer("accept")}>{t("accept")}</button></div>
  </main></>;
}
