// Print views: board cards with QR and codes, pairing lists, result slips, score sheets, call and foul lists. Black on white.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { WordMark } from "../board/drawing";
import { Headline, SideDot } from "../look/marks";
import { Qr } from "../look/qr";
import type { BoardRow } from "../wire/shapes";
import { clockTime, dutyWords, roundName } from "./said";
import { callList, ResultCell } from "./round";
import { fouls } from "./ruling";
import { act, boardOf, duties, get, link, mayWrite, nameOf, now, overview, round, roundData, section, say, textOf } from "./store";
import { t, type Key } from "./words";

type Kind = "cards" | "list" | "listName" | "slips" | "sheets" | "calls" | "fouls";
const KINDS: Kind[] = ["cards", "list", "listName", "slips", "sheets", "calls", "fouls"];
const showing = signal<Kind | null>(null);
interface CardPass { url: string; code: string; red_sign?: string; black_sign?: string }
const passes = signal<Map<string, CardPass>>(new Map());

const sectionText = () => textOf(overview.value?.sections.find((s) => s.section === section.value)?.name) || section.value;
const mustRecord = () => (roundData.value?.boards ?? []).filter((b) => duties.value?.duties.some((d) => d.game === b.game && d.state !== "not_required"));

export function PrintPage() {
  useEffect(() => { void get<{ rows: typeof fouls.value }>("fouls").then((r) => { if (r) fouls.value = r.rows; }); }, []);
  const kind = showing.value;
  const issue = async () => {
    const made = new Map(passes.value);
    for (const b of mustRecord()) { const p = await act<CardPass>("pass.issue", { game: b.game, board: b.game }, ""); if (!p?.url) break; made.set(b.game, p); }
    passes.value = made;
    if (made.size) { say(t("done")); showing.value = "cards"; }
  };
  if (!kind) return <><Headline text={t("pt_head")} /><ul class="printlist">{KINDS.map((k) => <li key={k}><span class="song">{t(`pt_${k}` as Key)}</span>{k === "cards" && <span class="sub">{t("pt_cardsMore")}</span>}<span class="end buttons">{k === "cards" && mayWrite.value && <button onClick={() => void issue()}>{t("pt_make", { n: mustRecord().length })}</button>}<button class="strong" onClick={() => (showing.value = k)}>{t("pt_show")}</button></span></li>)}</ul></>;
  return <div class={`printing ${kind}`}><p class="noprint buttons"><button onClick={() => (showing.value = null)}>‹ {t("pt_back")}</button><button class="ink" onClick={() => print()}>{t("pt_print")}</button></p><h1 class="hidden">{t(`pt_${kind}` as Key)}</h1>
    {kind === "cards" ? mustRecord().map((b) => <BoardCard key={b.game} b={b} />) : kind === "sheets" ? mustRecord().map((b) => <Sheet key={b.game} b={b} />) : kind === "slips" ? <div class="slips">{(roundData.value?.boards ?? []).map((b) => <Slip key={b.game} b={b} />)}</div> : <List kind={kind} />}</div>;
}

const address = () => `${location.host}/r`;
function BoardCard({ b }: { b: BoardRow }) {
  const p = passes.value.get(b.game), deadline = roundData.value?.deadline;
  const half = (side: "red" | "black", person: BoardRow["red"], code?: string) => <div class="half"><p><SideDot side={side} />{t(side === "red" ? "redShort" : "blackShort")} · {person.unit} · {t("pt_code")}</p><p class="song">{person.name}</p><p class="num code">{code ?? "　"}</p><p class="sub">{code ? t("pt_onlySign") : t("pt_noCode")}</p></div>;
  return <article class="boardcard"><header><WordMark size={34} /><span>{textOf(overview.value?.tournament.name)} · {sectionText()}</span></header><div class="wenwu" />
    <div class="cardtop"><div><p class="num boardnumber">{b.board}</p><p><span class="song tai">{t("board", { n: "" }).trim()}</span> {roundName(round.value)}{b.game_no ? ` · ${t("c_game", { n: b.game_no })}` : ""}</p><p>{t("pt_after")}</p>{deadline && <p><strong class="n">{t("pt_before", { time: clockTime(deadline) })}</strong></p>}</div>
      <div class="cardqr"><Qr text={p?.url ?? `${location.origin}/r`} size={170} /><p class="num">{address()}</p><p class="num"><strong>{p?.code ?? ""}</strong></p></div></div>
    <div class="cardrule"><p class="song">{t("pt_off")}</p><p>{t("pt_rule")}</p><p lang="en">{t("pt_ruleEn")}</p></div>
    <p class="tear"><span>{t("pt_tear")}</span></p><div class="halves">{half("red", b.red, p?.red_sign)}{half("black", b.black, p?.black_sign)}</div></article>;
}

function Sheet({ b }: { b: BoardRow }) {
  const rows = Array.from({ length: 30 }, (_, i) => i + 1), side = (s: "red" | "black", p: BoardRow["red"]) => <div><p><SideDot side={s} />{t(s)}　{t("pt_no")} <strong class="n">{String(p.no).padStart(3, "0")}</strong></p><p class="song">{p.name}</p><p>{p.unit}</p></div>;
  const limit = b.limits?.limit_rounds ?? 40;
  return <article class="scoresheet"><header><WordMark size={38} /><span class="song sheettitle">{t("pt_sheet")}</span><span class="end">{textOf(overview.value?.tournament.name)} · {sectionText()} · {roundName(round.value)} · <strong class="n">{t("board", { n: b.board })}</strong></span></header><div class="wenwu" />
    <div class="sheetwho">{side("red", b.red)}{side("black", b.black)}<Qr text={passes.value.get(b.game)?.url ?? `${location.origin}/r`} size={92} /></div>
    <p class="sheetline"><span>{t("pt_date")} ________</span><span>{t("pt_begin")} ________</span><span>{t("pt_end")} ________</span><span class="end">{t("pt_limit", { n: limit })}</span></p>
    <table><thead><tr>{[0, 1, 2].map((c) => [<th key={`p${c}`}>{t("pt_pair")}</th>, <th key={`r${c}`}>{t("red")}</th>, <th key={`b${c}`}>{t("black")}</th>])}</tr></thead><tbody>{rows.map((n) => <tr key={n} class={n % 5 ? "" : "five"}>{[0, 30, 60].map((add) => [<td key={`p${add}`} class="n no">{n + add}</td>, <td key={`r${add}`} />, <td key={`b${add}`} />])}</tr>)}</tbody></table>
    <div class="sheetfoot"><div><p><strong>{t("pt_tick")}</strong></p><p class="ticks">{(["redWins", "drawn", "blackWins", "kind_resign", "kind_mate", "kind_time"] as Key[]).map((k) => <span key={k}>□ {t(k)}</span>)}</p></div><div><p><strong>{t("pt_redSign")}</strong></p></div><div><p><strong>{t("pt_blackSign")}</strong></p></div><div><p><strong>{t("pt_arbiter")}</strong></p><p class="foulline">{t("pt_foul")}</p></div></div>
    <p class="sheetline"><span>{t("pt_foot")}</span><span class="end">{t("pt_page")}</span></p></article>;
}

const Slip = ({ b }: { b: BoardRow }) => <article class="slip"><p><strong class="num">{b.board}</strong> {roundName(round.value)} · {sectionText()}</p><p><SideDot side="red" />{b.red.name} <span class="sub">{b.red.unit}</span></p><p><SideDot side="black" />{b.black.name} <span class="sub">{b.black.unit}</span></p><p class="ticks">{(["redWins", "drawn", "blackWins"] as Key[]).map((k) => <span key={k}>□ {t(k)}</span>)}</p><p class="signline">{t("pt_winnerSigns")} ____________</p></article>;

function List({ kind }: { kind: Kind }) {
  const boards = roundData.value?.boards ?? [], head = `${textOf(overview.value?.tournament.name)} · ${sectionText()} · ${roundName(round.value)}`;
  const people = boards.flatMap((b) => [{ p: b.red, b, side: "red" as const }, { p: b.black, b, side: "black" as const }]).sort((x, y) => x.p.name.localeCompare(y.p.name, "zh"));
  return <article class="plist"><header><WordMark size={30} /><span class="song sheettitle">{t(`pt_${kind}` as Key)}</span><span class="end">{head}</span></header><div class="wenwu" /><table class="plain"><tbody>{kind === "list" ? boards.map((b) => <tr key={b.game}><th scope="row" class="n">{b.board}</th><td><SideDot side="red" />{b.red.name}</td><td class="sub">{b.red.unit}</td><td><ResultCell b={b} /></td><td><SideDot side="black" />{b.black.name}</td><td class="sub">{b.black.unit}</td></tr>)
    : kind === "listName" ? people.map((x) => <tr key={x.p.entrant}><th scope="row">{x.p.name}</th><td class="sub">{x.p.unit}</td><td><strong class="n">{t("board", { n: x.b.board })}</strong></td><td><SideDot side={x.side} />{t(x.side)}</td><td>{(x.side === "red" ? x.b.black : x.b.red).name}</td></tr>)
    : kind === "calls" ? callList().map((d) => <tr key={d.duty}><th scope="row" class="n">{t("board", { n: d.board })}</th><td class="song">{nameOf(d.owner)}</td><td>{dutyWords(d, boardOf(d.game), now.value)}</td><td class="n">{clockTime(d.deadline)}</td></tr>)
    : fouls.value.map((f) => <tr key={f.foul}><th scope="row">{f.name}</th><td>{f.kind} {f.clause}</td><td>{f.reason}</td><td>{t(`f_${f.state}` as Key)}</td></tr>)}</tbody></table><p class="sub">{clockTime(now.value)}{link.value ? "" : ""}</p></article>;
}
