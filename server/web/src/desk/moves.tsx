// A table of moves for the desk and the live page: rows of rounds, the current ply reversed.
import { useEffect, useRef } from "preact/hooks";
import type { Step } from "../game/record";

export function MoveTable({ steps, current, onPick, labels, from = 0 }: { steps: readonly Step[]; current: number; onPick: (ply: number) => void; labels: { round: string; red: string; black: string; moves: string }; from?: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const now = box.current?.querySelector("[aria-current]");
    if (!now || !box.current) return;
    const a = now.getBoundingClientRect(), b = box.current.getBoundingClientRect();
    if (a.bottom > b.bottom || a.top < b.top + 30) box.current.scrollTop += a.top - b.top - b.height / 2;
  }, [current, steps]);
  const rows: { pair: number; red?: Step; black?: Step }[] = [];
  for (const s of steps.slice(from)) {
    const last = rows[rows.length - 1];
    if (s.side === "black" && last?.pair === s.pair && !last.black) last.black = s;
    else rows.push({ pair: s.pair, [s.side]: s });
  }
  const cell = (s?: Step) => <td class={s && s.ply === current ? "now" : ""}>{s && <button class="bare" aria-current={s.ply === current ? "step" : undefined} onClick={() => onPick(s.ply)}>{s.words}</button>}</td>;
  return <div class="moves" ref={box} tabIndex={0} role="region" aria-label={labels.moves}><table><thead class="hidden"><tr><th scope="col">{labels.round}</th><th scope="col">{labels.red}</th><th scope="col">{labels.black}</th></tr></thead>
    <tbody>{rows.map((r, i) => <tr key={i}><th scope="row" class="n">{r.pair}</th>{cell(r.red)}{cell(r.black)}</tr>)}</tbody></table></div>;
}
