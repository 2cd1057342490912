// The parts of a board as SVG: ground and grid, pieces, marks, arrows, the ruler in the river. Unit u = 100; the numbers are
// those of the design.
import type { ComponentChildren, JSX } from "preact";
import { signal } from "@preact/signals";
import { glyphs } from "./glyphs";
import { faceOf, sideOf, type Piece } from "./placement";

export interface Arrow { from: number; to: number; kind: "red" | "black" | "best" | "other" | "threat"; number?: number }
export interface Ruler { limit: number; count: number }

const traditional = signal<Record<string, string> | null>(null);
export async function loadTraditional() {
  traditional.value ??= (await import("./glyphs_traditional")).traditionalGlyphs;
}
export const outlineOf = (c: string): string | undefined => glyphs[c] ?? traditional.value?.[c];

/** A character from the outlines, its ink box centred on 0,0, `em` wide. */
export function Lettering({ char, em, bold = 26, turned }: { char: string; em: number; bold?: number; turned?: boolean }) {
  const d = outlineOf(char);
  if (!d) return <text text-anchor="middle" dominant-baseline="central" font-size={em} fill="currentColor">{char}</text>;
  return <path d={d} transform={`${turned ? "rotate(180) " : ""}scale(${em / 200})`} fill="currentColor" stroke="currentColor"
    stroke-width={(bold * 200) / 1000} stroke-linejoin="round" />;
}

export function WordMark({ size = 30 }: { size?: number }) {
  return <svg class="wordmark" viewBox="-10 -220 820 440" height={size} role="img" aria-label="棋谱">
    <g transform="translate(195 0)"><Lettering char="棋" em={400} bold={16} /></g>
    <g transform="translate(610 0)"><Lettering char="谱" em={400} bold={16} /></g>
  </svg>;
}

export function PieceFace({ piece, small, old, turned }: { piece: Piece; small?: boolean; old?: boolean; turned?: boolean }) {
  const red = sideOf(piece) === "red";
  return <g class={red ? "piece red" : "piece black"}>
    <circle r={47.5} class="halo" />
    <circle r={44} class="disc" stroke-width={small ? 4 : 3} />
    {!small && <circle r={38} class="inner" stroke-width={1.5} />}
    <Lettering char={faceOf(piece, old)} em={44 * (small ? 1.42 : 1.28)} turned={turned} />
  </g>;
}

/** A single piece outside a board, for buttons. */
export function PieceIcon({ piece, size = 28, old }: { piece: Piece; size?: number; old?: boolean }) {
  return <svg class="pieceicon" viewBox="-48 -48 96 96" width={size} height={size} aria-hidden="true"><PieceFace piece={piece} old={old} /></svg>;
}

const px = (file: number) => file * 100;

function star(x: number, y: number) {
  const marks: string[] = [];
  for (const sx of [-1, 1]) {
    if ((x === 0 && sx < 0) || (x === 800 && sx > 0)) continue;
    for (const sy of [-1, 1]) marks.push(`M${x + sx * 9} ${y + sy * 25}V${y + sy * 9}H${x + sx * 25}`);
  }
  return marks.join("");
}
const STARS = [[1, 2], [7, 2], [1, 7], [7, 7], ...[0, 2, 4, 6, 8].flatMap((f) => [[f, 3], [f, 6]])].map(([f, r]) => star(px(f!), px(r!))).join("");
const GRID = (() => {
  let d = "";
  for (let r = 0; r < 10; r++) d += `M0 ${px(r)}H800`;
  for (let f = 0; f < 9; f++) d += f === 0 || f === 8 ? `M${px(f)} 0V900` : `M${px(f)} 0V400M${px(f)} 500V900`;
  return d + "M300 0L500 200M500 0L300 200M300 700L500 900M500 700L300 900";
})();

export function Ground({ small, ruler, flipped, numbers }: { small?: boolean; ruler?: Ruler | null; flipped?: boolean; numbers?: boolean }) {
  const red = "九八七六五四三二一", black = "123456789";
  const below = flipped ? [...black].reverse() : [...red], above = flipped ? [...red].reverse() : [...black];
  return <g class="ground" aria-hidden="true">
    <rect x={-50} y={numbers ? -83 : -50} width={900} height={numbers ? 1066 : 1000} class="celadon" />
    <path d={GRID} class="grid" stroke-width={small ? 4 : 2.6} />
    <rect x={-13} y={-13} width={826} height={926} class="frame" stroke-width={small ? 8 : 7} />
    {!small && <path d={STARS} class="grid" stroke-width={2.6} />}
    {!small && !ruler && <g class="river">{[["楚", 150], ["河", 250], ["漢", 550], ["界", 650]].map(([c, x]) =>
      <g key={c} transform={`translate(${x} 450)`}><Lettering char={c as string} em={61} bold={8} /></g>)}</g>}
    {ruler && <RiverRuler {...ruler} />}
    {numbers && <g class="files" font-size={30} text-anchor="middle">
      {above.map((c, i) => <text key={`a${i}`} x={px(i)} y={-52}>{c}</text>)}
      {below.map((c, i) => <text key={`b${i}`} x={px(i)} y={973}>{c}</text>)}
    </g>}
  </g>;
}

function RiverRuler({ limit, count }: Ruler) {
  const at = (n: number) => (800 * n) / limit, filled = Math.min(count, limit);
  const ticks = Array.from({ length: limit + 1 }, (_, i) => `M${at(i)} ${450 - (i % 10 ? 5 : 9)}v${i % 10 ? 10 : 18}`).join("");
  return <g class="ruler">
    <path d={`M0 450H800${ticks}`} class="grid" stroke-width={2} />
    {filled > 0 && <><path d={`M0 450H${at(filled)}`} class="gauge" stroke-width={9} />
      <circle cx={at(filled)} cy={450} r={21} class="badge" />
      <text x={at(filled)} y={458} font-size={23} text-anchor="middle" class="badgetext">{count}</text></>}
  </g>;
}

export const Corners = ({ h, arm, w, dot }: { h: number; arm: number; w: number; dot?: number }) => <g class="mark">
  <path stroke-width={w} d={[-1, 1].flatMap((sx) => [-1, 1].map((sy) => `M${sx * h} ${sy * (h - arm)}V${sy * h}H${sx * (h - arm)}`)).join("")} />
  {dot ? <circle r={dot} class="dot" /> : null}
</g>;

export function TargetMark({ takes }: { takes: boolean }) {
  if (takes) return <circle r={51.5} class="capture" stroke-width={10} stroke-dasharray="58 22.9" stroke-dashoffset={29} />;
  return <g class="target"><circle r={21} class="pad" /><circle r={14} class="dot" /></g>;
}

export function ArrowShape({ arrow, at, occupied, pairs }: { arrow: Arrow; at: (point: number) => [number, number]; occupied: (point: number) => boolean; pairs: boolean }): JSX.Element | null {
  const [x0, y0] = at(arrow.from), [x1, y1] = at(arrow.to);
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!length) return null;
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI, side = pairs ? 15 : 0;
  const start = occupied(arrow.from) ? 50 : 12, end = length - (occupied(arrow.to) ? 50 : 12);
  const shaft = Math.max(end - 30, start), body = `M${start} -4H${shaft}V-19L${Math.max(end, start + 30)} 0L${shaft} 19V4H${start}Z`;
  const badge = start + (end - start) * 0.3;
  return <g class={`arrow ${arrow.kind}`} transform={`translate(${x0} ${y0}) rotate(${angle}) translate(0 ${-side})`}>
    {arrow.kind === "threat"
      ? <><path d={`M${start} 0H${shaft}`} class="dashed" stroke-width={8} stroke-dasharray="10 8" /><path d={`M${shaft} -19L${end} 0L${shaft} 19Z`} class="edge" stroke-width={3.5} /></>
      : <path d={body} class="edge" stroke-width={3.5} paint-order="stroke" />}
    {arrow.number !== undefined && <g transform={`translate(${badge} 0) rotate(${-angle})`}>
      <circle r={24} class="edge" stroke-width={3.5} /><text y={10} font-size={28} text-anchor="middle" class="number">{arrow.number}</text></g>}
  </g>;
}

export const At = ({ x, y, children, class: name }: { x: number; y: number; children: ComponentChildren; class?: string }) =>
  <g class={name} transform={`translate(${x} ${y})`}>{children}</g>;
