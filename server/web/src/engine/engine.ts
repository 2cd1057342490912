// The engine as WebAssembly: the same C++ that the service runs. Rows of tab-separated fields in and out.
import wasmUrl from "../../engine.wasm";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  input_at(): number;
  input_size(): number;
  output_at(): number;
  play(n: number): number;
  legal(n: number): number;
  why(n: number): number;
}

export interface LegalMove { move: string; words: string }
export interface PlayedPly { move: string; words: string; captures: boolean; checks: boolean }
export interface Refusal { code: string; zh: string; en: string; move?: string }
export interface Played {
  plies: PlayedPly[];
  fen: string;
  inCheck: boolean;
  terminal: "none" | "checkmate" | "stalemate";
  quiet: number;
  occurrences: number;
  stop: Refusal | null;
}

export class Engine {
  private constructor(private readonly wasm: Exports) {}

  static async load(source: ArrayBuffer | Promise<Response> = fetch(wasmUrl)): Promise<Engine> {
    const bytes = source instanceof ArrayBuffer ? source : await (await source).arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const wasm = instance.exports as unknown as Exports;
    wasm._initialize();
    return new Engine(wasm);
  }

  private call(name: "play" | "legal" | "why", text: string): string[][] {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > this.wasm.input_size()) throw new RangeError("too long for the engine");
    new Uint8Array(this.wasm.memory.buffer, this.wasm.input_at(), bytes.length).set(bytes);
    const size = this.wasm[name](bytes.length);
    const out = new TextDecoder().decode(new Uint8Array(this.wasm.memory.buffer, this.wasm.output_at(), size));
    return out.split("\n").slice(0, -1).map((row) => row.split("\t"));
  }

  /** Plays moves, in any notation each, as far as they can be played. */
  play(fen: string, moves: readonly string[]): Played {
    const rows = this.call("play", [fen, ...moves.map((m) => m.replace(/[\n\t]/g, " "))].join("\n"));
    const head = rows[0]!;
    if (head[0] === "error") return { plies: [], fen, inCheck: false, terminal: "none", quiet: 0, occurrences: 1, stop: { code: head[1]!, zh: head[2]!, en: head[3]! } };
    const last = rows.length > 1 && rows[rows.length - 1]![0] === "stop" ? rows.pop()! : null;
    return {
      plies: rows.slice(1).map((r) => ({ move: r[0]!, words: r[1] || r[0]!, captures: r[2] === "1", checks: r[3] === "1" })),
      fen: head[2]!, inCheck: head[3] === "1", terminal: head[4] as Played["terminal"], quiet: Number(head[5]), occurrences: Number(head[6]),
      stop: last && { code: last[1]!, zh: last[2]!, en: last[3]!, move: last[4] || undefined },
    };
  }

  legal(fen: string): LegalMove[] {
    const rows = this.call("legal", fen);
    return rows[0]?.[0] === "error" ? [] : rows.map((r) => ({ move: r[0]!, words: r[1] || r[0]! }));
  }

  /** Why a move may not be played, or null. */
  why(fen: string, move: string): Refusal | null {
    const row = this.call("why", `${fen}\n${move}`)[0];
    return row ? (row[0] === "error" ? { code: row[1]!, zh: row[2]!, en: row[3]! } : { code: row[0]!, zh: row[1]!, en: row[2]! }) : null;
  }
}
