// What the phone keeps: small IndexedDB stores, with memory standing in where the browser has none (some in-app views).
// "out" holds what is not acknowledged yet, in order; "kept" holds the last known state and the player's texts by key.

export interface Outgoing { id: string; type: string; data: unknown; game: string; at: number }

let opening: Promise<IDBDatabase | null> | null = null;
const memory = { out: new Map<number, Outgoing>(), kept: new Map<string, unknown>(), next: 1 };

function open(): Promise<IDBDatabase | null> {
  return (opening ??= new Promise((done) => {
    if (typeof indexedDB === "undefined") return done(null);
    let request: IDBOpenDBRequest;
    try { request = indexedDB.open("qipu", 1); } catch { return done(null); }
    request.onupgradeneeded = () => {
      request.result.createObjectStore("out", { autoIncrement: true });
      request.result.createObjectStore("kept");
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(null);
    request.onblocked = () => done(null);
  }));
}

async function run<T>(store: "out" | "kept", mode: IDBTransactionMode, work: (s: IDBObjectStore) => IDBRequest<T> | void): Promise<T | undefined> {
  const db = await open();
  if (!db) return undefined;
  return new Promise((done, failed) => {
    const transaction = db.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => done(request ? request.result : undefined);
    transaction.onerror = transaction.onabort = () => failed(transaction.error);
  });
}

/** Appends; resolves with the place in the queue once it is stored. */
export async function queue(entry: Outgoing): Promise<number> {
  if (!(await open())) { memory.out.set(memory.next, entry); return memory.next++; }
  return (await run("out", "readwrite", (s) => s.add(entry) as IDBRequest<IDBValidKey>)) as number;
}

export async function queued(): Promise<{ place: number; entry: Outgoing }[]> {
  const db = await open();
  if (!db) return [...memory.out].map(([place, entry]) => ({ place, entry }));
  return new Promise((done, failed) => {
    const all: { place: number; entry: Outgoing }[] = [];
    const cursor = db.transaction("out").objectStore("out").openCursor();
    cursor.onsuccess = () => {
      if (!cursor.result) return done(all);
      all.push({ place: cursor.result.key as number, entry: cursor.result.value as Outgoing });
      cursor.result.continue();
    };
    cursor.onerror = () => failed(cursor.error);
  });
}

export async function unqueue(place: number) {
  memory.out.delete(place);
  await run("out", "readwrite", (s) => s.delete(place));
}

export async function keep(key: string, value: unknown) {
  if (!(await open())) memory.kept.set(key, value);
  else await run("kept", "readwrite", (s) => s.put(value, key) as IDBRequest<unknown>);
}

export async function kept<T>(key: string): Promise<T | undefined> {
  if (!(await open())) return memory.kept.get(key) as T | undefined;
  return (await run("kept", "readonly", (s) => s.get(key))) as T | undefined;
}

/** Small settings that must be there before the first picture. */
export const setting = {
  get: (name: string): string | null => { try { return localStorage.getItem(`qipu.${name}`); } catch { return null; } },
  set: (name: string, value: string) => { try { localStorage.setItem(`qipu.${name}`, value); } catch { /* private mode: for this visit only */ } },
};
