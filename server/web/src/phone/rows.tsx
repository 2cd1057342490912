// The move list: a table with a row for each round, gaps and kept moves in their places. It always equals the board.
import { useEffect, useRef } from "preact/hooks";
import type { Line, Step, Told } from "../game/record";
import { game } from "./store";
import { t } from "./words";

export interface Row { pair: number; red: Step | null; black: Step | null; gap?: string; tail?: string[]; tailFrom?: number }

export function rowsOf(told: Told, line: Line): Row[] {
  const rows: Row[] = [];
  const gapAfter = (ply: number) => {
    for (const g of line.gaps) if (g.after_ply === ply) rows.push({ pair: 0, red: null, black: null, gap: g.plies ? t("gapRowN", { n: g.plies }) : t("gapRow") });
  };
  gapAfter(0);
  for (const step of told.steps) {
    const last = rows[rows.length - 1];
    if (step.side === "black" && last && !last.gap && last.pair === step.pair && !last.black) last.black = step;
    else rows.push({ pair: step.pair, red: step.side === "red" ? step : null, black: step.side === "black" ? step : null });
    gapAfter(step.ply);
  }
  for (let i = 0; i < line.tail.length; i += 2) rows.push({ pair: 0, red: null, black: null, tail: line.tail.slice(i, i + 2).map((x) => x.text), tailFrom: i });
  return rows;
}

interface Props { told: Told; line: Line; current: number; onPick?: (ply: number) => void; unsentFrom?: number; wrong?: number | null; class?: string }

export function MoveRows({ told, line, current, onPick, unsentFrom = Infinity, wrong, class: name }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const now = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (!now || !box.current) return;
    const a = now.getBoundingClientRect(), b = box.current.getBoundingClientRect();
    if (a.bottom > b.bottom || a.top < b.top) box.current.scrollTop += Math.round(a.bottom - b.bottom) + 1;
  }, [current, told.steps.length]);
  const cell = (step: Step | null) => {
    if (!step) return <td />;
    const marks = (step.mark === "to_check" ? t("checkLater") : step.mark === "illegal_as_played" ? t("asPlayed") : step.mark === "corrected" ? t("corrected") : "");
    const body = <>{step.words}{step.mark && <small class={`mk ${step.mark}`}>{marks}</small>}{game.value?.offers?.some((o) => o.after_ply === step.ply) && <span class="n" role="img" aria-label={t("offered")}>＝</span>}{step.ply > unsentFrom && <span class="unsent" role="img" aria-label={t("unsent")} />}</>;
    return <td class={`${step.ply === current ? "now" : ""}${wrong === step.ply ? " wrong" : ""}`}>
      {onPick ? <button class="ply" aria-current={step.ply === current ? "step" : undefined} onClick={() => onPick(step.ply)}>{body}</button>
        : <span class="ply" aria-current={step.ply === current ? "step" : undefined}>{body}</span>}</td>;
  };
  return <div class={`rows ${name ?? ""}`} ref={box} tabIndex={0} role="region" aria-label={t("movesOf")}>
    <table>
      <thead class="hidden"><tr><th scope="col">{t("roundColumn")}</th><th scope="col">{t("red")}</th><th scope="col">{t("black")}</th></tr></thead>
      <tbody>{rowsOf(told, line).map((row, i) => row.gap
        ? <tr key={i} class="gaprow"><th scope="row">…</th><td colSpan={2}>{row.gap}</td></tr>
        : row.tail ? <tr key={i} class="tailrow"><th scope="row">{t("checkLater")}</th>{row.tail.map((x, j) => <td key={j}>{x}</td>)}{row.tail.length < 2 && <td />}</tr>
        : <tr key={i}><th scope="row" class="n">{row.pair}</th>{cell(row.red)}{cell(row.black)}</tr>)}</tbody>
    </table>
  </div>;
}
