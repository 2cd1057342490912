// Standings: equal values grey, the deciding value reversed, the line between two rows begins at that column; prizes.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Headline } from "../look/marks";
import { both } from "../words/words";
import { PersonName } from "./frame";
import { isOver, roundName } from "./said";
import { get, round, roundData, section, nameOf } from "./store";
import { t, type Key } from "./words";

interface Row { rank: number; tied_with?: string[]; entrant: string; name?: string; unit?: string; title?: string; points: number; cumulative: number; wins: number; fouls: number; second_games: number; results?: string[]; reduced?: number[]; separated_by?: { criterion: string; zh: string; en: string } | string | null }
const rows = signal<Row[]>([]), view = signal<"all" | "prizes">("all");
const COLUMNS: [string, keyof Row, Key][] = [["points", "points", "c_points"], ["cumulative", "cumulative", "c_cumulative"], ["wins", "wins", "c_wins"], ["fouls", "fouls", "c_fouls"], ["second_games", "second_games", "c_seconds"]];
const criterionOf = (r: Row) => (typeof r.separated_by === "string" ? r.separated_by : r.separated_by?.criterion) ?? "";
const decides = (r: Row, above: Row | undefined): number => {
  if (!above) return -1;
  const named = COLUMNS.findIndex(([c, k]) => c === criterionOf(r) || k === criterionOf(r));
  return named >= 0 ? named : COLUMNS.findIndex(([, k]) => r[k] !== above[k]);
};

export function Standings() {
  useEffect(() => { void get<{ rows: Row[] }>("standings").then((r) => { if (r) rows.value = r.rows; }); void get<Prizes>("prizes").then((p) => { prizes.value = p; }); }, [section.value, round.value]);
  const open = (roundData.value?.boards ?? []).filter((b) => !isOver(b)).length;
  return <div class={open ? "provisional" : ""}><div class="pagehead"><div><Headline text={open ? t("t_provisional", { n: open }) : t("t_head", { round: roundName(round.value) })} /><p class="deck">{t("t_deck")} <strong>{t("t_deckBlack")}</strong>{t("t_deckMore")}</p></div>
    <p class="views"><button aria-pressed={view.value === "all"} class={view.value === "all" ? "ink" : ""} onClick={() => (view.value = "all")}>{t("t_overall")}</button><button aria-pressed={view.value === "prizes"} class={view.value === "prizes" ? "ink" : ""} onClick={() => (view.value = "prizes")}>{t("t_prizes")}</button><button onClick={() => print()}>{t("pt_print")}</button></p></div>
    {view.value === "prizes" ? <PrizeLists /> : <div class="tablebox" tabIndex={0} role="region" aria-label={t("p_standings")}><table class="standings"><thead><tr><th scope="col">{t("c_rank")}</th><th scope="col">{t("c_player")}</th><th scope="col">{t("c_unit")}</th><th scope="col" class="rounds">{t("c_rounds")}</th>{COLUMNS.map(([c, , key]) => <th key={c} scope="col" class="r">{t(key)}</th>)}<th scope="col" class="whycol">{t("c_why")}</th></tr></thead>
      <tbody>{rows.value.map((r, i) => <StandRow key={r.entrant} r={r} above={rows.value[i - 1]} below={rows.value[i + 1]} />)}</tbody></table></div>}</div>;
}

function StandRow({ r, above, below }: { r: Row; above?: Row; below?: Row }) {
  const at = decides(r, above), next = below ? decides(below, r) : -1;
  const letter = (x: string) => (/^(w|win|胜)$/i.test(x) ? <b>{t("win")}</b> : /^(d|draw|和)$/i.test(x) ? t("draw") : /^(l|loss|lose|负)$/i.test(x) ? t("lose") : x);
  const what = at >= 0 ? t(COLUMNS[at]![2]) : r.separated_by && typeof r.separated_by !== "string" ? both(r.separated_by) : "";
  const why = !above ? "" : at >= 0 ? t(COLUMNS[at]![1] === "fouls" ? "t_lowerMore" : "t_lower", { n: above.rank, what, a: String(above[COLUMNS[at]![1]]), b: String(r[COLUMNS[at]![1]]) }) : what ? t("t_by", { n: above.rank, what }) : t("t_lot", { n: above.rank });
  return <tr><th scope="row" class="n">{r.rank}</th><td class="b"><PersonName p={{ name: r.name ?? nameOf(r.entrant), title: r.title }} /></td><td>{r.unit}</td><td class="rounds">{r.results?.map((x, i) => <span key={i}>{letter(x)}</span>)}</td>
    {COLUMNS.map(([c, k], i) => <td key={c} class={`r n${i === next ? " stair" : ""}${next >= 0 && i < next ? " flat" : ""}${above && at > i ? " same" : ""}`}>{i === at ? <span class="decides">{String(r[k])}</span> : String(r[k])}</td>)}<td class="whycol sub">{why}</td></tr>;
}

interface Prizes { lists: { list: string; name?: any; rows: { place: number; entrant: string; name?: string; amount: number }[]; total: number }[]; total: number; announced: number }
const prizes = signal<Prizes | null>(null);
function PrizeLists() {
  const p = prizes.value;
  if (!p || !p.lists.length) return <p class="sub">{t("pz_none")}</p>;
  return <div class="prizes">{p.lists.map((l) => <section key={l.list}><h2 class="wenwu colhead">{l.name ? both(l.name) : l.list}<span class="end n">{l.total}</span></h2><table class="plain"><thead class="hidden"><tr><th scope="col">{t("pz_place")}</th><th scope="col">{t("c_player")}</th><th scope="col">{t("pz_amount")}</th></tr></thead><tbody>{l.rows.map((r, i) => <tr key={i}><td class="n">{r.place}</td><th scope="row">{r.name ?? nameOf(r.entrant)}</th><td class="n r">{r.amount}</td></tr>)}</tbody></table></section>)}
    <p>{t("pz_total")} <strong class="n">{p.total}</strong> · {t("pz_announced")} <strong class="n">{p.announced}</strong></p></div>;
}
