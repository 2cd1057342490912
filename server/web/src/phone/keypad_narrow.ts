// What the keypad can still mean after some keys.
import type { LegalMove } from "../engine/engine";

/** All ways on from a prefix: the moves, and the prefix with every forced place filled in. */
export function narrow(moves: readonly LegalMove[], prefix: string): { left: LegalMove[]; prefix: string; next: Set<string> } {
  const left = moves.filter((m) => m.words.startsWith(prefix));
  let filled = prefix;
  for (;;) {
    const at = [...filled].length, next = new Set(left.map((m) => [...m.words][at] ?? ""));
    if (next.size !== 1 || next.has("")) return { left, prefix: filled, next };
    filled += [...next][0];
  }
}

