// The round: a lead board, small boards that move, all others as lines in small type.
import { Board } from "../board/board";
import { WordMark } from "../board/drawing";
import { parseFen } from "../board/placement";
import { Headline, SideDot } from "../look/marks";
import { nextTheme, oldFaces, theme } from "../look/theme";
import { choose, language } from "../words/words";
import type { BoardRow, Side } from "../wire/shapes";
import { clockTime, forSide, headline, isOver, limitLeft, ms, outcomeName, pairOf, roundName } from "./said";
import { lastResult, link, nothing, now, overview, picked, round, roundData, rounds, section, spoilerFree, textOf } from "./store";
import { t } from "./words";

export function Masthead({ embed }: { embed?: boolean }) {
  const o = overview.value, list = rounds.value, i = list.findIndex((r) => String(r.round) === round.value), next = language.value === "zh-Hans" ? "en" : language.value === "en" ? "zh-Hant" : "zh-Hans";
  const delay = roundData.value?.delay ?? 0, sectionText = textOf(o?.sections.find((s) => s.section === section.value)?.name) || section.value, lost = link.state.value === "lost";
  return <header class="mast"><WordMark size={embed ? 24 : 36} /><span class="event song">{textOf(o?.tournament.name)}</span>
    {(o?.sections.length ?? 0) > 1 ? <label><span class="hidden">{t("sections")}</span><select value={section.value} onChange={(e) => { const s = o!.sections.find((x) => x.section === e.currentTarget.value)!, r = [...s.rounds].reverse().find((x) => x.state !== "planned") ?? s.rounds[0]; location.hash = `round/${s.section}/${r?.round ?? 1}`; }}>{o!.sections.map((s) => <option key={s.section} value={s.section}>{textOf(s.name) || s.section}</option>)}</select></label> : <span class="sub">{sectionText}</span>}<span class="sub">{round.value && roundName(round.value)}</span>
    <span class="mastright">{lost && <span class="st-warn" role="status">{t("lostFeed", { time: clockTime(link.lastHeard.value) })}</span>}
      <button class="bare switch" role="switch" aria-checked={spoilerFree.value} onClick={() => (spoilerFree.value = !spoilerFree.value)}><span class="box" aria-hidden="true" />{t("spoilerFree")}</button>
      {delay > 0 && <span class="sub">{delay >= 60 ? t("delay", { n: Math.round(delay / 60) }) : t("delaySeconds", { n: delay })}</span>}
      {i > 0 && <a href={`#round/${section.value}/${list[i - 1]!.round}`}>{t("prev", { round: roundName(list[i - 1]!.round) })}</a>}{i >= 0 && i < list.length - 1 && <a href={`#round/${section.value}/${list[i + 1]!.round}`}>{t("next", { round: roundName(list[i + 1]!.round) })}</a>}
      {!embed && <><button class="bare" onClick={nextTheme}>{t(theme.value)}</button><button class="bare" lang={next} onClick={() => choose(next)}>{{ en: "EN", "zh-Hant": "繁", "zh-Hans": "简" }[next]}</button></>}</span></header>;
}

/** A clock that runs for the side to move, counted from when it was told. */
export function ClockOf({ b, side }: { b: BoardRow; side: Side }) {
  if (!b.clocks) return null;
  const running = b.to_move === side && !isOver(b) && b.ply > 0, left = (side === "red" ? b.clocks.red_ms : b.clocks.black_ms) - (running && b.updated ? Math.max(0, now.value - Date.parse(b.updated)) : 0);
  return <span class={`num clock${running ? " running" : ""}`}>{ms(left)}</span>;
}
const label = (b: BoardRow) => (b.ply ? t("boardLabel", { board: b.board, pair: pairOf(b.ply), move: `${t(b.ply % 2 ? "redShort" : "blackShort")}${b.last_move_zh ?? b.last_move ?? ""}` }) : `${t("board", { n: b.board })}，${t("startPosition")}`);
const open = (b: BoardRow) => `#game/${b.game}`;

function Lead({ b }: { b: BoardRow }) {
  const left = limitLeft(b), over = isOver(b) && !spoilerFree.value, minutes = b.updated ? Math.floor((now.value - Date.parse(b.updated)) / 60000) : 0;
  return <section class="lead" aria-label={t("leadBoard")}><p class="side"><SideDot side="black" /><span class="song name">{b.black.name}</span><span class="sub">{b.black.unit}</span><ClockOf b={b} side="black" /></p>
    <a href={open(b)} class="boardlink" aria-label={t("openGame", { n: b.board })}><Board placement={parseFen(b.fen).placement} last={b.last_move} label={label(b)} traditional={oldFaces.value} ruler={b.limits && left !== null ? { limit: b.limits.limit_rounds, count: Math.floor(b.limits.quiet_plies / 2) } : null} /></a>
    <p class="side"><SideDot side="red" /><span class="song name">{b.red.name}</span><span class="sub">{b.red.unit}</span><ClockOf b={b} side="red" /></p>
    <p class="leadmove"><span class="n">{b.ply ? pairOf(b.ply) : ""}{b.ply && b.ply % 2 === 0 ? "…" : ""}</span> <strong>{b.last_move_zh}</strong>{over && <strong class="song end">{outcomeName(b.result.outcome)}</strong>}{!isOver(b) && b.ply > 0 && minutes >= 5 && <span class="sub end">{t("stale", { n: minutes })}</span>}</p></section>;
}

function Small({ b }: { b: BoardRow }) {
  const over = isOver(b) && !spoilerFree.value;
  return <article class="small"><p class="side"><strong class="n no">{b.board}</strong><SideDot side="black" /><span class="nm">{b.black.name}</span><ClockOf b={b} side="black" /></p>
    <a href={open(b)} class="boardlink" aria-label={t("openGame", { n: b.board })}><Board small placement={parseFen(b.fen).placement} last={b.last_move} label={label(b)} traditional={oldFaces.value} /></a>
    <p class="side"><span class="no" /><SideDot side="red" /><span class="nm">{b.red.name}</span><ClockOf b={b} side="red" /></p>
    <p class="lastmove"><span><span class="n sub">{b.ply ? pairOf(b.ply) : ""}{b.ply && b.ply % 2 === 0 ? "…" : ""}</span> <strong>{b.last_move_zh}</strong></span>{over ? <strong class="song">{outcomeName(b.result.outcome)}</strong> : <button class="bare link" onClick={() => (picked.value = b.game)}>{t("pickLead")}</button>}</p></article>;
}

function Agate({ b }: { b: BoardRow }) {
  const hide = spoilerFree.value, red = forSide(b.result, "red"), black = forSide(b.result, "black");
  return <li><a href={open(b)}><span class="n no">{b.board}</span><span class={!hide && red === "win" ? "b" : ""}>{b.red.name}</span><span class="mid">{hide ? "–" : red === "draw" ? t("draw") : red === "win" ? t("win") : red === "lose" ? t("lose") : red ? t(red) : "·"}</span><span class={!hide && black === "win" ? "b" : ""}>{b.black.name}</span></a></li>;
}

export function Round({ embed }: { embed?: boolean }) {
  const r = roundData.value, boards = [...(r?.boards ?? [])].sort((a, b) => a.board - b.board || (a.game_no ?? 0) - (b.game_no ?? 0));
  if (!r || !boards.length) return <div class="livepage"><Masthead embed={embed} /><main><div class="wenwu" /><Headline text={r || nothing.value ? t("noRound") : t("loadingRound")} />{r?.starts_at && <p class="sub">{t("starts", { time: clockTime(r.starts_at) })}</p>}</main></div>;
  const { lead: chosen, text } = headline(boards, lastResult.value, round.value, spoilerFree.value), lead = boards.find((b) => b.game === picked.value) ?? chosen ?? boards[0]!;
  const withMoves = boards.filter((b) => b !== lead && (b.live || (!isOver(b) && b.ply > 0))), more = boards.filter((b) => b !== lead && !withMoves.includes(b) && b.ply > 0), small = [...withMoves, ...more].slice(0, Math.max(8, Math.min(withMoves.length, 24))).sort((a, b) => a.board - b.board);
  const shown = small.length ? small : boards.filter((b) => b !== lead).slice(0, 8), rest = boards.filter((b) => b !== lead && !shown.includes(b));
  return <div class="livepage"><Masthead embed={embed} /><main class="wenwu grid"><div class="leadcol"><p class="kicker sub">{t("lead", { n: lead.board })}{r.state === "paired" && r.starts_at ? ` · ${t("starts", { time: clockTime(r.starts_at) })}` : ""}</p><Headline text={text} /><Lead b={lead} /></div>
    <div class="rest"><div class="smalls">{shown.map((b) => <Small key={b.game} b={b} />)}</div>
      {rest.length > 0 && <section class="agate"><h2 class="wenwu">{t("others")}<span class="sub">{t("all", { n: boards.length })}</span></h2><ol>{rest.map((b) => <Agate key={b.game} b={b} />)}</ol></section>}</div></main></div>;
}
