// The board: draws a placement with marks and arrows, and tells which point was tapped, dragged or chosen by key. It knows
// no rule of the game. Interactive boards are a grid of ten rows of nine cells with one tab stop; others are a picture.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ArrowShape, At, Corners, Ground, PieceFace, TargetMark, loadTraditional, type Arrow, type Ruler } from "./drawing";
import { fileAndLine, sideOf, type Placement } from "./placement";
import "./board.css";

export interface BoardProps {
  placement: Placement;
  label: string;
  flipped?: boolean;
  opposite?: boolean; // two people at one screen: the upper player's letters are turned
  traditional?: boolean;
  small?: boolean;
  numbers?: boolean;
  ruler?: Ruler | null;
  last?: string | null;
  selected?: number | null;
  targets?: readonly number[];
  check?: number | null;
  doubtful?: readonly number[];
  ghosts?: readonly { point: number; piece: string }[];
  arrows?: readonly Arrow[];
  nameOf?: (point: number) => string;
  onTap?: (point: number) => void;
  onBetween?: (points: [number, number]) => void;
  onDrag?: (from: number, to: number) => void;
  onKey?: (key: string) => void;
}

/** Keys for pieces that stay the same piece from one placement to the next, so that moves glide. */
function usePieceKeys(placement: Placement): number[] {
  const ref = useRef<{ placement: Placement; keys: number[]; next: number } | null>(null);
  if (!ref.current) ref.current = { placement, keys: placement.map((_, i) => i), next: 90 };
  const state = ref.current;
  if (state.placement !== placement) {
    const keys = state.keys.slice(), gone = new Map<string, number[]>();
    state.placement.forEach((piece, i) => {
      if (piece && placement[i] !== piece) gone.set(piece, [...(gone.get(piece) ?? []), state.keys[i]!]);
    });
    placement.forEach((piece, i) => {
      if (piece && state.placement[i] !== piece) keys[i] = gone.get(piece)?.shift() ?? state.next++;
    });
    ref.current = { placement, keys, next: state.next };
  }
  return ref.current.keys;
}

/** Replaying faster than six moves a second jumps. */
function useJump(placement: Placement): boolean {
  const before = useRef({ placement, at: 0 });
  const now = Date.now();
  if (before.current.placement === placement) return false;
  const jump = now - before.current.at < 167;
  before.current = { placement, at: now };
  return jump;
}

export function Board(props: BoardProps): JSX.Element {
  const { placement, flipped = false, small, numbers = !small } = props;
  const keys = usePieceKeys(placement), jump = useJump(placement);
  useEffect(() => { if (props.traditional) void loadTraditional(); }, [props.traditional]);
  const at = (point: number): [number, number] => {
    const file = point % 9, rank = Math.floor(point / 9);
    return flipped ? [(8 - file) * 100, rank * 100] : [file * 100, (9 - rank) * 100];
  };
  const pieces = placement.map((piece, point) => ({ piece, point, key: keys[point]! })).filter((p) => p.piece).sort((a, b) => a.key - b.key);
  const upper = flipped ? "red" : "black";
  const last = props.last ? [pointAt(props.last, 0), pointAt(props.last, 2)] as const : null;
  const doubtful = new Set(props.doubtful ?? []);
  const place = (point: number, child: JSX.Element, key?: string | number) => { const [x, y] = at(point); return <At key={key} x={x} y={y}>{child}</At>; };
  const drawing = <svg class={`board${small ? " small" : ""}${jump ? " jump" : ""}`} viewBox={numbers ? "-50 -83 900 1066" : "-50 -50 900 1000"}
    role={props.onTap ? undefined : "img"} aria-label={props.onTap ? undefined : props.label} aria-hidden={props.onTap ? "true" : undefined}>
    <Ground small={small} ruler={props.ruler} flipped={flipped} numbers={numbers} />
    {last && place(last[0], <Corners h={30} arm={13} w={small ? 9 : 5} dot={small ? 0 : 6} />)}
    {props.ghosts?.map((g, i) => place(g.point, <g class="ghost"><PieceFace piece={g.piece} old={props.traditional} /><circle r={48} class={`doubt ${sideOf(g.piece)}`} stroke-width={6} stroke-dasharray="12 9" /></g>, `g${i}`))}
    {pieces.map(({ piece, point, key }) => {
      const [x, y] = at(point);
      return <g key={key} class={`mover${doubtful.has(point) ? " doubtful" : ""}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
        <PieceFace piece={piece!} small={small} old={props.traditional} turned={props.opposite && sideOf(piece!) === upper} />
        {doubtful.has(point) && <circle r={48} class="doubt" stroke-width={6} stroke-dasharray="12 9" />}
      </g>;
    })}
    {last && place(last[1], <Corners h={49} arm={17} w={small ? 9 : 6} />)}
    {props.selected != null && place(props.selected, <circle r={48} class="select" stroke-width={8} />)}
    {props.check != null && place(props.check, <circle r={51} class="check" stroke-width={9} stroke-dasharray="10 10" />)}
    {props.targets?.map((t) => place(t, <TargetMark takes={!!placement[t]} />, `t${t}`))}
    {props.arrows?.map((arrow, i) => <ArrowShape key={i} arrow={arrow} at={at} occupied={(p) => !!placement[p]}
      pairs={props.arrows!.some((o) => o.from === arrow.to && o.to === arrow.from)} />)}
  </svg>;
  if (!props.onTap) return drawing;
  return <Grid {...props} drawing={drawing} numbers={numbers} flipped={flipped} />;
}

const pointAt = (move: string, at: number) => (move.charCodeAt(at + 1) - 48) * 9 + move.charCodeAt(at) - 97;

function Grid(props: BoardProps & { drawing: JSX.Element; numbers: boolean; flipped: boolean }): JSX.Element {
  const { flipped, numbers } = props;
  const box = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(flipped ? 89 - 4 : 4);
  const [between, setBetween] = useState<[number, number] | null>(null);
  const down = useRef<number | null>(null);
  const focusNext = useRef(false);
  useLayoutEffect(() => {
    if (focusNext.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    focusNext.current = false;
  });
  const pointOf = (row: number, column: number) => (flipped ? row * 9 + (8 - column) : (9 - row) * 9 + column);
  const rowOf = (point: number) => (flipped ? Math.floor(point / 9) : 9 - Math.floor(point / 9));
  const columnOf = (point: number) => (flipped ? 8 - (point % 9) : point % 9);

  const hit = (event: PointerEvent): number | [number, number] | null => {
    const rect = box.current!.getBoundingClientRect();
    const u = rect.width / 9, x = (event.clientX - rect.left) / u - 0.5, y = (event.clientY - rect.top) / u - (numbers ? 0.83 : 0.5);
    const column = Math.round(x), row = Math.round(y);
    if (column < 0 || column > 8 || row < 0 || row > 9) return null;
    const point = pointOf(row, column), dx = x - column, dy = y - row;
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    if (far <= 0.44) return point;
    const c = column + (Math.abs(dx) >= Math.abs(dy) ? Math.sign(dx) : 0), r = row + (Math.abs(dy) > Math.abs(dx) ? Math.sign(dy) : 0);
    return c < 0 || c > 8 || r < 0 || r > 9 ? point : [point, pointOf(r, c)];
  };
  const press = (event: PointerEvent) => {
    const found = hit(event);
    down.current = typeof found === "number" ? found : null;
    if (Array.isArray(found)) { setBetween(found); props.onBetween?.(found); }
  };
  const release = (event: PointerEvent) => {
    const found = hit(event), from = down.current;
    down.current = null;
    if (typeof found !== "number" || from === null) return;
    setBetween(null);
    setCursor(found);
    if (found === from) props.onTap!(found);
    else props.onDrag?.(from, found);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    let row = rowOf(cursor), column = columnOf(cursor);
    switch (event.key) {
      case "ArrowUp": row = Math.max(0, row - 1); break;
      case "ArrowDown": row = Math.min(9, row + 1); break;
      case "ArrowLeft": column = Math.max(0, column - 1); break;
      case "ArrowRight": column = Math.min(8, column + 1); break;
      case "Home": column = 0; break;
      case "End": column = 8; break;
      case "Enter": case " ": event.preventDefault(); props.onTap!(cursor); return;
      default: if (props.onKey && (event.key === "Escape" || /^[a-z]$/i.test(event.key))) props.onKey(event.key); return;
    }
    event.preventDefault();
    event.stopPropagation();
    focusNext.current = true;
    setCursor(pointOf(row, column));
  };
  return <div class="boardbox" ref={box} onPointerDown={press} onPointerUp={release} onKeyDown={key}>
    {props.drawing}
    <div class={`cells${numbers ? " numbered" : ""}`} role="grid" aria-label={props.label} aria-rowcount={10} aria-colcount={9}>
      {Array.from({ length: 10 }, (_, row) => <div role="row" key={row}>
        {Array.from({ length: 9 }, (_, column) => {
          const point = pointOf(row, column);
          return <div role="gridcell" key={column} tabIndex={point === cursor ? 0 : -1} data-point={point}
            aria-selected={props.selected === point} aria-label={props.nameOf?.(point) ?? plainName(point)}
            class={between?.includes(point) ? "between" : undefined} onFocus={() => setCursor(point)} />;
        })}
      </div>)}
    </div>
  </div>;
}

const plainName = (point: number) => { const { file, line } = fileAndLine(point, "red"); return `${file} ${line}`; };
