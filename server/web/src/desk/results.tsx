// Results by keyboard: board, space, result, Enter; what players stated beside what is registered.
import { useRef, useState } from "preact/hooks";
import { Headline, SideDot } from "../look/marks";
import type { BoardRow, KindName, OutcomeName } from "../wire/shapes";
import { PersonName, ask, fieldsOf } from "./frame";
import { ResultCell } from "./round";
import { isOver, outcomeName, roundName } from "./said";
import { act, mayWrite, openGame, overview, round, roundData, section } from "./store";
import { t, type Key } from "./words";

const CODES: Record<string, [OutcomeName, KindName | null]> = { 0: ["both_lose", "absent"], 1: ["red", "resign"], 2: ["draw", "agreed"], 3: ["black", "resign"], 4: ["black_walkover", "absent"], 5: ["red_walkover", "absent"] };

function register(b: BoardRow, outcome: OutcomeName, kind: KindName | null) {
  if (!b.result.registered) { void act("result.register", { game: b.game, outcome, kind }, t("s_done", { board: b.board, result: outcomeName(outcome) })); return; }
  correct(b, outcome);
}
function correct(b: BoardRow, outcome: OutcomeName) {
  const rounds = overview.value?.sections.find((s) => s.section === section.value)?.rounds ?? [], next = rounds[rounds.findIndex((r) => String(r.round) === round.value) + 1], paired = next && next.state !== "planned";
  ask({ title: t("s_correctTitle", { board: b.board }), body: <p>{outcomeName(b.result.outcome)} → <strong>{outcomeName(outcome)}</strong>{paired ? `。${t("s_pairedNext")}` : ""}</p>, reason: true, yes: t("yes"), choices: paired ? [{ value: "keep", label: t("s_keep") }, { value: "repair", label: t("s_repair") }, { value: "reopen", label: t("s_reopen") }] : undefined, fields: [],
    run: (text) => { const f = fieldsOf(text); void act("result.correct", { game: b.game, outcome, kind: CODES[String(outcome === "red" ? 1 : outcome === "draw" ? 2 : 3)]![1], reason: f.reason, paired_next: f.choice || "keep" }); } });
}

export function Results() {
  const [text, setText] = useState(""), [say, setSay] = useState(""), input = useRef<HTMLInputElement>(null), boards = roundData.value?.boards ?? [];
  const open = boards.filter((b) => !isOver(b) || !b.result.registered);
  const submit = (event: Event) => {
    event.preventDefault();
    const m = /^\s*(\d+)\s+([0-5])\s*$/.exec(text), b = m && boards.find((x) => x.board === Number(m[1]));
    if (!m || !b) return setSay(t("s_bad"));
    const [outcome, kind] = CODES[m[2]!]!;
    setText("");
    setSay(t("s_done", { board: b.board, result: outcomeName(outcome) }));
    register(b, outcome, kind);
    input.current?.focus();
  };
  return <><Headline text={open.length ? t("s_head", { round: roundName(round.value), n: open.length }) : t("s_headAll", { round: roundName(round.value) })} /><p class="deck">{t("s_deck")}</p>
    {mayWrite.value && <form class="entry" onSubmit={submit}><label>{t("s_entry")}<input ref={input} class="num" autofocus inputMode="numeric" autocomplete="off" placeholder={t("s_entryHint")} value={text} onInput={(e) => setText(e.currentTarget.value)} /></label><p role="status">{say}</p></form>}
    <div class="tablebox" tabIndex={0} role="region" aria-label={t("p_results")}><table class="plain results"><thead><tr><th scope="col">{t("c_board")}</th><th scope="col">{t("c_red")}</th><th scope="col">{t("c_black")}</th><th scope="col">{t("s_stated")}</th><th scope="col">{t("s_registered")}</th><th scope="col"><span class="hidden">{t("s_entry")}</span></th></tr></thead>
      <tbody>{boards.map((b) => { const stated = b.result.stated ?? [], differ = new Set(stated.map((s) => s.outcome)).size > 1;
        return <tr key={b.game}><th scope="row" class="n"><button class="bare rowlink" onClick={() => openGame(b.game)}>{b.board}{b.game_no ? `·${b.game_no}` : ""}</button></th><td><SideDot side="red" /><PersonName p={b.red} /></td><td><SideDot side="black" /><PersonName p={b.black} /></td>
          <td class={differ ? "st-stop b" : "sub"}>{stated.length ? [...new Set(stated.map((s) => outcomeName(s.outcome)))].join(" / ") : ""}{differ && ` ${t("s_conflict")}`}</td><td>{b.result.registered ? <><ResultCell b={b} />{b.result.kind && <span class="sub"> {t(`kind_${b.result.kind}` as Key)}</span>}</> : <span class="sub">{isOver(b) ? outcomeName(b.result.outcome) : t("playing")}</span>}</td>
          <td class="buttons tight">{mayWrite.value && (["1", "2", "3"] as const).map((c) => <button key={c} aria-label={`${t("board", { n: b.board })} ${outcomeName(CODES[c]![0])}`} aria-pressed={b.result.registered && b.result.outcome === CODES[c]![0]} class={b.result.registered && b.result.outcome === CODES[c]![0] ? "ink" : ""} onClick={() => { if (!(b.result.registered && b.result.outcome === CODES[c]![0])) register(b, ...CODES[c]!); }}>{outcomeName(CODES[c]![0])}</button>)}</td></tr>; })}</tbody></table></div></>;
}
