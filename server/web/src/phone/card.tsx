// The card: whose game it is, who records, until when, and the way in.
import { useState } from "preact/hooks";
import { WordMark } from "../board/drawing";
import { Glyph, Headline, SideDot, Strip } from "../look/marks";
import { nextSize, nextTheme, oldFaces, theme } from "../look/theme";
import { choose, language } from "../words/words";
import { stretches } from "../game/record";
import { signOf } from "../look/marks";
import { clockTime, headlineKey, outcomeOf, playerOf, reasonText, resultFor, roleOf, roundName, sectionName, stateText, whyText, other } from "./said";
import { clock, game, games, isScribe, line, link, mySide, screen, told, watch } from "./store";
import { OfflineBand } from "./frame";
import { t } from "./words";
import type { Side } from "../wire/shapes";

export function Masthead() {
  const next = language.value === "zh-Hans" ? "en" : language.value === "en" ? "zh-Hant" : "zh-Hans";
  const name = { en: "EN", "zh-Hant": t("traditional"), "zh-Hans": t("simplified") }[next];
  const label = { en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文" }[next];
  return <div class="masthead"><WordMark size={34} /><span class="tools">
    <button class="bare" onClick={nextTheme} aria-label={`${t("theme")}：${t(theme.value)}`}>{t(theme.value)}</button>
    <button class="bare" onClick={nextSize}>{t("textSize")}</button>
    <button class="bare" lang={next} aria-label={label} onClick={() => choose(next)}>{name}</button></span></div>;
}

function Player({ side }: { side: Side }) {
  const g = game.value!, person = playerOf(g, side), result = resultFor(outcomeOf(g), side);
  return <div class="player"><p><SideDot side={side} /><span>{t(side === "red" ? "redShort" : "blackShort")} · {person.unit}</span> {result && <strong class={result === "win" && side === "red" ? "zhu" : ""}>{t(result)}</strong>}</p>
    <p class="song name">{person.name}</p></div>;
}

function Deadline({ deadline }: { deadline: string | null }) {
  if (!deadline) return null;
  const l = link.value, now = clock.value + (l?.skew.value ?? 0), end = Date.parse(deadline), minutes = Math.max(0, Math.ceil((end - now) / 60000)), over = Math.floor((now - end) / 60000);
  const late = now > end, soon = minutes <= 10, span = 60, used = Math.min(1, Math.max(0, 1 - (end - now) / (span * 60000)));
  const spoken = !late && (minutes === 10 || minutes === 5 || minutes === 1) ? `${t("left")} ${minutes} ${t("leftMinutes")}` : "";
  return <div class={`deadline${soon || late ? " soon" : ""}`}>
    <p><span class="leftwords">{late ? t("late") : t("left")} <span class="num big">{late ? over : minutes}</span> {late ? t("minutes", { n: "" }).trim() : t("leftMinutes")}{soon && !late ? ` · ${t("soon")}` : ""}</span><span><time class="n strongtime" dateTime={deadline}>{t("before", { time: clockTime(deadline) })}</time></span></p>
    <span class="hidden" role="status">{spoken}</span>
    <svg class="minuteruler" viewBox="0 0 600 22" preserveAspectRatio="none" aria-hidden="true">
      <path d={Array.from({ length: 61 }, (_, i) => `M${i * 10} ${i % 15 ? 6 : 0}V14`).join("")} stroke="var(--ink2)" stroke-width="1" vector-effect="non-scaling-stroke" />
      <path d="M0 19H600" stroke="var(--fill)" stroke-width="6" /><path d={`M0 19H${used * 600}`} stroke={soon || late ? "var(--stop)" : "var(--mark)"} stroke-width="6" /></svg>
  </div>;
}

export function Card() {
  const g = game.value, tl = told.value;
  if (!g || !tl) return <main class="card"><Masthead /><div class="wenwu" /><p class="note" role="status">{games.value.length || link.value?.state.value === "connecting" ? t("loading") : ""}</p>
    {!games.value.length && link.value?.state.value === "open" && <><h1>{t("noGame")}</h1><p class="lead">{t("noGameMore")}</p></>}<PhoneRule /></main>;
  const side = mySide.value, role = roleOf(g, side, isScribe.value), duty = g.duty;
  const owes = role === "owner" || role === "helper", lineNow = line.value, complete = !!g.record?.complete || duty?.state === "complete";
  const n = tl.steps.length, opponent = side ? playerOf(g, other(side)) : null;
  const helperName = owes && side ? (role === "owner" ? opponent!.name : null) : null;
  const foul = duty?.proposed_foul && side && duty.owner === playerOf(g, side).entrant ? duty.proposed_foul : null;
  return <main class="card">
    <Masthead />
    <div class="wenwu" />
    <p class="where"><span>{sectionName(g.section)} · {roundName(g.round)} · <strong>{t("board", { n: g.board })}</strong></span><time>{clockTime(new Date(clock.value).toISOString())}</time></p>
    <div class="players"><Player side="red" /><Player side="black" /></div>
    <OfflineBand />
    {foul && <button class="foulcall stop" onClick={() => (screen.value = "foul")}>{t("foulTitle")} ›</button>}
    <Headline text={t(headlineKey[role], { n: g.board })} />
    <p class="lead">{whyText(role, g)}</p>
    {owes && <Deadline deadline={duty?.completion_until ?? duty?.deadline ?? null} />}
    <dl class="facts">
      {duty && duty.reasons.length > 0 && <div><dt>{t("reason")}</dt><dd>{reasonText(duty)}</dd></div>}
      <div><dt>{t("record")}</dt><dd><Glyph sign={duty ? signOf({ ...duty, progress: { plies: n, known_rounds: 0, gaps: lineNow.gaps.length } }) : n ? "recording" : "missing"} />{stateText(tl, lineNow, complete)}
        {n > 0 && <span class="cardstrip"><Strip stretches={stretches(lineNow)} /></span>}</dd></div>
      {owes && role === "owner" && <div><dt>{t("consequence")}</dt><dd>{t("consequenceText")}</dd></div>}
      {g.record?.unanswered && !g.record.confirmed && <div><dt>{t("signedAt")}</dt><dd>{t("unanswered")}</dd></div>}
    </dl>
    <div class="calls">
      <button class="ink main" onClick={() => (screen.value = "record")}>{role === "signed" ? t("look") : n || lineNow.gaps.length ? t("resume", { n: tl.pair }) : t("start")}</button>
      <div class="two">{helperName ? <button onClick={() => (screen.value = "check")}>{t("iAm", { name: helperName })}</button>
        : side && (g.record?.signed || n > 0) ? <button onClick={() => (screen.value = "result")}>{t("resultLabel")}</button> : <button onClick={() => (screen.value = "result")}>{t("fillResult")}</button>}
        <button onClick={() => (screen.value = "arbiter")}>{t("callArbiter")}</button></div>
      {games.value.length > 1 && <details class="others"><summary>{t("otherGames")}</summary>{games.value.filter((x) => x !== g.game).reverse().map((id) => <button key={id} onClick={() => watch(id)}>{id}</button>)}</details>}
      <p class="facesline"><button class="bare link" onClick={() => (oldFaces.value = !oldFaces.value)}>{t("faces")}</button></p>
    </div>
    <PhoneRule />
  </main>;
}

export const PhoneRule = () => <footer class="phonerule"><strong>{t("phonesOff")}</strong>{t("phonesOffMore")}</footer>;

export function CodeEntry({ onToken }: { onToken: (token: string) => void }) {
  const [code, setCode] = useState(""), [fault, setFault] = useState("");
  const refusedPass = link.value?.state.value === "refused";
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const response = await fetch("/api/v1/pass", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code: code.toUpperCase().replace(/[^0-9A-Z]/g, "") }) });
      if (!response.ok) return setFault(t(response.status >= 500 ? "codeFailed" : "codeWrong"));
      onToken(((await response.json()) as { token: string }).token);
    } catch { setFault(t("codeFailed")); }
  };
  return <main class="card"><Masthead /><div class="wenwu" />
    <h1>{refusedPass ? t("tokenBad") : t("enterCode")}</h1><p class="lead">{refusedPass ? t("tokenBadMore") : t("codeHint")}</p>
    <form onSubmit={(e) => void submit(e)} class="codeform"><label><span class="hidden">{t("enterCode")}</span>
      <input class="num" autocomplete="off" autocapitalize="characters" spellcheck={false} maxLength={12} value={code} onInput={(e) => setCode(e.currentTarget.value)} /></label>
      <button class="ink main" disabled={code.trim().length < 6}>{t("codeOpen")}</button></form>
    <p role="alert" class="note st-stop">{fault}</p><PhoneRule /></main>;
}
