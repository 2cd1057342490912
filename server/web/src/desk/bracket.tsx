// Pairing of the next round (a draft, reasons, swap, publish, import), the bracket, the entrants.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Glyph, Headline, SideDot } from "../look/marks";
import { both } from "../words/words";
import type { Person } from "../wire/shapes";
import { PersonName, ask, fieldsOf } from "./frame";
import { roundName } from "./said";
import { act, get, mayWrite, nameOf, overview, round, roundData, section, goRound } from "./store";
import { nextRound } from "./gate";
import { t, type Key } from "./words";

type View = "pairing" | "bracket" | "entrants";
const view = signal<View>("pairing");
interface Measures { difference: number; cross_score: number; surplus: number }
interface Pairing {
  round: string; published: boolean; pairs: { board: number; red: Person; black: Person; red_points: number; black_points: number }[]; bye: Person | null;
  relaxed: string[]; reasons: Record<string, { zh: string; en: string }>;
  difference: { red: string; black: string; only: "engine" | "hand" }[]; measures: { engine: Measures; hand: Measures } | null; broken: { code: string; message: { zh: string; en: string }; entrants: string[] }[];
}
const draft = signal<Pairing | null>(null), open = signal("");  // the round that can be paired
interface Match { match: string; upper: Person | null; lower: Person | null; games: { game: string; outcome: string }[]; winner: string | null; may_enter: boolean }
const bracket = signal<{ rounds: { round: string; matches: Match[] }[] } | null>(null);
const entrants = signal<(Person & { state: string; sex?: string; note?: string; birth_year?: number })[]>([]);

export function BracketPage() {
  useEffect(() => { if (/^k/.test(round.value) && view.value === "pairing") view.value = "bracket"; }, [round.value]);
  return <><p class="views">{(["pairing", "bracket", "entrants"] as View[]).map((v) => <button key={v} aria-pressed={view.value === v} class={view.value === v ? "ink" : ""} onClick={() => (view.value = v)}>{t(`v_${v}` as Key)}</button>)}</p>{view.value === "pairing" ? <PairingView /> : view.value === "bracket" ? <Bracket /> : <Entrants />}</>;
}

function PairingView() {
  const rounds = overview.value?.sections.find((s) => s.section === section.value)?.rounds ?? [], next = nextRound(round.value), nextPlanned = !rounds.some((r) => String(r.round) === next && r.state !== "planned");
  const shown = draft.value, shownRound = shown ? String(shown.round) : round.value;
  const pairs = shown?.pairs ?? (roundData.value?.boards ?? []).map((b) => ({ board: b.board, red: b.red, black: b.black, red_points: b.red_points, black_points: b.black_points }));
  // The draft as it stands with the service, whoever made it: of this round while it is not published, else of the next.
  const look = async (of: string) => {
    const p = await get<Pairing>("pairing", { round: of });
    draft.value = p && !p.published && p.pairs.length ? { ...p, round: of } : null;
    return p?.published ?? false;
  };
  useEffect(() => {
    draft.value = null;
    void look(round.value).then((published) => { open.value = published ? next : round.value; if (published && nextPlanned) void look(next); });
  }, [section.value, round.value, nextPlanned]);
  const pair = () => void act("round.pair", { section: section.value, round: open.value }).then((p) => { if (p) void look(open.value); });
  const swap = () => ask({ title: t("pr_swap"), reason: true, fields: [{ name: "a", label: t("pr_a") }, { name: "b", label: t("pr_b") }], yes: t("yes"), run: (text) => { const f = fieldsOf(text), id = (x: string) => (/-/.test(x) ? x : `${section.value}-${Number(x)}`); void act("round.swap", { section: section.value, round: shownRound, a: id(f.a!), b: id(f.b!), reason: f.reason }).then((p) => { if (p) void look(shownRound); }); } });
  const byHand = shown?.measures ? [t("pr_byHand", { n: shown.difference.filter((d) => d.only === "hand").length, a: shown.measures.engine.difference, b: shown.measures.hand.difference }), ...shown.broken.map((x) => t("pr_breaks", { what: both(x.message), who: x.entrants.map(nameOf).join("、") }))] : [];
  const publish = () => ask({ title: t("pr_publish"), yes: t("yes"), run: () => act("round.publish", { section: section.value, round: shownRound }).then((r) => { if (r) { draft.value = null; goRound(section.value, shownRound); } }) });
  const load = () => ask({ title: t("pr_import"), fields: [{ name: "text", label: t("pr_text"), area: true }], yes: t("pr_do"), run: (text) => { const f = fieldsOf(text); void act("round.import", { section: section.value, round: open.value, format: /^\s*\d{3}\s/m.test(f.text!) && !/,/.test(f.text!.split("\n")[0]!) ? "trf" : "csv", text: f.text }).then((r) => { if (r) goRound(section.value, open.value); }); } });
  return <section><div class="pagehead"><div><Headline text={draft.value ? t("pr_draft", { round: roundName(shownRound) }) : t("pr_head", { round: roundName(round.value) })} />
    <p class="deck">{(shown ? shown.bye : roundData.value?.bye) ? t("pr_bye", { name: (shown ? shown.bye : roundData.value?.bye)!.name }) : ""} {shown?.relaxed.length ? t("pr_relaxed", { what: shown.relaxed.join("；") }) : ""}</p>
    {byHand.length > 0 && <ul class="byhand">{byHand.map((line, i) => <li key={i} class={i ? "st-stop" : ""}>{line}</li>)}</ul>}</div>
    {mayWrite.value && <p class="views">{draft.value ? <><button onClick={swap}>{t("pr_swap")}</button><button onClick={() => (draft.value = null)}>{t("cancel")}</button><button class="ink" onClick={publish}>{t("pr_publish")}</button></> : <>{open.value && (nextPlanned || open.value === round.value) && <button class="ink" onClick={pair}>{t("pr_draft", { round: roundName(open.value) })}</button>}<button onClick={load}>{t("pr_import")}</button></>}</p>}</div>
    {pairs.length ? <div class="tablebox" tabIndex={0} role="region" aria-label={t("v_pairing")}><table class="plain"><thead><tr><th scope="col">{t("c_board")}</th><th scope="col">{t("c_red")}</th><th scope="col" class="r">{t("c_points")}</th><th scope="col">{t("c_black")}</th><th scope="col" class="r">{t("c_points")}</th><th scope="col">{t("pr_why")}</th></tr></thead>
      <tbody>{pairs.map((p) => <tr key={p.board}><th scope="row" class="n">{p.board}</th><td><SideDot side="red" /><PersonName p={p.red} /> <span class="sub">{p.red.unit}</span></td><td class="r n">{p.red_points}</td><td><SideDot side="black" /><PersonName p={p.black} /> <span class="sub">{p.black.unit}</span></td><td class="r n">{p.black_points}</td>
        <td class="sub">{[p.red, p.black].map((e) => both(shown?.reasons[e.entrant])).filter(Boolean).join("；")}</td></tr>)}</tbody></table></div> : <p class="sub">{t("pr_none")}</p>}</section>;
}

function Bracket() {
  useEffect(() => { void get<{ rounds: { round: string; matches: Match[] }[] }>("bracket").then((b) => { bracket.value = b; }); }, [section.value, round.value]);
  const b = bracket.value, first = b?.rounds[0]?.matches ?? [], done = first.filter((m) => m.winner);
  if (!b?.rounds.length) return <Headline text={t("b_tbd")} />;
  const H = 2.65, total = Math.max(first.length, 1) * H;
  const title = (n: number) => (n === 1 ? t("b_final") : n === 2 ? t("b_semi") : t("b_into", { a: n * 2, b: n }));
  const mark = (m: Match, e: string | undefined) => m.games.map((g) => (g.outcome === "draw" ? t("draw") : g.outcome === "none" ? "…" : (g.outcome.startsWith("red")) === (e === m.upper?.entrant) ? t("win") : t("lose"))).join(" ");
  const blocked = new Set(b.rounds.flatMap((r) => r.matches.filter((m) => m.winner && !m.may_enter).map((m) => m.winner!)));
  return <section><Headline text={t("b_head", { n: done.filter((m) => m.may_enter).length, m: done.filter((m) => !m.may_enter).length })} /><p class="deck">{t("b_deck")}</p>
    <div class="bracket" tabIndex={0} role="region" aria-label={t("v_bracket")}>{b.rounds.map((r, c) => <section key={r.round} class="bcol" style={{ minHeight: `${total + 2}rem` }}><h2>{title(r.matches.length)}</h2><div class="bmatches" style={{ height: `${total}rem` }}>{r.matches.map((m) => <div key={m.match} class="bmatch"><div class="binner">{[m.upper, m.lower].map((p, i) => <p key={i} class={p && m.winner === p.entrant ? "b" : p && blocked.has(p.entrant) && c > 0 ? "" : p && c > 0 ? "b" : "sub"}><span class="n no">{p?.no ?? ""}</span> {p?.name ?? t("b_tbd")} <span class="marks">{p && c > 0 && blocked.has(p.entrant) && !m.winner ? <strong class="st-stop">{t("g_held")}</strong> : mark(m, p?.entrant)}</span></p>)}</div>{m.upper && m.lower && m.games.length > 0 && <Glyph sign={!m.winner ? "playing" : m.may_enter ? "confirmed" : "missing"} />}</div>)}</div></section>)}
      <section class="bcol champion"><p class="song wenwu">{t("b_champion")}</p></section></div></section>;
}

function Entrants() {
  const load = () => void get<{ rows: typeof entrants.value }>("entrants").then((r) => { if (r) entrants.value = r.rows; });
  useEffect(load, [section.value]);
  const change = (e: Person, type: string, title: string) => ask({ title: `${title.replace("…", "")}：${e.name}`, reason: true, yes: t("yes"), run: (reason) => act(type, { entrant: e.entrant, reason }).then(load) });
  const pass = (e: Person) => void act<{ code: string; url: string }>("pass.issue", { entrant: e.entrant }, "").then((p) => { if (p?.code) ask({ title: t("passIs", { name: e.name, code: p.code }), yes: t("close"), run: () => {}, body: <p class="num passurl">{p.url}</p> }); });
  const load2 = () => ask({ title: t("en_import"), fields: [{ name: "text", label: "CSV", area: true }], yes: t("pr_do"), run: (text) => act("entrants.import", { section: section.value, text: fieldsOf(text).text }).then(load) });
  return <section><div class="pagehead"><Headline text={t("en_head", { n: entrants.value.length })} />{mayWrite.value && <button onClick={load2}>{t("en_import")}</button>}</div>
    <div class="tablebox" tabIndex={0} role="region" aria-label={t("v_entrants")}><table class="plain"><thead><tr><th scope="col" class="r">{t("pt_no")}</th><th scope="col">{t("c_player")}</th><th scope="col">{t("c_unit")}</th><th scope="col">{t("en_state")}</th><th scope="col"><span class="hidden">{t("en_pass")}</span></th></tr></thead><tbody>{entrants.value.map((e) => <tr key={e.entrant}><td class="r n">{e.no}</td><th scope="row"><PersonName p={e} /></th><td>{e.unit}</td><td class={e.state === "active" ? "sub" : "st-stop"}>{t(`st_${e.state}` as Key) ?? e.state}</td>
      <td class="buttons">{mayWrite.value && <><button onClick={() => pass(e)}>{t("en_pass")}</button>{e.state === "active" ? <button onClick={() => change(e, "entrant.withdraw", t("en_withdraw"))}>{t("en_withdraw")}</button> : <button onClick={() => change(e, "entrant.readmit", t("en_readmit"))}>{t("en_readmit")}</button>}</>}</td></tr>)}</tbody></table></div></section>;
}
