// The round at a glance: who to call on the left, the duties in the middle, deadline, wall and last events on the right.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Glyph, Headline, SideDot, Strip } from "../look/marks";
import type { BoardRow, Duty } from "../wire/shapes";
import { PersonName, ask, dialog, fieldsOf } from "./frame";
import { clockTime, countdown, dutySign, dutyWords, forSide, isOver, minutesLeft, owed, reasons } from "./said";
import { act, boardOf, duties, events, get, isChief, mayWrite, nameOf, now, openGame, roundData, say, section, round } from "./store";
import { t } from "./words";

const only = signal(false), at = signal<string | null>(null), order = signal<"board" | "open">("board");
const required = (d: Duty) => d.state !== "not_required";
const URGENCY: Record<string, number> = { overdue: 0, false: 1, required: 2, incomplete: 3, doubtful: 4, submitted: 5 };

export const callList = () => (duties.value?.duties ?? []).filter((d) => owed(d, boardOf(d.game)) || (d.state === "submitted" && !d.confirmed && false))
  .sort((a, b) => (URGENCY[a.state] ?? 9) - (URGENCY[b.state] ?? 9) || a.board - b.board);
const shownDuties = () => {
  const list = (duties.value?.duties ?? []).filter(required).filter((d) => !only.value || owed(d, boardOf(d.game)));
  return order.value === "open" ? list.sort((a, b) => Number(owed(b, boardOf(b.game))) - Number(owed(a, boardOf(a.game))) || a.board - b.board) : list.sort((a, b) => a.board - b.board);
};

export const call = (d: Duty) => void act("duty.called", { duty: d.duty, expect_version: d.version }, `${t("board", { n: d.board })} ${t("called")}`);
export function excuse(d: Duty) {
  ask({ title: t("excuseTitle", { board: d.board }), reason: true, yes: t("doExcuse"), run: (reason) => act("duty.excuse", { duty: d.duty, reason, expect_version: d.version }) });
}

const refuse = (d: Duty) => ask({ title: t("refuseTitle", { board: d.board }), reason: true, yes: t("refuseExcuse"), run: (reason) => act("duty.refuse_excuse", { duty: d.duty, reason, expect_version: d.version }) });

function headline(): string {
  const all = (duties.value?.duties ?? []).filter(required), calls = callList();
  if (!duties.value) return t("h_loading");
  if (!all.length) return t("h_none");
  const over = calls.filter((d) => d.state === "overdue").length;
  if (over) return t("h_overdue", { n: over });
  const playing = all.filter((d) => boardOf(d.game)?.result.outcome === "none").length;
  if (!calls.length) return playing ? t("h_soFar", { n: all.length - playing, m: playing }) : t("h_allIn", { n: all.length });
  const m = minutesLeft(roundData.value?.deadline ?? calls[0]!.deadline, now.value);
  return m !== null && m > 0 ? t("h_chase", { n: calls.length, m }) : t("h_chaseOpen", { n: calls.length });
}

export async function copyOwing() {
  const answer = await get<{ text: { zh: string; en: string } }>("outstanding");
  const text = answer ? (document.documentElement.lang === "en" ? answer.text.en : answer.text.zh) : callList().map((d) => `${t("board", { n: d.board })} ${nameOf(d.owner)}`).join("\n");
  try { await navigator.clipboard.writeText(text); say(t("copiedText")); } catch { ask({ title: t("copyOwing"), yes: t("close"), run: () => {}, body: <textarea class="owing" rows={8} readOnly value={text} /> }); }
}

export function Round() {
  const list = shownDuties(), boards = roundData.value?.boards ?? [], calls = callList();
  const tally = new Map<string, number>();
  for (const d of (duties.value?.duties ?? []).filter(required)) { const key = dutyShort(d); tally.set(key, (tally.get(key) ?? 0) + 1); }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (/^(INPUT|TEXTAREA|SELECT|BUTTON|SUMMARY)$/.test((event.target as HTMLElement).tagName) && event.key === "Enter") return;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName) || event.ctrlKey || event.metaKey || dialog.value) return;
      const now = shownDuties(), i = now.findIndex((d) => d.duty === at.value), d = now[i];
      const k = event.key.toLowerCase();
      if (k === "j" || event.key === "ArrowDown") at.value = now[Math.min(now.length - 1, i + 1)]?.duty ?? null;
      else if (k === "k" || event.key === "ArrowUp") at.value = now[Math.max(0, i - 1)]?.duty ?? null;
      else if (k === "f") only.value = !only.value;
      else if (k === "c" && d && mayWrite.value) call(d);
      else if (k === "e" && d && isChief.value) excuse(d);
      else if (event.key === "Enter" && d) openGame(d.game);
      else return;
      event.preventDefault();
      document.querySelector(`[data-duty="${at.value}"]`)?.scrollIntoView({ block: "nearest" });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return <div class="roundgrid">
    <section class="calls" aria-label={t("toCall")}><h2 class="wenwu colhead">{t("toCall")}<span class="end"><strong class="st-stop n">{calls.length}</strong></span></h2>
      {calls.length ? <ol>{calls.slice(0, 8).map((d) => <Call key={d.duty} d={d} />)}</ol> : <p class="sub">{t("nobody")}</p>}
      <button class="bare link" onClick={() => void copyOwing()}>{t("copyOwing")}</button></section>
    <section class="mid"><Headline text={headline()} />
      <p class="deck">{t("deck", { n: (duties.value?.duties ?? []).filter(required).length, parts: [...tally].map(([k, n]) => `${k} ${n}`).join("，") })}</p>
      <p class="filters"><button aria-pressed={order.value === "open"} class={order.value === "open" ? "ink" : ""} onClick={() => (order.value = "open")}>{t("openFirst")}</button><button aria-pressed={order.value === "board"} class={order.value === "board" ? "ink" : ""} onClick={() => (order.value = "board")}>{t("byBoard")}</button><button aria-pressed={only.value} class={only.value ? "ink" : ""} onClick={() => (only.value = !only.value)}>{t("onlyOpen")}</button></p>
      <div class="tablebox" tabIndex={0} role="region" aria-label={headline()}><table class="duties"><caption class="hidden">{headline()}</caption><thead><tr><th scope="col">{t("c_board")}</th><th scope="col">{t("c_red")}</th><th scope="col" class="c">{t("c_result")}</th><th scope="col">{t("c_black")}</th><th scope="col">{t("c_reason")}</th><th scope="col">{t("c_owner")}</th><th scope="col" class="stripcol">{t("c_strip")}</th><th scope="col">{t("c_state")}</th><th scope="col" class="r">{t("c_last")}</th></tr></thead>
        <tbody>{list.map((d) => <DutyRow key={d.duty} d={d} b={boardOf(d.game)} />)}</tbody></table></div>
      <p class="keys">{t("keysRound")}</p></section>
    <aside class="right"><Deadline /><Wall boards={boards} /><section><h2 class="wenwu colhead">{t("justNow")}</h2><ol class="events">{events.value.slice(0, 6).map((e, i) => <li key={i}><time class="n">{clockTime(e.at)}</time> {e.text}</li>)}</ol></section></aside>
  </div>;
}
const dutyShort = (d: Duty) => dutyWords({ ...d, progress: d.progress?.plies ? { plies: 0, known_rounds: 0, gaps: 0 } : d.progress }, boardOf(d.game), now.value).replace(/\s*\d+.*$/, "");

function Call({ d }: { d: Duty }) {
  const b = boardOf(d.game);
  return <li class="call"><span class="num boardno">{d.board}<small>{document.documentElement.lang === "en" ? "" : "台"}</small></span><div>
    <p class="song name">{d.disputed ? `${d.red_name} · ${d.black_name}` : nameOf(d.owner)}</p><p><Glyph sign={dutySign(d, b)} />{dutyWords(d, b, now.value)}</p>
    <p class="buttons">{d.disputed || d.state === "doubtful" ? <button onClick={() => openGame(d.game)}>{t("compare")}</button> : d.called_at ? <span class="sub">{t("calledAt", { time: clockTime(d.called_at) })}</span> : <button class="ink" disabled={!mayWrite.value} onClick={() => call(d)}>{t("called")}</button>}
      {isChief.value && !d.disputed && <button onClick={() => excuse(d)}>{t("excuse")}</button>}{isChief.value && d.excuse?.requested && <button onClick={() => refuse(d)}>{t("refuseExcuse")}</button>}</p>
    {d.excuse?.requested && <p class="sub">{t("askExcuse", { reason: d.excuse.requested })}</p>}</div></li>;
}

export function ResultCell({ b }: { b: BoardRow | undefined }) {
  const red = forSide(b?.result, "red"), black = forSide(b?.result, "black");
  if (!red || !black) return <>——</>;
  return red === "draw" ? <>{t("draw")}</> : <><span class={red === "win" ? "b" : ""}>{t(red)}</span> — <span class={black === "win" ? "b" : ""}>{t(black)}</span></>;
}

function DutyRow({ d, b }: { d: Duty; b: BoardRow | undefined }) {
  const rounds = Math.ceil((d.progress?.plies ?? 0) / 2), done = ["complete", "accepted_on_paper", "submitted"].includes(d.state) || (d.state === "exempt" && rounds > 0);
  return <tr data-duty={d.duty} class={at.value === d.duty ? "at" : ""} aria-selected={at.value === d.duty} onClick={() => { at.value = d.duty; }} onDblClick={() => openGame(d.game)}>
    <th scope="row" class="n"><button class="bare rowlink" onClick={() => openGame(d.game)}>{d.board}</button></th><td><SideDot side="red" />{b ? <PersonName p={b.red} /> : d.red_name}</td><td class="c"><ResultCell b={b} /></td><td><SideDot side="black" />{b ? <PersonName p={b.black} /> : d.black_name}</td>
    <td class="sub">{reasons(d)}</td><td class="sub">{d.state === "exempt" || d.state === "excused" ? "—" : nameOf(d.owner)}</td><td class="stripcol"><Strip stretches={rounds ? (d.progress?.gaps ? [{ rounds: rounds / 2, kind: "unchecked" }, { rounds: 2, kind: "gap" }, { rounds: rounds / 2, kind: "unchecked" }] : [{ rounds, kind: done ? "ok" : "unchecked" }]) : []} total={60} /></td>
    <td class={d.state === "overdue" || owed(d, b) ? "b" : ""}><Glyph sign={dutySign(d, b)} />{dutyWords(d, b, now.value)}</td><td class="n r sub">{clockTime(b?.updated)}</td></tr>;
}

function Deadline() {
  const deadline = roundData.value?.deadline;
  if (!deadline) return null;
  const late = now.value > Date.parse(deadline), m = minutesLeft(deadline, now.value);
  const extend = () => ask({ title: t("extendTitle"), reason: true, fields: [{ name: "until", label: t("until"), type: "time", value: clockTime(Date.parse(deadline) + 15 * 60000) }], yes: t("doExtend"), run: (text) => {
    const f = fieldsOf(text), until = new Date(deadline), [h, min] = f.until!.split(":").map(Number);
    until.setHours(h!, min!, 0, 0);
    if (until.getTime() < Date.parse(deadline) - 12 * 3600000) until.setDate(until.getDate() + 1);
    void act("duty.extend", { section: section.value, round: round.value, until: until.toISOString(), reason: f.reason });
  } });
  const delay = () => ask({ title: t("delayTitle"), fields: [{ name: "seconds", label: t("delaySeconds"), type: "number", value: String(roundData.value?.delay ?? 0) }], yes: t("yes"), run: (text) => act("delay.set", { seconds: Math.max(0, Number(fieldsOf(text).seconds) || 0), section: section.value, round: round.value }) });
  return <section class="deadlinebox"><h2 class="wenwu colhead">{t("deadline")} <time class="n">{clockTime(deadline)}</time><span class="end sub">{t("thisRoundRecords")}</span></h2>
    <p><span class={`num bignum${late || (m ?? 99) <= 10 ? " st-stop" : ""}`} role="timer" aria-live="off">{countdown(deadline, now.value)}</span> <span class="sub">{t(late ? "lateBy" : "after")}</span><button class="end" disabled={!mayWrite.value} onClick={extend}>{t("extend")}</button><button disabled={!mayWrite.value} onClick={delay}>{t("delayButton")}</button></p>
    <span class="hidden" role="status">{m === 10 || m === 5 || m === 1 ? t("minutes", { n: m }) : ""}</span></section>;
}

function Wall({ boards }: { boards: BoardRow[] }) {
  const tones = { ok: "ok", warn: "warn", stop: "stop", dian: "dian", quiet: "" } as const;
  const open = boards.filter((b) => !isOver(b)).length;
  const legend = new Map<string, { sign: ReturnType<typeof dutySign>; n: number; words: string }>();
  const cells = boards.map((b) => {
    const d = duties.value?.duties.find((x) => x.game === b.game), need = d && required(d), sign = need ? dutySign(d, b) : !isOver(b) ? "playing" : b.ply ? "voluntary" : null;
    if (need) { const words = dutyShort(d), l = legend.get(words) ?? { sign: sign!, n: 0, words }; l.n++; legend.set(words, l); }
    const tone = sign === "confirmed" || sign === "live" || sign === "voluntary" ? tones.ok : sign === "missing" || sign === "disputed" ? tones.stop : sign === "gap" || sign === "recording" ? tones.warn : sign === "to_sign" ? tones.dian : "";
    const name = `${t("board", { n: b.board })}${need ? `，${dutyWords(d, b, now.value)}` : !isOver(b) ? `，${t("playing")}` : ""}`;
    return <button key={b.game} class={`cell ${need ? tone : sign === "voluntary" ? "ok" : isOver(b) ? "over" : ""}${need ? " need" : ""}`} aria-label={name} onClick={() => openGame(b.game)}>{b.board}{need && sign && <Glyph sign={sign} />}</button>;
  });
  return <section class="wallbox"><details open><summary class="colhead wenwu">{t("wholeRound")} {t("boardsCount", { n: boards.length })}<span class="end sub">{t("notOver", { n: open })}</span></summary>
    <div class="wall" role="group" aria-label={t("wall")}>{cells}</div><ul class="legend">{[...legend.values()].map((l) => <li key={l.words}><Glyph sign={l.sign} />{l.words} <strong class="n">{l.n}</strong></li>)}</ul></details></section>;
}
