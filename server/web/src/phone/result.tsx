// Result with its kind, and the two signatures: on this phone, on another one, or not at all (then it says so).
import { useEffect, useState } from "preact/hooks";
import { Glyph, SideDot, Strip } from "../look/marks";
import { LazyQr } from "../look/lazy_qr";
import { stretches } from "../game/record";
import { Refused } from "../wire/link";
import type { KindName, OutcomeName, Side } from "../wire/shapes";
import { Head, OfflineBand, Aside, recordText, copy, notice } from "./frame";
import { clockTime, other, outcomeName, outcomeOf, playerOf, roundsOf, stateText } from "./said";
import { ask, game, gameId, line, mySide, online, readOnly, screen, told, unsentPlies } from "./store";
import { t, type Key } from "./words";

const KINDS: Record<string, KindName[]> = { decisive: ["resign", "mate", "stalemate", "time", "ruling"], draw: ["agreed", "ruling", "limit", "simple_draw"] };

export const hashWords = (hash: string | undefined) => (hash ? `${hash.slice(0, 4)} ${hash.slice(4, 8)}`.toUpperCase() : "");

export function Result() {
  const g = game.value!, tl = told.value!, stated = outcomeOf(g), mine = g.result?.stated?.find((s) => s.by === (mySide.value && playerOf(g, mySide.value).entrant));
  const [outcome, setOutcome] = useState<OutcomeName>(mine?.outcome ?? stated.outcome), [kind, setKind] = useState<KindName | null>(mine?.kind ?? stated.kind);
  const [say, setSay] = useState(""), [qr, setQr] = useState(false);
  const side = mySide.value, me = side ? playerOf(g, side) : null, them = side ? playerOf(g, other(side)) : g.black;
  const theirs = side ? g.result?.stated?.find((s) => s.by === them.entrant) : undefined;
  useEffect(() => { if (outcome === "none" && stated.outcome !== "none") { setOutcome(stated.outcome); setKind(stated.kind); } }, [stated.outcome]);
  useEffect(() => {
    if (outcome !== "none" || tl.terminal === "none") return;
    choose(tl.side === "red" ? "black" : "red", tl.terminal === "checkmate" ? "mate" : "stalemate");
  }, []);
  const report = async (run: () => Promise<unknown>, done = "") => { try { await run(); setSay(done); } catch (e) { setSay(e instanceof Refused ? e.problem.message : t("waiting")); } };
  const state = (o: OutcomeName, k: KindName | null) => report(() => ask("result.state", { game: gameId.value, outcome: o, kind: k }));
  function choose(o: OutcomeName, k: KindName | null) { setOutcome(o); setKind(k); if (k) void state(o, k); }
  const kinds = outcome === "draw" ? KINDS.draw! : KINDS.decisive!, ready = online.value && unsentPlies.value === 0;
  const sign = () => report(() => ask("record.sign", { game: gameId.value, hash: g.record.hash }));
  const signed = (s: Side) => { const by = playerOf(g, s).entrant; return g.record?.signed?.by === by ? g.record.signed : g.record?.confirmed?.by === by ? g.record.confirmed : null; };
  const ownerSide = g.duty?.owner_side ?? side ?? "red", iOwn = !side || ownerSide === side || !!g.you?.owner, signedByMe = side && signed(side);
  const row = (s: Side) => {
    const at = signed(s), person = playerOf(g, s);
    return <div class="signer"><SideDot side={s} /><div><p class="song name">{person.name}</p><p class="sub">{outcome === "draw" ? t("draw") : outcome === s ? t("win") : outcome === other(s) ? t("lose") : ""}{s === ownerSide ? ` · ${t("ownerOf")}` : ""}{!at && s !== side ? ` · ${g.record?.unanswered ? t("unanswered") : t("notSeen")}` : ""}</p></div>
      <div class="end">{at ? <p><Glyph sign="confirmed" /><strong>{t("signedAt")}</strong><br /><time>{clockTime(at.at)}</time></p>
        : s !== side && side ? <button class="strong" onClick={() => setQr(!qr)}>{t("otherPhone")}</button> : null}</div></div>;
  };
  return <><Head onBack={() => (screen.value = "record")} /><main class="sheet result"><h1 class="hidden">{t("result")}</h1>
    <OfflineBand /><Aside />
    <fieldset><legend>{t("result")}</legend><div class="three">{(["red", "draw", "black"] as const).map((o) => <button key={o} aria-pressed={outcome === o} class={`song${outcome === o ? " ink" : " strong"}`} onClick={() => choose(o, null)}>{outcomeName(o)}</button>)}</div></fieldset>
    {outcome !== "none" && <fieldset><legend class="hidden">{t("kind")}</legend><div class="kinds">{kinds.map((k) => <button key={k} aria-pressed={kind === k} class={kind === k ? "picked" : ""} onClick={() => choose(outcome, k)}>{t(`kind_${k}` as Key)}</button>)}</div></fieldset>}
    {outcome === "draw" && roundsOf(tl) < 20 && <p class="amber">{t("earlyDraw")}</p>}
    {theirs && outcome !== "none" && theirs.outcome !== outcome && <p class="amber">{t("resultDiffers", { result: outcomeName(theirs.outcome) })}</p>}
    <dl class="facts lined">
      <div><dt>{t("completeness")}</dt><dd><Glyph sign={line.value.tail.length ? "recording" : line.value.gaps.length ? "gap" : "confirmed"} />{stateText(tl, line.value, line.value.moves.length > 0)}</dd><dd class="end w"><Strip stretches={stretches(line.value)} /></dd></div>
      <div><dt>{t("hash")}</dt><dd class="n">{ready ? hashWords(g.record?.hash) : "…"}</dd><dd class="end">{t("hashMore")}</dd></div>
    </dl>
    {g.record?.disputed && <p class="amber">{t("disputed", { n: Math.ceil(g.record.disputed.ply / 2), side: g.record.disputed.ply % 2 ? t("redShort") : t("blackShort") })}</p>}
    <div class="wenwu" />{row("red")}{row("black")}
    {qr && <div class="qr"><p>{t("otherPhoneMore", { name: them.name })}</p><LazyQr text={`${location.origin}/r`} /></div>}
    <p class="note" role="status">{say || notice.value}</p>
    {line.value.tail.length > 0 && <p class="amber">{t("stillOpen", { n: line.value.tail.length })}</p>}
    <div class="calls">
      {outcome === "none" || !kind ? <p class="note">{t("mustResult")}</p> : !ready ? <p class="note">{t("waiting")}</p> : null}
      {iOwn && !g.record?.signed && me && <button class="ink main" disabled={!ready || outcome === "none" || readOnly.value} onClick={() => void sign()}>{t("signFirst")}</button>}
      {iOwn && g.record?.signed && !g.record.confirmed && <button class="ink main" disabled={!ready} onClick={() => (screen.value = "check")}>{t("handOver", { name: them.name })}</button>}
      {!iOwn && g.record?.signed && !signedByMe && <button class="ink main" disabled={!ready} onClick={() => (screen.value = "check")}>{t("checkPlease")}</button>}
      {g.record?.signed && g.record.confirmed && <p class="done"><Glyph sign="confirmed" />{t("confirmedDone")}</p>}
      <button onClick={() => void copy(recordText())}>{t("saveText")}</button>
      <p class="note small">{t("scoreSheet")}</p></div>
  </main></>;
}
