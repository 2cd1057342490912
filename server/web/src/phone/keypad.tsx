// The Chinese keypad: 24 keys that never move, only possible ones lit; a place with one possible value fills by itself.
import { useEffect, useMemo, useState } from "preact/hooks";
import { parseFen, toOf, fromOf } from "../board/placement";
import { SideDot } from "../look/marks";
import { narrow } from "./keypad_narrow";
import { entryFen, legal, play, gapping, editing } from "./entry";
import { line, readOnly } from "./store";
import { t } from "./words";

const RED = ["车", "马", "炮", "兵", "相", "仕", "帅", "前", "后"], BLACK = ["车", "马", "炮", "卒", "象", "士", "将", "前", "后"];
const RED_DIGITS = [..."一二三四五六七八九"], BLACK_DIGITS = [..."123456789"];
const LATIN: Record<string, number> = { r: 0, n: 1, h: 1, c: 2, p: 3, b: 4, e: 4, a: 5, k: 6 };

export function useKeypad() {
  const [prefix, setPrefix] = useState("");
  const fen = entryFen.value, moves = legal.value;
  useEffect(() => setPrefix(""), [fen]);
  const state = useMemo(() => narrow(moves, prefix), [moves, prefix]);
  const press = (symbol: string) => {
    if (readOnly.value || !state.next.has(symbol)) return;
    const on = narrow(moves, state.prefix + symbol);
    if (on.left.length === 1) { setPrefix(""); play(on.left[0]!.move); }
    else setPrefix(state.prefix + symbol);
  };
  const erase = () => {
    let shorter = [...prefix].slice(0, -1).join("");
    while (shorter && narrow(moves, shorter).prefix === state.prefix) shorter = [...shorter].slice(0, -1).join("");
    setPrefix(shorter);
  };
  return { prefix: state.prefix, typed: prefix !== "", left: state.left, next: state.next, press, erase, clear: () => setPrefix("") };
}
export type KeypadState = ReturnType<typeof useKeypad>;

/** What the board shows while keys are pressed: the piece once it is sure, and where it may go. */
export function keypadMarks(state: KeypadState): { selected: number | null; targets: number[] } {
  if (!state.typed) return { selected: null, targets: [] };
  const from = new Set(state.left.map((m) => fromOf(m.move)));
  return from.size === 1 ? { selected: [...from][0]!, targets: state.left.map((m) => toOf(m.move)) } : { selected: null, targets: [] };
}

export function Keypad({ state }: { state: KeypadState }) {
  const { side, pair } = parseFen(entryFen.value), pieces = side === "red" ? RED : BLACK, digits = side === "red" ? RED_DIGITS : BLACK_DIGITS;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
      const k = event.key;
      const symbol = k in LATIN ? pieces[LATIN[k]!]! : /^[1-9]$/.test(k) ? digits[Number(k) - 1]! : k === "+" ? "进" : k === "-" ? "退" : k === "." || k === "=" ? "平" : k;
      if (k === "Backspace") { event.preventDefault(); state.erase(); }
      else if (k === "Escape") state.clear();
      else if (state.next.has(symbol)) { event.preventDefault(); state.press(symbol); }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const key = (symbol: string, name?: string) => {
    const can = state.next.has(symbol);
    return <button class={`key${can ? " lit" : ""}`} aria-disabled={!can} aria-label={can ? undefined : `${symbol}，${t("impossible")}`} onClick={() => state.press(symbol)}>{name ?? symbol}</button>;
  };
  const rows = [0, 1, 2].map((r) => [...pieces.slice(r * 3, r * 3 + 3), ...digits.slice(r * 3, r * 3 + 3)]);
  const shown = [...state.prefix], few = state.typed && state.left.length <= 4 && state.left.length > 1;
  return <div class="keypad">
    <div class="slots"><span class="who"><SideDot side={side} /><span class="n">{pair}</span></span>
      {[0, 1, 2, 3].map((i) => <span key={i} class={`slot${i < shown.length ? " full" : i === shown.length ? " next" : ""}`} aria-label={t("slot", { n: i + 1 })} role="img">{shown[i] ?? ""}</span>)}
      <span class="ways" role="status">{t("ways", { n: state.left.length })}</span></div>
    {few && <div class="answers" role="group" aria-label={t("waysLabel")}>{state.left.map((m) =>
      <button key={m.move} onClick={() => { state.clear(); play(m.move); }}>{[...m.words].slice(shown.length).join("") || m.words}<span class="hidden">{m.words}</span></button>)}</div>}
    <div class="keys" role="group" aria-label={t("keypad")}>
      {rows.flat().map((s) => key(s))}
      <button class="key word" aria-disabled={!!editing.value} onClick={() => { if (!editing.value && !readOnly.value) gapping.value = { at: line.value.moves.length }; }}>{t("gap")}</button>
      {key("中")}
      <button class="key" aria-label={t("keyErase")} onClick={state.erase}><svg viewBox="0 0 32 20" width="30" aria-hidden="true"><path d="M9 1h22v18H9L1 10zM15 6l8 8M23 6l-8 8" fill="none" stroke="currentColor" stroke-width="2" /></svg></button>
      {["进", "平", "退"].map((s) => key(s))}
    </div>
  </div>;
}
