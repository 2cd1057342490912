// Transcription of a paper sheet: the photo beside the board, moves typed or tapped, sent as the desk's record.
import { useMemo, useState } from "preact/hooks";
import { Board } from "../board/board";
import { fromOf, sideOf, toOf } from "../board/placement";
import { Headline } from "../look/marks";
import { lineOf, tell } from "../game/record";
import { nearest } from "../game/nearest";
import type { GameShape } from "../wire/shapes";
import { MoveTable } from "./moves";
import { act, engine } from "./store";
import { t } from "./words";

export function Transcribe({ game, onDone }: { game: GameShape; onDone: () => void }) {
  const e = engine.value!, line = lineOf(game), tl = useMemo(() => tell(e, line), [game]);
  const [photo, setPhoto] = useState<string | null>(null), [typed, setTyped] = useState(""), [selected, setSelected] = useState<number | null>(null), [fault, setFault] = useState("");
  const legal = useMemo(() => e.legal(tl.fen), [tl.fen]);
  const play = (move: string) => { setSelected(null); setTyped(""); setFault(""); void act("record.append", { game: game.game, from_ply: line.moves.length, moves: [move] }, ""); };
  const submit = (event: Event) => {
    event.preventDefault();
    const played = e.play(tl.fen, [typed.trim()]);
    if (played.plies[0]) return play(played.plies[0].move);
    const near = nearest(e, tl.fen, typed.trim(), []);
    setFault(`${played.stop ? (document.documentElement.lang === "en" ? played.stop.en : played.stop.zh) : ""} ${near.map((r) => r.words).join("　")}`);
  };
  const tap = (p: number) => {
    const piece = tl.placement[p];
    if (piece && sideOf(piece) === tl.side) return setSelected(p === selected ? null : p);
    const going = legal.filter((m) => toOf(m.move) === p && (selected === null || fromOf(m.move) === selected));
    if (going.length === 1) play(going[0]!.move);
  };
  return <><div class="pagehead"><Headline text={`${t("board", { n: game.board })}：${t("d_transcribe")}`} /><button class="ink" onClick={onDone}>{t("close")}</button></div>
    <div class="writegrid"><section>{photo ? <img src={photo} alt={t("d_photo")} class="photo" /> : null}<label class="filelabel">{t("d_photo")}<input type="file" accept="image/*" onChange={(ev) => { const f = ev.currentTarget.files?.[0]; if (f) setPhoto(URL.createObjectURL(f)); }} /></label><p class="sub">{t("d_photoHint")}</p></section>
      <section><Board placement={tl.placement} label={t("board", { n: game.board })} last={line.moves[line.moves.length - 1] ?? null} selected={selected} targets={selected === null ? [] : legal.filter((m) => fromOf(m.move) === selected).map((m) => toOf(m.move))} onTap={tap} /></section>
      <section><form onSubmit={submit}><label>{t("pair", { n: tl.pair })} {t(tl.side)}<input class="typed" value={typed} autofocus onInput={(ev) => setTyped(ev.currentTarget.value)} /></label></form><p role="alert" class="st-stop">{fault}</p>
        <button disabled={!line.moves.length} onClick={() => void act("record.replace", { game: game.game, at_ply: line.moves.length - 1, delete: 1, insert: [] }, "")}>{t("undoIt")}</button>
        <MoveTable steps={tl.steps} current={tl.steps.length} onPick={() => {}} labels={{ round: t("pair", { n: "" }), red: t("red"), black: t("black"), moves: t("d_record") }} /></section></div></>;
}
