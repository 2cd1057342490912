// The hall screen: pages of ten boards, the call list in amber with the deadline. Nobody touches it. Overlay and embed.
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import { WordMark } from "../board/drawing";
import { SideDot } from "../look/marks";
import { both } from "../words/words";
import type { RoundShape } from "../wire/shapes";
import { walk } from "./game";
import { clockTime, forSide, isOver, ms, outcomeName, roundName } from "./said";
import { game, now, overview, round, roundData, section, textOf } from "./store";
import { t, type Key } from "./words";

type WithCalls = RoundShape & { calls?: { board: number; name: string; state: string; text?: { zh: string; en: string } }[] };

export function Hall() {
  const r = roundData.value as WithCalls | null, boards = [...(r?.boards ?? [])].sort((a, b) => a.board - b.board), pages = Math.max(1, Math.ceil(boards.length / 10)), [page, setPage] = useState(0);
  useEffect(() => { const timer = setInterval(() => setPage((p) => (p + 1) % pages), 12000); return () => clearInterval(timer); }, [pages]);
  const shown = boards.slice((page % pages) * 10, (page % pages) * 10 + 10), calls = r?.calls ?? [], left = r?.deadline ? Math.max(0, Date.parse(r.deadline) - now.value) : null;
  const next = overview.value?.sections.find((s) => s.section === section.value)?.rounds.find((x) => x.state === "paired" || (x.starts_at && Date.parse(x.starts_at) > now.value));
  return <div class="hall"><header><WordMark size={66} /><span class="song">{textOf(overview.value?.tournament.name)}</span><span class="sub">{textOf(overview.value?.sections.find((s) => s.section === section.value)?.name)}</span><time class="num">{clockTime(now.value)}</time></header>
    <main class="wenwu hallgrid"><section><h1>{round.value ? t("hallHead", { round: roundName(round.value) }) : t("noRound")} <small>{t("hallPage", { a: shown[0]?.board ?? 0, b: shown[shown.length - 1]?.board ?? 0, n: boards.length })}</small></h1>
      <table><thead><tr><th scope="col">{t("c_board")}</th><th scope="col">{t("c_red")}</th><th scope="col" class="c">{t("c_result")}</th><th scope="col">{t("c_black")}</th></tr></thead><tbody>{shown.map((b) => { const red = forSide(b.result, "red"), black = forSide(b.result, "black"); return <tr key={b.game}><th scope="row" class="num">{b.board}</th><td class={red === "win" ? "b" : ""}><SideDot side="red" />{b.red.name}</td><td class="c">{!red ? <span class="sub">{t("playing")}</span> : red === "draw" ? t("draw") : <>{t(red)} — {t(black!)}</>}</td><td class={black === "win" ? "b" : ""}><SideDot side="black" />{b.black.name}</td></tr>; })}</tbody></table></section>
      <aside class={calls.length ? "amber" : "calm"}>{calls.length ? <><h2 class="song">{t("hallCall")}</h2>{left !== null && <><p class="num giant">{ms(left)}</p><p class="due"><span>{t("hallDeadline", { round: roundName(round.value), time: clockTime(r!.deadline) })}</span><span>{t("hallFoul")}</span></p></>}<ol>{calls.slice(0, 7).map((c) => <li key={c.board}><span class="num">{c.board}</span><span class="song">{c.name}</span><span>{c.text ? both(c.text) : t(`owing_${c.state}` as Key)}</span></li>)}</ol></>
        : <><h2 class="song">{next ? t("hallNext") : t("hallNothing")}</h2>{next?.starts_at && <p class="num giant">{clockTime(next.starts_at)}</p>}</>}</aside></main>
    <footer><span>{t("hallPhones")}</span><span class="pagebar" aria-hidden="true">{Array.from({ length: pages }, (_, i) => <i key={i} class={i === page % pages ? "on" : ""} />)}</span></footer></div>;
}

/** One board for a picture mixer: names, clocks, board, last move; transparent when asked. */
export function Overlay() {
  const g = game.value;
  useEffect(() => { if (new URLSearchParams(location.search).get("bg") === "transparent") document.documentElement.classList.add("transparent"); }, []);
  if (!g) return null;
  const walked = walk(g), n = g.moves.length, w = walked[n]!;
  const clockOf = (side: "red" | "black") => { for (let i = n; i >= 1; i--) if ((i % 2 ? "red" : "black") === side && g.plies?.[i - 1]?.clock_ms != null) return ms(g.plies![i - 1]!.clock_ms); return ""; };
  const row = (side: "red" | "black") => <p class="side"><SideDot side={side} /><span class="song name">{(side === "red" ? g.red : g.black).name}</span><span class="num clock">{clockOf(side)}</span></p>;
  return <main class="overlay"><h1 class="hidden">{g.red.name} – {g.black.name}</h1>{row("black")}<Board placement={w.placement} last={g.moves[n - 1] ?? null} label={g.notation[n - 1] ?? t("startPosition")} />{row("red")}<p class="leadmove">{n ? <><span class="n">{Math.ceil(n / 2)}</span> <strong>{g.notation[n - 1]}</strong></> : null} {isOver(g) && <strong class="song">{outcomeName(g.result.outcome)}</strong>}{!isOver(g) && <a class="hidden" href={`/live#game/${g.game}`}>{t("live")}</a>}</p></main>;
}
