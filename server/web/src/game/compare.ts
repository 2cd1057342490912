// Two records side by side: where they part, and the other places where they differ.
export function firstDifference(a: readonly string[], b: readonly string[]): number | null {
  const n = Math.max(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return i + 1;
  return null;
}
export function nextDifference(a: readonly string[], b: readonly string[], after: number): number | null {
  const n = Math.max(a.length, b.length);
  for (let i = after; i < n; i++) if (a[i] !== b[i]) return i + 1;
  return firstDifference(a, b);
}
