// The head of every screen of the phone, the state in words, the amber band when there is no connection.
import type { ComponentChildren } from "preact";
import { Glyph } from "../look/marks";
import { game, line, link, online, resent, screen, told, unreachableSince, unsentPlies, clock, refused, moveTexts, conflict, settleConflict } from "./store";
import { fault, leftFault } from "./entry";
import { roundName } from "./said";
import { t } from "./words";
import { signal } from "@preact/signals";

export const notice = signal("");
export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    notice.value = t("copied");
  } catch {
    notice.value = t("copyFailed");
  }
  setTimeout(() => (notice.value = ""), 4000);
}

export function StateWords() {
  const n = line.value.moves.length, waiting = unsentPlies.value;
  if (fault.value) return <span class="state"><Glyph sign="disputed" />{t("stoppedAt", { n: told.value!.pair })}</span>;
  if (!online.value && link.value) return <span class="state st-warn"><Glyph sign="recording" />{t("offline")}</span>;
  if (resent.value) return <span class="state"><Glyph sign="confirmed" />{t("resent", { n: resent.value })}</span>;
  if (waiting) return <span class="state"><Glyph sign="recording" />{t("sending", { n: waiting })}</span>;
  return <span class="state"><Glyph sign="confirmed" /><span>{t("saved", { n })}</span></span>;
}

export function Head({ title, onBack, right, children }: { title?: string; onBack?: () => void; right?: ComponentChildren; children?: ComponentChildren }) {
  const g = game.value;
  return <header class="head">
    <button class="bare backward" aria-label={t("back")} onClick={onBack ?? (() => (screen.value = "card"))}>
      <svg viewBox="0 0 12 18" width="13" aria-hidden="true"><path d="M10 2L3 9l7 7" fill="none" stroke="currentColor" stroke-width="2.2" /></svg></button>
    <p class="title">{title ?? (g ? `${t("board", { n: g.board })} · ${roundName(g.round)}` : "")}</p>
    {children}
    <span class="headstate" role="status">{right ?? <StateWords />}</span>
  </header>;
}

export function OfflineBand() {
  const since = unreachableSince.value;
  if (online.value || !link.value || !since || clock.value - since < 1500) return null;
  const long = clock.value - since > 600000;
  return <section class="band" role="status">
    <p><strong>{t("offlineBand", { n: unsentPlies.value })}</strong><span class="more">{long ? t("unreachable") : t("offlineMore")}</span></p>
    {long && <button onClick={() => void copy(recordText())}>{t("saveText")}</button>}
    <button class="strong" onClick={() => link.value?.retry()}>{t("retry")}</button>
  </section>;
}

/** The record as text that any reader understands, to carry it by hand. */
export function recordText(): string {
  const g = game.value, tl = told.value;
  if (!g || !tl) return "";
  const head = `${g.game} ${g.red.name} – ${g.black.name}`;
  const moves = tl.steps.map((s, i) => (s.side === "red" || i === 0 ? `${s.pair}.${s.side === "black" ? "… " : ""}` : "") + s.words).join(" ");
  return `${head}\n[FEN "${line.value.start}"]\n${moves}\n${line.value.tail.map((x) => x.text).join(" ")}`.trim();
}

/** Another phone wrote other moves to the same place: choose, nothing is thrown away. */
export function TwoPhones() {
  const c = conflict.value;
  if (!c) return null;
  return <section class="band" role="alert"><p><strong>{t("twoPhones")}</strong><span class="more">{t("twoPhonesMore", { mine: c.mine.join(" "), theirs: c.theirs.join(" ") })}</span></p>
    <button onClick={() => settleConflict(false)}>{t("useTheirs")}</button><button onClick={() => settleConflict(true)}>{t("together")}</button></section>;
}

export function Aside() {
  const r = refused.value;
  if (!r) return null;
  return <section class="band stopband" role="alert">
    <p><strong>{t("refusedKept", { why: r.problem.message || r.problem.code })}</strong><span class="more keeptext">{moveTexts(r.entry) || JSON.stringify(r.entry.data)}</span></p>
    <button onClick={() => void copy(moveTexts(r.entry))}>{t("copyIt")}</button>
    <button onClick={() => { refused.value = null; leftFault.value = false; }}>{t("close")}</button>
  </section>;
}
