// The frame of the desk: masthead, pages by digit, search, dialogs with a reason, what was just done.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { WordMark } from "../board/drawing";
import { Glyph } from "../look/marks";
import { nextTheme, theme } from "../look/theme";
import { choose, language } from "../words/words";
import { clockTime, owed } from "./said";
import { PAGES, boardOf, clock, connected, duties, gate, goRound, link, mayWrite, now, openGame, overview, page, role, round, rulingsDue, roundData, say, section, signOut, textOf, toast, verdictOf, waiting, who, type Page } from "./store";
import { t, type Key } from "./words";
import { roundName } from "./said";
import type { Person } from "../wire/shapes";

interface Dialog { title: string; body?: ComponentChildren; reason?: boolean; yes: string; run: (reason: string) => unknown; fields?: { name: string; label: string; type?: "text" | "time" | "number"; value?: string; area?: boolean }[]; choices?: { value: string; label: string }[] }
export const dialog = signal<Dialog | null>(null);
let fromFocus: HTMLElement | null = null;
export function ask(d: Dialog) { fromFocus = document.activeElement as HTMLElement | null; dialog.value = d; }

export function DialogBox() {
  const d = dialog.value, box = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState(""), [fault, setFault] = useState(""), [values, setValues] = useState<Record<string, string>>({}), [choice, setChoice] = useState("");
  useEffect(() => {
    if (!d) return;
    setReason(""); setFault(""); setChoice(d.choices?.[0]?.value ?? ""); setValues(Object.fromEntries((d.fields ?? []).map((f) => [f.name, f.value ?? ""])));
    if (!box.current!.open) box.current!.showModal();
  }, [d]);
  if (!d) return null;
  const close = () => { box.current?.close(); dialog.value = null; fromFocus?.focus(); };
  const submit = (event: Event) => {
    event.preventDefault();
    if (d.reason && !reason.trim()) return setFault(t("reasonNeeded"));
    close();
    d.run(d.fields || d.choices ? JSON.stringify({ ...values, choice, reason }) : reason);
  };
  return <dialog ref={box} class="dialog" aria-labelledby="dialogtitle" onCancel={(e) => { e.preventDefault(); close(); }}><form onSubmit={submit}>
    <h2 id="dialogtitle" class="song">{d.title}</h2>{d.body}
    {d.choices && <fieldset>{d.choices.map((c) => <label key={c.value} class="radio"><input type="radio" name="choice" checked={choice === c.value} onChange={() => setChoice(c.value)} />{c.label}</label>)}</fieldset>}
    {d.fields?.map((f) => <label key={f.name}>{f.label}{f.area ? <textarea rows={8} value={values[f.name] ?? ""} onInput={(e) => setValues({ ...values, [f.name]: e.currentTarget.value })} /> : <input {...{ type: (f.type ?? "text") as "text" }} value={values[f.name] ?? ""} onInput={(e) => setValues({ ...values, [f.name]: e.currentTarget.value })} />}</label>)}
    {d.reason && <label>{t("reasonLabel")}<textarea rows={3} maxLength={500} value={reason} onInput={(e) => setReason(e.currentTarget.value)} /></label>}
    <p role="alert" class="st-stop">{fault}</p>
    <div class="buttons"><button type="button" onClick={close}>{t("cancel")}</button><button class="ink" type="submit">{d.yes}</button></div></form></dialog>;
}
export const fieldsOf = (text: string): Record<string, string> => JSON.parse(text) as Record<string, string>;

export function PersonName({ p, bold }: { p: Person | { name: string; title?: string }; bold?: boolean }) {
  const title = p.title;
  return <span class={bold ? "b" : ""}>{p.name}{title && title !== "none" && <span class="title">{t(title as Key)}</span>}</span>;
}

const searching = signal("");
function Search() {
  const input = useRef<HTMLInputElement>(null);
  const go = (event: Event) => {
    event.preventDefault();
    const text = searching.value.trim(), boards = roundData.value?.boards ?? [];
    const found = boards.find((b) => String(b.board) === text) ?? boards.find((b) => b.red.name.includes(text) || b.black.name.includes(text) || String(b.red.no) === text.replace(/^0+/, ""));
    if (!text || !found) return say(t("searchNone"), true);
    searching.value = "";
    input.current?.blur();
    openGame(found.game);
  };
  return <form class="search" role="search" onSubmit={go}><label><span aria-hidden="true">/</span><span class="hidden">{t("search")}</span><input id="search" ref={input} placeholder={t("search")} value={searching.value} onInput={(e) => (searching.value = e.currentTarget.value)} onKeyDown={(e) => { if (e.key === "Escape") { searching.value = ""; e.currentTarget.blur(); } }} /></label></form>;
}

function counts(): Partial<Record<Page, number>> {
  const owing = (duties.value?.duties ?? []).filter((d) => owed(d, boardOf(d.game))).length;
  const held = (gate.value?.matches ?? []).filter((m) => verdictOf(m) === "held").length;
  return { duty: owing, gate: held, ruling: rulingsDue.value.length };
}

let digits = "", digitsAt = 0;
function useKeys() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !dialog.value && (event.target as HTMLElement).tagName === "INPUT") return (event.target as HTMLElement).blur();
      if (/^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName) || event.ctrlKey || event.metaKey || event.altKey || dialog.value) return;
      if (event.key === "/") { event.preventDefault(); document.getElementById("search")?.focus(); }
      else if (event.key === "?") ask({ title: t("helpTitle"), yes: t("close"), run: () => {}, body: <ul class="helplist">{(["help_pages", "help_search", "help_board", "help_jk", "help_call", "help_excuse", "help_open", "help_steps"] as Key[]).map((k) => <li key={k}>{t(k)}</li>)}</ul> });
      else if (/^[0-9]$/.test(event.key)) {
        // A digit alone is a page; digits that go on, or end with Enter, are a board.
        const fresh = Date.now() - digitsAt > 900;
        digits = fresh ? event.key : digits + event.key;
        digitsAt = Date.now();
        const mine = digits;
        setTimeout(() => { if (digits === mine && mine.length === 1 && /[1-8]/.test(mine) && Date.now() - digitsAt >= 340 && digits) { const wanted = PAGES[Number(mine) - 1]!; if (!(page.value === "duty" && /[123]/.test(mine) && document.querySelector("[data-key='1']"))) page.value = wanted; digits = ""; } }, 350);
      } else if (event.key === "Enter" && digits && Date.now() - digitsAt < 3000) {
        const found = roundData.value?.boards.find((b) => String(b.board) === digits);
        digits = "";
        if (found) { event.preventDefault(); event.stopPropagation(); openGame(found.game); }
      }
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, []);
}

export function Frame({ children }: { children: ComponentChildren }) {
  useKeys();
  const o = overview.value, waitingFor = counts(), l = link.value, next = language.value === "zh-Hans" ? "en" : language.value === "en" ? "zh-Hant" : "zh-Hans";
  const sections = o?.sections ?? [], rounds = sections.find((s) => s.section === section.value)?.rounds ?? [];
  return <><a class="skip" href="#main">{t("skip")}</a>
    <header class="mast"><WordMark size={30} /><span class="event song">{textOf(o?.tournament.name)}</span>
      <label class="pick"><span class="hidden">{t("section")}</span><select value={section.value} onChange={(e) => { const s = sections.find((x) => x.section === e.currentTarget.value)!; goRound(s.section, String(s.rounds[s.rounds.length - 1]?.round ?? 1)); }}>{sections.map((s) => <option key={s.section} value={s.section}>{textOf(s.name) || s.section}</option>)}</select></label>
      <label class="pick"><span class="hidden">{t("chooseRound")}</span><select value={round.value} onChange={(e) => goRound(section.value, e.currentTarget.value)}>{rounds.map((r) => <option key={String(r.round)} value={String(r.round)}>{roundName(r.round)}</option>)}</select></label>
      <span class="sub">{roundData.value ? t("boardsCount", { n: roundData.value.boards.length }) : ""}</span>
      <span class="mastright">{connected.value ? <span><Glyph sign="confirmed" />{t("connected")}</span> : <span class="st-warn"><Glyph sign="recording" />{t("lost", { time: clockTime(l?.lastHeard.value ?? 0) })}{waiting.value > 0 && ` · ${t("queued", { n: waiting.value })}`}</span>}
        <span>{who.value} {t(`role_${role.value}` as Key) ?? role.value}</span>
        <button class="bare" onClick={nextTheme}>{t(theme.value)}</button><button class="bare" lang={next} onClick={() => choose(next)}>{{ en: "EN", "zh-Hant": "繁", "zh-Hans": "简" }[next]}</button><button class="bare" onClick={signOut}>{t("signOut")}</button>
        <time class="num clock">{clockTime(now.value)}:{String(new Date(clock.value).getSeconds()).padStart(2, "0")}</time></span></header>
    <nav class="tabs wenwu" aria-label={t("pages")}>{PAGES.map((p, i) => <button key={p} aria-current={page.value === p ? "page" : undefined} class={page.value === p ? "ink" : ""} onClick={() => (page.value = p)}><kbd>{i + 1}</kbd>{t(`p_${p}` as Key)}{waitingFor[p] ? <strong class="count">{waitingFor[p]}</strong> : null}</button>)}<Search /></nav>
    {toast.value && <p class={`toast ${toast.value.bad ? "bad" : ""}`} role={toast.value.bad ? "alert" : "status"}>{toast.value.text}</p>}
    <main id="main" class={`page-${page.value}`}>{children}</main><DialogBox />
    {!mayWrite.value && role.value && <p class="readonly">{t("readOnlyRole")}</p>}</>;
}
