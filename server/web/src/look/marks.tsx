// The small signs beside words: state glyphs of 12 pixels, the strip of a record, side dots, the headline's live region.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Duty, DutyState, Side } from "../wire/shapes";

export type Sign = "playing" | "missing" | "recording" | "gap" | "to_sign" | "disputed" | "confirmed" | "live" | "excused" | "voluntary";
const TONE: Record<Sign, string> = { playing: "quiet", missing: "stop", recording: "warn", gap: "warn", to_sign: "dian", disputed: "stop", confirmed: "ok", live: "ok", excused: "quiet", voluntary: "ok" };

export function Glyph({ sign }: { sign: Sign }) {
  const box = <rect x="1" y="1" width="10" height="10" fill="none" stroke="currentColor" stroke-width="2" />;
  const shape = {
    playing: <circle cx="6" cy="6" r="2.2" fill="currentColor" />,
    missing: <>{box}<path d="M3.6 3.6l4.8 4.8M8.4 3.6l-4.8 4.8" stroke="currentColor" stroke-width="1.4" /></>,
    recording: <>{box}<path d="M1 1h5v10H1z" fill="currentColor" /></>,
    gap: <><path d="M0 0h12v12H0z" fill="currentColor" /><path d="M4.4 2h3.2v8H4.4z" class="glyphhole" /></>,
    to_sign: <>{box}<path d="M4 4h4v4H4z" fill="currentColor" /></>,
    disputed: <><path d="M0 0h12v12H0z" fill="currentColor" /><path d="M5.2 2h1.6v5H5.2zM5.2 8.2h1.6v1.7H5.2z" class="glyphhole" /></>,
    confirmed: <><path d="M0 0h12v12H0z" fill="currentColor" /><path d="M2.6 6.2l2.3 2.4 4.5-5" fill="none" class="glyphline" stroke-width="1.7" /></>,
    live: <path d="M6 1.5l5.5 9.5H.5z" fill="currentColor" />,
    excused: <path d="M0 5.2h12v1.6H0z" fill="currentColor" />,
    voluntary: <path d="M0 0h12v12H0z" fill="currentColor" />,
  }[sign];
  return <svg class={`glyph st-${TONE[sign]}`} viewBox="0 0 12 12" aria-hidden="true">{shape}</svg>;
}
export const toneOf = (sign: Sign) => TONE[sign];

/** The sign of a duty: what is the case with its record. */
export function signOf(duty: Pick<Duty, "state" | "signed" | "confirmed" | "disputed" | "progress">): Sign {
  if (duty.disputed) return "disputed";
  return signOfState(duty.state, duty);
}
export function signOfState(state: DutyState | "playing" | undefined, more?: Partial<Duty>): Sign {
  switch (state) {
    case "complete": case "accepted_on_paper": return "confirmed";
    case "submitted": return "to_sign";
    case "incomplete": return "gap";
    case "doubtful": case "false": return "disputed";
    case "excused": return "excused";
    case "exempt": return "live";
    case "not_required": return "voluntary";
    case "playing": case undefined: return "playing";
    default: return more?.progress?.gaps ? "gap" : more?.progress?.plies ? "recording" : "missing";
  }
}

export const SideDot = ({ side }: { side: Side }) => <span class={`dot ${side}`} aria-hidden="true" />;

export type Stretch = { rounds: number; kind: "ok" | "again" | "unchecked" | "gap" };
/** 谱条: one piece a stretch of rounds, a cut every ten. Words always stand beside it. */
export function Strip({ stretches, total }: { stretches: Stretch[]; total?: number }) {
  const sum = Math.max(total ?? 0, stretches.reduce((n, s) => n + s.rounds, 0), 1);
  let x = 0;
  return <svg class="strip" viewBox={`0 0 ${sum * 10} 8`} preserveAspectRatio="none" aria-hidden="true">
    <path d={`M0 4H${sum * 10}`} stroke="var(--hair)" stroke-width="1" vector-effect="non-scaling-stroke" />
    {stretches.map((s, i) => {
      const at = x;
      x += s.rounds * 10;
      const fill = { ok: "var(--ok)", again: "var(--ink2)", unchecked: "var(--warnbg)", gap: "none" }[s.kind];
      const edge = { ok: "none", again: "none", unchecked: "var(--warn)", gap: "var(--stop)" }[s.kind];
      return <rect key={i} x={at} y={0.5} width={s.rounds * 10} height={7} fill={fill} stroke={edge} stroke-width="1" vector-effect="non-scaling-stroke" />;
    })}
    {Array.from({ length: Math.floor(sum / 10) }, (_, i) => <path key={i} d={`M${(i + 1) * 100} 0v8`} stroke="var(--sheet)" stroke-width="1.5" vector-effect="non-scaling-stroke" />)}
  </svg>;
}

/** The screen's h1; its changes are spoken, at most one in ten seconds. */
export function Headline({ text, class: name }: { text: string; class?: string }) {
  const [spoken, setSpoken] = useState(text);
  const last = useRef(Date.now());
  useEffect(() => {
    const wait = Math.max(0, last.current + 10000 - Date.now());
    const timer = setTimeout(() => { last.current = Date.now(); setSpoken(text); }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return <><h1 class={name} tabIndex={-1}>{text}</h1><p class="hidden" role="status">{spoken === text ? "" : spoken}</p></>;
}

export const Kicker = ({ children }: { children: ComponentChildren }) => <p class="kicker">{children}</p>;
