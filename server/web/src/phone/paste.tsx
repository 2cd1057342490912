// The paste box: the text stays, doubtful parts are underlined, one entry for each doubt.
import { signal, computed } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Board } from "../board/board";
import { parseFen, START_FEN, fromOf, toOf, sideOf } from "../board/placement";
import { SideDot, Glyph } from "../look/marks";
import { readTokens, tokensOf, type ReadMove } from "../game/reading";
import { keep, kept } from "../wire/keep";
import { Refused } from "../wire/link";
import { slipText } from "./panels";
import { shortSide } from "./said";
import { append, ask, engine, gameId, line, mode, readOnly, replace } from "./store";
import { t } from "./words";
import { act } from "./store";

const text = signal("");
const decided = signal<Map<number, string | null>>(new Map());
const picking = signal<{ index: number; from: number | null } | null>(null);
const answer = signal("");

const pasted = computed(() => tokensOf(text.value));
const start = computed(() => pasted.value.startFen ?? line.value.start ?? START_FEN);
const read = computed(() => (engine.value ? readTokens(engine.value, start.value, pasted.value.tokens, decided.value).moves : []));

export function Paste() {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => { void kept<string>(`text:${gameId.value}`).then((saved) => { if (saved && !text.value) text.value = saved; }); }, []);
  const write = (value: string) => { text.value = value.slice(0, 65536); decided.value = new Map(); answer.value = ""; void keep(`text:${gameId.value}`, text.value); };
  const moves = read.value, good = moves.filter((m) => m.state === "read").length, doubts = moves.filter((m) => m.state === "doubtful"), bad = moves.filter((m) => m.state === "unreadable");
  const open = moves.filter((m) => m.state !== "read"), firstOpen = open[0], pairOf = (m: ReadMove) => pairAt(m.ply - 1), upTo = firstOpen ? Math.floor((firstOpen.ply - 1) / 2) : 0;
  const take = async (list: ReadMove[]) => {
    const fresh = list.map((m) => m.move!).filter(Boolean), have = line.value.moves.length;
    if (have) await replace(0, have, fresh);
    else await append(fresh);
    mode.value = "tap";
  };
  const file = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0];
    if (!chosen) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const plain = tryText(bytes);
    if (plain !== null) { write(plain); return; }
    try {
      let binary = "";
      for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
      const done = await ask("record.submit", { game: gameId.value, format: chosen.name.split(".").pop()?.toLowerCase() ?? "xqf", content_base64: btoa(binary) });
      answer.value = t("fileSent", { n: done?.plies ?? done?.ply ?? "" });
    } catch (error) { answer.value = t("fileRefused", { why: error instanceof Refused ? error.problem.message : t("offline") }); }
  };
  return <section class="paste">
    <label for="pastebox" class="hidden">{t("pasteLabel")}</label>
    <textarea id="pastebox" ref={area} value={text.value} placeholder={t("pastePlaceholder")} rows={text.value ? 4 : 7} spellcheck={false} onInput={(e) => write(e.currentTarget.value)} />
    {open.length > 0 && <p class="marked" aria-hidden="true">{marked(moves)}</p>}
    <p class="counts" role="status"><span>{t("understood", { n: good })}</span>{doubts.length > 0 && <span class="st-warn">{t("doubtful", { n: doubts.length })}</span>}{bad.length > 0 && <span class="st-stop">{t("unreadable", { n: bad.length })}</span>}
      <span class="end">{moves.length ? t("total", { n: moves.length }) : t("nothingRead")}</span></p>
    <ol class="doubts">{open.slice(0, 20).map((m) => <Doubt key={m.ply} m={m} pair={pairOf(m)} />)}</ol>
    {picking.value && <Picker />}
    {answer.value && <p class="note" role="status">{answer.value}</p>}
    <div class="pastefoot">
      <button class="ink" disabled={!moves.length || open.length > 0 || readOnly.value} onClick={() => void take(moves)}>{t(decided.value.size ? "takeAll" : "takePlain", { n: moves.length })}</button>
      {line.value.moves.length > 0 && moves.length > 0 && <p class="note">{t("pasteReplaces", { n: line.value.moves.length })}</p>}
      <p class="links">{firstOpen && upTo > 0 && <button class="bare link" disabled={readOnly.value} onClick={() => void take(moves.slice(0, firstOpen.ply - 1))}>{t("takeUpTo", { n: upTo })}</button>}
        <label class="link filepick">{t("pasteFile")}<input type="file" onChange={(e) => void file(e.currentTarget)} /></label><span class="keptnote">{t("keptText")}</span></p>
    </div>
  </section>;
}

const firstSide = () => parseFen(start.value);
function pairAt(index: number): { pair: number; side: "red" | "black" } {
  const { side, pair } = firstSide(), shift = side === "black" ? 1 : 0;
  return { pair: pair + Math.floor((index + shift) / 2), side: (index + shift) % 2 ? "black" : "red" };
}

function tryText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x58 && bytes[1] === 0x51) return null; // XQF
  try { return new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { /* not UTF-8 */ }
  try {
    const t = new TextDecoder("gb18030", { fatal: true }).decode(bytes);
    return /[\u0000-\u0008]/.test(t) ? null : t;
  } catch { return null; }
}

function marked(moves: ReadMove[]) {
  const parts: preact.JSX.Element[] = [], open = moves.filter((m) => m.state !== "read").slice(0, 20);
  let at = 0;
  const all = text.value;
  for (const m of open) {
    const before = Math.max(at, m.token.from - 12);
    parts.push(<span key={`b${m.ply}`}>{before > at ? "… " : ""}{all.slice(before, m.token.from)}</span>, <mark key={m.ply} class={m.state}>{all.slice(m.token.from, m.token.to)}</mark>);
    at = m.token.to;
  }
  parts.push(<span key="end">{all.slice(at, at + 12)}{at + 12 < all.length ? " …" : ""}</span>);
  return parts;
}

const decide = (index: number, move: string | null) => { decided.value = new Map(decided.value).set(index, move); picking.value = null; };

function Doubt({ m, pair }: { m: ReadMove; pair: { pair: number; side: "red" | "black" } }) {
  const best = m.choices[0], second = m.choices[1], unreadable = m.state === "unreadable";
  return <li class={m.state}>
    <p class="dhead"><Glyph sign={unreadable ? "missing" : "recording"} /><span>{t("roundSide", { n: pair.pair, side: shortSide(pair.side) })}</span> <span class="song">{m.token.text}</span><span class="end">{best ? slipText(best.slip) : ""}</span></p>
    <div class="buttons">
      {best && <button class="ink" onClick={() => decide(m.ply - 1, best.move)}>{best.words}{unreadable && best.follows > 0 && <small> {t("followsShort", { n: best.follows })}</small>}</button>}
      {unreadable && second && <button class="strong" onClick={() => decide(m.ply - 1, second.move)}>{second.words}</button>}
      <button class="strong" onClick={() => (picking.value = { index: m.ply - 1, from: null })}>{t("other")}</button>
      <button onClick={() => { void gapThere(m); }}>{t("gap")}</button>
    </div>
  </li>;
}

/** Takes what stands before the doubt and notes a gap of one ply there; the rest of the text stays in the box. */
async function gapThere(m: ReadMove) {
  const before = read.value.slice(0, m.ply - 1).map((x) => x.move!), have = line.value.moves.length;
  if (have) await replace(0, have, before);
  else await append(before);
  await act({ type: "record.gap", data: { game: gameId.value!, at_ply: before.length, plies: 1 } });
  mode.value = "tap";
}

function Picker() {
  const at = picking.value!, e = engine.value!;
  const fen = useMemo(() => e.play(start.value, read.value.slice(0, at.index).map((m) => m.move!).filter(Boolean)).fen, [at.index]);
  const { placement, side } = parseFen(fen), moves = e.legal(fen);
  const tap = (point: number) => {
    const piece = placement[point];
    if (piece && sideOf(piece) === side) { picking.value = { ...at, from: point }; return; }
    const going = moves.filter((m) => toOf(m.move) === point && (at.from === null || fromOf(m.move) === at.from));
    if (going.length === 1) decide(at.index, going[0]!.move);
  };
  return <div class="picker"><p><SideDot side={side} />{t("other")} <button class="bare link" onClick={() => (picking.value = null)}>{t("close")}</button></p>
    <Board placement={placement} label={t("other")} selected={at.from} targets={at.from === null ? [] : moves.filter((m) => fromOf(m.move) === at.from).map((m) => toOf(m.move))} onTap={tap} /></div>;
}
