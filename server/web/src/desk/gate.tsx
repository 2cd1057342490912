// The gate of the knockout as a matrix: may this one play the next round, and if not why, without a click.
import { useRef, useEffect } from "preact/hooks";
import { Glyph, Headline, signOfState } from "../look/marks";
import { both } from "../words/words";
import type { GateMatch } from "../wire/shapes";
import { forSide } from "./said";
import { ask, fieldsOf } from "./frame";
import { act, clock, duties, gate, gateChanged, isChief, loadGate, mayWrite, nameOf, openGame, round, section, verdictOf, events, page } from "./store";
import { clockTime } from "./said";
import { call } from "./round";
import { t, type Key } from "./words";

const nameIn = (m: GateMatch, entrant: string | null | undefined) => m.players.find((p) => p.entrant === entrant)?.name ?? nameOf(entrant);
const numberOf = (p: GateMatch["players"][number]) => p.seed ?? p.no ?? "";
const missing = (m: GateMatch) => m.players.flatMap((p) => (m.winner && p.entrant !== m.winner ? [] : p.missing.map((g) => ({ ...g, player: p }))));
const wordsOf = (g: { game_no?: number; pace?: string; state: string }) => t("gameMissing", { n: g.game_no ?? 1, pace: t(`pace_${g.pace ?? "slow"}` as Key), state: t(`m_${g.state}` as Key) });

export function Gate() {
  const g = gate.value, list = useRef<HTMLElement>(null);
  useEffect(() => { if (!g) void loadGate(); }, [round.value]);
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => { if (e.key.toLowerCase() === "p" && !/^(INPUT|TEXTAREA|SELECT)$/.test((e.target as HTMLElement).tagName)) press(); };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  if (!g || !g.matches.length) return <><Headline text={t("p_gate")} /><p class="deck">{t("b_tbd")}</p></>;
  const verdicts = g.matches.map(verdictOf), held = g.matches.filter((m) => verdictOf(m) === "held"), unfinished = verdicts.filter((v) => v === "unfinished").length, pass = verdicts.filter((v) => v === "pass").length;
  const names = held.map((m) => nameIn(m, m.winner)).join("、"), open = g.open || (!held.length && !unfinished);
  const head = held.length ? t("g_head", { names }) : open ? t("g_headOpen") : t("g_headPlaying", { n: unfinished });
  const gaps = g.matches.flatMap((m) => missing(m)), games = Math.max(...g.matches.map((m) => m.games?.length ?? 1), 1);
  function press() {
    if (!open) { list.current?.focus(); return; }
    ask({ title: t("g_pair"), yes: t("yes"), run: () => act("round.pair", { section: section.value, round: nextRound(round.value) }).then((r) => { if (r) page.value = "bracket"; }) });
  }
  return <div class="gategrid"><section class="mid"><Headline text={head} /><p class="deck">{t("g_deck")} <span class="deckcounts">{t("g_pass")} <strong class="st-ok n">{pass}</strong> · {t("g_held")} <strong class="st-stop n">{held.length}</strong> · {t("g_unfinished")} <strong class="n">{unfinished}</strong></span></p>
    <div class="tablebox" tabIndex={0} role="region" aria-label={head}><table class="gate"><caption class="hidden">{head}</caption><thead><tr><th scope="col">{t("c_match")}</th><th scope="col">{t("c_upper")}</th><th scope="col">{t("c_lower")}</th>
      {Array.from({ length: Math.max(games, 3) }, (_, i) => <th key={i} scope="col" class="gcol">{t("c_game", { n: i + 1 })} <span class="pace">{t((["pace_slow", "pace_fast", "pace_ultra"] as Key[])[i] ?? "pace_ultra")}</span></th>)}<th scope="col" class="c">{t("c_verdict")}</th><th scope="col">{t("c_next")}</th><th scope="col">{t("c_missing")}</th></tr></thead>
      <tbody>{g.matches.map((m, i) => <Row key={m.match} m={m} n={i + 1} games={Math.max(games, 3)} />)}</tbody></table></div>
    <ul class="legend row"><li><Glyph sign="confirmed" />{t("state_complete")}</li><li><Glyph sign="live" />{t("state_exempt")}</li><li><Glyph sign="to_sign" />{t("m_submitted")}</li><li><Glyph sign="gap" />{t("m_incomplete")}</li><li><Glyph sign="missing" />{t("m_required")}</li><li><Glyph sign="playing" />{t("playing")}</li></ul></section>
    <aside class="right"><section class="gatecounts"><h2 class="wenwu colhead">{t("g_title")}</h2><dl><div><dd class="num st-ok">{pass}</dd><dt>{t("g_pass")}</dt></div><div><dd class="num st-stop">{held.length}</dd><dt>{t("g_held")}</dt></div><div><dd class="num">{unfinished}</dd><dt>{t("g_unfinished")}</dt></div></dl></section>
      <button class={`pairbutton${open ? " ink" : ""}`} aria-disabled={!open || !mayWrite.value} aria-describedby="gatewhy" onClick={press}>{t(open ? "g_pair" : "g_pairNot")}</button>
      <p id="gatewhy" class="sub">{open ? t("g_open") : t("g_closed", { n: gaps.length })}</p>
      {!open && <section ref={list} tabIndex={-1} aria-label={t("g_missing")}><h2 class="wenwu colhead">{t("g_missing")}<span class="end sub">{t("g_see")}</span></h2>
        <ol class="missing">{held.map((m) => <li key={m.match}><p><span class="song name">{nameIn(m, m.winner)}</span></p>{missing(m).map((x) => <button key={x.game} class="bare" onClick={() => openGame(x.game)}><Glyph sign={signOfState(x.state)} />{wordsOf(x)}</button>)}
          {isChief.value && m.winner && <button class="bare link" onClick={() => ask({ title: t("g_overrideTitle", { name: nameIn(m, m.winner) }), reason: true, yes: t("yes"), run: (reason) => act("match.override", { match: m.match, entrant: m.winner, reason }) })}>{t("g_override")}</button>}</li>)}</ol></section>}
      {isChief.value && g.matches.some((m) => !m.winner) && <section>{g.matches.map((m, i) => !m.winner && m.players.length === 2 && (m.games?.length ?? 0) > 1 ? <button key={m.match} class="bare link" onClick={() => ask({ title: t("g_decideTitle", { n: i + 1 }), reason: true, yes: t("yes"), choices: m.players.map((p) => ({ value: p.entrant, label: nameIn(m, p.entrant) })), run: (text) => { const f = fieldsOf(text); void act("match.decide", { match: m.match, entrant: f.choice, reason: f.reason }); } })}>{t("c_match")} {i + 1}：{t("g_decide")}</button> : null)}</section>}
      <section><h2 class="wenwu colhead">{t("justNow")}</h2><ol class="events">{events.value.slice(0, 5).map((e, i) => <li key={i}><time class="n">{clockTime(e.at)}</time> {e.text}</li>)}</ol></section><p class="sub small">{t("g_basis")}</p></aside></div>;
}
export const nextRound = (r: string) => (/^k/.test(r) ? `k${Number(r.slice(1)) + 1}` : String(Number(r) + 1));

function Row({ m, n, games }: { m: GateMatch; n: number; games: number }) {
  const v = verdictOf(m), [upper, lower] = m.players, changed = clock.value - (gateChanged.value.get(m.match) ?? 0) < 20000, gaps = missing(m);
  const seat = (game: NonNullable<GateMatch["games"]>[number]) => { const d = duties.value?.duties.find((x) => x.game === game.game); return d && d.black === upper?.entrant ? "black" : "red"; };
  const sentence = m.sentence ? both(m.sentence) : `${nameIn(m, m.winner)}，${t(v === "pass" ? "g_pass" : v === "held" ? "g_held" : "g_unfinished")}${gaps.length ? `，${gaps.map(wordsOf).join("；")}` : ""}`;
  const waitingDuty = duties.value?.duties.find((d) => d.game === gaps[0]?.game);
  return <tr data-match={m.match} class={changed ? "changed" : ""}><td class="n sub">{n}</td>{[upper, lower].map((p, i) => <td key={i} class={p?.entrant === m.winner ? "b" : "sub"}><span class="n no">{p ? numberOf(p) : ""}</span> {p?.name ?? nameOf(p?.entrant)}</td>)}
    {Array.from({ length: games }, (_, i) => { const game = m.games?.[i]; if (!game) return <td key={i} class="gcol none"><span class="hidden">{t("notPlayed")}</span></td>;
      const r = forSide(game.result, seat(game)), sign = game.state === "playing" || !r ? "playing" : signOfState(game.state);
      return <td key={i} class="gcol"><button class="bare rowlink" onClick={() => openGame(game.game)}><Glyph sign={sign} />{r ? t(r) : t("playing")}</button></td>; })}
    <td class={`verdict ${v}`}><span class="song" aria-hidden="true">{t(v === "pass" ? "g_pass" : v === "held" ? "g_held" : "g_unfinished")}</span><span class="hidden">{sentence}</span></td>
    <td class={v === "unfinished" ? "" : "b"}>{m.winner ? nameIn(m, m.winner) : "——"}</td><td class={v === "held" ? "why st-stop" : "why sub"}>{v === "held" ? gaps.map(wordsOf).join("；") : v === "unfinished" ? t("m_playing") : ""}{v === "held" && waitingDuty && <button class="callbutton" disabled={!mayWrite.value} onClick={() => call(waitingDuty)}>{t("call")}</button>}</td></tr>;
}
