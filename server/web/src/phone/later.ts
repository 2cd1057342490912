// The part of the phone's page that is loaded once the recorder runs; kept by the service worker like the rest.
import { signal } from "@preact/signals";

export const after = signal<typeof import("./after") | null>(null);
let loading = false;
export async function loadAfter() {
  if (after.value || loading) return;
  loading = true;
  try { after.value = await import("./after"); } catch { setTimeout(() => void loadAfter(), 3000); }
  loading = false;
}
